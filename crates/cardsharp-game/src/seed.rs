//! Seeds derived from seeds.

/// The seed of stream `stream` under `seed`: two rounds of the SplitMix64 finaliser (Steele, Lea and Flood,
/// 2014). Neighbouring numbers give unrelated seeds.
pub fn derive_seed(seed: u64, stream: u64) -> u64 {
    finalise(finalise(seed).wrapping_add(stream.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

fn finalise(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
#[path = "../tests/unit/seed.rs"]
mod tests;
