//! How long each side takes to come near an equilibrium, with whichever of its presets is quickest.

use std::time::{Duration, Instant};

use cardsharp_solvers::cfr::{Cfr, Preset};
use cardsharp_solvers::game::Game;
use cardsharp_solvers::games::GameVisitor;
use cardsharp_solvers::tree::Tree;
use cfr::{GameTree, PlayerNum, RegretParams, SolveMethod, SolveParams};

use super::adapter::History;

/// Exploitability in units of the game: half of NashConv.
pub const TARGETS: [f64; 2] = [1e-3, 1e-5];
/// How long a preset may be looked at before it is given up.
pub const PATIENCE: Duration = Duration::from_secs(10);
/// By what the number of iterations grows from one look to the next. Every look begins anew.
const STEP: f64 = 1.2;

/// The quickest way to a target, if there was any within the patience.
pub struct Reached {
    pub preset: &'static str,
    pub iterations: u64,
    pub seconds: f64,
}

/// Ours and theirs for each of [`TARGETS`].
pub struct Accuracy;

impl GameVisitor for Accuracy {
    type Output = Vec<[Option<Reached>; 2]>;

    fn visit<G: Game>(self, game: &G) -> Self::Output {
        let tree = Tree::compile(game).unwrap();
        let peer = GameTree::from_game(History::root(game)).unwrap();
        TARGETS.into_iter().map(|target| [ours(&tree, target), theirs(&peer, target)]).collect()
    }
}

fn ours(tree: &Tree, target: f64) -> Option<Reached> {
    let found = Preset::ALL.iter().filter_map(|&preset| {
        let iterations = looks(|iterations| {
            // What has a schedule is told where it ends: that is how it is meant to be used.
            let mut solver = Cfr::new(tree, preset).planned(iterations);
            solver.advance(iterations);
            solver.exploitability().nash_conv() / 2.0 <= target
        })?;
        let begin = Instant::now();
        Cfr::new(tree, preset).planned(iterations).advance(iterations);
        Some(Reached { preset: preset.name, iterations, seconds: begin.elapsed().as_secs_f64() })
    });
    quickest(found)
}

fn theirs<I, A>(peer: &GameTree<I, A>, target: f64) -> Option<Reached> {
    let presets = [
        ("vanilla", RegretParams::vanilla()),
        ("lcfr", RegretParams::lcfr()),
        ("cfr_plus", RegretParams::cfr_plus()),
        ("dcfr", RegretParams::dcfr()),
    ];
    let found = presets.into_iter().filter_map(|(preset, regret)| {
        let params = SolveParams { regret, check_interval: u64::MAX, ..SolveParams::default() };
        let solve = |iterations| {
            let solved = peer.solve(SolveMethod::Full, iterations, 0.0, 1, params);
            solved.unwrap().0
        };
        let iterations = looks(|iterations| {
            let info = solve(iterations).get_info();
            let regrets = [PlayerNum::One, PlayerNum::Two].map(|player| info.player_regret(player));
            regrets.iter().sum::<f64>() / 2.0 <= target
        })?;
        let begin = Instant::now();
        solve(iterations);
        Some(Reached { preset, iterations, seconds: begin.elapsed().as_secs_f64() })
    });
    quickest(found)
}

/// The first number of iterations looked at after which `enough` is true.
fn looks(enough: impl Fn(u64) -> bool) -> Option<u64> {
    let begin = Instant::now();
    let mut iterations = 1_u64;
    while begin.elapsed() < PATIENCE {
        if enough(iterations) {
            return Some(iterations);
        }
        iterations = ((iterations as f64 * STEP) as u64).max(iterations + 1);
    }
    None
}

fn quickest(found: impl Iterator<Item = Reached>) -> Option<Reached> {
    found.min_by(|one, other| one.seconds.total_cmp(&other.seconds))
}
