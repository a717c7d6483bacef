//! The exported program: a Python file that returns the same probabilities and moves as the agent of the same table.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use cardsharp::contests::challenge::agents::{Agent, Source, row_of};
use cardsharp::contests::challenge::client::Tracker;
use cardsharp::contests::challenge::export::{ProgramError, python_program};
use cardsharp::contests::challenge::infosets::{HandGame, HandInfosets, Payoffs, by_name};
use cardsharp::contests::challenge::observation::Observation;
use cardsharp::contests::challenge::policy::TrainedPolicy;
use cardsharp::contests::challenge::rules::{Game, Move, Params, Shoe};
use cardsharp::contests::challenge::scores::Classes;
use cardsharp::contests::challenge::server::{
    JOURNAL_FILE, RequestHeading, TeamId, Teams, outcomes, read_journal, request,
};
use cardsharp::contests::challenge::wire::{Outcome, RequestMessage, Response, ResultMessage, ServerMessage};
use cardsharp::policy::StrategyTable;
use cardsharp::policy::container::{Header, Kind};
use cardsharp_solvers::game::Player;
use cardsharp_solvers::sampled::Numbering;
use cardsharp_solvers::strategy::sample_index;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::peers::{Anything, serve};

/// True if there is a Python to run the program with. Without one, the tests check nothing.
fn has_python() -> bool {
    let version = Command::new("python3").arg("--version").output();
    let there = version.is_ok_and(|output| output.status.success());
    if !there {
        eprintln!("skipped: there is no python3");
    }
    there
}

/// A table of random bytes for three classes of scores. One byte in two is 0, so that rows are missing.
fn playing_file(infosets: &str) -> TrainedPolicy {
    let payoffs = [0.06, 0.3, 0.1].map(|point| Payoffs { win: 0.5 + point, lose: 0.5 - point / 2.0, tie: 0.5 });
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let game = HandGame::new(Params::CONTEST, payoffs.to_vec());
    let infosets = by_name(infosets, &game).unwrap();
    let Numbering::Dense { cells } = HandInfosets::numbering(&*infosets) else {
        panic!("every row has a place");
    };
    let bits: Vec<u8> = (0..cells).map(|_| rng.random::<u8>() * rng.random_range(0..=1)).collect();
    let mut header = Header::new(Kind::Policy, Params::CONTEST.to_string(), 0);
    header.infosets = infosets.name().to_owned();
    let classes = Classes { payoffs: payoffs.to_vec(), of_score: (0..100).map(|_| rng.random_range(0..3)).collect() };
    TrainedPolicy::new(header, game, classes, infosets, StrategyTable::quantized(bits))
}

fn write_program(playing: &TrainedPolicy, folder: &Path) -> PathBuf {
    let path = folder.join("bot.py");
    std::fs::write(&path, python_program(playing).unwrap()).unwrap();
    path
}

/// The probabilities of the policy, and a move drawn from them.
struct Expected {
    choices: Vec<(Move, f64)>,
    source: Source,
    drawn: Option<Move>,
}

/// One player's side of some games: the messages of the server, and the choices of the agent.
#[derive(Default)]
struct Side {
    tracker: Tracker,
    lines: Vec<Value>,
    expected: Vec<Expected>,
    /// Requests that are still missed.
    away_for: u32,
}

impl Side {
    fn ask(&mut self, policy: &TrainedPolicy, request: &RequestMessage, chance: f64) {
        let observation = self.tracker.request(request).unwrap();
        let (choices, source) = row_of(policy, &observation);
        let mut line = json!(ServerMessage::Request(request.clone()));
        line["draw"] = json!(chance);
        self.lines.push(line);
        let drawn = sample_index(choices.iter().map(|&(_, share)| share), chance);
        self.expected.push(Expected { drawn: drawn.map(|index| choices[index].0), choices, source });
    }

    fn answered(&mut self, request: &RequestMessage, chosen: Move) {
        self.tracker.answered(request, chosen);
        let response = Response::from(chosen);
        let line = json!({"type": "answered", "response": response});
        self.lines.push(line);
    }

    fn tell(&mut self, message: ResultMessage) {
        if self.away_for == 0 {
            self.tracker.result(&message);
            self.lines.push(json!(ServerMessage::Result(message)));
        }
    }

    /// Now and then the connection is lost for a while.
    fn may_go_away(&mut self, rng: &mut ChaCha8Rng) {
        if self.away_for == 0 && rng.random_bool(0.03) {
            self.away_for = rng.random_range(1..12);
            self.tracker.lose_track();
            self.lines.push(json!({"type": "lost"}));
        }
    }
}

/// Random games, in which the first player loses their connection now and then.
fn sides(policy: &TrainedPolicy, games: i32) -> [Side; 2] {
    let mut sides = [Side::default(), Side::default()];
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let mut anything = Anything::seeded(4);
    for game_id in 1..=games {
        let shoe = Shoe::new(Params::CONTEST, game_id as u64);
        let mut game = Game::new(Params::CONTEST, shoe);
        while let Some(player) = game.to_move() {
            let heading = RequestHeading { game_id, request_id: 1, opponent: TeamId(7), remaining: 1.5 };
            let request = request(&game, heading).unwrap();
            let side = &mut sides[player.index()];
            if player == Player::ZERO {
                side.may_go_away(&mut rng);
            }
            let (step, failure) = match side.away_for {
                0 => {
                    side.ask(policy, &request, rng.random());
                    let observation = Observation::of(&game, Duration::from_secs(1)).unwrap();
                    let chosen = anything.choose(&observation);
                    side.answered(&request, chosen);
                    (game.apply(chosen).unwrap(), None)
                }
                _ => (game.penalize("away").unwrap(), Some("away")),
            };
            for (index, results) in outcomes(&step, failure).into_iter().enumerate() {
                for mut result in results {
                    if let (Some(penalty), Outcome::TrickWon { card, .. }) = (step.penalty, &mut result) {
                        // The contest's server names a card after a penalty too.
                        *card = penalty.removed[penalty.penalized.opponent().index()].into();
                    }
                    let your_player_num = Player::new(index as u8);
                    sides[index].tell(ResultMessage { your_player_num, result });
                }
            }
            let side = &mut sides[player.index()];
            side.away_for = side.away_for.saturating_sub(1);
        }
    }
    sides
}

/// The answers of the program to these lines.
fn answers(program: &Path, lines: &[Value]) -> Vec<Value> {
    let mut child = Command::new("python3")
        .arg(program)
        .arg("--probabilities")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    let text = String::from_utf8(stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A move as the program writes it.
fn written(chosen: Move) -> Value {
    let response = json!(Response::from(chosen));
    let card = response.get("card").cloned();
    json!([response["type"], card])
}

/// Slow: Python answers hundreds of requests of three policies.
#[test]
fn the_program_says_what_the_policy_would_do() {
    if !has_python() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut from = [0; 3];
    for infosets in ["tricks", "took+stake+led", "own2+took+led,took+led"] {
        let policy = playing_file(infosets);
        let program = write_program(&policy, folder.path());
        for side in sides(&policy, 30) {
            let answers = answers(&program, &side.lines);
            assert_eq!(answers.len(), side.expected.len());
            for (answer, expected) in answers.iter().zip(&side.expected) {
                assert_eq!(answer["source"], json!(expected.source), "{infosets}");
                let told = answer["choices"].as_array().unwrap();
                assert_eq!(told.len(), expected.choices.len());
                for (told, &(chosen, share)) in told.iter().zip(&expected.choices) {
                    assert_eq!(told[0], written(chosen), "{infosets}");
                    // The program does the same operations on the same numbers, so the results are equal.
                    assert_eq!(told[1].as_f64(), Some(share), "{infosets}");
                }
                let drawn = expected.drawn.map(written);
                assert_eq!(answer.get("drawn"), drawn.as_ref(), "{infosets}");
                match expected.source {
                    Source::Certain => from[0] += 1,
                    Source::Own => from[1] += 1,
                    Source::NearestClass => from[2] += 1,
                    Source::Rule => {}
                }
            }
        }
    }
    assert!(from.into_iter().all(|count| count > 250), "{from:?}");
}

/// Slow: ten games against a program in Python.
#[test]
fn the_program_plays_on_our_server_and_keeps_the_clock() {
    if !has_python() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let program = write_program(&playing_file("tricks"), folder.path());
    let mut server = serve(Teams::Loopback, |config| {
        config.games = NonZeroUsize::new(10);
        config.data = Some(folder.path().to_owned());
    });
    let port = server.test_addr().port().to_string();
    let output =
        Command::new("python3").arg(&program).args(["--port", &port, "--games", "10", "--seed", "3"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    server.wait().unwrap();
    let journal = read_journal(&folder.path().join(JOURNAL_FILE)).unwrap();
    assert_eq!((journal.games.len(), journal.damaged.len()), (10, 0));
    let penalties = journal.games.iter().map(|game| game.penalties);
    assert!(penalties.into_iter().all(|penalties| penalties == [0, 0]));
}

#[test]
fn only_playing_files_become_programs() {
    let mut policy = playing_file("tricks");
    let snapshot = cardsharp_solvers::sampled::Snapshot {
        traversals: 0,
        nodes: 0,
        floats: &[0.0; 4],
        keys: Vec::new(),
        firsts: Vec::new(),
    };
    policy.table = StrategyTable::of_snapshot(snapshot, |_| 0);
    assert!(matches!(python_program(&policy), Err(ProgramError::NotQuantized)));
}
