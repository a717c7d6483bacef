//! Probabilities in one byte each.

/// The value of the likeliest action of a row in the file.
const FULL: f64 = 255.0;

/// Writes `shares` as multiples of 1/255 of the largest share. Shares below `drop_below` become 0,
/// but the largest always stays.
pub fn quantize(shares: &[f64], drop_below: f64, row: &mut [u8]) {
    let likeliest = shares.iter().copied().fold(0.0, f64::max);
    for (byte, &share) in row.iter_mut().zip(shares) {
        *byte = if share < drop_below && share < likeliest {
            0
        } else {
            (FULL * share / likeliest).round() as u8
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_action_is_full_and_rare_ones_go() {
        let mut row = [9; 4];
        quantize(&[0.5, 0.25, 0.245, 0.005], 0.01, &mut row);
        assert_eq!(row, [255, 128, 125, 0]);
        // Even with a high limit, one action is left.
        quantize(&[0.3, 0.4, 0.3, 0.0], 0.9, &mut row);
        assert_eq!(row, [0, 255, 0, 0]);
    }
}
