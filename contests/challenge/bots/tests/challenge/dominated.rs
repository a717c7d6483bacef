//! The hand without dominated actions against the hand with every legal one.

use cardsharp_challenge_game::rules::Params;
use cardsharp_challenge_solver::infosets::{HandState, Payoffs, Stake};
use cardsharp_challenge_solver::ranges::{LastTrick, RangeHand};
use cardsharp_challenge_solver::resolve::{ResolvedHand, ResolvedTricks};
use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{
    At, BestResponder, CheckpointError, DecisionLayout, Lane, Opponent, RangeCfr, RangeGame, RangeOptions, Reaches,
    Root, hand_values,
};
use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const PLAYERS: [Player; 2] = [Player::ZERO, Player::ONE];

/// Plays the completed strategy of a solver, card by card, as a player at the table reads it.
struct Completed<'a>(&'a ResolvedHand);

impl Completed<'_> {
    fn shares(&self, hand: &RangeHand, state: &HandState) -> Vec<(usize, f32)> {
        let own = state.hands[state.to_move().index()];
        match hand.space().distinct(own) {
            // The last card after an accepted challenge is no decision.
            [card] if state.stake == Stake::Accepted => vec![(usize::from(*card) - 1, 1.0)],
            _ => self.0.shares(hand, state).unwrap(),
        }
    }
}

impl Opponent<RangeHand> for Completed<'_> {
    const SKIPS: bool = false;

    fn split_off(&mut self, _count: usize) -> Self {
        unreachable!("one thread walks")
    }

    fn strategy(&mut self, at: &At<'_, RangeHand>, layout: &DecisionLayout<'_>, out: &mut [f32], _hands: &mut [f32]) {
        let space = at.game.space();
        let cards = at.public.cards_left(at.player, space.rules().hand_size());
        for hand in space.of_size(cards) {
            let mut state = *at.public;
            state.hands[at.player.index()] = hand;
            for (action, share) in self.shares(at.game, &state) {
                let moves = action < layout.moved.len() / layout.run;
                let left = if moves { space.without(hand, action as u8 + 1) } else { hand };
                out[layout.range(action).start + space.local(left)] = share;
            }
        }
    }

    fn pair_strategy(&mut self, _: &At<'_, RangeHand>, _: usize, _: &Lane) -> Lane {
        unreachable!("the last trick is played card by card")
    }
}

/// The last two tricks of a hand of four cards, with random ranges.
#[derive(Clone, Debug)]
struct Ending {
    ranks: u8,
    payoffs: Payoffs,
    accepted: bool,
    plays: [u8; 4],
    iterations: u64,
    seed: u64,
}

fn endings() -> impl Strategy<Value = Ending> {
    let ranks = prop_oneof![3u8..=6, Just(13)];
    let payoffs = prop_oneof![
        Just(Payoffs::EARLY),
        // Late in a game a point can decide it, and a tie be worth more than a point.
        (0.0..=0.5, 0.5..=1.0, 0.0..=1.0).prop_map(|(lose, win, tie)| Payoffs { win, lose, tie }),
    ];
    let what = (ranks, payoffs, any::<bool>());
    (what, any::<[u8; 4]>(), 1u64..12, any::<u64>()).prop_map(
        |((ranks, payoffs, accepted), plays, iterations, seed)| Ending {
            ranks,
            payoffs,
            accepted,
            plays: plays.map(|play| play % ranks),
            iterations,
            seed,
        },
    )
}

impl Ending {
    fn public(&self, hand: &RangeHand) -> HandState {
        let ranks = usize::from(self.ranks);
        let challenge: &[usize] = if self.accepted { &[ranks, 0] } else { &[] };
        let plays = self.plays.iter().map(|&play| usize::from(play));
        let actions = challenge.iter().copied().chain(plays);
        actions.fold(hand.root(), |public, action| hand.act(&public, action))
    }

    fn ranges(&self, hand: &RangeHand, public: &HandState) -> [Vec<f32>; 2] {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        PLAYERS.map(|player| {
            let weights = std::iter::repeat_with(|| rng.random_range(-0.5_f32..1.0).max(0.0));
            weights.take(hand.hands(public, player)).collect()
        })
    }
}

/// By player, hand by hand: best responses to the solver's strategy, with the actions that the solver
/// has, and with every legal one.
fn best_responses(ending: &Ending) -> [[Vec<f32>; 2]; 2] {
    let rules = Params::new(ending.ranks, 8, 4).unwrap();
    let hand = RangeHand::new(rules, ending.payoffs).unwrap();
    let public = ending.public(&hand);
    let ranges = ending.ranges(&hand, &public);
    let root = Root { public, ranges };
    let every = hand.clone().with_last_trick(LastTrick::CardByCard);
    let mut solver = RangeCfr::<_, f32>::with_options(hand.reduced(), root.clone(), Preset::DCFR).unwrap();
    solver.advance(ending.iterations);
    let completed = ResolvedHand::from(ResolvedTricks::of(&solver, rules.hand_size(), rules.hand_size()));
    PLAYERS.map(|player| {
        let reaches = Reaches::of(&root.ranges, player);
        let opponent = Completed(&completed);
        let found = hand_values(&every, &public, player, reaches, BestResponder, opponent);
        [solver.best_response(player), found]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// No hand gains by an action that was left out, whatever the payoffs and the ranges are.
    #[test]
    fn a_best_response_is_worth_the_same_with_every_action(ending in endings()) {
        for [left, every] in best_responses(&ending) {
            let most = every.iter().fold(1e-6_f32, |most, value| most.max(value.abs()));
            for (left, every) in left.iter().zip(&every) {
                prop_assert!((left - every).abs() < 2e-6 * most, "{left} {every} of {most}");
            }
        }
    }
}

/// The actions that are left out: the numbers of a 13-rank ending, by the leader's lead in tricks and by the stake.
#[test]
fn most_numbers_of_the_last_two_tricks_are_gone() {
    let hand = RangeHand::new(Params::new(13, 8, 4).unwrap(), Payoffs::EARLY).unwrap();
    let cells = |hand: &RangeHand, actions: &[usize]| {
        let public = actions.iter().fold(hand.root(), |public, &action| hand.act(&public, action));
        cardsharp_solvers::range::Size::of(hand, &public).cells
    };
    let lead = |tricks: &[usize]| [&[13, 0], tricks].concat();
    // The leader has 169 cells, and the follower as many after each card.
    for (tricks, left) in
        [([0, 0, 0, 0], 169 + 4 * 78), ([1, 0, 0, 0], 169 + 2 * 78), ([0, 1, 0, 0], 169 + 2 * 78), ([1, 0, 1, 0], 169)]
    {
        let tricks = lead(&tricks);
        assert_eq!(cells(&hand, &tricks), 14 * 169);
        assert_eq!(cells(hand.reduced(), &tricks), left, "{tricks:?}");
    }
    for (tricks, most) in [([0, 0, 0, 0], 0.6), ([1, 0, 0, 0], 0.6), ([1, 0, 1, 0], 0.4)] {
        let share = cells(hand.reduced(), &tricks) as f64 / cells(&hand, &tricks) as f64;
        assert!(share < most, "{tricks:?}: {share}");
    }
}

#[test]
fn a_checkpoint_with_the_dominated_actions_is_refused() {
    let hand = RangeHand::new(Params::new(3, 8, 3).unwrap(), Payoffs::EARLY).unwrap();
    let mut bytes = Vec::new();
    let whole = RangeCfr::new(&hand, Preset::DCFR).unwrap();
    whole.save(&mut bytes).unwrap();
    let options = RangeOptions::from(Preset::DCFR);
    let root = Root::of(&hand);
    let refused = RangeCfr::<_, f32>::resume(hand.reduced(), root, options, &mut &bytes[..]).unwrap_err();
    assert!(matches!(refused, CheckpointError::Different("number of cells")));
}
