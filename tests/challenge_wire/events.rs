//! Events: open play, its last hour and the tournament, with real sockets and real processes.

use std::collections::{BTreeMap, BTreeSet};
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use cardsharp::contest::{AgentSpec, Format, PlayOptions};
use cardsharp::contests::challenge::agents::Factory;
use cardsharp::contests::challenge::client::{self, ClientOptions};
use cardsharp::contests::challenge::server::{
    EventRecord, EventSettings, JOURNAL_FILE, RoundRecord, Standing, TeamId, TeamTable, Teams, read_journal,
};

use crate::peers::{options, serve};

/// A table of teams, each with its own loopback address.
fn table(teams: i32) -> TeamTable {
    let host = |team: i32| IpAddr::from([127, 0, 0, team as u8]);
    TeamTable { hosts: (1..=teams).map(|team| (host(team), TeamId(team))).collect(), names: Default::default() }
}

/// A client of ours on a thread, which plays until it is told to stop.
struct Client {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Client {
    fn start(team: i32, agent: &'static str, address: SocketAddr) -> Client {
        let stop = Arc::new(AtomicBool::new(false));
        let options = PlayOptions {
            reconnect_wait: Duration::from_millis(50),
            max_attempts: None,
            stop: stop.clone(),
            seed: team as u64,
            ..options(address, None)
        };
        let own = ClientOptions { from: Some(IpAddr::from([127, 0, 0, team as u8])), ..ClientOptions::default() };
        let thread = std::thread::spawn(move || {
            let agent = Factory::load(&AgentSpec::named(agent)).unwrap();
            // It ends when it is stopped, or with the server.
            let _ = client::play(&options, &own, agent.agent(options.seed));
        });
        Client { stop, thread }
    }

    /// A client for each of these agents: teams 1, 2, and so on.
    fn start_all(agents: &[&'static str], address: SocketAddr) -> Vec<Client> {
        let teams = (1..).zip(agents);
        let start = |(team, &agent): (i32, &&'static str)| Client::start(team, agent, address);
        teams.map(start).collect()
    }

    fn end(self) {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().unwrap();
    }
}

fn loser(round: &RoundRecord) -> TeamId {
    round.teams[usize::from(round.winner == round.teams[0])]
}

/// Checks that the rounds of a single elimination lead to `ranking`.
fn check_elimination(seeds: &[TeamId], rounds: &[RoundRecord], ranking: &[TeamId]) {
    let rounds: Vec<_> = rounds.iter().filter(|round| round.stage.is_some()).collect();
    assert_eq!(rounds.len(), seeds.len() - 1, "{rounds:?}");
    let losers: BTreeSet<TeamId> = rounds.iter().map(|round| loser(round)).collect();
    assert_eq!(losers.len(), rounds.len(), "each of them lost once");
    let last = rounds.last().unwrap();
    assert_eq!(ranking[..2], [last.winner, loser(last)]);
    assert!(!losers.contains(&ranking[0]));
    let all: BTreeSet<_> = ranking.iter().collect();
    assert_eq!(all, seeds.iter().collect());
    // Who lost later stands higher.
    let stage = |team: &TeamId| {
        let lost = rounds.iter().find(|round| loser(round) == *team);
        lost.map_or(usize::MAX, |round| round.stage.unwrap())
    };
    assert!(ranking.is_sorted_by_key(|team| std::cmp::Reverse(stage(team))));
}

/// Slow: six seconds of it are open play and an announcement.
#[test]
fn an_event_runs_from_open_play_to_the_ranking() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = serve(Teams::Table(table(4)), |config| {
        config.data = Some(folder.path().to_owned());
        config.reconnect_interval = Duration::ZERO;
        config.event = Some(EventSettings {
            forfeit_pause: Duration::from_millis(500),
            grace: Duration::from_millis(200),
            ..EventSettings::new(Format::SingleElimination, Some(Duration::from_secs(4)), Some(Duration::from_secs(2)))
        });
    });
    let address = server.contest_addr();
    // Team 4 stays away.
    let agents = ["lowest", "greedy", "greedy-challenge"];
    let clients = Client::start_all(&agents, address);
    server.wait().unwrap();
    clients.into_iter().for_each(Client::end);

    let journal = read_journal(&folder.path().join(JOURNAL_FILE)).unwrap();
    assert!(journal.damaged.is_empty());
    let [EventRecord::OpenPlay { began_at }, EventRecord::Tournament { teams, .. }] = &journal.events[..] else {
        panic!("{:?}", journal.events)
    };
    let played: BTreeSet<u32> = journal.games.iter().filter_map(|game| Some(game.round?.round)).collect();
    let absent: Vec<_> = journal.rounds.iter().filter(|round| loser(round) == TeamId(4)).collect();
    // In two seconds, twice in every second at most.
    assert!((2..=5).contains(&absent.len()), "{absent:?}");
    for round in &absent {
        assert!(round.finished_at > *began_at, "in the last hour");
        assert!(round.wins == [0, 0] && !played.contains(&round.round));
    }
    let others = journal.rounds.iter().filter(|round| loser(round) != TeamId(4));
    assert!(others.clone().all(|round| played.contains(&round.round)));
    // The tournament is not in the standings, and the team that was away is.
    let standings = server.standings();
    let rounds: u64 = standings.teams.iter().map(|team| team.rounds.won).sum();
    assert_eq!(rounds as usize, journal.rounds.len() - 2);
    let order: Vec<_> = standings.teams.iter().map(|row| row.team).collect();
    assert_eq!(order.len(), 4, "{standings}");
    let away = |row: &&Standing| row.team == TeamId(4);
    let away = &standings.teams.iter().find(away).unwrap().rounds;
    assert_eq!([away.won, away.lost], [0, absent.len() as u64]);
    // The standings are the seeding. `greedy-challenge` wins nearly all rounds.
    let connected = order.into_iter().filter(|&team| team != TeamId(4));
    assert!(connected.eq(teams.iter().copied()), "{standings}");
    assert_eq!(teams[0], TeamId(3), "{standings}");
    let ranking = server.ranking().unwrap();
    check_elimination(teams, &journal.rounds, &ranking);
    assert_eq!(ranking[0], TeamId(3));
}

/// The real server of an event, on a port of its own.
fn start_server(folder: &Path, port: u16) -> Child {
    let arguments = ["serve", "challenge", "--tournament", "single-elimination"];
    let times = ["--open-play", "6s", "--last-hour", "2s"];
    let hosts = ["--config", "teams.json", "--reconnect-interval", "0"];
    Command::new(env!("CARGO_BIN_EXE_cardsharp"))
        .current_dir(folder)
        .args(arguments)
        .args(times)
        .args(hosts)
        .args(["--data", "data", "--test-port", "0", "--quiet"])
        .args(["--port", &port.to_string()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// A port that was free a moment ago.
fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

/// Slow: the server lives for the seconds of an event three times.
#[test]
fn a_server_that_is_killed_goes_on_with_its_event() {
    let folder = tempfile::tempdir().unwrap();
    let teams: Vec<_> =
        (1..=4).map(|team| serde_json::json!({"id": team, "hosts": [format!("127.0.0.{team}")]})).collect();
    let config = serde_json::json!({"teams": teams}).to_string();
    std::fs::write(folder.path().join("teams.json"), config).unwrap();
    let port = free_port();
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    let agents = ["greedy", "greedy-challenge", "random", "lowest"];
    let clients = Client::start_all(&agents, address);
    // In open play, at its end, while teams are called for the tournament.
    for lives in [1500, 3000, 4000] {
        let mut server = start_server(folder.path(), port);
        std::thread::sleep(Duration::from_millis(lives));
        assert!(server.try_wait().unwrap().is_none(), "it is not over");
        server.kill().unwrap();
        server.wait().unwrap();
    }
    let ended: Output = start_server(folder.path(), port).wait_with_output().unwrap();
    clients.into_iter().for_each(Client::end);
    let output = String::from_utf8(ended.stdout).unwrap();
    let errors = String::from_utf8(ended.stderr).unwrap();
    assert!(ended.status.success(), "{errors}");

    let journal = read_journal(&folder.path().join("data").join(JOURNAL_FILE)).unwrap();
    let [EventRecord::OpenPlay { .. }, EventRecord::Tournament { teams, .. }] = &journal.events[..] else {
        panic!("{:?}", journal.events)
    };
    assert_eq!(teams.len(), 4);
    let (_, tournament) = output.split_once("the tournament:").unwrap();
    let number = |line: &str| line.trim().rsplit_once(' ')?.1.parse().ok();
    let ranking: Vec<TeamId> = tournament.lines().filter_map(number).map(TeamId).collect();
    check_elimination(teams, &journal.rounds, &ranking);
    // Every round has its games once, in order.
    let mut games = BTreeMap::<u32, Vec<u32>>::new();
    for place in journal.games.iter().filter_map(|game| game.round) {
        games.entry(place.round).or_default().push(place.game);
    }
    for (round, games) in games {
        let expected: Vec<u32> = (1..=games.len() as u32).collect();
        assert_eq!(games, expected, "round {round}");
    }
}

/// The share of games that an agent wins against another one.
struct Share {
    share: f64,
    games: f64,
    /// Its standard error, by rounds if they are known.
    error: f64,
}

type Shares = BTreeMap<[usize; 2], Share>;

/// The share of the games of rounds, from games won by the first and by the second.
fn share(rounds: &[[f64; 2]]) -> Share {
    let games: f64 = rounds.iter().map(|[won, lost]| won + lost).sum();
    let won: f64 = rounds.iter().map(|[won, _]| won).sum();
    let share = won / games;
    let deviation = |[won, lost]: &[f64; 2]| won - share * (won + lost);
    let squares: f64 = rounds.iter().map(|round| deviation(round).powi(2)).sum();
    let error = squares.sqrt() / games;
    Share { share, games, error }
}

fn on_the_wire(agents: [&'static str; 4], rounds_of_pair: usize) -> Shares {
    let mut server = serve(Teams::Loopback, |config| {
        config.rounds = NonZeroUsize::new(6 * rounds_of_pair);
    });
    let address = server.contest_addr();
    let clients = Client::start_all(&agents, address);
    server.wait().unwrap();
    clients.into_iter().for_each(Client::end);
    let mut rounds = BTreeMap::<[usize; 2], Vec<[f64; 2]>>::new();
    for round in server.rounds() {
        let in_order = round.teams[0] < round.teams[1];
        let side = |side: usize| if in_order { side } else { 1 - side };
        let pair = [0, 1].map(|index| round.teams[side(index)].0 as usize - 1);
        let wins = [0, 1].map(|index| f64::from(round.wins[side(index)]));
        rounds.entry(pair).or_default().push(wins);
    }
    // The pair that has met least often plays first.
    assert!(rounds.values().all(|rounds| rounds.len().abs_diff(rounds_of_pair) <= 1));
    let shares = rounds.into_iter().map(|(pair, rounds)| (pair, share(&rounds)));
    shares.collect()
}

fn in_process(agents: [&'static str; 4], rounds: usize) -> Shares {
    let output = Command::new(env!("CARGO_BIN_EXE_cardsharp"))
        .args(["tournament", "challenge"])
        .args(agents)
        .args(["--rounds", &rounds.to_string(), "--quiet", "--json"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let table: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let order: Vec<usize> = table["agents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|standing| agents.iter().position(|agent| standing["agent"] == *agent).unwrap())
        .collect();
    let mut shares = Shares::new();
    for (row, &one) in table["head_to_head"].as_array().unwrap().iter().zip(&order) {
        for (met, &two) in row.as_array().unwrap().iter().zip(&order) {
            let [won, lost] = ["won", "lost"].map(|name| met[name].as_f64().unwrap());
            if one < two {
                let games = won + lost;
                let share = won / games;
                // As if games were drawn one by one; those of the wire are few, and weigh more.
                let error = (share * (1.0 - share) / games).sqrt();
                let found = Share { share, games, error };
                shares.insert([one, two], found);
            }
        }
    }
    shares
}

/// Slow: whole rounds over the wire, for shares that can be compared.
#[test]
fn a_round_robin_on_the_wire_gives_the_table_of_one_in_process() {
    let agents = ["lowest", "random", "greedy", "greedy-challenge"];
    let wire = on_the_wire(agents, 8);
    let here = in_process(agents, 200);
    assert_eq!(wire.len(), 6);
    for (pair, found) in &wire {
        let expected = &here[pair];
        // A few rounds that all went alike say little of their spread: it is at least that of single games.
        let of_games = (expected.share * (1.0 - expected.share) / found.games).sqrt();
        let error = found.error.max(of_games).hypot(expected.error).max(0.01);
        assert!(
            (found.share - expected.share).abs() < 4.0 * error,
            "{pair:?}: {} on the wire, {} here, error {error}",
            found.share,
            expected.share
        );
    }
}
