//! The iterations that each preset needs to come to exploitabilities of 1e-3 to 1e-6, in games by name.
//!
//! It looks after 1, 1.1, 1.21, ... iterations, at most as many as the first argument says. A preset with
//! schedules is told each time where they end.

use std::error::Error;

use cardsharp_solvers::cfr::{Cfr, Preset};
use cardsharp_solvers::games::KnownGame;
use cardsharp_solvers::tree::Tree;

const TARGETS: [f64; 4] = [1e-3, 1e-4, 1e-5, 1e-6];
const GROWTH: f64 = 1.1;

/// The iterations to each target; `None` if they are more than `most`.
fn iterations(tree: &Tree, preset: Preset, most: u64) -> [Option<u64>; 4] {
    let mut reached = [None; 4];
    let mut solver = Cfr::new(tree, preset);
    let mut next = 1.0_f64;
    while next.ceil() as u64 <= most && reached[3].is_none() {
        let look = next.ceil() as u64;
        next *= GROWTH;
        if preset.needs_plan() {
            solver = Cfr::new(tree, preset).planned(look);
        }
        solver.advance(look.saturating_sub(solver.iterations()));
        let exploitability = solver.exploitability().nash_conv() / tree.players() as f64;
        for (reached, target) in reached.iter_mut().zip(TARGETS) {
            if reached.is_none() && exploitability <= target {
                *reached = Some(look);
            }
        }
    }
    reached
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let most = arguments.next().map_or(Ok(100), |most| most.parse())?;
    let names: Vec<String> = arguments.collect();
    let names = if names.is_empty() { vec!["kuhn_poker".to_owned()] } else { names };
    for name in names {
        let game: KnownGame = name.parse()?;
        let tree = game.game().compile()?;
        for preset in Preset::for_trees() {
            let reached = iterations(&tree, preset, most);
            let shown = reached.map(|count| count.map_or("-".to_owned(), |count| count.to_string()));
            println!("{name} {} {}", preset.name, shown.join(" "));
        }
    }
    Ok(())
}
