//! The cut of a walk for threads, and the size of the game.

use super::game::{RangeGame, RangeTurn};
use crate::game::Player;

/// A public state with fewer cells than this, of both players together, is not cut: one thread walks all below it.
const WHOLE_BELOW: u64 = 1 << 15;
/// The greatest depth of a cut, in public states.
const DEEPEST_CUT: usize = 6;

/// The size of the public tree below a public state, itself included.
#[derive(Clone, Debug, Default)]
pub(super) struct Outline {
    /// The number of cells of each player.
    pub(super) cells: [u64; 2],
    /// The number of pairs of a decision and a hand, of each player.
    pub(super) infosets: [u64; 2],
    /// The number of public states.
    pub(super) nodes: u64,
    /// The number of those that others are below.
    pub(super) inner: u64,
    /// The outlines below each action; `None` for one that cannot happen. Empty if one thread walks all of it.
    pub(super) children: Vec<Option<Outline>>,
}

impl Outline {
    /// Walks the public tree once. Returns `None` if there are more than `most` cells.
    pub(super) fn of<G: RangeGame>(game: &G, root: &G::Public, most: u64) -> Option<Outline> {
        let mut left = most;
        Outline::below(game, root, 0, &mut left)
    }

    /// The number of cells below a public state, itself included, of each player.
    pub(super) fn cells_below<G: RangeGame>(game: &G, public: &G::Public) -> [u64; 2] {
        let below = Outline::below(game, public, DEEPEST_CUT, &mut { u64::MAX });
        below.map_or([0; 2], |outline| outline.cells)
    }

    /// Counts below `public`, where at most `left` more cells are allowed.
    fn below<G: RangeGame>(game: &G, public: &G::Public, depth: usize, left: &mut u64) -> Option<Outline> {
        let players = Player::BOTH;
        let mut outline = Outline { nodes: 1, ..Outline::default() };
        let turn = game.turn(public);
        let actions = match turn {
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
            RangeTurn::Decision { player } | RangeTurn::LastDecision { player } => {
                let layout = game.layout(public);
                outline.cells[player.index()] = layout.cells() as u64;
                outline.infosets[player.index()] = layout.hands() as u64;
                *left = left.checked_sub(layout.cells() as u64)?;
                if let RangeTurn::LastDecision { .. } = turn {
                    return Some(outline);
                }
                layout.actions()
            }
        };
        outline.inner = 1;
        for action in 0..actions {
            let child = match game.weight(public, action) {
                0.0 => None,
                _ => Some(Outline::below(game, &game.act(public, action), depth + 1, left)?),
            };
            if let Some(child) = &child {
                for player in [0, 1] {
                    outline.cells[player] += child.cells[player];
                    outline.infosets[player] += child.infosets[player];
                }
                outline.nodes += child.nodes;
                outline.inner += child.inner;
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

/// The length of the scratch that a walk below `public` needs, and the greatest number of hands.
pub(super) fn room_below<G: RangeGame>(game: &G, public: &G::Public) -> (usize, usize) {
    let hands = Player::BOTH.map(|player| game.hands(public, player));
    let most = hands[0].max(hands[1]);
    let (here, actions) = match game.turn(public) {
        RangeTurn::Terminal => return (game.scratch(), most),
        RangeTurn::Endgame => return (0, most),
        RangeTurn::LastDecision { .. } => {
            let layout = game.layout(public);
            // Strategy, reach and value of each cell, and the value of each hand.
            let here = 3 * layout.cells() + layout.hands();
            return (here + game.scratch(), most);
        }
        RangeTurn::Decision { .. } => {
            let layout = game.layout(public);
            // Strategy and reach of each cell, values of each cell or of each action and hand.
            let values = layout.cells().max(layout.actions() * most);
            (2 * layout.cells() + values, layout.actions())
        }
        RangeTurn::Chance { outcomes } => (outcomes * most, outcomes),
    };
    let below = (0..actions)
        .filter(|&action| game.is_representative(public, action))
        .map(|action| room_below(game, &game.act(public, action)));
    let below = below.reduce(|one, other| (one.0.max(other.0), one.1.max(other.1)));
    let (room, hands) = below.unwrap_or_default();
    (here + room, hands.max(most))
}
