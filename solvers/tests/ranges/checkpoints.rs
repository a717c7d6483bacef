//! A solver continues to the byte from a checkpoint.

use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::range::{Bf16, CheckpointError, Number, RangeCfr, RangeGame, RangeOptions, Root};

use super::leduc::Leduc;

fn options(preset: Preset, prunes: bool) -> RangeOptions {
    RangeOptions { preset, planned: Some(20), prunes, max_memory: u64::MAX }
}

fn new<N: Number>(game: &Leduc, options: RangeOptions) -> RangeCfr<'_, Leduc, N> {
    RangeCfr::with_options(game, Root::of(game), options).unwrap()
}

fn saved<G: RangeGame, N: Number>(solver: &RangeCfr<'_, G, N>) -> Vec<u8> {
    let mut bytes = Vec::new();
    solver.save(&mut bytes).unwrap();
    bytes
}

fn resumed<'g, N: Number>(
    game: &'g Leduc,
    options: RangeOptions,
    mut bytes: &[u8],
) -> Result<RangeCfr<'g, Leduc, N>, CheckpointError> {
    RangeCfr::resume(game, Root::of(game), options, &mut bytes)
}

fn continues<N: Number>() {
    let game = Leduc::of_cards(4, 2);
    for &preset in Preset::ALL {
        for prunes in [false, true] {
            let options = options(preset, prunes);
            let mut through = new::<N>(&game, options);
            through.advance(7);
            let mut first = new::<N>(&game, options);
            first.advance(3);
            let mut second = resumed::<N>(&game, options, &saved(&first)).unwrap();
            assert_eq!(second.iterations(), 3);
            second.advance(4);
            assert!(saved(&second) == saved(&through), "{}", preset.name);
        }
    }
}

/// Slow: every preset is stopped and gone on with, in both precisions.
#[test]
fn a_checkpoint_continues_to_the_byte() {
    continues::<f32>();
    continues::<Bf16>();
}

#[test]
fn another_solvers_checkpoint_is_refused() {
    let game = Leduc::of_cards(3, 2);
    let asked = options(Preset::DCFR, false);
    let mut solver = new::<f32>(&game, asked);
    solver.advance(2);
    let bytes = saved(&solver);
    let refused = |game: &Leduc, options, bytes: &[u8]| match resumed::<f32>(game, options, bytes) {
        Ok(_) => panic!("accepted"),
        Err(error) => error.to_string(),
    };
    let other = refused(&game, options(Preset::PCFR_PLUS, false), &bytes);
    assert!(other.contains("its preset differs"), "{other}");
    let other = refused(&game, options(Preset::DCFR, true), &bytes);
    assert!(other.contains("its pruning differs"), "{other}");
    let other = refused(&Leduc::of_cards(4, 2), asked, &bytes);
    assert!(other.contains("its number of hands differs"), "{other}");
    let found = resumed::<Bf16>(&game, asked, &bytes).map(|_| ());
    assert!(matches!(found, Err(CheckpointError::Different("type of numbers"))));
    assert!(refused(&game, asked, b"something else, long enough").contains("no checkpoint"));
    let cut = resumed::<f32>(&game, asked, &bytes[..bytes.len() - 1]).map(|_| ());
    assert!(matches!(cut, Err(CheckpointError::Io(_))));
    let mut changed = bytes.clone();
    changed[bytes.len() / 2] ^= 1;
    assert!(refused(&game, asked, &changed).contains("damaged"));
}

/// The same checkpoint with other bytes at `at`, and the CRC-32 of all.
fn resealed(bytes: &[u8], at: usize, new: &[u8]) -> Vec<u8> {
    let mut changed = bytes[..bytes.len() - 4].to_vec();
    changed[at..at + new.len()].copy_from_slice(new);
    let crc = crc32fast::hash(&changed);
    changed.extend(crc.to_le_bytes());
    changed
}

#[test]
fn numbers_that_no_run_can_have_are_refused() {
    let game = Leduc::of_cards(3, 2);
    let asked = options(Preset::DCFR, false);
    let mut solver = new::<f32>(&game, asked);
    solver.advance(2);
    let bytes = saved(&solver);
    // A mark, two texts with their lengths, the pruning and the planned number of iterations.
    let iterations = 8 + (8 + Preset::DCFR.name.len()) + (8 + f32::NAME.len()) + 8 + 8;
    let last_sum = bytes.len() - 8;
    assert_eq!(bytes[iterations..iterations + 8], 2_u64.to_le_bytes());
    for (at, new) in [
        (iterations, u64::MAX.to_le_bytes().to_vec()),
        (iterations + 8, f64::INFINITY.to_le_bytes().to_vec()),
        (iterations + 8, (-1.0_f64).to_le_bytes().to_vec()),
        (last_sum, f32::NAN.to_le_bytes().to_vec()),
        (last_sum, f32::INFINITY.to_le_bytes().to_vec()),
    ] {
        let found = resumed::<f32>(&game, asked, &resealed(&bytes, at, &new)).map(|_| ());
        assert!(matches!(found, Err(CheckpointError::Senseless)), "{found:?}");
    }
    let same = resealed(&bytes, last_sum, &bytes[last_sum..last_sum + 4]);
    assert!(resumed::<f32>(&game, asked, &same).is_ok());
}
