//! A subgame, a gate, and time.

use std::time::{Duration, Instant};

use thiserror::Error;

use super::gate::{Constraint, Gate, Misfit};
use crate::cfr::Preset;
use crate::game::Player;
use crate::range::{Other, Own, RangeCfr, RangeGame, Root, TooLarge};

/// Why a subgame cannot be solved again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ResolveError {
    /// It does not fit.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The constraint is another place's.
    #[error(transparent)]
    Misfit(#[from] Misfit),
}

/// What is left of a game from a public state on, being solved again for one player.
#[derive(Debug)]
pub struct Resolver<'g, G: RangeGame> {
    solver: RangeCfr<'g, G>,
    player: Player,
    gate: Gate,
}

impl<'g, G: RangeGame> Resolver<'g, G> {
    /// Begins. `player` re-solves and comes with his range of `root`; the other's range there is
    /// what he comes with, or, with a constraint, what he has to choose from at the gate: all hands
    /// that he may hold, whatever the blueprint would have done with them. `planned` is the number of
    /// iterations that a preset with schedules takes for the whole.
    ///
    /// # Errors
    ///
    /// [`ResolveError`] if it takes more than `max_memory` bytes, or if the constraint is not on as
    /// many hands as the other player has.
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
        let gate = Gate::new(constraint, theirs, preset, planned);
        *theirs = gate.range();
        Ok(Resolver {
            solver: RangeCfr::pruned(game, root, preset, planned, max_memory)?,
            player,
            gate,
        })
    }

    /// Who re-solves.
    pub fn player(&self) -> Player {
        self.player
    }

    /// The strategies so far. With a constraint, only those of the player who re-solves are meant to
    /// be played: the other's are those of somebody who had the choice not to come.
    pub fn solver(&self) -> &RangeCfr<'g, G> {
        &self.solver
    }

    /// Begins with a strategy, as [`RangeCfr::warm_start`] does.
    pub fn warm_start<S: Own<G> + Other<G>>(&mut self, iterations: u64, strategy: impl Fn() -> S) {
        self.solver.warm_start(iterations, strategy);
    }

    /// Does so many iterations.
    pub fn advance(&mut self, count: u64) {
        let other = self.player.opponent();
        for _ in 0..count {
            let gate = &mut self.gate;
            self.solver.iterate(&mut |player, values| {
                (player == other).then(|| gate.learn(values)).flatten()
            });
        }
    }

    /// Does as many as there is time for before `deadline`, at least `least` and at most `most`. What
    /// the next one takes is told from the longer of the last two, so that it ends in time unless the
    /// machine is held up; returns how many there were.
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
