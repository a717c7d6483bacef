//! The information sets of a player.

use std::collections::BTreeSet;

use cardsharp_solvers::game::{Game, Player, Turn};
use cardsharp_tricky_eights_bots::agents::{Agent, Heuristic, Weights};
use cardsharp_tricky_eights_bots::infosets::{
    Appraisal, CELLS, MAX_CANDIDATES, ONE, RoundGame, RoundState, infoset_of,
};
use cardsharp_tricky_eights_game::deals::deal_of;
use cardsharp_tricky_eights_game::observation::{Memory, Observation};
use cardsharp_tricky_eights_game::rules::{Params, Phase, Round};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Random rounds of a few members, by the game's own states.
#[test]
fn what_is_remembered_fits_the_table_and_the_position() {
    let members = [
        "tricky-eights",
        "tricky-eights(players=2,suits=2,ranks=3,pool=2)",
        "tricky-eights(players=3,suits=3,ranks=6,pool=6)",
        "tricky-eights(players=2,suits=4,ranks=13,pool=50)",
        "tricky-eights(players=4,suits=1,ranks=4,pool=0)",
    ];
    for name in members {
        let member: Params = name.parse().unwrap();
        let game = RoundGame::new(member);
        assert!(game.players() <= 64);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..200 {
            let mut state = game.root();
            loop {
                state = match game.turn(&state) {
                    Turn::Terminal => break,
                    Turn::Chance { .. } => game.sample_chance(&state, &mut rng),
                    Turn::Decision { player, actions } => {
                        let RoundState::Choice(round, infoset) = &state else {
                            panic!("somebody chooses");
                        };
                        let seat = player.index() % usize::from(member.players());
                        assert_eq!(Some(seat), round.to_act().map(Player::index));
                        assert!(player.index() < game.players());
                        let cards: BTreeSet<_> = infoset.candidates.iter().collect();
                        assert_eq!(cards.len(), actions);
                        assert!((2..=MAX_CANDIDATES).contains(&actions));
                        assert!(cards.iter().all(|&&card| round.check(card).is_ok()));
                        assert!(infoset.row.0 + actions as u64 <= CELLS);
                        assert_eq!(infoset.row.0 as usize % MAX_CANDIDATES, 0);
                        game.child(&state, rng.random_range(0..actions))
                    }
                };
            }
            let players = (0..member.players()).map(Player::new);
            let points: f64 = players.map(|player| game.utility(&state, player)).sum();
            assert_eq!(points, f64::from(member.round_points()));
        }
    }
}

/// The appraisal is the judgement of the card-counter in whole numbers. They agree on nearly every
/// card. For the last player of a trick, the probability to win it is 0 or 1.
#[test]
fn the_appraisal_is_that_of_the_card_counter() {
    let (mut requests, mut alike) = (0, 0);
    for number in 0..100 {
        let mut round = Round::new(&deal_of(3, number), Player::ZERO);
        let mut counter = Heuristic::new(Memory::Exact, Weights::BEST, u64::from(number));
        while let Some(seat) = round.to_act() {
            let observation = Observation::of(&round, seat, &[0; 4]);
            let card = counter.choose(&observation);
            if observation.legal().len() > 1 {
                let appraisal = Appraisal::new(&observation);
                let best = appraisal.all().max_by_key(|appraised| appraised.value);
                let last = round.board().row().still_to_come().count() == 1;
                for appraised in appraisal.all() {
                    let plays = matches!(round.board().phase(), Phase::Tricks(_));
                    assert!((0..=ONE).contains(&appraised.wins));
                    assert!(!(plays && last) || [0, ONE].contains(&appraised.wins));
                }
                // The first candidate is the card that is appraised highest.
                let first = infoset_of(&observation).candidates[0];
                let of = |wanted| appraisal.all().find(|one| one.card == wanted).unwrap();
                assert_eq!(of(first).value, best.unwrap().value);
                requests += 1;
                alike += u32::from(of(card).value + ONE / 50 >= best.unwrap().value);
            }
            round.apply(card).unwrap();
        }
    }
    assert!(f64::from(alike) > 0.95 * f64::from(requests), "{alike} of {requests}");
}
