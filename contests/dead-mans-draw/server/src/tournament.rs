//! A tournament: its settings, and its meetings so far. Everything follows from the settings and the results of
//! the matches, so that a server that was killed goes on from its journal.

use serde::{Deserialize, Serialize};

use super::game::{Game, Timestamp};
use super::ids::PlayerId;
use super::meeting::{MatchResult, Meeting};
use super::place::MatchPlace;
use cardsharp_arena::tournament::{Format, Pairing, Played, next_stage, ranking};

/// The settings of a tournament, as the journal has them. They never change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Opening {
    /// The time at which it was announced.
    pub(super) at: Timestamp,
    /// The time at which the first matches are created: the end of open play.
    pub(super) begins: Timestamp,
    pub(super) format: Format,
    /// The entrants, the best seed first.
    pub(super) entrants: Vec<PlayerId>,
}

/// A match that is to be created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DueMatch {
    pub(super) place: MatchPlace,
    /// The number of the stage, from 0.
    pub(super) stage: usize,
    /// The players by seat. The first one moves first.
    pub(super) seats: [PlayerId; 2],
}

/// What an entrant has reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rank {
    /// The place, from 1.
    pub(super) place: usize,
    pub(super) entrant: PlayerId,
    /// Meetings won and lost.
    pub(super) meetings: [usize; 2],
    /// Matches won, lost and without a winner.
    pub(super) matches: [usize; 3],
    /// The points of all matches.
    pub(super) points: u64,
}

/// A tournament with the results so far.
#[derive(Clone, Debug)]
pub(super) struct Tournament {
    pub(super) opening: Opening,
    /// All meetings, in the order in which the schedule gave them.
    pub(super) meetings: Vec<Meeting>,
    over: bool,
}

impl Tournament {
    pub(super) fn new(opening: Opening) -> Tournament {
        let mut tournament = Tournament { opening, meetings: Vec::new(), over: false };
        tournament.advance();
        tournament
    }

    /// The tournament after the matches of a journal, oldest first.
    pub(super) fn resume<'a>(opening: Opening, games: impl Iterator<Item = &'a Game>) -> Tournament {
        let mut tournament = Tournament::new(opening);
        for game in games {
            let Some(place) = game.creation.place else {
                continue;
            };
            let fits = tournament.seats(place) == Some(game.creation.seats.clone());
            if !fits {
                let id = game.creation.id;
                tracing::warn!(%id, "a match of the tournament does not follow from the results before");
                continue;
            }
            tournament.begin(place);
            if let Some(result) = MatchResult::of(game, place) {
                tournament.add(place, result);
            }
        }
        tournament
    }

    /// The players of a match by seat; none if there is no such meeting.
    fn seats(&self, place: MatchPlace) -> Option<[PlayerId; 2]> {
        let meeting = self.meetings.get(place.meeting)?;
        let players = meeting.entrants.map(|entrant| self.opening.entrants[entrant].clone());
        Some(place.exchanged(players))
    }

    /// Records that a match was created.
    pub(super) fn begin(&mut self, place: MatchPlace) {
        if let Some(meeting) = self.meetings.get_mut(place.meeting) {
            meeting.begin(place.number);
        }
    }

    /// Adds the result of a match.
    pub(super) fn add(&mut self, place: MatchPlace, result: MatchResult) {
        let Some(meeting) = self.meetings.get_mut(place.meeting) else {
            return;
        };
        let undecided = meeting.winner().is_none();
        meeting.add(place.number, result);
        if undecided && let Some(winner) = meeting.winner() {
            let [lost, won] = [1 - winner, winner].map(|who| meeting.entrants[who]);
            let name = |entrant: usize| &self.opening.entrants[entrant];
            tracing::info!("stage {}: {} has won against {}", meeting.stage + 1, name(won), name(lost));
            self.advance();
        }
    }

    /// Adds the meetings of the next stage if those so far are decided.
    fn advance(&mut self) {
        let played = self.played();
        if self.over || played.len() < self.meetings.len() {
            return;
        }
        let next = next_stage(self.opening.format, self.opening.entrants.len(), 2, &played);
        self.over = next.is_empty();
        let pairs = next.into_iter().filter_map(|Pairing { stage, agents }| {
            let pair = <[usize; 2]>::try_from(agents).ok()?;
            Some(Meeting::new(stage, pair))
        });
        self.meetings.extend(pairs);
    }

    /// The meetings that are decided, for the schedule.
    fn played(&self) -> Vec<Played> {
        let played = |meeting: &Meeting| {
            let winner = meeting.winner()?;
            let mut shares = vec![0.0; 2];
            shares[winner] = 1.0;
            let pairing = Pairing { stage: meeting.stage, agents: meeting.entrants.to_vec() };
            Some(Played { pairing, shares })
        };
        self.meetings.iter().filter_map(played).collect()
    }

    /// True once all meetings are decided.
    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    /// The matches to create now. The meetings of a stage are played at once, but nobody plays two matches
    /// at a time (the contest's document).
    pub(super) fn due(&self) -> Vec<DueMatch> {
        let mut busy = vec![false; self.opening.entrants.len()];
        let open = |meeting: &&Meeting| meeting.winner().is_none();
        for meeting in self.meetings.iter().filter(open) {
            let begun = meeting.has_begun();
            meeting.entrants.iter().for_each(|&one| busy[one] |= begun);
        }
        let mut due = Vec::new();
        for (number, meeting) in self.meetings.iter().enumerate() {
            let free = !meeting.entrants.iter().any(|&one| busy[one]);
            if !meeting.has_begun() && !free {
                continue;
            }
            let Some(next) = meeting.next() else {
                continue;
            };
            let place = MatchPlace { meeting: number, number: next };
            if let Some(seats) = self.seats(place) {
                meeting.entrants.iter().for_each(|&one| busy[one] = true);
                let stage = meeting.stage;
                due.push(DueMatch { place, stage, seats });
            }
        }
        due
    }

    /// The entrants with what they have reached, the first one first.
    pub(super) fn ranking(&self) -> Vec<Rank> {
        let Opening { format, entrants, .. } = &self.opening;
        let order = ranking(*format, entrants.len(), 2, &self.played());
        let rank = |(place, &number): (usize, &usize)| self.rank(place + 1, number);
        order.iter().enumerate().map(rank).collect()
    }

    fn rank(&self, place: usize, number: usize) -> Rank {
        let mut rank = Rank {
            place,
            entrant: self.opening.entrants[number].clone(),
            meetings: [0; 2],
            matches: [0; 3],
            points: 0,
        };
        for meeting in &self.meetings {
            let Some(who) = meeting.entrants.iter().position(|&one| one == number) else {
                continue;
            };
            if let Some(winner) = meeting.winner() {
                rank.meetings[usize::from(winner != who)] += 1;
            }
            for result in meeting.results() {
                let column = match result.winner {
                    Some(winner) => usize::from(winner != who),
                    None => 2,
                };
                rank.matches[column] += 1;
                rank.points += u64::from(result.points[who]);
            }
        }
        rank
    }
}

#[cfg(test)]
#[path = "../tests/unit/tournament.rs"]
mod tests;
