//! An index of the cells below every decision, with which a walk passes over them.

use super::game::{RangeGame, RangeTurn};
use crate::game::Player;

/// The size of the public tree below a public state that is neither terminal nor an endgame, itself included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Extent {
    /// The number of public states that have an extent.
    extents: u32,
    /// The number of cells of each player.
    cells: [u32; 2],
}

/// The extents of all such states below a root, in the order of the walk.
#[derive(Clone, Debug)]
pub(super) struct Index {
    extents: Vec<Extent>,
}

/// The position of a walk in an [`Index`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cursor(u32);

impl Index {
    /// Walks the public tree once. A player must have fewer than 2^32 cells, and `count` of the public
    /// states an extent.
    pub(super) fn of<G: RangeGame>(game: &G, root: &G::Public, count: u64) -> Index {
        let mut index = Index { extents: Vec::with_capacity(count as usize) };
        index.add(game, root);
        debug_assert_eq!(index.extents.len() as u64, count);
        index
    }

    /// The size in bytes of an index of `count` extents.
    pub(super) fn bytes_of(count: u64) -> u64 {
        count * size_of::<Extent>() as u64
    }

    fn add<G: RangeGame>(&mut self, game: &G, public: &G::Public) -> [u32; 2] {
        let mut cells = [0; 2];
        let actions = match game.turn(public) {
            RangeTurn::Terminal => return cells,
            RangeTurn::Endgame => return endgame_cells(game, public),
            RangeTurn::LastDecision { player } => return last_cells(game, public, player),
            RangeTurn::Chance { outcomes } => outcomes,
            RangeTurn::Decision { player } => {
                let layout = game.layout(public);
                cells[player.index()] = layout.cells() as u32;
                layout.actions()
            }
        };
        let index = self.extents.len();
        self.extents.push(Extent::default());
        for action in (0..actions).filter(|&action| game.weight(public, action) != 0.0) {
            let below = self.add(game, &game.act(public, action));
            for (cells, below) in cells.iter_mut().zip(below) {
                *cells += below;
            }
        }
        let extents = (self.extents.len() - index) as u32;
        self.extents[index] = Extent { extents, cells };
        cells
    }

    /// Moves `cursor` past `public` and all below it, and returns the number of each player's
    /// cells. The cursor must be at `public` if that has an extent.
    #[inline(always)]
    pub(super) fn pass<G: RangeGame>(&self, game: &G, public: &G::Public, cursor: &mut Cursor) -> [u32; 2] {
        match game.turn(public) {
            RangeTurn::Terminal => [0; 2],
            RangeTurn::Endgame => endgame_cells(game, public),
            RangeTurn::LastDecision { player } => last_cells(game, public, player),
            RangeTurn::Chance { .. } | RangeTurn::Decision { .. } => {
                let extent = self.extents[cursor.0 as usize];
                cursor.0 += extent.extents;
                extent.cells
            }
        }
    }
}

impl Cursor {
    /// The cursor at the first child that has an extent.
    #[inline(always)]
    pub(super) fn below(self) -> Cursor {
        Cursor(self.0 + 1)
    }
}

#[inline(always)]
fn last_cells<G: RangeGame>(game: &G, public: &G::Public, player: Player) -> [u32; 2] {
    let mut cells = [0; 2];
    cells[player.index()] = game.layout(public).cells() as u32;
    cells
}

#[inline(always)]
fn endgame_cells<G: RangeGame>(game: &G, public: &G::Public) -> [u32; 2] {
    Player::BOTH.map(|player| game.endgame_cells(public, player) as u32)
}
