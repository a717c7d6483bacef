//! The document of the observations: its fields and its examples are those of the code.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use cardsharp::contest::outside::{OutsideError, Request};
use cardsharp::contest::{AgentSpec, Setup};
use cardsharp::contests;
use serde_json::Value;

/// The page of the book.
fn page() -> String {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(root.join("docs/src/formats/observations.md")).unwrap()
}

/// The requests of the first agent in game 1, in which every seat takes the first or the last legal action in turn.
fn requests(contest: &dyn cardsharp::contest::Contest) -> Vec<Arc<Request>> {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let agents: Vec<AgentSpec> = (0..contest.seats())
        .map(|agent| AgentSpec::outside("first or last", Keeper(agent, Arc::clone(&seen))))
        .collect();
    let table = contest.table(&agents).unwrap();
    table.play_game(Setup { seed: 1, first: 0, record: false });
    let requests = seen.lock().unwrap();
    let of_first = requests.iter().filter(|(agent, _)| *agent == 0);
    of_first.map(|(_, request)| Arc::clone(request)).collect()
}

type Kept = Arc<Mutex<Vec<(usize, Arc<Request>)>>>;

struct Keeper(usize, Kept);

impl cardsharp::contest::outside::OutsideAgent for Keeper {
    fn player(&self, _: u64) -> Box<dyn cardsharp::contest::outside::OutsidePlayer> {
        Box::new(KeeperPlayer(self.0, Arc::clone(&self.1), 0))
    }
}

struct KeeperPlayer(usize, Kept, usize);

impl cardsharp::contest::outside::OutsidePlayer for KeeperPlayer {
    fn choose(&mut self, request: &Arc<Request>) -> Result<usize, OutsideError> {
        self.1.lock().unwrap().push((self.0, Arc::clone(request)));
        self.2 += 1;
        let legal = request.legal();
        Ok(if self.2.is_multiple_of(3) { legal[0] } else { legal[legal.len() - 1] })
    }
}

/// The part of the page about this contest.
fn section<'a>(page: &'a str, name: &str) -> &'a str {
    let begin = format!("\n## `{name}`\n");
    let rest = page.split_once(&begin).unwrap_or_else(|| panic!("no part for {name}")).1;
    rest.split("\n## ").next().unwrap()
}

/// The names of the fields of a record, those of records within as `outer.inner`.
fn fields(value: &Value, before: &str, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(record) => {
            for (name, value) in record {
                let name = match before {
                    "" => name.clone(),
                    _ => format!("{before}.{name}"),
                };
                fields(value, &name, into);
                into.insert(name);
            }
        }
        Value::Array(list) => list.iter().for_each(|one| fields(one, before, into)),
        _ => {}
    }
}

#[test]
fn every_field_is_in_the_document_and_the_examples_are_real() {
    let page = page();
    let mut wrong = String::new();
    for &contest in contests::ALL {
        let name = contest.name();
        let section = section(&page, name);
        let requests = requests(contest);
        let mut found = BTreeSet::new();
        for request in &requests {
            fields(&request.json(), "", &mut found);
        }
        let written: BTreeSet<String> = section
            .lines()
            .filter_map(|line| line.strip_prefix("| `"))
            .filter_map(|line| Some(line.split_once('`')?.0.to_owned()))
            .collect();
        assert_eq!(found, written, "{name}");
        let space = contest.action_space().unwrap();
        let number = format!("{} actions", space.len());
        assert!(section.contains(&number), "{name}: {number}");
        let example = section.split("```json\n").nth(1).unwrap();
        let example: Value = serde_json::from_str(example.split("```").next().unwrap()).unwrap();
        if !requests.iter().any(|request| request.json() == example) {
            wrong += &format!("{name}: the example is none of these:\n{}\n", some(&requests));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Some of the requests, to choose an example from.
fn some(requests: &[Arc<Request>]) -> String {
    let every = (requests.len() / 12).max(1);
    let some = requests.iter().step_by(every);
    let lines = some.map(|request| serde_json::to_string(request.observation()).unwrap());
    lines.collect::<Vec<_>>().join("\n")
}
