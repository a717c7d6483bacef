//! The client as a process that is interrupted, killed and started again.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use cardsharp::contests::skullwhist::server::RunningServer;
use serde_json::{Value, json};

use crate::clients::url;
use crate::peers::{Peer, plain, until};
use crate::processes::{cardsharp, exit_code};

/// An opponent of the client, which plays as far as the test wants.
struct Opponent {
    peer: Peer,
    hand: Vec<String>,
    game: u64,
}

impl Opponent {
    /// Meets the client in a game, and bids.
    fn meet(server: &RunningServer, name: &str) -> Opponent {
        let peer = Peer::new(server, name);
        let dealt = peer.new_game().body;
        let cards = dealt["cards"].as_array().unwrap().iter();
        peer.bid(json!(6)).success(&[]);
        Opponent {
            hand: cards.map(|card| card.as_str().unwrap().to_owned()).collect(),
            game: dealt["game"].as_u64().unwrap(),
            peer,
        }
    }

    /// Plays until it has so many cards left, or the game is over.
    fn play_down_to(&mut self, left: usize) {
        until("the client plays", || {
            let status = self.peer.status();
            if status["game"].is_null() || self.hand.len() <= left {
                return true;
            }
            if status["your-turn"] == true {
                let led = status["opponent-current-card"].as_str();
                let follows = |card: &&String| led.is_some_and(|led| card[..1] == led[..1]);
                let card = self.hand.iter().find(follows).unwrap_or(&self.hand[0]).clone();
                self.peer.play(&card).success(&[]);
                self.hand.retain(|held| *held != card);
            }
            false
        });
    }

    /// The result of the game.
    fn result(&self) -> Value {
        until("the game is over", || self.peer.status()["game"].is_null());
        self.peer.old_game(json!(self.game)).body
    }
}

fn client(folder: &Path, server: &RunningServer, more: &[&str]) -> Child {
    std::fs::write(folder.join("us.txt"), "open sesame\n").unwrap();
    let url = url(server);
    let account = ["--name", "us", "--password-file", "us.txt", "--json"];
    let line = ["play", "skullwhist", "--agent", "expert", "--url", &url];
    let mut command = cardsharp(folder, &[&line[..], &account, more].concat());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// The report and the log of a client that ends with this exit code.
fn report(mut client: Child, code: i32) -> (Value, String) {
    let (stdout, stderr) = (client.stdout.take().unwrap(), client.stderr.take().unwrap());
    let log = std::thread::spawn(move || std::io::read_to_string(stderr).unwrap());
    let output = std::thread::spawn(move || std::io::read_to_string(stdout).unwrap());
    assert_eq!(exit_code(client), Some(code));
    let output = serde_json::from_str(&output.join().unwrap()).unwrap_or_default();
    (output, log.join().unwrap())
}

fn interrupt(client: &Child) {
    let id = client.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
}

/// The session file beside the password.
fn session_file(folder: &Path) -> std::path::PathBuf {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut kept = names.filter(|path| path.extension().is_some_and(|end| end == "session"));
    kept.next().unwrap()
}

#[test]
fn a_client_that_was_killed_goes_on_with_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let server = plain();
    let mut killed = client(folder.path(), &server, &["--games", "1"]);
    let mut opponent = Opponent::meet(&server, "them");
    for left in [12, 9, 5] {
        opponent.play_down_to(left);
        killed.kill().unwrap();
        killed.wait().unwrap();
        killed = client(folder.path(), &server, &["--games", "1"]);
    }
    opponent.play_down_to(0);
    let output = opponent.result();
    assert_eq!((&output["forfeited_by"], &output["bid2"].is_u64()), (&json!(null), &true));
    let (report, log) = report(killed, 0);
    assert_eq!((&report["games"], &report["illegal_moves"]), (&json!(1), &json!(0)), "{report}");
    assert_eq!((&report["fallbacks"], &report["odd_messages"]), (&json!(0), &json!(0)), "{log}");
    assert!(log.contains("goes on with the session of us"), "{log}");
    let mode = std::fs::metadata(session_file(folder.path())).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!((server.games_finished(), server.games_forfeited()), (1, 0));
}

#[test]
fn the_first_ctrl_c_lets_the_game_be_finished() {
    let folder = tempfile::tempdir().unwrap();
    let server = plain();
    let client = client(folder.path(), &server, &[]);
    let mut opponent = Opponent::meet(&server, "them");
    opponent.play_down_to(10);
    interrupt(&client);
    opponent.play_down_to(0);
    assert_eq!(opponent.result()["forfeited_by"], json!(null));
    let (report, log) = report(client, 130);
    assert_eq!(report["games"], 1, "{log}");
    assert!(log.contains("finished first"), "{log}");
}

#[test]
fn the_second_ctrl_c_leaves_at_once_and_the_next_client_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = plain();
    let left = client(folder.path(), &server, &[]);
    let mut opponent = Opponent::meet(&server, "them");
    opponent.play_down_to(10);
    interrupt(&left);
    std::thread::sleep(std::time::Duration::from_millis(300));
    interrupt(&left);
    let (output, _) = report(left, 130);
    assert_eq!(output["games"], 0);
    let next = client(folder.path(), &server, &["--games", "1"]);
    opponent.play_down_to(0);
    assert_eq!(opponent.result()["forfeited_by"], json!(null));
    assert_eq!(report(next, 0).0["games"], 1);
}

#[test]
fn a_session_that_is_over_or_senseless_is_no_obstacle() {
    let folder = tempfile::tempdir().unwrap();
    let server = plain();
    let stopped = client(folder.path(), &server, &[]);
    until("the client has logged in", || {
        let names = std::fs::read_dir(folder.path()).unwrap();
        names.count() > 1 && std::fs::metadata(session_file(folder.path())).unwrap().len() > 0
    });
    interrupt(&stopped);
    assert_eq!(report(stopped, 130).0["games"], 0);
    let path = session_file(folder.path());
    let kept = std::fs::read_to_string(&path).unwrap();
    let over = kept.replace(|character: char| "0123".contains(character), "4");
    for (text, name) in [(over.as_str(), "a"), ("", "b"), ("{\n", "c")] {
        std::fs::write(&path, text).unwrap();
        let next = client(folder.path(), &server, &["--games", "1"]);
        // Its bot still waits for a game, which the new login would forfeit.
        until("the client has logged in again", || std::fs::read_to_string(&path).unwrap() != text);
        let mut opponent = Opponent::meet(&server, name);
        opponent.play_down_to(0);
        assert_eq!(opponent.result()["forfeited_by"], json!(null));
        assert_eq!(report(next, 0).0["games"], 1);
    }
}
