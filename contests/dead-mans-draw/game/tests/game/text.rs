use proptest::prelude::*;
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;

use cardsharp_dead_mans_draw_game::rules::{
    Action, Card, CardSet, Dice, Effect, Pending, Position, Rules, State, Suit,
};
use cardsharp_dead_mans_draw_game::text::*;

/// Every position of a match of random actions, and every action that was legal in it.
fn random_positions(rules: &Rules, seed: u64) -> Vec<(Position, Vec<Action>)> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut chance = Dice(ChaCha8Rng::seed_from_u64(!seed));
    let mut state = State::new(rules, &mut chance);
    if seed.is_multiple_of(4) {
        state.decide_order(&mut chance);
    }
    let mut positions = Vec::new();
    while state.to_move().is_some() {
        let legal = state.legal_actions();
        positions.push((Position::of(&state), legal.to_vec()));
        let chosen = legal.into_iter().choose(&mut rng).unwrap();
        match (0..20).choose(&mut rng) {
            Some(0) => state.time_out(&mut chance, &mut ()).unwrap(),
            _ => state.apply(chosen, &mut chance, &mut ()).unwrap(),
        };
    }
    positions
}

fn arb_card() -> impl Strategy<Value = Card> {
    (0..Card::COUNT).prop_map(|index| CardSet::FULL.nth(index).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn positions_and_actions_read_back_the_same(seed: u64) {
        let rules = if seed.is_multiple_of(3) { Rules::DOCUMENT } else { Rules::ARENA };
        for (position, legal) in random_positions(&rules, seed) {
            let text = print_position(&position, &rules);
            let read = parse_position(&text, &rules);
            prop_assert_eq!(read.as_ref(), Ok(&position), "{}", text);
            let shouted = parse_position(&text.to_uppercase(), &rules);
            prop_assert_eq!(shouted, Ok(position), "{}", text);
            for action in legal {
                prop_assert_eq!(action.to_string().parse(), Ok(action), "{}", action);
            }
        }
    }

    #[test]
    fn cards_read_back_the_same_in_every_form(card in arb_card(), cards: u64) {
        let (suit, value) = (card.suit(), card.value());
        for form in [
            format!("{card}"),
            format!("{suit}{value}"),
            format!(" {suit} {value} "),
            format!("{suit}-{value}").to_uppercase(),
            format!("{}{value}", &suit.name()[..2]),
        ] {
            prop_assert_eq!(form.parse(), Ok(card), "{}", form);
        }
        let in_cards = |card: &Card| cards >> card.index() & 1 == 1;
        let set: CardSet = CardSet::FULL.iter().filter(in_cards).collect();
        prop_assert_eq!(set.to_string().parse(), Ok(set));
    }

    #[test]
    fn odd_text_is_refused_and_never_panics(
        text in "((to-move|bank0|area|discard|next|pile|pending|late|x)=?[-+:0-9,a-z]{0,14} ?){0,4}",
        other in "\\PC{0,12}",
    ) {
        if let Ok(position) = parse_position(&text, &Rules::ARENA) {
            prop_assert_eq!(position.check(&Rules::ARENA), Ok(()));
        }
        let _ = (other.parse::<Action>(), other.parse::<Card>(), other.parse::<Suit>());
    }
}

#[test]
fn beginnings_of_suits_are_enough() {
    for (text, suit) in [
        ("a", Suit::Anchor),
        ("h", Suit::Hook),
        ("ca", Suit::Cannon),
        ("ke", Suit::Key),
        ("ch", Suit::Chest),
        ("ma", Suit::Map),
        ("O", Suit::Oracle),
        ("s", Suit::Sword),
        ("Kr", Suit::Kraken),
        ("me", Suit::Mermaid),
    ] {
        assert_eq!(text.parse(), Ok(suit));
    }
}

#[test]
fn actions_as_people_write_them() {
    let respond = |effect, card| Action::Respond { effect, card };
    let key = Card::new(Suit::Key, 3);
    for (text, action) in [
        ("d", Action::Draw),
        ("Draw", Action::Draw),
        ("e", Action::EndTurn),
        ("stop", Action::EndTurn),
        ("hook key-3", respond(Effect::Hook, key)),
        ("H  ke3", respond(Effect::Hook, key)),
        ("oracle none", respond(Effect::Oracle, None)),
        ("oracle -", respond(Effect::Oracle, None)),
        ("kraken", respond(Effect::Kraken, None)),
    ] {
        assert_eq!(text.parse(), Ok(action), "{text}");
    }
}

#[test]
fn the_example_says_what_it_looks_like() {
    let text = "to-move=1 bank0=key-3,key-5 bank1=map-7 area=kraken-4,oracle-3 next=hook-2 \
                pending=oracle+1";
    let position = parse_position(text, &Rules::ARENA).unwrap();
    let hook = Card::new(Suit::Hook, 2).unwrap();
    assert_eq!(position.to_move.index(), 1);
    assert_eq!(position.pending, Some(Pending::Oracle { next: hook, owed: 1 }));
    // The lowest card of every suit, except for the hook, which was named. All other cards are in the pile.
    assert_eq!(position.discards.len(), 9);
    assert_eq!(position.unseen.len(), 60 - 9 - 3 - 2 - 1);
    let state = State::at(&Rules::ARENA, &position).unwrap();
    assert_eq!(state.scores(), [5, 7]);
}

#[test]
fn nothing_at_all_is_the_start() {
    let position = parse_position("", &Rules::ARENA).unwrap();
    let start = State::new(&Rules::ARENA, &mut cardsharp_dead_mans_draw_game::rules::NoRandom);
    assert_eq!(State::at(&Rules::ARENA, &position), Ok(start));
}

#[test]
fn errors_name_the_word_and_the_way_out() {
    for (text, named) in [
        ("area", "`area` is not key=value: the keys are to-move, bank0"),
        ("bank=-", "no key `bank`: the keys are to-move, bank0"),
        ("area=- area=-", "`area` is given twice"),
        ("area=shark-3", "`area`: `shark` is no suit: the suits are anchor, hook"),
        ("bank0=k3", "`bank0`: `k` may be key, kraken: write more"),
        ("next=key-9", "`next`: there is no key of value 9: the values are 2 to 7"),
        ("next=mermaid-3", "the values are 4 to 9"),
        ("next=key", "`key` has no value"),
        ("to-move=2", "`to-move` cannot be `2`: it wants 0 or 1"),
        ("pending=anchor", "`pending` cannot be `anchor`: it wants hook"),
        ("pending=map:-", "`pending` cannot be `map:-`"),
        ("pending=hook+1", "`pending` cannot be `hook+1`"),
        ("late=-1", "`late` cannot be `-1`"),
        ("pile=key-3,key-3", "names key-3 twice"),
        ("bank0=key-3 area=key-3", "key-3 is in two places"),
        ("area=key-3,key-4", "two cards of key"),
        ("area=hook-3 pending=hook", "nothing to choose"),
    ] {
        let error = parse_position(text, &Rules::ARENA).unwrap_err().to_string();
        assert!(error.contains(named), "{text}: {error}");
    }
    for (text, named) in [
        ("fly", "`fly` is no action: write draw, end, or an effect (hook, cannon"),
        ("anchor 3", "is no action"),
        ("", "is no action"),
        ("hook", "the hook wants a card: write it behind, as in hook key-3"),
        ("hook c5", "`c` may be cannon, chest"),
        ("draw key-3", "is no action"),
    ] {
        let error = text.parse::<Action>().unwrap_err().to_string();
        assert!(error.contains(named), "{text}: {error}");
    }
}

#[test]
fn random_positions_cover_every_effect() {
    let positions: Vec<_> =
        (0..40).flat_map(|seed| random_positions(&Rules::ARENA, seed)).map(|(position, _)| position).collect();
    for effect in Effect::ALL {
        let pending = |p: &Position| p.pending.map(Pending::effect) == Some(effect);
        assert!(positions.iter().any(pending), "{effect}");
    }
    assert!(positions.iter().any(|position| position.timeouts > 0));
    assert!(positions.iter().any(|position| position.known.len() > 1));
}
