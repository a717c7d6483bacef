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
