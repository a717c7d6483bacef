use super::*;
use crate::rules::{NoRandom, Script};

#[test]
fn what_is_shown_is_drawn_and_the_rest_stays_unknown() {
    let cards: CardSet = CardSet::FULL.iter().take(4).collect();
    let card = |position| cards.nth(position).unwrap();
    let mut pile = DrawPile::new(&[], cards);
    let mut script = Script::new([2, 1, 1]);
    assert_eq!(pile.show(&mut script), Some(card(2)));
    assert_eq!(pile.show(&mut script), Some(card(2)));
    assert_eq!(pile.unseen(), cards.without(card(2)));
    assert_eq!(pile.len(), 4);
    assert_eq!(pile.draw(&mut script), Some(card(2)));
    assert_eq!(pile.next_known(), None);
    assert_eq!(pile.draw(&mut script), Some(card(1)));
    assert_eq!(pile.draw(&mut script), Some(card(3)));
    assert_eq!(pile.draw(&mut script), Some(card(0)));
    assert_eq!(pile.draw(&mut script), None);
    assert_eq!(script.finish(), Ok(()));
}

#[test]
fn an_order_decided_beforehand_keeps_what_was_known() {
    let cards: CardSet = CardSet::FULL.iter().take(4).collect();
    let order: Vec<Card> = cards.iter().collect();
    let mut pile = DrawPile::new(&[order[3]], cards.without(order[3]));
    pile.decide_order(&mut Script::new([1, 1]));
    assert!(pile.unseen().is_empty());
    assert!(pile.known().eq([order[3], order[1], order[2], order[0]]));
    let mut drawn = Vec::new();
    while let Some(card) = pile.draw(&mut NoRandom) {
        drawn.push(card);
    }
    assert_eq!(drawn, [order[3], order[1], order[2], order[0]]);
}
