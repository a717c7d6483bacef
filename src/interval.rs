//! How sure a mean of independent draws is.

/// A mean of independent draws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Half the width of its 95 % confidence interval.
    pub half_width: f64,
    /// What it was drawn from: as many as there are draws, unless each stands for several.
    pub samples: usize,
}

impl Estimate {
    /// The mean of these draws; 0 if there are none.
    pub fn of(drawn: &[f64]) -> Estimate {
        Estimate {
            mean: drawn.iter().sum::<f64>() / drawn.len().max(1) as f64,
            half_width: half_width(drawn),
            samples: drawn.len(),
        }
    }
}

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
