use super::*;

#[test]
fn paragraphs_are_joined_and_lists_are_not() {
    let text = "Examples:\n  a b\n  c d\n\nOne and\ntwo.\nThree.\n\nList:\n  e\n";
    let joined = "Examples:\n  a b\n  c d\n\nOne and two. Three.\n\nList:\n  e";
    assert_eq!(paragraphs(text), joined);
}
