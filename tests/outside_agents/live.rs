//! Outside agents on this project's servers, over real sockets and pipes.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cardsharp::commands::client_flags;
use cardsharp::contest::outside::{OnFailure, OutsideError, OutsidePlayer, Request};
use cardsharp::contest::{Account, AgentSpec, ContestCommands, PlayOptions, ServerAddress};
use cardsharp::contests::{challenge, dead_mans_draw, skullwhist};
use cardsharp::live::PlayReport;

use crate::players::Anything;

fn options(server: ServerAddress, agent: AgentSpec, games: usize) -> PlayOptions {
    PlayOptions {
        agent: Some(agent),
        seed: 1,
        games: NonZeroUsize::new(games),
        reconnect_wait: Duration::from_millis(100),
        max_attempts: NonZeroUsize::new(3),
        ..PlayOptions::at(server)
    }
}

fn anything() -> AgentSpec {
    AgentSpec::outside("anything", Anything)
}

fn play(contest: &dyn ContestCommands, options: &PlayOptions) -> PlayReport {
    let client = contest.commands().client.unwrap();
    let flags = client_flags(contest.name(), client, &[]).unwrap();
    (client.play)(options, &flags).unwrap()
}

/// The games were played by the agent alone.
fn assert_clean(report: &PlayReport, games: u64) {
    assert_eq!(report.games, games, "{report:?}");
    assert_eq!((report.illegal_moves, report.fallbacks), (0, 0), "{report:?}");
    assert_eq!(report.odd_messages, 0, "{report:?}");
    assert!(report.moves > 0);
}

/// A server of Challenge on free ports, and the address of its house bot.
fn challenge_server() -> (challenge::server::RunningServer, ServerAddress) {
    use challenge::server::{RunningServer, ServerConfig, Teams};
    let mut config = ServerConfig::on_free_ports(Teams::Loopback, 11);
    config.reconnect_interval = Duration::ZERO;
    let server = RunningServer::start(config).unwrap();
    let address = server.test_addr();
    let address = ServerAddress::Socket { host: address.ip().to_string(), port: address.port() };
    (server, address)
}

#[test]
fn challenge_is_played_over_a_socket() {
    let (server, address) = challenge_server();
    let report = play(&challenge::Contest, &options(address, anything(), 5));
    assert_clean(&report, 5);
    server.shutdown().unwrap();
}

/// An agent of Challenge that fails at every request from its fourth on.
struct Failing;

impl cardsharp::contest::outside::OutsideAgent for Failing {
    fn player(&self, _: u64) -> Box<dyn OutsidePlayer> {
        Box::new(FailingPlayer(0))
    }
}

/// Has no answer to anything.
struct FailingAtOnce;

impl cardsharp::contest::outside::OutsideAgent for FailingAtOnce {
    fn player(&self, _: u64) -> Box<dyn OutsidePlayer> {
        Box::new(FailingPlayer(3))
    }
}

struct FailingPlayer(u64);

impl OutsidePlayer for FailingPlayer {
    fn choose(&mut self, request: &Arc<Request>) -> Result<usize, OutsideError> {
        self.0 += 1;
        if self.0 > 3 { Err("no idea".into()) } else { Ok(request.legal()[0]) }
    }
}

#[test]
fn a_failed_agent_leaves_the_server_or_plays_on() {
    let (server, address) = challenge_server();
    let agent = AgentSpec::outside("failing", Failing);
    let report = play(&challenge::Contest, &options(address.clone(), agent.clone(), 2));
    assert_eq!((report.games, report.moves), (0, 3));
    let failure = agent.implementation().unwrap().take_failure().unwrap();
    assert_eq!(failure.to_string(), "agent `failing` failed: no idea");
    let agent = agent.on_failure(OnFailure::PlayOn);
    let report = play(&challenge::Contest, &options(address, agent.clone(), 2));
    // The first game was left under way, and goes on.
    assert_clean(&report, 2);
    assert!(agent.implementation().unwrap().has_failed());
    server.shutdown().unwrap();
}

fn account(folder: &Path, user: &str, password: &str) -> Option<Account> {
    let password_file = folder.join(user);
    std::fs::write(&password_file, password).unwrap();
    Some(Account { user: user.to_owned(), password_file })
}

/// Two players of SkullWhist on a server, the first of whom may leave. Both play one game.
fn play_skullwhist(one: &AgentSpec, other: &AgentSpec) -> (PlayReport, PlayReport) {
    use skullwhist::server::{RunningServer, ServerConfig};
    let server = RunningServer::start(ServerConfig {
        match_every: Duration::from_millis(5)..=Duration::from_millis(20),
        clock: Duration::from_secs(2),
        ..ServerConfig::on_free_port()
    })
    .unwrap();
    let url = format!("http://{}", server.address());
    let folder = tempfile::tempdir().unwrap();
    thread::scope(|scope| {
        let playing = [("one", one), ("two", other)].map(|(user, agent)| {
            let mut options = options(ServerAddress::Url(url.clone()), agent.clone(), 1);
            options.account = account(folder.path(), user, "open sesame");
            scope.spawn(move || play(&skullwhist::Contest, &options))
        });
        playing.map(|one| one.join().unwrap()).into()
    })
}

#[test]
fn skullwhist_is_played_over_http() {
    let (one, other) = play_skullwhist(&anything(), &anything());
    assert_clean(&one, 1);
    assert_clean(&other, 1);
    assert_eq!(one.won + other.won + one.drawn, 1);
}

/// A player of Dead Man's Draw on a server with `matches` matches against itself.
fn play_dead_mans_draw(agent: &AgentSpec, matches: usize) -> PlayReport {
    use dead_mans_draw::server::{RunningServer, ServerConfig};
    let (user, password) = ("636438380ee778617e6e5be8", "playerpass");
    let mut config = ServerConfig::on_free_port();
    config.throttle = false;
    config.long_poll = Duration::from_millis(400);
    let server = RunningServer::start(config).unwrap();
    let url = format!("http://{}", server.address());
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..matches {
        let login = STANDARD.encode(format!("{user}:{password}"));
        ureq::post(format!("{url}/api/matches"))
            .header("Authorization", format!("Basic {login}"))
            .content_type("application/json")
            .send("{}")
            .unwrap();
    }
    let mut options = options(ServerAddress::Url(url), agent.clone(), matches);
    options.account = account(folder.path(), user, password);
    play(&dead_mans_draw::Contest, &options)
}

#[test]
fn dead_mans_draw_is_played_over_http() {
    assert_clean(&play_dead_mans_draw(&anything(), 3), 3);
}

#[test]
fn a_failed_agent_leaves_in_the_other_contests_too() {
    use cardsharp::contests::tricky_eights::agents::Factory;
    use cardsharp::contests::tricky_eights::client::play_on;

    let agent = AgentSpec::outside("failing", Failing);
    let report = play_dead_mans_draw(&agent, 1);
    assert_eq!((report.games, report.illegal_moves), (0, 0), "{report:?}");
    let outside = agent.implementation().unwrap();
    assert!(outside.take_failure().is_some());

    let lines = include_str!("../../contests/tricky-eights/bots/tests/golden/document_round.txt");
    let player = Factory::load(&agent).unwrap().agent(1);
    let mut answers = Vec::new();
    let options = PlayOptions::at(ServerAddress::Stdio);
    let report = play_on(&options, player, lines.as_bytes(), &mut answers).unwrap();
    assert_eq!((report.games, report.moves), (0, 3));
    let answers = String::from_utf8(answers).unwrap();
    assert_eq!(answers.lines().count(), 3, "{answers}");
    assert!(outside.take_failure().is_some());

    // The first clock to run out is that of the player whose latest move is older, whoever is to move.
    let agent = AgentSpec::outside("failing-at-once", FailingAtOnce);
    let (one, other) = play_skullwhist(&agent, &anything());
    assert_eq!((one.games, one.illegal_moves), (0, 0), "{one:?}");
    assert_eq!((other.games, other.won), (1, 1), "{other:?}");
    assert!(agent.implementation().unwrap().take_failure().is_some());
}

/// Every contestant is a process that passes lines between the judge and two named pipes, at whose other ends the
/// outside agents play.
#[cfg(unix)]
#[test]
fn tricky_eights_is_played_in_pipes() {
    use std::fs::{File, OpenOptions};
    use std::io::BufReader;
    use std::process::Command;

    use cardsharp::contest::SyncPolicy;
    use cardsharp::contests::tricky_eights::agents::Factory;
    use cardsharp::contests::tricky_eights::client::play_on;
    use cardsharp::contests::tricky_eights::server::{JudgeConfig, RunningJudge};

    let folder = tempfile::tempdir().unwrap();
    let pipe = |name: String| {
        let path = folder.path().join(name);
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        path
    };
    let pipes = [0, 1, 2, 3].map(|seat| (pipe(format!("{seat}-in")), pipe(format!("{seat}-out"))));
    let contestants = pipes.each_ref().map(|(input, output)| {
        let (input, output) = (input.display(), output.display());
        let script = format!("exec 3<&0; cat <&3 >'{input}' & exec cat '{output}'");
        ["sh", "-c", &script].map(str::to_owned).to_vec()
    });
    let mut judge = RunningJudge::start(JudgeConfig {
        contestants: contestants.into(),
        tournament: None,
        seed_is_random: false,
        seed: 13,
        answer_time: Duration::from_secs(20),
        confinement: None,
        data: None,
        sync: SyncPolicy::Os,
        games: NonZeroUsize::MIN,
    })
    .unwrap();
    let playing = pipes.map(|(input, output)| {
        thread::spawn(move || {
            let input = BufReader::new(File::open(input).unwrap());
            let output = OpenOptions::new().write(true).open(output).unwrap();
            let agent = Factory::load(&anything()).unwrap().agent(1);
            play_on(&PlayOptions::at(ServerAddress::Stdio), agent, input, output).unwrap()
        })
    });
    judge.wait().unwrap();
    let reports = playing.map(|one| one.join().unwrap());
    reports.iter().for_each(|report| assert_clean(report, 1));
    let games = judge.games();
    assert!(games[0].disqualified.is_empty(), "{games:?}");
    assert_eq!(reports.iter().map(|report| report.won).sum::<u64>(), 1);
}
