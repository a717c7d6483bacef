//! The probability to win a game to 300.

use cardsharp_tricky_eights_game::rules::{MAX_PLAYERS, TARGET};

/// Standard deviation of a player's points in a round, between players of similar skill.
const SPREAD: f64 = 3.6;
/// The points that the leader makes in a round.
const LEADER_POINTS: f64 = 7.0;

/// Each player's probability to win the game, from the scores after a round.
///
/// A player who leads alone with 300 points or more has won. Before that, the probabilities are proportional to
/// exp(score / t), where t grows with the square root of the expected number of rounds to come. Far from the end, this
/// is as good as counting points. Near the end, it gives a reason to play against the leader.
#[derive(Clone, Debug)]
pub struct WinModel {
    players: usize,
    scores: [u32; MAX_PLAYERS],
    temperature: f64,
}

impl WinModel {
    /// The model of a round that begins with these scores.
    pub fn new(scores: &[u32]) -> WinModel {
        let mut all = [0; MAX_PLAYERS];
        for (all, &score) in all.iter_mut().zip(scores) {
            *all = score;
        }
        let most = scores.iter().copied().max().unwrap_or(0);
        let left = f64::from(TARGET.saturating_sub(most));
        // The current round is not counted, since the probabilities are those after it.
        let rounds = (left / LEADER_POINTS - 1.0).max(0.5);
        WinModel { players: scores.len().min(MAX_PLAYERS), scores: all, temperature: SPREAD * rounds.sqrt() }
    }

    /// The probability that `player` wins the game if the round brings these points.
    pub fn probability(&self, points: [u8; MAX_PLAYERS], player: usize) -> f64 {
        let score = |player: usize| self.scores[player] + u32::from(points[player]);
        let most = (0..self.players).map(score).max().unwrap_or(0);
        let leaders = (0..self.players).filter(|&one| score(one) == most).count();
        if most >= TARGET && leaders == 1 {
            return f64::from(u8::from(score(player) == most));
        }
        let weight = |player: usize| {
            let behind = f64::from(most - score(player));
            (-behind / self.temperature).exp()
        };
        weight(player) / (0..self.players).map(weight).sum::<f64>()
    }
}
