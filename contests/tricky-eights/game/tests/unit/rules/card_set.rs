use super::*;

#[test]
fn sets_agree_with_lists() {
    let all: Vec<Card> = CardSet::FULL.iter().collect();
    assert_eq!(all.len(), Card::COUNT);
    for (index, &card) in all.iter().enumerate() {
        assert_eq!(card.index(), index);
        assert_eq!(Card::new(card.suit(), card.rank()), card);
        let same = |other: &Card| other.suit() == card.suit();
        let of =
            |wanted: &dyn Fn(&Card) -> bool| -> CardSet { all.iter().copied().filter(same).filter(wanted).collect() };
        assert_eq!(CardSet::above(card), of(&|other| other.rank() > card.rank()));
        assert_eq!(CardSet::below(card), of(&|other| other.rank() < card.rank()));
        assert_eq!(CardSet::EIGHTS.contains(card), card.is_eight());
    }
    assert_eq!((all.first(), all.last()), (CardSet::FULL.first().as_ref(), CardSet::FULL.last().as_ref()));
    assert_eq!(CardSet::EIGHTS.to_string(), "c8 d8 h8 s8");
}
