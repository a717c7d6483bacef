//! This crate beside crate `cfr`, on the same games, in one run: `cargo bench -p cardsharp-solvers
//! --bench peers`.
//!
//! Both take turns, so that a slow minute of the machine meets both; what is shown is the median of
//! the rounds. One iteration updates both players. Each answer is checked before it is believed.
#![allow(clippy::unwrap_used, missing_docs)]

mod adapter;

use std::hint::black_box;
use std::time::{Duration, Instant};

use adapter::History;
use cardsharp_solvers::cfr::{Cfr, Preset};
use cardsharp_solvers::game::Game;
use cardsharp_solvers::nodes::Nodes;
use cardsharp_solvers::sampled::{self, ExternalSampling};
use cardsharp_solvers::tree::{Plan, Tree};
use cardsharp_solvers::yardsticks::{GameVisitor, Yardstick};
use cfr::{GameTree, RegretParams, SolveMethod, SolveParams};

const ROUNDS: usize = 5;
/// How long each side works in each round.
const SPELL: Duration = Duration::from_millis(400);

/// Does a number of units of work.
type Work<'a> = Box<dyn FnMut(u64) + 'a>;

fn main() {
    // Criterion's own flags come along with `cargo bench`.
    let games = ["leduc_poker", "liars_dice(numdice=1,dice_sides=6)"];
    for name in games {
        name.parse::<Yardstick>().unwrap().visit(Peers { name });
    }
}

struct Peers {
    name: &'static str,
}

impl GameVisitor for Peers {
    type Output = ();

    fn visit<G: Game>(self, game: &G) {
        let tree = Tree::compile(game).unwrap();
        let nodes = Nodes::compile(game).unwrap();
        let peer = GameTree::from_game(History::root(game)).unwrap();
        println!("{}: {} nodes", self.name, tree.histories());
        let threads = |count| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(count);
            pool.build().unwrap()
        };
        let (one, two) = (threads(1), threads(2));

        let params = |regret| SolveParams {
            regret,
            check_interval: u64::MAX,
            ..SolveParams::default()
        };
        let solve = |method, count, threads, regret| {
            peer.solve(method, count, 0.0, threads, params(regret))
                .unwrap()
                .0
        };
        let dcfr = Preset::by_name("dcfr").unwrap();
        let reached = |plan: &Plan| plan.exploitability(&tree).nash_conv() / 2.0;

        // Full-tree DCFR.
        let mut ours = Cfr::new(&tree, dcfr, 1000);
        one.install(|| ours.advance(1000));
        let theirs = solve(SolveMethod::Full, 1000, 1, RegretParams::dcfr());
        let (ours_at, theirs_at) = (reached(&ours.plan()), theirs.get_info().regret());
        println!("after 1000 iterations of DCFR: {ours_at:.2e} here, {theirs_at:.2e} there");
        assert!(ours_at < 1e-3 && theirs_at < 0.05);
        let mut parallel = Cfr::new(&tree, dcfr, 1000);
        compare(
            "DCFR iterations/s",
            Box::new(|count| one.install(|| ours.advance(count))),
            Box::new(|count| {
                black_box(solve(SolveMethod::Full, count, 1, RegretParams::dcfr()));
            }),
        );
        let mut alone = Cfr::new(&tree, dcfr, 1000);
        compare(
            "DCFR, two threads and one",
            Box::new(|count| two.install(|| parallel.advance(count))),
            Box::new(|count| one.install(|| alone.advance(count))),
        );

        // Exact NashConv of what the solvers found.
        let mut solved = Cfr::new(&tree, dcfr, 1000);
        one.install(|| solved.advance(1000));
        compare(
            "NashConv evaluations/s",
            Box::new(|count| {
                for _ in 0..count {
                    black_box(solved.exploitability());
                }
            }),
            Box::new(|count| {
                for _ in 0..count {
                    black_box(theirs.get_info());
                }
            }),
        );

        // External sampling; two traversals update both players.
        let mccfr = sampled::Preset::by_name("mccfr").unwrap();
        let sampler = || ExternalSampling::new(&nodes, &nodes, mccfr, 1, 1 << 30).unwrap();
        let average = |solver: &ExternalSampling<'_, Nodes, Nodes>| {
            Plan::of(&tree, |_, key, shares| nodes.average(solver, key, shares))
        };
        let mut ours = sampler();
        one.install(|| ours.advance(400_000));
        let theirs = solve(SolveMethod::External, 200_000, 1, RegretParams::vanilla());
        let (ours_at, theirs_at) = (reached(&average(&ours)), theirs.get_info().regret());
        println!("after 200000 iterations of MCCFR: {ours_at:.2e} here, {theirs_at:.2e} there");
        assert!(ours_at < 0.2 && theirs_at < 0.5);
        let mut parallel = sampler();
        let mut alone = sampler();
        compare(
            "MCCFR iterations/s",
            Box::new(|count| one.install(|| ours.advance(2 * count))),
            Box::new(|count| {
                let found = solve(SolveMethod::External, count, 1, RegretParams::vanilla());
                black_box(found);
            }),
        );
        compare(
            "MCCFR, two threads and one",
            Box::new(|count| two.install(|| parallel.advance(2 * count))),
            Box::new(|count| one.install(|| alone.advance(2 * count))),
        );
    }
}

/// Prints the rates of two sides that take turns, and their ratio.
fn compare<'a>(what: &str, mut ours: Work<'a>, mut theirs: Work<'a>) {
    let counts = [calibrate(&mut ours), calibrate(&mut theirs)];
    let mut rates = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        for (side, work) in [&mut ours, &mut theirs].into_iter().enumerate() {
            let begin = Instant::now();
            work(counts[side]);
            rates[side].push(counts[side] as f64 / begin.elapsed().as_secs_f64());
        }
    }
    let [ours, theirs] = rates.map(|mut rates| {
        rates.sort_by(f64::total_cmp);
        rates[ROUNDS / 2]
    });
    println!(
        "  {what:28} {ours:>12.0} {theirs:>12.0} {:>7.2}",
        ours / theirs
    );
}

/// How much of a work fills a spell.
fn calibrate(work: &mut Work<'_>) -> u64 {
    let mut count = 1;
    loop {
        let begin = Instant::now();
        work(count);
        let spent = begin.elapsed();
        if spent * 4 > SPELL {
            let share = SPELL.as_secs_f64() / spent.as_secs_f64();
            return (count as f64 * share).ceil() as u64;
        }
        count *= 2;
    }
}
