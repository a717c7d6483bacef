//! Every preset on every game, one thread: iterations a second, and what a compiled game takes
//! to make, to measure and to keep. Each answer is checked first.
#![allow(clippy::unwrap_used, missing_docs)]

use std::time::Duration;

use cardsharp_solvers::cfr::{Cfr, Preset};
use cardsharp_solvers::game::Game;
use cardsharp_solvers::games::{GameVisitor, KnownGame};
use cardsharp_solvers::nodes::Nodes;
use cardsharp_solvers::sampled::{self, ExternalSampling, Sampler, SamplerPreset};
use cardsharp_solvers::tree::{RealizationPlan, Tree};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Iterations of a run whose end is checked.
const CHECKED: u64 = 200;
/// Traversals at a time.
const TRAVERSALS: u64 = 1_000;

struct Bench<'c> {
    criterion: &'c mut Criterion,
    name: &'static str,
}

impl GameVisitor for Bench<'_> {
    type Output = ();

    fn visit<G: Game>(self, game: &G) {
        let Bench { criterion, name } = self;
        let (tree, nodes) = (Tree::compile(game).unwrap(), Nodes::compile(game).unwrap());
        let (least, most) = game.utility_bounds();
        println!(
            "{name}: {} nodes; {} bytes compiled, {} more to solve, {} written out",
            tree.histories(),
            tree.bytes(),
            Cfr::bytes(&tree),
            nodes.bytes()
        );
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10).warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_millis(300));
        group.throughput(Throughput::Elements(tree.histories()));
        group.bench_function("compile", |bencher| {
            bencher.iter(|| Tree::compile(game).unwrap().histories());
        });
        group.bench_function("write out", |bencher| {
            bencher.iter(|| Nodes::compile(game).unwrap().bytes());
        });
        let plan = RealizationPlan::uniform(&tree);
        group.bench_function("exploitability", |bencher| {
            bencher.iter(|| plan.exploitability(&tree).nash_conv());
        });
        group.throughput(Throughput::Elements(tree.histories() * tree.players() as u64));
        let from = plan.exploitability(&tree).nash_conv();
        for &preset in Preset::ALL {
            let mut solver = Cfr::new(&tree, preset).planned(CHECKED);
            solver.advance(CHECKED);
            let reached = solver.exploitability().nash_conv();
            assert!(reached < from / 1.5, "{name}, {}: {reached}", preset.name);
            let mut solver = Cfr::new(&tree, preset).planned(CHECKED);
            group.bench_function(preset.name, |bencher| bencher.iter(|| solver.advance(1)));
        }
        group.throughput(Throughput::Elements(TRAVERSALS));
        for &preset in sampled::Preset::ALL {
            let mut solver = ExternalSampling::new(&nodes, &nodes, preset.seed(1)).unwrap();
            group.bench_function(preset.name, |bencher| {
                bencher.iter(|| solver.advance(TRAVERSALS));
            });
            solver.advance(100 * TRAVERSALS);
            let reached = solver.plan(&tree).exploitability(&tree).nash_conv();
            assert!(reached < 0.3 * (most - least), "{name}, {}: {reached}", preset.name);
        }
        for &preset in SamplerPreset::ALL {
            let mut solver = Sampler::new(&nodes, &nodes, preset, 1);
            group.bench_function(preset.name, |bencher| {
                bencher.iter(|| solver.advance(TRAVERSALS));
            });
            assert!(solver.traversals() >= TRAVERSALS);
        }
        group.finish();
    }
}

fn games(criterion: &mut Criterion) {
    let one = rayon::ThreadPoolBuilder::new().num_threads(1);
    one.build_global().unwrap();
    for name in KnownGame::PUBLISHED {
        let game: KnownGame = name.parse().unwrap();
        game.visit(Bench { criterion, name });
    }
}

criterion_group!(benches, games);
criterion_main!(benches);
