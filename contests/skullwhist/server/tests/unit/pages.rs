use super::*;

#[test]
fn every_method_has_its_page_and_stands_on_the_first() {
    for name in Method::ALL {
        assert!(index().0.contains(&name.path()));
        for key in name.keys() {
            assert!(!key_meaning(key).is_empty());
            assert!(method(name).0.contains(key));
        }
    }
}
