//! The shared part of all agents that re-solve: the policy, the options, and the time bank.

use std::sync::Arc;
use std::time::Instant;

use cardsharp_solvers::range::RangeGame;

use super::time_bank::TimeBank;
use cardsharp_challenge_solver::policy::TrainedPolicy;
use cardsharp_challenge_solver::ranges::RangeHand;
use cardsharp_challenge_solver::resolve::{Effort, ResolveOptions, ResolvedHand, Subject};

/// The shared part of all agents that play so.
#[derive(Debug)]
pub struct Setup {
    pub(super) policy: Arc<TrainedPolicy>,
    pub(super) options: ResolveOptions,
    /// The time bank at the beginning of a game.
    pub(super) bank: TimeBank,
}

impl Setup {
    /// The policy.
    pub fn policy(&self) -> &Arc<TrainedPolicy> {
        &self.policy
    }

    /// A setup that plays `policy`. It first measures the speed of this machine, so that no
    /// clock has to run for that. With `iterations` there is no measurement, since a decision then
    /// takes as many on every machine that has the time.
    pub fn new(policy: Arc<TrainedPolicy>, options: ResolveOptions) -> Setup {
        let bank = match options.iterations {
            Some(_) => TimeBank::default(),
            None => try_out(&policy, options),
        };
        Setup { policy, options, bank }
    }
}

/// The time that re-solving takes on this machine, by the largest kind of position. The default if
/// the policy's game is not re-solved.
fn try_out(policy: &TrainedPolicy, options: ResolveOptions) -> TimeBank {
    let rules = policy.game.rules();
    let tried = || {
        let hand = RangeHand::new(rules, policy.classes.payoffs[0]).ok()?;
        let mut public = hand.root();
        // A card that ties decides nothing.
        let middle = usize::from(rules.ranks() / 2);
        while public.over + 1 < options.leads_from.min(rules.hand_size()) {
            public = hand.act(&public, middle);
        }
        let subject = Subject { hand: &hand, strategy: policy, class: 0, options };
        let effort = Effort { most: TRIED, least: TRIED, deadline: None };
        let begun = Instant::now();
        let solved = ResolvedHand::default().solve(subject, &public, public.to_move(), effort);
        solved.is_ok().then(|| begun.elapsed())
    };
    tried().map_or_else(TimeBank::default, |taken| TimeBank::on_machine(taken, TRIED as u32))
}

/// The number of iterations with which the speed of the machine is measured.
const TRIED: u64 = 2;
