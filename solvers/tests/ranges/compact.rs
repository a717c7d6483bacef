//! Numbers in half of the memory.

use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::range::{Bf16, RangeCfr, RangeOptions, Root, Size};

use super::leduc::Leduc;

fn options(max_memory: u64) -> RangeOptions {
    RangeOptions { preset: Preset::DCFR, planned: Some(500), prunes: false, max_memory }
}

#[test]
fn half_of_the_memory_comes_near_to_the_same_value() {
    let game = Leduc::of_ranks(3, 2);
    let mut solver: RangeCfr<'_, Leduc, Bf16> =
        RangeCfr::with_options(&game, Root::of(&game), options(u64::MAX)).unwrap();
    solver.advance(500);
    let found = solver.exploitability();
    assert!(found.nash_conv() < 0.05, "{found:?}");
    assert!((found.values[0] + 0.0856064240780).abs() < 0.01, "{found:?}");
}

#[test]
fn the_memory_is_known_beforehand() {
    let game = Leduc::of_cards(3, 2);
    let root = Root::of(&game);
    let size = Size::of(&game, &root.public);
    let preset = Preset::DCFR;
    let compact = size.bytes_of::<Bf16>(&preset);
    assert_eq!(2 * compact, size.bytes(&preset));
    let new = |max_memory| RangeCfr::<'_, Leduc, Bf16>::with_options(&game, root.clone(), options(max_memory));
    assert_eq!(new(compact).unwrap().size(), size);
    assert_eq!(new(compact - 1).unwrap_err().allowed, compact - 1);
    assert_eq!(new(compact).unwrap().bytes(), compact);

    // The index of a solver that prunes counts too.
    let new = |max_memory| {
        let options = RangeOptions { prunes: true, ..options(max_memory) };
        RangeCfr::<'_, Leduc, Bf16>::with_options(&game, root.clone(), options)
    };
    let with_index = new(u64::MAX).unwrap().bytes();
    assert!((compact + 12..=compact + 12 * size.public_states).contains(&with_index));
    assert_eq!(new(with_index).unwrap().size(), size);
    assert_eq!(new(with_index - 1).unwrap_err().allowed, with_index - 1);
}

#[test]
fn rounding_by_chance_does_not_depend_on_threads() {
    let game = Leduc::of_cards(13, 2);
    for prunes in [false, true] {
        let with_threads = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            pool.build().unwrap().install(|| {
                let options = RangeOptions { prunes, ..options(u64::MAX) };
                let mut solver: RangeCfr<'_, Leduc, Bf16> =
                    RangeCfr::with_options(&game, Root::of(&game), options).unwrap();
                solver.advance(3);
                let mut bytes = Vec::new();
                solver.save(&mut bytes).unwrap();
                bytes
            })
        };
        assert!(with_threads(1) == with_threads(2));
    }
}
