//! Speed of Monte-Carlo CFR on the contest's game, for each choice of information sets.
#![allow(clippy::unwrap_used, missing_docs)]

use cardsharp::contests::challenge::infosets::{HandGame, NAMES, Payoffs, by_name};
use cardsharp::contests::challenge::rules::Params;
use cardsharp_solvers::sampled::{ExternalSampling, Preset};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const TRAVERSALS: u64 = 2_000;
const MEMORY: u64 = 6 << 30;

fn traversals(criterion: &mut Criterion) {
    let game = HandGame::new(Params::CONTEST, vec![Payoffs::EARLY]);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let mut group = criterion.benchmark_group("mccfr");
    group.throughput(Throughput::Elements(TRAVERSALS)).sample_size(10);
    for (name, nodes) in NAMES.into_iter().zip(NODES) {
        let infosets = by_name(name, &game).unwrap();
        let memory = if name == "recall" { 256 << 20 } else { MEMORY };
        let new = || ExternalSampling::new(&game, &*infosets, Preset::ALL[0].seed(1).max_memory(memory)).unwrap();
        let mut solver = new();
        pool.install(|| solver.advance(TRAVERSALS));
        assert_eq!(solver.nodes(), nodes, "{name} walks other nodes with seed 1");
        group.bench_function(name, |bencher| {
            bencher.iter(|| pool.install(|| solver.advance(TRAVERSALS)));
        });
    }
    group.finish();
}

/// Nodes visited by the first traversals with seed 1, for each of [`NAMES`].
const NODES: [u64; 3] = [1_587_788, 1_592_534, 102_401];

criterion_group!(benches, traversals);
criterion_main!(benches);
