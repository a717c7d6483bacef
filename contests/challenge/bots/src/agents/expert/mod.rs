//! `expert`: the best hand-written agent.
//!
//! | noun | file |
//! |---|---|
//! | the value of a point at the score | `stakes` |
//! | the range of a player: the hands that the player may hold | `range` |
//! | the decisions to challenge and to accept | `offer` |
//!
//! Cards: the agent weighs the possible hands of the opponent: all of them, or a sample while more than three cards are
//! left. The weights depend on the cards gone and on the opponent's plays as a follower. It plays the card that does
//! best on average if both hands are open from then on. The method has a known error: it assumes that the opponent
//! knows its hand, and that it will later know the opponent's.
//!
//! Challenges: it solves the small game in `offer` with the stakes of the score. The cases at 9 points then follow
//! without special rules. With the opponent at nine points, a challenge risks nothing; with nine points of one's own,
//! it gains nothing. Keyed random numbers draw from the mixed strategies of the solution: those are the bluffs. A
//! challenge is never offered with a hand that is certain to be lost. The small game would bluff with it, but its
//! solution is rough, and an opponent who accepts wins the game.
//!
//! Tuned by `cardsharp match challenge expert:patience=X expert:patience=0 --games 800`: X = 0.02,
//! 0.04 and 0.07 won 54.6, 54.0 and 54.5 % (half-widths 2.7 to 3.2). Twice the draws did no better.

mod offer;
mod range;
mod stakes;

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use self::offer::{OfferGame, OfferSolution};
use self::range::{Play, Played, Range};
use self::stakes::Stakes;
use super::{Agent, Dice};
use crate::ChallengeGame;
use cardsharp_challenge_game::observation::Observation;
use cardsharp_challenge_game::rules::{Cards, Due, Move, Params, Rank};
use cardsharp_challenge_solver::open_cards::OpenCards;
use cardsharp_options::within;
use serde::Deserialize;

/// Chooses cards against the opponent's range as if the cards were open, and challenges by the
/// solution of a small game between both ranges.
pub struct Expert {
    options: ExpertOptions,
    dice: Dice,
}

/// The options of [`Expert`].
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ExpertOptions {
    /// The margin by which an offer must beat no offer before the first trick is over, as a probability of winning the
    /// game. It falls in proportion to the tricks left, to zero in the last.
    #[serde(deserialize_with = "within::<-1, 1, _, _>")]
    pub patience: f64,
    /// The number of hands of the opponent that are sampled if they are too many to list.
    #[serde(deserialize_with = "within::<1, 1000, _, _>")]
    pub draws: usize,
}

impl Default for ExpertOptions {
    fn default() -> Self {
        ExpertOptions { patience: 0.03, draws: 60 }
    }
}

impl Expert {
    /// The agent with these options and this seed.
    pub fn new(options: ExpertOptions, seed: u64) -> Expert {
        // The table is made here, so that no answer has to wait tens of milliseconds for it.
        OpenCards::table();
        Expert { options, dice: Dice::new(seed) }
    }
}

impl Agent<ChallengeGame> for Expert {
    fn start_game(&mut self) {
        self.dice.start_game();
    }

    fn choose(&mut self, observation: &Observation) -> Move {
        if let Some(certain) = certain_move(observation) {
            return certain;
        }
        let mut rng = self.dice.roll(observation);
        let outlook = Outlook::new(observation, self.options, &mut rng);
        let luck: f64 = rng.random();
        match observation.due {
            Due::Answer if luck < outlook.chance_to_accept() => Move::Accept,
            Due::Answer => Move::Reject,
            Due::Card if may_offer(observation) && luck < outlook.chance_to_offer() => Move::Offer,
            Due::Card => outlook.best_card().map_or(Move::Reject, Move::Play),
        }
    }

    /// The hands that are drawn are those of the seed; what luck decides after that is not.
    fn probabilities(&mut self, observation: &Observation) -> Option<Vec<(Move, f64)>> {
        if let Some(certain) = certain_move(observation) {
            return Some(vec![(certain, 1.0)]);
        }
        let outlook = Outlook::new(observation, self.options, &mut self.dice.roll(observation));
        if observation.due == Due::Answer {
            let accepts = outlook.chance_to_accept();
            return Some(vec![(Move::Accept, accepts), (Move::Reject, 1.0 - accepts)]);
        }
        let offers = if may_offer(observation) { outlook.chance_to_offer() } else { 0.0 };
        let card = outlook.best_card()?;
        Some(vec![(Move::Offer, offers), (Move::Play(card), 1.0 - offers)])
    }
}

fn may_offer(observation: &Observation) -> bool {
    observation.can_challenge && !observation.is_certain_loss()
}

/// The move of a decision that is certain. A hand that is won already is worth one point. A
/// challenge on it costs nothing: a rejection is worth the same point, and an acceptance wins the
/// game. With a lost hand, the answer to a challenge is a rejection.
fn certain_move(observation: &Observation) -> Option<Move> {
    match observation.due {
        Due::Answer if observation.is_won() => Some(Move::Accept),
        Due::Answer if observation.is_lost() => Some(Move::Reject),
        Due::Card if observation.is_won() && observation.can_challenge => Some(Move::Offer),
        Due::Card if observation.is_won() || observation.is_lost() => observation.hand.lowest().map(Move::Play),
        _ => None,
    }
}

/// The position of the player to move, with the ranges of both sides.
struct Outlook<'a> {
    observation: &'a Observation,
    options: ExpertOptions,
    stakes: Stakes,
    ahead: i8,
    /// The opponent's range.
    theirs: Range,
    /// A sample of them, for the small game.
    few_theirs: Range,
    /// The own hand, at index 0, and others that the opponent must consider.
    own: Range,
}

/// The weight of the own hand in the range that the opponent considers, in the small game. It is large enough that the
/// hand's choice is solved, and small enough that it does not reveal the hand.
const OWN_WEIGHT: f64 = 0.02;

impl<'a> Outlook<'a> {
    fn new(observation: &'a Observation, options: ExpertOptions, rng: &mut ChaCha8Rng) -> Outlook<'a> {
        let (own_played, their_played) = plays(observation);
        let own_table = observation.own_card_on_table();
        let shown = shown_cards(observation);
        let left = usize::from(observation.tricks_left());
        let (own_left, their_left) = match observation.table {
            None => (left, left),
            Some(_) if own_table => (left - 1, left),
            Some(_) => (left, left - 1),
        };
        let draws = options.draws;
        let seen = together(&[observation.gone, shown, observation.hand]);
        let theirs = Range::of(their_left, seen, &their_played, draws, rng);
        let few_theirs = theirs.clone().thinned(draws, rng);
        // The cards of earlier hands that the opponent has seen are unknown. They matter little.
        let others = Range::of(own_left, shown, &own_played, draws, rng).thinned(draws, rng);
        Outlook {
            observation,
            options,
            stakes: Stakes::at(observation.own_points, observation.their_points),
            ahead: observation.own_tricks as i8 - observation.their_tricks as i8,
            theirs,
            few_theirs,
            own: others.led_by(observation.hand, OWN_WEIGHT),
        }
    }

    fn chance_to_offer(&self) -> f64 {
        let solution =
            self.solve(&self.own, &self.few_theirs, self.stakes, |own, theirs| self.result_to_move(own, theirs));
        solution.offer[0]
    }

    fn chance_to_accept(&self) -> f64 {
        let stakes = self.stakes.swapped();
        let solution =
            self.solve(&self.few_theirs, &self.own, stakes, |theirs, own| -self.result_answering(own, theirs));
        solution.accept[0]
    }

    fn solve(
        &self,
        offering: &Range,
        answering: &Range,
        stakes: Stakes,
        result: impl Fn(Cards, Cards) -> i8,
    ) -> OfferSolution {
        let row = |offering: Cards| {
            let hands = answering.hands().iter();
            hands.map(|&(answering, _)| result(offering, answering)).collect()
        };
        let results = offering.hands().iter().map(|&(hand, _)| row(hand)).collect();
        let game = OfferGame {
            offering,
            answering,
            results,
            stakes,
            patience: self.options.patience * f64::from(self.observation.tricks_left() - 1) / 4.0,
        };
        game.solve()
    }

    /// The result of the tricks for the player to move with the hand `own`, if a card is due.
    fn result_to_move(&self, own: Cards, theirs: Cards) -> i8 {
        let table = OpenCards::table();
        match self.observation.table {
            Some(led) => table.follower_result(own, led, theirs, self.ahead),
            None => table.result(own, theirs, true, self.ahead),
        }
    }

    /// The same if an answer to a challenge is due, after which the opponent has to play.
    fn result_answering(&self, own: Cards, theirs: Cards) -> i8 {
        let table = OpenCards::table();
        match self.observation.table {
            Some(led) => -table.follower_result(theirs, led, own, -self.ahead),
            None => table.result(own, theirs, false, self.ahead),
        }
    }

    /// The card with the best average result; of equal ones the lowest.
    fn best_card(&self) -> Option<Rank> {
        let mut best: Option<(f64, Rank)> = None;
        for card in self.observation.hand.distinct() {
            let value = self.value_of(card);
            if best.is_none_or(|(most, _)| value > most + 1e-9) {
                best = Some((value, card));
            }
        }
        best.map(|(_, card)| card)
    }

    fn value_of(&self, card: Rank) -> f64 {
        let table = OpenCards::table();
        let own = self.observation.hand.without(card).unwrap_or_default();
        let hands = self.theirs.hands().iter();
        hands
            .map(|&(theirs, weight)| {
                let result = match self.observation.table {
                    Some(led) => table.after_trick(own, theirs, (card, led), false, self.ahead),
                    None => -table.follower_result(theirs, card, own, -self.ahead),
                };
                weight * self.value_of_result(result)
            })
            .sum()
    }

    fn value_of_result(&self, result: i8) -> f64 {
        if self.observation.in_challenge { self.stakes.of_game(result) } else { self.stakes.of_point(result) }
    }
}

/// The plays of each player in this hand, the card on the table included, own first. A trick that a
/// penalty ended gives no information.
fn plays(observation: &Observation) -> (Played, Played) {
    let (mut own, mut theirs) = (Played::default(), Played::default());
    for trick in &observation.tricks {
        let (Some(mine), Some(other)) = (trick.own, trick.theirs) else {
            continue;
        };
        own.push(Play { card: mine, answered: (!trick.led).then_some(other) });
        theirs.push(Play { card: other, answered: trick.led.then_some(mine) });
    }
    if let Some(card) = observation.table {
        let player = if observation.own_card_on_table() { &mut own } else { &mut theirs };
        player.push(Play { card, answered: None });
    }
    (own, theirs)
}

/// The cards that both players have seen in this hand.
fn shown_cards(observation: &Observation) -> Cards {
    let tricks = observation.tricks.iter();
    let played: Cards = tricks.flat_map(|trick| [trick.own, trick.theirs]).flatten().collect();
    observation.table.into_iter().fold(played, Cards::with)
}

/// All these cards. A position typed by a person may hold more of a rank than there are; the
/// impossible copies are dropped.
fn together(parts: &[Cards]) -> Cards {
    let mut all = Cards::EMPTY;
    for rank in Params::CONTEST.all_ranks() {
        let count: u8 = parts.iter().map(|part| part.count(rank)).sum();
        for _ in 0..count.min(Params::CONTEST.copies()) {
            all = all.with(rank);
        }
    }
    all
}
