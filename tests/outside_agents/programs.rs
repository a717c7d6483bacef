//! Programs as agents: real child processes, honest and faulty.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use cardsharp::contest::outside::{OutsideError, Request};
use cardsharp::contest::{AgentError, AgentSpec, Setup};
use cardsharp::contests;

/// A shell program that runs `answer` for every request, which is in `$line`.
fn program(folder: &Path, answer: &str) -> String {
    let path = folder.join("bot.sh");
    let text = format!("while read -r line; do case \"$line\" in *'\"type\":\"request\"'*) {answer};; esac; done");
    fs::write(&path, text).unwrap();
    format!("program:command=sh {}", path.display())
}

/// Answers the number of the first legal action.
const FIRST: &str = r#"echo "$line" | sed 's/.*"actions":\[{"action":\([0-9]*\),.*/\1/'"#;
/// Answers the name of the first legal action.
const FIRST_NAME: &str = r#"echo "$line" | sed 's/.*"actions":\[{"action":[0-9]*,"name":"\([^"]*\)".*/\1/'"#;

/// Slow: shell scripts answer each request by starting programs.
#[test]
fn a_program_plays_as_the_function_does_in_every_contest() {
    let first = |request: &Request| Ok::<usize, OutsideError>(request.legal()[0]);
    let folder = tempfile::tempdir().unwrap();
    for &contest in contests::ALL {
        let other = contest.agents().hand_written[0].name;
        let played = |agent: AgentSpec| {
            let mut agents = vec![agent.clone()];
            agents.resize(contest.seats(), AgentSpec::named(other));
            let table = contest.table(&agents).unwrap();
            let games = [1, 2].map(|seed| table.play_game(Setup { seed, first: 0, record: true }));
            assert!(AgentSpec::take_failure(&agents).is_none());
            games
        };
        let function = played(AgentSpec::outside("first", first));
        for answer in [FIRST, FIRST_NAME] {
            let program: AgentSpec = program(folder.path(), answer).parse().unwrap();
            let games = played(program);
            for (here, there) in games.iter().zip(&function) {
                assert_eq!((&here.points, &here.moves), (&there.points, &there.moves));
                assert_eq!(here.penalties, there.penalties, "{}", contest.name());
            }
        }
    }
}

fn run(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardsharp"));
    command.current_dir(folder).args(words).output().unwrap()
}

#[test]
fn a_faulty_program_ends_a_match_with_its_fault() {
    let folder = tempfile::tempdir().unwrap();
    for (answer, fault) in [
        ("exit 3", "answers no more (exit status: 3)"),
        ("echo nonsense", "answered `nonsense`, which is no legal action"),
        ("sleep 30", "has not answered within 0.3 s"),
        ("exec 1>&-; sleep 30", "answers no more"),
        ("head -c 10000 /dev/zero | tr '\\0' x", "answers no more"),
        (&format!("{FIRST}; echo more; sleep 0.2"), "`more`"),
    ] {
        let agent = program(folder.path(), answer) + ",seconds=0.3,start=0.3";
        let output = run(folder.path(), &["match", "challenge", &agent, "greedy", "--games", "2", "--quiet"]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(fault), "{answer}: {said}");
        assert_eq!(output.status.code(), Some(1), "{answer}");
    }
}

#[test]
fn a_tournament_with_a_program_goes_on_from_its_journal() {
    let folder = tempfile::tempdir().unwrap();
    let agent = program(folder.path(), FIRST);
    let output = run(
        folder.path(),
        &[
            "tournament",
            "challenge",
            &agent,
            "lowest",
            "random",
            "--games",
            "4",
            "--journal",
            "club.jsonl",
            "--json",
            "--quiet",
        ],
    );
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    let journal = fs::read_to_string(folder.path().join("club.jsonl")).unwrap();
    let cut = journal.lines().count() / 2;
    let half: Vec<&str> = journal.lines().take(cut).collect();
    fs::write(folder.path().join("club.jsonl"), half.join("\n") + "\n").unwrap();
    let again = run(folder.path(), &["tournament", "--resume", "club.jsonl", "--json", "--quiet"]);
    let report = |output: &Output| -> serde_json::Value {
        let mut report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        report.as_object_mut().unwrap().remove("seconds");
        report
    };
    assert_eq!(report(&output), report(&again));
}

#[test]
fn what_a_program_needs_is_named() {
    let error = |text: &str| text.parse::<AgentSpec>().unwrap_err();
    assert!(matches!(error("program"), AgentError::Missing { .. }));
    for (text, wanted) in [
        ("program:command=", "`command` is a command line with all its quotes closed"),
        ("program:command='a", "not `'a`"),
        ("program:command=a,seconds=0", "`seconds` is a number from 0.01 to 600"),
        ("program:command=a,speed=1", "choose command, seconds, start"),
    ] {
        let error = error(text).to_string();
        assert!(error.contains(wanted), "{error}");
    }
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["match", "challenge", "program:command=./nowhere", "greedy", "--games", "1"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("`./nowhere` cannot be started: No such file"), "{said}");
}

/// Answers as [`FIRST`] does, but crashes at the fifth request.
const CRASHING: &str =
    r#"n=$((n+1)); [ "$n" = 5 ] && exit 3; echo "$line" | sed 's/.*"actions":\[{"action":\([0-9]*\),.*/\1/'"#;

#[test]
fn a_program_that_crashes_loses_its_games_and_the_tournament_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let crashing = program(folder.path(), CRASHING);
    let agents = ["tournament", "challenge", &crashing, "random", "greedy"];
    let options = ["--games", "4", "--journal", "club.jsonl", "--quiet"];
    let output = run(folder.path(), &[&agents[..], &options].concat());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("lost a game") && said.contains("exit status: 3"), "{said}");
    let journal = fs::read_to_string(folder.path().join("club.jsonl")).unwrap();
    let forfeits = journal.lines().filter(|line| line.contains(r#""ending":"forfeited""#));
    // Four games against each of the two others.
    assert_eq!(forfeits.clone().count(), 8, "{journal}");
    for game in forfeits {
        let game: serde_json::Value = serde_json::from_str(game).unwrap();
        let loser = game["forfeit"]["agent"].as_u64().unwrap();
        assert_ne!(game["winner"].as_u64(), Some(loser), "{game}");
        assert!(game["winner"].is_u64(), "{game}");
        let reason = game["forfeit"]["reason"].as_str().unwrap();
        assert!(reason.contains("exit status: 3"), "{reason}");
    }
    // What is complete stays so, and the crash does not come again.
    let again = run(folder.path(), &["tournament", "--resume", "club.jsonl", "--quiet"]);
    let said = String::from_utf8_lossy(&again.stderr);
    assert!(again.status.success(), "{said}");
    let after = fs::read_to_string(folder.path().join("club.jsonl")).unwrap();
    assert_eq!(after, journal);
}

#[test]
fn a_program_has_time_to_start_before_its_first_answer() {
    let folder = tempfile::tempdir().unwrap();
    let slow = format!(r#"[ -z "$awake" ] && sleep 1; awake=yes; {FIRST}"#);
    let agent = |start: &str| program(folder.path(), &slow) + ",seconds=0.5" + start;
    for (start, works) in [("", true), (",start=0.6", false)] {
        let words = ["match", "challenge", &agent(start), "random", "--games", "1", "--quiet"];
        let output = run(folder.path(), &words);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.success(), works, "{start}: {said}");
    }
}
