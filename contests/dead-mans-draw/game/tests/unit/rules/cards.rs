use super::*;

#[test]
fn every_card_has_a_number_of_its_own() {
    let mut index = 0;
    for suit in Suit::ALL {
        let values = if suit == Suit::Mermaid { 4..=9 } else { 2..=7 };
        for value in 0..=12 {
            let card = Card::new(suit, value);
            assert_eq!(card.is_some(), values.contains(&value), "{suit} {value}");
            if let Some(card) = card {
                assert_eq!((card.suit(), card.value()), (suit, value));
                assert_eq!(card.index(), index);
                assert_eq!(Card::at(index as u32), Some(card));
                index += 1;
            }
        }
    }
    assert_eq!(index, Card::COUNT);
    assert_eq!(Card::at(60), None);
}
