//! The rows of a solution: the information sets of its game in the order of the file.

use std::collections::HashMap;

use cardsharp_solvers::dyn_game::NamedInfoset;

use super::game::ExplicitGame;
use super::policy;
use cardsharp_policy::container::Reader;
use cardsharp_policy::{Part, PolicyRows, Row, SEGMENT, Weights, segment_range};

/// The rows of a solution.
pub struct InfosetRows {
    parts: Vec<Part>,
    actions: Vec<String>,
    strategy: Vec<f64>,
    rows: Vec<InfosetRow>,
}

/// The row of an information set. Its name has the index of the row.
struct InfosetRow {
    key: u64,
    player: i64,
    first: usize,
    actions: Vec<u32>,
}

impl InfosetRows {
    /// The rows of a file. The game that it names is opened and compiled.
    ///
    /// # Errors
    ///
    /// The game cannot be opened, or the file is no solution of it.
    pub fn read(reader: &Reader) -> anyhow::Result<InfosetRows> {
        let game = ExplicitGame::open(&reader.header().game)?;
        let tree = game.game().compile()?;
        policy::read(reader, &tree)?;
        let (keys, strategy) = policy::sections(reader)?;
        let found = game.game().infosets().into_iter();
        let mut found: HashMap<u64, NamedInfoset> = found.map(|infoset| (infoset.key.0, infoset)).collect();
        let mut names = Vec::new();
        let mut known: HashMap<String, u32> = HashMap::new();
        let (mut rows, mut first) = (Vec::new(), 0);
        // The keys are those of the game, or the file would have been refused.
        for found in keys.iter().filter_map(|key| found.remove(key)) {
            let mut actions = Vec::new();
            for action in found.actions {
                let next = known.len() as u32;
                actions.push(*known.entry(action).or_insert(next));
            }
            let (key, player) = (found.key.0, found.player.index() as i64);
            names.push(found.name);
            let count = actions.len();
            rows.push(InfosetRow { key, player, first, actions });
            first += count;
        }
        let mut actions = vec![String::new(); known.len()];
        for (name, index) in known {
            actions[index as usize] = name;
        }
        Ok(InfosetRows { parts: vec![Part::number("player"), Part::label("infoset", names)], actions, strategy, rows })
    }
}

impl PolicyRows for InfosetRows {
    fn parts(&self) -> &[Part] {
        &self.parts
    }

    fn actions(&self) -> &[String] {
        &self.actions
    }

    fn weights(&self) -> Weights<'_> {
        Weights::F64(&self.strategy)
    }

    fn has_keys(&self) -> bool {
        true
    }

    fn segments(&self) -> usize {
        self.rows.len().div_ceil(SEGMENT)
    }

    fn for_each_of(&self, segment: usize, each: &mut dyn FnMut(&Row<'_>)) {
        for name in segment_range(segment, self.rows.len()) {
            let row = &self.rows[name];
            each(&Row { number: row.key, first: row.first, parts: &[row.player, name as i64], actions: &row.actions });
        }
    }
}
