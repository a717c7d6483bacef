use super::*;

#[test]
fn every_move_has_its_number_and_its_name() {
    assert_eq!(ACTIONS.len(), RANKS + OTHERS.len());
    for number in 0..ACTIONS.len() {
        let chosen = move_of(number).unwrap();
        assert_eq!(action_of(chosen), number);
        assert_eq!(ACTIONS.name(number), Some(print_move(chosen).as_str()));
    }
    assert_eq!(move_of(ACTIONS.len()), None);
}
