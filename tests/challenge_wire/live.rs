//! Whole games between this project's client and server.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use cardsharp::contest::{PlayOptions, ServerAddress};
use cardsharp::contests::challenge::ChallengeGame;
use cardsharp::contests::challenge::agents::Agent;
use cardsharp::contests::challenge::client::{self, ClientError, ClientOptions};
use cardsharp::contests::challenge::observation::Observation;
use cardsharp::contests::challenge::rules::{Due, Event, Move, MoveRecord};
use cardsharp::contests::challenge::server::{GameEnd, JOURNAL_FILE, Port, TeamId, Teams, read_journal};
use std::num::NonZeroUsize;
use std::time::Duration;

use crate::peers::{Anything, Lowest, options, play, serve};

/// The journal has every game, by opponent, and goes on after another run.
#[test]
fn a_client_keeps_its_games_in_a_journal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let server = serve(Teams::Loopback, |config| config.reconnect_interval = Duration::ZERO);
    let reports = [3, 2].map(|games| {
        let options = PlayOptions { journal: Some(path.clone()), ..options(server.test_addr(), Some(games)) };
        client::play(&options, &ClientOptions::default(), Box::new(Anything::seeded(3))).unwrap()
    });
    let contents = cardsharp::arena::read_journal(&path).unwrap();
    assert_eq!((contents.matches.len(), contents.damaged.len()), (2, 0));
    for (report, tally) in reports.iter().zip(&contents.matches) {
        let won = tally.standings()[0].game_wins;
        assert_eq!((tally.games(), won), (report.games, report.won));
    }
    let text = std::fs::read_to_string(&path).unwrap();
    let records = text.lines().filter(|line| line.contains("\"record\":[{"));
    assert_eq!(records.count(), 5);
}

#[test]
fn practice_games_run_without_a_penalty() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = serve(Teams::Loopback, |config| {
        config.games = NonZeroUsize::new(30);
        config.data = Some(folder.path().to_owned());
    });
    let report = play(server.test_addr(), Some(30), Anything::seeded(3)).unwrap();
    server.wait().unwrap();
    assert_eq!((report.games, report.unseen, report.connections), (30, 0, 1));
    assert_eq!((report.illegal_moves, report.fallbacks, report.odd_messages), (0, 0, 0));
    assert_eq!(server.games_finished(), 30);
    let journal = read_journal(&folder.path().join(JOURNAL_FILE)).unwrap();
    assert_eq!((journal.games.len(), journal.damaged.len()), (30, 0));
    let won = journal.games.iter().filter(|game| game.winner == TeamId(1));
    assert_eq!(won.count() as u64, report.won);
    for (number, game) in (1..).zip(&journal.games) {
        assert_eq!((game.game_id, game.port, game.round), (number, Port::Practice, None));
        assert_eq!(game.penalties, [0, 0]);
        let team_first = number % 2 == 1;
        assert_eq!(game.teams[usize::from(!team_first)], TeamId(1), "the lead alternates");
        assert!(game.ended == GameEnd::Challenge || game.points.contains(&10));
        let last = game.events.last().unwrap();
        assert!(matches!(last, Event::FinalGameResult { .. }), "{last:?}");
        let house = usize::from(team_first);
        assert!(!game.events.iter().any(|event| matches!(event,
            Event::PlayerMove { moving_player, r#move: MoveRecord::OfferChallenge }
                if moving_player.index() == house)));
    }
    assert!(journal.games.iter().any(|game| game.ended == GameEnd::Challenge));
    let moves: u32 = journal.games.iter().map(|game| game.moves.iter().sum::<u32>()).sum();
    assert!(moves as u64 > report.moves && report.moves > 300);
}

/// An agent that records all its observations and moves.
struct Diary(Anything, Arc<Mutex<Vec<(Observation, Move)>>>);

impl Agent<ChallengeGame> for Diary {
    fn choose(&mut self, observation: &Observation) -> Move {
        let chosen = self.0.choose(observation);
        self.1.lock().unwrap().push((observation.clone(), chosen));
        chosen
    }
}

#[test]
fn agent_sees_over_the_wire_what_the_journal_records() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = serve(Teams::Open, |config| {
        config.games = NonZeroUsize::new(5);
        config.data = Some(folder.path().to_owned());
    });
    let diary = Arc::new(Mutex::new(Vec::new()));
    play(server.test_addr(), Some(5), Diary(Anything::seeded(9), diary.clone())).unwrap();
    server.wait().unwrap();
    let journal = read_journal(&folder.path().join(JOURNAL_FILE)).unwrap();
    let mut diary = diary.lock().unwrap().clone().into_iter();
    for game in journal.games {
        let own = usize::from(game.teams[0] == TeamId::HOUSE);
        let mut hand = 0;
        for event in game.events {
            match event {
                Event::NewHand { player0_hand, player1_hand, .. } => {
                    hand += 1;
                    let dealt = [player0_hand, player1_hand][own];
                    if let Some((observation, _)) = diary.as_slice().first() {
                        assert!(
                            observation.hand_id != hand || observation.tricks_over > 0 || observation.hand == dealt
                        );
                    }
                }
                Event::PlayerMove { moving_player, r#move } if moving_player.index() == own => {
                    let (observation, chosen) = diary.next().unwrap();
                    assert_eq!(observation.hand_id, hand);
                    assert_eq!(MoveRecord::from(chosen), r#move);
                    assert!(observation.tricks.len() == usize::from(observation.tricks_over));
                }
                _ => {}
            }
        }
    }
    assert!(diary.next().is_none());
}

#[test]
fn every_game_is_finished_though_connections_are_cut() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(Teams::Loopback, |config| {
        config.reconnect_interval = Duration::ZERO;
        config.cut_every = NonZeroUsize::new(50);
        config.data = Some(folder.path().to_owned());
    });
    let report = play(server.test_addr(), Some(40), Lowest).unwrap();
    server.shutdown().unwrap();
    let journal = read_journal(&folder.path().join(JOURNAL_FILE)).unwrap();
    // The last one may have ended out of observation only after the client has left.
    let finished: Vec<_> = journal.games.iter().map(|game| game.game_id).collect();
    assert!(finished.len() >= 40, "{finished:?}");
    assert_eq!(finished, (1..=finished.len() as i32).collect::<Vec<_>>());
    assert_eq!(report.games, 40);
    assert!(report.connections > 40, "{report:?}");
    assert_eq!((report.odd_messages, report.fallbacks), (0, 0));
    let penalties: u32 = journal.games.iter().map(|game| game.penalties.iter().sum::<u32>()).sum();
    assert!(
        u64::from(penalties) <= report.connections / 4,
        "a connection that is back at once costs time only: {penalties} penalties, {report:?}"
    );
}

/// An agent whose answers are illegal.
struct Outlaw;

impl Agent<ChallengeGame> for Outlaw {
    fn choose(&mut self, observation: &Observation) -> Move {
        match observation.due {
            Due::Card => Move::Accept,
            Due::Answer => Move::Offer,
        }
    }
}

#[test]
fn illegal_agent_is_kept_legal() {
    let mut server = serve(Teams::Open, |config| config.games = NonZeroUsize::new(2));
    let report = play(server.test_addr(), Some(2), Outlaw).unwrap();
    server.wait().unwrap();
    assert_eq!(report.illegal_moves, 0);
    assert_eq!(report.fallbacks, report.moves);
}

#[test]
fn unknown_address_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("teams.json");
    std::fs::write(&table, r#"{"teams": [{"id": 5, "hosts": ["10.1.2.3"]}]}"#).unwrap();
    let server = serve(Teams::from_file(&table).unwrap(), |_| ());
    let refused = play(server.contest_addr(), None, Lowest).unwrap_err();
    let ClientError::Refused { seen_host, .. } = &refused else {
        panic!("{refused}");
    };
    assert_eq!(seen_host, "127.0.0.1");
    let mut peer = crate::peers::RawPeer::connect(server.contest_addr());
    let error = peer.hear();
    assert_eq!(error["type"], "error");
    assert_eq!(error["seen_host"], "127.0.0.1");
    assert!(error["message"].as_str().unwrap().starts_with("I don't know which team this connection"));
    assert!(peer.next().is_none(), "then it is closed");
    server.shutdown().unwrap();
}

#[test]
fn client_gives_up_or_stops_when_told() {
    // The port is taken, so that no other server gets it, but no server listens on it.
    let taken = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None).unwrap();
    let any = std::net::SocketAddr::from(([127, 0, 0, 1], 0));
    taken.bind(&any.into()).unwrap();
    let nobody = taken.local_addr().unwrap().as_socket().unwrap();
    let gone = play(nobody, None, Lowest).unwrap_err();
    assert!(matches!(gone, ClientError::Unreachable { attempts: 3, .. }), "{gone}");
    let server = serve(Teams::Open, |_| ());
    let mut options = options(server.contest_addr(), None);
    options.stop = Arc::new(AtomicBool::new(true));
    let report = client::play(&options, &ClientOptions::default(), Box::new(Lowest)).unwrap();
    assert_eq!(report.games, 0);
    let url = PlayOptions { server: ServerAddress::Url("http://x".into()), ..options };
    let error = client::play(&url, &ClientOptions::default(), Box::new(Lowest)).unwrap_err();
    assert!(matches!(error, ClientError::NeedsSocket));
    server.shutdown().unwrap();
}
