//! The curve of every preset on every game, in one picture.

use std::path::Path;
use std::time::Instant;

use cardsharp_solvers::cfr::{self, Cfr};
use cardsharp_solvers::dyn_game::DynGame;
use cardsharp_solvers::run::Solver;
use cardsharp_solvers::sampled::{self, ExternalSampling, Sampler, SamplerPreset};
use cardsharp_solvers::tree::{RealizationPlan, Tree};

use crate::explicit::{ExplicitGame, UNIT};
use cardsharp_commands::progress;
use cardsharp_plots::plot::{Abscissa, Curve, Ordinate, Plot, Sheet, draw_sheet};
use cardsharp_policy::measurement::Quantity;
use cardsharp_policy::report::curve::CurvePoint;

/// The number of iterations of a preset that walks the whole tree. It is a power of two.
const ITERATIONS: u64 = 1024;
/// The largest number of nodes that a preset of Monte-Carlo CFR walks.
const NODES: u64 = 100_000_000;
/// A NashConv below this is due to rounding.
const NOISE: f64 = 1e-12;

/// Draws the curves of all presets on all games.
///
/// # Errors
///
/// A game cannot be compiled, or the picture cannot be written.
pub fn draw(path: &Path) -> anyhow::Result<()> {
    let mut panels = Vec::new();
    let games: Vec<_> = ExplicitGame::published().collect();
    let steps = games.len() as u64;
    let bar = progress::bar(Some(steps), "{pos}/{len} games, {elapsed}", false);
    for game in bar.wrap_iter(games.into_iter()) {
        let game = game?;
        panels.push(Plot {
            title: Some(game.name()),
            x: Abscissa::Nodes,
            y: Ordinate::Measured,
            curves: curves(game.game())?,
        });
    }
    draw_sheet(path, &Sheet { panels, columns: 3 })?;
    Ok(())
}

fn curves(game: &dyn DynGame) -> anyhow::Result<Vec<Curve>> {
    let (tree, nodes) = (game.compile()?, game.compile_nodes()?);
    let most = ITERATIONS * tree.histories() * tree.players() as u64;
    let whole = cfr::Preset::ALL.iter().map(|&preset| {
        let mut solver = Cfr::new(&tree, preset).planned(ITERATIONS);
        curve(&tree, preset.name, &mut solver, most, |solver| solver.plan())
    });
    let mut curves: Vec<Curve> = whole.collect();
    let most = most.min(NODES);
    for &preset in sampled::Preset::ALL {
        let mut solver = ExternalSampling::new(&nodes, &nodes, preset.seed(1).max_memory(u64::MAX))?;
        curves.push(curve(&tree, preset.name, &mut solver, most, |solver| solver.plan(&tree)));
    }
    for &preset in SamplerPreset::ALL {
        let mut solver = Sampler::new(&nodes, &nodes, preset, 1);
        curves.push(curve(&tree, preset.name, &mut solver, most, |solver| solver.plan(&tree)));
    }
    Ok(curves)
}

/// The curve of a solver. It is measured after 1, 2, 4, ... iterations, until `most` nodes are walked.
fn curve<S: Solver>(tree: &Tree, name: &str, solver: &mut S, most: u64, plan: impl Fn(&S) -> RealizationPlan) -> Curve {
    let mut points = Vec::new();
    let (mut seconds, mut next) = (0.0, 1);
    while solver.nodes() < most {
        let begin = Instant::now();
        solver.advance(next - solver.iterations());
        seconds += begin.elapsed().as_secs_f64();
        let nash_conv = plan(solver).exploitability(tree).nash_conv();
        if nash_conv < NOISE {
            break;
        }
        points.push(CurvePoint {
            iteration: solver.iterations(),
            seconds,
            nodes: solver.nodes(),
            quantity: Quantity::NashConv,
            value: nash_conv,
            half_width: 0.0,
            unit: UNIT.to_owned(),
        });
        next *= 2;
    }
    Curve { label: name.to_owned(), points }
}
