//! The Swiss system: in each stage those meet who have about the same number of points.

use std::collections::HashSet;

use super::pairing::{Pairing, Played};

/// The most steps of the search for pairs who have not met. After them, pairs may meet again.
const MAX_STEPS: usize = 100_000;

/// The points of every agent and of their opponents (Buchholz). Sitting out gives one point, as winning does.
#[derive(Clone, Debug, PartialEq)]
pub struct Points {
    /// Of each agent.
    pub own: Vec<f64>,
    /// The sum of the points of those whom each agent met.
    pub opponents: Vec<f64>,
    /// The number of stages in which each agent sat out.
    pub byes: Vec<usize>,
}

impl Points {
    /// The points after these matches. With `byes`, an agent who is in no match of a stage sits out.
    pub fn after(agents: usize, played: &[Played], byes: bool) -> Points {
        let mut points = Points { own: vec![0.0; agents], opponents: vec![0.0; agents], byes: vec![0; agents] };
        for one in played {
            for (&agent, more) in one.pairing.agents.iter().zip(one.points()) {
                points.own[agent] += more;
            }
        }
        let stages = played.last().map_or(0, |last| last.pairing.stage + 1);
        for stage in (0..stages).filter(|_| byes) {
            let here = played.iter().filter(|one| one.pairing.stage == stage);
            let busy: HashSet<_> = here.flat_map(|one| one.pairing.agents.iter()).collect();
            for agent in (0..agents).filter(|agent| !busy.contains(agent)) {
                points.own[agent] += 1.0;
                points.byes[agent] += 1;
            }
        }
        for one in played {
            let table = &one.pairing.agents;
            let all: f64 = table.iter().map(|&agent| points.own[agent]).sum();
            for &agent in table {
                points.opponents[agent] += all - points.own[agent];
            }
        }
        points
    }

    /// The agents, the first one first: by points, by the opponents' points, and by seed.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.own.len()).collect();
        order.sort_by(|&one, &other| {
            let own = self.own[other].total_cmp(&self.own[one]);
            own.then(self.opponents[other].total_cmp(&self.opponents[one]))
        });
        order
    }
}

/// The matches of the next stage.
pub(super) fn next_stage(agents: usize, seats: usize, stages: usize, played: &[Played]) -> Vec<Pairing> {
    let stage = played.last().map_or(0, |last| last.pairing.stage + 1);
    if stage == stages {
        return Vec::new();
    }
    let points = Points::after(agents, played, true);
    let mut order = points.order();
    for _ in 0..agents % seats {
        // The lowest of those who sat out least often.
        let least = points_of_least(&order, &points.byes);
        order.retain(|&agent| agent != least);
    }
    let tables = match seats {
        2 => pairs(&order, played),
        _ => order.chunks(seats).map(<[usize]>::to_vec).collect(),
    };
    let tables = tables.into_iter().map(|mut agents: Vec<usize>| {
        agents.sort_unstable();
        Pairing { stage, agents }
    });
    tables.collect()
}

fn points_of_least(order: &[usize], byes: &[usize]) -> usize {
    let least = order.iter().map(|&agent| byes[agent]).min();
    let lowest = order.iter().rev().find(|&&agent| Some(byes[agent]) == least);
    lowest.copied().unwrap_or_default()
}

/// Pairs of neighbours who have not met, if the search finds them; else of neighbours.
fn pairs(order: &[usize], played: &[Played]) -> Vec<Vec<usize>> {
    let met: HashSet<[usize; 2]> =
        played.iter().filter_map(|one| <[usize; 2]>::try_from(one.pairing.agents.as_slice()).ok()).collect();
    let mut found = Vec::new();
    let mut steps = MAX_STEPS;
    if !search(order, &met, &mut found, &mut steps) {
        return order.chunks(2).map(<[usize]>::to_vec).collect();
    }
    found
}

fn search(left: &[usize], met: &HashSet<[usize; 2]>, found: &mut Vec<Vec<usize>>, steps: &mut usize) -> bool {
    let Some((&first, others)) = left.split_first() else {
        return true;
    };
    for (index, &other) in others.iter().enumerate() {
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        if met.contains(&[first.min(other), first.max(other)]) {
            continue;
        }
        found.push(vec![first, other]);
        let mut rest = others.to_vec();
        rest.remove(index);
        if search(&rest, met, found, steps) {
            return true;
        }
        found.pop();
    }
    false
}

#[cfg(test)]
#[path = "../../tests/unit/tournament/swiss.rs"]
mod tests;
