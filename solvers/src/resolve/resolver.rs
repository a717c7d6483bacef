//! A re-solver: a subgame, its gadget game, and a time limit.

use std::time::{Duration, Instant};

use thiserror::Error;

use super::gadget::{Constraint, Gadget, Misfit};
use crate::cfr::Preset;
use crate::game::Player;
use crate::range::{Opponent, RangeCfr, RangeGame, Root, TooLarge, Traverser};

/// The reason that a subgame cannot be re-solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ResolveError {
    /// The subgame is too large for the memory allowed.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The constraint does not fit the subgame.
    #[error(transparent)]
    Misfit(#[from] Misfit),
}

/// A re-solver of the subgame from a public state on, for one player.
#[derive(Debug)]
pub struct Resolver<'g, G: RangeGame> {
    solver: RangeCfr<'g, G>,
    player: Player,
    gadget: Gadget,
}

impl<'g, G: RangeGame> Resolver<'g, G> {
    /// A new re-solver for `player`, who has the range of `root`. Without a constraint the other
    /// player has the range of `root` too. With a constraint that range is the choice in the gadget game:
    /// all hands that the other player may hold, whatever their probability under the blueprint.
    /// `planned` is the iteration at which the schedules of a preset end.
    ///
    /// # Errors
    ///
    /// [`ResolveError`] if it takes more than `max_memory` bytes, or if the constraint and the
    /// other player differ in their number of hands.
    pub fn new(
        game: &'g G,
        mut root: Root<G::Public>,
        player: Player,
        constraint: Constraint,
        (preset, planned): (Preset, u64),
        max_memory: u64,
    ) -> Result<Resolver<'g, G>, ResolveError> {
        let theirs = &mut root.ranges[player.opponent().index()];
        constraint.check(theirs.len())?;
        let gadget = Gadget::new(constraint, theirs, preset, planned);
        *theirs = gadget.range();
        let options = preset.planned(planned).pruned();
        Ok(Resolver { solver: RangeCfr::with_options(game, root, options.max_memory(max_memory))?, player, gadget })
    }

    /// The player who re-solves.
    pub fn player(&self) -> Player {
        self.player
    }

    /// The solver with the strategies so far. With a constraint, only the strategy of the player who re-solves is meant
    /// to be played. The other player's strategy is that of a player who could stay out.
    pub fn solver(&self) -> &RangeCfr<'g, G> {
        &self.solver
    }

    /// Begins with a given strategy: see [`RangeCfr::warm_start`].
    pub fn warm_start<S: Traverser<G> + Opponent<G>>(&mut self, iterations: u64, strategy: impl Fn() -> S) {
        self.solver.warm_start(iterations, strategy);
    }

    /// Does `count` iterations.
    pub fn advance(&mut self, count: u64) {
        let other = self.player.opponent();
        for _ in 0..count {
            let gadget = &mut self.gadget;
            self.solver.iterate(&mut |player, values| (player == other).then(|| gadget.learn(values)).flatten());
        }
    }

    /// Does as many iterations as there is time for before `deadline`, at least `least` and at most
    /// `most`. It takes the longer of the last two iterations as an estimate of the next. So the
    /// last one ends in time unless the machine is held up. Returns the number of iterations done.
    pub fn advance_until(&mut self, deadline: Instant, least: u64, most: u64) -> u64 {
        let mut done = 0;
        let mut last = [Duration::ZERO; 2];
        while done < most {
            let begun = Instant::now();
            if done >= least && begun + last[0].max(last[1]) >= deadline {
                break;
            }
            self.advance(1);
            last = [last[1], begun.elapsed()];
            done += 1;
        }
        done
    }
}
