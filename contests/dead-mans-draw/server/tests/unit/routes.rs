use super::*;

#[test]
fn the_description_has_every_address_and_no_other() {
    let mut described: Vec<String> = docs::paths().map(|(path, _)| path).collect();
    described.sort();
    let pages = ["/docs", "/swagger.json", "/"];
    let routes = routes();
    let mut there: Vec<&str> = routes.iter().map(|(path, _)| *path).collect();
    there.retain(|path| !pages.contains(path));
    there.sort_unstable();
    assert_eq!(described, there);
}
