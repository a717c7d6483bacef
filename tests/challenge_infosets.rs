//! The hand as the solver sees it against the rules, and what each kind of information sets keeps
//! against what it says it keeps.

#![allow(clippy::unwrap_used)]

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use cardsharp::contests::challenge::agents::{Sight, state_of};
use cardsharp::contests::challenge::infosets::{
    Ending, HandGame, HandState, NAMES, Payoffs, Stake, WrittenHand, by_name,
};
use cardsharp::contests::challenge::rules::{Challenge, Game, Hand, Move, Rank, Shoe};
use cardsharp_solvers::best_response::exploitability;
use cardsharp_solvers::contract::{self, CheckOptions};
use cardsharp_solvers::game::{Game as _, Player, Turn};
use cardsharp_solvers::sampled::{Numbering, RowKey};
use cardsharp_solvers::strategy::Uniform;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn game(ranks: u8, copies: u8, hand_size: u8) -> HandGame {
    let rules = Challenge::new(ranks, copies, hand_size).unwrap();
    HandGame::new(rules, vec![Payoffs::EARLY])
}

/// The solver's action for a move of the rules.
fn action(game: &HandGame, state: &HandState, chosen: Move) -> usize {
    let held = game.space().distinct(state.hands[state.to_move().index()]);
    match chosen {
        Move::Play(rank) => held.iter().position(|&held| held == rank.value()).unwrap(),
        Move::Offer => held.len(),
        Move::Accept => 0,
        Move::Reject => 1,
    }
}

fn deal(game: &HandGame, rng: &mut ChaCha8Rng) -> (HandState, Hand) {
    let hands = game.sample_deal(rng);
    let cards = hands.map(|hand| game.space().cards(hand));
    (
        HandState::dealt(hands, 0),
        Hand::new(game.rules(), cards, Player::ZERO),
    )
}

#[test]
fn a_hand_goes_as_the_rules_have_it_until_it_is_decided() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut endings = HashSet::new();
    for (ranks, copies, hand_size) in [(13, 8, 5), (3, 4, 4), (2, 3, 3)] {
        let game = game(ranks, copies, hand_size);
        for _ in 0..2_000 {
            let (mut state, mut hand) = deal(&game, &mut rng);
            while let Turn::Decision { player, actions } = game.turn(&state) {
                assert_eq!(hand.to_move(), Some(player));
                let moves: Vec<Move> = hand.legal_moves().collect();
                assert_eq!(moves.len(), actions);
                let chosen = moves[rng.random_range(0..actions)];
                state = game.act(&state, action(&game, &state, chosen));
                hand.apply(chosen).unwrap();
            }
            let winner = match hand.end() {
                Some(end) => end.winner(),
                None => {
                    assert!(hand.decided().is_some());
                    hand.decided()
                }
            };
            let ending = winner.map_or(Ending::Tied, Ending::Won);
            assert_eq!(state.ending, Some(ending));
            let staked = state.stake == Stake::Accepted;
            endings.insert((ending, staked));
            let leader = game.utility(&state, Player::ZERO);
            let expected = match (ending, staked) {
                (Ending::Tied, _) => 0.5,
                (Ending::Won(Player::ZERO), true) => 1.0,
                (Ending::Won(_), true) => 0.0,
                (Ending::Won(Player::ZERO), false) => 0.56,
                (Ending::Won(_), false) => 0.44,
            };
            assert_eq!(leader, expected);
            assert_eq!(game.utility(&state, Player::ONE), 1.0 - expected);
        }
    }
    assert_eq!(endings.len(), 6, "{endings:?}");
}

/// What a kind of information sets says it keeps of a state.
fn kept(name: &str, game: &HandGame, state: &HandState) -> String {
    let me = state.to_move();
    let them = me.opponent();
    let own = game.space().cards(state.hands[me.index()]);
    let stake = match state.stake {
        Stake::Open => "open",
        Stake::Offered(_) => "offered",
        Stake::Accepted => "staked",
    };
    let tricks = (
        state.tricks[me.index()],
        state.tricks[them.index()],
        state.over,
    );
    let known = format!("{own:?} {} {tricks:?} {stake}", state.table);
    let seen = game.space().cards(state.played[them.index()]);
    match name {
        "tricks" => known,
        "seen" => format!("{known} {seen:?}"),
        _ => format!("{known} {:x}", state.history),
    }
}

/// Every decision with something to choose.
fn decisions(game: &HandGame) -> Vec<HandState> {
    let (mut open, mut found) = (vec![game.root()], Vec::new());
    while let Some(state) = open.pop() {
        let children = match game.turn(&state) {
            Turn::Terminal => continue,
            Turn::Chance { outcomes } => outcomes,
            Turn::Decision { actions, .. } => {
                if actions > 1 {
                    found.push(state);
                }
                actions
            }
        };
        let possible =
            |&index: &usize| state.dealt == 2 || game.chance_probability(&state, index) > 0.0;
        open.extend(
            (0..children)
                .filter(possible)
                .map(|index| game.child(&state, index)),
        );
    }
    found
}

#[test]
fn rows_keep_what_they_say_and_nothing_else() {
    for (ranks, copies, hand_size) in [(3, 3, 2), (2, 3, 3), (2, 8, 4)] {
        let game = game(ranks, copies, hand_size);
        let states = decisions(&game);
        for name in NAMES {
            let infosets = by_name(name, &game).unwrap();
            let mut meaning: HashMap<RowKey, String> = HashMap::new();
            let mut rows: HashMap<String, RowKey> = HashMap::new();
            for state in &states {
                let (row, kept) = (infosets.row(state), kept(name, &game, state));
                assert_eq!(
                    meaning.entry(row).or_insert_with(|| kept.clone()),
                    &kept,
                    "{name}"
                );
                assert_eq!(*rows.entry(kept).or_insert(row), row, "{name}");
            }
        }
    }
}

#[test]
fn every_row_has_its_place_and_no_two_overlap() {
    for (ranks, copies, hand_size) in [(3, 3, 2), (2, 3, 3), (2, 8, 4), (13, 8, 2)] {
        let game = game(ranks, copies, hand_size);
        for name in ["tricks", "seen"] {
            let infosets = by_name(name, &game).unwrap();
            let Numbering::Dense { cells } = infosets.numbering() else {
                panic!("{name} is not dense");
            };
            let mut owner = vec![None; cells as usize];
            let mut places = HashMap::new();
            infosets.for_each_row(&game, &mut |row, actions| {
                places.insert(row, actions);
                for cell in row.0..row.0 + actions as u64 {
                    let before = owner[cell as usize].replace(row);
                    assert_eq!(before, None, "{name}: cell {cell} belongs to two rows");
                }
            });
            for state in decisions(&game) {
                let row = infosets.row(&state);
                assert_eq!(
                    places.get(&row),
                    Some(&game.actions(&state)),
                    "{name} {state:?}"
                );
            }
        }
    }
}

#[test]
fn states_with_equal_public_parts_and_hands_share_a_row() {
    let game = game(3, 3, 3);
    for name in ["tricks", "seen"] {
        let infosets = by_name(name, &game).unwrap();
        let mut rows = HashMap::new();
        for state in decisions(&game) {
            let hand = state.hands[state.to_move().index()];
            let part = infosets.public_part(&state).unwrap();
            let row = infosets.row(&state);
            assert_eq!(*rows.entry((part, hand)).or_insert(row), row, "{name}");
        }
    }
}

#[test]
fn what_a_player_sees_at_the_table_is_the_state_the_solver_knows() {
    let game = game(13, 8, 5);
    let mut compared = 0;
    for seed in 0..250 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut table = Game::new(game.rules(), Shoe::new(game.rules(), seed));
        let mut state = None;
        let mut hand_id = 0;
        while let Some(player) = table.to_move() {
            if table.hand_id() != hand_id {
                hand_id = table.hand_id();
                let order = [table.hand_lead(), table.hand_lead().opponent()];
                let hands =
                    order.map(|player| game.space().id(table.hand().cards(player)).unwrap());
                state = Some(HandState::dealt(hands, 0));
            }
            let sight = Sight::of(&table, Duration::from_secs(2)).unwrap();
            let moves: Vec<Move> = sight.legal_moves().collect();
            let chosen = moves[rng.random_range(0..moves.len())];
            if let Some(known) = state.filter(|state| state.ending.is_none()) {
                let mut seen = state_of(&game, &sight).unwrap();
                let leads = player == table.hand_lead();
                assert_eq!(seen.to_move() == Player::ZERO, leads);
                // The one thing a player cannot see.
                let them = usize::from(leads);
                seen.hands[them] = known.hands[them];
                assert_eq!(seen, known);
                compared += 1;
                state = Some(game.act(&known, action(&game, &known, chosen)));
            }
            table.apply(chosen).unwrap();
        }
    }
    assert!(compared > 3_000, "{compared}");
}

#[test]
fn the_contests_information_sets_are_as_many_as_documented() {
    let game = game(13, 8, 5);
    let count = |name: &str| by_name(name, &game).unwrap().count(&game);
    assert_eq!(count("tricks"), 486_109);
    assert_eq!(count("seen"), 22_444_513);
    assert_eq!(count("recall"), 0, "rows are stored as they are met");
    assert_eq!(game.space().len(), 8568);
    assert_eq!(Rank::new(13).map(Rank::index), Some(12));
}

#[test]
fn the_written_out_hand_keeps_the_contract_of_games() {
    for (ranks, copies, hand_size) in [(2, 2, 1), (3, 1, 1), (3, 2, 2), (2, 3, 3)] {
        let rules = Challenge::new(ranks, copies, hand_size).unwrap();
        let game = WrittenHand::new(rules).unwrap();
        let report = contract::check(&game, &CheckOptions::default());
        let report = report.unwrap_or_else(|violation| panic!("{rules}: {violation}"));
        let sampled = HandGame::new(rules, vec![Payoffs::EARLY]);
        let [here, there] = [
            exploitability(&game, &Uniform).nash_conv(),
            exploitability(&sampled, &Uniform).nash_conv(),
        ];
        assert!(
            (here - there).abs() < 1e-12,
            "{rules}: {here} is not {there}"
        );
        assert!(report.histories > 10, "{report:?}");
    }
}

#[test]
fn the_contests_own_hand_is_too_large_to_be_written_out() {
    let refused = WrittenHand::new(Challenge::CONTEST)
        .unwrap_err()
        .to_string();
    assert!(refused.contains("too many deals"), "{refused}");
}
