//! The commands of an administrator on the database of a server.

use std::path::Path;

use serde_json::{Value, json};

use crate::peers::{PASSWORD, Peer, Player, play_out, serve};
use crate::processes::{run, server};

fn admin(folder: &Path, words: &[&str]) -> (Option<i32>, String, String) {
    let line = [&["admin", "skullwhist", "--data", "."], words].concat();
    let output = run(folder, &line);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn lines(text: &str) -> Vec<Value> {
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.collect()
}

/// Two players who have played a game to its end, and are in another.
fn played(folder: &Path) -> (Player, Player) {
    let server = serve(|config| config.data = Some(folder.to_owned()));
    let (mut one, mut two) = Peer::pair(&server);
    one.bid(json!(3)).success(&[]);
    play_out(&mut one, &mut two);
    let players = Peer::meet(one.peer, two.peer);
    server.shutdown().unwrap();
    players
}

#[test]
fn a_bot_is_removed_and_another_gets_a_new_password() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (mut one, mut two) = played(folder);
    let (code, _, said) = admin(folder, &["remove", "nobody"]);
    assert!(code == Some(1) && said.contains("no bot `nobody`"), "{said}");
    assert_eq!(admin(folder, &["remove", &one.name]).0, Some(0));
    std::fs::write(folder.join("new.txt"), "plugh\n").unwrap();
    let set = ["set-password", &two.name, "--password-file", "new.txt"];
    assert_eq!(admin(folder, &set).0, Some(0));
    let (_, listed, _) = admin(folder, &["list"]);
    let removed = lines(&listed).iter().map(|bot| bot["removed"] == true).collect::<Vec<_>>();
    assert!(removed[one.id as usize - 1]);
    assert!(!removed[two.id as usize - 1]);

    let (mut server, base) = server(folder, &[]);
    one.peer.base = base.clone();
    two.peer.base = base;
    let login = |name: &str, password: &str| {
        let account = json!({"name": name, "password": password});
        one.ask("login", account).body["result"] == "success"
    };
    assert!(!login(&one.name, PASSWORD) && !login(&two.name, PASSWORD));
    assert!(login(&two.name, "plugh"));
    // Both sessions are over, and the name is free.
    for player in [&one, &two] {
        let reply = player.ask("status", json!({"session": player.session}));
        assert!(reply.failure().contains("session"));
    }
    let again = Peer::at(&one.base);
    let account = json!({"name": one.name, "password": "x"});
    assert_eq!(again.ask("register", account).success(&["id"])["id"], 3);
    let game = again.get(&format!("/stats/game/{}/", one.game)).text;
    assert!(game.contains("Forfeited by") && game.contains("(removed)"), "{game}");
    server.kill().unwrap();
    server.wait().unwrap();
}

#[test]
fn all_games_are_exported_and_nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (one, two) = played(folder);
    let (code, printed, said) = admin(folder, &["export"]);
    assert_eq!(code, Some(0), "{said}");
    let games = lines(&printed);
    assert_eq!(games.len(), 2);
    let first = &games[0];
    assert_eq!((&first["game"], &first["running"]), (&json!(1), &json!(false)));
    assert_eq!(first["rounds"].as_array().unwrap().len(), 13);
    let won = |bot: &Value| {
        let rounds = first["rounds"].as_array().unwrap().iter();
        json!(rounds.filter(|round| round["winner"] == *bot).count())
    };
    assert_eq!(first["tricks1"], won(&first["bot1"]));
    assert_eq!(first["tricks2"], won(&first["bot2"]));
    let names = [&one.name, &two.name].map(|name| json!(name));
    assert!(names.contains(&first["name1"]) && names.contains(&first["name2"]));
    assert_eq!(games[1]["running"], true);
    let out = ["export", "--out", "games.jsonl"];
    assert_eq!(admin(folder, &out).0, Some(0));
    let written = std::fs::read_to_string(folder.join("games.jsonl")).unwrap();
    assert_eq!(lines(&written)[0], *first);
    let (code, _, said) = admin(folder, &out);
    assert!(code == Some(1) && said.contains("games.jsonl"), "{said}");
}

#[test]
fn a_running_server_a_wrong_folder_and_another_contest_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (code, _, said) = admin(folder, &["list"]);
    assert!(code == Some(1) && said.contains("there is no skullwhist.redb"), "{said}");
    assert!(!folder.join("skullwhist.redb").exists());
    let output = run(folder, &["admin", "challenge", "--data", ".", "list"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("keeps no accounts"));
    let server = serve(|config| config.data = Some(folder.to_owned()));
    let (code, _, said) = admin(folder, &["list"]);
    assert!(code == Some(1) && said.contains("stop it"), "{said}");
    server.shutdown().unwrap();
}
