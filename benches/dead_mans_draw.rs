//! Speed of whole matches between random players: with the events dropped, and with all of them recorded.
#![allow(clippy::unwrap_used, missing_docs)]

use cardsharp::contests::dead_mans_draw::rules::{Dice, EventSink, MatchEnd, RecordedEvent, Rules, State};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Number of actions and points in the matches with these seeds.
const PLAYED: Tally = Tally { actions: 17_364, points: 17_007 };
const MATCHES: u64 = 200;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    actions: u64,
    points: u64,
}

fn play(seed: u64, events: &mut impl EventSink, tally: &mut Tally) -> MatchEnd {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut chance = Dice(Xoshiro256PlusPlus::seed_from_u64(!seed));
    let mut state = State::new(&Rules::ARENA, &mut chance);
    loop {
        let choices = state.choices();
        let chosen = choices[rng.random_range(0..choices.len() as u32) as usize];
        tally.actions += 1;
        if let Some(end) = state.apply(chosen, &mut chance, events).unwrap().end {
            return end;
        }
    }
}

fn random_play<S: EventSink>(mut sink: impl FnMut() -> S) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..MATCHES {
        let end = play(seed, &mut sink(), &mut tally);
        tally.points += end.scores.iter().map(|&score| u64::from(score)).sum::<u64>();
    }
    tally
}

fn actions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("dead man's draw");
    group.throughput(Throughput::Elements(PLAYED.actions));
    group.bench_function("random play", |bencher| {
        bencher.iter(|| assert_eq!(random_play(|| ()), PLAYED));
    });
    group.bench_function("random play with its events", |bencher| {
        bencher.iter(|| assert_eq!(random_play(Vec::<RecordedEvent>::new), PLAYED));
    });
    group.finish();
}

criterion_group!(benches, actions);
criterion_main!(benches);
