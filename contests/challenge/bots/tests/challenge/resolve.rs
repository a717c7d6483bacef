//! Re-solving of the rest of a hand: the ranges at its root, its value, and the agent.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cardsharp_challenge_bots::ChallengeGame;
use cardsharp_challenge_bots::agents::{Agent, Factory, Trained};
use cardsharp_challenge_game::observation::Observation;
use cardsharp_challenge_game::rules::{Game, Move, Params, Shoe};
use cardsharp_challenge_solver::infosets::{HandGame, HandId, HandState, Payoffs, Stake, by_name};
use cardsharp_challenge_solver::measure::resolved::{nash_conv_of, walk_all};
use cardsharp_challenge_solver::measure::{Extent, MeasureOptions, measure, step};
use cardsharp_challenge_solver::policy::{HandStrategy, TrainedPolicy};
use cardsharp_challenge_solver::ranges::RangeHand;
use cardsharp_challenge_solver::resolve::{
    Effort, ResolveOptions, ResolvedHand, ResolvedTricks, Safety, SubgameRoot, Subject, Trunk,
};
use cardsharp_game::AgentSpec;
use cardsharp_game::shard::Shard;
use cardsharp_solvers::cfr;
use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{RangeCfr, RangeGame};
use cardsharp_solvers::sampled::{ExternalSampling, Preset};
use cardsharp_solvers::strategy::{Strategy, Uniform};
use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

const UNEVEN: Payoffs = Payoffs { win: 0.7, lose: 0.35, tie: 0.45 };

fn rules() -> Params {
    Params::new(4, 4, 4).unwrap()
}

/// NashConv of a strategy with re-solving, on all public states.
fn nash_conv(subject: Subject<'_>, iterations: u64) -> f64 {
    let walked = walk_all(subject, iterations, Shard::WHOLE, &|| ()).unwrap();
    nash_conv_of(subject, &walked).unwrap()
}

/// A table for a hand of four cards of four ranks, trained a little.
fn with_table(check: impl FnOnce(&HandGame, &dyn HandStrategy)) {
    let game = HandGame::new(rules(), vec![UNEVEN]);
    let infosets = by_name("tricks", &game).unwrap();
    let mut table = ExternalSampling::new(&game, &*infosets, Preset::ALL[0].seed(1).max_memory(1 << 26)).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.unwrap().install(|| table.advance(20_000));
    check(&game, &table);
}

fn subject<'a>(hand: &'a RangeHand, strategy: &'a dyn HandStrategy, options: ResolveOptions) -> Subject<'a> {
    Subject { hand, strategy, class: 0, options }
}

#[test]
fn without_a_trick_to_solve_it_is_the_table_that_is_measured() {
    with_table(|game, table| {
        let hand = RangeHand::new(rules(), UNEVEN).unwrap();
        let never = ResolveOptions { from: 6, leads_from: 6, ..ResolveOptions::default() };
        let found = nash_conv(subject(&hand, table, never), 1);
        let all = MeasureOptions { hands: None, seed: 0, class: 0, extent: Extent::Total };
        let by_measure = measure(game, table, all, &|| ()).nash_conv;
        assert!((found - by_measure).abs() < 1e-5, "{found} and {by_measure}");
    });
}

/// Slow: best responses to a player who solves at every decision.
#[test]
fn solving_again_safely_is_harder_to_exploit_than_the_table() {
    with_table(|_, table| {
        let hand = RangeHand::new(rules(), UNEVEN).unwrap();
        let with = |from: u8, safety: Safety, iterations: u64| {
            let options = ResolveOptions { from, leads_from: from, safety, ..ResolveOptions::default() };
            nash_conv(subject(&hand, table, options), iterations)
        };
        let table_alone = with(6, Safety::MaxMargin, 1);
        for (safety, most) in [(Safety::MaxMargin, 0.75), (Safety::Resolving, 0.95)] {
            let [last_two, last_three] = [3, 2].map(|from| with(from, safety, 30));
            let worse = last_two.max(last_three);
            assert!(
                last_three < most * table_alone && worse < table_alone,
                "{safety:?}: {last_three}, {last_two}, {table_alone}"
            );
        }
        let unsafely = with(2, Safety::Unsafe, 30);
        let safely = with(2, Safety::MaxMargin, 30);
        assert!(safely < 0.9 * unsafely, "{safely} and {unsafely}");
    });
}

/// A hand as its solver plays it.
struct Solution<'a> {
    hand: &'a RangeHand,
    tricks: ResolvedHand,
}

impl Strategy<HandGame> for Solution<'_> {
    fn probabilities(&self, game: &HandGame, state: &HandState, out: &mut [f64]) {
        match self.tricks.shares(self.hand, state) {
            Some(mut shares) => {
                assert_eq!(shares.len(), out.len());
                shares.sort_by_key(|&(action, _)| action);
                for (out, (_, share)) in out.iter_mut().zip(shares) {
                    *out = f64::from(share);
                }
            }
            None => Uniform.probabilities(game, state, out),
        }
    }
}

impl HandStrategy for Solution<'_> {
    fn public_part(&self, _state: &HandState) -> Option<u64> {
        None
    }
}

/// Slow: best responses to a player who solves at every decision.
#[test]
fn a_solution_is_not_lost_where_it_is_solved_again_safely() {
    let rules = Params::new(3, 8, 4).unwrap();
    let hand = RangeHand::new(rules, UNEVEN).unwrap();
    let mut solver = RangeCfr::new(&hand, cfr::Preset::DCFR.max_memory(1 << 30)).unwrap();
    solver.advance(200);
    let whole: f64 = solver.exploitability().best_responses.iter().sum();
    let solution = Solution {
        hand: &hand,
        tricks: ResolvedHand::from(ResolvedTricks::of(&solver, rules.hand_size(), rules.hand_size())),
    };
    let again = |safety, trust| {
        let options = ResolveOptions {
            root: SubgameRoot::Trick,
            preset: cfr::Preset::PCFR_PLUS,
            slips: 0.001,
            safety,
            trust,
            ..ResolveOptions::default()
        };
        nash_conv(subject(&hand, &solution, options), 60)
    };
    assert!(whole < 0.001, "{whole}");
    for (safety, trust) in [(Safety::Resolving, 0.0), (Safety::MaxMargin, 0.0), (Safety::MaxMargin, 0.5)] {
        let safely = again(safety, trust);
        assert!(safely < 0.002, "{safety:?} {trust}: {safely}");
    }
    // An equilibrium of a subgame alone need not be part of one of the whole hand.
    let unsafely = again(Safety::Unsafe, 0.0);
    assert!(unsafely > 0.01, "{unsafely}");
}

/// The states of a hand that is played to its end by this strategy.
fn hand_played(game: &HandGame, strategy: &dyn HandStrategy, seed: u64) -> Vec<HandState> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut state = HandState::dealt(game.sample_deal(&mut rng), 0);
    let mut states = vec![state];
    while let Some(next) = step(game, strategy, &state, &mut rng) {
        state = next;
        states.push(state);
    }
    states
}

/// The probability of each pair of hands at a state of a hand, computed deal by deal.
fn by_deals(game: &HandGame, strategy: &dyn HandStrategy, end: &HandState) -> Vec<([HandId; 2], f64)> {
    let space = game.space();
    let all: Vec<HandId> = space.of_size(4).collect();
    let mut found = Vec::new();
    for &one in &all {
        for &other in &all {
            let mut weight = game.ways(one, HandId::EMPTY) * game.ways(other, one);
            let mut state = HandState::dealt([one, other], 0);
            for action in end.actions(game.rules().ranks()) {
                let player = state.to_move();
                let own = space.distinct(state.hands[player.index()]);
                let index = match state.stake {
                    Stake::Offered(_) => Some(action),
                    _ if action < 4 => own.iter().position(|&rank| usize::from(rank) == action + 1),
                    _ => Some(own.len()),
                };
                let Some(index) = index.filter(|_| weight > 0.0) else {
                    weight = 0.0;
                    break;
                };
                let actions = game.actions(&state);
                let mut shares = vec![1.0; actions];
                if actions > 1 {
                    strategy.probabilities(game, &state, &mut shares);
                }
                weight *= shares[index];
                state = game.act(&state, index);
            }
            if weight > 0.0 {
                found.push((state.hands, weight));
            }
        }
    }
    let whole: f64 = found.iter().map(|(_, weight)| weight).sum();
    found.iter_mut().for_each(|(_, weight)| *weight /= whole);
    found
}

#[test]
fn ranges_are_those_of_bayes_rule() {
    with_table(|game, table| {
        let hand = RangeHand::new(rules(), UNEVEN).unwrap();
        let mut compared = 0;
        for seed in 0..6 {
            for state in hand_played(game, table, seed) {
                if state.ending.is_some() || state.over == 0 && state.table == 0 {
                    continue;
                }
                let mut trunk = Trunk::new(&hand, table, 0, 0.0);
                for action in state.actions(4) {
                    trunk.act(action, &[]);
                }
                assert_eq!(trunk.public().history, state.history);
                let deals = by_deals(game, table, &state);
                for player in [Player::ZERO, Player::ONE] {
                    let [own, other] = [player, player.opponent()].map(|one| one.index());
                    let ranges = trunk.ranges();
                    let masses = hand.masses(trunk.public(), player, &ranges[other]);
                    let joint = masses.iter().zip(&ranges[own]);
                    let joint: Vec<f64> = joint.map(|(mass, weight)| f64::from(mass * weight)).collect();
                    let whole: f64 = joint.iter().sum();
                    let size = state.cards_left(player, 4);
                    for (local, id) in hand.space().of_size(size).enumerate() {
                        let those = deals.iter().filter(|(hands, _)| hands[own] == id);
                        let expected: f64 = those.map(|(_, weight)| weight).sum();
                        let found = joint[local] / whole;
                        assert!((found - expected).abs() < 1e-5, "{found} {expected} {state:?}");
                    }
                }
                compared += 1;
            }
        }
        assert!(compared > 20, "{compared}");
    });
}

/// Every re-solved decision has probabilities, and only for legal actions.
#[test]
fn resolved_tricks_have_legal_strategies() {
    let hand = RangeHand::new(rules(), UNEVEN).unwrap();
    let game = HandGame::new(rules(), vec![UNEVEN]);
    let options = ResolveOptions { from: 2, leads_from: 2, ..ResolveOptions::default() };
    let effort = Effort { most: 5, least: 5, deadline: None };
    let (mut found, mut last) = (0, 0);
    for seed in 0..60 {
        let mut resolved = ResolvedHand::default();
        for state in hand_played(&game, &Uniform, seed) {
            let player = state.to_move();
            if state.ending.is_some() || !options.applies(&state, player) {
                continue;
            }
            if resolved.shares(&hand, &state).is_none() {
                let subject = subject(&hand, &Uniform, options);
                resolved.solve(subject, &state, player, effort).unwrap();
            }
            // The last card is forced once a challenge is on.
            let Some(shares) = resolved.shares(&hand, &state) else {
                assert_eq!((state.over, state.stake), (3, Stake::Accepted));
                continue;
            };
            let whole: f32 = shares.iter().map(|(_, share)| share).sum();
            assert!((whole - 1.0).abs() < 1e-4, "{shares:?}");
            assert_eq!(shares.len(), game.actions(&state), "{shares:?} {state:?}");
            found += 1;
            last += u32::from(state.over == 3);
        }
    }
    assert!(found > 100 && last > 20, "{found}, {last}");
}

/// The leader and the follower of a trick find the same solution, and no opponent gains as much on it as on two
/// solutions that do not know of each other. Slow: best responses to a player who solves at every decision.
#[test]
fn a_subgame_from_the_beginning_of_the_trick_is_the_same_for_both() {
    let hand = RangeHand::new(rules(), UNEVEN).unwrap();
    let together = ResolveOptions {
        from: 2,
        leads_from: 2,
        root: SubgameRoot::Trick,
        whole: 3,
        safety: Safety::Unsafe,
        slips: 0.001,
        ..ResolveOptions::default()
    };
    let effort = Effort { most: 20, least: 20, deadline: None };
    let mut begin = hand.root();
    for card in [2, 1] {
        begin = hand.act(&begin, card);
    }
    let led = hand.act(&begin, 2);
    let solved = |public: &HandState, player: Player| {
        let mut resolved = ResolvedHand::default();
        let subject = subject(&hand, &Uniform, together);
        resolved.solve(subject, public, player, effort).unwrap();
        resolved
    };
    let by_leader = solved(&begin, begin.lead);
    let by_follower = solved(&led, begin.lead.opponent());
    for public in [&begin, &led] {
        assert!(by_leader.decision(public).is_some());
        assert_eq!(by_leader.decision(public), by_follower.decision(public));
    }
    with_table(|_, table| {
        let apart = ResolveOptions { root: SubgameRoot::Decision, ..together };
        let [apart, together] = [apart, together].map(|options| nash_conv(subject(&hand, table, options), 60));
        assert!(together < 0.8 * apart, "{together} and {apart}");
    });
}

/// A re-solve that comes too late is not begun. One with a smallest number of iterations does all of them.
#[test]
fn nothing_is_resolved_once_the_time_is_up() {
    let hand = RangeHand::new(rules(), UNEVEN).unwrap();
    let subject = subject(&hand, &Uniform, ResolveOptions::default());
    let begin = HandState::dealt([HandId::EMPTY; 2], 0);
    let late = |least| Effort { most: 5, least, deadline: Some(Instant::now()) };
    let mut resolved = ResolvedHand::default();
    assert_eq!(resolved.solve(subject, &begin, Player::ZERO, late(0)), Ok(0));
    assert!(resolved.decision(&begin).is_none());
    assert_eq!(resolved.solve(subject, &begin, Player::ZERO, late(2)), Ok(2));
    assert!(resolved.decision(&begin).is_some());
}

fn resolving(policy: &str, more: &str) -> Box<dyn Agent<ChallengeGame>> {
    let spec: AgentSpec = format!("resolve:policy={policy}{more}").parse().unwrap();
    Factory::load(&spec).unwrap().agent(3)
}

const POLICY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../data/challenge/all-scores.policy");
const FIVE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../data/challenge/five.policy");

/// The agent moves legally in positions that random play with penalties leads to, by iterations and
/// by a clock that has nearly run out. Asked twice, it answers the same.
///
/// Slow: every move solves the rest of the hand.
#[test]
fn the_agent_moves_legally_anywhere() {
    let mut by_count = resolving(POLICY, ",iterations=1,leads-from=4");
    by_count.play_without_clock();
    let mut by_clock = resolving(POLICY, "");
    let mut positions = 0;
    for seed in 0..12 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut game = Game::new(Params::CONTEST, Shoe::new(Params::CONTEST, seed));
        by_count.start_game();
        by_clock.start_game();
        while let Some(mut observation) = Observation::of(&game, Duration::from_millis(520)) {
            let chosen = by_count.choose(&observation);
            assert!(observation.allows(chosen), "{chosen:?} in {observation:?}");
            assert_eq!(by_count.choose(&observation), chosen, "asked twice");
            let chosen = by_clock.choose(&observation);
            assert!(observation.allows(chosen), "{chosen:?} in {observation:?}");
            if rng.random_bool(0.1) {
                observation.tricks.pop();
                observation.led_hand = None;
                let chosen = by_count.choose(&observation);
                assert!(observation.allows(chosen), "{chosen:?} in {observation:?}");
            }
            positions += 1;
            if rng.random_bool(0.05) {
                game.penalize("a test").unwrap();
            } else {
                game.apply(observation.legal_moves().choose(&mut rng).unwrap()).unwrap();
            }
        }
    }
    assert!(positions > 300, "{positions}");
}

/// The first moves of a game between two agents of one kind: a hand or more, so that some are re-solved. A solve of three
/// tricks takes seconds.
fn moves_of(agent: &str) -> Vec<Move> {
    let spec: AgentSpec = agent.parse().unwrap();
    let factory = Factory::load(&spec).unwrap();
    let mut agents = [3, 4].map(|seed| factory.agent(seed));
    let mut game = Game::new(Params::CONTEST, Shoe::new(Params::CONTEST, 6));
    for agent in &mut agents {
        agent.play_without_clock();
        agent.start_game();
    }
    let mut moves = Vec::new();
    while let Some(observation) = Observation::of(&game, Duration::from_secs(2))
        && moves.len() < 12
    {
        let player = game.to_move().unwrap().index();
        moves.push(agents[player].choose(&observation));
        game.apply(moves[moves.len() - 1]).unwrap();
    }
    moves
}

/// The defaults of `resolve` are those that fit the policy, however it is named.
/// Slow: a trunk is learnt first, and then rounds are solved at every decision.
#[test]
fn a_policy_with_a_trunk_is_played_with_re_solving() {
    let policy = TrainedPolicy::load(Path::new(FIVE)).unwrap().0;
    let policy = Arc::new(policy);
    let written = "from=3,leads-from=3,root=trick,safety=max-margin,trust=0.5,slips=0.001,solver=dcfr,whole=2,\
                   last-iterations=200";
    let spec: AgentSpec = format!("resolve:iterations=30,{written}").parse().unwrap();
    let written = ResolveOptions::from_spec(&spec, &[], ResolveOptions::default()).unwrap();
    assert_eq!(ResolveOptions::for_policy(&policy), written);
    let named = moves_of(FIVE);
    let mut alone = Trained::new(policy, 3);
    let mut game = Game::new(Params::CONTEST, Shoe::new(Params::CONTEST, 6));
    alone.start_game();
    let differs = named.iter().any(|&chosen| {
        let observation = Observation::of(&game, Duration::from_secs(2)).unwrap();
        let other = game.to_move() == Some(Player::ZERO) && alone.choose(&observation) != chosen;
        game.apply(chosen).unwrap();
        other
    });
    assert!(differs, "the table alone plays the same game");
}

/// A trunk without the values of what follows it.
struct Unlearned<'a>(&'a TrainedPolicy);

impl Strategy<HandGame> for Unlearned<'_> {
    fn probabilities(&self, game: &HandGame, state: &HandState, out: &mut [f64]) {
        self.0.probabilities(game, state, out);
    }
}

impl HandStrategy for Unlearned<'_> {
    fn public_part(&self, state: &HandState) -> Option<u64> {
        self.0.public_part(state)
    }
}

/// Slow: a trunk is learnt first.
#[test]
fn what_follows_a_trunk_is_solved_for_its_values() {
    let (policy, _) = TrainedPolicy::load(Path::new(FIVE)).unwrap();
    let hand = RangeHand::new(policy.game.rules(), policy.classes.payoffs[0]).unwrap();
    let safely = ResolveOptions::for_policy(&policy);
    let mut leaf = hand.root();
    for card in [6, 8, 3, 5] {
        leaf = hand.act(&leaf, card);
    }
    let effort = Effort { most: 2, least: 2, deadline: None };
    let solved = |strategy: &dyn HandStrategy, options| {
        let mut resolved = ResolvedHand::default();
        let subject = subject(&hand, strategy, options);
        let done = resolved.solve(subject, &leaf, leaf.to_move(), effort);
        assert_eq!(done, Ok(2));
        resolved.decision(&leaf).unwrap().to_vec()
    };
    assert_ne!(solved(&policy, safely), solved(&Unlearned(&policy), safely));
    // Without safety no values are asked for.
    let unsafely = ResolveOptions { safety: Safety::Unsafe, ..safely };
    assert_eq!(solved(&policy, unsafely), solved(&Unlearned(&policy), unsafely));
}

#[test]
fn what_the_agent_needs_is_asked_for() {
    let refused = |text: &str| {
        let spec: AgentSpec = text.parse().unwrap();
        Factory::load(&spec).unwrap_err().to_string()
    };
    let error = refused("resolve");
    assert!(error.contains("needs `policy`"), "{error}");
    let error = refused("resolve:policy=missing.policy");
    assert!(error.contains("missing.policy"), "{error}");
    for (option, wanted) in [
        ("from=1", "2 to 6"),
        ("safety=none", "unsafe, resolving, max-margin"),
        ("solver=mccfr", "dcfr"),
        ("colour=red", "choose policy, others, from"),
    ] {
        let error = refused(&format!("resolve:policy={POLICY},{option}"));
        assert!(error.contains(wanted), "{error}");
    }
}
