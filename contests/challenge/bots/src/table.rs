//! Challenge as its agents play it.

use std::time::Duration;

use cardsharp_solvers::game::Player;

use super::memory::Memory;
use cardsharp_challenge_game::observation::{ACTIONS, HandSeen, Observation, Seen, move_of};
use cardsharp_challenge_game::rules::{GAMES_TO_WIN, Game, INITIAL_BANK, Move, Params, Round, Shoe};
use cardsharp_game::outside::Request;
use cardsharp_game::{Applied, GameResult, RoundResult, Setup, TableGame, derive_seed};

/// The time that agents see on the clock. There is no clock in this process, so that results depend on the seed alone.
const REMAINING: Duration = INITIAL_BANK;

/// The number of the seed's stream for the shoe.
const SHOE: u64 = 2;

/// The contest's game.
#[derive(Clone, Copy, Debug)]
pub struct ChallengeGame;

impl TableGame for ChallengeGame {
    type State = Game;
    type Observation<'a> = Observation;
    type Action = Move;
    type Memory = Memory;
    type Shown = HandSeen;

    const SEATS: usize = 2;

    fn begin(seed: u64, _record: bool) -> Game {
        let shoe = Shoe::new(Params::CONTEST, derive_seed(seed, SHOE));
        Game::new(Params::CONTEST, shoe)
    }

    fn to_act(game: &Game) -> Option<usize> {
        Some(game.to_move()?.index())
    }

    fn observe(game: &Game) -> Option<Observation> {
        Observation::of(game, REMAINING)
    }

    fn apply(game: &mut Game, action: Move) -> Applied {
        let Err(illegal) = game.apply(action) else {
            return Applied::Legal;
        };
        // Only a game that is over cannot be penalised.
        match game.penalize(&illegal.to_string()) {
            Ok(_) => Applied::Penalised,
            Err(_) => Applied::Stuck,
        }
    }

    fn parts_over(game: &Game) -> u64 {
        u64::from(game.hand_id()) + u64::from(game.winner().is_some())
    }

    fn shown(game: &Game, seat: usize) -> Option<HandSeen> {
        HandSeen::last_of(game, Player::new(seat as u8))
    }

    fn winner(game: &Game) -> Option<usize> {
        Some(game.winner()?.index())
    }

    fn points(game: &Game) -> Vec<f64> {
        Player::BOTH.map(|player| f64::from(game.points(player))).to_vec()
    }

    fn record(game: &Game) -> serde_json::Value {
        // The record is made of plain enums and numbers, which always have a JSON form.
        serde_json::to_value(game.events()).unwrap_or_default()
    }

    fn round(setup: Setup, play: &mut dyn FnMut(Setup) -> GameResult) -> RoundResult {
        let mut round = Round::default();
        let mut games = Vec::with_capacity(2 * GAMES_TO_WIN as usize);
        while round.winner().is_none() {
            let game = play(Setup {
                seed: derive_seed(setup.seed, u64::from(round.games())),
                // Side 0 of the round is the agent who has its first seat.
                first: (setup.first + round.first_lead()) % 2,
                record: setup.record,
            });
            let winner = game.winner;
            games.push(game);
            match winner {
                Some(agent) => round.record_win((agent + setup.first) % 2),
                None => break,
            }
        }
        RoundResult { winner: round.winner().map(|side| (side + setup.first) % 2), games }
    }

    fn request(observation: &Observation) -> Request {
        Request::new(&ACTIONS, observation.legal_actions(), Seen::from(observation))
    }

    fn numbered(action: usize) -> Option<Move> {
        move_of(action)
    }

    /// There is always a legal move. Without one, a rejection would be the safest answer.
    fn any_action(_: &Observation) -> Move {
        Move::Reject
    }
}
