//! This crate beside crate `cfr`, on the same games, in one run: `cargo bench -p cardsharp-solvers
//! --bench peers`, some ten minutes; with `-- leduc` only games with that in their names; with
//! `-- --json` one object for `others.py`, which adds OpenSpiel and LiteEFG.
//!
//! Both take turns, so that a slow minute of the machine meets both; what is shown is the median of
//! the rounds. One iteration updates both players. Each answer is checked before it is believed.
#![allow(clippy::unwrap_used, missing_docs)]

mod accuracy;
mod adapter;

use std::hint::black_box;
use std::time::{Duration, Instant};

use accuracy::{Accuracy, PATIENCE, Reached, TARGETS};
use adapter::History;
use cardsharp_solvers::cfr::{Cfr, Preset};
use cardsharp_solvers::game::Game;
use cardsharp_solvers::games::{GameVisitor, KnownGame};
use cardsharp_solvers::nodes::Nodes;
use cardsharp_solvers::sampled::{self, ExternalSampling};
use cardsharp_solvers::tree::Tree;
use cfr::{GameTree, RegretParams, SolveMethod, SolveParams, Strategies};

const ROUNDS: usize = 5;
/// How long each side works in each round.
const SPELL: Duration = Duration::from_millis(400);
/// The games of the rates.
const GAMES: [&str; 2] = ["leduc_poker", "liars_dice(numdice=1,dice_sides=6)"];
/// The games of the ways to an equilibrium.
const ROADS: [&str; 4] = [
    "kuhn_poker",
    "leduc_poker",
    "liars_dice(numdice=1,dice_sides=6)",
    "goofspiel(num_cards=5,imp_info=true,points_order=descending)",
];

/// Does a number of units of work.
type Work<'a> = Box<dyn FnMut(u64) + 'a>;

/// What was measured on both sides.
struct Line {
    what: String,
    ours: f64,
    theirs: f64,
}

fn main() {
    let json = std::env::args().any(|argument| argument == "--json");
    // As criterion has it: a word is what the names must have in them.
    let word = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let wanted = |name: &&str| word.as_ref().is_none_or(|word| name.contains(word.as_str()));
    let mut games = Vec::new();
    for name in GAMES.into_iter().filter(wanted) {
        let lines = name.parse::<KnownGame>().unwrap().visit(Rates);
        if !json {
            print_rates(name, &lines);
        }
        games.push((name, lines));
    }
    if json {
        print_json(&games);
        return;
    }
    println!("seconds to an exploitability, by the quickest preset of each side");
    for name in ROADS.into_iter().filter(wanted) {
        println!("{name}");
        let found = name.parse::<KnownGame>().unwrap().visit(Accuracy);
        for (target, [ours, theirs]) in TARGETS.into_iter().zip(found) {
            print_road(target, ours.as_ref(), theirs.as_ref());
        }
    }
}

fn print_rates(game: &str, lines: &[Line]) {
    println!("{game:32} {:>12} {:>12} {:>7}", "here", "crate cfr", "ratio");
    for Line { what, ours, theirs } in lines {
        println!("  {what:30} {ours:>12.0} {theirs:>12.0} {:>7.2}", ours / theirs);
    }
}

fn print_json(games: &[(&str, Vec<Line>)]) {
    let game = |(name, lines): &(&str, Vec<Line>)| {
        let line = |line: &Line| format!("\"{}\":[{},{}]", line.what, line.ours, line.theirs);
        let lines: Vec<String> = lines.iter().map(line).collect();
        format!("\"{name}\":{{{}}}", lines.join(","))
    };
    let games: Vec<String> = games.iter().map(game).collect();
    println!("{{{}}}", games.join(","));
}

fn print_road(target: f64, ours: Option<&Reached>, theirs: Option<&Reached>) {
    let side = |reached: Option<&Reached>| match reached {
        Some(reached) => format!("{:.6} s ({}, {} iterations)", reached.seconds, reached.preset, reached.iterations),
        None => format!("not in {} s", PATIENCE.as_secs()),
    };
    let ratio = match (ours, theirs) {
        (Some(ours), Some(theirs)) => format!("{:.1}", theirs.seconds / ours.seconds),
        _ => "-".to_owned(),
    };
    println!("  {target:.0e}: {:44} {:44} {ratio}", side(ours), side(theirs));
}

struct Rates;

impl GameVisitor for Rates {
    type Output = Vec<Line>;

    fn visit<G: Game>(self, game: &G) -> Vec<Line> {
        let tree = Tree::compile(game).unwrap();
        let nodes = Nodes::compile(game).unwrap();
        let peer = GameTree::from_game(History::root(game)).unwrap();
        let mut lines = whole_tree(&tree, &peer);
        lines.extend(sampling(&tree, &nodes, &peer));
        lines
    }
}

fn threads(count: usize) -> rayon::ThreadPool {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count);
    pool.build().unwrap()
}

fn solve<I, A>(
    peer: &GameTree<I, A>,
    method: SolveMethod,
    iterations: u64,
    regret: RegretParams,
) -> Strategies<'_, I, A> {
    let params = SolveParams { regret, check_interval: u64::MAX, ..SolveParams::default() };
    peer.solve(method, iterations, 0.0, 1, params).unwrap().0
}

/// DCFR, and the exact measure of what it finds.
fn whole_tree<I, A>(tree: &Tree, peer: &GameTree<I, A>) -> Vec<Line> {
    let (one, two) = (threads(1), threads(2));
    let dcfr = Preset::DCFR;
    let fresh = || Cfr::new(tree, dcfr);
    let (mut ours, mut alone, mut parallel) = (fresh(), fresh(), fresh());
    one.install(|| ours.advance(1000));
    let theirs = solve(peer, SolveMethod::Full, 1000, RegretParams::dcfr());
    let reached = [ours.exploitability().nash_conv() / 2.0, theirs.get_info().regret()];
    assert!(reached[0] < 1e-3 && reached[1] < 0.05, "{reached:?}");
    let solved = ours.plan();
    vec![
        compare(
            "DCFR iterations/s",
            Box::new(|count| one.install(|| ours.advance(count))),
            Box::new(|count| {
                black_box(solve(peer, SolveMethod::Full, count, RegretParams::dcfr()));
            }),
        ),
        compare(
            "DCFR on two threads and on one",
            Box::new(|count| two.install(|| parallel.advance(count))),
            Box::new(|count| one.install(|| alone.advance(count))),
        ),
        compare(
            "NashConv evaluations/s",
            Box::new(|count| {
                for _ in 0..count {
                    black_box(solved.exploitability(tree));
                }
            }),
            Box::new(|count| {
                for _ in 0..count {
                    black_box(theirs.get_info());
                }
            }),
        ),
    ]
}

/// External sampling; two traversals update both players.
fn sampling<I: Sync + Send, A: Sync + Send>(tree: &Tree, nodes: &Nodes, peer: &GameTree<I, A>) -> Vec<Line> {
    let (one, two) = (threads(1), threads(2));
    let mccfr = sampled::Preset::MCCFR;
    let fresh = || ExternalSampling::new(nodes, nodes, mccfr.seed(1)).unwrap();
    let (mut ours, mut alone, mut parallel) = (fresh(), fresh(), fresh());
    one.install(|| ours.advance(400_000));
    let plan = ours.plan(tree);
    let theirs = solve(peer, SolveMethod::External, 200_000, RegretParams::vanilla());
    let reached = [plan.exploitability(tree).nash_conv() / 2.0, theirs.get_info().regret()];
    assert!(reached[0] < 0.2 && reached[1] < 0.5, "{reached:?}");
    vec![
        compare(
            "MCCFR iterations/s",
            Box::new(|count| one.install(|| ours.advance(2 * count))),
            Box::new(|count| {
                let method = SolveMethod::External;
                black_box(solve(peer, method, count, RegretParams::vanilla()));
            }),
        ),
        compare(
            "MCCFR on two threads and on one",
            Box::new(|count| two.install(|| parallel.advance(2 * count))),
            Box::new(|count| one.install(|| alone.advance(2 * count))),
        ),
    ]
}

/// The rates of two sides that take turns.
fn compare<'a>(what: &str, mut ours: Work<'a>, mut theirs: Work<'a>) -> Line {
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
    Line { what: what.to_owned(), ours, theirs }
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
