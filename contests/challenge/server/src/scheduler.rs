//! The scheduler of the contest port: open play by the pairing, and the phases of an event.

use std::collections::{BTreeSet, HashMap};
use std::time::Instant;

use super::elimination::{Tournament, TournamentStep};
use super::event::{EventClock, EventRecord, EventSettings, Phase};
use super::pairing::{OpenRound, PairChoice, Pairing, PresentTeam};
use super::teams::TeamId;

/// The scheduler of a port.
#[derive(Debug, Default)]
pub(super) struct Scheduler {
    pairing: Pairing,
    event: Option<Event>,
}

/// An event, as far as it has come.
#[derive(Debug)]
pub(super) struct Event {
    /// Its settings.
    pub(super) settings: EventSettings,
    /// Its clock.
    pub(super) clock: EventClock,
    /// The teams that must play in the last hour.
    pub(super) participants: BTreeSet<TeamId>,
    /// The tournament, once it has begun.
    pub(super) tournament: Option<Tournament>,
    /// The last round that each team lost because it was absent.
    pub(super) forfeited: HashMap<TeamId, Instant>,
    /// The time since which open play is over and nobody plays.
    pub(super) quiet_since: Option<Instant>,
}

/// A round that a team loses because it is absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Forfeit {
    /// The winner and the loser.
    pub(super) teams: [TeamId; 2],
    /// The interrupted round that ends.
    pub(super) open: Option<OpenRound>,
    /// The stage of the tournament.
    pub(super) stage: Option<usize>,
}

/// What a port does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// These two of the teams that are present play.
    Round {
        /// Their indices, that of side 0 first.
        indices: [usize; 2],
        /// The interrupted round that they continue.
        resumed: Option<OpenRound>,
        /// The stage of the tournament.
        stage: Option<usize>,
    },
    /// A team loses a round because it is absent.
    Forfeit(Forfeit),
    /// The tournament begins.
    Begins(EventRecord),
    /// Nothing yet: ask again at this moment, if nothing changes before.
    Later(Instant),
    /// Nothing until something changes.
    Nothing,
    /// The event is over.
    Over,
}

impl Event {
    /// An event that begins, or goes on.
    pub(super) fn new(
        settings: EventSettings,
        began_at: u64,
        participants: BTreeSet<TeamId>,
        tournament: Option<Tournament>,
    ) -> Event {
        Event {
            settings,
            clock: EventClock::new(&settings, began_at),
            participants,
            tournament,
            forfeited: HashMap::new(),
            quiet_since: None,
        }
    }

    /// The teams that are absent and must play. Each loses one round in every pause.
    fn absent(&self, present: &[PresentTeam], now: Instant) -> Vec<PresentTeam> {
        let is_absent = |team: &TeamId| !present.iter().any(|present| present.team == *team);
        let must_play = |&team: &TeamId| {
            let free_at = match self.forfeited.get(&team) {
                Some(&last) => last + self.settings.forfeit_pause,
                None => now,
            };
            PresentTeam {
                free_since: (free_at <= now).then_some(free_at),
                absent: true,
                ..PresentTeam::free(team, free_at)
            }
        };
        self.participants.iter().filter(|team| is_absent(team)).map(must_play).collect()
    }
}

impl Scheduler {
    /// A scheduler of rounds without end, or of an event.
    pub(super) fn new(pairing: Pairing, event: Option<Event>) -> Scheduler {
        Scheduler { pairing, event }
    }

    /// Notes that a team takes part.
    pub(super) fn note(&mut self, team: TeamId) {
        if let Some(event) = &mut self.event {
            event.participants.insert(team);
        }
    }

    /// Counts a round of the tournament.
    pub(super) fn record(&mut self, stage: usize, teams: [TeamId; 2], winner: TeamId) {
        let tournament = self.event.as_mut().and_then(|event| event.tournament.as_mut());
        if let Some(tournament) = tournament {
            tournament.record(stage, teams, winner);
        }
    }

    /// The ranking of the tournament, once it is over.
    pub(super) fn ranking(&self) -> Option<Vec<TeamId>> {
        let tournament = self.event.as_ref()?.tournament.as_ref()?;
        tournament.is_over().then(|| tournament.ranking())
    }

    /// Chooses what is next. `seeds` are the teams of the standings, the best first.
    pub(super) fn choose(
        &mut self,
        present: &[PresentTeam],
        seeds: impl FnOnce() -> Vec<TeamId>,
        now: Instant,
    ) -> Choice {
        let Some(event) = &mut self.event else {
            return open_play(self.pairing.choose(present, now));
        };
        match event.clock.phase(now) {
            Phase::OpenPlay(end) => open_play(self.pairing.choose(present, now)).at_most(end),
            Phase::LastHour(end) => last_hour(&mut self.pairing, event, present, now).at_most(end),
            Phase::Tournament => match &mut event.tournament {
                Some(tournament) => {
                    let step = tournament.next(present, event.settings.grace, now);
                    self.round_of_tournament(present, step)
                }
                None => event.begin_tournament(present, seeds, now),
            },
        }
    }

    fn round_of_tournament(&mut self, present: &[PresentTeam], step: TournamentStep) -> Choice {
        match step {
            TournamentStep::Round(indices, stage) => {
                let teams = indices.map(|index| present[index].team);
                let resumed = self.pairing.take_interrupted(teams, stage);
                let turned = resumed.is_some_and(|round| round.teams[0] != teams[0]);
                let [one, two] = indices;
                Choice::Round { indices: if turned { [two, one] } else { [one, two] }, resumed, stage: Some(stage) }
            }
            TournamentStep::Forfeit(teams, stage) => {
                self.record(stage, teams, teams[0]);
                Choice::Forfeit(Forfeit {
                    teams,
                    open: self.pairing.take_interrupted(teams, stage),
                    stage: Some(stage),
                })
            }
            TournamentStep::Later(moment) => Choice::Later(moment),
            TournamentStep::Nothing => Choice::Nothing,
            TournamentStep::Over => Choice::Over,
        }
    }
}

impl Event {
    /// Begins the tournament of the connected teams, once the rounds of open play are over and absent teams had time
    /// to come back.
    fn begin_tournament(
        &mut self,
        present: &[PresentTeam],
        seeds: impl FnOnce() -> Vec<TeamId>,
        now: Instant,
    ) -> Choice {
        if present.iter().any(|team| team.playing) {
            return Choice::Nothing;
        }
        let begins = *self.quiet_since.get_or_insert(now) + self.settings.grace;
        if now < begins {
            return Choice::Later(begins);
        }
        let connected = present.iter().filter(|team| team.free_since.is_some());
        let mut connected: BTreeSet<TeamId> = connected.map(|team| team.team).collect();
        let mut teams: Vec<TeamId> = seeds().into_iter().filter(|team| connected.remove(team)).collect();
        // Who has not played yet comes last.
        teams.extend(connected);
        let format = self.settings.format;
        self.tournament = Some(Tournament::new(format, teams.clone()));
        Choice::Begins(EventRecord::Tournament { format, teams })
    }
}

/// A round of the last hour, in which teams that are absent must play.
fn last_hour(pairing: &mut Pairing, event: &mut Event, present: &[PresentTeam], now: Instant) -> Choice {
    let absent = event.absent(present, now);
    let all = [present, &absent].concat();
    let choice = open_play(pairing.choose(&all, now));
    let Choice::Round { indices, resumed, .. } = choice else {
        let pauses = event.forfeited.values();
        let next = pauses.map(|&last| last + event.settings.forfeit_pause);
        let next = next.filter(|&moment| moment > now).min();
        return next.map_or(choice.clone(), |next| choice.at_most(next));
    };
    let Some(lost) = indices.iter().position(|&index| all[index].absent) else {
        return choice;
    };
    let [winner, loser] = [1 - lost, lost].map(|side| all[indices[side]].team);
    event.forfeited.insert(loser, now);
    Choice::Forfeit(Forfeit { teams: [winner, loser], open: resumed, stage: None })
}

fn open_play(choice: PairChoice) -> Choice {
    match choice {
        PairChoice::Pair(indices, resumed) => Choice::Round { indices, resumed, stage: None },
        PairChoice::Later(moment) => Choice::Later(moment),
        PairChoice::Nobody => Choice::Nothing,
    }
}

impl Choice {
    /// This choice; if it is to wait, no longer than until this moment.
    fn at_most(self, moment: Instant) -> Choice {
        match self {
            Choice::Later(other) => Choice::Later(other.min(moment)),
            Choice::Nothing => Choice::Later(moment),
            other => other,
        }
    }
}

#[cfg(test)]
#[path = "../tests/unit/scheduler.rs"]
mod tests;
