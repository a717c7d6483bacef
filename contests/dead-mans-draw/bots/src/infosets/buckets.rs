//! The buckets of numbers, and the rows that buckets form.

/// The bucket of `value`: the number of the rising `edges` that it exceeds.
pub(super) fn bucket<const N: usize>(value: f64, edges: &[f64; N]) -> Digit {
    Digit { value: edges.iter().filter(|&&edge| value > edge).count(), of: N + 1 }
}

/// A digit of a mixed-radix number: `value` below `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Digit {
    pub(super) value: usize,
    pub(super) of: usize,
}

/// The number that digits of different bases form.
pub(super) fn number(digits: &[Digit]) -> usize {
    digits.iter().fold(0, |sum, digit| sum * digit.of + digit.value)
}

/// The product of the bases: the count of the numbers that such digits can form.
pub(super) const fn product(bases: &[usize]) -> usize {
    let mut product = 1;
    let mut index = 0;
    while index < bases.len() {
        product *= bases[index];
        index += 1;
    }
    product
}

#[cfg(test)]
#[path = "../../tests/unit/infosets/buckets.rs"]
mod tests;
