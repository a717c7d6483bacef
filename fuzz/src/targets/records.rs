//! Journals, plans, weights of networks, and further files.

use std::fs::{self, OpenOptions};
use std::io;

use cardsharp::contests::{self, challenge, tricky_eights};
use cardsharp::explicit::{ExplicitGame, Locks};
use cardsharp::plan::{PROGRAM, Plan, Task, TaskResult};
use cardsharp::report::{curve, manifest};
use cardsharp::view::JournalIndex;
use cardsharp_arena::read_journal;
use cardsharp_arena::tournament::TournamentProgress;
use cardsharp_files::json_lines::{self, BadLine, JsonLines};
use cardsharp_files::sealed;
use cardsharp_solvers::solution::Solution;
use cardsharp_value_network::Network;
use serde_json::Value;

use super::Given;
use crate::guard::same;
use crate::{Outcome, Target};

/// The weights of a network.
pub const NETWORK: Target = Target {
    name: "network",
    run: network,
    words: &["\0\0\0\0", "\u{1}\0\0\0", "\u{2}\0\0\0", "\u{3}\0\0\0", "\0\0\u{80}?", "\u{7f}"],
    examples: &[],
};

fn network(input: &[u8], outcome: &mut Outcome) {
    if let Some(network) = outcome.of("network", Network::from_bytes(input)) {
        assert!(network.to_bytes() == input, "a network is written as other bytes than it was read from");
    }
}

/// Lines of journals.
pub const JOURNAL: Target = Target {
    name: "journal",
    run: journal,
    words: &[
        "{\"",
        "\":",
        "\"crc32\":\"",
        "\"}\n",
        "\n",
        "{\"type\":",
        "\"game\":",
        "\"round\":",
        "\"match\":",
        "\"tournament\":",
        "\"seed\":",
        "\"count\":",
        "\"agents\":",
        "\"winner\":",
        "\"names\":",
        "\"teams\":",
        "\"events\":",
        "\"game_id\":",
        "null",
        "[]",
        "{}",
        "\"moves\":",
        "\"penalties\":",
        "\"stage\":",
        "\"number\":",
        "\"unit\":",
    ],
    examples: &[],
};

fn journal(input: &[u8], outcome: &mut Outcome) {
    lines(input, outcome);
    let given = Given::new("matches.jsonl", input);
    let path = given.path();
    if let Some(read) = outcome.of("matches", read_journal(path)) {
        outcome.taken("matches", read.matches.len().min(3));
    }
    outcome.of("tournament", TournamentProgress::read(path));
    outcome.of("challenge", challenge::server::read_journal(path));
    outcome.of("tricky-eights", tricky_eights::server::read_journal(path));
    let contests = contests::without_commands();
    outcome.of("index", JournalIndex::read(path, &contests));
    for contest in &contests {
        let Some(served) = contest.served_journal() else {
            continue;
        };
        let path = given.folder().join(served.file);
        let written = fs::write(&path, input).and_then(|()| read_served(&path, &contests));
        outcome.of(contest.name(), written);
    }
}

fn read_served(path: &std::path::Path, contests: &[&'static dyn cardsharp_contest::Contest]) -> io::Result<()> {
    JournalIndex::read(path, contests).map(|_| ()).map_err(io::Error::other)
}

/// Checks that the objects of the lines are read again from the lines that they are written as.
fn lines(input: &[u8], outcome: &mut Outcome) {
    let mut objects = Vec::new();
    let read = json_lines::read(input, |_, line: Result<Value, BadLine>| {
        if let Some(value) = outcome.of("line", line)
            && value.as_object().is_some_and(|members| !members.is_empty())
        {
            objects.push(value);
        }
    });
    outcome.of("lines", read);
    let given = Given::new("lines.jsonl", b"{\"torn");
    let again = || -> io::Result<Vec<Value>> {
        let file = OpenOptions::new().append(true).read(true).open(given.path())?;
        JsonLines::at_end_of(file)?.append(&objects)?;
        let mut again = Vec::new();
        json_lines::read(fs::File::open(given.path())?, |_, line| again.extend(line.ok()))?;
        Ok(again)
    };
    match again() {
        Ok(again) => same(&again, &objects, "lines are read again"),
        Err(error) => panic!("lines are not read again: {error}"),
    }
}

/// Records of games, and what agents remember of opponents.
pub const GAME_RECORD: Target = Target {
    name: "game-record",
    run: game_record,
    words: &[
        "{",
        "}",
        "[",
        "]",
        ",",
        "\"type\":",
        "\"hand\":",
        "\"hands\":",
        "\"cards\":",
        "\"seat\":",
        "\"card\":",
        "\"bids\":",
        "\"moves\":",
        "\"winner\":",
        "\"eventType\":\"",
        "\"playerIndex\":",
        "null",
        "\"deal\":",
        "\"suit\":",
        "\"value\":",
        "true",
    ],
    examples: &[],
};

fn game_record(input: &[u8], outcome: &mut Outcome) {
    for contest in contests::all() {
        outcome.taken("memories", contest.memories(input).is_some());
    }
    let Some(record) = outcome.of("json", serde_json::from_slice::<Value>(input)) else {
        return;
    };
    for contest in contests::all() {
        if let Some(replay) = outcome.of(contest.name(), contest.replay(&record)) {
            outcome.taken(contest.name(), replay.frames.len().min(8));
        }
    }
}

/// Plans, and the results of their tasks.
pub const PLAN: Target = Target {
    name: "plan",
    run: plan,
    words: &[
        "\"seal\":",
        "\"plan\":",
        "\"format\":",
        "\"program\":",
        "\"kind\":",
        "\"inputs\":",
        "\"tasks\":",
        "\"gather\":",
        "\"id\":",
        "\"command\":",
        "\"resume\":",
        "\"after\":",
        "\"threads\":",
        "\"seconds\":",
        "\"memory\":",
        "\"exploit\"",
        "\"train\"",
        "\"values\"",
        "\"tournament\"",
        "../../inputs/",
        "../../results/",
        "results/*",
        "null",
        "[]",
        "..",
        "/",
    ],
    examples: &[],
};

fn plan(input: &[u8], outcome: &mut Outcome) {
    let given = Given::new("plan.json", input);
    outcome.of("file", Plan::read(given.folder()));
    if let Some(plan) = outcome.of("plan", serde_json::from_slice::<Plan>(input)) {
        plan_again(plan, &given, outcome);
    }
    if let Some(result) = outcome.of("result", serde_json::from_slice::<TaskResult>(input)) {
        result_again(result, &given, outcome);
    }
}

/// Seals a plan of this version, and checks that it is read as it is.
fn plan_again(mut plan: Plan, given: &Given, outcome: &mut Outcome) {
    PROGRAM.clone_into(&mut plan.program);
    if let Err(error) = plan.write(given.folder()) {
        panic!("a plan cannot be written: {error}");
    }
    let Some(read) = outcome.of("sealed", Plan::read(given.folder())) else {
        return;
    };
    same(&read, &plan, "a plan is read again");
    outcome.of("inputs", read.check_inputs(given.folder()));
    for task in &read.tasks {
        let known = read.task(&task.id).map(|known| known == task);
        assert!(known.is_ok_and(|known| known), "a task is not known by its id");
    }
}

/// Seals the result of a task, and reads it.
fn result_again(mut result: TaskResult, given: &Given, outcome: &mut Outcome) {
    let task = Task::new("task", result.command.clone(), &[], Vec::new());
    result.task.clone_from(&task.id);
    PROGRAM.clone_into(&mut result.program);
    let folder = TaskResult::folder(given.folder(), &task.id);
    let text = sealed(&result).map_err(io::Error::other);
    let written =
        text.and_then(|text| fs::create_dir_all(&folder).and_then(|()| fs::write(folder.join("result.json"), text)));
    if let Err(error) = written {
        panic!("a result cannot be written: {error}");
    }
    if let Some(read) = outcome.of("sealed result", TaskResult::read(given.folder(), &task)) {
        same(&read, &result, "a result is read again");
    }
}

/// Curves and their manifests, values of positions, solutions, and locked information sets.
pub const TABLES: Target = Target {
    name: "tables",
    run: tables,
    words: &[
        "player,infoset,action,probability\n",
        "iteration,seconds,nodes,quantity,value,half_width,unit\n",
        "\n0,0b,pass,1\n",
        ",",
        "\"",
        "\n",
        "NaN",
        "inf",
        "1e-300",
        "\"values\":",
        "\"residual\":",
        "[[",
        "]]",
        "\"version\":",
        "\"checksum\":",
        "\"solution\":",
    ],
    examples: &[
        "data/challenge/values.json",
        "data/dead_mans_draw/strength.csv",
        "data/skullwhist/determinization.csv",
    ],
};

fn tables(input: &[u8], outcome: &mut Outcome) {
    let given = Given::new("given.csv", input);
    let path = given.path();
    outcome.of("curve", curve::read(path));
    outcome.of("solution", Solution::load(path));
    let written = fs::write(manifest::path_for(path), input);
    if outcome.of("written", written).is_some() {
        outcome.of("manifest", manifest::Manifest::read(path));
    }
    let text = String::from_utf8_lossy(input);
    outcome.of("values", challenge::scores::GameValues::parse(&text, "given"));
    outcome.of("parts", challenge::scores::PartialValues::parse(&text, "given"));
    let Some(game) = outcome.of("kuhn", ExplicitGame::open("kuhn_poker")) else {
        return;
    };
    locks(path, &game, outcome);
}

fn locks(path: &std::path::Path, game: &ExplicitGame, outcome: &mut Outcome) {
    let game = game.game();
    if let Some(locks) = outcome.of("locks", Locks::read(path, game)) {
        outcome.of("locked", locks.apply(game));
    }
}
