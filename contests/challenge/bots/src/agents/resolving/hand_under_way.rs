//! The state that lasts from one decision of a hand to the next.

use cardsharp_challenge_game::observation::Observation;
use cardsharp_challenge_game::rules::{Cards, Params, Rank};
use cardsharp_challenge_solver::policy::TrainedPolicy;
use cardsharp_challenge_solver::ranges::RangeHand;
use cardsharp_challenge_solver::resolve::ResolvedHand;

/// The state that lasts from one decision to the next.
pub(super) struct HandUnderWay {
    pub(super) hand_id: u32,
    pub(super) class: u8,
    pub(super) ranges: RangeHand,
    pub(super) resolved: ResolvedHand,
}

impl HandUnderWay {
    /// The hand of an observation, with nothing solved yet. None if it cannot be re-solved.
    pub(super) fn new(policy: &TrainedPolicy, observation: &Observation, class: u8) -> Option<HandUnderWay> {
        let rules = policy.game.rules();
        if !rules.deals_every_hand() {
            return None;
        }
        let payoffs = policy.classes.payoffs[usize::from(class)];
        let left = left_in_shoe(rules, observation);
        let ranges = RangeHand::from_shoe(rules, payoffs, left).ok()?;
        Some(HandUnderWay { hand_id: observation.hand_id, class, ranges, resolved: ResolvedHand::default() })
    }
}

/// The cards that can be in the shoe at the deal, with the own hand. If memory contradicts the
/// cards on the table, the table counts.
fn left_in_shoe(rules: Params, observation: &Observation) -> Cards {
    let mut shown: Vec<Rank> = observation.hand.descending().chain(observation.table).collect();
    let tricks = observation.tricks.iter();
    shown.extend(tricks.flat_map(|trick| [trick.own, trick.theirs]).flatten());
    let of = |rank: Rank| shown.iter().filter(|&&card| card == rank).count() as u8;
    let copies = rules.all_ranks().flat_map(|rank| {
        let left = rules.copies().saturating_sub(observation.gone.count(rank));
        std::iter::repeat_n(rank, usize::from(left.max(of(rank))))
    });
    copies.collect()
}

#[cfg(test)]
#[path = "../../../tests/unit/agents/resolving/hand_under_way.rs"]
mod tests;
