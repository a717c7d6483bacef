//! Games that are judged.

use std::num::NonZeroUsize;
use std::process::Command;
use std::time::{Duration, Instant};

use assert_cmd::cargo::CommandCargoExt;
use cardsharp::contests::tricky_eights::server::{JOURNAL_FILE, JudgeConfig, LOG_FILE, RunningJudge, read_journal};
use cardsharp::contests::tricky_eights::wire::commands;

use crate::processes::{PATIENT, cardsharp, config, is_alive, judged, script, wait_until};
use crate::shown::{Shown, kept_games, kept_moves};

fn four(agents: [&str; 4]) -> [Vec<String>; 4] {
    agents.map(cardsharp)
}

#[test]
fn a_game_goes_to_three_hundred_and_is_written_down() {
    let folder = tempfile::tempdir().unwrap();
    let agents = ["random", "memoryless", "card-counter", "pseudo-random"];
    let games = judged(JudgeConfig {
        data: Some(folder.path().to_owned()),
        games: NonZeroUsize::new(2).unwrap(),
        ..config(four(agents), PATIENT)
    });
    assert_eq!(games.len(), 2);
    assert_ne!(games[0].rounds, games[1].rounds);
    for game in &games {
        assert!(game.disqualified.is_empty(), "{game:?}");
        let sum = |seat: usize| -> u32 { game.rounds.iter().map(|round| u32::from(round[seat])).sum() };
        assert_eq!([0, 1, 2, 3].map(sum), game.scores);
        let winner = game.winner.unwrap();
        let best = game.scores.iter().max().unwrap();
        assert!(game.scores[winner] == *best && *best >= 300);
        assert!(game.contestants[2].ends_with("card-counter"));
    }
    let path = folder.path().join(JOURNAL_FILE);
    let journal = read_journal(&path).unwrap();
    assert_eq!((journal.games, journal.damaged.len()), (games.clone(), 0));
    // A number is changed on the disk, in a line that stays valid.
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen("\"game\":2", "\"game\":3", 1)).unwrap();
    let journal = read_journal(&path).unwrap();
    assert_eq!(journal.games, games[..1]);
    assert_eq!((journal.damaged.len(), journal.damaged[0].line), (1, 2));

    let log = std::fs::read_to_string(folder.path().join(LOG_FILE)).unwrap();
    let rounds: usize = games.iter().map(|game| game.rounds.len()).sum();
    let count = |begin: &str| log.lines().filter(|line| line.starts_with(begin)).count();
    assert_eq!(count("> * endround"), rounds);
    assert_eq!(count("> * result"), 13 * rounds);
    assert_eq!(count("> n starthand n "), rounds);
    // Each contestant takes 3 cards and plays 13.
    assert_eq!(count("< "), 64 * rounds);
    for line in log.lines().filter(|line| line.starts_with("> ")) {
        commands(&line[4..]).for_each(|command| drop(command.unwrap()));
    }
}

/// The pages of the data folder, also of one from before lines had moves, and never the seed of further deals.
/// Slow: contestants are processes, and each game starts four.
#[test]
fn judged_games_are_shown_card_by_card() {
    let folder = tempfile::tempdir().unwrap();
    let agents = ["random", "random", "memoryless", "card-counter"];
    let play = |folder: &std::path::Path, games| {
        judged(JudgeConfig {
            data: Some(folder.to_owned()),
            games: NonZeroUsize::new(games).unwrap(),
            seed: 6_180_339_887,
            ..config(four(agents), PATIENT)
        })
    };
    let games = play(folder.path(), 2);
    let shown = Shown::of(folder.path());
    let standings = shown.page("/journals/0/");
    assert!(standings.contains("id=\"standings\"") && !standings.contains("Rounds won"), "{standings}");
    // Two with one command line are two contestants.
    for name in ["--agent random (1)", "--agent random (2)", "--agent memoryless", "--agent card-counter"] {
        assert!(standings.contains(&format!("{name}</bdi>")), "{name}: {standings}");
    }
    let list = shown.page("/journals/0/games");
    assert!(list.contains("2 games") && list.contains(">game 2</a>"), "{list}");
    for game in &games {
        let (names, captions) = shown.replayed(&format!("/games/{}", game.game));
        assert!(names[0].ends_with("random (1)") && names[3].ends_with("card-counter"), "{names:?}");
        // A deal, 12 cards taken, 52 cards played, 13 tricks.
        assert_eq!(captions.len(), 78 * game.rounds.len());
        assert_eq!(captions[0], "North deals");
        let page = shown.page(&format!("/games/{}", game.game));
        let winner = &names[game.winner.unwrap()];
        assert!(page.contains(&format!("Won by <bdi class=\"agent\">{winner}</bdi>")), "{page}");
        assert!(!page.contains("6180339887"));
    }
    assert_eq!(shown.get("/journals/0/file").0, 404);

    let old = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(folder.path().join(JOURNAL_FILE)).unwrap();
    let lines = text.lines().map(|line| {
        let mut line: serde_json::Value = serde_json::from_str(line).unwrap();
        let line = line.as_object_mut().unwrap();
        line.remove("record").unwrap();
        line.remove("crc32").unwrap();
        format!("{}\n", serde_json::to_string(line).unwrap())
    });
    std::fs::write(old.path().join(JOURNAL_FILE), lines.collect::<String>()).unwrap();
    play(old.path(), 1);
    let shown = Shown::of(old.path());
    assert!(shown.page("/journals/0/games").contains("3 games"));
    let (status, page) = shown.get("/journals/0/games/0");
    assert!(status == 404 && page.contains("does not have the moves"), "{page}");
    assert!(shown.replayed("/journals/0/games/2").1.len() >= 78);
}

/// Every contestant keeps what the judge keeps: after a round all cards were seen.
///
/// Slow: two whole games between four processes.
#[test]
fn contestants_keep_their_games_in_journals() {
    let folder = tempfile::tempdir().unwrap();
    let journal = |seat: usize| folder.path().join(format!("{seat}.jsonl"));
    let contestants = [0, 1, 2, 3].map(|seat| {
        let agent = ["random", "memoryless", "card-counter", "pseudo-random"][seat];
        let path = journal(seat).display().to_string();
        [cardsharp(agent), vec!["--journal".to_owned(), path]].concat()
    });
    let data = folder.path().join("data");
    let games = judged(JudgeConfig {
        data: Some(data.clone()),
        games: NonZeroUsize::new(2).unwrap(),
        ..config(contestants, PATIENT)
    });
    let shown = Shown::of(&data);
    let of_judge: Vec<_> = (1..=2).map(|game| shown.game(&format!("/games/{game}"))).collect();
    let rounds: usize = games.iter().map(|game| game.rounds.len()).sum();
    for seat in 0..4 {
        let won = games.iter().filter(|game| game.winner == Some(seat)).count();
        assert_eq!(kept_games(&journal(seat), 2, won as u64), of_judge, "seat {seat}");
        // Each takes 3 cards and plays 13.
        assert_eq!(kept_moves(&journal(seat)), 16 * rounds as u64);
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let agents = ["card-counter", "random", "random", "memoryless"];
    let once = || judged(config(four(agents), PATIENT)).remove(0);
    let (one, two) = (once(), once());
    assert_eq!((one.rounds.clone(), one.winner), (two.rounds, two.winner));
    let other = JudgeConfig { seed: 14, ..config(four(agents), PATIENT) };
    assert_ne!(judged(other)[0].rounds, one.rounds);
}

#[test]
fn what_contestants_say_on_standard_error_is_passed_on_under_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let good = cardsharp("random").join(" ");
    let talks = script(&format!("echo I am here >&2; printf unfinished >&2; exec {good}"));
    let contestants = [cardsharp("random"), talks, cardsharp("random"), cardsharp("random")];
    let games = judged(JudgeConfig { data: Some(folder.path().to_owned()), ..config(contestants, PATIENT) });
    assert!(games[0].disqualified.is_empty());
    let log = std::fs::read_to_string(folder.path().join(LOG_FILE)).unwrap();
    assert!(log.contains("# east: I am here\n"), "{log}");
    assert!(log.contains("# east: unfinished\n"));
}

/// A judge that is stopped ends its contestants.
#[test]
fn nothing_is_left_of_a_judge_that_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let pid = |seat: usize| folder.path().join(seat.to_string());
    let contestant = |seat: usize| {
        let pid = pid(seat);
        script(&format!("sleep 300 & echo $! > {0}; mv {0} {0}.pid; while read line; do :; done", pid.display()))
    };
    let contestants = [0, 1, 2, 3].map(contestant);
    let mut judge = RunningJudge::start(config(contestants, PATIENT)).unwrap();
    let pids = [0, 1, 2, 3].map(|seat| pid(seat).with_extension("pid"));
    wait_until("all have begun", || pids.iter().all(|pid| pid.exists()));
    let begun = Instant::now();
    judge.stop();
    judge.wait().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(60));
    assert!(judge.games().is_empty());
    for pid in &pids {
        wait_until("all are ended", || !is_alive(pid));
    }
}

#[test]
fn nothing_is_dealt_if_a_program_cannot_be_started() {
    let folder = tempfile::tempdir().unwrap();
    let good = cardsharp("random").join(" ");
    let output = Command::cargo_bin("cardsharp")
        .unwrap()
        .args(["serve", "tricky-eights", "--data"])
        .arg(folder.path())
        .args(["--", &good, &good, "./no-such-contestant 5", &good])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("south's program `./no-such-contestant 5` cannot be started"));
    let log = std::fs::read_to_string(folder.path().join(LOG_FILE)).unwrap();
    assert!(!log.contains("starthand"), "{log}");
    assert_eq!(std::fs::read(folder.path().join(JOURNAL_FILE)).unwrap(), b"");
}

#[test]
fn control_characters_of_standard_error_are_written_out() {
    let folder = tempfile::tempdir().unwrap();
    let good = cardsharp("random");
    let bad = script(r"printf '\033]0;owned\007\033[2J\n' >&2; exit 0");
    let contestants = [good.clone(), bad, good.clone(), good];
    judged(JudgeConfig { data: Some(folder.path().to_owned()), ..config(contestants, PATIENT) });
    let log = std::fs::read_to_string(folder.path().join(LOG_FILE)).unwrap();
    assert!(log.contains(r"# east: \u001b]0;owned\u0007\u001b[2J"), "{log}");
    assert!(!log.contains('\u{1b}'));
}

/// The processes are in sessions of their own, and one of them is not a descendant of the judge any more.
#[cfg(target_os = "linux")]
#[test]
fn children_in_other_sessions_end_with_the_judge() {
    let folder = tempfile::tempdir().unwrap();
    let pid = |name: &str| folder.path().join(name);
    let begin = |name: &str| {
        let pid = pid(name);
        format!("echo $$ > {0}; mv {0} {0}.pid; exec sleep 300", pid.display())
    };
    let contestant = script(&format!(
        "setsid sh -c '{}' & (setsid sh -c '{}' &); (env -i setsid sh -c '{}' & wait) & \
         while read line; do :; done",
        begin("session"),
        begin("orphan"),
        begin("bare"),
    ));
    let good = cardsharp("random");
    let contestants = [contestant, good.clone(), good.clone(), good];
    let mut judge = RunningJudge::start(config(contestants, PATIENT)).unwrap();
    let pids = ["session", "orphan", "bare"].map(|name| pid(name).with_extension("pid"));
    wait_until("all have begun", || pids.iter().all(|pid| pid.exists()));
    judge.stop();
    judge.wait().unwrap();
    for pid in &pids {
        wait_until("all are ended", || !is_alive(pid));
    }
}
