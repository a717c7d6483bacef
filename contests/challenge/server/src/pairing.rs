//! The choice of the next two teams: the pair that has met least often, then the one that has waited longest.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::teams::TeamId;

/// The time that two teams which have just played each other wait for a third team before they play
/// again. It applies if no other pair has a better claim.
const THIRD_TEAM_WAIT: Duration = Duration::from_millis(200);
/// The longest time that a pair waits for a pair that has met less often, of which one or both teams play elsewhere. A
/// round of programs takes seconds; a slow pair must not keep all others from playing.
const FEWER_MEETINGS_WAIT: Duration = Duration::from_secs(30);

/// A round that was interrupted when the server stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpenRound {
    /// The number of the round.
    pub(super) number: u32,
    /// The teams, side 0 first.
    pub(super) teams: [TeamId; 2],
    /// Games won by each.
    pub(super) wins: [u32; 2],
    /// The stage of the tournament that it belongs to.
    pub(super) stage: Option<usize>,
}

/// A team that is present, or must play although it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PresentTeam {
    /// The team.
    pub(super) team: TeamId,
    /// The time since which it waits for a round; none if it plays, or has no connection.
    pub(super) free_since: Option<Instant>,
    /// True if it plays.
    pub(super) playing: bool,
    /// True if it must play although it has no connection. Two such teams do not play each other.
    pub(super) absent: bool,
    /// The opponent of its last round.
    pub(super) last_opponent: Option<TeamId>,
}

impl PresentTeam {
    /// A connected team that waits for a round since this moment.
    pub(super) fn free(team: TeamId, since: Instant) -> PresentTeam {
        PresentTeam { team, free_since: Some(since), playing: false, absent: false, last_opponent: None }
    }
}

/// The next round, as indices in the list of the teams that are present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PairChoice {
    /// These two play, the first on side 0; they may continue an interrupted round.
    Pair([usize; 2], Option<OpenRound>),
    /// No pair yet: ask again at this moment, if nothing changes before.
    Later(Instant),
    /// No pair.
    Nobody,
}

/// The number of meetings of each pair of teams, and the interrupted rounds.
#[derive(Debug, Default)]
pub(super) struct Pairing {
    met: HashMap<[TeamId; 2], u32>,
    interrupted: Vec<OpenRound>,
}

/// The claim of a free pair to play next. Its fields decide in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Claim {
    /// False if an interrupted round of theirs continues (`false` comes first).
    is_new: bool,
    met: u32,
    is_rematch: bool,
    /// The time since which the longer-waiting team is free.
    longest: Instant,
    /// The time since which both teams are free.
    both: Instant,
}

fn pair(one: TeamId, two: TeamId) -> [TeamId; 2] {
    if one <= two { [one, two] } else { [two, one] }
}

/// False if both must play although they are absent.
fn can_meet(one: &PresentTeam, two: &PresentTeam) -> bool {
    !(one.absent && two.absent)
}

impl Pairing {
    /// The pairing with the meetings and the interrupted rounds of a journal.
    pub(super) fn new(met: HashMap<[TeamId; 2], u32>, interrupted: Vec<OpenRound>) -> Pairing {
        Pairing { met, interrupted }
    }

    fn met(&self, one: TeamId, two: TeamId) -> u32 {
        self.met.get(&pair(one, two)).copied().unwrap_or(0)
    }

    fn interrupted_round(&self, one: TeamId, two: TeamId) -> Option<usize> {
        let ours = pair(one, two);
        self.interrupted.iter().position(|round| round.stage.is_none() && pair(round.teams[0], round.teams[1]) == ours)
    }

    /// Takes the interrupted round of a stage of the tournament between these teams.
    pub(super) fn take_interrupted(&mut self, teams: [TeamId; 2], stage: usize) -> Option<OpenRound> {
        let ours = pair(teams[0], teams[1]);
        let is_it = |round: &OpenRound| round.stage == Some(stage) && pair(round.teams[0], round.teams[1]) == ours;
        let found = self.interrupted.iter().position(is_it)?;
        Some(self.interrupted.remove(found))
    }

    /// Chooses the next two of `present`, and counts a new meeting unless their round continues.
    pub(super) fn choose(&mut self, present: &[PresentTeam], now: Instant) -> PairChoice {
        let Some((claim, indices)) = self.best_claim(present) else {
            return PairChoice::Nobody;
        };
        let ready = claim.both + self.wait(claim, present);
        if ready > now {
            return PairChoice::Later(ready);
        }
        let [one, two] = indices.map(|index| present[index].team);
        match self.interrupted_round(one, two) {
            Some(index) => {
                let round = self.interrupted.remove(index);
                let [one, two] = indices;
                let in_order = present[one].team == round.teams[0];
                let indices = if in_order { [one, two] } else { [two, one] };
                PairChoice::Pair(indices, Some(round))
            }
            None => {
                let met = self.met.entry(pair(one, two)).or_insert(0);
                *met = met.saturating_add(1);
                PairChoice::Pair(indices, None)
            }
        }
    }

    /// The free pair with the best claim. The first of it has waited longer.
    fn best_claim(&self, present: &[PresentTeam]) -> Option<(Claim, [usize; 2])> {
        let free = |(index, present): (usize, &PresentTeam)| Some((index, present.free_since?));
        let mut free: Vec<_> = present.iter().enumerate().filter_map(free).collect();
        free.sort_by_key(|&(_, since)| since);
        let pairs = free
            .iter()
            .enumerate()
            .flat_map(|(index, &(one, longest))| {
                free[index + 1..].iter().map(move |&(two, both)| ([one, two], longest, both))
            })
            .filter(|&([one, two], ..)| can_meet(&present[one], &present[two]));
        let claims = pairs.map(|(indices, longest, both)| {
            let [one, two] = indices.map(|index| &present[index]);
            let last = [one.last_opponent, two.last_opponent];
            let claim = Claim {
                is_new: self.interrupted_round(one.team, two.team).is_none(),
                met: self.met(one.team, two.team),
                is_rematch: last == [Some(two.team), Some(one.team)],
                longest,
                both,
            };
            (claim, indices)
        });
        claims.min()
    }

    /// The time that the pair waits, from when both are free, for other teams to connect or become free.
    fn wait(&self, claim: Claim, present: &[PresentTeam]) -> Duration {
        if !claim.is_new {
            return Duration::ZERO;
        }
        if claim.met > 0 && self.has_met_less(present, claim.met) {
            return FEWER_MEETINGS_WAIT;
        }
        if claim.is_rematch { THIRD_TEAM_WAIT } else { Duration::ZERO }
    }

    /// True if two of the teams that are present, free or not, have met less than `often`.
    fn has_met_less(&self, present: &[PresentTeam], often: u32) -> bool {
        present.iter().enumerate().any(|(index, one)| {
            let others = &present[index + 1..];
            others
                .iter()
                // A round that an absent team loses takes no time.
                .any(|two| !one.absent && !two.absent && self.met(one.team, two.team) < often)
        })
    }
}

#[cfg(test)]
#[path = "../tests/unit/pairing.rs"]
mod tests;
