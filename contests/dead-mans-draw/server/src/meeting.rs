//! A meeting of two entrants: matches in a row until one of them has won more.

use std::collections::BTreeMap;

use super::game::{Game, MoveKind};
use super::place::MatchPlace;

/// The number of matches of a meeting, unless it is level after them (the contest's document).
pub(super) const MATCHES: usize = 5;
/// The number of matches after which a meeting that is still level goes to the better seed.
pub(super) const MAX_MATCHES: usize = 100;

/// The result of a match. Who is meant is given by the order of the meeting's entrants, not by seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MatchResult {
    /// The winner: 0 or 1, or none.
    pub(super) winner: Option<usize>,
    /// The points of both.
    pub(super) points: [u8; 2],
    /// True if a player acted in the match.
    pub(super) played: bool,
}

impl MatchResult {
    /// The result of a match that is over; none if it goes on.
    pub(super) fn of(game: &Game, place: MatchPlace) -> Option<MatchResult> {
        let end = game.state.end()?;
        let [first, second] = place.exchanged([0, 1]);
        let winner = end.verdict.winner();
        Some(MatchResult {
            winner: winner.map(|player| [first, second][player.index()]),
            points: place.exchanged(end.scores),
            played: (game.moves.iter()).any(|made| matches!(made.kind, MoveKind::Action(_))),
        })
    }
}

/// A meeting of two entrants.
#[derive(Clone, Debug)]
pub(super) struct Meeting {
    /// The number of the stage, from 0.
    pub(super) stage: usize,
    /// The numbers of the entrants, the better seed first.
    pub(super) entrants: [usize; 2],
    /// The matches that are over, by their numbers.
    results: BTreeMap<usize, MatchResult>,
    /// The match that goes on.
    open: Option<usize>,
}

impl Meeting {
    pub(super) fn new(stage: usize, entrants: [usize; 2]) -> Meeting {
        Meeting { stage, entrants, results: BTreeMap::new(), open: None }
    }

    pub(super) fn begin(&mut self, number: usize) {
        self.open = Some(number);
    }

    pub(super) fn add(&mut self, number: usize, result: MatchResult) {
        if self.open == Some(number) {
            self.open = None;
        }
        self.results.insert(number, result);
    }

    /// The results so far, in the order of the matches.
    pub(super) fn results(&self) -> impl Iterator<Item = &MatchResult> {
        self.results.values()
    }

    /// True once its first match was created.
    pub(super) fn has_begun(&self) -> bool {
        self.open.is_some() || !self.results.is_empty()
    }

    /// The number of the first match that is not over. A journal that was damaged may have later ones.
    fn first_missing(&self) -> usize {
        let numbers = self.results.keys().zip(0..);
        numbers.take_while(|&(&number, at)| number == at).count()
    }

    /// The number of the match to create; none while one goes on, and if the meeting is decided.
    pub(super) fn next(&self) -> Option<usize> {
        (self.open.is_none() && self.winner().is_none()).then(|| self.first_missing())
    }

    /// The number of matches that each has won.
    pub(super) fn won(&self) -> [usize; 2] {
        [0, 1].map(|who| {
            let own = self.results().filter(|result| result.winner == Some(who));
            own.count()
        })
    }

    /// The winner: 0 or 1, or none while it is undecided. A draw is played on. Two things cannot be: that
    /// a meeting goes on without either of its players, or without end. Then the better seed wins.
    pub(super) fn winner(&self) -> Option<usize> {
        let count = self.results.len();
        if self.first_missing() < MATCHES {
            return None;
        }
        let [one, other] = self.won();
        match one.cmp(&other) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => {
                let absent = !self.results().any(|result| result.played);
                (absent || count >= MAX_MATCHES).then_some(0)
            }
        }
    }
}

#[cfg(test)]
#[path = "../tests/unit/meeting.rs"]
mod tests;
