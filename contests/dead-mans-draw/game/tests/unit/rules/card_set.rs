use super::*;

#[test]
fn the_full_set_scores_every_highest_card() {
    assert_eq!(CardSet::FULL.len(), 60);
    assert_eq!(CardSet::FULL.tops().len(), 10);
    assert_eq!(CardSet::FULL.score(), 9 * 7 + 9);
    assert_eq!(CardSet::FULL.bottoms().score(), 9 * 2 + 4);
    assert_eq!(CardSet::EMPTY.score(), 0);
}

#[test]
fn nth_agrees_with_iteration() {
    let every_third: CardSet = CardSet::FULL.iter().filter(|card| card.index() % 3 == 1).collect();
    for (position, card) in every_third.iter().enumerate() {
        assert_eq!(every_third.nth(position), Some(card));
    }
    assert_eq!(every_third.nth(every_third.len()), None);
    assert_eq!(CardSet::EMPTY.nth(0), None);
}
