//! Networks: their learning, and their bytes.
#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.
use cardsharp_value_network::{BadNetwork, Examples, Fit, Network, Trainer};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn examples(count: usize) -> Examples {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut examples = Examples::new(3, 2);
    for _ in 0..count {
        let x: [f32; 3] = std::array::from_fn(|_| rng.random_range(-1.0..1.0));
        let wanted = [x[0].max(x[1]), x[0] * x[2]];
        examples.add(&x, &wanted, &[1.0, rng.random_range(0.5..2.0)]);
    }
    examples
}

#[test]
fn a_function_with_a_kink_and_a_product_is_learned() {
    let examples = examples(4000);
    let mut trainer = Trainer::new(Network::new(&[3, 32, 32, 2], 1));
    let before = trainer.network().error(&examples);
    let fit = Fit {
        steps: 4000,
        batch: 64,
        rate: 3e-3,
        seed: 1,
    };
    trainer.fit(&examples, fit);
    let after = trainer.network().error(&examples);
    assert!(after < 0.03 && after < before / 10.0, "{before} {after}");
}

#[test]
fn the_number_of_threads_changes_no_network() {
    let examples = examples(500);
    let fit = Fit {
        steps: 20,
        // Threads take 64 examples at a time.
        batch: 3 * 64 - 10,
        rate: 1e-2,
        seed: 4,
    };
    let networks = [1, 2, 8].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| {
            let mut trainer = Trainer::new(Network::new(&[3, 16, 16, 2], 1));
            trainer.fit(&examples, fit);
            trainer.into_network().to_bytes()
        })
    });
    assert!(networks[0] == networks[1] && networks[0] == networks[2]);
}

#[test]
fn outputs_without_weight_are_not_learned() {
    let mut with = Examples::new(1, 2);
    let mut without = Examples::new(1, 2);
    for step in 0..50 {
        let x = step as f32 / 50.0;
        with.add(&[x], &[x, 100.0], &[1.0, 0.0]);
        without.add(&[x], &[x, -3.0], &[1.0, 0.0]);
    }
    let fit = Fit {
        steps: 50,
        batch: 10,
        rate: 1e-2,
        seed: 1,
    };
    let [with, without] = [with, without].map(|examples| {
        let mut trainer = Trainer::new(Network::new(&[1, 4, 2], 1));
        trainer.fit(&examples, fit);
        trainer.network().clone()
    });
    assert_eq!(with, without);
}

#[test]
fn bytes_come_back_and_damage_is_named() {
    let network = Network::new(&[3, 8, 2], 3);
    let bytes = network.to_bytes();
    assert_eq!(Network::from_bytes(&bytes), Ok(network));
    for length in 0..bytes.len() {
        let found = Network::from_bytes(&bytes[..length]);
        let expected = if length < 8 {
            BadNetwork::Mark
        } else {
            BadNetwork::Length
        };
        assert_eq!(found, Err(expected), "{length}");
    }
    let mut more = bytes.clone();
    more.extend([0; 4]);
    assert_eq!(Network::from_bytes(&more), Err(BadNetwork::Length));
    let mut infinite = bytes.clone();
    let end = infinite.len();
    infinite[end - 4..].copy_from_slice(&f32::INFINITY.to_le_bytes());
    assert_eq!(Network::from_bytes(&infinite), Err(BadNetwork::NotFinite));
    let mut huge = bytes;
    huge[12..16].fill(0xff);
    assert_eq!(Network::from_bytes(&huge), Err(BadNetwork::Length));
}
