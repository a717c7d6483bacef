//! A range game of one's own: Kuhn poker by the engine that walks public states with vectors of hands.
//!
//! `cargo run --release -p cardsharp-solvers --example own_range_game`

use cardsharp_solvers::prelude::*;
use cardsharp_solvers::range::RangeCfr;

// Kuhn poker as a `RangeGame`, in a file of 80 lines.
#[path = "../tests/ranges/kuhn.rs"]
mod kuhn;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut solver = RangeCfr::new(&kuhn::Kuhn, Preset::PCFR_PLUS)?;
    let solved = solver.run(Until::iterations(1_000));
    println!("value to the first player: {:.6}", solved.value(Player::ZERO));
    println!("NashConv: {:.1e}", solved.nash_conv());
    // Every decision of the public tree, with the probability of each hand's actions.
    solver.for_each_decision(&mut |decision| {
        println!("{:?} {}: {:.3?}", decision.player, decision.public, decision.strategy);
        true
    });
    Ok(())
}
