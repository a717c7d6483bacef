use super::*;

#[test]
fn numbers_and_names_lead_to_each_other() {
    let space = ActionSpace::new(["a", "b", "c"].map(str::to_owned));
    assert_eq!(space.len(), 3);
    for (number, name) in space.names().iter().enumerate() {
        assert_eq!(space.number(name), Some(number));
        assert_eq!(space.name(number), Some(name.as_str()));
    }
    assert_eq!((space.number("d"), space.name(3)), (None, None));
}
