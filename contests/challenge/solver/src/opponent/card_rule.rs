//! The rules by which a player chooses a card.

use super::sight::Sight;
use cardsharp_challenge_game::rules::Rank;
use serde::{Deserialize, Serialize};

/// The card that a player prefers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Preference {
    /// The highest.
    Highest,
    /// The lowest.
    Lowest,
    /// The second highest.
    Second,
    /// The one in the middle.
    Middle,
    /// The lowest that wins the trick, else the lowest.
    CheapestWinner,
    /// The highest that wins the trick, else the lowest.
    HighestWinner,
    /// The lowest that does not lose the trick, else the lowest.
    CheapestEqual,
    /// The one that is best on average if all cards are open from then on.
    OpenCards,
}

/// A rule that gives each card a probability.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum CardRule {
    /// As the reference policy.
    Policy,
    /// Every rank in hand alike.
    Uniform,
    /// The preferred card; every other card together with probability `slip`.
    Prefers {
        /// The preference.
        card: Preference,
        /// The probability of another card.
        slip: f64,
    },
}

/// Probabilities of another card than the preferred one.
const SLIPS: [f64; 3] = [0.02, 0.1, 0.3];
/// The prior probability that a player follows the reference policy.
const POLICY_PRIOR: f64 = 0.4;
/// The share of the policy that is spread over all cards, since a table may exclude a card that a similar player plays.
const POLICY_SLIP: f64 = 0.02;

impl CardRule {
    /// The rules of a player who leads, with their prior probabilities.
    pub fn leads() -> Vec<(CardRule, f64)> {
        use Preference::{Highest, Lowest, Middle, OpenCards, Second};
        family(&[Highest, Lowest, Second, Middle, OpenCards])
    }

    /// The rules of a player who follows, with their prior probabilities.
    pub fn follows() -> Vec<(CardRule, f64)> {
        use Preference::{CheapestEqual, CheapestWinner, Highest, HighestWinner, Lowest};
        family(&[CheapestWinner, CheapestEqual, HighestWinner, Highest, Lowest])
    }

    /// The rule by which a player of this rule is played out. Cards that look random are not bad
    /// cards, so that the reference policy stands for them.
    pub fn played_out(self) -> CardRule {
        match self {
            CardRule::Uniform => CardRule::Policy,
            rule => rule,
        }
    }

    /// The probability of playing `card`, which must be in the hand.
    pub fn probability(&self, sight: &Sight<'_>, card: Rank) -> f64 {
        let distinct = sight.cards().distinct().count();
        let uniform = 1.0 / distinct as f64;
        match *self {
            CardRule::Uniform => uniform,
            CardRule::Policy => (1.0 - POLICY_SLIP) * sight.policy_plays(card) + POLICY_SLIP * uniform,
            CardRule::Prefers { .. } if distinct == 1 => 1.0,
            CardRule::Prefers { card: preference, slip } => {
                if preference.of(sight) == Some(card) {
                    1.0 - slip
                } else {
                    slip / (distinct - 1) as f64
                }
            }
        }
    }
}

impl Preference {
    fn of(self, sight: &Sight<'_>) -> Option<Rank> {
        let cards = sight.cards();
        let wins = |rank: &Rank| sight.led().is_some_and(|led| *rank > led);
        match self {
            Preference::Highest => cards.highest(),
            Preference::Lowest => cards.lowest(),
            Preference::Second => cards.descending().nth(1).or(cards.lowest()),
            Preference::Middle => cards.descending().nth(cards.len() / 2),
            Preference::CheapestWinner => cards.distinct().find(wins).or(cards.lowest()),
            Preference::HighestWinner => cards.highest().filter(wins).or(cards.lowest()),
            Preference::CheapestEqual => {
                let holds = |rank: &Rank| sight.led().is_some_and(|led| *rank >= led);
                cards.distinct().find(holds).or(cards.lowest())
            }
            Preference::OpenCards => sight.open_card(),
        }
    }
}

fn family(preferences: &[Preference]) -> Vec<(CardRule, f64)> {
    let mut family = vec![(CardRule::Policy, POLICY_PRIOR)];
    let others = preferences.len() * SLIPS.len() + 1;
    let share = (1.0 - POLICY_PRIOR) / others as f64;
    family.push((CardRule::Uniform, share));
    for &card in preferences {
        family.extend(SLIPS.map(|slip| (CardRule::Prefers { card, slip }, share)));
    }
    family
}
