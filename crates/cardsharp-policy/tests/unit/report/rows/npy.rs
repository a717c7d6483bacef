use super::*;

#[test]
fn numbers_begin_at_a_multiple_of_64_bytes() {
    for count in [0, 7, 123_456_789_012] {
        let mut out = Vec::new();
        header(&mut out, Kind::F64, count).unwrap();
        assert_eq!(out.len() % 64, 0);
        assert_eq!(usize::from(out[8]) + 256 * usize::from(out[9]) + 10, out.len());
        assert_eq!(out.last(), Some(&b'\n'));
    }
    assert_eq!(Kind::holding(127), Kind::Signed(1));
    assert_eq!(Kind::holding(128), Kind::Signed(2));
    assert_eq!(Kind::holding(1 << 40), Kind::Signed(8));
}
