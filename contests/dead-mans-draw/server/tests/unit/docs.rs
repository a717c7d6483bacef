use super::*;

#[test]
fn the_page_has_every_address_and_needs_nothing_from_elsewhere() {
    let page = page_of(&DESCRIPTION).into_string();
    for (path, _) in paths() {
        assert!(page.contains(&path), "{path}");
    }
    assert!(!page.contains("src=") && !page.contains("http://") && !page.contains("https://"));
    assert!(page.contains("seed of a rated match"));
}
