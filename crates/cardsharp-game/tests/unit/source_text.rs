use super::*;

#[test]
fn every_place_is_filled_and_no_line_is_longer_than_asked() {
    let program = filled(&["a = @A@;", " b = @B@;"], &[("@A@", "1"), ("@B@", "2")]);
    assert_eq!(program, "a = 1; b = 2;");
    let items = ["12,", "345,", "6,"].map(str::to_owned);
    assert_eq!(in_lines(items, 7), "12,345,\n6,");
}
