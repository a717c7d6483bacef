use std::time::Instant;

use super::super::pairing::{PairChoice, PresentTeam};
use super::super::record::{GameEnd, Port, RoundPlace};
use super::super::teams::Teams;
use super::*;

const TEAMS: [TeamId; 2] = [TeamId(4), TeamId(9)];

/// Game `number` of round `round`, after which the sides have `wins` games.
fn game(round: u32, number: u32, wins: [u8; 2], winner: TeamId) -> Line {
    let is_turned = number.is_multiple_of(2);
    let [player0_score, player1_score] = turned(wins, is_turned);
    Line::Game(Box::new(GameRecord {
        game_id: (10 * round + number).cast_signed(),
        port: Port::Contest,
        round: Some(RoundPlace { round, game: number, stage: None }),
        teams: turned(TEAMS, is_turned),
        names: [None, None],
        winner,
        ended: GameEnd::Points,
        points: [10, 0],
        moves: [0; 2],
        penalties: [0; 2],
        slowest_ms: [0.0; 2],
        finished_at: 0,
        events: vec![Event::NewRoundScore { player0_score, player1_score }],
    }))
}

fn next_round(earlier: EarlierRuns) -> Option<OpenRound> {
    let (mut pairing, ..) = earlier.resume();
    let now = Instant::now();
    let present = TEAMS.map(|team| PresentTeam::free(team, now));
    match pairing.choose(&present, now) {
        PairChoice::Pair(_, round) => round,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_interrupted_round_is_found_at_its_score() {
    let mut earlier = EarlierRuns::default();
    earlier.read_line(&game(6, 1, [1, 0], TEAMS[0]));
    // The line of the second game is lost.
    earlier.read_line(&game(6, 3, [2, 1], TEAMS[0]));
    earlier.read_line(&game(6, 4, [2, 2], TEAMS[1]));
    assert_eq!((earlier.last_game, earlier.last_round), (64, 6));
    assert_eq!(earlier.last_team, 9);
    let expected = OpenRound { number: 6, teams: TEAMS, wins: [2, 2], stage: None };
    assert_eq!(next_round(earlier), Some(expected));
}

#[test]
fn a_round_that_has_ended_does_not_go_on() {
    let mut earlier = EarlierRuns::default();
    earlier.read_line(&game(1, 1, [1, 0], TEAMS[0]));
    let forfeited = RoundRecord {
        round: 1,
        teams: TEAMS,
        names: [None, None],
        wins: [1, 0],
        winner: TEAMS[1],
        stage: None,
        finished_at: 0,
    };
    earlier.read_line(&Line::Round(forfeited));
    // An old journal: without lines for ends, and with rounds numbered anew from every start.
    for number in 1..=5 {
        let wins = [u8::try_from(number).unwrap(), 0];
        earlier.read_line(&game(2, number, wins, TEAMS[0]));
    }
    earlier.read_line(&game(2, 1, [0, 1], TEAMS[1]));
    for number in 1..=5 {
        let wins = [u8::try_from(number).unwrap(), 0];
        earlier.read_line(&game(2, number, wins, TEAMS[0]));
    }
    let (_, score, _) = earlier.resume();
    let standings = score.standings(&Teams::Open);
    let rounds = standings.teams.iter().map(|team| team.rounds.won);
    assert_eq!(rounds.collect::<Vec<_>>(), [2, 1], "{standings}");
}
