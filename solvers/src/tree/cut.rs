//! The cut of a large game into parts.

use std::cmp::Reverse;

use super::walk::Walked;

/// The number of parts of a large game, part 0 not counted.
pub(crate) const PARTS: usize = 8;
/// A game is cut if some player has at least this many sequences. Below, a cut costs more than it brings.
const CUT_FROM: usize = 4096;

/// The part of each information set of each player. Part 0 is the beginning of a large game; the other parts follow on
/// it. Information sets with one public past go to the part of the same number for all players. So a thread that sweeps
/// one part of every player reads the others' plans from memory that it has just written.
pub(super) fn cut(walked: &Walked, publics: &[Vec<u32>]) -> Vec<Vec<usize>> {
    let whole = || {
        let players = walked.infosets.iter();
        players.map(|infosets| vec![0; infosets.len()]).collect()
    };
    let sequences = |infosets: &Vec<super::walk::Found>| {
        let actions = infosets.iter().map(|infoset| infoset.actions as usize);
        actions.sum::<usize>()
    };
    let most = walked.infosets.iter().map(sequences).max();
    if most.is_none_or(|most| most < CUT_FROM) {
        return whole();
    }
    let pasts = Pasts::of(walked, publics);
    let Some(parts) = pasts.share_out() else {
        return whole();
    };
    let players = publics.iter().enumerate();
    let parts: Vec<Vec<usize>> = players
        .map(|(player, publics)| {
            let part = |&public: &u32| parts[pasts.number(player, public)];
            publics.iter().map(part).collect()
        })
        .collect();
    if is_sound(walked, &parts) { parts } else { whole() }
}

/// True if no sequence leads from one part to another, or back to part 0.
fn is_sound(walked: &Walked, parts: &[Vec<usize>]) -> bool {
    walked.infosets.iter().zip(parts).all(|(infosets, parts)| {
        // The part of each sequence; the empty one is in part 0.
        let mut part_of = vec![0];
        for (infoset, &part) in infosets.iter().zip(parts) {
            part_of.extend(std::iter::repeat_n(part, infoset.actions as usize));
        }
        infosets.iter().zip(parts).all(|(infoset, &part)| {
            let before = part_of[infoset.parent as usize];
            before == 0 || before == part
        })
    })
}

/// The public pasts of all players as a forest. The parent of a past is one that comes just before it.
struct Pasts {
    /// The number of each player's first past.
    first: Vec<usize>,
    parents: Vec<Option<usize>>,
    /// The number of sequences of each past. [`Pasts::share_out`] adds those below it.
    weights: Vec<usize>,
}

impl Pasts {
    /// Builds the forest. If several pasts come just before a past, one of them becomes its parent.
    fn of(walked: &Walked, publics: &[Vec<u32>]) -> Pasts {
        let mut first = vec![0];
        for publics in publics {
            let count = publics.iter().max().map_or(0, |&most| most as usize + 1);
            first.push(first[first.len() - 1] + count);
        }
        let count = first[first.len() - 1];
        let mut pasts = Pasts { first, parents: vec![None; count], weights: vec![0; count] };
        for (player, (infosets, publics)) in walked.infosets.iter().zip(publics).enumerate() {
            // The past of each sequence.
            let mut owners = vec![None];
            for (infoset, &public) in infosets.iter().zip(publics) {
                let past = pasts.number(player, public);
                pasts.weights[past] += infoset.actions as usize;
                owners.extend(std::iter::repeat_n(Some(past), infoset.actions as usize));
                pasts.parents[past] = owners[infoset.parent as usize];
            }
        }
        for [before, after] in &walked.follows {
            let past = |&(player, infoset): &(u8, u32)| {
                let player = usize::from(player);
                pasts.number(player, publics[player][infoset as usize])
            };
            let (before, after) = (past(before), past(after));
            pasts.parents[after] = Some(before);
        }
        pasts
    }

    fn number(&self, player: usize, public: u32) -> usize {
        self.first[player] + public as usize
    }

    /// The part of each past. The heaviest subtrees are opened until the rest can be shared out
    /// evenly. Returns `None` if the pasts contain a cycle.
    fn share_out(&self) -> Option<Vec<usize>> {
        let count = self.parents.len();
        let mut children = vec![Vec::new(); count];
        for (past, parent) in self.parents.iter().enumerate() {
            if let Some(parent) = *parent {
                children[parent].push(past);
            }
        }
        let mut subtrees: Vec<usize> = (0..count).filter(|&past| self.parents[past].is_none()).collect();
        let below = |past: usize| {
            let mut found = vec![past];
            let mut next = 0;
            while let Some(&past) = found.get(next) {
                found.extend(&children[past]);
                next += 1;
            }
            found
        };
        // Pasts that no root leads to form a cycle.
        let order: Vec<usize> = subtrees.iter().flat_map(|&root| below(root)).collect();
        if order.len() < count {
            return None;
        }
        let mut weights = self.weights.clone();
        for &past in order.iter().rev() {
            if let Some(parent) = self.parents[past] {
                weights[parent] += weights[past];
            }
        }
        let all: usize = subtrees.iter().map(|&past| weights[past]).sum();
        let mut part_of = vec![0; count];
        loop {
            subtrees.sort_by_key(|&past| (Reverse(weights[past]), past));
            let heaviest = *subtrees.first()?;
            if weights[heaviest] <= all / (2 * PARTS) {
                break;
            }
            subtrees.remove(0);
            subtrees.extend(&children[heaviest]);
        }
        let mut loads = [0; PARTS];
        for past in subtrees {
            let part = (0..PARTS).min_by_key(|&part| loads[part])?;
            loads[part] += weights[past];
            for below in below(past) {
                part_of[below] = part + 1;
            }
        }
        Some(part_of)
    }
}

#[cfg(test)]
#[path = "../../tests/unit/tree/cut.rs"]
mod tests;
