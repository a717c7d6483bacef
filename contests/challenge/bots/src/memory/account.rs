//! The winnings of actions against one opponent.

use serde::{Deserialize, Serialize};

use cardsharp_challenge_game::rules::Move;

/// The amount that may be lost before anything was won, as a probability of winning a game.
const START: f64 = 0.4;
/// The number of standard errors of the winnings beyond which a loss is not by chance, for departures from the policy and
/// for the policy's own actions. An action that wins a little has results of half a game, so that without them most kinds
/// would be stopped by bad luck alone.
const BY_CHANCE: [f64; 2] = [2.0, 3.0];
/// The same for the response as a whole.
const WHOLE_BY_CHANCE: f64 = 3.0;
/// The largest amount that counts as won, so that an opponent who changes is noticed.
const MAX_WON: f64 = 4.0;
/// The largest sum of squares that counts, that of 100 lost or won bets for half a game, for the same reason.
const MAX_SQUARES: f64 = 25.0;

/// The kinds of actions, which are accounted for separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A card.
    Card,
    /// A challenge with less than an even chance to win the tricks.
    Bluff,
    /// Any other challenge.
    Offer,
    /// An acceptance.
    Accept,
    /// A rejection.
    Reject,
}

/// The number of kinds.
const KINDS: usize = 5;

/// The chooser of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The response to the model, which preferred it to the policy.
    Response,
    /// The policy.
    Policy,
}

/// An action of the hand under way that will be accounted for.
#[derive(Clone, Copy, Debug)]
pub struct Note {
    /// The chooser.
    pub by: By,
    /// Its kind.
    pub kind: Kind,
    /// The value that the model forecast of what would have been done otherwise.
    pub otherwise: f64,
}

/// The winnings of actions of each kind against one opponent, in games: the results of hands with such an action, less what
/// the model forecast for doing otherwise. Both are values of one function of the score.
///
/// A kind of action is allowed as long as it has not lost more than it has won before, an allowance at the start, a budget
/// for each hand, and what may be bad luck. This follows Ganzfried and Sandholm (2015, "Safe Opponent Exploitation"): risk
/// what was won. Results stand for expected winnings here, since hidden hands leave those unknown, so the bound holds for
/// what was observed and not in expectation. The policy's own challenges and acceptances are stopped in the same way: a
/// bluff that is always called is not an equilibrium's against this opponent.
///
/// The response as a whole is booked too: the value of each hand, less that of its score before it. Both follow from the
/// model, so that their difference has mean 0 if the model is right. It is stopped in the same way, and then the policy is
/// played, and hands are booked by its values.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Account {
    /// By who chose the action. Accounts of before, of departures alone, valued hands in two ways, and are not read.
    #[serde(default)]
    ledgers: [[Ledger; KINDS]; 2],
    /// All hands.
    #[serde(default)]
    whole: Ledger,
    hands: u64,
}

/// Winnings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Ledger {
    won: f64,
    /// The sum of the squared winnings.
    squares: f64,
}

impl Ledger {
    fn record(&mut self, gain: f64) {
        self.won = (self.won + gain).min(MAX_WON);
        self.squares = (self.squares + gain * gain).min(MAX_SQUARES);
    }

    /// True if no more was lost than `allowance` and so many standard errors.
    fn allows(&self, allowance: f64, errors: f64) -> bool {
        self.won > -(allowance + errors * self.squares.sqrt())
    }

    fn is_sound(&self) -> bool {
        self.won.is_finite() && self.squares >= 0.0
    }
}

/// The actions of the hand under way, by who chose them and by kind: what would have been won otherwise.
#[derive(Clone, Copy, Debug, Default)]
pub struct Notes([[Option<f64>; KINDS]; 2]);

impl Account {
    /// True if an action of this kind may be chosen.
    pub fn allows(&self, by: By, kind: Kind, budget: f64) -> bool {
        let side = by as usize;
        self.ledgers[side][kind as usize].allows(self.allowance(budget), BY_CHANCE[side])
    }

    /// True if the model may be responded to.
    pub fn allows_response(&self, budget: f64) -> bool {
        self.whole.allows(self.allowance(budget), WHOLE_BY_CHANCE)
    }

    fn allowance(&self, budget: f64) -> f64 {
        START + budget * self.hands as f64
    }

    /// Takes in a hand that is over, with its value as a probability of winning the game, and that of its score before it.
    pub fn record(&mut self, notes: &Notes, value: f64, before: f64) {
        self.hands += 1;
        self.whole.record(value - before);
        for (ledgers, noted) in self.ledgers.iter_mut().zip(notes.0) {
            for (ledger, otherwise) in ledgers.iter_mut().zip(noted) {
                if let Some(otherwise) = otherwise {
                    ledger.record(value - otherwise);
                }
            }
        }
    }

    /// True if the amounts are numbers.
    pub fn is_sound(&self) -> bool {
        self.ledgers.iter().flatten().chain([&self.whole]).all(Ledger::is_sound)
    }
}

impl Notes {
    /// Notes an action. The first of a kind counts.
    pub fn note(&mut self, note: Note) {
        self.0[note.by as usize][note.kind as usize].get_or_insert(note.otherwise);
    }
}

impl Kind {
    /// The kind of a move, with this chance to win the tricks.
    pub fn of(chosen: Move, chance: f64) -> Kind {
        match chosen {
            Move::Play(_) => Kind::Card,
            Move::Offer if chance < 0.5 => Kind::Bluff,
            Move::Offer => Kind::Offer,
            Move::Accept => Kind::Accept,
            Move::Reject => Kind::Reject,
        }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/memory/account.rs"]
mod tests;
