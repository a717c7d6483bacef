//! What the deal leaves to win: a player who sees both hands, against each agent. Nobody who does not
//! see them can be expected to do better against that agent.

use cardsharp::contests::skullwhist::agents::{Agent, Factory, Sight};
use cardsharp::contests::skullwhist::rules::{Card, Deal, SkullWhist, State, Trick, Turn};
use cardsharp::contests::skullwhist::search::OpenHands;
use cardsharp::contests::{AgentSpec, derive_seed};
use cardsharp_solvers::game::Player;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Half the tricks: with most of them taken it beats every other bid.
const BID: u8 = 6;
/// More than the tricks of a deal.
const A_WIN: i32 = 100;

/// A card that wins most surely if the other plays perfectly too, and of those the one that takes most
/// tricks, in the hope that he does not.
fn best_card(solver: &mut OpenHands, state: &State) -> Card {
    let solved = solver.solve_for(state, |[own, other]| {
        A_WIN * i32::from(own > other) + i32::from(own)
    });
    let best = solved
        .cards
        .iter()
        .find(|(_, value)| *value == solved.value);
    best.unwrap().0
}

/// One deal; what the clairvoyant gets, 1 for a win.
fn play(deal: &Deal, seat: Player, agent: &mut dyn Agent, solver: &mut OpenHands) -> f64 {
    let mut state = State::new(deal);
    let mut rounds: Vec<Trick> = Vec::new();
    agent.start_game();
    loop {
        match state.turn() {
            Turn::Over => break,
            Turn::Bid(player) => {
                let bid = match player == seat {
                    true => BID,
                    false => agent.bid(&Sight::of(&state, player, &rounds)),
                };
                state.bid(player, bid).unwrap();
            }
            Turn::Play(player) => {
                let card = match player == seat {
                    true => best_card(solver, &state),
                    false => agent.play(&Sight::of(&state, player, &rounds)).unwrap(),
                };
                rounds.extend(state.play(player, card).unwrap().trick);
            }
        }
    }
    match state.winner() {
        Some(winner) => f64::from(u8::from(winner == seat)),
        None => 0.5,
    }
}

/// The share of `games`, every deal played in both seats.
fn share(name: &str, games: u64) -> f64 {
    let factory = Factory::load(&AgentSpec::named(name)).unwrap();
    let mut agent = factory.agent(1);
    let mut solver = OpenHands::default();
    let won = (0..games).map(|number| {
        let mut rng = ChaCha8Rng::seed_from_u64(derive_seed(3, number / 2));
        let deal = Deal::random(SkullWhist::CONTEST, &mut rng);
        let seat = Player::new((number % 2) as u8);
        play(&deal, seat, &mut *agent, &mut solver)
    });
    won.sum::<f64>() / games as f64
}

#[test]
fn who_sees_both_hands_beats_the_best_that_do_not() {
    let share = share("expert", 60);
    assert!((0.5..0.85).contains(&share), "{share}");
}

/// Prints what it wins.
#[test]
#[ignore = "a measurement: cargo test --release --test skullwhist sees_both -- --ignored --nocapture"]
fn what_a_player_wins_who_sees_both_hands() {
    for name in ["random", "high-cards", "expert"] {
        let games = 2000;
        let share = share(name, games);
        let half_width = 1.96 * (share * (1.0 - share) / games as f64).sqrt();
        println!(
            "against {name}: {:.1} ± {:.1} % of {games} games",
            100.0 * share,
            100.0 * half_width
        );
    }
}
