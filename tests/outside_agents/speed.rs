//! The time of a decision of an agent that does nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use cardsharp::arena::Stepwise;
use cardsharp::contest::outside::{OutsideError, Request};
use cardsharp::contest::{AgentSpec, Setup};
use cardsharp::contests;

const GAMES: u64 = 100;

fn setup(seed: u64) -> Setup {
    Setup { seed, first: 0, record: false }
}

/// Prints decisions a second on one core, of an agent that takes the middle one of the legal actions in every seat.
#[test]
#[ignore = "prints figures: cargo test --test outside_agents speed -- --ignored --nocapture"]
fn decisions_a_second() {
    for &contest in contests::ALL {
        for with_json in [false, true] {
            let decisions = Arc::new(AtomicU64::new(0));
            let count = Arc::clone(&decisions);
            let agent = move |request: &Request| -> Result<usize, OutsideError> {
                count.fetch_add(1, Ordering::Relaxed);
                if with_json {
                    std::hint::black_box(request.json());
                }
                Ok(request.legal()[request.legal().len() / 2])
            };
            let agents = vec![AgentSpec::outside("nothing", agent); contest.seats()];
            let table = contest.table(&agents).unwrap();
            let begun = Instant::now();
            for seed in 0..GAMES {
                assert!(table.play_game(setup(seed)).penalties.iter().all(|&count| count == 0));
            }
            let decisions = decisions.load(Ordering::Relaxed);
            let rate = decisions as f64 / begun.elapsed().as_secs_f64();
            let what = if with_json { "with JSON" } else { "without JSON" };
            println!("{}, {what}: {rate:.0} decisions a second", contest.name());
            assert!(decisions > 10 * GAMES);
        }
        let mut actions = 0;
        let begun = Instant::now();
        for seed in 0..GAMES / 10 {
            let mut game = Stepwise::new(contest, &vec![None; contest.seats()], setup(seed)).unwrap();
            while let Some((_, request)) = game.request() {
                let action = request.legal()[request.legal().len() / 2];
                game.act(action).unwrap();
                actions += 1;
            }
        }
        let rate = f64::from(actions) / begun.elapsed().as_secs_f64();
        println!("{}, step by step: {rate:.0} actions a second", contest.name());
    }
}
