//! The schedule: the next matches of a tournament, from the results of those before.

use super::bracket::Bracket;
use super::pairing::{Pairing, Played};
use super::settings::Format;
use super::swiss::{self, Points};

/// The matches that can be played next; none if the tournament is over. `played` has all matches of the stages
/// before, in the order in which this function gave them.
pub fn next_stage(format: Format, agents: usize, seats: usize, played: &[Played]) -> Vec<Pairing> {
    if let Some(lives) = format.lives() {
        return Bracket::after(agents, seats, lives, played).next_stage();
    }
    match format {
        Format::RoundRobin if played.is_empty() => first_stage(choices(0..agents, seats)),
        Format::Gauntlet if played.is_empty() => {
            let others = choices(1..agents, seats - 1);
            first_stage(others.map(|others| [vec![0], others].concat()))
        }
        Format::Swiss { stages } => swiss::next_stage(agents, seats, stages, played),
        _ => Vec::new(),
    }
}

/// The agents, the first one first, after these matches: in an elimination by when they left, else by points.
pub fn ranking(format: Format, agents: usize, seats: usize, played: &[Played]) -> Vec<usize> {
    match format.lives() {
        Some(lives) => Bracket::after(agents, seats, lives, played).order(played),
        None => {
            let byes = matches!(format, Format::Swiss { .. });
            Points::after(agents, played, byes).order()
        }
    }
}

/// The number of matches, if it does not depend on the results.
pub fn matches(format: Format, agents: usize, seats: usize) -> Option<usize> {
    match format {
        Format::RoundRobin | Format::Gauntlet => Some(first_matches(format, agents, seats)),
        Format::Swiss { stages } => Some(first_matches(format, agents, seats).saturating_mul(stages)),
        Format::SingleElimination | Format::DoubleElimination => None,
    }
}

/// The number of matches of the first stage, or the greatest number there is if they are more.
pub fn first_matches(format: Format, agents: usize, seats: usize) -> usize {
    match format {
        Format::RoundRobin => binomial(agents, seats),
        Format::Gauntlet => binomial(agents - 1, seats - 1),
        Format::Swiss { .. } | Format::SingleElimination | Format::DoubleElimination => agents / seats,
    }
}

/// The number of choices of `count` of so many, or the greatest number there is if they are more.
fn binomial(all: usize, count: usize) -> usize {
    let mut choices = 1_u128;
    for chosen in 0..count.min(all - count) {
        choices = choices * (all - chosen) as u128 / (chosen as u128 + 1);
        // With each one up to half of all there are more.
        if choices > usize::MAX as u128 {
            return usize::MAX;
        }
    }
    choices as usize
}

fn first_stage(tables: impl Iterator<Item = Vec<usize>>) -> Vec<Pairing> {
    let pairing = |agents| Pairing { stage: 0, agents };
    tables.map(pairing).collect()
}

/// All choices of `count` of these agents, in lexicographic order.
fn choices(agents: std::ops::Range<usize>, count: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut found = Vec::new();
    choose(agents, count, &mut Vec::new(), &mut found);
    found.into_iter()
}

fn choose(agents: std::ops::Range<usize>, count: usize, chosen: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    if count == 0 {
        found.push(chosen.clone());
        return;
    }
    for agent in agents.clone() {
        chosen.push(agent);
        choose(agent + 1..agents.end, count - 1, chosen, found);
        chosen.pop();
    }
}

#[cfg(test)]
#[path = "../../tests/unit/tournament/schedule.rs"]
mod tests;
