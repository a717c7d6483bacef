//! Elimination: an agent leaves after a number of lost matches.
//!
//! In every stage the agents with the same number of losses meet, the best seed the lowest one. The best seeds sit
//! out where the numbers do not fit. A tied match is played again with other deals, up to [`REPLAYS`] times; then
//! the better seed wins.
//!
//! With more than one life fewer agents than a table may be left at tables of more than two. Then those who left last fill
//! the table, which is the final.

use super::pairing::{Pairing, Played};

/// The number of times that a tied match is played again.
pub const REPLAYS: usize = 3;

/// The state of an elimination.
#[derive(Clone, Debug)]
pub(super) struct Bracket {
    seats: usize,
    /// The number of lost matches after which an agent is out.
    lives: usize,
    stage: usize,
    /// The number of lost matches of each agent.
    lost: Vec<usize>,
    /// The stage in which each agent left.
    left: Vec<Option<usize>>,
    byes: Vec<usize>,
    /// The matches of the last stage that were tied and are played again.
    tied: Vec<Vec<usize>>,
    /// True once a final was played for which agents who were out came back.
    ended: bool,
}

impl Bracket {
    /// The state after these matches.
    pub(super) fn after(agents: usize, seats: usize, lives: usize, played: &[Played]) -> Bracket {
        let mut bracket = Bracket {
            seats,
            lives,
            stage: 0,
            lost: vec![0; agents],
            left: vec![None; agents],
            byes: vec![0; agents],
            tied: Vec::new(),
            ended: false,
        };
        for stage in played.chunk_by(|one, next| one.pairing.stage == next.pairing.stage) {
            bracket.add_stage(stage, played);
        }
        bracket
    }

    fn add_stage(&mut self, stage: &[Played], all: &[Played]) {
        let replays = !self.tied.is_empty();
        self.tied.clear();
        for agent in self.alive().collect::<Vec<_>>() {
            let plays = stage.iter().any(|one| one.pairing.agents.contains(&agent));
            self.byes[agent] += usize::from(!plays && !replays);
        }
        let advance = self.advancing();
        let is_out = |agent: &usize| self.lost[*agent] >= self.lives;
        self.ended = stage.iter().any(|one| one.pairing.agents.iter().any(is_out));
        for one in stage {
            if one.is_tied() && self.replays(one, all) < REPLAYS {
                self.tied.push(one.pairing.agents.clone());
                continue;
            }
            let mut indices: Vec<usize> = (0..self.seats).collect();
            // A stable sort: the better seed comes first of equals.
            indices.sort_by(|&a, &b| one.shares[b].total_cmp(&one.shares[a]));
            for &index in &indices[advance..] {
                let agent = one.pairing.agents[index];
                self.lost[agent] += 1;
                if self.lost[agent] == self.lives {
                    self.left[agent] = Some(one.pairing.stage);
                }
            }
        }
        self.stage += 1;
    }

    /// The number of ties of the same table just before this one.
    fn replays(&self, one: &Played, all: &[Played]) -> usize {
        let of_table = all
            .iter()
            .filter(|other| other.pairing.stage < one.pairing.stage)
            .filter(|other| other.pairing.agents == one.pairing.agents);
        of_table.rev().take_while(|other| other.is_tied()).count()
    }

    fn alive(&self) -> impl Iterator<Item = usize> {
        (0..self.lost.len()).filter(|&agent| self.lost[agent] < self.lives)
    }

    /// The number of agents at a table who go on.
    fn advancing(&self) -> usize {
        let alive = self.alive().count();
        if alive <= self.seats {
            return 1;
        }
        let (tables, byes) = (alive / self.seats, alive % self.seats);
        let half = self.seats / 2;
        let enough = self.seats.saturating_sub(byes).div_ceil(tables);
        match self.seats {
            2 => 1,
            // The agents who go on must fill a table.
            _ => half.max(enough).min(self.seats - 1),
        }
    }

    /// The matches of the next stage; none if one agent is left.
    pub(super) fn next_stage(&self) -> Vec<Pairing> {
        let stage = self.stage;
        let pairing = |mut agents: Vec<usize>| {
            agents.sort_unstable();
            Pairing { stage, agents }
        };
        if !self.tied.is_empty() {
            return self.tied.iter().cloned().map(pairing).collect();
        }
        let alive: Vec<usize> = self.alive().collect();
        if alive.len() == self.seats {
            return vec![pairing(alive)];
        }
        if alive.len() == 1 || self.ended {
            return Vec::new();
        }
        if alive.len() < self.seats {
            return vec![pairing(self.filled(alive))];
        }
        let pools = (0..self.lives).flat_map(|losses| {
            let pool = alive.iter().copied().filter(|&agent| self.lost[agent] == losses);
            self.tables(pool.collect(), losses)
        });
        let mut tables: Vec<Vec<usize>> = pools.collect();
        if tables.is_empty() {
            // No pool fills a table: those with different numbers of losses meet.
            tables = self.tables(alive, self.lives);
        }
        tables.into_iter().map(pairing).collect()
    }

    /// These agents, and those who left last, up to a table.
    fn filled(&self, mut agents: Vec<usize>) -> Vec<usize> {
        let mut others: Vec<usize> = (0..self.lost.len()).filter(|agent| !agents.contains(agent)).collect();
        others.sort_by_key(|&agent| std::cmp::Reverse(self.left[agent]));
        others.truncate(self.seats - agents.len());
        agents.extend(others);
        agents
    }

    /// The tables of a pool of agents with this number of losses.
    fn tables(&self, mut pool: Vec<usize>, losses: usize) -> Vec<Vec<usize>> {
        let byes = match (self.seats, losses) {
            // A field of a power of two is never odd again.
            (2, 0) => pool.len().next_power_of_two() - pool.len(),
            _ => pool.len() % self.seats,
        };
        let byes = byes.min(pool.len());
        pool.sort_by_key(|&agent| (self.byes[agent], agent));
        let mut playing = pool.split_off(byes);
        playing.sort_unstable();
        let tables = playing.len() / self.seats;
        if tables == 0 {
            return Vec::new();
        }
        let mut filled = vec![Vec::new(); tables];
        for (index, &agent) in playing.iter().enumerate() {
            let (row, column) = (index / tables, index % tables);
            // To and fro, so that the best meets the lowest.
            let table = if row % 2 == 0 { column } else { tables - 1 - column };
            filled[table].push(agent);
        }
        filled
    }

    /// The agents, the winner first: who left later, and of those who left together the better seed. At a last
    /// table of more than two, by their shares there.
    pub(super) fn order(&self, played: &[Played]) -> Vec<usize> {
        let last = played.last();
        let share = |agent: usize| {
            let of_last = last.and_then(|one| {
                let index = one.pairing.agents.iter().position(|&other| other == agent);
                index.map(|index| one.shares[index])
            });
            of_last.unwrap_or(0.0)
        };
        let mut order: Vec<usize> = (0..self.lost.len()).collect();
        order.sort_by(|&one, &other| {
            let in_final = |agent: usize| self.ended && last.is_some_and(|last| last.pairing.agents.contains(&agent));
            let [stage, of_other] = [one, other]
                .map(|agent| if in_final(agent) { usize::MAX } else { self.left[agent].unwrap_or(usize::MAX) });
            let later = of_other.cmp(&stage);
            later.then(share(other).total_cmp(&share(one)))
        });
        order
    }
}

#[cfg(test)]
#[path = "../../tests/unit/tournament/bracket.rs"]
mod tests;
