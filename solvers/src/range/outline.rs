//! The cut of a walk for threads, and the size of the game.

use super::{RangeGame, RangeTurn};
use crate::game::Player;

/// A public state with fewer cells than this, of both players together, is not cut: one thread
/// walks all below it.
const WHOLE_BELOW: u64 = 1 << 15;
/// The greatest depth of a cut, in public states.
const DEEPEST_CUT: usize = 6;

/// The size of the public tree below a public state, itself included.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    /// The number of cells on each player's tape.
    pub(super) cells: [u64; 2],
    /// The number of pairs of a decision and a hand, of each player.
    pub(super) infosets: [u64; 2],
    /// The number of public states.
    pub(super) nodes: u64,
    /// The outlines below each action; `None` for one that cannot happen. Empty if one thread walks
    /// all of it.
    pub(super) children: Vec<Option<Outline>>,
}

impl Outline {
    /// Walks the public tree once. Returns `None` if there are more than `most` cells.
    pub(super) fn of<G: RangeGame>(game: &G, root: &G::Public, most: u64) -> Option<Outline> {
        let mut left = most;
        Outline::below(game, root, 0, &mut left)
    }

    /// The number of cells below a public state, itself included, on each player's tape.
    pub(super) fn cells_below<G: RangeGame>(game: &G, public: &G::Public) -> [u64; 2] {
        let below = Outline::below(game, public, DEEPEST_CUT, &mut { u64::MAX });
        below.map_or([0; 2], |outline| outline.cells)
    }

    /// Counts below `public`, where at most `left` more cells are allowed.
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

/// The length of the scratch that a walk below `public` needs.
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
