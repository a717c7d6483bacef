//! The share of games that a player wins who knows the rule: the best response to it over all hands and scores.
//!
//! Each hand is dealt from a full shoe, so that rules about the cards that have gone are met as after a shuffle.

use std::collections::BTreeMap;
use std::time::Duration;

use cardsharp_challenge_game::observation::Observation;
use cardsharp_challenge_game::rules::{Due, POINTS_TO_WIN, Params, Rank};
use cardsharp_challenge_solver::infosets::{Ending, HandGame, HandId, HandState, Payoffs, Stake};
use cardsharp_challenge_solver::opponent::{HandResponse, Possible, Valuation, strength};
use cardsharp_solvers::game::Player;
use cardsharp_solvers::strategy::Strategy;

use crate::rules::{RULES, Rule, When};
use crate::{number, wanted};

/// The points before a hand, of the responder and of the rule, and true if the responder leads it.
#[derive(Clone, Copy)]
struct Score {
    own: u8,
    theirs: u8,
    leads: bool,
}

/// A rule at a score, as a strategy.
struct Known<'a> {
    rule: &'a Rule,
    score: Score,
}

impl Known<'_> {
    /// All that the player of the rule sees. The cards played so far stand among those that are gone.
    fn observation(&self, game: &HandGame, state: &HandState) -> Observation {
        let player = state.to_move();
        let cards = |hand: HandId| game.space().cards(hand);
        let [own_tricks, their_tricks] = [player, player.opponent()].map(|player| state.tricks[player.index()]);
        Observation {
            due: if let Stake::Offered(_) = state.stake { Due::Answer } else { Due::Card },
            hand: cards(state.hands[player.index()]),
            table: Rank::new(state.table),
            own_tricks,
            their_tricks,
            tricks_over: state.over,
            can_challenge: state.stake == Stake::Open,
            in_challenge: state.stake == Stake::Accepted,
            own_points: self.score.theirs,
            their_points: self.score.own,
            hand_id: 1,
            led_hand: Some(player == Player::ZERO),
            tricks: Vec::new(),
            accepted_at: None,
            gone: cards(state.played[0]).union(cards(state.played[1])),
            remaining: Duration::from_secs(2),
        }
    }
}

impl Strategy<HandGame> for Known<'_> {
    fn probabilities(&self, game: &HandGame, state: &HandState, out: &mut [f64]) {
        let seen = self.observation(game, state);
        let chance = self.rule.stake_chance(&seen);
        out.fill(0.0);
        if seen.due == Due::Answer {
            return out.copy_from_slice(&[chance, 1.0 - chance]);
        }
        let card = self.rule.card(&seen);
        let place = seen.hand.distinct().position(|rank| rank == card).unwrap();
        out[place] = 1.0 - chance;
        if state.stake == Stake::Open {
            *out.last_mut().unwrap() = chance;
        }
    }
}

/// The probabilities of the ends of a hand for the responder, best first: the game, the point, nobody's, the point lost, the game
/// lost.
type Ends = [f64; 5];

/// Ends of a hand, as far as they are the same for all payoffs, and the choices that depend on the payoffs.
#[derive(Default)]
struct Ways {
    fixed: Ends,
    choices: Vec<Vec<Ways>>,
}

impl Ways {
    fn fixed(fixed: Ends) -> Ways {
        Ways { fixed, choices: Vec::new() }
    }

    fn value(&self, payoffs: Payoffs) -> f64 {
        let of_ends = [1.0, payoffs.win, payoffs.tie, payoffs.lose, 0.0];
        let fixed: f64 = self.fixed.iter().zip(of_ends).map(|(share, value)| share * value).sum();
        let best = |ways: &Vec<Ways>| ways.iter().map(|ways| ways.value(payoffs)).fold(0.0, f64::max);
        fixed + self.choices.iter().map(best).sum::<f64>()
    }

    /// True if this is at least as good for all payoffs, which fall from end to end.
    fn dominates(&self, other: &Ways) -> bool {
        let mut ahead = 0.0;
        let better = |(one, other): (&f64, &f64)| {
            ahead += one - other;
            ahead > -1e-15
        };
        other.choices.is_empty() && self.fixed.iter().zip(&other.fixed).all(better)
    }

    /// The ways after a choice among them.
    fn chosen(mut ways: Vec<Ways>) -> Ways {
        let mut index = 0;
        while index < ways.len() {
            let rivals = ways.iter().enumerate().filter(|&(other, _)| other != index);
            if rivals.clone().any(|(_, rival)| rival.dominates(&ways[index])) {
                ways.swap_remove(index);
            } else {
                index += 1;
            }
        }
        if ways.len() == 1 { ways.remove(0) } else { Ways { fixed: Ends::default(), choices: vec![ways] } }
    }
}

struct Ended<'a> {
    game: &'a HandGame,
    known: &'a Known<'a>,
    me: Player,
}

impl Ended<'_> {
    /// The game, if the rule accepts an offer in a hand that it has lost, or makes one: the contest plays decided hands on.
    fn given_away(&self, hands: &[Possible]) -> f64 {
        let chance = |offered: bool, state: &HandState| {
            let cards = self.game.space().cards(state.hands[self.me.opponent().index()]);
            if cards.is_empty() || state.stake != Stake::Open {
                return 0.0;
            }
            // The winner of the trick leads, and the rule is asked before it answers with a card.
            let mut next = HandState { ending: None, ..*state };
            if offered {
                next.stake = Stake::Offered(self.me);
            } else if next.lead == self.me {
                next.table = 1;
            }
            self.known.rule.stake_chance(&self.known.observation(self.game, &next))
        };
        let all = |offered| hands.iter().map(|(state, weight)| weight * chance(offered, state)).sum::<f64>();
        f64::max(all(true), all(false))
    }
}

impl Valuation for Ended<'_> {
    type Value = Ways;

    fn end(&self, ending: Ending, hands: &[Possible]) -> Ways {
        let staked = hands[0].0.stake == Stake::Accepted;
        let all: f64 = hands.iter().map(|(_, weight)| weight).sum();
        let mut ends = Ends::default();
        match ending {
            Ending::Tied => ends[2] = all,
            Ending::Won(winner) if winner == self.me => {
                ends[0] = if staked { all } else { self.given_away(hands) };
                ends[1] = all - ends[0];
            }
            Ending::Won(_) => ends[if staked { 4 } else { 3 }] = all,
        }
        Ways::fixed(ends)
    }

    fn decision(&self, _: &HandState, actions: Vec<Ways>) -> Ways {
        Ways::chosen(actions)
    }

    fn sum(&self, parts: Vec<Ways>) -> Ways {
        let mut sum = Ways::default();
        for part in parts {
            sum.fixed.iter_mut().zip(part.fixed).for_each(|(sum, share)| *sum += share);
            sum.choices.extend(part.choices);
        }
        sum
    }
}

/// `count` hands at equal steps through all, from weak to strong, each as likely as the others.
fn sample(game: &HandGame, count: usize, start: f64) -> Vec<HandId> {
    let space = game.space();
    let size = usize::from(game.rules().hand_size());
    let first = space.first(size).index();
    let mut hands: Vec<HandId> = (0..space.count(size)).map(|hand| HandId::from_index(first + hand)).collect();
    let strength_of = |hand: HandId| strength(space.cards(hand).descending(), game.rules().ranks(), size as f64, 0.0);
    hands.sort_by(|&one, &two| strength_of(one).total_cmp(&strength_of(two)));
    let all = game.all_ways(0);
    let mut next = start;
    let mut passed = 0.0;
    let mut kept = Vec::new();
    for hand in hands {
        passed += game.ways(hand, HandId::EMPTY) / all * count as f64;
        while next < passed {
            kept.push(hand);
            next += 1.0;
        }
    }
    kept
}

/// All ways to play each of the hands against a rule, which differ by what the rule asks of the score.
struct Response<'a> {
    game: &'a HandGame,
    rule: &'a Rule,
    hands: Vec<HandId>,
    ways: BTreeMap<(Vec<bool>, bool), Vec<Ways>>,
    values: BTreeMap<(u8, u8, bool), f64>,
}

impl Response<'_> {
    fn ways_of(&self, score: Score) -> Vec<Ways> {
        let me = if score.leads { Player::ZERO } else { Player::ONE };
        let known = Known { rule: self.rule, score };
        let valuation = Ended { game: self.game, known: &known, me };
        let response = HandResponse { game: self.game, me, opponent: &known, valuation: &valuation };
        let space = self.game.space();
        let size = usize::from(self.game.rules().hand_size());
        let others = (0..space.count(size)).map(|hand| HandId::from_index(space.first(size).index() + hand));
        let others: Vec<HandId> = others.collect();
        let of_hand = |&own: &HandId| {
            let dealt = |&other: &HandId| {
                let hands = if score.leads { [own, other] } else { [other, own] };
                (HandState::dealt(hands, 0), self.game.ways(other, own) / self.game.all_ways(size))
            };
            response.value(&others.iter().map(dealt).filter(|(_, weight)| *weight > 0.0).collect::<Vec<_>>())
        };
        self.hands.iter().map(of_hand).collect()
    }

    fn at(&self, own: u8, theirs: u8, leads: bool) -> f64 {
        match (own, theirs) {
            (POINTS_TO_WIN, _) => 1.0,
            (_, POINTS_TO_WIN) => 0.0,
            _ => self.values[&(own, theirs, leads)],
        }
    }

    /// The probability of winning a game, the responder and the rule leading its first hand alike often.
    fn solve(mut self) -> f64 {
        for own in (0..POINTS_TO_WIN).rev() {
            for theirs in (0..POINTS_TO_WIN).rev() {
                for leads in [false, true] {
                    let key = (asked(self.rule, own, theirs), leads);
                    if !self.ways.contains_key(&key) {
                        let ways = self.ways_of(Score { own, theirs, leads });
                        self.ways.insert(key.clone(), ways);
                    }
                    let ways = &self.ways[&key];
                    let mut payoffs = Payoffs {
                        win: self.at(own + 1, theirs, true),
                        lose: self.at(own, theirs + 1, false),
                        tie: 0.5,
                    };
                    // After a tie the hand is dealt again at the same score.
                    for _ in 0..8 {
                        payoffs.tie = ways.iter().map(|ways| ways.value(payoffs)).sum::<f64>() / ways.len() as f64;
                    }
                    self.values.insert((own, theirs, leads), payoffs.tie);
                }
            }
        }
        0.5 * (self.at(0, 0, false) + self.at(0, 0, true))
    }
}

/// The conditions of a rule on the score, and whether they hold for its player.
fn asked(rule: &Rule, own: u8, theirs: u8) -> Vec<bool> {
    let clauses = rule.offer.iter().chain(rule.accept);
    let conditions = clauses.flat_map(|clause| clause.when).filter_map(|when| match *when {
        When::IHave(points) => Some(theirs == points),
        When::TheyHave(points) => Some(own == points),
        When::Behind => Some(theirs < own),
        When::Level => Some(theirs == own),
        When::Ahead => Some(theirs > own),
        _ => None,
    });
    conditions.collect()
}

/// The ceilings of docs/src/results/log.md. Two samples of `HANDS` own hands each give two figures for a rule.
#[test]
#[ignore = "a measurement: cargo test --release -p cardsharp-challenge-bots --test rule_bots ceiling_of -- --ignored --nocapture"]
fn ceiling_of_every_rule() {
    let game = HandGame::new(Params::CONTEST, vec![Payoffs::EARLY]);
    let hands = number("HANDS", 12) as usize;
    println!("| rule | set aside | ceiling, % |\n|---|---|---|");
    for rule in RULES.iter().filter(wanted()) {
        let ceiling = |start| {
            let hands = sample(&game, hands, start);
            Response { game: &game, rule, hands, ways: BTreeMap::new(), values: BTreeMap::new() }.solve()
        };
        let found = [0.25, 0.75].map(ceiling);
        let half = 50.0 * (found[0] - found[1]).abs();
        println!("| {} | {} | {:.1} ± {half:.1} |", rule.name, rule.set_aside, 50.0 * (found[0] + found[1]));
    }
}
