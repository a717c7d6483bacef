use cardsharp_skullwhist_game::rules::{Card, Cards, Move, SkullWhist, State, Suit};

#[test]
fn cards_read_as_they_are_written() {
    for card in SkullWhist::CONTEST.pack() {
        let text = card.to_string();
        assert_eq!(text.len(), 3);
        assert_eq!(text.parse(), Ok(card));
        assert_eq!(text.to_lowercase().parse(), Ok(card));
    }
    let seven = Card::new(Suit::Spades, 7).unwrap();
    assert_eq!(seven.to_string(), "S07");
    // Hands are sorted as text.
    let texts: Vec<_> = SkullWhist::CONTEST.pack().into_iter().map(|card| card.to_string()).collect();
    assert!(texts.is_sorted());
}

#[test]
fn what_is_no_card_is_refused_for_the_first_reason() {
    let refused = |text: &str| text.parse::<Card>().unwrap_err().to_string();
    for text in ["", "S7", "S007", "507", "S-1", "Sä", "SS7"] {
        assert!(refused(text).contains("not of the form"), "{text}");
    }
    for text in ["X07", "x99"] {
        assert!(refused(text).contains("`".to_owned().as_str()) && refused(text).contains("no suit"));
    }
    for text in ["S00", "s14", "C99"] {
        assert!(refused(text).contains("no value"), "{text}");
    }
    assert!("C01,c01".parse::<Cards>().unwrap_err().to_string().contains("C01"));
}

#[test]
fn moves_read_as_they_are_written() {
    for chosen in [Move::Bid(1), Move::Bid(13), Move::Play("H11".parse().unwrap())] {
        assert_eq!(chosen.to_string().parse(), Ok(chosen));
    }
    let refused = |text: &str| text.parse::<Move>().unwrap_err().to_string();
    assert!(refused("bid many").contains("`many` is no bid"));
    assert!(refused("bid").contains("is no bid"));
    assert!(refused("pass").contains("`pass`"));
}

#[test]
fn positions_read_as_they_are_written() {
    for text in [
        "hand0=H12,S07 hand1=D03 to-play=0 led=S02 bids=6,- tricks=6,5",
        "hand0=- hand1=- to-play=1 bids=1,13 tricks=0,13",
        "hand0=S01 hand1=S02 to-play=0 bids=-,- tricks=0,0 game=skullwhist(suits=1,ranks=2,hand_size=1)",
    ] {
        let state: State = text.parse().unwrap();
        assert_eq!(state.to_string(), text);
        assert_eq!(state.to_string().parse(), Ok(state));
    }
}

#[test]
fn what_is_no_position_is_refused_by_the_word() {
    let refused = |text: &str| text.parse::<State>().unwrap_err().to_string();
    assert!(refused("hand0").contains("`hand0` is not key=value"));
    assert!(refused("hand2=-").contains("`hand2` is no key"));
    assert!(refused("led=S01 led=S02").contains("`led` is given twice"));
    assert!(refused("hand0=S1").contains("hand0=S1: `S1`"));
    assert!(refused("to-play=2").contains("`to-play=2`: 0 or 1"));
    assert!(refused("bids=3").contains("`bids=3`"));
    assert!(refused("tricks=3,x").contains("`tricks=3,x`"));
    assert!(refused("game=whist").contains("whist"));
    assert!(refused("hand0=S01 hand1=S01 tricks=6,6").contains("both hands hold S01"));
    assert!(refused("hand0=S01 hand1=S02,S03 tricks=6,6").contains("2 cards"));
    assert!(refused("hand0=S01 hand1=S02 tricks=6,7").contains("13 tricks"));
    assert!(refused("tricks=6,7 bids=14,1").contains("14"));
    let game = "game=skullwhist(suits=2,ranks=3,hand_size=1)";
    assert!(refused(&format!("hand0=D01 hand1=S01 {game}")).contains("D01 is not in the pack"));
}
