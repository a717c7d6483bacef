//! The ways in which the player goes on in a hand that is played out.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::strategy::sample_index;
use rand::Rng;

use cardsharp_challenge_game::rules::Move;
use cardsharp_challenge_solver::infosets::{Ending, HandState, Payoffs, Stake};
use cardsharp_challenge_solver::opponent::{Feature, Reference, Sight, Style};

/// A way to go on: the cards of the policy, and challenges by the policy or by the chance to win the tricks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Continuation {
    /// The least chance for an offer; none leaves offers to the policy.
    pub offers: Option<f64>,
    /// The least chance for an acceptance; none leaves answers to the policy.
    pub accepts: Option<f64>,
}

impl Continuation {
    /// The policy, but a challenge exactly where the tricks are nearly certain.
    pub const PATIENT: Continuation = Continuation { offers: Some(0.9), accepts: None };

    fn action(self, sight: &Sight<'_>, actions: usize, rng: &mut impl Rng) -> usize {
        let mut open = actions;
        match (sight.state().stake, self.offers, self.accepts) {
            (Stake::Offered(_), _, Some(least)) => return usize::from(sight.feature(Feature::Equity) < least),
            (Stake::Open, Some(least), _) => {
                open -= 1;
                if sight.feature(Feature::Equity) >= least {
                    return open;
                }
            }
            _ => {}
        }
        let row = sight.policy().map(|row| &row[..open]);
        let drawn = row.and_then(|row| {
            let sum: f64 = row.iter().sum();
            let shares = row.iter().map(|share| share / sum);
            (sum > 0.0).then(|| sample_index(shares, rng.random()))?
        });
        drawn.unwrap_or_else(|| rng.random_range(0..open))
    }
}

/// The players of a hand that is played out.
pub struct Players<'a> {
    /// The policy and the features that both refer to.
    pub reference: &'a Reference,
    /// The number of this player in the hand.
    pub me: Player,
    /// The opponent.
    pub style: &'a Style,
}

impl Players<'_> {
    /// Plays the hand to its end.
    pub fn finish(&self, mut state: HandState, continuation: Continuation, rng: &mut impl Rng) -> Outcome {
        let game = self.reference.game();
        loop {
            if let Some(ending) = state.ending {
                return Outcome::of(ending, state.stake, self.me);
            }
            let sight = Sight::new(self.reference, &state);
            if state.to_move() == self.me {
                let action = continuation.action(&sight, game.actions(&state), rng);
                state = game.act(&state, action);
                continue;
            }
            match self.style.act(&sight, rng) {
                Move::Play(card) => {
                    let player = state.to_move();
                    game.play(&mut state, player, card.value());
                }
                Move::Offer => state.offer(),
                Move::Accept => state.answer(true),
                Move::Reject => state.answer(false),
            }
        }
    }
}

/// The end of a hand for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The point is theirs.
    Won,
    /// The point is the opponent's.
    Lost,
    /// Nobody scores.
    Tied,
    /// An accepted challenge won the game.
    GameWon,
    /// An accepted challenge lost the game.
    GameLost,
}

impl Outcome {
    /// All outcomes.
    pub const ALL: [Outcome; 5] = [Outcome::Won, Outcome::Lost, Outcome::Tied, Outcome::GameWon, Outcome::GameLost];

    /// The outcome of an end for player `me`.
    pub fn of(ending: Ending, stake: Stake, me: Player) -> Outcome {
        match (ending, stake) {
            (Ending::Tied, _) => Outcome::Tied,
            (Ending::Won(winner), Stake::Accepted) if winner == me => Outcome::GameWon,
            (Ending::Won(_), Stake::Accepted) => Outcome::GameLost,
            (Ending::Won(winner), _) if winner == me => Outcome::Won,
            _ => Outcome::Lost,
        }
    }

    /// The outcome of a hand with this result, by its sign.
    pub fn of_result(result: i8, staked: bool) -> Outcome {
        match (result.signum(), staked) {
            (0, _) => Outcome::Tied,
            (1, true) => Outcome::GameWon,
            (1, false) => Outcome::Won,
            (_, true) => Outcome::GameLost,
            (_, false) => Outcome::Lost,
        }
    }

    /// The probability of winning the game, with the payoffs of the hand for this player.
    pub fn value(self, payoffs: Payoffs) -> f64 {
        match self {
            Outcome::Won => payoffs.win,
            Outcome::Lost => payoffs.lose,
            Outcome::Tied => payoffs.tie,
            Outcome::GameWon => 1.0,
            Outcome::GameLost => 0.0,
        }
    }
}
