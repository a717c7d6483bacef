//! Node locking: decisions of a solver whose strategy is fixed.

use super::answer::Spot;
use super::game::{At, RangeGame, RangeTurn, Traverser, Valued};
use super::lanes::Lane;
use super::number::Number;
use super::solver::RangeCfr;
use super::traverser::BestResponder;

/// A cell whose probability is fixed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LockedCell {
    /// Its number among the cells of its player.
    cell: usize,
    hand: usize,
    share: f32,
}

impl<G: RangeGame, N: Number> RangeCfr<'_, G, N> {
    /// Fixes the strategy of hands of the player to move at a spot. `share` has the probability of an action for a hand;
    /// `None` for a hand that stays free. Every hand with a probability needs one for each of its actions. Later locks
    /// of a hand replace earlier ones.
    ///
    /// The solver then approaches an equilibrium of the locked game, and its values and best responses are those of that
    /// game: best responses follow the locks, too. A checkpoint has no locks, so that a resumed solver must be locked again.
    ///
    /// # Panics
    ///
    /// If the turn at the spot is no [`RangeTurn::Decision`].
    pub fn lock(&mut self, spot: &Spot<G::Public>, share: impl Fn(usize, usize) -> Option<f32>) {
        let RangeTurn::Decision { player } = self.game.turn(&spot.public) else {
            panic!("a decision can be locked, and no end or endgame");
        };
        let layout = self.game.layout(&spot.public);
        let first = spot.offset(player);
        let cells = (0..layout.actions()).flat_map(|action| layout.range(action).map(move |cell| (action, cell)));
        let locked = cells.filter_map(|(action, cell)| {
            let hand = layout.hand_of(cell);
            let share = share(action, hand)?;
            let cell = first + cell;
            Some(LockedCell { cell, hand, share })
        });
        let mut locked: Vec<LockedCell> = locked.collect();
        let here = first..first + layout.cells();
        let replaced = |old: &LockedCell| here.contains(&old.cell) && locked.iter().any(|new| new.hand == old.hand);
        let kept = self.locks[player.index()].iter().filter(|old| !replaced(old)).copied();
        let kept: Vec<LockedCell> = kept.collect();
        locked.extend(kept);
        locked.sort_by_key(|lock| lock.cell);
        self.locks[player.index()] = locked;
        self.hold_locks();
    }

    /// Stores the locked probabilities. As all cells of a locked hand have them, its strategy is the same whatever was
    /// learned, and so is its average.
    pub(super) fn hold_locks(&mut self) {
        for (cells, locks) in self.cells.iter_mut().zip(&self.locks) {
            for lock in locks {
                for list in [&mut cells.regrets, &mut cells.predicted, &mut cells.sums] {
                    if let Some(stored) = list.get_mut(lock.cell) {
                        *stored = N::store(lock.share, 0);
                    }
                }
            }
        }
    }
}

/// Plays the best action of each hand, and what is locked where something is.
#[derive(Clone, Copy, Debug)]
pub(super) struct LockedResponder<'a> {
    /// The number of the next cell.
    next: usize,
    /// The locks from there on.
    locks: &'a [LockedCell],
}

/// The first cell of a decision, and its locks.
type LockedDecision<'a> = (usize, &'a [LockedCell]);

impl<'a> LockedResponder<'a> {
    /// A player whose next cell has the number `next`.
    pub(super) fn new(locks: &'a [LockedCell], next: usize) -> LockedResponder<'a> {
        let passed = locks.partition_point(|lock| lock.cell < next);
        LockedResponder {
            next,
            locks: &locks[passed..],
        }
    }

    #[inline(always)]
    fn cut(&mut self, count: usize) -> LockedDecision<'a> {
        let first = self.next;
        self.next += count;
        if self.locks.is_empty() {
            return (first, &[]);
        }
        let (here, rest) = self
            .locks
            .split_at(self.locks.partition_point(|lock| lock.cell < self.next));
        self.locks = rest;
        (first, here)
    }
}

impl<'a, G: RangeGame> Traverser<G> for LockedResponder<'a> {
    type Cells = LockedDecision<'a>;

    #[inline(always)]
    fn take(&mut self, _at: &At<'_, G>, count: usize) -> LockedDecision<'a> {
        self.cut(count)
    }

    #[inline(always)]
    fn take_pair(&mut self, at: &At<'_, G>, _number: usize) -> LockedDecision<'a> {
        self.cut(2 * at.game.lanes())
    }

    #[inline(always)]
    fn skip(&mut self, count: usize) {
        self.cut(count);
    }

    fn split_off(&mut self, count: usize) -> Self {
        let (next, locks) = self.cut(count);
        LockedResponder { next, locks }
    }

    #[inline(always)]
    fn back_up(&self, (first, locks): LockedDecision<'a>, valued: Valued<'_>, out: &mut [f32], hands: &mut [f32]) {
        Traverser::<G>::back_up(&BestResponder, (), valued, out, hands);
        for lock in locks {
            out[lock.hand] = 0.0;
        }
        for lock in locks {
            out[lock.hand] += lock.share * valued.values[lock.cell - first];
        }
    }

    #[inline(always)]
    fn back_up_pair(&self, _cells: LockedDecision<'a>, first: &Lane, values: [&Lane; 2], reach: &Lane) -> Lane {
        Traverser::<G>::back_up_pair(&BestResponder, (), first, values, reach)
    }
}
