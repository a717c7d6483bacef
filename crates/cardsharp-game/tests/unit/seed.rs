use super::derive_seed;

#[test]
fn small_seeds_and_streams_do_not_collide() {
    let mut seen = std::collections::HashSet::new();
    for seed in 0..100 {
        for stream in 0..100 {
            assert!(seen.insert(derive_seed(seed, stream)), "{seed} {stream}");
        }
    }
}
