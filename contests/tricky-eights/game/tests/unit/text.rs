use super::*;

#[test]
fn every_card_and_seat_is_read_back() {
    for card in CardSet::FULL {
        assert_eq!(card.to_string().parse(), Ok(card));
        assert_eq!(card.to_string().to_uppercase().parse(), Ok(card));
    }
    assert_eq!("h10".parse::<Card>(), "ht".parse());
    for index in 0..4 {
        let player = Player::new(index);
        assert_eq!(parse_seat(seat_letter(player)), Some(player));
    }
    assert_eq!(parse_seat("north"), None);
}

#[test]
fn sets_are_read_back_and_repeats_refused() {
    let set: CardSet = "sa, c8 d2".parse().unwrap();
    assert_eq!(set.to_string(), "c8 d2 sa");
    assert_eq!(set.to_string().parse(), Ok(set));
    assert_eq!("-".parse(), Ok(CardSet::EMPTY));
    let refused = |text: &str| text.parse::<CardSet>().unwrap_err().to_string();
    assert!(refused("c8 d2 C8").contains("c8 is named twice"));
    assert!(refused("c8 x2").contains("`x2` is no card"));
}

#[test]
fn other_words_are_no_cards() {
    for word in ["", "c", "c1", "x9", "c99", "9c", "c10x", "ct0", "é8"] {
        let error = word.parse::<Card>().unwrap_err().to_string();
        assert!(error.contains(&format!("`{word}`")), "{error}");
    }
}
