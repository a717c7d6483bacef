//! How the walk is cut for threads, and what it needs.

use super::{RangeGame, RangeTurn};
use crate::game::Player;

/// Cells, both players' together, below which a public state is not cut further: a thread walks it
/// alone.
const WHOLE_BELOW: u64 = 1 << 15;
/// Most decisions, on top of each other, that are cut.
const DEEPEST_CUT: usize = 6;

/// What is below a public state.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    /// Cells on each player's tape.
    pub(super) cells: [u64; 2],
    /// Pairs of a decision and a hand, of each player.
    pub(super) infosets: [u64; 2],
    /// Public states.
    pub(super) nodes: u64,
    /// What is below each action, where it can happen, if different threads may walk them.
    pub(super) children: Vec<Option<Outline>>,
}

impl Outline {
    /// Walks the public tree once; gives up, with none, where there are more than `most` cells.
    pub(super) fn of<G: RangeGame>(game: &G, root: &G::Public, most: u64) -> Option<Outline> {
        let mut left = most;
        Outline::below(game, root, 0, &mut left)
    }

    /// Cells below a public state, on each player's tape.
    pub(super) fn cells_below<G: RangeGame>(game: &G, public: &G::Public) -> [u64; 2] {
        let below = Outline::below(game, public, DEEPEST_CUT, &mut { u64::MAX });
        below.map_or([0; 2], |outline| outline.cells)
    }

    /// `left` is how many cells there may still be.
    fn below<G: RangeGame>(
        game: &G,
        public: &G::Public,
        depth: usize,
        left: &mut u64,
    ) -> Option<Outline> {
        let players = [Player::ZERO, Player::ONE];
        let mut outline = Outline {
            cells: [0; 2],
            infosets: [0; 2],
            nodes: 1,
            children: Vec::new(),
        };
        let actions = match game.turn(public) {
            RangeTurn::Terminal => return Some(outline),
            RangeTurn::Endgame => {
                for player in players {
                    let cells = game.endgame_cells(public, player) as u64;
                    outline.cells[player.index()] = cells;
                    outline.infosets[player.index()] = cells / 2;
                }
                *left = left.checked_sub(outline.cells.iter().sum())?;
                return Some(outline);
            }
            RangeTurn::Chance { outcomes } => outcomes,
            RangeTurn::Decision { player } => {
                let shape = game.shape(public);
                outline.cells[player.index()] = shape.cells() as u64;
                outline.infosets[player.index()] = shape.hands() as u64;
                *left = left.checked_sub(shape.cells() as u64)?;
                shape.actions()
            }
        };
        for action in 0..actions {
            let child = match game.weight(public, action) {
                0.0 => None,
                _ => Some(Outline::below(
                    game,
                    &game.act(public, action),
                    depth + 1,
                    left,
                )?),
            };
            if let Some(child) = &child {
                for player in [0, 1] {
                    outline.cells[player] += child.cells[player];
                    outline.infosets[player] += child.infosets[player];
                }
                outline.nodes += child.nodes;
            }
            if depth < DEEPEST_CUT {
                outline.children.push(child);
            }
        }
        if outline.cells.iter().sum::<u64>() < WHOLE_BELOW {
            outline.children = Vec::new();
        }
        Some(outline)
    }
}

/// Numbers that a walk below `public` needs for its own use.
pub(super) fn room_below<G: RangeGame>(game: &G, public: &G::Public) -> usize {
    let hands = [Player::ZERO, Player::ONE].map(|player| game.hands(public, player));
    let most = hands[0].max(hands[1]);
    let (here, actions) = match game.turn(public) {
        RangeTurn::Terminal => return game.scratch(),
        RangeTurn::Endgame => return 0,
        RangeTurn::Decision { .. } => {
            let shape = game.shape(public);
            // Strategy and reach of each cell, values of each cell or of each action and hand, and
            // a number for each hand.
            let values = shape.cells().max(shape.actions() * most);
            (2 * shape.cells() + values + most, shape.actions())
        }
        RangeTurn::Chance { outcomes } => (outcomes * most, outcomes),
    };
    let below = (0..actions)
        .filter(|&action| game.is_representative(public, action))
        .map(|action| room_below(game, &game.act(public, action)));
    here + below.max().unwrap_or(0)
}
