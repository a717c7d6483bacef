//! A run in pieces: solve for a while, save the answer, go on, and load what was saved.
//!
//! `cargo run --release -p cardsharp-solvers --example resume`

use cardsharp_solvers::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Leduc::default();
    let tree = Tree::compile(&game)?;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("leduc.json");

    let mut solver = Cfr::new(&tree, Preset::DCFR);
    let rough = solver.run(Until::iterations(100));
    rough.save(&game, &path)?;
    println!("after {} iterations: NashConv {:.1e}", 100, rough.nash_conv());

    // The solver keeps its regrets: the iterations count on.
    let fine = solver.run(Until::iterations(1_000));
    println!("after {} iterations: NashConv {:.1e}", 1_000, fine.nash_conv());

    // A new solver can begin with the strategy of the file.
    let loaded = Solution::load(&path)?;
    let mut warm = Cfr::new(&tree, Preset::DCFR);
    warm.warm_start(&loaded.plan(&tree), 100)?;
    let again = warm.run(Until::iterations(1_000));
    println!("warm-started from the file: NashConv {:.1e}", again.nash_conv());
    Ok(())
}
