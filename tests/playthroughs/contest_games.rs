//! Playthroughs of the contests.

use std::sync::Arc;

use cardsharp::arena::Stepwise;
use cardsharp::contest::outside::Request;
use cardsharp::contest::{Contest, Frame, GameResult, Setup, derive_seed};
use serde_json::Value;

use crate::results::Results;
use crate::text::{Text, fields, short, short_fields};

/// The number of lines after which states are written in short, so that a text stays readable.
const LINES: usize = 150;

/// The number of lines after which the rest of a record is a checksum.
const RECORD_LINES: usize = 36;

/// The number of lines in short after which actions are only in the checksums.
const SHORT_LINES: usize = 30;

/// The numbers of states that one checksum is of, with their actions and without.
const STATES: usize = 10;
const MANY_STATES: usize = 100;

/// The game of every text: that of seed 1, in which agents and seats have the same numbers.
const SETUP: Setup = Setup { seed: 1, first: 0, record: true };

/// A request that was answered.
struct Step {
    agent: usize,
    request: Arc<Request>,
    action: usize,
}

/// A whole game of the contest, in which all agents choose by the number of the state.
fn play(contest: &dyn Contest) -> (Vec<Step>, GameResult) {
    let name = contest.name();
    assert!(
        contest.action_space().is_some(),
        "{name} has no actions for agents from outside, which its playthrough is made by"
    );
    let mut game = Stepwise::new(contest, &vec![None; contest.seats()], SETUP).unwrap();
    let mut steps = Vec::new();
    while let Some((agent, request)) = game.request() {
        let request = Arc::clone(request);
        let legal = request.legal();
        let chosen = derive_seed(SETUP.seed, steps.len() as u64) % legal.len() as u64;
        let action = legal[chosen as usize];
        game.act(action).unwrap();
        steps.push(Step { agent, request, action });
    }
    (steps, game.result().unwrap().clone())
}

/// The text of a game of the contest.
pub fn playthrough(contest: &dyn Contest) -> String {
    let (steps, result) = play(contest);
    let mut text = Text::default();
    text.line(contest.name());
    text.says("game", contest.summary());
    text.says("seats", &contest.seats().to_string());
    let actions = contest.action_space().map_or(0, |space| space.len());
    text.says("actions", &actions.to_string());
    text.says("seed", &SETUP.seed.to_string());
    text.line("");
    text.line("Of the fields of an observation those are written that have changed for the agent.");
    write_steps(&steps, contest.seats(), &mut text);
    write_end(contest, &result, steps.len(), &mut text);
    text.finish()
}

/// Writes the first states in full and the others in short.
fn write_steps(steps: &[Step], agents: usize, text: &mut Text) {
    let mut seen: Vec<Value> = vec![Value::Null; agents];
    let mut number = 0;
    while let Some(step) = steps.get(number)
        && text.lines() < LINES
    {
        write_step(number, step, &mut seen[step.agent], text);
        number += 1;
    }
    if number == steps.len() {
        return;
    }
    text.line("");
    text.line("The other states: the agents and their actions, and a checksum with what they saw and could choose.");
    text.line("");
    let end = text.lines() + SHORT_LINES;
    while number < steps.len() {
        let is_named = text.lines() < end;
        let states = if is_named { STATES } else { MANY_STATES };
        let some = &steps[number..steps.len().min(number + states)];
        let mut said = if is_named { chosen(some) } else { format!("{} states", some.len()) };
        said += &format!(" ({:08x})", checksum(some));
        text.says(&number.to_string(), &said);
        number += some.len();
    }
}

/// Writes a state: who acts, what is new for them, and their choices. `seen` is what they saw last.
fn write_step(number: usize, step: &Step, seen: &mut Value, text: &mut Text) {
    let observation = step.request.json();
    let known = fields(observation.as_object().unwrap());
    let is_new = |(name, value): &(&String, &Value)| seen.get(name.as_str()) != Some(*value);
    let new = short_fields(known.into_iter().filter(is_new));
    text.line("");
    text.line(&format!("state {number}"));
    text.says("turn", &format!("agent {}", step.agent));
    text.says("sees", &new);
    text.says("legal", &legal(&step.request));
    text.says("chosen", name_of(step));
    *seen = observation;
}

fn name_of(step: &Step) -> &'static str {
    step.request.space().name(step.action).unwrap()
}

/// The legal actions with their numbers.
fn legal(request: &Request) -> String {
    let named = |(number, name)| format!("{number}:{name}");
    Vec::from_iter(request.actions().map(named)).join(", ")
}

/// The agents and their actions.
fn chosen(steps: &[Step]) -> String {
    let chosen = |step: &Step| format!("{} {}", step.agent, name_of(step));
    Vec::from_iter(steps.iter().map(chosen)).join(", ")
}

/// A checksum of the observations, the legal actions and the chosen ones.
fn checksum(steps: &[Step]) -> u32 {
    let mut checksum = crc32fast::Hasher::new();
    for step in steps {
        checksum.update(short(&step.request.json()).as_bytes());
        checksum.update(legal(&step.request).as_bytes());
    }
    checksum.update(chosen(steps).as_bytes());
    checksum.finalize()
}

/// Writes the record, the last frame of its replay, and the result.
fn write_end(contest: &dyn Contest, result: &GameResult, states: usize, text: &mut Text) {
    let record = result.record.as_ref().unwrap();
    text.line("");
    text.line(&format!("state {states}"));
    text.says("turn", "the game is over");
    write_record(record, text);
    let frames = contest.replay(record).unwrap().frames;
    text.says("frames", &frames.len().to_string());
    if let Some(last) = frames.last() {
        write_frame(last, text);
    }
    let winner = result.winner.map(|agent| format!("agent {agent}"));
    text.says("winner", winner.as_deref().unwrap_or("none"));
    text.says("points", &listed(&result.points));
    text.says("moves", &listed(&result.moves));
    text.says("penalties", &listed(&result.penalties));
}

/// Writes a record, a list item by item: the first of them, a checksum of the others, and the last.
fn write_record(record: &Value, text: &mut Text) {
    let items = match record {
        Value::Array(items) => items.as_slice(),
        other => std::slice::from_ref(other),
    };
    let end = text.lines() + RECORD_LINES;
    let mut others = crc32fast::Hasher::new();
    let mut number_of_others = 0;
    for (number, item) in items.iter().enumerate() {
        let item = short(item);
        if text.lines() < end || number + 1 == items.len() {
            if number_of_others > 0 {
                let checksum = others.clone().finalize();
                text.says("", &format!("{number_of_others} more ({checksum:08x})"));
            }
            text.says(if number == 0 { "record" } else { "" }, &item);
        } else {
            others.update(item.as_bytes());
            number_of_others += 1;
        }
    }
}

fn write_frame(frame: &Frame, text: &mut Text) {
    text.says("part", &frame.part);
    text.says("caption", &frame.caption);
    for (number, seat) in frame.seats.iter().enumerate() {
        let fact = |(name, value): &(String, String)| format!("{name}: {value}");
        let facts = Vec::from_iter(seat.facts.iter().map(fact)).join(", ");
        text.says(&format!("seat {number}"), &facts);
    }
}

fn listed(numbers: &[impl ToString]) -> String {
    Vec::from_iter(numbers.iter().map(ToString::to_string)).join(", ")
}

#[test]
fn the_record_of_a_game_has_its_result() {
    for contest in cardsharp::contests::all() {
        let (_, result) = play(contest);
        let name = contest.name();
        let recorded = Results::of(name, result.record.as_ref().unwrap());
        assert_eq!(recorded.winner, result.winner, "{name}");
        assert_eq!(recorded.points, result.points, "{name}");
    }
}
