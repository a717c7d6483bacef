//! The gain of re-solving the third trick within 350 ms. Positions come from hands that a policy plays
//! against itself at 0-0. The bench prints the NashConv of the re-solved rest of the hand as a share of the
//! policy's own NashConv there.
//!
//! `cargo bench --bench resolve [-- POLICY [POSITIONS [MILLISECONDS]]]`
#![allow(clippy::unwrap_used, missing_docs)]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use cardsharp::contests::challenge::infosets::{HandState, Stake};
use cardsharp::contests::challenge::measure::step;
use cardsharp::contests::challenge::policy::TrainedPolicy;
use cardsharp::contests::challenge::ranges::RangeHand;
use cardsharp::contests::challenge::resolve::{Effort, ResolveOptions, Safety, Trunk, resolve};
use cardsharp::contests::challenge::scores::Score;
use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{BestResponder, Reaches, hand_values, total};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const PLAYERS: [Player; 2] = [Player::ZERO, Player::ONE];

/// The number of tricks over at the beginning of the third.
const OVER: u8 = 2;

/// Decisions of the third trick in hands that the policy plays against itself.
fn positions(policy: &TrainedPolicy, class: u8, count: usize) -> Vec<HandState> {
    let game = &policy.game;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut found = Vec::new();
    while found.len() < count {
        let mut state = HandState::dealt(game.sample_deal(&mut rng), class);
        while let Some(next) = step(game, policy, &state, &mut rng) {
            // A position with one action needs no solver.
            if state.over == OVER && game.actions(&state) > 1 {
                found.push(state);
            }
            state = next;
        }
    }
    found.truncate(count);
    found
}

/// The sum over both seats of the value of a best response to the policy, from this position on.
fn by_policy(trunk: &Trunk<'_>) -> f64 {
    let seats = PLAYERS.map(|player| {
        let reaches = Reaches::of(trunk.ranges(), player);
        let (hand, public) = (trunk.hand(), trunk.public());
        let values = hand_values(hand, public, player, reaches, BestResponder, trunk.fixed());
        total(&values, reaches.own)
    });
    seats.iter().sum()
}

fn kind(state: &HandState) -> &'static str {
    match state.stake {
        Stake::Offered(_) => "answers",
        _ if state.table > 0 => "follows",
        _ => "leads",
    }
}

fn median(ratios: &mut [f64]) -> f64 {
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}

fn main() {
    let arguments = std::env::args().skip(1);
    let arguments: Vec<String> = arguments.filter(|one| one != "--bench").collect();
    let number = |index: usize, usual: u64| {
        let given = arguments.get(index).map(|text| text.parse().unwrap());
        given.unwrap_or(usual)
    };
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/data/challenge/all-scores.policy");
    let policy = arguments.first().map_or(kept.into(), PathBuf::from);
    let (count, time) = (number(1, 200), Duration::from_millis(number(2, 350)));
    let (policy, _) = TrainedPolicy::load(&policy).unwrap();
    let even = Score { leader: 0, follower: 0 };
    let class = policy.classes.class(even);
    let rules = policy.game.rules();
    let hand = RangeHand::new(rules, policy.classes.payoffs[usize::from(class)]).unwrap();
    // Without safety both players' strategies are measured against the actual ranges.
    let options = ResolveOptions { safety: Safety::Unsafe, ..ResolveOptions::default() };
    let mut found: Vec<(&'static str, f64, u64)> = Vec::new();
    for state in positions(&policy, class, count as usize) {
        let begun = Instant::now();
        let mut trunk = Trunk::new(&hand, &policy, class, options.slips);
        for action in state.actions(rules.ranks()) {
            trunk.act(action, &[]);
        }
        let effort = Effort { most: u64::MAX, least: 1, deadline: Some(begun + time) };
        let resolver = resolve((&trunk, None), state.to_move(), &options, effort).unwrap();
        let solver = resolver.solver();
        let ratio = solver.exploitability().nash_conv() / by_policy(&trunk);
        found.push((kind(&state), ratio, solver.iterations()));
    }
    println!("third trick, {time:?}: NashConv as a share of the policy's own, median");
    for name in ["leads", "follows", "answers"] {
        let those = found.iter().filter(|(kind, ..)| *kind == name);
        let (mut ratios, mut iterations): (Vec<f64>, Vec<f64>) =
            those.map(|&(_, ratio, done)| (ratio, done as f64)).unzip();
        if !ratios.is_empty() {
            let count = ratios.len();
            let [ratio, done] = [&mut ratios, &mut iterations].map(|all| median(all));
            println!("{name:8} {ratio:.4} of {count} positions, {done} iterations");
        }
    }
    let mut ratios: Vec<f64> = found.iter().map(|&(_, ratio, _)| ratio).collect();
    println!("all      {:.4} of {} positions", median(&mut ratios), ratios.len());
}
