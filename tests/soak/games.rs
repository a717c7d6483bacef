//! Many games between honest processes.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use cardsharp::contests::challenge::rules::{Event, MoveRecord};
use cardsharp::contests::challenge::server::{GameEnd, GameRecord, JournalContents, TeamId};

use crate::processes::{Client, Report, Server};
use crate::{games_wanted, player, setting};

/// Number of clients on the practice port of one server in a long run.
const PRACTISING: usize = 2;
/// The slowest answer that is allowed over a whole run, in milliseconds, on a machine with a free
/// core. The time slices of other processes show here.
const SLOWEST_MS: f64 = 20.0;
/// The same limit if other tests run on the same cores.
const SLOWEST_IN_COMPANY_MS: f64 = 500.0;
/// The mean time of a game, cuts included, above which it counts as stuck.
const TIME_FOR_GAME: Duration = Duration::from_millis(30);
/// The time limit of a run, beyond that of its games.
const TIME_FOR_RUN: Duration = Duration::from_secs(30);
/// The time that the second opponent may stay after the first has left. The game of the first waits as long
/// as any client may take to come back.
const TIME_ALONE: Duration = Duration::from_secs(25);

#[test]
fn few() {
    play(12, 1, SLOWEST_IN_COMPANY_MS);
}

#[test]
#[ignore = "takes as long as SOAK_GAMES says"]
fn many() {
    let slowest = setting("SOAK_SLOWEST_MS");
    let slowest_ms = slowest.map_or(SLOWEST_MS, |text| text.parse().expect("SOAK_SLOWEST_MS is a number"));
    play(games_wanted(), PRACTISING, slowest_ms);
}

#[test]
fn few_with_cuts() {
    play_with_cuts(12);
}

#[test]
#[ignore = "takes as long as SOAK_GAMES says"]
fn many_with_cuts() {
    play_with_cuts(games_wanted());
}

/// Plays half of the games at the practice port, by several clients at a time, and half at the contest port,
/// by two clients.
fn play(games: usize, practising: usize, slowest_ms: f64) {
    let mut server = Server::start("--open --port 0 --test-port 0");
    let mut shares = vec![(server.practice_port, games / 2 / practising); practising];
    shares.extend([(server.contest_port, games - games / 2); 2]);
    let mut clients: Vec<_> =
        shares.iter().map(|(port, share)| Client::start(*port, &format!("{} --games {share}", player()))).collect();
    let deadline = deadline(games);
    let mut reports = Vec::new();
    for client in &mut clients {
        let report = client.report_within(deadline);
        let tail = server.process.log().tail();
        reports.push(report.unwrap_or_else(|| panic!("it is stuck:\n{tail}")));
    }
    let journal = server.stop();
    assert_sane(&journal, practising + 1);
    let mut slowest: f64 = 0.0;
    for ((client, report), (_, share)) in clients.iter().zip(&reports).zip(&shares) {
        let [team] = client.teams()[..] else {
            panic!("one connection each");
        };
        assert_agreement(&journal, TeamId(team), report);
        assert_eq!(report.number("games"), *share as u64);
        slowest = slowest.max(report.slowest_ms());
    }
    let moves: u64 = reports.iter().map(|report| report.number("moves")).sum();
    println!("{games} games, {moves} answers, the slowest after {slowest:.2} ms");
    assert!(slowest < slowest_ms, "{slowest} ms");
}

/// The time after which a run of so many games is stuck.
fn deadline(games: usize) -> Duration {
    let game = setting("SOAK_GAME_MS")
        .map_or(TIME_FOR_GAME, |text| Duration::from_millis(text.parse().expect("SOAK_GAME_MS is a number")));
    TIME_FOR_RUN + game * u32::try_from(games).unwrap()
}

/// A client's report and the journal's games of its team must agree. The journal may have one game
/// more: the one that had begun when the client stopped.
fn assert_agreement(journal: &JournalContents, team: TeamId, report: &Report) {
    let games = usize::try_from(report.number("games")).unwrap();
    let played: Vec<_> = games_of(journal, team).collect();
    let counts = (games, played.len());
    assert!(counts.1 == games || counts.1 == games + 1, "{counts:?} {report:?}");
    let played = &played[..games];
    let own = |game: &GameRecord| usize::from(game.teams[1] == team);
    for game in played {
        assert_eq!(game.penalties, [0, 0], "{game:?}");
    }
    let won = played.iter().filter(|game| game.winner == team).count();
    let moves: u64 = played.iter().map(|game| u64::from(game.moves[own(game)])).sum();
    assert_eq!(report.number("won"), won as u64);
    // The client's last answer may have ended the last game, or begun the next one.
    let sent = report.number("moves");
    assert!((moves..=moves + 1).contains(&sent), "{moves} {report:?}");
    for key in ["illegal_moves", "fallbacks", "unseen", "odd_messages"] {
        assert_eq!(report.number(key), 0, "{key}: {report:?}");
    }
    assert_eq!(report.number("connections"), 1);
}

/// Plays over connections that are cut after every fifty messages. Each client has an address of its own, so
/// that it gets its seat back.
fn play_with_cuts(games: usize) {
    let share = games / 3;
    let options = "--reconnect-interval 0 --port 0 --test-port 0 --cut-every 50";
    let start = || Server::start(options);
    let mut servers = [(); 3].map(|()| start());
    let options = format!("{} --games {share} --reconnect-wait 0.01", player());
    let alone = [0, 1].map(|index| Client::start(servers[index].practice_port, &options));
    let pair = [2, 3].map(|host| {
        let options = format!("{options} --from 127.0.0.{host}");
        Client::start(servers[2].contest_port, &options)
    });
    let deadline = deadline(games);
    let mut totals = [0; 3];
    for (mut client, server) in alone.into_iter().zip(&mut servers) {
        let report = client.report_within(deadline);
        let tails = [client.process.log().tail(), server.process.log().tail()];
        let report = report.unwrap_or_else(|| panic!("it is stuck:\n{}", tails.join("\n---\n")));
        add(&mut totals, assert_cut_run(&report, share));
        assert_cut_games(&server.stop(), share);
    }
    for report in pair_reports(pair, deadline) {
        add(&mut totals, assert_cut_run(&report, share));
    }
    assert_cut_games(&servers[2].stop(), share);
    let [counted, connections, unseen] = totals;
    println!("{counted} games seen in {connections} connections, {unseen} with an unseen end");
}

fn add(totals: &mut [u64; 3], more: [u64; 3]) {
    for (total, more) in totals.iter_mut().zip(more) {
        *total += more;
    }
}

/// The reports of two opponents. The client that ends first leaves the other without an opponent, perhaps a game short.
fn pair_reports(mut pair: [Client; 2], deadline: Duration) -> [Report; 2] {
    let began = Instant::now();
    while !pair.iter_mut().any(|client| client.process.has_ended()) {
        let tails = [0, 1].map(|index| pair[index].process.log().tail());
        assert!(began.elapsed() < deadline, "stuck:\n{}", tails.join("\n"));
        std::thread::sleep(Duration::from_millis(100));
    }
    pair.each_mut().map(|client| {
        let report = client.report_within(TIME_ALONE);
        report.unwrap_or_else(|| client.interrupt())
    })
}

/// Checks the report of a client whose connections were cut. Returns its games, connections and unseen games.
fn assert_cut_run(report: &Report, games: usize) -> [u64; 3] {
    let [counted, connections, unseen] = ["games", "connections", "unseen"].map(|key| report.number(key));
    let games = games as u64;
    assert!((games.saturating_sub(1)..=games).contains(&counted));
    // A game has dozens of messages, so at least every second game has a cut. Only a cut at the end of a game
    // hides its result.
    assert!(connections > counted / 4, "{report:?}");
    assert!(unseen < connections, "{report:?}");
    for key in ["illegal_moves", "fallbacks", "odd_messages"] {
        assert_eq!(report.number(key), 0, "{key}: {report:?}");
    }
    [counted, connections, unseen]
}

/// Checks that every game was finished, and that penalties were for lost connections only.
fn assert_cut_games(journal: &JournalContents, games: usize) {
    assert_sane(journal, 2);
    let played = journal.games.len();
    assert!(played >= games, "{played} of {games}");
    // A game whose messages all fell between two connections is in no client's report.
    assert!(played <= games + games / 20 + 2, "{played} of {games}");
    let reasons: BTreeSet<_> = journal.games.iter().flat_map(reasons).collect();
    for reason in reasons {
        let absence = ["the connection was lost", "client not currently connected"];
        assert!(absence.iter().any(|a| reason.contains(a)), "{reason}");
    }
}

fn reasons(game: &GameRecord) -> impl Iterator<Item = &str> {
    game.events.iter().filter_map(|event| match event {
        Event::PlayerMove { r#move: MoveRecord::IllegalMove { reason }, .. } => Some(reason.as_str()),
        _ => None,
    })
}

pub fn games_of(journal: &JournalContents, team: TeamId) -> impl Iterator<Item = &GameRecord> {
    let games = journal.games.iter();
    games.filter(move |game| game.teams.contains(&team))
}

/// Checks that every game that began has ended, by points or by a challenge. Games in progress when the
/// server stopped have no line; there is at most one for each of the `tables`.
pub fn assert_sane(journal: &JournalContents, tables: usize) {
    let ids: BTreeSet<_> = journal.games.iter().map(|game| game.game_id).collect();
    assert_eq!(ids.len(), journal.games.len(), "a number was given twice");
    let last = ids.last().copied().unwrap_or(0);
    let missing = usize::try_from(last).unwrap() - ids.len();
    assert!(missing <= tables, "{missing} games were lost");
    for game in &journal.games {
        let winner = usize::from(game.teams[1] == game.winner);
        let [won, lost] = [game.points[winner], game.points[1 - winner]];
        match game.ended {
            GameEnd::Points => assert!(won == 10 && lost < 10, "{game:?}"),
            GameEnd::Challenge => assert!(won <= 10 && lost < 10, "{game:?}"),
        }
        assert!(game.teams[0] != game.teams[1], "{game:?}");
    }
}
