//! The contestant's bookkeeping against the rules.

use cardsharp::contest::AgentSpec;
use cardsharp::contests::tricky_eights::agents::Factory;
use cardsharp::contests::tricky_eights::client::Session;
use cardsharp::contests::tricky_eights::deal_of;
use cardsharp::contests::tricky_eights::rules::{Game, Params, Phase, Round, Step};
use cardsharp::contests::tricky_eights::wire::{Command, Request};
use cardsharp_solvers::game::Player;

fn notify(sessions: &mut [Session], command: &Command) {
    for session in sessions {
        assert_eq!(session.handle(command), None);
    }
}

/// Plays games with four sessions. Every answer is the agent's own and legal, and all sessions keep
/// the score. If `end` is false, the end of rounds is not sent.
fn play(games: u64, end: bool) {
    let agents = ["random", "card-counter", "memoryless", "poor-memory"];
    let agent = |name: &str| Factory::load(&AgentSpec::named(name)).unwrap().agent(3);
    let mut sessions = agents.map(|name| Session::new(agent(name)));
    for seed in 0..games {
        let mut game = Game::new(Params::CONTEST);
        while game.winner().is_none() {
            let deal = deal_of(seed, game.rounds());
            let mut round = Round::new(&deal, game.dealer());
            for (seat, session) in sessions.iter_mut().enumerate() {
                let seat = Player::new(seat as u8);
                let (hand, pool) = (round.hand(seat), deal.pool());
                assert_eq!(session.handle(&Command::StartHand { seat, hand, pool }), None);
                assert_eq!(session.scores(), game.scores());
            }
            while let Some(player) = round.to_act() {
                let row = round.board().row().clone();
                let answer = None;
                let request = Request { row, player, answer };
                let command = match round.board().phase() {
                    Phase::Takes(_) => Command::Take(request),
                    _ => Command::Play(request),
                };
                let answer = sessions[player.index()].handle(&command).unwrap();
                assert!(answer.by_agent);
                match round.apply(answer.card).unwrap() {
                    Step::Follows => {}
                    Step::Taken(row) => notify(&mut sessions, &Command::AfterTake(row)),
                    Step::Won(trick) => notify(&mut sessions, &Command::Result(trick.row)),
                }
            }
            if end {
                notify(&mut sessions, &Command::EndRound { points: None });
            }
            game.record(round.board().points());
        }
        if end {
            let winner = game.winner().unwrap().index();
            assert!(sessions[winner].report().won > 0);
            for session in &sessions {
                assert_eq!(session.report().games, seed + 1);
                assert_eq!(session.scores(), [0; 4]);
            }
        }
    }
    let won: u64 = sessions.iter().map(|session| session.report().won).sum();
    assert_eq!(won, if end { games } else { games - 1 });
    for session in &sessions {
        assert_eq!((session.report().fallbacks, session.report().odd_messages), (0, 0));
    }
}

#[test]
fn sessions_follow_rounds_and_games() {
    play(3, true);
}

#[test]
fn the_end_of_a_round_may_be_left_out() {
    play(2, false);
}
