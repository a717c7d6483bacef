//! Every illegal act, by name; none changes anything.

use cardsharp_solvers::game::Player;
use cardsharp_tricky_eights_game::rules::{BadDeal, Deal, IllegalCard, Params, Round, Suit};

/// Two players with `c7 d7` and `c8 d8`, `c9 d9` in the pool, the first to deal.
fn round() -> Round {
    let game = Params::new(2, 2, 3, 2).unwrap();
    let hands = ["c7 d7", "c8 d8"].map(|hand| hand.parse().unwrap());
    let deal = Deal::new(game, &hands, "c9 d9".parse().unwrap()).unwrap();
    Round::new(&deal, Player::ZERO)
}

fn play(round: &mut Round, cards: &str) {
    for card in cards.split(' ') {
        round.apply(card.parse().unwrap()).unwrap();
    }
}

fn refused(round: &Round, card: &str) -> IllegalCard {
    let card = card.parse().unwrap();
    let mut after = round.clone();
    let error = after.apply(card).unwrap_err();
    assert_eq!(&after, round);
    assert_eq!(round.check(card), Err(error));
    assert!(!round.legal().contains(card));
    error
}

#[test]
fn only_the_pool_can_be_taken() {
    let mut round = round();
    let card = "c7".parse().unwrap();
    assert_eq!(refused(&round, "c7"), IllegalCard::NotInPool(card));
    play(&mut round, "c9");
    let taken = refused(&round, "c9");
    assert_eq!(taken.to_string(), "c9 is not in the pool");
}

#[test]
fn only_what_is_held_and_follows_suit_can_be_played() {
    let mut round = round();
    play(&mut round, "c9 d9");
    assert_eq!(refused(&round, "c8").to_string(), "c8 is not in the player's hand");
    play(&mut round, "c7");
    let (card, led) = ("d8".parse().unwrap(), Suit::Clubs);
    assert_eq!(refused(&round, "d8"), IllegalCard::MustFollow { card, led });
    let said = refused(&round, "d9").to_string();
    assert_eq!(said, "d9 does not follow suit: the player has clubs");
    play(&mut round, "c8");
    assert_eq!(refused(&round, "c8"), IllegalCard::NotInHand("c8".parse().unwrap()));
    // The first player has run out of diamonds after one, and may then play anything.
    play(&mut round, "d8 d7 d9 c9");
    assert_eq!(round.board().points(), [0, 3 + 2 + 1 + 2 + 3]);
    assert_eq!(refused(&round, "c9").to_string(), "c9 cannot be played: the round is over");
}

#[test]
fn what_everybody_can_see_to_be_impossible_is_refused_on_the_board() {
    let mut board = round().board().clone();
    let mut show = |card: &str| board.show(card.parse().unwrap()).map(|_| ());
    assert!(matches!(show("c7"), Err(IllegalCard::NotInPool(_))));
    for card in ["c9", "d9", "c7", "c8"] {
        show(card).unwrap();
    }
    assert!(matches!(show("c8"), Err(IllegalCard::NotInHand(_))));
    show("d8").unwrap();
    // The player does not follow suit, which all players see.
    show("c9").unwrap();
    assert!(board.is_void(Player::ZERO, Suit::Diamonds));
    assert!(!board.is_void(Player::ZERO, Suit::Clubs));
}

#[test]
fn cards_that_are_no_deal_are_named() {
    let game = Params::new(2, 2, 3, 2).unwrap();
    let refused = |hands: &[&str], pool: &str| -> BadDeal {
        let hands: Vec<_> = hands.iter().map(|hand| hand.parse().unwrap()).collect();
        Deal::new(game, &hands, pool.parse().unwrap()).unwrap_err()
    };
    let said = |hands: &[&str], pool: &str| refused(hands, pool).to_string();
    assert!(said(&["c7 d7"], "c9 d9").contains("1 hands for 2 players"));
    assert!(said(&["c7 d7", "c8"], "c9 d9").contains("the hand of player 1 has 1 cards"));
    assert!(said(&["c7 d7", "c8 d8"], "c9").contains("the pool has 1 cards and must have 2"));
    assert!(said(&["c7 d7", "c8 d7"], "c9 d9").contains("d7 is in two places"));
    assert!(said(&["c7 d7", "c8 d8"], "c9 s9").contains("s9 is not among the cards"));
}
