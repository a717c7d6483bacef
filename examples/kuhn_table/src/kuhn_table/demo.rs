//! The demo: an equilibrium, and what it wins against the hand-written agents.

use std::process::ExitCode;

use cardsharp::commands::demo::{DemoArguments, SEED};
use cardsharp::contest::{AgentSpec, Setup, Table, derive_seed};
use cardsharp_solvers::prelude::*;
use serde_json::json;

use super::agents::{Agent, HAND_WRITTEN};
use super::table::KuhnTable;

/// Pairs of hands against each hand-written agent: each deal is played from both seats.
const PAIRS: u64 = 20_000;

/// Solves the game, and plays the solution against every hand-written agent.
pub fn run(arguments: &DemoArguments) -> anyhow::Result<ExitCode> {
    let tree = Tree::compile(&Kuhn::TWO)?;
    let until = Until::exploitability(1e-6).or_iterations(100_000);
    let solved = Cfr::new(&tree, Preset::PCFR_PLUS).run(until);
    let rows = solved.strategy(&Kuhn::TWO);
    let mut gains = serde_json::Map::new();
    for agent in HAND_WRITTEN {
        let opponent = Agent::load(&AgentSpec::named(agent.name))?;
        let table = KuhnTable::new([Agent::of(&rows), opponent]);
        let gain = |index| {
            let setup = Setup {
                seed: derive_seed(SEED, index / 2),
                first: (index % 2) as usize,
                record: false,
            };
            table.play_game(setup).points[0]
        };
        let mean = (0..2 * PAIRS).map(gain).sum::<f64>() / (2 * PAIRS) as f64;
        gains.insert(agent.name.to_owned(), mean.into());
    }
    let report = json!({ "nash_conv": solved.nash_conv(), "gains": gains });
    if arguments.json {
        println!("{report}");
    } else {
        println!("{report:#}");
    }
    Ok(ExitCode::SUCCESS)
}
