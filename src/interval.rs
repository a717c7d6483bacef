//! How sure a mean of independent draws is.

/// Half the width of the 95 % confidence interval of a mean of independent draws, by the normal
/// approximation; infinite of fewer than two.
pub fn half_width(drawn: &[f64]) -> f64 {
    let count = drawn.len() as f64;
    if count < 2.0 {
        return f64::INFINITY;
    }
    let mean = drawn.iter().sum::<f64>() / count;
    let squares = drawn.iter().map(|one| (one - mean).powi(2));
    let variance = squares.sum::<f64>() / (count - 1.0);
    1.96 * (variance / count).sqrt()
}
