//! The cards, and the ways to set a match up.

use cardsharp_dead_mans_draw_game::rules::{
    BadPosition, CardSet, Deck, Dice, Effect, Event, IllegalAction, NoRandom, Pending, Position, RecordedEvent, Rules,
    Script, Setup, State, Suit, SuitSet,
};
use cardsharp_dead_mans_draw_game::text::parse_position;
use cardsharp_solvers::game::Player;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::table::{Table, arena, cards, list};

fn start(setup: &Setup) -> Result<State, BadPosition> {
    State::start(&Rules::ARENA, setup, &mut NoRandom, &mut ())
}

#[test]
fn ten_suits_sixty_cards_and_the_mermaid_is_worth_more() {
    let cards = Deck::FULL.cards();
    assert_eq!((cards.len(), cards.suits().len()), (60, 10));
    for suit in Suit::ALL {
        let values: Vec<u8> = cards.of_suit(suit).iter().map(|card| card.value()).collect();
        let low = if suit == Suit::Mermaid { 4 } else { 2 };
        assert_eq!(values, (low..low + 6).collect::<Vec<u8>>());
    }
}

#[test]
fn the_lowest_of_each_suit_start_as_discards() {
    let state = State::new(&Rules::ARENA, &mut NoRandom);
    let lowest = "anchor-2,hook-2,cannon-2,key-2,chest-2,map-2,oracle-2,sword-2,kraken-2,mermaid-4";
    assert_eq!(list(state.discards()), lowest);
    assert_eq!(state.draw_pile().len(), 50);
    assert_eq!(state.draw_pile().cards(), CardSet::FULL.minus(state.discard_set()));
}

#[test]
fn norandom_lets_player_0_start_and_draws_suit_by_suit_with_rising_values() {
    let mut state = State::new(&Rules::ARENA, &mut NoRandom);
    assert_eq!(state.to_move(), Some(Player::ZERO));
    state.decide_order(&mut NoRandom);
    let order: Vec<_> = state.draw_pile().known().collect();
    assert_eq!(list(&order[..7]), "anchor-3,anchor-4,anchor-5,anchor-6,anchor-7,hook-3,hook-4");
    assert_eq!(list(&order[48..]), "mermaid-8,mermaid-9");
    assert!(order.is_sorted());
}

#[test]
fn chance_decides_who_starts_unless_somebody_is_named() {
    let mut script = Script::new([1]);
    assert_eq!(State::new(&Rules::ARENA, &mut script).to_move(), Some(Player::ONE));
    assert_eq!(script.finish(), Ok(()));
    let starter = Some(Player::ONE);
    let named = start(&Setup { starter, ..Setup::default() }).unwrap();
    assert_eq!(named.to_move(), Some(Player::ONE));
    let Err(error) = start(&Setup { starter: Some(Player::new(2)), ..Setup::default() }) else {
        panic!("there is no third player");
    };
    assert_eq!(error.to_string(), "there is no player 2: name 0 or 1");
}

#[test]
fn a_pile_left_out_gets_its_default_even_if_others_are_given() {
    let setup = Setup { draw_pile: Some(cards("key-3")), ..Setup::default() };
    assert_eq!(start(&setup).unwrap().discards().len(), 10);
    let setup = Setup { discards: Some(cards("key-2")), ..Setup::default() };
    assert_eq!(start(&setup).unwrap().draw_pile().len(), 50);
}

#[test]
fn no_card_may_be_in_two_places_defaults_included() {
    let banks = Some([cards("key-3"), cards("map-3")]);
    let area = Some(cards("key-2"));
    for (setup, card) in [
        (Setup { banks: banks.clone(), ..Setup::default() }, "key-3"),
        (Setup { area, ..Setup::default() }, "key-2"),
        (Setup { discards: Some(cards("key-3")), ..Setup::default() }, "key-3"),
        (Setup { draw_pile: Some(cards("map-5,map-5")), ..Setup::default() }, "map-5"),
    ] {
        assert_eq!(start(&setup), Err(BadPosition::Repeated(cards(card)[0])));
    }
    let draw_pile = Some(cards("hook-3"));
    assert!(start(&Setup { banks, draw_pile, ..Setup::default() }).is_ok());
}

#[test]
fn what_is_given_lies_where_it_was_put() {
    let setup = Setup {
        banks: Some([cards("map-3,key-4,map-2"), cards("hook-2")]),
        area: Some(cards("chest-3,anchor-4")),
        draw_pile: Some(cards("sword-4,key-7")),
        discards: Some(cards("sword-2,anchor-2")),
        starter: None,
    };
    let state = start(&setup).unwrap();
    let table = Table { state, events: Vec::new() };
    assert_eq!((table.bank(0), table.bank(1)), ("map-3,map-2,key-4".into(), "hook-2".into()));
    assert_eq!(table.area(), "chest-3,anchor-4");
    assert_eq!(table.discards(), "sword-2,anchor-2");
    assert!(state.draw_pile().known().eq(cards("sword-4,key-7")));
    assert_eq!(state.scores(), [7, 2]);
    assert!(state.area_suits().contains(Suit::Anchor));
}

#[test]
fn an_empty_draw_pile_is_accepted_and_the_first_action_ends_the_match() {
    let mut table = arena("area=key-3 pile=-");
    table.act("draw");
    assert_eq!(table.lines(), ["turn banked", "match over 3-0, won by 0, PileEmpty"]);
    let mut table = arena("area=key-3 pile=-");
    table.act("end");
    assert_eq!(table.lines(), ["turn banked", "match over 3-0, won by 0, PileEmpty"]);
    let mut table = arena("pile=-");
    assert_eq!(table.refusal("end"), IllegalAction::NothingToBank);
    table.act("draw");
    assert_eq!(table.lines(), ["turn banked", "match over 0-0, tied, PileEmpty"]);
}

#[test]
fn cards_in_a_given_area_have_their_effects_behind_them() {
    let table = arena("area=kraken-3,hook-4 bank0=key-3");
    assert_eq!(table.pending(), "");
    assert!(table.state.legal_actions().contains(&"end".parse().unwrap()));
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let small = Rules { deck: Deck::NINE_SUITS, effects: SuitSet::FULL.without(Suit::Hook), ..Rules::ARENA };
    for (rules, text, reason) in [
        (&small, "bank0=mermaid-4", "mermaid-4 is not in the deck"),
        (&small, "area=hook-3 bank0=key-3 pending=hook", "switched off"),
        (&Rules::ARENA, "area=key-3,key-4", "two cards of key"),
        (&Rules::ARENA, "bank0=key-3 pending=hook", "last of the play area"),
        (&Rules::ARENA, "area=hook-3,key-4 bank0=key-3 pending=hook", "last of the play area"),
        (&Rules::ARENA, "area=hook-3 bank1=key-3 pending=hook", "nothing to choose"),
        (&Rules::ARENA, "area=cannon-3 bank0=key-3 pending=cannon", "nothing to choose"),
        (&Rules::ARENA, "area=sword-3 bank0=key-3 bank1=key-4 pending=sword", "nothing to choose"),
        (&Rules::ARENA, "area=map-3 bank0=key-3 pending=map:key-3", "key-3 is in two places"),
        (&Rules::ARENA, "area=kraken-3 pending=kraken+3", "cannot be owed 3"),
        (&Rules::ARENA, "area=kraken-3 pending=kraken", "cannot be owed 0"),
        (&Rules::ARENA, "area=kraken-3 next=key-3 pile=- pending=kraken+2", "cannot be owed 2"),
        (&Rules::ARENA, "area=cannon-3 bank1=key-3 pending=cannon+1", "cannot be owed 1"),
        (&Rules::ARENA, "area=key-3 pending=kraken+1", "last of the play area"),
    ] {
        let error = parse_position(text, rules).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let mut shown = parse_position("area=oracle-3 next=key-3 pending=oracle", &small).unwrap();
    let next = cards("key-4")[0];
    shown.pending = Some(Pending::Oracle { next, owed: 0 });
    assert_eq!(State::at(&small, &shown), Err(BadPosition::NotNext { shown: next }));
    let Err(BadPosition::NothingToChoose(Effect::Hook)) =
        Position { pending: Some(Pending::Hook), area: cards("hook-3"), ..empty() }.check(&Rules::ARENA)
    else {
        panic!("a hook over an empty bank");
    };
}

fn empty() -> Position {
    parse_position("pile=- discard=-", &Rules::ARENA).unwrap()
}

#[test]
fn a_match_begins_with_two_events() {
    let mut events: Vec<RecordedEvent> = Vec::new();
    let state = State::start(&Rules::ARENA, &Setup::default(), &mut NoRandom, &mut events).unwrap();
    let player = Some(Player::ZERO);
    let event = Event::TurnStarted { delta: None };
    let started = RecordedEvent { player: None, event: Event::MatchStarted };
    assert_eq!(events, [started, RecordedEvent { player, event }]);
    assert_eq!(state.counters().moves, 1);
}

#[test]
fn every_card_comes_first_equally_often() {
    let mut dice = Dice(ChaCha8Rng::seed_from_u64(1));
    let mut seen = [0u32; 60];
    for _ in 0..10_000 {
        let mut state = State::new(&Rules::ARENA, &mut dice);
        state.apply("draw".parse().unwrap(), &mut dice, &mut ()).unwrap();
        seen[state.area()[0].index()] += 1;
    }
    // 200 of each of the fifty are expected, with a deviation of 14; the lowest are discards.
    let lowest = Deck::FULL.first_discards();
    for card in CardSet::FULL {
        let count = seen[card.index()];
        assert_eq!(count == 0, lowest.contains(card), "{card}");
        assert!(count == 0 || (130..270).contains(&count), "{card}: {count}");
    }
}
