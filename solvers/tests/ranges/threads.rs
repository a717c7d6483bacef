//! The number of threads changes nothing.

use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::RangeCfr;

use super::leduc::Leduc;

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    // The game has enough cards that the walk is cut for threads.
    let game = Leduc::of_cards(13, 2);
    for name in ["cfr-simultaneous", "dcfr", "pdcfr+"] {
        let preset = Preset::by_name(name).unwrap();
        let with_threads = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            pool.build().unwrap().install(|| {
                let mut solver = RangeCfr::new(&game, preset.planned(3)).unwrap();
                solver.advance(3);
                assert!(solver.size().cells > 1 << 15, "{:?}", solver.size());
                let mut bits: Vec<u32> = Vec::new();
                solver.for_each_decision(&mut |decision| {
                    bits.extend(decision.strategy.iter().map(|share| share.to_bits()));
                    true
                });
                for player in [Player::ZERO, Player::ONE] {
                    let values = [solver.values(player), solver.best_response(player)];
                    bits.extend(values.iter().flatten().map(|value| value.to_bits()));
                }
                bits
            })
        };
        let one = with_threads(1);
        assert!(one == with_threads(2) && one == with_threads(8), "{name}");
    }
}
