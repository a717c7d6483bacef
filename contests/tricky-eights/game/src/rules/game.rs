//! A game: rounds until one player alone leads with enough points.

use cardsharp_player::Player;

use super::{MAX_PLAYERS, Params};

/// The points at which a game ends, if one player alone has the most.
pub const TARGET: u32 = 300;

/// The score of a game and the number of its rounds, which gives the dealer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    players: u8,
    rounds: u32,
    scores: [u32; MAX_PLAYERS],
}

impl Game {
    /// A new game.
    pub fn new(game: Params) -> Game {
        Game { players: game.players(), rounds: 0, scores: [0; MAX_PLAYERS] }
    }

    /// The number of rounds played.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// The points of each player.
    pub fn scores(&self) -> &[u32] {
        &self.scores[..usize::from(self.players)]
    }

    /// The dealer of the next round. The first player deals the first round, and then the deal goes clockwise.
    pub fn dealer(&self) -> Player {
        Player::new((self.rounds % u32::from(self.players)) as u8)
    }

    /// Adds the points of a finished round, by player number.
    pub fn record(&mut self, points: &[u8]) {
        for (score, &more) in self.scores.iter_mut().zip(points) {
            *score += u32::from(more);
        }
        self.rounds += 1;
    }

    /// The winner: the player who alone has the most points, and at least [`TARGET`]. If two
    /// players share the most points, no player has won, and the game continues.
    pub fn winner(&self) -> Option<Player> {
        self.winner_among(|_| true)
    }

    /// As [`Game::winner`], but only some players can win. The most points are then the most of those players.
    pub fn winner_among(&self, may_win: impl Fn(Player) -> bool) -> Option<Player> {
        let players = (0..self.players).map(Player::new);
        let score = |player: Player| self.scores[player.index()];
        let may = || players.clone().filter(|&player| may_win(player));
        let most = may().map(score).max().filter(|&most| most >= TARGET)?;
        let mut leaders = may().filter(|&player| score(player) == most);
        leaders.next().filter(|_| leaders.next().is_none())
    }
}

#[cfg(test)]
#[path = "../../tests/unit/rules/game.rs"]
mod tests;
