use super::*;

fn of(names: &[&str]) -> Vec<String> {
    let names = names.iter().map(|name| (*name).to_owned()).collect();
    distinct(names, |index| (index + 1).to_string())
}

#[test]
fn later_names_give_way_and_distinct_ones_stay() {
    assert_eq!(of(&["a", "b"]), ["a", "b"]);
    assert_eq!(of(&["", ""]), ["1", "2"]);
    assert_eq!(of(&["", "1", ""]), ["1", "1_2", "3"]);
    assert_eq!(of(&["a", "a", "a_2", "a"]), ["a", "a_2", "a_2_2", "a_3"]);
}
