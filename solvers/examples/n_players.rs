//! A game of three players. CFR promises less here than for two players: the average strategies of vanilla CFR approach
//! a coarse correlated equilibrium, and NashConv tells how far this run came from a Nash equilibrium.
//!
//! `cargo run --release -p cardsharp-solvers --example n_players`

use cardsharp_solvers::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Kuhn::new(3)?;
    let tree = Tree::compile(&game)?;
    let solved = Cfr::new(&tree, Preset::CFR).run(Until::iterations(20_000));
    println!("values: {:.4?}", solved.values());
    println!("NashConv: {:.1e}", solved.nash_conv());
    for (player, gain) in solved.measure().gains().enumerate() {
        println!("player {player} would gain {gain:.1e} by a best response");
    }
    Ok(())
}
