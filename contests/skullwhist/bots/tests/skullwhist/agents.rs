//! The hand-written agents and the table: every agent plays legally, and beats those that it should.

use cardsharp_game::{AgentSpec, Setup, Table, derive_seed};
use cardsharp_skullwhist_bots::SkullWhistTable;
use cardsharp_skullwhist_bots::agents::{Factory, HAND_WRITTEN, best_bid, prospects};
use cardsharp_skullwhist_bots::search::OpenHands;
use cardsharp_skullwhist_game::observation::{Observation, SPREAD, expected_tricks};
use cardsharp_skullwhist_game::rules::{Card, Deal, Move, Objective, SkullWhist, State, Trick, score};
use cardsharp_solvers::game::Player;
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;

fn factory(name: &str) -> Factory {
    Factory::load(&name.parse::<AgentSpec>().unwrap()).unwrap()
}

/// The share of `games` that the first agent wins, draws counted half. No agent may be penalised.
fn share(one: &str, other: &str, games: u64) -> f64 {
    let table = SkullWhistTable::new([factory(one), factory(other)]);
    let points = (0..games).map(|number| {
        let game =
            table.play_game(Setup { seed: derive_seed(7, number / 2), first: (number % 2) as usize, record: false });
        assert_eq!((game.penalties, game.moves), (vec![0, 0], vec![14, 14]));
        match game.winner {
            Some(0) => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        }
    });
    points.sum::<f64>() / games as f64
}

#[test]
fn the_hand_written_agents_beat_the_weaker_ones() {
    for (one, other, least) in
        [("high-cards", "random", 0.72), ("expert", "random", 0.82), ("expert", "high-cards", 0.66)]
    {
        let share = share(one, other, 1000);
        assert!(share > least, "{one} against {other}: {share}");
    }
}

/// Slow: a match tells strengths apart only after many searched moves.
#[test]
fn searching_agents_beat_the_weaker_ones() {
    for (one, other, least) in [
        ("determinize:worlds=3", "random", 0.7),
        ("search:games=500", "determinize:worlds=3", 0.5),
        ("search:games=500,objective=difference", "random", 0.6),
        ("search:games=500,against=high-cards", "high-cards", 0.7),
    ] {
        let share = share(one, other, 40);
        assert!(share > least, "{one} against {other}: {share}");
    }
}

#[test]
fn every_agent_loads_and_what_is_none_is_refused_by_name() {
    assert!(
        HAND_WRITTEN
            .iter()
            .all(|entry| { Factory::load(&AgentSpec::named(entry.name)).is_ok() && !entry.summary.is_empty() })
    );
    let refused = |text: &str| {
        let spec: AgentSpec = text.parse().unwrap();
        Factory::load(&spec).unwrap_err().to_string()
    };
    assert!(refused("skull").contains("high-cards"));
    assert!(refused("random:worlds=3").contains("worlds"));
    assert!(refused("search:games=0").contains("`0`"));
    assert!(refused("search:against=everybody").contains("high-cards, random, skilled"));
    assert!(refused("expert:objective=tricks").contains("win, difference"));
}

#[test]
fn results_depend_on_the_seed_alone() {
    let table = SkullWhistTable::new([factory("search:games=50"), factory("random")]);
    let play = |seed| table.play_round(Setup { seed, first: 1, record: true });
    assert_eq!(play(3), play(3));
    assert_ne!(play(3), play(4));
}

#[test]
fn exchanged_seats_have_the_same_deal_and_records_tell_the_game() {
    let table = SkullWhistTable::new([factory("expert"), factory("high-cards")]);
    let play = |first| {
        let setup = Setup { seed: 5, first, record: true };
        table.play_game(setup)
    };
    let [one, other] = [play(0), play(1)];
    let [record, others] = [&one, &other].map(|game| game.record.clone().unwrap());
    assert_eq!(record["hand1"], others["hand1"]);
    assert_eq!(record["hand2"], others["hand2"]);
    assert_eq!(record["rounds"].as_array().unwrap().len(), 13);
    let number = |key: &str| record[key].as_u64().unwrap() as u8;
    assert_eq!(number("tricks1") + number("tricks2"), 13);
    let score1 = f64::from(score(number("bid1"), number("tricks1")));
    assert_eq!((one.points[0], record["score1"].as_f64()), (score1, Some(score1)));
}

/// An agent does not know the opponent's hand, and its inferences about that hand are true.
#[test]
fn an_observation_allows_the_hand_the_other_has() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..50 {
        let deal = Deal::random(SkullWhist::CONTEST, &mut rng);
        let mut state = State::new(&deal);
        let hidden = Observation::of(&state, Player::ONE, &[]);
        state.bid(Player::ZERO, 4).unwrap();
        assert_eq!(Observation::of(&state, Player::ONE, &[]), hidden);
        state.bid(Player::ONE, 5).unwrap();
        let mut rounds: Vec<Trick> = Vec::new();
        let mut saw: [Vec<(Observation, Card)>; 2] = Default::default();
        while let Some(player) = state.to_play() {
            let other = player.opponent();
            let observation = Observation::of(&state, player, &rounds);
            let held = state.hand(other);
            assert_eq!(observation.other_holds(), held.len());
            assert!(held.minus(observation.possible()).is_empty());
            assert_eq!(observation.dealt_to_other(held), deal.hands()[other.index()]);
            assert_eq!(observation.with_other(held), Ok(state));
            let first = Observation::of(&State::new(&deal), other, &[]);
            assert_eq!(observation.others_first(held), first);
            let mut others = Vec::new();
            observation.others_cards(held, |view, card| others.push((view.clone(), card)));
            assert_eq!(others, saw[other.index()]);
            for trick in rounds.iter().filter(|trick| trick.leader == player) {
                let followed = trick.reply.suit() == trick.led.suit();
                let left = observation.possible().of_suit(trick.led.suit());
                assert!(followed || left.is_empty());
            }
            let guess = observation.random_hand(&mut rng);
            assert_eq!(guess.len(), held.len());
            assert!(guess.minus(observation.possible()).is_empty());
            let card = state.playable().into_iter().choose(&mut rng).unwrap();
            saw[player.index()].push((observation, card));
            rounds.extend(state.play(player, card).unwrap().trick);
        }
    }
}

/// The contest's server took cards before the bids.
#[test]
fn who_is_asked_for_a_bid_after_the_other_has_led_bids_as_well() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for name in ["determinize", "search:games=200"] {
        let deal = Deal::random(SkullWhist::CONTEST, &mut rng);
        let mut state = State::new(&deal);
        let led = state.playable().last().unwrap();
        state.play(Player::ZERO, led).unwrap();
        let observation = Observation::of(&state, Player::ONE, &[]);
        assert_eq!(observation.with_other(state.hand(Player::ZERO)), Ok(state));
        let Move::Bid(bid) = factory(name).agent(1).choose(&observation) else {
            panic!("a card instead of a bid");
        };
        assert!((2..=10).contains(&bid), "{name}: {bid}");
    }
}

/// A player who bids half the rounds and takes more of them outscores the opponent, for any bid of the opponent.
#[test]
fn a_majority_of_the_tricks_wins_with_a_bid_of_half_the_rounds() {
    for rounds in 1..=13 {
        let half = rounds / 2;
        for tricks in half + 1..=rounds {
            for other in 0..=rounds {
                let own = score(half, tricks);
                assert!(own > score(other, rounds - tricks), "{rounds} {tricks} {other}");
            }
        }
    }
    let bid = |expected| {
        let prospects = prospects(SkullWhist::CONTEST, expected);
        best_bid(SkullWhist::CONTEST, Objective::Win, &prospects)
    };
    assert_eq!(bid(6.5), 6);
    assert!(bid(3.0) < 6);
}

#[test]
fn expected_tricks_are_those_of_open_hands() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut solver = OpenHands::new(18);
    let deals = 200;
    let (mut sum, mut squares) = (0.0, 0.0);
    for _ in 0..deals {
        let deal = Deal::random(SkullWhist::CONTEST, &mut rng);
        let tricks = f64::from(solver.tricks(&State::new(&deal)));
        let [leader, other] = deal.hands();
        let expected = expected_tricks(deal.game(), leader, true);
        sum += expected + expected_tricks(deal.game(), other, false);
        squares += (expected - tricks).powi(2);
    }
    let mean = sum / f64::from(deals);
    assert!((mean - 13.0).abs() < 0.5, "{mean}");
    let spread = (squares / f64::from(deals)).sqrt();
    assert!((spread - SPREAD).abs() < 0.25, "{spread}");
}

/// An observation that no hand of the opponent explains is answered too.
#[test]
fn an_observation_that_makes_no_sense_is_answered_by_the_rules() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let deal = Deal::random(SkullWhist::CONTEST, &mut rng);
    let mut state = State::new(&deal);
    state.bid(Player::ZERO, 6).unwrap();
    state.bid(Player::ONE, 6).unwrap();
    let mut observation = Observation::of(&state, Player::ZERO, &[]);
    // A card short.
    observation.hand = observation.hand.without(observation.hand.last().unwrap());
    let mut search = factory("search:games=50").agent(1);
    let chosen = search.choose(&observation);
    assert!(matches!(chosen, Move::Play(card) if observation.playable().contains(card)), "{chosen:?}");
    observation.bids = [None; 2];
    let chosen = search.choose(&observation);
    assert!(matches!(chosen, Move::Bid(1..=13)), "{chosen:?}");
}
