//! Speed of whole games of Challenge between random players, with their records.
#![allow(clippy::unwrap_used, missing_docs)]

use std::time::Duration;

use cardsharp::contests::challenge::observation::Observation;
use cardsharp::contests::challenge::rules::{Game, Params, Shoe};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Number of moves in the games with these seeds.
const MOVES: u64 = 1_006;
const GAMES: u64 = 50;

fn random_play() -> u64 {
    let rules = Params::CONTEST;
    let mut moves = 0;
    for seed in 0..GAMES {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = Game::new(rules, Shoe::new(rules, seed));
        while let Some(observation) = Observation::of(&game, Duration::from_secs(2)) {
            game.apply(observation.legal_moves().choose(&mut rng).unwrap()).unwrap();
            moves += 1;
        }
    }
    moves
}

fn moves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("rules");
    group.throughput(Throughput::Elements(MOVES));
    group.bench_function("random play", |bencher| {
        bencher.iter(|| assert_eq!(random_play(), MOVES));
    });
    group.finish();
}

criterion_group!(benches, moves);
criterion_main!(benches);
