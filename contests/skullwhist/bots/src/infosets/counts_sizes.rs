//! The limits of the counts that `counts` keeps, and the numbers of their values.

use cardsharp_skullwhist_game::rules::Objective;

/// The step in expected tricks between two strengths of a hand in the bidding.
pub(super) const STEP: f64 = 0.25;
/// The number of bids that are considered.
pub(super) const BIDS: u8 = 6;
/// The number of steps: 0 to 13 tricks.
pub(super) const STRENGTHS: u64 = 53;
/// Limits of the phases, in rounds left.
pub(super) const PHASES: [f64; 3] = [3.0, 6.0, 9.0];
/// Limits of the share of the rounds left that is needed.
pub(super) const NEEDS: [f64; 2] = [0.45, 0.6];
/// Limits of the expected number of the other's trumps.
pub(super) const OTHERS_TRUMPS: [f64; 3] = [0.0, 1.2, 2.6];
/// Limits of the number of own trumps.
pub(super) const TRUMPS: [f64; 3] = [0.0, 1.0, 3.0];
pub(super) const PHASE: u64 = PHASES.len() as u64 + 1;
pub(super) const OTHERS: u64 = OTHERS_TRUMPS.len() as u64 + 1;
pub(super) const OWN: u64 = TRUMPS.len() as u64 + 1;
/// Sure tricks without trumps: none, one, more.
pub(super) const SURE: u64 = 3;
/// Cards of the shortest other suit: none, one, two, more.
pub(super) const SHORTEST: u64 = 4;
/// The number of kinds of leads.
pub(super) const LEADS: usize = 5;
/// The number of kinds of answers without the suit.
pub(super) const THROWS: usize = 3;
/// Cards of a suit that was led: two, three, more.
pub(super) const LENGTH: u64 = 3;
/// The state of a bid: made; or easy, hard or impossible with the rounds left.
pub(super) const WANTS: u64 = 4;

/// The number of values of the tricks wanted.
pub(super) fn wanted_sizes(objective: Objective) -> u64 {
    match objective {
        Objective::Win => NEEDS.len() as u64 + 1,
        Objective::Difference => WANTS * WANTS,
    }
}
