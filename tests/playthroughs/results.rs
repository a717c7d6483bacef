//! The results of a game as its record has them.

use serde_json::Value;

/// The winner and the points by seat.
pub struct Results {
    pub winner: Option<usize>,
    pub points: Vec<f64>,
}

impl Results {
    /// The results in a record of this contest.
    pub fn of(contest: &str, record: &Value) -> Results {
        match contest {
            "challenge" => challenge(record),
            "dead-mans-draw" => dead_mans_draw(record),
            "skullwhist" => skullwhist(record),
            "tricky-eights" => tricky_eights(record),
            other => panic!("say here where a record of {other} has its results"),
        }
    }
}

/// The last event of this kind, which stands in the field `kind`.
fn last<'a>(events: &'a Value, kind: &str, name: &str) -> &'a Value {
    let mut events = events.as_array().unwrap().iter();
    events.rfind(|event| event[kind] == name).unwrap()
}

fn challenge(events: &Value) -> Results {
    let end = last(events, "type", "final_game_result");
    let points = ["player0_score", "player1_score"].map(|score| end[score].as_f64().unwrap());
    Results { winner: end["winner"].as_u64().map(|seat| seat as usize), points: points.to_vec() }
}

fn dead_mans_draw(events: &Value) -> Results {
    let end = last(events, "eventType", "MatchEnded");
    let points = end["matchEndedScores"].as_array().unwrap().iter();
    Results {
        winner: end["matchEndedWinnerIdx"].as_u64().map(|seat| seat as usize),
        points: points.map(|score| score.as_f64().unwrap()).collect(),
    }
}

fn skullwhist(game: &Value) -> Results {
    let points = ["score1", "score2"].map(|score| game[score].as_f64().unwrap());
    Results { winner: most(&points), points: points.to_vec() }
}

fn tricky_eights(rounds: &Value) -> Results {
    let mut points = vec![0.0; 4];
    for round in rounds.as_array().unwrap() {
        for (sum, won) in points.iter_mut().zip(round["points"].as_array().unwrap()) {
            *sum += won.as_f64().unwrap();
        }
    }
    Results { winner: most(&points), points }
}

/// The seat that has more points than all others.
fn most(points: &[f64]) -> Option<usize> {
    let best = points.iter().copied().fold(f64::MIN, f64::max);
    let mut seats = (0..points.len()).filter(|&seat| points[seat] == best);
    let first = seats.next();
    if seats.next().is_some() { None } else { first }
}
