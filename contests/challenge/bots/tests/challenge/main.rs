//! Challenge: its rules, information sets, re-solving and agents.

// The lint's exception for tests does not reach the functions that tests call.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod adaptive;
mod agents;
mod dominated;
mod infosets;
mod leaf_values;
mod observation;
mod random_play;
mod ranges;
mod reference;
mod resolve;
mod rules_cards;
mod rules_clock;
mod rules_counts;
mod rules_golden;
mod rules_penalties;
mod rules_play;
mod rules_record;
mod rules_round;
mod rules_shoe;
mod solved_hand;
mod weak_dominance;
mod where_won;
