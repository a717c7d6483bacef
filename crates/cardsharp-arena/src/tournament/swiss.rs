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
        let mut points = Points {
            own: vec![0.0; agents],
            opponents: vec![0.0; agents],
            byes: vec![0; agents],
        };
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
    let met: HashSet<[usize; 2]> = played
        .iter()
        .filter_map(|one| <[usize; 2]>::try_from(one.pairing.agents.as_slice()).ok())
        .collect();
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
mod tests {
    use super::*;

    /// The agent with the lower number wins every match.
    fn play(agents: usize, seats: usize, stages: usize) -> Vec<Played> {
        let mut played = Vec::new();
        loop {
            let next = next_stage(agents, seats, stages, &played);
            if next.is_empty() {
                return played;
            }
            let lowest_first = (0..seats).map(|index| 1.0 / (index + 1) as f64);
            let shares: Vec<f64> = lowest_first.collect();
            played.extend(next.into_iter().map(|pairing| Played {
                pairing,
                shares: shares.clone(),
            }));
        }
    }

    #[test]
    fn nobody_meets_twice_and_the_better_ones_come_out_first() {
        for agents in 4..20 {
            let stages = usize::ilog2(agents) as usize + 1;
            let played = play(agents, 2, stages);
            assert_eq!(played.len(), stages * (agents / 2));
            let met: HashSet<_> = played.iter().map(|one| &one.pairing.agents).collect();
            assert_eq!(met.len(), played.len(), "{agents} agents");
            let points = Points::after(agents, &played, true);
            assert_eq!(points.order()[0], 0);
            assert!(points.byes.iter().all(|&byes| byes <= 1), "{points:?}");
            assert_eq!(points.byes.iter().sum::<usize>(), stages * (agents % 2));
        }
    }

    #[test]
    fn tables_of_four_are_filled() {
        let played = play(10, 4, 3);
        assert_eq!(played.len(), 3 * 2);
        assert!(played.iter().all(|one| one.pairing.agents.len() == 4));
        assert_eq!(Points::after(10, &played, true).byes.iter().sum::<usize>(), 6);
    }

    #[test]
    fn pairs_meet_again_when_all_have_met() {
        assert_eq!(play(2, 2, 3).len(), 3);
        assert_eq!(play(3, 2, 5).len(), 5);
    }
}
