//! Ranks and multisets of ranks, the family's parameters, and the shapes all of them have in JSON.

use cardsharp_challenge_game::rules::{BadParameters, Cards, Event, Params, Rank};
use proptest::prelude::*;
use serde_json::{from_str, json, to_value};

fn rank(value: u8) -> Rank {
    Rank::new(value).unwrap()
}

fn cards(values: &[u8]) -> Cards {
    values.iter().copied().map(rank).collect()
}

fn values(ranks: impl Iterator<Item = Rank>) -> Vec<u8> {
    ranks.map(Rank::value).collect()
}

#[test]
fn ranks_are_one_to_fifteen() {
    assert_eq!(Rank::new(0), None);
    assert_eq!(Rank::new(16), None);
    for value in 1..=15 {
        assert_eq!(rank(value).value(), value);
        assert_eq!(rank(value).index(), usize::from(value) - 1);
        assert_eq!(Rank::from_integer(i64::from(value)), Some(rank(value)));
        assert_eq!(rank(value).to_string(), value.to_string());
    }
    for value in [0, -1, 16, 256, 257, 269, i64::MAX, i64::MIN] {
        assert_eq!(Rank::from_integer(value), None, "{value}");
    }
    assert!(rank(13) > rank(12) && rank(2) > rank(1));
}

#[test]
fn ranks_in_json_are_numbers() {
    assert_eq!(to_value(rank(13)).unwrap(), json!(13));
    assert_eq!(from_str::<Rank>("1").unwrap(), rank(1));
    for wrong in ["0", "16", "-3", "\"7\"", "7.0", "null", "[7]", "256"] {
        assert!(from_str::<Rank>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn cards_in_json_are_lists_highest_first() {
    let hand = cards(&[8, 1, 12, 8, 9]);
    assert_eq!(to_value(hand).unwrap(), json!([12, 9, 8, 8, 1]));
    assert_eq!(to_value(Cards::EMPTY).unwrap(), json!([]));
    assert_eq!(from_str::<Cards>("[8,12,1,9,8]").unwrap(), hand);
    assert_eq!(from_str::<Cards>("[]").unwrap(), Cards::EMPTY);
    assert_eq!(hand.to_string(), "12 9 8 8 1");
    let fifteen = format!("{:?}", [7; 15]);
    assert_eq!(from_str::<Cards>(&fifteen).unwrap().count(rank(7)), 15);
    let sixteen = format!("{:?}", [7; 16]);
    for wrong in ["[0]", "[14, 16]", "[\"1\"]", "[1.5]", "7", "null", &sixteen] {
        assert!(from_str::<Cards>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn fifteen_of_every_rank_fit() {
    let mut full = Cards::EMPTY;
    for value in 1..=15 {
        for held in 0..15 {
            assert_eq!(full.count(rank(value)), held);
            full = full.with(rank(value));
        }
    }
    assert_eq!(full.len(), 225);
    assert_eq!(full.highest(), Some(rank(15)));
    assert_eq!(full.lowest(), Some(rank(1)));
    assert_eq!(full.distinct().count(), 15);
    assert_eq!(full.descending().count(), 225);
    let mut left = full;
    for value in (1..=15).rev() {
        for held in (0..15).rev() {
            left = left.without(rank(value)).unwrap();
            assert_eq!(left.count(rank(value)), held);
        }
    }
    assert_eq!(left, Cards::EMPTY);
}

#[test]
fn no_cards() {
    assert!(Cards::EMPTY.is_empty());
    assert_eq!(Cards::default(), Cards::EMPTY);
    assert_eq!(Cards::EMPTY.len(), 0);
    assert_eq!((Cards::EMPTY.highest(), Cards::EMPTY.lowest()), (None, None));
    assert_eq!(Cards::EMPTY.without(rank(1)), None);
    assert_eq!(Cards::EMPTY.distinct().count(), 0);
    assert_eq!(Cards::EMPTY.to_string(), "");
}

proptest! {
    /// Against a plain sorted list.
    #[test]
    fn cards_are_a_multiset(list in prop::collection::vec(1_u8..=15, 0..=15), other in 1_u8..=15) {
        let mut sorted = list.clone();
        sorted.sort();
        let held = cards(&list);
        prop_assert_eq!(held.len(), list.len());
        prop_assert_eq!(held.is_empty(), list.is_empty());
        prop_assert_eq!(held, cards(&sorted));
        prop_assert_eq!(held.lowest().map(Rank::value), sorted.first().copied());
        prop_assert_eq!(held.highest().map(Rank::value), sorted.last().copied());
        let falling: Vec<u8> = sorted.iter().rev().copied().collect();
        prop_assert_eq!(values(held.descending()), falling);
        let count = list.iter().filter(|&&value| value == other).count();
        prop_assert_eq!(usize::from(held.count(rank(other))), count);
        prop_assert_eq!(held.contains(rank(other)), count > 0);
        match held.without(rank(other)) {
            Some(left) => prop_assert_eq!(left.with(rank(other)), held),
            None => prop_assert_eq!(count, 0),
        }
        sorted.dedup();
        prop_assert_eq!(values(held.distinct()), sorted);
        let (one, two) = list.split_at(list.len() / 2);
        prop_assert_eq!(cards(one).union(cards(two)), held);
        prop_assert_eq!(from_str::<Cards>(&to_value(held).unwrap().to_string()).unwrap(), held);
    }
}

#[test]
fn parameters_must_name_a_member() {
    assert_eq!(Params::new(13, 8, 5), Ok(Params::CONTEST));
    assert_eq!(Params::CONTEST.shoe_size(), 104);
    assert_eq!(values(Params::CONTEST.all_ranks()), Vec::from_iter(1..=13));
    assert_eq!(Params::new(0, 8, 5), Err(BadParameters::Ranks(0)));
    assert_eq!(Params::new(14, 8, 5), Err(BadParameters::Ranks(14)));
    assert_eq!(Params::new(13, 0, 5), Err(BadParameters::Copies(0)));
    assert_eq!(Params::new(13, 9, 5), Err(BadParameters::Copies(9)));
    assert_eq!(Params::new(13, 8, 0), Err(BadParameters::HandSize(0)));
    assert_eq!(Params::new(13, 8, 6), Err(BadParameters::HandSize(6)));
    assert!(Params::new(2, 5, 5).is_ok(), "ten cards for two hands of five");
    let (hand_size, cards) = (5, 9);
    let too_few = BadParameters::TooFewCards { hand_size, cards };
    assert_eq!(Params::new(9, 1, 5), Err(too_few));
}

#[test]
fn parameters_are_checked_when_read_from_a_file() {
    let contest = json!({"ranks": 13, "copies": 8, "hand_size": 5});
    assert_eq!(to_value(Params::CONTEST).unwrap(), contest);
    let read: Params = serde_json::from_value(contest).unwrap();
    assert_eq!(read, Params::CONTEST);
    for wrong in [
        json!({"ranks": 200, "copies": 8, "hand_size": 5}),
        json!({"ranks": 13, "copies": 0, "hand_size": 5}),
        json!({"ranks": 1, "copies": 8, "hand_size": 5}),
    ] {
        assert!(serde_json::from_value::<Params>(wrong).is_err());
    }
}

#[test]
fn records_name_only_the_two_players() {
    let of = |player: u8| {
        [
            json!({"type": "new_hand", "player0_hand": [], "player1_hand": [], "next_player": player}),
            json!({"type": "player_move", "moving_player": player, "move": {"type": "offer_challenge"}}),
            json!({"type": "trick_over", "won_by": player, "player0_tricks": 0, "player1_tricks": 0}),
            json!({"type": "penalty_result", "penalized_player": player,
                "player0_removed_card": 1, "player1_removed_card": 1}),
            json!({"type": "final_game_result", "winner": player, "player0_score": 0, "player1_score": 0}),
        ]
    };
    for event in of(0).into_iter().chain(of(1)) {
        let parsed: Event = serde_json::from_value(event.clone()).unwrap();
        assert_eq!(to_value(parsed).unwrap(), event);
    }
    for event in of(2) {
        assert!(serde_json::from_value::<Event>(event).is_err());
    }
}
