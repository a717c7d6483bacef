//! Exact counts on small decks: histories and positions, each counted by walking the crate's rules and
//! by the second implementation.

use std::collections::{BTreeMap, HashMap, HashSet};

use cardsharp_dead_mans_draw_game::rules::{
    Action, Card, CardSet, Deck, Effect, NoRandom, Rules, State, StateKey, Suit, SuitSet,
};
use cardsharp_solvers::game::Player;

use crate::reference::{self, Act, Match, Wait};

/// The counts: histories (every choice and every outcome of chance is a step), those of them that
/// end the match, different positions, and the positions that end it.
type Count = [u64; 4];

pub fn rules_of(suits: &[Suit], values: u8) -> Rules {
    let suits: SuitSet = suits.iter().copied().collect();
    Rules { deck: Deck::small(suits, values).unwrap(), ..Rules::ARENA }
}

pub fn plain(cards: CardSet) -> Vec<reference::Card> {
    let mut cards: Vec<_> = cards.iter().map(plain_card).collect();
    cards.sort();
    cards
}

fn plain_card(card: Card) -> reference::Card {
    (card.suit().name(), card.value())
}

/// The crate's state as the reference would hold it.
pub fn as_match(state: &State) -> Match {
    let key = state.key();
    let owed = key.owed;
    let wait = match key.effect {
        None => Wait::Nothing,
        Some(Effect::Hook) => Wait::Hook,
        Some(Effect::Sword) => Wait::Sword,
        Some(Effect::Cannon) => Wait::Cannon(owed),
        Some(Effect::Map) => Wait::Map(plain(key.held)),
        Some(Effect::Oracle) => Wait::Oracle(owed),
        Some(Effect::Kraken) => Wait::Kraken(owed),
    };
    // The reference passes the turn on even after the last one, and forgets the known order of an empty pile.
    let mover = state.to_move().map_or(0, Player::index);
    Match {
        banks: key.banks.map(plain),
        area: state.area().iter().copied().map(plain_card).collect(),
        pile: plain(key.draw_pile),
        next: key.next.map(plain_card),
        discards: plain(key.discards),
        wait,
        mover,
        over: state.end().is_some(),
    }
}

pub fn as_act(action: Action) -> Act {
    match action {
        Action::Draw => Act::Draw,
        Action::EndTurn => Act::End,
        Action::Respond { card, .. } => Act::Choose(plain_card(card.unwrap())),
    }
}

/// The reference's match, its mover forgotten once nobody has to move.
pub fn without_mover(mut position: Match) -> Match {
    if position.over {
        position.mover = 0;
    }
    position
}

fn add(count: &mut Count, other: Count) {
    count[0] += other[0];
    count[1] += other[1];
}

/// Histories below each position; the matches that end are few enough positions to remember.
fn walk_crate(state: &State, known: &mut HashMap<StateKey, Count>) -> Count {
    if let Some(&count) = known.get(&state.key()) {
        return count;
    }
    let mut count = [1, u64::from(state.end().is_some()), 0, 0];
    for action in state.choices() {
        let visit = |_: f64, after: &State| add(&mut count, walk_crate(after, known));
        state.for_each_outcome(action, visit).unwrap();
    }
    known.insert(state.key(), count);
    count
}

fn walk_reference(position: &Match, known: &mut HashMap<Match, Count>) -> Count {
    if let Some(&count) = known.get(position) {
        return count;
    }
    let mut count = [1, u64::from(position.over), 0, 0];
    for act in position.acts() {
        for (_, after) in position.after(&act) {
            add(&mut count, walk_reference(&without_mover(after), known));
        }
    }
    known.insert(position.clone(), count);
    count
}

fn count(suits: &[Suit], values: u8) -> Count {
    let rules = rules_of(suits, values);
    let mut ours = HashMap::new();
    let state = State::new(&rules, &mut NoRandom);
    let [histories, ends, ..] = walk_crate(&state, &mut ours);
    let mut theirs = HashMap::new();
    let start = Match::start(&plain(rules.deck.cards()), 0);
    let [their_histories, their_ends, ..] = walk_reference(&start, &mut theirs);
    assert_eq!((histories, ends), (their_histories, their_ends), "{suits:?} {values}");
    // A key forgets the order of the area, except for the cards that its anchor protects.
    let forgetful: HashSet<_> = theirs.keys().map(forget_order).collect();
    assert_eq!(ours.len(), forgetful.len(), "{suits:?} {values}");
    let over = |key: &&StateKey| key.to_move.is_none();
    let over = ours.keys().filter(over).count() as u64;
    [histories, ends, ours.len() as u64, over]
}

fn forget_order(position: &Match) -> (Match, Vec<reference::Card>) {
    let mut position = position.clone();
    let anchor = position.area.iter().position(|card| card.0 == "anchor");
    let mut protected = position.area[..anchor.unwrap_or(0)].to_vec();
    protected.sort();
    position.area.sort();
    (position, protected)
}

#[test]
fn two_mermaids_counted_by_hand() {
    // One card to draw: it ends the match. Two histories, the root and its end.
    assert_eq!(count(&[Suit::Mermaid], 2), [2, 1, 2, 1]);
    // Two to draw, 5 and 6. Root; either is drawn (2 histories); then a draw busts and ends the match (2), or the turn
    // ends (2) and the other player draws the last (2). Positions: the root, two with an area, one end of all busts
    // (every card is a discard), two with one card banked, and their two ends.
    assert_eq!(count(&[Suit::Mermaid], 3), [1 + 2 + 2 + 2 + 2, 4, 1 + 2 + 1 + 2 + 2, 3]);
}

#[test]
fn a_key_and_a_chest_counted_by_hand() {
    // One of each to draw. Root; either is drawn (2); a second draw ends the match, both discards
    // being the bonus (2); or the turn ends (2), and the other player draws the last (2).
    // Positions: root, 2 areas, 1 end with all banked, 2 with one banked, 2 ends.
    assert_eq!(count(&[Suit::Key, Suit::Chest], 2), [9, 4, 8, 3]);
}

// From here on, the numbers are those on which both implementations agree.

#[test]
fn small_decks_in_all() {
    use Suit::{Anchor, Cannon, Chest, Hook, Key, Kraken, Map, Mermaid, Oracle, Sword};
    let decks: [(&[Suit], u8, Count); 9] = [
        (&[Hook, Mermaid], 3, [409, 156, 182, 23]),
        (&[Cannon, Mermaid], 3, [495, 192, 254, 45]),
        (&[Sword, Mermaid], 3, [409, 156, 182, 22]),
        (&[Map, Mermaid], 3, [2527, 1472, 421, 69]),
        (&[Oracle, Mermaid], 3, [385, 152, 212, 25]),
        (&[Kraken, Mermaid, Oracle], 2, [38, 15, 28, 6]),
        (&[Anchor, Key, Chest], 3, [71_575, 35_856, 10_332, 1567]),
        (&[Anchor, Hook, Cannon, Key], 2, [598, 240, 265, 30]),
        (&[Map, Oracle, Sword, Kraken, Cannon], 2, [302_532, 154_626, 10_401, 970]),
    ];
    for (suits, values, expected) in decks {
        assert_eq!(count(suits, values), expected, "{suits:?} {values}");
    }
}

#[test]
fn outcomes_agree_with_the_second_implementation_in_every_position() {
    let rules = rules_of(&[Suit::Key, Suit::Chest, Suit::Map, Suit::Oracle, Suit::Anchor], 2);
    let mut seen = HashSet::new();
    let mut open = vec![State::new(&rules, &mut NoRandom)];
    let mut compared = 0;
    while let Some(state) = open.pop() {
        if !seen.insert(state.key()) {
            continue;
        }
        let theirs = as_match(&state);
        for action in state.choices() {
            let mut ours_after: BTreeMap<Match, f64> = BTreeMap::new();
            let visit = |share: f64, after: &State| {
                *ours_after.entry(as_match(after)).or_default() += share;
                open.push(*after);
            };
            state.for_each_outcome(action, visit).unwrap();
            let mut theirs_after: BTreeMap<Match, f64> = BTreeMap::new();
            for (share, after) in theirs.after(&as_act(action)) {
                *theirs_after.entry(without_mover(after)).or_default() += share;
            }
            assert!(ours_after.keys().eq(theirs_after.keys()), "{state:?} {action}");
            for (one, other) in ours_after.values().zip(theirs_after.values()) {
                assert!((one - other).abs() < 1e-12);
            }
            assert!((ours_after.values().sum::<f64>() - 1.0).abs() < 1e-9);
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}
