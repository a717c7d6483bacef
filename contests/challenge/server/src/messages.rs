//! Builds messages from the rules: the requests and the results that each player receives.

use cardsharp_player::Player;

use super::teams::TeamId;
use cardsharp_challenge_game::rules::{ChallengeState, Due, Game, GameStep};
use cardsharp_challenge_game::wire::{Outcome, RequestKind, RequestMessage, RequestState};

/// The parts of a request besides the position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RequestHeading {
    /// The number of the game.
    pub game_id: i32,
    /// The number of the request.
    pub request_id: i32,
    /// The opposing team.
    pub opponent: TeamId,
    /// Seconds left on the player's clock.
    pub remaining: f64,
}

/// The request to the player to move; none once the game is over.
pub fn request(game: &Game, heading: RequestHeading) -> Option<RequestMessage> {
    let player = game.to_move()?;
    let hand = game.hand();
    Some(RequestMessage {
        request: match hand.due() {
            Due::Card => RequestKind::RequestCard,
            Due::Answer => RequestKind::ChallengeOffered,
        },
        request_id: heading.request_id,
        remaining: heading.remaining,
        state: RequestState {
            hand: hand.cards(player),
            card: hand.table(),
            hand_id: game.hand_id(),
            game_id: heading.game_id,
            your_tricks: hand.tricks(player),
            their_tricks: hand.tricks(player.opponent()),
            can_challenge: hand.can_challenge(),
            in_challenge: matches!(hand.challenge(), ChallengeState::Accepted { .. }),
            total_tricks: hand.tricks_over(),
            your_points: game.points(player),
            opponent_id: heading.opponent.0,
            their_points: game.points(player.opponent()),
            player_number: player,
        },
    })
}

/// The results that each player receives after a step, in order. `failure` is the reason of a penalty against the
/// player who had to move. Its error comes before the results of the penalty, and only the offender receives it.
/// `accepted` goes to the mover alone, and only if there is no other result.
///
/// A trick that was won always has a card, since clients read it without a check. After a penalty it is the card that
/// the winner of the trick has lost. The loser's card would show the winner more than the contest does.
pub fn outcomes(step: &GameStep, failure: Option<&str>) -> [Vec<Outcome>; 2] {
    let trick = step.trick.map(|trick| match trick.winner {
        Some(by) => {
            Outcome::TrickWon { by, card: trick.last_card.or(step.penalty.map(|penalty| penalty.removed[by.index()])) }
        }
        None => Outcome::TrickTied,
    });
    let hand = step.hand.map(|end| Outcome::HandDone { by: end.winner() });
    let game = step.winner.map(|by| Outcome::GameWon { by });
    let results: Vec<Outcome> = [trick, hand, game].into_iter().flatten().collect();
    Player::BOTH.map(|player| {
        let moved = player == step.player;
        let error = failure.filter(|_| moved).map(|reason| Outcome::Error { reason: reason.to_owned() });
        let accepted = moved && failure.is_none() && results.is_empty();
        error.into_iter().chain(results.iter().cloned()).chain(accepted.then_some(Outcome::Accepted)).collect()
    })
}
