//! `greedy`: the cheapest card that wins.

use super::Agent;
use crate::ChallengeGame;
use cardsharp_challenge_game::observation::Observation;
use cardsharp_challenge_game::rules::{Due, Move, Rank};

/// Follows with the lowest card that wins, else with its lowest, and leads its highest. It never
/// challenges, and accepts a challenge only if it cannot lose.
pub struct Greedy;

impl Agent<ChallengeGame> for Greedy {
    fn choose(&mut self, observation: &Observation) -> Move {
        match observation.due {
            Due::Answer if observation.is_won() => Move::Accept,
            Due::Answer => Move::Reject,
            Due::Card => greedy_card(observation).map_or(Move::Reject, Move::Play),
        }
    }
}

/// The card that `greedy` plays.
pub(super) fn greedy_card(observation: &Observation) -> Option<Rank> {
    match observation.table {
        None => observation.hand.highest(),
        Some(led) => cheapest_answer(observation, led),
    }
}

/// The lowest card above `led`, else the lowest of all.
fn cheapest_answer(observation: &Observation, led: Rank) -> Option<Rank> {
    let winner = observation.hand.distinct().find(|&rank| rank > led);
    winner.or_else(|| observation.hand.lowest())
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardsharp_challenge_game::observation::parse_position;

    fn answer(position: &str) -> Move {
        Greedy.choose(&parse_position(position).unwrap())
    }

    #[test]
    fn follows_with_the_cheapest_winner_else_the_lowest() {
        let play = |value| Move::Play(Rank::new(value).unwrap());
        assert_eq!(answer("hand=12,9,8,8,1 table=7"), play(8));
        assert_eq!(answer("hand=12,9,8,8,1 table=12"), play(1));
        assert_eq!(answer("hand=12,9,8,8,1"), play(12));
    }

    #[test]
    fn accepts_only_what_it_cannot_lose() {
        let offered = "challenge=offered led=yes tricks=";
        let played = "played=12-3,12-3,12-3";
        assert_eq!(answer(&format!("hand=2,1 {offered}3-0 {played}")), Move::Accept);
        let played = "played=12-3,12-3,7-7";
        assert_eq!(answer(&format!("hand=13,13 {offered}2-0 {played}")), Move::Reject);
    }
}
