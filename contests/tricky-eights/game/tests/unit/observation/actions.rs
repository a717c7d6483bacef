use super::*;

#[test]
fn every_card_has_its_number_and_its_name() {
    assert_eq!(ACTIONS.len(), Card::COUNT);
    for number in 0..ACTIONS.len() {
        let card = card_of(number).unwrap();
        assert_eq!(action_of(card), number);
        assert_eq!(ACTIONS.name(number), Some(card.to_string().as_str()));
    }
    assert_eq!(card_of(ACTIONS.len()), None);
}
