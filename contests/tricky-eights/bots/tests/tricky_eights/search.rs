//! The searching agent: its worlds, its open rounds, its endgame, its strength.

use std::collections::HashMap;

use cardsharp_solvers::game::Player;
use cardsharp_tricky_eights_bots::agents::Factory;
use cardsharp_tricky_eights_bots::agents::search::{OpenRound, WinModel, Worlds, playout, solve};
use cardsharp_tricky_eights_game::observation::Observation;
use cardsharp_tricky_eights_game::rules::{Card, CardSet, Deal, Params, Round, Suit};
use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::agents::share;

fn shuffled(game: Params, rng: &mut ChaCha8Rng) -> Round {
    let deal = Deal::shuffled(game, rng);
    Round::new(&deal, Player::new(rng.random_range(0..game.players())))
}

/// Plays a round at random, and calls `each` with every position on the way.
fn play_at_random(round: &mut Round, rng: &mut ChaCha8Rng, mut each: impl FnMut(&Round)) {
    while round.to_act().is_some() {
        each(round);
        let card = round.legal().iter().choose(rng).unwrap();
        round.apply(card).unwrap();
    }
}

fn observation<'a>(round: &'a Round, scores: &'a [u32]) -> Observation<'a> {
    let seat = round.to_act().unwrap();
    Observation::of(round, seat, scores)
}

fn hands(round: &Round) -> [CardSet; 4] {
    [0, 1, 2, 3].map(|player| round.hand(Player::new(player)))
}

#[test]
fn worlds_agree_with_the_observation() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut voids = 0;
    for name in [
        "tricky-eights",
        "tricky-eights(players=3,suits=3,ranks=7,pool=6)",
        "tricky-eights(players=2,suits=4,ranks=5,pool=8)",
    ] {
        let game: Params = name.parse().unwrap();
        for _ in 0..40 {
            let mut round = shuffled(game, &mut rng);
            let mut chance = rng.clone();
            play_at_random(&mut round, &mut rng, |round| {
                let observation = observation(round, &[0; 4]);
                let worlds = Worlds::of(&observation);
                assert!(worlds.len() >= 1.0, "the true one is there");
                let world = worlds.sample(&mut chance);
                let void = |player| Suit::ALL.map(|suit| round.board().is_void(player, suit));
                let shown = observation.others().map(void);
                voids += shown.flatten().filter(|&void| void).count();
                let mut held = CardSet::EMPTY;
                for (player, hand) in world.iter().enumerate() {
                    let player = Player::new(player as u8);
                    assert!(held.intersection(*hand).is_empty());
                    held = held.union(*hand);
                    if player.index() >= usize::from(game.players()) {
                        assert!(hand.is_empty());
                        continue;
                    }
                    assert_eq!(hand.len(), round.board().hand_size(player));
                    assert!(round.board().known(player).minus(*hand).is_empty());
                    for card in *hand {
                        assert!(player == observation.seat || !round.board().is_void(player, card.suit()));
                    }
                }
                assert_eq!(world[observation.seat.index()], observation.hand);
                let all = hands(round).into_iter().fold(CardSet::EMPTY, CardSet::union);
                assert_eq!(held, all);
            });
        }
    }
    assert!(voids > 1000, "{voids}");
}

/// Every way to deal the unseen cards, counted one by one. All are sampled with the same frequency.
#[test]
fn worlds_are_sampled_alike() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (mut compared, mut with_voids) = (0, 0);
    while compared < 12 {
        let mut round = shuffled(Params::CONTEST, &mut rng);
        while round.board().hand_size(round.to_act().unwrap()) != 3
            || round.board().gone().is_empty()
            || !round.board().row().cards().is_empty()
        {
            let card = round.legal().iter().choose(&mut rng).unwrap();
            round.apply(card).unwrap();
        }
        let observation = observation(&round, &[0; 4]);
        let unseen: Vec<Card> = observation.unseen().iter().collect();
        let others: Vec<Player> = observation.others().collect();
        let free = |player: &Player| round.board().hand_size(*player) - round.board().known(*player).len();
        let slots: Vec<usize> = others.iter().map(free).collect();
        let mut ways = 0;
        for number in 0..3_usize.pow(unseen.len() as u32) {
            let owner = |index: usize| number / 3_usize.pow(index as u32) % 3;
            let fits =
                (0..3).all(|other| (0..unseen.len()).filter(|&index| owner(index) == other).count() == slots[other]);
            let may = unseen
                .iter()
                .enumerate()
                .all(|(index, card)| !round.board().is_void(others[owner(index)], card.suit()));
            ways += usize::from(fits && may);
        }
        let worlds = Worlds::of(&observation);
        assert_eq!(worlds.len().round() as usize, ways);
        if !(2..=60).contains(&ways) {
            continue;
        }
        let draws = 400 * ways;
        let mut seen: HashMap<Vec<CardSet>, usize> = HashMap::new();
        for _ in 0..draws {
            *seen.entry(worlds.sample(&mut rng).to_vec()).or_default() += 1;
        }
        assert_eq!(seen.len(), ways);
        // Six standard deviations of a count.
        assert!(seen.values().all(|&count| count.abs_diff(400) < 120), "{seen:?}");
        with_voids += usize::from(ways < 20);
        compared += 1;
    }
    assert!(with_voids > 0);
}

#[test]
fn open_rounds_play_by_the_rules() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for name in [
        "tricky-eights",
        "tricky-eights(players=3,suits=3,ranks=7,pool=6)",
        "tricky-eights(players=4,suits=3,ranks=12,pool=0)",
        "tricky-eights(players=2,suits=1,ranks=2,pool=0)",
    ] {
        let game: Params = name.parse().unwrap();
        for _ in 0..30 {
            let mut round = shuffled(game, &mut rng);
            let mut open = OpenRound::new(&observation(&round, &[0; 4]), hands(&round));
            while let Some(player) = round.to_act() {
                // A round that is set up anew from the middle is the same round.
                let anew = OpenRound::new(&observation(&round, &[0; 4]), hands(&round));
                assert_eq!(format!("{open:?}"), format!("{anew:?}"));
                assert_eq!((open.to_act(), open.legal()), (player.index(), round.legal()));
                assert!(!open.is_over());
                let total: u16 = playout(open.clone(), 1).into_iter().map(u16::from).sum();
                assert_eq!(total, game.round_points());
                let card = round.legal().iter().choose(&mut rng).unwrap();
                round.apply(card).unwrap();
                open.apply(card);
            }
            assert!(open.is_over());
            assert_eq!(open.points()[..round.board().points().len()], *round.board().points());
        }
    }
}

/// With two players, one player's gain is the other's loss. The points of best play are therefore
/// one number, for any method of finding them.
#[test]
fn the_last_tricks_are_solved() {
    fn best(round: &Round, player: Player) -> u8 {
        let Some(to_act) = round.to_act() else {
            return round.board().points()[player.index()];
        };
        let values = round.legal().into_iter().map(|card| {
            let mut next = round.clone();
            next.apply(card).unwrap();
            best(&next, player)
        });
        let value = if to_act == player { values.max() } else { values.min() };
        value.unwrap()
    }
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let game: Params = "tricky-eights(players=2,suits=3,ranks=4,pool=2)".parse().unwrap();
    for _ in 0..60 {
        let mut round = shuffled(game, &mut rng);
        for _ in 0..2 + rng.random_range(4..8) {
            let card = round.legal().iter().choose(&mut rng).unwrap();
            round.apply(card).unwrap();
        }
        let open = OpenRound::new(&observation(&round, &[0; 4]), hands(&round));
        let points = solve(&open);
        assert_eq!(points[0], best(&round, Player::ZERO));
        assert_eq!(points[1], best(&round, Player::ONE));
    }
}

#[test]
fn points_are_worth_what_they_do_for_the_game() {
    let at = |scores: [u32; 4], points: [u8; 4]| {
        let model = WinModel::new(&scores);
        [0, 1, 2, 3].map(|player| model.probability(points, player))
    };
    assert_eq!(at([0; 4], [0; 4]), [0.25; 4]);
    for (scores, points) in [([0, 10, 20, 30], [5, 5, 5, 10]), ([280, 299, 150, 299], [0, 1, 20, 1])] {
        let sum: f64 = at(scores, points).iter().sum();
        assert!((sum - 1.0).abs() < 1e-12);
    }
    // A player who leads alone has won. Two players with equal points have not.
    assert_eq!(at([290, 290, 0, 0], [13, 12, 0, 0]), [1.0, 0.0, 0.0, 0.0]);
    let level = at([290, 290, 0, 0], [12, 12, 1, 0]);
    assert!(level[0] == level[1] && level[0] > 0.49);
    // Near the end a point for the leader costs the second more than one for the last.
    let second = |points| at([288, 280, 100, 0], points)[1];
    assert!(second([5, 5, 0, 15]) > second([11, 5, 0, 9]));
}

/// A second player who will win anyway is not helped. Near the end, the agent takes points from the
/// leader that it would otherwise leave. Its choices depend on the score of the game.
#[test]
fn choices_depend_on_the_score() {
    let factory = Factory::load(&"search:worlds=30".parse().unwrap()).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let (mut differ, mut requests) = (0, 0);
    for _ in 0..10 {
        let mut round = shuffled(Params::CONTEST, &mut rng);
        play_at_random(&mut round, &mut rng, |round| {
            let choose = |scores: &[u32]| factory.agent(1).choose(&observation(round, scores));
            differ += u32::from(choose(&[0; 4]) != choose(&[285, 290, 297, 270]));
            requests += 1;
        });
    }
    assert!(differ * 50 > requests, "{differ} of {requests}");
}

#[test]
fn time_limits_are_kept() {
    let spec = "search:worlds=1000000,time=20".parse().unwrap();
    let mut agent = Factory::load(&spec).unwrap().agent(1);
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let round = shuffled(Params::CONTEST, &mut rng);
    let start = std::time::Instant::now();
    agent.choose(&observation(&round, &[0; 4]));
    assert!(start.elapsed().as_secs() < 60);
    let refused = |agent: &str| Factory::load(&agent.parse().unwrap()).unwrap_err().to_string();
    assert!(refused("search:worlds=0").contains("`worlds` is a whole number from 1 to 1000000, not `0`"));
    assert!(refused("search:depth=3").contains("choose worlds, time, exact"));
}

/// Slow: a match tells strengths apart only after many searched moves.
#[test]
fn search_beats_those_who_remember_nothing() {
    assert!(share("search:worlds=8", "memoryless", 24) > 0.45);
}
