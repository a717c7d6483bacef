//! Tournaments that the server runs, played by clients over sockets.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use cardsharp::arena::tournament::Format;
use cardsharp::contests::dead_mans_draw::server::{
    AccountEntry, Accounts, RunningServer, ServeError, TournamentConfig,
};
use cardsharp::contests::dead_mans_draw::wire::Role;
use serde_json::Value;

use crate::clients::{Client, entry};
use crate::peers::{ADMIN, Login, Peer, serve};

/// The players of a table, by seed.
pub const ENTRANTS: [Login; 5] =
    [("p0", "secret0"), ("p1", "secret1"), ("p2", "secret2"), ("p3", "secret3"), ("p4", "secret4")];

/// A table with this number of players, and with an admin.
pub fn table(entrants: usize) -> Vec<AccountEntry> {
    let players = ENTRANTS[..entrants].iter();
    let mut entries = vec![entry(ADMIN, Role::Admin, true)];
    entries.extend(players.map(|&login| entry(login, Role::Player, true)));
    entries
}

fn tournament(folder: &Path, entrants: usize, format: Format, move_time: Duration) -> RunningServer {
    serve(|config| {
        config.data = Some(folder.to_owned());
        config.accounts = Accounts::new(table(entrants)).unwrap();
        config.long_poll = Duration::from_secs(10);
        config.farewell = Duration::from_secs(10);
        config.tournament = Some(TournamentConfig { format, open_play: Duration::ZERO, move_time });
    })
}

/// Runs `until` while these players play matches of tournaments.
pub fn while_playing<T>(base: &str, players: &[(Login, &str)], until: impl FnOnce() -> T) -> T {
    let clients: Vec<Client> = players
        .iter()
        .map(|&(login, agent)| {
            let mut client = Client::new(base, login).tagged("tournament", 1);
            client.options.games = None;
            client.own.repeat = true;
            client.playing(agent)
        })
        .collect();
    thread::scope(|scope| {
        let playing: Vec<_> = clients.iter().map(|client| scope.spawn(|| client.play())).collect();
        let result = until();
        for client in &clients {
            client.options.stop.store(true, Ordering::Relaxed);
        }
        for one in playing {
            // A client on a busy machine may be late, and then its move is refused.
            one.join().unwrap().unwrap();
        }
        result
    })
}

pub fn wait_until(limit: Duration, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < limit, "it takes too long");
        thread::sleep(Duration::from_millis(50));
    }
}

/// The matches of a tournament that is over, from its journal, by a server without a tournament.
pub fn matches_in(folder: &Path, entrants: usize) -> Vec<Value> {
    let later = serve(|config| {
        config.accounts = Accounts::new(table(entrants)).unwrap();
        config.data = Some(folder.to_owned());
    });
    assert_eq!(later.damage(), []);
    let matches = matches_of(&Peer::new(&later, ADMIN));
    later.shutdown().unwrap();
    matches
}

/// The matches of a tournament, oldest first.
pub fn matches_of(admin: &Peer) -> Vec<Value> {
    let list = admin.get("/api/matches?tags=tournament&sortasc=1").body;
    list.as_array().unwrap().clone()
}

fn tag<'a>(one: &'a Value, start: &str) -> &'a str {
    let tags = one["creationParams"]["tags"].as_array().unwrap();
    let mut tags = tags.iter().map(|tag| tag.as_str().unwrap());
    tags.find_map(|tag| tag.strip_prefix(start)).unwrap()
}

/// The meetings of a tournament from its matches: stage and winner, then loser.
pub fn meetings_of(matches: &[Value]) -> Vec<(usize, [String; 2])> {
    let mut meetings: BTreeMap<usize, Vec<&Value>> = BTreeMap::new();
    for one in matches {
        let number = tag(one, "meeting-").parse().unwrap();
        meetings.entry(number).or_default().push(one);
    }
    let meeting = |of: &Vec<&Value>| {
        let first = of[0]["playerids"].as_array().unwrap();
        let names = [0, 1].map(|seat: usize| first[seat].as_str().unwrap().to_owned());
        let won = names.clone().map(|name| {
            let own = of.iter().filter(|one| {
                let winner = one["state"]["winnerIdx"].as_u64();
                winner.is_some_and(|winner| one["playerids"][winner as usize] == name.as_str())
            });
            own.count()
        });
        assert!(of.len() >= 5 && won[0] != won[1], "{won:?} of {}", of.len());
        for (one, next) in of.iter().zip(&of[1..]) {
            let seats = next["playerids"].as_array().unwrap();
            let exchanged = seats.iter().rev().eq(one["playerids"].as_array().unwrap());
            assert!(exchanged, "the first seat does not alternate");
            let (ended, began) = (one["lastMoveAt"].as_str(), next["startedAt"].as_str());
            assert!(ended <= began, "two matches at a time");
        }
        let [one, other] = names;
        let order = if won[0] > won[1] { [one, other] } else { [other, one] };
        (tag(of[0], "stage-").parse().unwrap(), order)
    };
    meetings.values().map(meeting).collect()
}

/// The players of a ranking, the first one first.
pub fn ranked(ranking: &str) -> Vec<String> {
    let rows = ranking.lines().skip(2);
    let names = rows.filter_map(|row| row.split_whitespace().nth(1));
    names.map(str::to_owned).collect()
}

/// Asserts that an elimination with two lives went by its rules, and that the ranking is right.
pub fn assert_double_elimination(matches: &[Value], ranking: &str, entrants: usize) {
    let meetings = meetings_of(matches);
    let mut lost: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (stage, [_, loser]) in &meetings {
        lost.entry(loser).or_default().push(*stage);
    }
    let names = ranked(ranking);
    assert_eq!(names.len(), entrants, "{ranking}");
    let left: Vec<usize> = names
        .iter()
        .map(|name| match lost.get(name.as_str()).map(Vec::as_slice) {
            Some([_, second]) => *second,
            Some([_]) | None => usize::MAX,
            Some(more) => panic!("{name} has lost {more:?}"),
        })
        .collect();
    assert_eq!(left.iter().filter(|&&stage| stage == usize::MAX).count(), 1);
    assert!(left.windows(2).all(|pair| pair[0] >= pair[1]), "{ranking} {left:?}");
}

/// Slow: whole meetings are played over the wire, and those of the absent one end at their limit of time.
#[test]
fn a_double_elimination_is_played_to_its_end_though_one_is_absent() {
    let folder = tempfile::tempdir().unwrap();
    let time = Duration::from_millis(150);
    let server = tournament(folder.path(), 5, Format::DoubleElimination, time);
    let base = format!("http://{}", server.address());
    let agents = ["expert", "threshold", "stop-at-random", "one-card"];
    // The third one is absent.
    let present = [0, 1, 3, 4].map(|seed: usize| ENTRANTS[seed]);
    let players: Vec<_> = present.into_iter().zip(agents).collect();
    while_playing(&base, &players, || {
        let over = || server.ranking().unwrap().contains(", over\n");
        wait_until(Duration::from_secs(120), over);
    });
    let ranking = server.ranking().unwrap();
    println!("{ranking}");
    server.shutdown().unwrap();
    let matches = matches_in(folder.path(), 5);
    assert_double_elimination(&matches, &ranking, 5);
    for one in &matches {
        assert_eq!(one["createdByPlayerId"], Value::Null);
        assert_eq!(one["creationParams"]["timeout"], 0.15);
        let absent = one["playerids"].as_array().unwrap().iter().position(|id| id == "p2");
        if let Some(seat) = absent {
            assert_ne!(one["state"]["winnerIdx"], seat);
            assert_eq!(one["state"]["timeoutCount"], 5);
        }
    }
    let row = ranking.lines().find(|row| row.contains(" p2 ")).unwrap();
    let figures: Vec<&str> = row.split_whitespace().skip(2).collect();
    assert_eq!(figures[..3], ["0", "2", "0"], "{ranking}");
}

/// Slow: nobody plays, and five matches end by the clock.
#[test]
fn a_tournament_begins_after_open_play() {
    let server = serve(|config| {
        config.accounts = Accounts::new(table(2)).unwrap();
        config.tournament = Some(TournamentConfig {
            format: Format::SingleElimination,
            open_play: Duration::from_millis(1500),
            move_time: Duration::from_millis(50),
        });
    });
    let admin = Peer::new(&server, ADMIN);
    assert!(matches_of(&admin).is_empty());
    let player = Peer::at(&admin.base, Some(crate::peers::basic(ENTRANTS[0])));
    player.create(serde_json::json!({})).draw();
    // Nobody plays: the better seed wins after five matches.
    wait_until(Duration::from_secs(20), || !matches_of(&admin).is_empty());
    let mut server = server;
    server.wait().unwrap();
    let ranking = server.ranking().unwrap();
    assert_eq!(ranked(&ranking), ["p0", "p1"], "{ranking}");
    assert!(ranking.starts_with("single-elimination, 2 players, over"));
}

#[test]
fn a_tournament_needs_two_entrants() {
    let mut config = cardsharp::contests::dead_mans_draw::server::ServerConfig::on_free_port();
    config.accounts = Accounts::new(table(1)).unwrap();
    config.tournament = Some(TournamentConfig {
        format: Format::RoundRobin,
        open_play: Duration::ZERO,
        move_time: Duration::from_secs(1),
    });
    let error = RunningServer::start(config).unwrap_err();
    assert!(matches!(error, ServeError::TooFewEntrants(1)), "{error}");
}

/// The agents of the comparison with matches in one process.
const HOUSE: [&str; 4] = ["expert", "threshold", "stop-at-random", "one-card"];
/// Tournaments over the wire.
const TOURNAMENTS: usize = 5;
/// Games of each pair in one process.
const GAMES: usize = 2000;

/// The share of games that each agent wins against each other one, in one process.
fn in_one_process() -> [[f64; 4]; 4] {
    let mut command = Command::cargo_bin("cardsharp").unwrap();
    command.args(["tournament", "dead-mans-draw"]).args(HOUSE);
    command.args(["--games", &GAMES.to_string(), "--json"]);
    let output = command.assert().success().get_output().stdout.clone();
    let table: Value = serde_json::from_slice(&output).unwrap();
    let agents = table["agents"].as_array().unwrap();
    let index = |name: &str| agents.iter().position(|agent| agent["agent"] == name).unwrap();
    HOUSE.map(|one| {
        HOUSE.map(|other| {
            let met = &table["head_to_head"][index(one)][index(other)];
            let [won, lost] = ["won", "lost"].map(|key| met[key].as_f64().unwrap());
            if one == other { 0.0 } else { won / (won + lost) }
        })
    })
}

/// A round robin over the wire: games and half draws won by each against each other one.
fn over_the_wire() -> [[f64; 4]; 4] {
    let folder = tempfile::tempdir().unwrap();
    let time = Duration::from_secs(60);
    let server = tournament(folder.path(), 4, Format::RoundRobin, time);
    let base = format!("http://{}", server.address());
    let players: Vec<_> = ENTRANTS.into_iter().zip(HOUSE).collect();
    while_playing(&base, &players, || {
        let over = || server.ranking().unwrap().contains(", over\n");
        wait_until(Duration::from_secs(300), over);
    });
    server.shutdown().unwrap();
    let matches = matches_in(folder.path(), 4);
    let mut won = [[0.0; 4]; 4];
    for one in &matches {
        let seat = |seat: usize| {
            let id = one["playerids"][seat].as_str().unwrap();
            ENTRANTS.iter().position(|entrant| entrant.0 == id).unwrap()
        };
        let [first, second] = [seat(0), seat(1)];
        let share = one["state"]["winnerIdx"].as_u64();
        let share = share.map_or(0.5, |winner| 1.0 - winner as f64);
        won[first][second] += share;
        won[second][first] += 1.0 - share;
    }
    assert_eq!(meetings_of(&matches).len(), 6);
    won
}

/// Matches over the wire have the results that matches in one process have. The wins of an agent less those
/// expected are a martingale, also where a level meeting goes on; its steps have a variance of at most 1/4.
/// Slow: all meetings of the table are played over the wire, and once more in this process.
#[test]
fn a_round_robin_over_the_wire_gives_the_table_of_one_process() {
    let shares = in_one_process();
    let all: Vec<_> = thread::scope(|scope| {
        let running: Vec<_> = (0..TOURNAMENTS).map(|_| scope.spawn(over_the_wire)).collect();
        running.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let mut sums = [[0.0; 4]; 4];
    for won in all {
        for (sum, more) in sums.iter_mut().flatten().zip(won.iter().flatten()) {
            *sum += more;
        }
    }
    for agent in 0..HOUSE.len() {
        let (mut won, mut expected, mut games, mut variance) = (0.0, 0.0, 0.0, 0.0);
        for other in (0..HOUSE.len()).filter(|&other| other != agent) {
            let count = sums[agent][other] + sums[other][agent];
            won += sums[agent][other];
            expected += count * shares[agent][other];
            games += count;
            // Of the matches over the wire, and of the estimate in one process.
            variance += 0.25 * (count + count * count / GAMES as f64);
        }
        // Beyond 4.5 standard deviations is one of 150 000, with four agents one of 37 000.
        let bound = 4.5 * f64::sqrt(variance);
        println!("{}: {won} of {games}, expected {expected:.1} ± {bound:.1}", HOUSE[agent]);
        assert!((won - expected).abs() < bound, "{}: {won}, {expected} ± {bound}", HOUSE[agent]);
    }
}
