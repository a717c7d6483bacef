//! 95 % confidence intervals of means of independent draws, by Student's t.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// A mean of independent draws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Half the width of the mean's 95 % confidence interval, in the unit of the mean.
    pub half_width: f64,
    /// The sample size: the number of draws, or more if each draw stands for several samples.
    pub samples: usize,
}

impl Estimate {
    /// The estimate from these draws. Its mean is 0 if there are none.
    pub fn of(drawn: &[f64]) -> Estimate {
        Estimate {
            mean: drawn.iter().sum::<f64>() / drawn.len().max(1) as f64,
            half_width: half_width(drawn),
            samples: drawn.len(),
        }
    }
}

/// Half the width of the 95 % confidence interval of the mean of independent draws. It is infinite for fewer
/// than two draws.
pub fn half_width(drawn: &[f64]) -> f64 {
    StandardError::of(drawn).half_width()
}

/// The standard error of a mean, with its degrees of freedom. An error estimated from few draws is itself uncertain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StandardError {
    variance: f64,
    freedom: f64,
}

impl StandardError {
    /// The standard error of the mean of independent draws.
    pub fn of(drawn: &[f64]) -> StandardError {
        let count = drawn.len() as f64;
        let mean = drawn.iter().sum::<f64>() / count;
        let squares = drawn.iter().map(|one| (one - mean).powi(2));
        StandardError::new(squares.sum(), count)
    }

    /// The standard error of the mean of `count` independent draws, from their sum and the sum of their squares.
    pub fn of_moments(count: f64, sum: f64, squares: f64) -> StandardError {
        StandardError::new((squares - sum * sum / count).max(0.0), count)
    }

    /// The standard error from the sum of the squared deviations from the mean.
    fn new(deviations: f64, count: f64) -> StandardError {
        StandardError { variance: deviations / (count - 1.0) / count, freedom: count - 1.0 }
    }

    /// The standard error of a sum of means that were estimated independently of each other. The degrees of
    /// freedom are those of Welch and Satterthwaite (B. L. Welch, "The generalization of 'Student's' problem
    /// when several different population variances are involved", Biometrika 34, 1947).
    pub fn of_sum(parts: &[StandardError]) -> StandardError {
        let variance: f64 = parts.iter().map(|part| part.variance).sum();
        let spread = parts.iter().map(|part| part.variance.powi(2) / part.freedom);
        let spread: f64 = spread.sum();
        let least = parts.iter().map(|part| part.freedom);
        StandardError {
            variance,
            freedom: if spread > 0.0 { variance * variance / spread } else { least.fold(f64::INFINITY, f64::min) },
        }
    }

    /// Half the width of the 95 % confidence interval. It is infinite with no degree of freedom.
    pub fn half_width(self) -> f64 {
        if self.freedom > 0.0 { quantile(self.freedom) * self.variance.sqrt() } else { f64::INFINITY }
    }
}

/// With at least this many degrees of freedom the normal distribution replaces Student's t. Its quantile
/// agrees to 0.002 %, and there the inverse of the incomplete beta function loses digits.
const AS_GOOD_AS_NORMAL: f64 = 1e5;

/// The 97.5 % quantile of Student's t. `freedom` is more than 0; if it is infinite, the quantile is that of
/// the normal distribution.
pub fn quantile(freedom: f64) -> f64 {
    const UPPER: f64 = 0.975;
    if freedom >= AS_GOOD_AS_NORMAL {
        return normal_quantile(UPPER);
    }
    StudentsT::new(0.0, 1.0, freedom).map_or(f64::INFINITY, |student| student.inverse_cdf(UPPER))
}

/// The quantile of the standard normal distribution for a probability.
pub fn normal_quantile(probability: f64) -> f64 {
    Normal::standard().inverse_cdf(probability)
}

#[cfg(test)]
#[path = "../tests/unit/interval.rs"]
mod tests;
