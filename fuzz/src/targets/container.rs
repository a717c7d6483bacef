//! Policies and checkpoints.

use std::path::Path;

use cardsharp::contests::{self, challenge, dead_mans_draw, skullwhist, tricky_eights};
use cardsharp::explicit::{self, ExplicitGame, TreeExplorer};
use cardsharp_policy::Row;
use cardsharp_policy::container::{Compression, ContainerError, Element, Reader};
use cardsharp_training::{Checkpoint, TrainError};

use super::{Given, sums};
use crate::{Outcome, Target};

/// Policies.
pub const POLICY: Target = Target {
    name: "policy",
    run: policy,
    words: WORDS,
    examples: &[
        "tests/formats/v1/skullwhist.policy",
        "tests/formats/v2/challenge.policy",
        "tests/formats/v2/dead-mans-draw.policy",
        "tests/formats/v2/explicit.policy",
        "tests/formats/v2/skullwhist.policy",
        "tests/formats/v2/tricky-eights.policy",
    ],
};

/// Checkpoints.
pub const CHECKPOINT: Target = Target { name: "checkpoint", run: checkpoint, words: WORDS, examples: &[] };

/// Parts of the headers.
const WORDS: &[&str] = &[
    "table",
    "keys",
    "firsts",
    "strategy",
    "nodes",
    "seconds",
    "ranks=",
    "copies=",
    "hand_size=",
    "suits=",
    "values=",
    "0",
    "1",
    "\0",
    "\u{1}",
    "\u{2}",
    "\u{5}",
    "1e308",
    "NaN",
    "-1",
];

/// The most memory of a compressed section, which can be a thousand times as long as it is stored. A file may have longer
/// ones; the limit of an input has no room for them.
const MOST_INFLATED: u64 = 32 << 20;

/// The most ends of a game that is written out for its rows.
const MOST_ENDS: u64 = 20_000;

fn policy(input: &[u8], outcome: &mut Outcome) {
    each_file(input, outcome, policy_file);
}

fn checkpoint(input: &[u8], outcome: &mut Outcome) {
    each_file(input, outcome, checkpoint_file);
}

/// Reads the input as it is, and with its checksums set right.
fn each_file(input: &[u8], outcome: &mut Outcome, read: fn(&Path, &Reader, &mut Outcome)) {
    for bytes in [Some(input.to_vec()), sums::set_right(input)].into_iter().flatten() {
        let given = Given::new("given.policy", &bytes);
        let path = given.path();
        let Some(reader) = outcome.of("container", Reader::open_verified(path)) else {
            continue;
        };
        let sections: Vec<_> = reader.sections().cloned().collect();
        let is_long = |length: Option<u64>| length.is_none_or(|length| length > MOST_INFLATED);
        let is_packed = |compression| compression != Compression::None;
        if sections.iter().any(|one| is_packed(one.compression) && is_long(one.length())) {
            continue;
        }
        for section in sections {
            outcome.of("section", read_section(&reader, &section.name, section.element));
        }
        read(path, &reader, outcome);
    }
}

fn read_section(reader: &Reader, name: &str, element: Element) -> Result<usize, ContainerError> {
    Ok(match element {
        Element::U8 => reader.section::<u8>(name)?.len(),
        Element::U16 => reader.section::<u16>(name)?.len(),
        Element::U32 => reader.section::<u32>(name)?.len(),
        Element::U64 => reader.section::<u64>(name)?.len(),
        Element::F32 => reader.section::<f32>(name)?.len(),
        Element::F64 => reader.section::<f64>(name)?.len(),
    })
}

fn policy_file(path: &Path, reader: &Reader, outcome: &mut Outcome) {
    let game = ExplicitGame::open(&reader.header().game);
    if let Some(game) = outcome.of("game", game) {
        outcome.of("tree", TreeExplorer::load(path));
        // An export of the rows of a game asks for all of it, and may take what it needs.
        if game.game().terminals(MOST_ENDS).is_some() {
            outcome.of("explicit rows", explicit::InfosetRows::read(reader));
        }
    }
    let Some(contest) = contests::family_of(&reader.header().game) else {
        return;
    };
    let Some(policies) = outcome.of(contest.name(), contest.policies()) else {
        return;
    };
    outcome.of("positions", policies.positions(path));
    outcome.of("explorer", policies.explorer(path));
    outcome.of("advisor", policies.advisor(path));
    if let Some(rows) = outcome.of("rows", policies.rows(path)) {
        let mut count = 0;
        let weights = rows.weights();
        let mut check = |row: &Row<'_>| {
            let end = row.first + row.actions.len();
            assert!(end <= weights.len(), "a row beyond the weights");
            count += 1;
        };
        // A short file may have millions of rows, since most of them are alike.
        let segments = rows.segments();
        for segment in (0..segments.min(1)).chain(segments.saturating_sub(1)..segments) {
            rows.for_each_of(segment, &mut check);
        }
        outcome.taken("rows", count > 0);
    }
}

fn checkpoint_file(path: &Path, reader: &Reader, outcome: &mut Outcome) {
    if let Some(checkpoint) = outcome.of("checkpoint", Checkpoint::open(path)) {
        outcome.of("table", checkpoint.restore(|_| Ok(())));
    }
    let resumed: Result<(), TrainError> = match contests::family_of(&reader.header().game).map(|one| one.name()) {
        Some("challenge") => challenge::training::ResumePoint::open(path).map(|_| ()),
        Some("dead-mans-draw") => dead_mans_draw::training::ResumePoint::open(path).map(|_| ()),
        Some("skullwhist") => skullwhist::training::ResumePoint::open(path).map(|_| ()),
        Some("tricky-eights") => tricky_eights::training::ResumePoint::open(path).map(|_| ()),
        _ => return,
    };
    outcome.of("resumed", resumed);
}
