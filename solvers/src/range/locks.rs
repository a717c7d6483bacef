//! Node locking: decisions of a solver whose strategy is fixed.

use super::answer::Spot;
use super::game::{RangeGame, RangeTurn};
use super::locked_responder::LockedCell;
use super::number::Number;
use super::solver::RangeCfr;

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
