//! `resolve`: a policy, and from some trick on what is left of the hand, solved again.

mod time_bank;

use std::sync::Arc;
use std::time::Instant;

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::RangeGame;

use self::time_bank::{Kind, TimeBank};
use super::trained::certain;
use super::{Agent, Dice, Sight, Trained, score_of, state_of};
use crate::contests::challenge::infosets::{HandState, Payoffs, Stake};
use crate::contests::challenge::ranges::RangeHand;
use crate::contests::challenge::resolve::{Effort, Plans, ResolveOptions, Subject};
use crate::contests::challenge::rules::{Cards, Challenge, Move, Rank};
use crate::contests::challenge::training::Blueprint;

/// Plays as [`Trained`] does up to a trick, and from there on what it finds by solving what is left of
/// the hand again ([`crate::contests::challenge::resolve`]): from the ranges that the policy has led
/// to, and from the copies that the shoe can have left by all that has been seen of it. Cards that
/// nobody has seen, of hands that ended early, are as likely as any to be anywhere. Every new trick is
/// solved anew.
///
/// It solves for as long as the time bank gives, or, with the option `iterations`, for so many
/// iterations, whatever the clock says. Where its memory has a gap, or there is no time, the policy is
/// played.
pub struct Resolving {
    setup: Arc<Setup>,
    table: Trained,
    dice: Dice,
    bank: TimeBank,
    hand: Option<HandUnderWay>,
}

/// What all who play so have in common.
#[derive(Debug)]
pub struct Setup {
    blueprint: Arc<Blueprint>,
    options: ResolveOptions,
    /// At the beginning of a game.
    bank: TimeBank,
}

impl Setup {
    /// To play `blueprint`. Unless it goes by iterations, the machine is tried out now, so that no
    /// clock has to run for that.
    pub fn new(blueprint: Arc<Blueprint>, options: ResolveOptions) -> Setup {
        let bank = match options.iterations {
            Some(_) => TimeBank::default(),
            None => try_out(&blueprint, options),
        };
        Setup {
            blueprint,
            options,
            bank,
        }
    }
}

/// What is kept from one decision to the next.
struct HandUnderWay {
    hand_id: u32,
    class: u8,
    ranges: RangeHand,
    plans: Plans,
}

impl Resolving {
    /// A player whose chance is a function of `seed`.
    pub fn new(setup: Arc<Setup>, seed: u64) -> Resolving {
        Resolving {
            table: Trained::new(Arc::clone(&setup.blueprint), seed),
            dice: Dice::new(seed),
            bank: setup.bank,
            setup,
            hand: None,
        }
    }

    /// The moves found by solving again, with their chances; none where the policy is to be played.
    fn found(&mut self, sight: &Sight) -> Option<Vec<(Move, f64)>> {
        let asked = Instant::now();
        let state = complete_state(&self.setup.blueprint, sight)?;
        let player = state.to_move();
        if !self.setup.options.applies(&state, player) {
            return None;
        }
        let class = self.setup.blueprint.classes.class(score_of(sight, &state));
        let mut hand = match self.hand.take() {
            Some(hand) if (hand.hand_id, hand.class) == (sight.hand_id, class) => hand,
            _ => HandUnderWay::new(&self.setup.blueprint, sight, class)?,
        };
        let mut shares = hand.plans.shares(&hand.ranges, &state);
        if shares.is_none() && self.solve(&mut hand, sight, (&state, player), asked) {
            shares = hand.plans.shares(&hand.ranges, &state);
        }
        let ranks = self.setup.blueprint.game.rules().ranks();
        self.hand = Some(hand);
        let moves = shares?.into_iter();
        let named = moves.filter_map(|(action, share)| {
            Some((move_of(action, &state, ranks)?, f64::from(share)))
        });
        let named: Vec<(Move, f64)> = named.collect();
        let whole: f64 = named.iter().map(|(_, share)| share).sum();
        let legal = named.iter().all(|&(chosen, _)| sight.allows(chosen));
        ((whole - 1.0).abs() < 1e-3 && legal).then_some(named)
    }

    /// Solves again if there is time; whether there is something to play.
    fn solve(
        &mut self,
        hand: &mut HandUnderWay,
        sight: &Sight,
        (state, player): (&HandState, Player),
        asked: Instant,
    ) -> bool {
        let kind = Kind::of(state, player, self.setup.blueprint.game.rules().hand_size());
        let effort = match self.setup.options.iterations {
            Some(iterations) => Effort {
                most: iterations,
                least: iterations,
                deadline: None,
            },
            None => {
                let payoffs = self.setup.blueprint.classes.payoffs[usize::from(hand.class)];
                match self.bank.allowance(kind, sight.remaining, stakes(payoffs)) {
                    Some(allowance) => Effort {
                        most: MOST_ITERATIONS,
                        least: 0,
                        deadline: Some(asked + allowance),
                    },
                    None => return false,
                }
            }
        };
        let subject = Subject {
            hand: &hand.ranges,
            strategy: &*self.setup.blueprint,
            class: hand.class,
            options: self.setup.options,
        };
        let solved = hand.plans.solve(subject, state, player, effort);
        if let Ok(iterations) = solved {
            self.bank.learn(kind, asked.elapsed(), iterations);
        }
        solved.is_ok_and(|iterations| iterations > 0)
    }
}

/// What re-solving takes on this machine, by the largest kind of position. Nothing if the policy is of a
/// game that is not solved again.
fn try_out(blueprint: &Blueprint, options: ResolveOptions) -> TimeBank {
    let rules = blueprint.game.rules();
    let tried = || {
        let hand = RangeHand::new(rules, blueprint.classes.payoffs[0]).ok()?;
        let mut public = hand.root();
        // A card that ties settles nothing.
        let middle = usize::from(rules.ranks() / 2);
        while public.over + 1 < options.leads_from.min(rules.hand_size()) {
            public = hand.act(&public, middle);
        }
        let subject = Subject {
            hand: &hand,
            strategy: blueprint,
            class: 0,
            options,
        };
        let effort = Effort {
            most: TRIED,
            least: TRIED,
            deadline: None,
        };
        let begun = Instant::now();
        let solved = Plans::default().solve(subject, &public, public.to_move(), effort);
        solved.is_ok().then(|| begun.elapsed())
    };
    tried().map_or_else(TimeBank::default, |taken| {
        TimeBank::on_machine(taken, TRIED as u32)
    })
}

/// Iterations with which the machine is tried.
const TRIED: u64 = 2;

/// Beyond these nothing changes that matters.
const MOST_ITERATIONS: u64 = 1000;

/// How much the point of a hand is worth, to both together.
fn stakes(payoffs: Payoffs) -> f64 {
    payoffs.win - payoffs.lose
}

impl HandUnderWay {
    fn new(blueprint: &Blueprint, sight: &Sight, class: u8) -> Option<HandUnderWay> {
        let rules = blueprint.game.rules();
        // Re-solving numbers hands as a shoe does that has every hand of ranks.
        if rules.copies() < rules.hand_size() {
            return None;
        }
        let payoffs = blueprint.classes.payoffs[usize::from(class)];
        let left = left_in_shoe(rules, sight);
        Some(HandUnderWay {
            hand_id: sight.hand_id,
            class,
            ranges: RangeHand::from_shoe(rules, payoffs, left).ok()?,
            plans: Plans::default(),
        })
    }
}

/// What can be left in the shoe at the deal, the own hand among it. A memory at odds with what is on
/// the table gives way to it.
fn left_in_shoe(rules: Challenge, sight: &Sight) -> Cards {
    let mut shown: Vec<Rank> = sight.hand.descending().chain(sight.table).collect();
    let tricks = sight.tricks.iter();
    shown.extend(tricks.flat_map(|trick| [trick.own, trick.theirs]).flatten());
    let of = |rank: Rank| shown.iter().filter(|&&card| card == rank).count() as u8;
    let copies = rules.all_ranks().flat_map(|rank| {
        let left = rules.copies().saturating_sub(sight.gone.count(rank));
        std::iter::repeat_n(rank, usize::from(left.max(of(rank))))
    });
    copies.collect()
}

/// The position, if all that was done in the hand is known and no penalty was among it.
fn complete_state(blueprint: &Blueprint, sight: &Sight) -> Option<HandState> {
    let seen = sight.tricks.len() == usize::from(sight.tricks_over);
    let shown = |own: Option<Rank>, theirs: Option<Rank>| own.is_some() && theirs.is_some();
    let tricks = sight.tricks.iter();
    let known = seen && tricks.clone().all(|trick| shown(trick.own, trick.theirs));
    if !known || sight.led_hand.is_none() || sight.in_challenge != sight.accepted_at.is_some() {
        return None;
    }
    state_of(&blueprint.game, sight)
}

/// The move that an action stands for.
fn move_of(action: usize, state: &HandState, ranks: u8) -> Option<Move> {
    Some(match (state.stake, action) {
        (Stake::Offered(_), 0) => Move::Accept,
        (Stake::Offered(_), _) => Move::Reject,
        (_, action) if action < usize::from(ranks) => Move::Play(Rank::new(action as u8 + 1)?),
        _ => Move::Offer,
    })
}

impl Agent for Resolving {
    fn start_game(&mut self) {
        self.dice.start_game();
        self.table.start_game();
        self.bank = self.setup.bank;
        self.hand = None;
    }

    fn decide(&mut self, sight: &Sight) -> Move {
        if let Some(only) = certain(sight) {
            return only;
        }
        let found = self.found(sight);
        let drawn = found.and_then(|found| self.dice.draw(sight, &found));
        drawn.unwrap_or_else(|| self.table.decide(sight))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::contests::challenge::rules::{Game, Shoe};

    /// Every card is there but those seen to go; what is on hand is there whatever memory says.
    #[test]
    fn the_shoe_lacks_what_was_seen_to_leave_it() {
        let rules = Challenge::CONTEST;
        let game = Game::new(rules, Shoe::new(rules, 1));
        let mut sight = Sight::of(&game, Duration::ZERO).unwrap();
        let full = left_in_shoe(rules, &sight);
        assert_eq!(full.len(), 104);
        let held = sight.hand.lowest().unwrap();
        let other = rules.all_ranks().find(|&rank| sight.hand.count(rank) == 0);
        let other = other.unwrap();
        sight.gone = Cards::EMPTY.with(other).with(other).with(held);
        let left = left_in_shoe(rules, &sight);
        assert_eq!((left.count(other), left.count(held)), (6, 7));
        assert_eq!(left.len(), 101);
        for _ in 0..7 {
            sight.gone = sight.gone.with(held);
        }
        let left = left_in_shoe(rules, &sight);
        assert_eq!(left.count(held), sight.hand.count(held));
    }
}
