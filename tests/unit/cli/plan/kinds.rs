use super::*;

#[test]
fn seeds_are_a_range_or_a_list() {
    let of = |text| seeds(text).map(|seeds| seeds.0);
    assert_eq!(of("2..4").unwrap(), [2, 3, 4]);
    assert_eq!(of("7").unwrap(), [7]);
    assert_eq!(of("7, 3").unwrap(), [7, 3]);
    assert!(of("4..2").is_err() && of("x").is_err() && of("0..18446744073709551615").is_err());
}

#[test]
fn a_recipe_with_commas_ends_with_a_semicolon() {
    assert_eq!(recipes("tricks,recall"), ["tricks", "recall"]);
    assert_eq!(recipes("all,seen3+own3;"), ["all,seen3+own3"]);
}
