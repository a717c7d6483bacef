use std::time::Duration;

use proptest::prelude::*;
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;

use cardsharp_challenge_game::observation::*;
use cardsharp_challenge_game::rules::*;

/// Every position of a game of random moves, some of them illegal.
fn random_positions(seed: u64) -> Vec<Observation> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Game::new(Params::CONTEST, Shoe::new(Params::CONTEST, seed));
    let mut positions = Vec::new();
    while let Some(observation) = Observation::of(&game, Duration::from_millis(seed % 3000 + 1)) {
        let chosen = observation.legal_moves().choose(&mut rng).unwrap();
        positions.push(observation);
        match (0..8).choose(&mut rng) {
            Some(0) => game.penalize("a test").unwrap(),
            _ => game.apply(chosen).unwrap(),
        };
    }
    positions
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_printed_reads_back_the_same(seed: u64) {
        for observation in random_positions(seed) {
            let text = print_position(&observation);
            prop_assert_eq!(parse_position(&text), Ok(observation), "{}", text);
        }
    }

    #[test]
    fn a_gap_in_memory_reads_back_the_same(seed: u64, kept: usize) {
        for mut observation in random_positions(seed) {
            let gone = kept % (observation.tricks.len() + 1);
            observation.tricks.drain(..gone);
            observation.led_hand = None;
            observation.accepted_at = None;
            let text = print_position(&observation);
            prop_assert_eq!(parse_position(&text), Ok(observation), "{}", text);
        }
    }

    #[test]
    fn odd_text_is_refused_and_never_panics(text in "(hand|table|tricks|score|challenge|led|played|over|accepted|gone|left|x)?=?[-0-9,*x+=a-z ]{0,20} hand=[0-9,-]{0,12}") {
        let _ = parse_position(&text);
    }
}

#[test]
fn the_example_says_what_it_looks_like() {
    let text = "hand=12,9,8,8,1 table=7 score=3-4 challenge=open";
    let observation = parse_position(text).unwrap();
    assert_eq!(observation.due, Due::Card);
    assert_eq!((observation.own_points, observation.their_points), (3, 4));
    assert_eq!((observation.tricks_over, observation.led_hand), (0, Some(false)));
    assert!(observation.can_challenge && !observation.in_challenge);

    let observation = parse_position("hand=9,8,1 led=yes played=13-6,2-2 challenge=accepted").unwrap();
    assert_eq!((observation.own_tricks, observation.their_tricks), (1, 0));
    assert_eq!(observation.tricks_over, 2);
    assert!(observation.tricks.iter().all(|trick| trick.led));
    assert!(observation.in_challenge);
}

#[test]
fn an_answer_on_the_last_trick_has_an_empty_hand() {
    let text = "hand=- table=5 challenge=offered tricks=2-2 over=4";
    let observation = parse_position(text).unwrap();
    assert_eq!((observation.due, observation.tricks_left()), (Due::Answer, 1));
    assert!(observation.allows(Move::Accept) && !observation.allows(Move::Offer));
}

#[test]
fn errors_name_the_key_and_the_way_out() {
    for (text, named) in [
        ("hand=12,14", "`hand` cannot be `12,14`"),
        ("hand=1,1,1,1,1,1,1,1,1", "at most 8 of each"),
        ("hand=1,2,3,4,5,6", "at most 5 cards"),
        ("table=7", "`hand` is missing"),
        ("hand=1 cards=2", "no key `cards`: the keys are hand, table"),
        ("hand=1 hand=2", "`hand` is given twice"),
        ("hand", "`hand` is not key=value"),
        ("hand=5,5 tricks=one", "own and their tricks"),
        ("hand=5,5 challenge=on", "open, offered, accepted or closed"),
        ("hand=5,5 played=7-8", "led=yes or led=no"),
        ("hand=5,5 played=7*-8*", "a star at the one led"),
        ("hand=5,5 tricks=3-1", "more tricks than are over"),
        ("hand=5,5,5,5,5 score=10-0", "the game is over"),
        ("hand=5,5,5,5,5 gone=5,5,5,5", "more than 8 cards of a rank"),
        ("hand=- over=4", "no card left"),
        ("hand=5,5,5,5,5 over=1", "more tricks than a hand has"),
        ("hand=5 left=-1", "seconds"),
    ] {
        let error = parse_position(text).unwrap_err().to_string();
        assert!(error.contains(named), "{text}: {error}");
    }
}

#[test]
fn random_positions_cover_what_there_is() {
    let positions: Vec<_> = (0..40).flat_map(random_positions).collect();
    let some = |test: fn(&Observation) -> bool| assert!(positions.iter().any(test));
    some(|observation| observation.tricks.iter().any(|trick| trick.own.is_none()));
    some(|observation| observation.tricks.iter().any(|trick| trick.own.is_some() && trick.own == trick.theirs));
    some(|observation| observation.own_card_on_table() && observation.hand.is_empty());
    some(|observation| observation.in_challenge && observation.accepted_at.is_some());
    some(|observation| !observation.gone.is_empty());
    some(|observation| observation.led_hand == Some(false));
}

/// The events of the hands that a player saw, with the other player's cards left out, which they do not all know.
fn without_their_cards(events: impl IntoIterator<Item = Event>) -> Vec<Event> {
    let without = |event| match event {
        Event::NewHand { player0_hand, next_player, .. } => {
            Event::NewHand { player0_hand, player1_hand: Cards::EMPTY, next_player }
        }
        other => other,
    };
    events.into_iter().map(without).collect()
}

#[test]
fn the_hands_that_a_player_saw_are_the_record_of_the_game() {
    for seed in 0..50 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut game = Game::new(Params::CONTEST, Shoe::new(Params::CONTEST, seed));
        let mut seen = Vec::new();
        while let Some(player) = game.to_move() {
            let observation = Observation::of(&game, Duration::from_secs(1)).unwrap();
            let mut moves: Vec<Move> = observation.legal_moves().collect();
            // Most challenges are not made, so that hands are played out.
            moves.retain(|&chosen| chosen != Move::Offer || seed % 5 == u64::from(observation.tricks_over));
            let step = game.apply(moves.into_iter().choose(&mut rng).unwrap()).unwrap();
            assert_eq!(step.player, player);
            if step.hand.is_some() {
                let hand = HandSeen::last_of(&game, cardsharp_player::Player::ZERO).unwrap();
                seen.extend(hand.events());
            }
        }
        let events = game.events().to_vec();
        assert_eq!(without_their_cards(seen), without_their_cards(events), "seed {seed}");
    }
}
