//! Probabilities in one byte each.

/// The value of the likeliest action of a row in the file.
const FULL: f64 = 255.0;

/// Writes `shares` as multiples of 1/255 of the largest share. Shares below `drop_below` become 0,
/// but the largest always stays.
pub fn quantize(shares: &[f64], drop_below: f64, row: &mut [u8]) {
    let likeliest = shares.iter().copied().fold(0.0, f64::max);
    for (byte, &share) in row.iter_mut().zip(shares) {
        *byte = if share < drop_below && share < likeliest { 0 } else { (FULL * share / likeliest).round() as u8 };
    }
}

#[cfg(test)]
#[path = "../tests/unit/quantize.rs"]
mod tests;
