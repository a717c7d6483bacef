//! The rules point by point.

use cardsharp_skullwhist_game::rules::{
    BadDeal, BadParameters, Card, Deal, IllegalMove, MISSING_BID, SkullWhist, State, Turn, score,
};
use cardsharp_solvers::game::Player;

const ZERO: Player = Player::ZERO;
const ONE: Player = Player::ONE;

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

fn state(text: &str) -> State {
    text.parse().unwrap()
}

#[test]
fn the_scored_examples_of_the_page() {
    assert_eq!((score(1, 11), score(2, 2)), (20, 20));
    assert_eq!((score(1, 7), score(1, 6)), (16, 15));
    assert_eq!((score(8, 7), score(5, 6)), (-80, 51));
    // The page gives the third as two missed bids, with -50 for 5 bid and 6 taken, which its own rule
    // makes 51; a missed bid of 5 is -50.
    assert_eq!(score(5, 4), -50);
}

#[test]
fn whole_games_score_as_the_examples() {
    let end = |bids: &str, tricks: &str| {
        let end = state(&format!("bids={bids} tricks={tricks}"));
        (end.scores(), end.winner())
    };
    assert_eq!(end("1,2", "11,2"), ([20, 20], None));
    assert_eq!(end("1,1", "7,6"), ([16, 15], Some(ZERO)));
    assert_eq!(end("8,5", "7,6"), ([-80, 51], Some(ONE)));
}

#[test]
fn a_missing_bid_counts_nothing() {
    assert_eq!(score(MISSING_BID, 5), 5);
    assert_eq!(state("bids=8,- tricks=8,5").scores(), [80, 5]);
    assert_eq!(state("bids=-,- tricks=8,5").winner(), Some(ZERO));
}

#[test]
fn who_takes_a_trick() {
    for (led, reply, second) in [
        ("H07", "H08", true),
        ("H07", "H06", false),
        ("H07", "C13", false),
        ("H13", "S01", true),
        ("S02", "S03", true),
        ("S03", "S02", false),
        ("S01", "H13", false),
    ] {
        assert_eq!(card(reply).beats(card(led)), second, "{led} {reply}");
        let text = format!("hand0={led} hand1={reply} tricks=5,7");
        let mut state = state(&text);
        assert_eq!(state.play(ZERO, card(led)).unwrap().trick, None);
        let step = state.play(ONE, card(reply)).unwrap();
        assert!(step.over);
        let winner = if second { ONE } else { ZERO };
        assert_eq!(step.trick.unwrap().winner(), winner);
        let taken = [5 + u8::from(!second), 7 + u8::from(second)];
        assert_eq!(state.tricks(), taken);
    }
}

#[test]
fn the_winner_leads_the_next_round() {
    let mut state = state("hand0=H07,H09 hand1=H08,C01 tricks=5,6");
    assert_eq!(state.round(), 12);
    state.play(ZERO, card("H07")).unwrap();
    state.play(ONE, card("H08")).unwrap();
    assert_eq!((state.round(), state.to_play()), (13, Some(ONE)));
    state.play(ONE, card("C01")).unwrap();
    state.play(ZERO, card("H09")).unwrap();
    assert_eq!((state.tricks(), state.to_play()), ([5, 8], None));
    assert_eq!(state.turn(), Turn::Over);
}

#[test]
fn illegal_cards_in_the_order_of_their_reasons() {
    let refused = |text: &str, player, played: &str| {
        let mut after = state(text);
        let refused = after.play(player, card(played)).unwrap_err();
        assert_eq!(after, state(text), "{refused}");
        refused
    };
    let over = "tricks=6,7";
    assert_eq!(refused(over, ZERO, "H01"), IllegalMove::GameOver);
    let begun = "hand0=H02 hand1=C02,H05 led=H01 to-play=1 tricks=5,6";
    assert_eq!(refused(begun, ZERO, "H01"), IllegalMove::NotInHand(card("H01")));
    assert_eq!(refused(begun, ZERO, "H02"), IllegalMove::AlreadyPlayed(card("H01")));
    assert_eq!(refused(begun, ONE, "D05"), IllegalMove::NotInHand(card("D05")));
    let must = refused(begun, ONE, "C02");
    assert_eq!(must.to_string(), "C02 does not follow H01, and you hold H05");
    let fresh = "hand0=H02,H01 hand1=C02,H05 tricks=5,6";
    assert_eq!(refused(fresh, ONE, "D05"), IllegalMove::NotInHand(card("D05")));
    assert_eq!(refused(fresh, ONE, "C02"), IllegalMove::LeaderNotOut);
}

#[test]
fn bids_once_and_in_range_at_any_time() {
    let mut state = state("hand0=H02,H01 hand1=C02,H05 tricks=5,6");
    assert_eq!(state.turn(), Turn::Bid(ZERO));
    for bid in [0, 14] {
        let refused = state.bid(ONE, bid).unwrap_err();
        assert_eq!(refused, IllegalMove::NoSuchBid { bid, most: 13 });
    }
    state.bid(ONE, 7).unwrap();
    assert_eq!(state.bid(ONE, 7), Err(IllegalMove::BidTwice(7)));
    assert_eq!(state.turn(), Turn::Bid(ZERO));
    state.play(ZERO, card("H02")).unwrap();
    state.bid(ZERO, 13).unwrap();
    assert_eq!(state.turn(), Turn::Play(ONE));
    state.play(ONE, card("H05")).unwrap();
    state.play(ONE, card("C02")).unwrap();
    state.play(ZERO, card("H01")).unwrap();
    assert_eq!(state.scores(), [-130, 71]);
    assert_eq!(state.bid(ZERO, 5), Err(IllegalMove::GameOver));
}

#[test]
fn members_of_the_family_have_names() {
    let contest = SkullWhist::CONTEST;
    assert_eq!(contest.to_string(), "skullwhist(suits=4,ranks=13,hand_size=13)");
    assert_eq!("skullwhist".parse(), Ok(contest));
    assert_eq!(contest.pack().len(), 52);
    let small: SkullWhist = "skullwhist(suits=2, ranks=4, hand_size=3)".parse().unwrap();
    assert_eq!(small.to_string().parse(), Ok(small));
    assert_eq!("skullwhist()".parse(), Ok(contest));
    assert_eq!(small.pack().to_string(), "H01,H02,H03,H04,S01,S02,S03,S04");
    for text in ["whist", "skullwhist(ranks=14)", "skullwhist(tricks=3)"] {
        let refused = text.parse::<SkullWhist>().unwrap_err().to_string();
        assert!(refused.contains(text), "{refused}");
    }
    assert_eq!(SkullWhist::new(0, 13, 1), Err(BadParameters::Suits(0)));
    assert_eq!(SkullWhist::new(1, 0, 1), Err(BadParameters::Ranks(0)));
    assert_eq!(SkullWhist::new(4, 13, 14), Err(BadParameters::HandSize(14)));
    let refused = SkullWhist::new(1, 13, 7).unwrap_err().to_string();
    assert!(refused.contains("the 13 cards"), "{refused}");
}

#[test]
fn hands_that_are_no_deal_are_refused() {
    let game = SkullWhist::new(2, 3, 2).unwrap();
    let deal = |zero: &str, one: &str| Deal::new(game, [zero, one].map(|hand| hand.parse().unwrap()));
    assert!(deal("H01,H02", "S01,S02").is_ok());
    let wanted = BadDeal::Size { cards: 1, wanted: 2 };
    assert_eq!(deal("H01,H02", "S01"), Err(wanted));
    assert!(matches!(deal("H01,H02", "H02,S02"), Err(BadDeal::Shared(_))));
    let refused = deal("H01,C02", "H02,S02").unwrap_err().to_string();
    assert!(refused.contains("C02"), "{refused}");
}
