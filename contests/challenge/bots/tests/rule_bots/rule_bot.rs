//! A player who does what a rule says.

use cardsharp_challenge_bots::ChallengeGame;
use cardsharp_challenge_bots::agents::{Agent, Dice};
use cardsharp_challenge_game::observation::Observation;
use cardsharp_challenge_game::rules::{Cards, Due, Move, Params, Rank};
use cardsharp_challenge_solver::opponent::strength;
use rand::Rng;

use crate::rules::{Pick, Rule, When};

/// A player who does what a rule says.
pub struct RuleBot {
    rule: &'static Rule,
    dice: Dice,
}

impl RuleBot {
    /// The player of a rule, whose random numbers are a function of `seed`.
    pub fn new(rule: &'static Rule, seed: u64) -> RuleBot {
        RuleBot { rule, dice: Dice::new(seed) }
    }
}

impl Agent<ChallengeGame> for RuleBot {
    fn start_game(&mut self) {
        self.dice.start_game();
    }

    fn choose(&mut self, observation: &Observation) -> Move {
        let drawn = self.dice.roll(observation).random::<f64>() < self.rule.stake_chance(observation);
        match observation.due {
            Due::Answer if drawn => Move::Accept,
            Due::Answer => Move::Reject,
            Due::Card if drawn => Move::Offer,
            Due::Card => Move::Play(self.rule.card(observation)),
        }
    }
}

impl Rule {
    /// The probability of an acceptance if an answer is due, and of an offer otherwise.
    pub fn stake_chance(&self, observation: &Observation) -> f64 {
        let clauses = match observation.due {
            Due::Answer => self.accept,
            Due::Card if observation.can_challenge => self.offer,
            Due::Card => &[],
        };
        let clause = clauses.iter().find(|clause| clause.when.iter().all(|when| when.holds(observation)));
        clause.map_or(0.0, |clause| clause.chance)
    }

    /// The card that is played.
    pub fn card(&self, observation: &Observation) -> Rank {
        let hand = observation.hand;
        let wins = |rank: &Rank| observation.table.is_some_and(|led| *rank > led);
        let pick = match observation.table {
            None => self.lead,
            Some(_) => self.follow,
        };
        let found = match pick {
            Pick::Highest => hand.highest(),
            Pick::Lowest => hand.lowest(),
            Pick::Middle => hand.descending().nth(hand.len() / 2),
            Pick::Winner => hand.distinct().find(wins).or(hand.lowest()),
            Pick::TopWinner => hand.highest().filter(wins).or(hand.lowest()),
        };
        found.unwrap()
    }
}

impl When {
    fn holds(self, seen: &Observation) -> bool {
        match self {
            When::TheyHave(points) => seen.their_points == points,
            When::IHave(points) => seen.own_points == points,
            When::Behind => seen.own_points < seen.their_points,
            When::Level => seen.own_points == seen.their_points,
            When::Ahead => seen.own_points > seen.their_points,
            When::Trick(number) => seen.tricks_over + 1 == number,
            When::TrickAfter(number) => seen.tricks_over >= number,
            When::Leads => seen.table.is_none() || seen.own_card_on_table(),
            When::Follows => !When::Leads.holds(seen),
            When::LedHand => seen.led_hand == Some(true),
            When::TricksAhead => seen.own_tricks > seen.their_tricks,
            When::TricksLevel => seen.own_tricks == seen.their_tricks,
            When::TricksBehind => seen.own_tricks < seen.their_tricks,
            When::Certain => seen.is_won() || wins_last_trick(seen),
            When::MayWin => !seen.is_certain_loss(),
            When::Strength(least) => strength_of(seen) >= least,
            When::HigherLeft(most) => higher_left(seen) <= most,
            When::TopsGone(least) => tops_gone(seen) >= least,
        }
    }
}

/// True if the last trick is won by the card to follow with.
fn wins_last_trick(seen: &Observation) -> bool {
    let led = seen.table.filter(|_| !seen.own_card_on_table());
    let wins = led.is_some_and(|led| seen.hand.highest().is_some_and(|own| own > led));
    seen.tricks_left() == 1 && wins && seen.own_tricks >= seen.their_tricks
}

fn strength_of(seen: &Observation) -> f64 {
    let on_table = seen.table.filter(|_| seen.own_card_on_table());
    let own = seen.hand.descending().chain(on_table);
    let left = f64::from(seen.tricks_left()).max(1.0);
    let lead = f64::from(seen.own_tricks) - f64::from(seen.their_tricks);
    strength(own, Params::CONTEST.ranks(), left, lead)
}

/// All cards that the player has seen since the shoe was shuffled, the own hand included.
fn all_seen(seen: &Observation) -> Cards {
    let tricks = seen.tricks.iter().flat_map(|trick| [trick.own, trick.theirs]).flatten();
    tricks.chain(seen.table).fold(seen.gone.union(seen.hand), Cards::with)
}

fn unseen_above(seen: &Observation, above: u8) -> u8 {
    let known = all_seen(seen);
    let ranks = Params::CONTEST.all_ranks().filter(|rank| rank.value() > above);
    ranks.map(|rank| Params::CONTEST.copies().saturating_sub(known.count(rank))).sum()
}

/// The cards not yet seen that beat the own highest card.
fn higher_left(seen: &Observation) -> u8 {
    let own = seen.hand.highest().max(seen.table.filter(|_| seen.own_card_on_table()));
    unseen_above(seen, own.map_or(0, Rank::value))
}

/// The cards of the two highest ranks that have been seen.
fn tops_gone(seen: &Observation) -> u8 {
    2 * Params::CONTEST.copies() - unseen_above(seen, Params::CONTEST.ranks() - 2).min(2 * Params::CONTEST.copies())
}
