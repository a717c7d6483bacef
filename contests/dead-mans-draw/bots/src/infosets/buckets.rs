//! The buckets of numbers, and the rows that buckets form.

/// The bucket of `value`: the number of the rising `edges` that it exceeds.
pub(super) fn bucket<const N: usize>(value: f64, edges: &[f64; N]) -> Digit {
    Digit {
        value: edges.iter().filter(|&&edge| value > edge).count(),
        of: N + 1,
    }
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
mod tests {
    use super::*;

    #[test]
    fn buckets_begin_above_their_edges() {
        let edges = [0.0, 1.0];
        let of = |value| bucket(value, &edges).value;
        assert_eq!([of(-1.0), of(0.0), of(0.5), of(1.0), of(7.0)], [0, 0, 1, 1, 2]);
    }

    #[test]
    fn every_number_is_written_once() {
        let mut seen = std::collections::HashSet::new();
        for first in 0..3 {
            for second in 0..4 {
                let digits = [Digit { value: first, of: 3 }, Digit { value: second, of: 4 }];
                assert!(number(&digits) < product(&[3, 4]));
                assert!(seen.insert(number(&digits)));
            }
        }
    }
}
