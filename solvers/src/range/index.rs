//! How much of the tapes lies below every decision, so that a walk may pass over it.

use super::{RangeGame, RangeTurn};

/// What is below a public state that is neither an end nor an endgame, itself included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Extent {
    /// Public states that have an extent.
    places: u32,
    /// Cells on each player's tape.
    cells: [u32; 2],
}

/// The extents of all such states below a root, in the order of the walk.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    extents: Vec<Extent>,
}

/// Where a walk has come to in an [`Index`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cursor(u32);

impl Index {
    /// Walks the public tree once. There must be fewer than 2^32 cells on a tape.
    pub(super) fn of<G: RangeGame>(game: &G, root: &G::Public) -> Index {
        let mut index = Index::default();
        index.add(game, root);
        index
    }

    fn add<G: RangeGame>(&mut self, game: &G, public: &G::Public) -> [u32; 2] {
        let mut cells = [0; 2];
        let actions = match game.turn(public) {
            RangeTurn::Terminal => return cells,
            RangeTurn::Endgame => return endgame_cells(game, public),
            RangeTurn::Chance { outcomes } => outcomes,
            RangeTurn::Decision { player } => {
                let shape = game.shape(public);
                cells[player.index()] = shape.cells() as u32;
                shape.actions()
            }
        };
        let place = self.extents.len();
        self.extents.push(Extent::default());
        for action in (0..actions).filter(|&action| game.weight(public, action) != 0.0) {
            let below = self.add(game, &game.act(public, action));
            for (cells, below) in cells.iter_mut().zip(below) {
                *cells += below;
            }
        }
        let places = (self.extents.len() - place) as u32;
        self.extents[place] = Extent { places, cells };
        cells
    }

    /// Moves `cursor`, which is at `public` if that has an extent, past it; says how many cells are
    /// there.
    #[inline(always)]
    pub(super) fn pass<G: RangeGame>(
        &self,
        game: &G,
        public: &G::Public,
        cursor: &mut Cursor,
    ) -> [u32; 2] {
        match game.turn(public) {
            RangeTurn::Terminal => [0; 2],
            RangeTurn::Endgame => endgame_cells(game, public),
            RangeTurn::Chance { .. } | RangeTurn::Decision { .. } => {
                let extent = self.extents[cursor.0 as usize];
                cursor.0 += extent.places;
                extent.cells
            }
        }
    }

    /// Bytes taken.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&*self.extents) as u64
    }
}

impl Cursor {
    /// At the first child that has an extent, of the place that this is at.
    #[inline(always)]
    pub(super) fn below(self) -> Cursor {
        Cursor(self.0 + 1)
    }
}

#[inline(always)]
fn endgame_cells<G: RangeGame>(game: &G, public: &G::Public) -> [u32; 2] {
    crate::range::solver::PLAYERS.map(|player| game.endgame_cells(public, player) as u32)
}
