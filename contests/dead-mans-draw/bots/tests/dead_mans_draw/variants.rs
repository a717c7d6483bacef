//! The points in which the contest's document differs from its arena.

use cardsharp_dead_mans_draw_game::rules::{
    BonusRule, CannonRule, Deck, Ending, IllegalAction, LatenessRule, NoRandom, OracleUnderKraken, Reach, Rules, State,
    Suit, SuitSet, Variant, Verdict,
};
use cardsharp_solvers::game::Player;

use crate::table::{arena, cards, table};

/// The arena's rules with one point changed.
fn with(change: impl FnOnce(&mut Variant)) -> Rules {
    let mut rules = Rules::ARENA;
    change(&mut rules.variant);
    rules
}

#[test]
fn the_document_differs_in_every_point() {
    let (arena, document) = (Variant::ARENA, Variant::DOCUMENT);
    assert_ne!(arena.bonus, document.bonus);
    assert_ne!(arena.oracle_under_kraken, document.oracle_under_kraken);
    assert_ne!(arena.cannon, document.cannon);
    assert_ne!(arena.reach, document.reach);
    assert_ne!(arena.lateness, document.lateness);
    assert_ne!(Rules::ARENA.deck, Rules::DOCUMENT.deck);
    assert_eq!(Rules::default(), Rules::ARENA);
}

#[test]
fn the_documents_bonus_is_not_paid_on_a_bust() {
    let rules = with(|variant| variant.bonus = BonusRule::NotOnBust);
    let position = "area=key-3,chest-5,anchor-3 next=key-5 discard=hook-2,map-2";
    let mut busted = table(&rules, position);
    busted.act("draw");
    assert_eq!(busted.lines(), ["draw key-5", "turn busted"]);
    assert_eq!(busted.bank(0), "key-3,chest-5");
    let mut stopped = table(&rules, position);
    stopped.act("end");
    assert_eq!(stopped.lines(), ["turn banked, bonus hook-2,map-2"]);
}

#[test]
fn the_documents_kraken_overrules_an_oracle() {
    let rules = with(|variant| variant.oracle_under_kraken = OracleUnderKraken::MustDraw);
    let under = table(&rules, "area=kraken-5,oracle-3 next=key-3 pending=oracle+1");
    assert_eq!(under.refusal("end"), IllegalAction::DrawsDue { owed: 1 });
    assert_eq!(under.state.choices().len(), 1);
    let mut alone = table(&rules, "area=oracle-3 next=key-3 pending=oracle");
    alone.act("end");
    assert_eq!(alone.bank(0), "oracle-3");
}

#[test]
fn the_documents_cannon_may_stay_silent() {
    let rules = with(|variant| variant.cannon = CannonRule::May);
    let position = "area=kraken-4,cannon-3 bank1=key-3 pending=cannon+1";
    let mut silent = table(&rules, position);
    assert_eq!(silent.state.legal_actions().len(), 2);
    silent.act("cannon none");
    assert_eq!((silent.bank(1), silent.pending()), ("key-3".into(), "kraken+1".into()));
    assert!(matches!(arena(position).refusal("cannon none"), IllegalAction::CardWanted { .. }));
}

#[test]
fn the_document_lets_any_card_of_a_bank_be_taken() {
    let rules = with(|variant| variant.reach = Reach::Any);
    for (position, answer) in [
        ("area=hook-3 bank0=key-3,key-6 pending=hook", "hook key-3"),
        ("area=sword-3 bank1=key-3,key-6 pending=sword", "sword key-3"),
        ("area=cannon-3 bank1=key-3,key-6 pending=cannon", "cannon key-3"),
    ] {
        let mut any = table(&rules, position);
        assert_eq!(any.state.offer(), cards("key-3,key-6").into_iter().collect());
        any.act(answer);
        assert!(matches!(arena(position).refusal(answer), IllegalAction::NotOnOffer { .. }));
    }
}

#[test]
fn the_document_gives_the_match_to_the_other_team_if_one_is_late() {
    let rules = with(|variant| variant.lateness = LatenessRule::MatchLost);
    let mut late = table(&rules, "bank0=key-3 area=map-3");
    late.time_out();
    let end = late.state.end().unwrap();
    assert_eq!((end.ending, end.scores), (Ending::Forfeit, [3, 0]));
    assert_eq!(end.verdict, Verdict::Won(Player::ONE));
    assert_eq!(late.lines(), ["comment: late", "match over 3-0, won by 1, Forfeit"]);
}

#[test]
fn the_document_plays_nine_suits() {
    let state = State::new(&Rules::DOCUMENT, &mut NoRandom);
    assert_eq!((state.draw_pile().len(), state.discards().len()), (45, 9));
    let all = state.draw_pile().cards().union(state.discard_set());
    assert!(!all.suits().contains(Suit::Mermaid));
}

#[test]
fn a_suit_that_is_switched_off_does_nothing() {
    let off = |suit| Rules { effects: SuitSet::FULL.without(suit), ..Rules::ARENA };
    for (suit, position) in [
        (Suit::Hook, "bank0=key-3 next=hook-5"),
        (Suit::Cannon, "bank1=key-3 next=cannon-5"),
        (Suit::Map, "next=map-5"),
        (Suit::Oracle, "next=oracle-5"),
        (Suit::Sword, "bank1=key-3 next=sword-5"),
        (Suit::Kraken, "next=kraken-5"),
    ] {
        let mut without = table(&off(suit), position);
        without.act("draw");
        assert_eq!(without.pending(), "", "{suit}");
        let mut with = arena(position);
        with.act("draw");
        assert_ne!(with.pending(), "", "{suit}");
    }
    let mut anchor = table(&off(Suit::Anchor), "area=key-3,anchor-3 next=key-5");
    anchor.act("draw");
    assert_eq!(anchor.bank(0), "-");
    for half in [Suit::Chest, Suit::Key] {
        let mut halved = table(&off(half), "area=key-3,chest-3");
        halved.act("end");
        assert_eq!(halved.lines(), ["turn banked"]);
    }
    assert_eq!(Deck::FULL.cards(), Rules::ARENA.deck.cards());
}
