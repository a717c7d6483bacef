use super::*;

#[test]
fn slashes_are_folded_in_the_path_only() {
    let fold = |text: &str| fold(&text.parse().unwrap()).map(|uri| uri.to_string());
    assert_eq!(fold("//api///matches?tags=a//b"), Some("/api/matches?tags=a//b".to_owned()));
    assert_eq!(fold("/api/matches?tags=a//b"), None);
}
