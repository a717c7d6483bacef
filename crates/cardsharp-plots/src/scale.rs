//! Logarithmic scales: their ranges, the positions of their ticks and the texts at the ticks.

/// The least number of labels. With fewer, values between them cannot be read.
const LABELS: usize = 5;

/// A logarithmic axis. Positions on it are decimal logarithms.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LogScale {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Ticks with a label.
    pub labelled: Vec<f64>,
    /// Ticks without a label.
    pub unlabelled: Vec<f64>,
}

impl LogScale {
    /// A scale that shows all of `values`, which are above zero, with some space around them. It
    /// spans at least a third of a decade.
    pub fn around(values: impl IntoIterator<Item = f64>) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values {
            low = low.min(value.log10());
            high = high.max(value.log10());
        }
        let room = 0.06 * (high - low);
        let narrow = (0.35 - (high - low) - 2.0 * room).max(0.0) / 2.0;
        Self::between(low - room - narrow, high + room + narrow)
    }

    fn between(low: f64, high: f64) -> Self {
        let ticks = |multiples: &[u32]| -> Vec<f64> {
            (low.floor() as i32..=high.floor() as i32)
                .flat_map(|decade| {
                    multiples.iter().map(move |&multiple| f64::from(decade) + f64::from(multiple).log10())
                })
                .filter(|tick| (low..=high).contains(tick))
                .collect()
        };
        let mut labelled = [&[1][..], &[1, 3], &[1, 2, 5], &[1, 2, 3, 4, 6, 8]]
            .into_iter()
            .map(ticks)
            .find(|ticks| ticks.len() >= LABELS)
            .unwrap_or_else(|| even_ticks(low, high));
        let unlabelled = if high - low > 12.0 { Vec::new() } else { ticks(&[2, 3, 4, 5, 6, 7, 8, 9]) };
        // Over more than a dozen decades, only some of these ticks are kept.
        let stride = labelled.len().div_ceil(12);
        labelled = labelled.into_iter().step_by(stride).collect();
        Self { low, high, labelled, unlabelled }
    }
}

/// Ticks at even steps of 1, 2 or 5 times a power of ten, at least [`LABELS`] of them. A short scale needs them,
/// because it contains fewer of the usual ticks.
fn even_ticks(low: f64, high: f64) -> Vec<f64> {
    let (from, to) = (10_f64.powf(low), 10_f64.powf(high));
    let power = 10_f64.powf((to - from).log10().floor());
    let steps = [1.0, 0.5, 0.2, 0.1].map(|part| part * power);
    let at = |step: f64| -> Vec<f64> {
        ((from / step).ceil() as i64..=(to / step).floor() as i64).map(|count| (count as f64 * step).log10()).collect()
    };
    let enough = steps.into_iter().map(at).find(|ticks| ticks.len() >= LABELS);
    enough.unwrap_or_default()
}

/// The text at a tick of a count or a time. A thousand is written as `k`, a million as `M` and so on.
pub(super) fn tick_label(value: f64) -> String {
    const PREFIXES: [(f64, &str); 4] = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    // Ticks are sums of logarithms, so their values may have an error of one part in 10⁹.
    let value = value * (1.0 + 1e-9);
    if value >= 1e15 {
        return format!("{value:.0e}");
    }
    for (size, prefix) in PREFIXES {
        if value >= size {
            return format!("{}{prefix}", plain(value / size));
        }
    }
    if value >= 0.999e-4 { plain(value) } else { format!("{value:.0e}") }
}

/// The text of a number to two significant digits, without trailing zeros.
fn plain(value: f64) -> String {
    let decimals = (1.0 - value.log10().floor()).clamp(0.0, 6.0) as usize;
    let text = format!("{value:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
#[path = "../tests/unit/scale.rs"]
mod tests;
