//! Speed of the exact best response of one own hand, on a small member of the family.
#![allow(clippy::unwrap_used, missing_docs)]

use std::hint::black_box;

use cardsharp::contests::challenge::infosets::{HandGame, Payoffs, by_name};
use cardsharp::contests::challenge::measure::{Extent, MeasureOptions, measure};
use cardsharp::contests::challenge::rules::Params;
use cardsharp_solvers::sampled::{ExternalSampling, Preset};
use criterion::{Criterion, criterion_group, criterion_main};

/// NashConv of the untrained strategy on the hand drawn with seed 1.
const NASH_CONV: f64 = 0.3754846542346544;

fn one_hand(criterion: &mut Criterion) {
    let rules = Params::new(4, 4, 3).unwrap();
    let game = HandGame::new(rules, vec![Payoffs::EARLY]);
    let infosets = by_name("tricks", &game).unwrap();
    let uniform = ExternalSampling::new(&game, &*infosets, Preset::ALL[0].seed(1).max_memory(1 << 24)).unwrap();
    let options = MeasureOptions { hands: Some(1), seed: 1, class: 0, extent: Extent::BySeat };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    criterion.bench_function("best response, one hand in both seats, 4x4x3", |bencher| {
        bencher.iter(|| {
            let report = pool.install(|| measure(&game, &uniform, black_box(options), &|| ()));
            assert!((report.nash_conv - NASH_CONV).abs() < 1e-9, "{}", report.nash_conv);
        });
    });
}

criterion_group!(benches, one_hand);
criterion_main!(benches);
