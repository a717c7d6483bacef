//! Events of the judge, through the binary, with judges that are killed.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use cardsharp::contests::tricky_eights::server::{JOURNAL_FILE, read_journal};

use crate::processes::{cardsharp, wait_until};

const AGENTS: [&str; 6] = ["random", "card-counter", "pseudo-random", "memoryless", "poor-memory", "random"];

/// The judge of an event of these contestants.
fn judge(folder: &Path, options: &[&str], contestants: &[String]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("cardsharp"));
    command.args(["serve", "tricky-eights", "--quiet", "--data"]).arg(folder).args(options).arg("--").args(contestants);
    command
}

fn contestants() -> Vec<String> {
    let line = |agent: &str| cardsharp(agent).join(" ");
    AGENTS.map(line).to_vec()
}

const ELIMINATION: [&str; 6] = ["--tournament", "single-elimination", "--seed", "5", "--games", "2"];

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn lines(folder: &Path) -> usize {
    let journal = std::fs::read_to_string(folder.join(JOURNAL_FILE));
    journal.map_or(0, |text| text.lines().count())
}

/// Kills a judge as soon as its journal has this many games.
fn kill_after(mut judge: Child, folder: &Path, games: usize) {
    wait_until("games are played", || lines(folder) >= games);
    judge.kill().unwrap();
    judge.wait().unwrap();
}

/// Slow: an event is judged twice, with six processes.
#[test]
fn an_event_whose_judge_is_killed_ends_as_one_without() {
    let (whole, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let said = text(&judge(whole.path(), &ELIMINATION, &contestants()).output().unwrap());
    assert!(said.contains("place"), "{said}");
    let first = said.lines().nth(1).unwrap();
    assert!(first.trim_start().starts_with("1 "), "{said}");
    // Two tables cannot be filled by six: one of four plays, and then the four who are left.
    assert_eq!(lines(whole.path()), 4, "{said}");

    for games in [1, 3] {
        let mut judge = judge(killed.path(), &ELIMINATION, &contestants());
        let judge = judge.stdout(Stdio::null()).spawn().unwrap();
        kill_after(judge, killed.path(), games);
    }
    // The journal has the seed.
    let without_seed = ["--tournament", "single-elimination", "--games", "2"];
    let resumed = judge(killed.path(), &without_seed, &contestants()).output();
    assert_eq!(text(&resumed.unwrap()), said);
    let played = |folder: &Path| {
        let journal = read_journal(&folder.join(JOURNAL_FILE)).unwrap();
        let games = journal.games.into_iter();
        games.map(|game| (game.event, game.scores, game.winner)).collect::<Vec<_>>()
    };
    assert_eq!(played(killed.path()), played(whole.path()));
    // An event that is over is only printed.
    let again = judge(killed.path(), &ELIMINATION, &contestants()).output();
    assert_eq!(text(&again.unwrap()), said);
    assert_eq!(lines(killed.path()), 4);
}

#[test]
fn another_list_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let all = contestants();
    text(&judge(folder.path(), &ELIMINATION, &all[..4]).output().unwrap());
    let refused = |options: &[&str], contestants: &[String], reason: &str| {
        let output = judge(folder.path(), options, contestants).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(reason), "{said}");
    };
    refused(&ELIMINATION, &all[..5], "the number of contestants: 4 there, 5 here");
    refused(&ELIMINATION, &all[1..5], "contestant 1: `");
    refused(&ELIMINATION, &all[..3], "3 contestants given: an event needs four or more");
    let other = ["--tournament", "double-elimination", "--games", "2"];
    refused(&other, &all[..4], "the form: single-elimination there");
    refused(&["--tournament", "single-elimination"], &all[..4], "the games of a match: 2 there, 1 here");
}

#[test]
fn who_breaks_a_rule_is_last() {
    let folder = tempfile::tempdir().unwrap();
    let mut all = contestants();
    all[1] = "sh -c 'read line; echo nonsense; sleep 9'".to_owned();
    let said = text(&judge(folder.path(), &ELIMINATION, &all[..4]).output().unwrap());
    let last = said.lines().nth(4).unwrap();
    assert!(last.trim_start().starts_with("4 "), "{said}");
    assert!(last.contains("it was disqualified in game 1: `nonsense` is no card"), "{said}");
    let journal = read_journal(&folder.path().join(JOURNAL_FILE)).unwrap();
    // It is not started for the second game.
    assert_eq!(journal.games[1].disqualified[0].fault, "out");
}

/// The games and wins of an agent.
type Wins = (f64, f64);

/// The wins of all agents under the judge, at every table of four.
fn wins_on_the_wire(agents: &[&str]) -> Vec<Wins> {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--tournament", "round-robin", "--games", "8", "--seed", "3"];
    let line = |agent: &&str| cardsharp(agent).join(" ");
    let contestants: Vec<String> = agents.iter().map(line).collect();
    text(&judge(folder.path(), &options, &contestants).output().unwrap());
    let journal = read_journal(&folder.path().join(JOURNAL_FILE)).unwrap();
    let mut wins = vec![(0.0, 0.0); agents.len()];
    for game in &journal.games {
        assert!(game.disqualified.is_empty(), "{game:?}");
        for (seat, contestant) in game.event.as_ref().unwrap().seats.into_iter().enumerate() {
            wins[contestant].0 += 1.0;
            wins[contestant].1 += f64::from(u8::from(game.winner == Some(seat)));
        }
    }
    wins
}

/// The same in one process, with other deals.
fn wins_in_process(agents: &[&str]) -> Vec<Wins> {
    let words = "tournament tricky-eights --format round-robin --games 80 --seed 4 --json --quiet";
    let output = Command::new(assert_cmd::cargo::cargo_bin("cardsharp")).args(words.split(' ')).args(agents).output();
    let report: serde_json::Value = serde_json::from_str(&text(&output.unwrap())).unwrap();
    let of = |agent: &&str| {
        let mut all = report["agents"].as_array().unwrap().iter();
        let standing = all.find(|standing| standing["agent"] == *agent).unwrap();
        let number = |key: &str| standing[key].as_f64().unwrap();
        (number("games"), number("game_wins"))
    };
    agents.iter().map(of).collect()
}

/// Both tables come from the same agents at the same tables, so each agent's shares differ by chance alone. Deals
/// that all seatings share make the shares vary less than the binomial distribution says. The bound is four standard
/// errors: five fair comparisons fail once in 3000 choices of the seeds.
/// Slow: hundreds of games are played through processes, for shares that can be compared.
#[test]
fn the_table_on_the_wire_is_that_of_a_tournament_in_one_process() {
    let agents = ["random", "pseudo-random", "memoryless", "poor-memory", "card-counter"];
    let (wire, process) = (wins_on_the_wire(&agents), wins_in_process(&agents));
    for ((agent, wire), process) in agents.iter().zip(wire).zip(process) {
        // With one win and one loss more than were seen, a share of 0 has a deviation too.
        let share = (wire.1 + process.1 + 1.0) / (wire.0 + process.0 + 2.0);
        let deviation = (share * (1.0 - share) * (1.0 / wire.0 + 1.0 / process.0)).sqrt();
        let [on_wire, in_process] = [wire, process].map(|(games, wins)| wins / games);
        println!("{agent}: {on_wire:.3} on the wire, {in_process:.3} in one process, deviation {deviation:.3}");
        assert!((on_wire - in_process).abs() < 4.0 * deviation, "{agent}");
    }
}
