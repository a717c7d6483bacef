//! The tournament at the end of an event: rounds between the teams that were connected when it began.

use std::time::{Duration, Instant};

use super::pairing::PresentTeam;
use super::teams::TeamId;
use cardsharp_arena::tournament::{Format, Pairing, Played, next_stage, ranking};

/// A tournament, with the results so far.
#[derive(Clone, Debug)]
pub(super) struct Tournament {
    format: Format,
    /// The best seed first.
    teams: Vec<TeamId>,
    /// The matches of the stages that are over.
    played: Vec<Played>,
    /// The matches of the stage that is played.
    stage: Vec<StageMatch>,
}

/// A match of the stage that is played.
#[derive(Clone, Debug)]
struct StageMatch {
    pairing: Pairing,
    state: MatchState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MatchState {
    /// It waits for its teams, since this moment if it has been looked at.
    Due(Option<Instant>),
    UnderWay,
    /// The winner, by its index in the pairing.
    Over(usize),
}

/// The next event of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TournamentStep {
    /// These two of the teams that are present play a round of this stage.
    Round([usize; 2], usize),
    /// The first of these teams wins a round of this stage, since the other is absent.
    Forfeit([TeamId; 2], usize),
    /// No round yet: ask again at this moment, if nothing changes before.
    Later(Instant),
    /// No round can begin.
    Nothing,
    /// All rounds are over.
    Over,
}

impl Tournament {
    /// A tournament of these teams, the best seed first.
    pub(super) fn new(format: Format, teams: Vec<TeamId>) -> Tournament {
        let mut tournament = Tournament { format, teams, played: Vec::new(), stage: Vec::new() };
        tournament.begin_stage();
        tournament
    }

    fn begin_stage(&mut self) {
        let next = match self.teams.len() {
            0 | 1 => Vec::new(),
            teams => next_stage(self.format, teams, 2, &self.played),
        };
        let due = |pairing| StageMatch { pairing, state: MatchState::Due(None) };
        self.stage = next.into_iter().map(due).collect();
    }

    /// Counts a round of a stage. One that does not belong to the stage that is played is left out.
    pub(super) fn record(&mut self, stage: usize, teams: [TeamId; 2], winner: TeamId) {
        let own = &self.teams;
        let found = self.stage.iter_mut().find(|one| {
            let of_match: Vec<TeamId> = one.pairing.agents.iter().map(|&team| own[team]).collect();
            one.pairing.stage == stage && teams.iter().all(|team| of_match.contains(team))
        });
        let Some(found) = found else { return };
        let index = usize::from(own[found.pairing.agents[0]] != winner);
        found.state = MatchState::Over(index);
        let winner = |one: &StageMatch| match one.state {
            MatchState::Over(index) => Some(index),
            _ => None,
        };
        let winners: Option<Vec<usize>> = self.stage.iter().map(winner).collect();
        if let Some(winners) = winners {
            for (one, winner) in self.stage.drain(..).zip(winners) {
                let share = |index| f64::from(u8::from(index == winner));
                self.played.push(Played { pairing: one.pairing, shares: vec![share(0), share(1)] });
            }
            self.begin_stage();
        }
    }

    /// The next event. A team that is absent has `grace` to come back when its round is due. If neither team comes,
    /// the better seed wins.
    pub(super) fn next(&mut self, present: &[PresentTeam], grace: Duration, now: Instant) -> TournamentStep {
        if self.stage.is_empty() {
            return TournamentStep::Over;
        }
        let mut earliest = None;
        for one in &mut self.stage {
            let MatchState::Due(since) = &mut one.state else {
                continue;
            };
            let teams = [0, 1].map(|index| self.teams[one.pairing.agents[index]]);
            let plays = |present: &PresentTeam| present.playing && teams.contains(&present.team);
            if present.iter().any(plays) {
                *since = None;
                continue;
            }
            let seat = |team| {
                let free = |present: &PresentTeam| present.free_since.is_some();
                present.iter().position(|present| present.team == team && free(present))
            };
            let seats = teams.map(seat);
            if let [Some(first), Some(second)] = seats {
                one.state = MatchState::UnderWay;
                return TournamentStep::Round([first, second], one.pairing.stage);
            }
            let deadline = *since.get_or_insert(now) + grace;
            if deadline <= now {
                one.state = MatchState::UnderWay;
                let second_wins = seats[0].is_none() && seats[1].is_some();
                let [first, second] = teams;
                let in_order = if second_wins { [second, first] } else { [first, second] };
                return TournamentStep::Forfeit(in_order, one.pairing.stage);
            }
            earliest = Some(earliest.map_or(deadline, |earliest: Instant| earliest.min(deadline)));
        }
        earliest.map_or(TournamentStep::Nothing, TournamentStep::Later)
    }

    /// True if all rounds are over.
    pub(super) fn is_over(&self) -> bool {
        self.stage.is_empty()
    }

    /// The teams, the first one first, by the stages that are over.
    pub(super) fn ranking(&self) -> Vec<TeamId> {
        let order = match self.teams.len() {
            0 | 1 => (0..self.teams.len()).collect(),
            teams => ranking(self.format, teams, 2, &self.played),
        };
        order.into_iter().map(|team| self.teams[team]).collect()
    }
}

#[cfg(test)]
#[path = "../tests/unit/elimination.rs"]
mod tests;
