use super::*;

#[test]
fn the_arena_starts_with_fifty_and_ten() {
    assert_eq!(Deck::FULL.first_draw_pile().len(), 50);
    assert_eq!(Deck::FULL.first_discards().len(), 10);
    let discards = Deck::FULL.first_discards();
    let kept = [Card::new(Suit::Mermaid, 4), Card::new(Suit::Key, 2)];
    assert!(kept.into_iter().flatten().all(|card| discards.contains(card)));
}

#[test]
fn the_document_has_nine_suits() {
    assert_eq!(Deck::NINE_SUITS.cards().len(), 54);
    assert_eq!(Deck::NINE_SUITS.first_discards().len(), 9);
    assert_eq!(Deck::small(SuitSet::EMPTY, 6), Err(BadDeck::Empty));
    assert_eq!(Deck::small(SuitSet::FULL, 6), Ok(Deck::FULL));
}
