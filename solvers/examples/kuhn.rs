//! Solves Kuhn poker and prints the equilibrium.
//!
//! `cargo run --release -p cardsharp-solvers --example kuhn`

use cardsharp_solvers::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let tree = Tree::compile(&Kuhn::default())?;
    let solved = Cfr::new(&tree, Preset::PCFR_PLUS).run(Until::exploitability(1e-6).or_iterations(100_000));
    // H. W. Kuhn (1950): the first player loses 1/18 a game.
    println!("value to the first player: {:.6}", solved.value(Player::ZERO));
    println!("exploitability: {:.1e}", solved.exploitability());
    for row in solved.strategy(&Kuhn::default()) {
        println!("{row}");
    }
    Ok(())
}
