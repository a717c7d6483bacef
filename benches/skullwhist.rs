//! Speed of solving whole deals of SkullWhist with open hands and known bids. Every card of the first lead
//! gets its value, from an empty transposition table.
#![allow(clippy::unwrap_used, missing_docs)]

use cardsharp::contests::skullwhist::rules::{Deal, Objective, SkullWhist, State};
use cardsharp::contests::skullwhist::search::OpenHands;
use cardsharp_solvers::game::Player;
use criterion::{Criterion, criterion_group, criterion_main};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

const DEALS: usize = 50;
/// Logarithm of the number of table entries, for a table of 1 MiB.
const TABLE_LOG2: u32 = 16;
/// Sums of the values over the deals and their cards.
const ANSWERS: [(Objective, i32); 2] = [(Objective::Win, -16), (Objective::Difference, 1240)];

fn deals() -> Vec<State> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut deal = |_| {
        let mut state = State::new(&Deal::random(SkullWhist::CONTEST, &mut rng));
        for player in [Player::ZERO, Player::ONE] {
            state.bid(player, rng.random_range(3..=8)).unwrap();
        }
        state
    };
    (0..DEALS).map(&mut deal).collect()
}

fn whole_deals(criterion: &mut Criterion) {
    let deals = deals();
    let mut group = criterion.benchmark_group("open hands");
    group.sample_size(10);
    for (objective, answer) in ANSWERS {
        group.bench_function(format!("{DEALS} deals, {objective}"), |bencher| {
            bencher.iter(|| {
                let values = deals.iter().flat_map(|state| {
                    let solved = OpenHands::new(TABLE_LOG2).solve(state, objective);
                    solved.cards.into_iter().map(|(_, value)| value)
                });
                assert_eq!(values.sum::<i32>(), answer);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, whole_deals);
criterion_main!(benches);
