//! A tournament with the results so far.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::pairing::{Pairing, Played};
use super::schedule::{first_matches, next_stage};
use super::sequential_test::Decision;
use super::settings::Settings;
use crate::journal::{JournalError, read_entries};
use crate::{Beginning, Entry, Moments, Tally, Unit};
use cardsharp_game::derive_seed;
use cardsharp_game::shard::Shard;

/// The most rounds or games of the first stage of a tournament, and so of a match.
pub const MAX_UNITS: u64 = 100_000_000;
/// The most matches of the first stage of a tournament: a round robin of 700 agents.
pub const MAX_MATCHES: usize = 250_000;

/// A match of a tournament, as far as it was played.
#[derive(Clone, Debug)]
pub struct TournamentMatch {
    /// The agents who meet, and the stage.
    pub pairing: Pairing,
    /// The counts so far.
    pub tally: Tally,
    /// For each round or game, true if it was played.
    done: Vec<bool>,
    /// The number of rounds or games that are to be played.
    left: u64,
    /// All rounds or games before this one were played.
    begin: usize,
}

/// The reason why a journal is not that of a tournament that can be gone on with.
#[derive(Debug, Error)]
pub enum ProgressError {
    /// The file cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The file has no tournament at its beginning.
    #[error("{path} is not the journal of a tournament: its first line begins none")]
    NoTournament {
        /// The file.
        path: PathBuf,
    },
    /// A result is damaged, and later matches follow from it.
    #[error("{path}, line {line}: it is damaged, and the matches after it follow from its result")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// A match is not the one that the results before lead to.
    #[error("{path}, line {line}: its match does not follow from the results before")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
}

/// A tournament with the results so far.
#[derive(Clone, Debug)]
pub struct TournamentProgress {
    /// The settings of the tournament.
    pub settings: Settings,
    /// The matches so far, in order. The matches of the last stage may not have been played.
    pub matches: Vec<TournamentMatch>,
    /// Numbers of the journal's lines, from 1, that were left out. What they held is played again.
    pub damaged: Vec<usize>,
    /// The match of the tournament that the journal's last lines belong to.
    current: Option<usize>,
}

impl TournamentMatch {
    /// The match before anything was played.
    fn new(settings: &Settings, pairing: Pairing, number: usize) -> TournamentMatch {
        let tally = Tally::new(&settings.beginning(&pairing, number));
        TournamentMatch { pairing, tally, done: vec![false; settings.count as usize], left: settings.count, begin: 0 }
    }

    /// Adds an entry of this match.
    pub(super) fn add(&mut self, entry: &Entry) {
        self.tally.add(entry);
        let Some(number) = self.number_of(entry) else {
            return;
        };
        if let Some(done) = self.done.get_mut(number as usize) {
            self.left -= u64::from(!*done);
            *done = true;
        }
        while self.done.get(self.begin).is_some_and(|&done| done) {
            self.begin += 1;
        }
    }

    /// True if the round or game of this entry was played.
    pub(super) fn has(&self, entry: &Entry) -> bool {
        self.number_of(entry).and_then(|number| self.done.get(number as usize)).is_some_and(|&done| done)
    }

    /// The number of the round or game that this entry ends.
    fn number_of(&self, entry: &Entry) -> Option<u64> {
        let seats = self.pairing.agents.len() as u64;
        let (set, first) = match (entry, self.tally.unit) {
            (Entry::Game { set, first, .. }, Unit::Games) => (set, first),
            (Entry::Round { set, first, .. }, Unit::Rounds) => (set, first),
            _ => return None,
        };
        Some(set.saturating_mul(seats).saturating_add(*first as u64))
    }

    /// The rounds or games that are to be played.
    pub(super) fn open(&self) -> impl Iterator<Item = u64> {
        let numbers = self.done.iter().zip(0..).skip(self.begin);
        let open = numbers.filter(|(done, _)| !**done);
        open.map(|(_, number)| number)
    }

    /// True if all was played.
    pub fn is_over(&self) -> bool {
        self.left == 0
    }

    fn played(&self) -> Played {
        let Pairing { stage, agents } = self.pairing.clone();
        Played::new(stage, agents, &self.tally.moments())
    }
}

impl Settings {
    /// The beginning of a match, as the journal has it.
    pub(super) fn beginning(&self, pairing: &Pairing, number: usize) -> Beginning {
        let named = |&agent: &usize| self.agents[agent].clone();
        Beginning {
            number: Some(number),
            contest: self.contest.clone(),
            agents: pairing.agents.iter().map(named).collect(),
            seed: self.seed_of(pairing.stage),
            unit: self.unit,
            count: self.count,
        }
    }

    /// The seed of the matches of a stage. All of them have the same deals; those of the first stage are the deals of
    /// a match with the tournament's seed.
    fn seed_of(&self, stage: usize) -> u64 {
        match stage {
            0 => self.seed,
            _ => derive_seed(self.seed, stage as u64),
        }
    }
}

impl TournamentProgress {
    /// A tournament before its first match.
    pub fn new(settings: Settings) -> TournamentProgress {
        let mut progress = TournamentProgress { settings, matches: Vec::new(), damaged: Vec::new(), current: None };
        progress.extend();
        progress
    }

    /// A tournament before its first match, unless the settings cannot be those of one.
    pub fn sound(settings: Settings) -> Option<TournamentProgress> {
        settings.is_sound().then(|| TournamentProgress::new(settings))
    }

    /// The tournament of a journal.
    ///
    /// # Errors
    ///
    /// [`ProgressError`] if the file cannot be read, or is not the journal of one tournament.
    pub fn read(path: &Path) -> Result<TournamentProgress, ProgressError> {
        let mut progress: Option<TournamentProgress> = None;
        let mut damaged = Vec::new();
        let mut foreign = None;
        read_entries(path, |line, entry| match (entry, progress.as_mut()) {
            (Err(_), _) => damaged.push(line),
            (Ok(Entry::Tournament(settings)), None) if damaged.is_empty() => {
                progress = settings.is_sound().then(|| TournamentProgress::new(settings));
            }
            (Ok(_), None) => {}
            (Ok(entry), Some(progress)) => {
                if !progress.add(&entry) && foreign.is_none() {
                    foreign = Some(line);
                }
            }
        })?;
        let path = || path.to_owned();
        let mut progress = progress.ok_or_else(|| ProgressError::NoTournament { path: path() })?;
        if let Some(line) = foreign {
            let path = path();
            return Err(match damaged.iter().find(|&&damaged| damaged < line) {
                Some(&line) => ProgressError::Damaged { path, line },
                None => ProgressError::Foreign { path, line },
            });
        }
        progress.damaged = damaged;
        Ok(progress)
    }

    /// The number of rounds or games of a shard that are to be played.
    pub fn left_of(&self, shard: Shard) -> u64 {
        let count = self.settings.count;
        let run = shard.run_of(self.matches.len() as u64 * count);
        let open = self
            .matches
            .iter()
            .zip(0..)
            .flat_map(|(one, number): (_, u64)| one.open().map(move |of_match| number * count + of_match));
        open.filter(|step| run.contains(step)).count() as u64
    }

    /// The entry with which the results of a match begin.
    pub(super) fn beginning(&self, number: usize) -> Entry {
        let pairing = &self.matches[number].pairing;
        Entry::Match(self.settings.beginning(pairing, number))
    }

    /// Adds an entry of the journal. Returns false if it does not follow from those before.
    pub fn add(&mut self, entry: &Entry) -> bool {
        match entry {
            Entry::Tournament(_) => false,
            Entry::Match(beginning) => {
                let number = beginning.number.filter(|&number| {
                    let known = self.matches.get(number);
                    known.is_some_and(|known| *beginning == self.settings.beginning(&known.pairing, number))
                });
                self.current = number;
                number.is_some()
            }
            Entry::Game { .. } | Entry::Round { .. } => {
                let current = self.current.and_then(|number| self.matches.get_mut(number));
                if let Some(current) = current {
                    current.add(entry);
                    if current.is_over() {
                        self.extend();
                    }
                }
                // The entry that begins its match may have been damaged: it is played again.
                true
            }
        }
    }

    /// Adds the matches of the next stage, if all those before are over.
    fn extend(&mut self) {
        if !self.matches.iter().all(TournamentMatch::is_over) {
            return;
        }
        let Settings { format, ref agents, seats, .. } = self.settings;
        for pairing in next_stage(format, agents.len(), seats, &self.played()) {
            let number = self.matches.len();
            let added = TournamentMatch::new(&self.settings, pairing, number);
            self.matches.push(added);
        }
    }

    /// The matches that are over.
    pub fn played(&self) -> Vec<Played> {
        let over = self.matches.iter().filter(|one| one.is_over());
        over.map(TournamentMatch::played).collect()
    }

    /// The number of rounds or games that were played.
    pub fn units_played(&self) -> u64 {
        let of = |one: &TournamentMatch| one.tally.count - one.left;
        self.matches.iter().map(of).sum()
    }

    /// The decision of the comparison after which the tournament stops; `None` if there is none.
    pub fn decision(&self) -> Option<Decision> {
        let test = self.settings.stop_when?;
        let mut sum = Moments::none(2);
        for one in &self.matches {
            let agents = &one.pairing.agents;
            let index = |agent| agents.iter().position(|&other| other == agent);
            if let [Some(better), Some(worse)] = [test.better, test.worse].map(index) {
                sum.add_all(&one.tally.moments(), &[better, worse]);
            }
        }
        Some(test.decision(&sum, 0))
    }

    /// True if nothing is left to be played.
    pub fn is_complete(&self) -> bool {
        let decided = self.decision().is_some_and(|decision| decision != Decision::Open);
        decided || self.matches.iter().all(TournamentMatch::is_over)
    }
}

impl Settings {
    /// True if these settings can be those of a tournament. A journal may have been made by hand.
    fn is_sound(&self) -> bool {
        let agents = self.agents.len();
        let compared = self.stop_when.is_none_or(|test| {
            test.better.max(test.worse) < agents
                && test.better != test.worse
                && test.error > 0.0
                && test.error < 0.5
                && test.elo[0] < test.elo[1]
        });
        self.seats >= 2 && agents >= self.seats && self.count >= 1 && self.is_small() && compared
    }

    /// True if the first stage has no more matches than [`MAX_MATCHES`], and no more rounds or games than [`MAX_UNITS`]. All
    /// of them are held in memory from the beginning on.
    pub fn is_small(&self) -> bool {
        let matches = first_matches(self.format, self.agents.len(), self.seats);
        matches <= MAX_MATCHES && self.count.saturating_mul(matches as u64) <= MAX_UNITS
    }
}
