use super::*;

fn card(suit: Suit, value: u8) -> Card {
    Card::new(suit, value).unwrap()
}

#[test]
fn an_emptied_suit_returns_at_the_end() {
    let [hook, map] = [card(Suit::Hook, 3), card(Suit::Map, 7)];
    let mut bank = Bank::of(&[hook, map]);
    assert_eq!(bank.suits(), [Suit::Hook, Suit::Map]);
    bank.remove(hook);
    bank.push(hook);
    assert_eq!(bank.suits(), [Suit::Map, Suit::Hook]);
    assert_eq!(bank, Bank::of(&[map, hook]));
}

#[test]
fn a_suit_keeps_its_place_and_its_cards_their_order() {
    let low = card(Suit::Key, 2);
    let bank_cards = [card(Suit::Key, 5), card(Suit::Map, 3), low, card(Suit::Key, 7)];
    let mut bank = Bank::of(&bank_cards);
    let values = |bank: &Bank| bank.stack(Suit::Key).map(Card::value).collect::<Vec<_>>();
    assert_eq!(values(&bank), [5, 2, 7]);
    bank.remove(card(Suit::Key, 5));
    assert_eq!(values(&bank), [2, 7]);
    assert_eq!(bank.suits(), [Suit::Key, Suit::Map]);
    assert_eq!(bank, Bank::of(&[low, card(Suit::Key, 7), card(Suit::Map, 3)]));
    assert_eq!(bank.score(), 7 + 3);
    assert_eq!(bank.within(Reach::Any).len(), 3);
    assert_eq!(bank.within(Reach::Top).len(), 2);
}
