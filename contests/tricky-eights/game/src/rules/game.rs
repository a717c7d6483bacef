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
        Game {
            players: game.players(),
            rounds: 0,
            scores: [0; MAX_PLAYERS],
        }
    }

    /// The number of rounds played.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// The points of each player.
    pub fn scores(&self) -> &[u32] {
        &self.scores[..usize::from(self.players)]
    }

    /// The dealer of the next round. The first player deals the first round, and then the deal goes
    /// clockwise.
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

    /// As [`Game::winner`], but only some players can win. The most points are then the most of
    /// those players.
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
mod tests {
    use super::*;

    /// A game after three rounds. The first two give these scores, and the third gives every player
    /// 100 points more.
    fn at(scores: [u8; 4]) -> Game {
        let mut game = Game::new(Params::CONTEST);
        game.record(&scores.map(|score| score / 2));
        game.record(&scores.map(|score| score - score / 2));
        game.record(&[100; 4]);
        game
    }

    #[test]
    fn the_deal_moves_on() {
        let mut game = Game::new(Params::CONTEST);
        for round in 0..9 {
            assert_eq!(game.dealer(), Player::new(round % 4));
            game.record(&[25, 0, 0, 0]);
        }
        assert_eq!((game.rounds(), game.scores()), (9, &[225, 0, 0, 0][..]));
    }

    #[test]
    fn a_leader_must_be_alone_at_three_hundred() {
        assert_eq!(at([199, 180, 0, 0]).winner(), None);
        assert_eq!(at([200, 199, 0, 0]).winner(), Some(Player::ZERO));
        assert_eq!(at([200, 0, 200, 0]).winner(), None);
        // A player behind two leaders with equal points has not won either.
        assert_eq!(at([210, 205, 210, 0]).winner(), None);
        let mut game = at([210, 205, 210, 0]);
        game.record(&[1, 24, 0, 0]);
        assert_eq!(game.winner(), Some(Player::ONE));
    }

    #[test]
    fn who_may_not_win_is_passed_over() {
        let game = at([230, 205, 199, 0]);
        let not_first = |player: Player| player != Player::ZERO;
        assert_eq!(game.winner_among(not_first), Some(Player::ONE));
        assert_eq!(game.winner_among(|player| player.index() > 1), None);
        assert_eq!(game.winner_among(|_| false), None);
    }
}
