use super::*;

#[test]
fn every_action_has_its_number_and_its_name() {
    assert_eq!(ACTIONS.len(), 2 + 4 * 60);
    for number in 0..ACTIONS.len() {
        let action = action_of(number).unwrap();
        assert_eq!(number_of(action), Some(number));
        assert_eq!(ACTIONS.name(number), Some(action.to_string().as_str()));
    }
    assert_eq!(action_of(ACTIONS.len()), None);
}
