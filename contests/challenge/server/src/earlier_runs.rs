//! The results of earlier runs, read from a journal: numbers, meetings, scores, and interrupted rounds.

use std::collections::{BTreeMap, HashMap};

use super::elimination::Tournament;
use super::event::EventRecord;
use super::pairing::{OpenRound, Pairing};
use super::record::{GameRecord, Line, RoundRecord};
use super::standings::Score;
use super::teams::TeamId;
use cardsharp_challenge_game::rules::{Event, Round};

/// The results of earlier runs, read from a journal.
#[derive(Debug, Default)]
pub(super) struct EarlierRuns {
    /// The highest number of a game, 0 if there is none.
    pub(super) last_game: i32,
    /// The highest number of a round, 0 if there is none.
    pub(super) last_round: u32,
    /// The highest number of a team, 0 if there is none.
    pub(super) last_team: i32,
    met: HashMap<[TeamId; 2], u32>,
    score: Score,
    /// Rounds without an end in the journal, by number.
    open: BTreeMap<u32, OpenRound>,
    event: EarlierEvent,
}

/// The event in earlier runs.
#[derive(Debug, Default)]
pub(super) struct EarlierEvent {
    /// The beginning of open play, in seconds since 1970.
    pub(super) began_at: Option<u64>,
    /// The tournament, with the rounds of it that are over.
    pub(super) tournament: Option<Tournament>,
}

impl EarlierRuns {
    /// Processes the next line of a journal.
    pub(super) fn read_line(&mut self, line: &Line) {
        match line {
            Line::Game(game) => self.game(game),
            Line::Round(round) => self.round(round),
            Line::Event(EventRecord::OpenPlay { began_at }) => {
                self.event.began_at.get_or_insert(*began_at);
            }
            Line::Event(EventRecord::Tournament { format, teams }) => {
                let new = || Tournament::new(*format, teams.clone());
                self.event.tournament.get_or_insert_with(new);
            }
        }
    }

    fn game(&mut self, game: &GameRecord) {
        self.last_game = self.last_game.max(game.game_id);
        for team in game.teams {
            self.last_team = self.last_team.max(team.0);
        }
        let Some(place) = game.round else {
            self.score.practice();
            return;
        };
        if place.stage.is_none() {
            self.score.game(game.teams, game.winner);
        }
        self.last_round = self.last_round.max(place.round);
        // Side 1 leads the first hand of the second game, and so on.
        let is_turned = place.game.is_multiple_of(2);
        let teams = turned(game.teams, is_turned);
        let known = self.open.get(&place.round).copied();
        let is_known = known.is_some_and(|round| round.teams == teams) && place.game > 1;
        if !is_known {
            // In old journals the rounds are numbered anew from every start of the server.
            if let Some(former) = known {
                self.close(former);
            }
            if place.stage.is_none() {
                self.meet(teams);
            }
        }
        let wins = match score_after(game) {
            Some(score) => turned(score, is_turned),
            None => wins_after(known.filter(|_| is_known), teams, game.winner),
        };
        let round = OpenRound { number: place.round, teams, wins, stage: place.stage };
        self.open.insert(place.round, round);
    }

    fn round(&mut self, record: &RoundRecord) {
        self.last_round = self.last_round.max(record.round);
        for team in record.teams {
            self.last_team = self.last_team.max(team.0);
        }
        let was_open = self.open.remove(&record.round).is_some();
        match record.stage {
            Some(stage) => {
                if let Some(tournament) = &mut self.event.tournament {
                    tournament.record(stage, record.teams, record.winner);
                }
            }
            None => {
                if !was_open {
                    self.meet(record.teams);
                }
                self.score.round(record.teams, record.winner);
            }
        }
    }

    fn meet(&mut self, [one, two]: [TeamId; 2]) {
        let pair = if one <= two { [one, two] } else { [two, one] };
        *self.met.entry(pair).or_insert(0) += 1;
    }

    /// Counts a finished round of an old journal, in which the ends of rounds have no lines.
    fn close(&mut self, round: OpenRound) {
        if let Some(winner) = Round::at(round.wins).winner() {
            self.score.round(round.teams, round.teams[winner]);
        }
    }

    /// The state with which teams that keep their numbers continue: their meetings, the interrupted
    /// rounds, their score, and the event.
    pub(super) fn resume(mut self) -> (Pairing, Score, EarlierEvent) {
        let open = std::mem::take(&mut self.open);
        let mut interrupted = Vec::new();
        for round in open.into_values() {
            match Round::at(round.wins).winner() {
                // The line of its end is lost: the round ends again with its next game.
                Some(_) if round.stage.is_none() => self.close(round),
                _ => interrupted.push(round),
            }
        }
        let pairing = Pairing::new(self.met, interrupted);
        (pairing, self.score, self.event)
    }
}

fn turned<T>([one, two]: [T; 2], is_turned: bool) -> [T; 2] {
    if is_turned { [two, one] } else { [one, two] }
}

/// The score of the round after a game, in the order of the player numbers.
fn score_after(game: &GameRecord) -> Option<[u32; 2]> {
    match game.events.last() {
        Some(&Event::NewRoundScore { player0_score, player1_score }) => {
            Some([player0_score, player1_score].map(u32::from))
        }
        _ => None,
    }
}

/// The score of a round after one more game.
fn wins_after(known: Option<OpenRound>, teams: [TeamId; 2], winner: TeamId) -> [u32; 2] {
    let mut wins = known.map_or([0; 2], |round| round.wins);
    wins[usize::from(teams[1] == winner)] += 1;
    wins
}

#[cfg(test)]
#[path = "../tests/unit/earlier_runs.rs"]
mod tests;
