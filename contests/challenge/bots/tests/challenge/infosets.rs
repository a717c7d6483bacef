//! The hand as the solver sees it is compared with the rules. The rows of each kind of information
//! sets are compared with the kind's description.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use cardsharp_challenge_bots::agents::state_of;
use cardsharp_challenge_game::observation::Observation;
use cardsharp_challenge_game::rules::{Game, Hand, Move, Params, Rank, Shoe};
use cardsharp_challenge_solver::infosets::{
    Ending, HandGame, HandInfosets, HandState, NAMES, Payoffs, Stake, WrittenHand, by_name,
};
use cardsharp_solvers::best_response::exploitability;
use cardsharp_solvers::contract::{self, CheckOptions};
use cardsharp_solvers::game::{Game as _, Player, Turn};
use cardsharp_solvers::sampled::{Numbering, RowKey};
use cardsharp_solvers::strategy::Uniform;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn game(ranks: u8, copies: u8, hand_size: u8) -> HandGame {
    let rules = Params::new(ranks, copies, hand_size).unwrap();
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
    (HandState::dealt(hands, 0), Hand::new(game.rules(), cards, Player::ZERO))
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

/// Recipes with every word, and with parts that are given up trick by trick.
const RECIPES: [&str; 13] = [
    "seen",
    "own",
    "seen+own",
    "seen2",
    "own2+took",
    "seen+took+pairs",
    "seen+own+order",
    "own+pairs+leads",
    "seen+led",
    "seen+stake",
    "tricks,tricks",
    "all,seen+own+stake,own",
    "all",
];

fn infosets(name: &str, game: &HandGame) -> Box<dyn HandInfosets> {
    by_name(name, game).unwrap_or_else(|error| panic!("{error}"))
}

/// The past tricks, as the player to move has seen them: the player's card, the opponent's card, and true if the player
/// led. Then the challenge: its trick, and true if the player made it. All are read from the public history alone.
type Past = (Vec<(u64, u64, bool)>, Option<(usize, bool)>);

fn past(state: &HandState) -> Past {
    let me = state.to_move();
    let (mut tricks, mut challenge) = (Vec::new(), None);
    let (mut lead, mut led) = (Player::ZERO, None);
    for index in (0..16).rev() {
        match (state.history >> (4 * index) & 15, led) {
            (0 | 15, _) => {}
            (14, _) => challenge = Some((tricks.len(), (lead == me) == led.is_none())),
            (card, None) => led = Some(card),
            (card, Some(first)) => {
                tricks.push(if lead == me { (first, card, true) } else { (card, first, false) });
                if card > first {
                    lead = lead.opponent();
                }
                led = None;
            }
        }
    }
    (tricks, challenge)
}

/// The content of the past tricks that a recipe claims to keep, in this test's own form.
fn kept_past(name: &str, ranks: u64, state: &HandState) -> String {
    let (tricks, challenge) = past(state);
    let parts: Vec<&str> = name.split(',').collect();
    let words = parts[tricks.len().max(1).min(parts.len()) - 1];
    let words: Vec<&str> = words.split('+').collect();
    let all = words == ["all"];
    let has = |word: &str| all || words.contains(&word);
    let card = |word: &str, card: u64| match (has(word), has(&format!("{word}2"))) {
        (true, _) => card,
        (_, true) => 100 + (card - 1) * 2 / ranks,
        _ => 0,
    };
    let kept = tricks.iter().map(|&(own, theirs, led)| {
        let taken = if has("took") { own.cmp(&theirs) as i64 } else { 9 };
        (card("seen", theirs), card("own", own), taken, has("leads") && led)
    });
    let mut streams: Vec<Vec<String>> = if has("pairs") {
        vec![kept.map(|parts| format!("{parts:?}")).collect()]
    } else {
        vec![
            kept.clone().map(|parts| format!("{:04}", parts.0)).collect(),
            kept.clone().map(|parts| format!("{:04}", parts.1)).collect(),
            kept.clone().map(|parts| parts.2.to_string()).collect(),
            kept.map(|parts| parts.3.to_string()).collect(),
        ]
    };
    if !has("order") {
        streams.iter_mut().for_each(|stream| stream.sort());
    }
    let led = tricks.first().filter(|_| has("led")).map(|trick| trick.2);
    let challenge = challenge.filter(|_| has("stake") && state.stake == Stake::Accepted);
    format!("{streams:?} {led:?} {challenge:?}")
}

/// The content of a state that a kind of information sets claims to keep.
fn kept(name: &str, game: &HandGame, state: &HandState) -> String {
    let me = state.to_move();
    let them = me.opponent();
    let mut own = game.space().cards(state.hands[me.index()]).descending().collect::<Vec<_>>();
    let stake = match state.stake {
        Stake::Open => "open",
        Stake::Offered(_) => "offered",
        Stake::Accepted => "staked",
    };
    let tricks = (state.tricks[me.index()], state.tricks[them.index()], state.over, state.lead == me);
    let known = |own: &[Rank]| format!("{own:?} {} {tricks:?} {stake}", state.table);
    match name {
        "tricks" => known(&own),
        "recall" => format!("{} {:x}", known(&own), state.history),
        recipe => {
            let last = state.over + 1 == game.rules().hand_size() && state.stake == Stake::Open;
            if let (true, &[card], Some(faced)) = (last, &own[..], Rank::new(state.table))
                && !tricks.3
            {
                // All cards that win are one card, and so are all that lose.
                let near = card.value().clamp(faced.value() - 1, faced.value() + 1);
                own = Rank::new(near).into_iter().collect();
            }
            let ranks = u64::from(game.rules().ranks());
            format!("{} {}", known(&own), kept_past(recipe, ranks, state))
        }
    }
}

/// Every decision with more than one action.
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
        let possible = |&index: &usize| state.dealt == 2 || game.chance_probability(&state, index) > 0.0;
        open.extend((0..children).filter(possible).map(|index| game.child(&state, index)));
    }
    found
}

#[test]
fn rows_keep_what_they_say_and_nothing_else() {
    for (ranks, copies, hand_size) in [(3, 3, 2), (2, 3, 3), (2, 8, 4)] {
        let game = game(ranks, copies, hand_size);
        let states = decisions(&game);
        for name in RECIPES.into_iter().chain(NAMES) {
            let infosets = infosets(name, &game);
            let mut meaning: HashMap<RowKey, String> = HashMap::new();
            let mut rows: HashMap<String, RowKey> = HashMap::new();
            for state in &states {
                let (row, kept) = (infosets.row(state), kept(name, &game, state));
                assert_eq!(meaning.entry(row).or_insert_with(|| kept.clone()), &kept, "{name}");
                assert_eq!(*rows.entry(kept).or_insert(row), row, "{name}");
            }
        }
    }
}

/// Slow: every row of every recipe is looked at.
#[test]
fn every_row_has_its_place_and_no_two_overlap() {
    for (ranks, copies, hand_size) in [(3, 3, 2), (2, 3, 3), (2, 8, 4), (13, 8, 2)] {
        let game = game(ranks, copies, hand_size);
        for name in RECIPES.into_iter().chain(["tricks"]) {
            let infosets = infosets(name, &game);
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
                assert_eq!(places.get(&row), Some(&game.actions(&state)), "{name} {state:?}");
            }
        }
    }
}

#[test]
fn states_with_equal_public_parts_and_hands_share_a_row() {
    let game = game(3, 3, 3);
    for name in RECIPES.into_iter().chain(["tricks"]) {
        let infosets = infosets(name, &game);
        let mut rows = HashMap::new();
        for state in decisions(&game) {
            let hand = state.hands[state.to_move().index()];
            let part = infosets.public_part(&state).unwrap();
            let row = infosets.row(&state);
            assert_eq!(*rows.entry((part, hand)).or_insert(row), row, "{name}");
        }
    }
}

/// A row does not depend on what the player cannot see: it is the same for any other hand of the opponent.
#[test]
fn the_opponents_hand_is_no_part_of_a_row() {
    let game = game(3, 3, 3);
    let states = decisions(&game);
    for name in RECIPES.into_iter().chain(NAMES) {
        let infosets = infosets(name, &game);
        for state in &states {
            let them = state.to_move().opponent().index();
            let size = game.space().size(state.hands[them]);
            for hand in game.space().of_size(size) {
                let mut other = *state;
                other.hands[them] = hand;
                assert_eq!(infosets.row(&other), infosets.row(state), "{name}");
            }
        }
    }
}

#[test]
fn who_remembers_more_tells_all_apart_that_others_do() {
    let game = game(3, 3, 3);
    let states = decisions(&game);
    let pairs = [
        ("seen", "tricks,tricks"),
        ("seen", "seen2"),
        ("seen+own", "seen"),
        ("seen+own", "own"),
        ("seen+own+order", "seen+own"),
        ("seen+own+pairs", "seen+took+pairs"),
        ("own+pairs+leads", "own"),
        ("seen+stake", "seen"),
        ("all", "seen+own+order"),
        ("all", "all,seen+own+stake,own"),
        ("recall", "all"),
    ];
    for (rich, poor) in pairs {
        let [finer, coarser] = [rich, poor].map(|name| infosets(name, &game));
        let mut of_finer = HashMap::new();
        for state in &states {
            let (fine, coarse) = (finer.row(state), coarser.row(state));
            assert_eq!(*of_finer.entry(fine).or_insert(coarse), coarse, "{rich} and {poor}");
        }
        let coarse: HashSet<RowKey> = of_finer.values().copied().collect();
        assert!(coarse.len() < of_finer.len() || rich == "recall", "{rich} and {poor}");
    }
}

/// Slow: 250 whole games are followed in both forms.
#[test]
fn what_a_player_sees_at_the_table_is_the_state_the_solver_knows() {
    let game = game(13, 8, 5);
    let recipes = ["seen+took+pairs", "all,seen+own3"].map(|name| infosets(name, &game));
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
                let hands = order.map(|player| game.space().id(table.hand().cards(player)).unwrap());
                state = Some(HandState::dealt(hands, 0));
            }
            let observation = Observation::of(&table, Duration::from_secs(2)).unwrap();
            let moves: Vec<Move> = observation.legal_moves().collect();
            let chosen = moves[rng.random_range(0..moves.len())];
            if let Some(known) = state.filter(|state| state.ending.is_none()) {
                let mut seen = state_of(&game, &observation).unwrap();
                let leads = player == table.hand_lead();
                assert_eq!(seen.to_move() == Player::ZERO, leads);
                // The opponent's hand is the only thing that a player cannot see.
                let them = usize::from(leads);
                seen.hands[them] = known.hands[them];
                assert_eq!(seen, known);
                for infosets in &recipes {
                    assert_eq!(infosets.row(&seen), infosets.row(&known));
                }
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
    assert_eq!(count("seen"), 14_484_987);
    assert_eq!(count("seen3+own3"), 2_434_429);
    assert_eq!(count("recall"), 0, "rows are stored as they are met");
    assert_eq!(game.space().len(), 8568);
    assert_eq!(Rank::new(13).map(Rank::index), Some(12));
}

#[test]
fn the_written_out_hand_keeps_the_contract_of_games() {
    for (ranks, copies, hand_size) in [(2, 2, 1), (3, 1, 1), (3, 2, 2), (2, 3, 3)] {
        let rules = Params::new(ranks, copies, hand_size).unwrap();
        let game = WrittenHand::new(rules).unwrap();
        let report = contract::check(&game, &CheckOptions::default());
        let report = report.unwrap_or_else(|violation| panic!("{rules}: {violation}"));
        let sampled = HandGame::new(rules, vec![Payoffs::EARLY]);
        let [here, there] =
            [exploitability(&game, &Uniform).nash_conv(), exploitability(&sampled, &Uniform).nash_conv()];
        assert!((here - there).abs() < 1e-12, "{rules}: {here} is not {there}");
        assert!(report.histories > 10, "{report:?}");
    }
}

#[test]
fn the_contests_own_hand_is_too_large_to_be_written_out() {
    let refused = WrittenHand::new(Params::CONTEST).unwrap_err().to_string();
    assert!(refused.contains("too many deals"), "{refused}");
}
