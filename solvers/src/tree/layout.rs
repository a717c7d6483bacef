//! The order of information sets and sequences.

use rustc_hash::FxHashMap;

use super::cut::cut;
use super::walk::{Found, Sequence, Walked};
use super::{PIECE_ROWS, Part, Piece, Treeplex, UNIT_WIDTH, Unit};

/// A treeplex without its payoffs, and the new numbers of its sequences.
pub(super) struct Layout {
    pub(super) plex: Treeplex,
    /// The new number of each sequence, by its number in the walk.
    pub(super) renumbered: Vec<Sequence>,
}

/// Lays out every player's decisions.
pub(super) fn lay_out(walked: &Walked) -> Vec<Layout> {
    let publics = public_pasts(walked);
    let parts = cut(walked, &publics);
    let players = walked.infosets.iter().zip(&publics).zip(&parts);
    players.map(|((found, publics), parts)| Planner::new(found, publics).lay_out(parts)).collect()
}

/// The public past of each information set of each player, numbered in the order of discovery.
///
/// Two information sets share a public past if some history leads from both to the same decision of another player (who
/// could not tell them apart), directly or through further such pairs. Information sets that no decision of another
/// player follows share one if they follow the same decisions of other players. A finer or a coarser partition would be
/// as correct: it only sets an order.
fn public_pasts(walked: &Walked) -> Vec<Vec<u32>> {
    let mut offsets = vec![0];
    for infosets in &walked.infosets {
        offsets.push(offsets[offsets.len() - 1] + infosets.len());
    }
    let number = |(player, infoset): (u8, u32)| offsets[usize::from(player)] + infoset as usize;
    // Each information set has two members: before another player's decision, and after one.
    let mut sets = DisjointSets::new(2 * offsets[offsets.len() - 1]);
    let mut leads_on = vec![false; offsets[offsets.len() - 1]];
    for &[before, after] in &walked.follows {
        sets.join(2 * number(before), 2 * number(after) + 1);
        leads_on[number(before)] = true;
    }
    let mut public = |player: usize, count: usize| {
        let mut numbers = FxHashMap::default();
        let mut of = |infoset: usize| {
            let index = offsets[player] + infoset;
            let root = sets.find(2 * index + usize::from(!leads_on[index]));
            let next = numbers.len() as u32;
            *numbers.entry(root).or_insert(next)
        };
        (0..count).map(&mut of).collect()
    };
    let players = walked.infosets.iter().enumerate();
    players.map(|(player, infosets)| public(player, infosets.len())).collect()
}

struct DisjointSets(Vec<u32>);

impl DisjointSets {
    fn new(count: usize) -> DisjointSets {
        DisjointSets((0..count as u32).collect())
    }

    fn find(&mut self, mut member: usize) -> usize {
        while self.0[member] as usize != member {
            let above = self.0[member] as usize;
            self.0[member] = self.0[above];
            member = self.0[member] as usize;
        }
        member
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.find(one), self.find(other));
        self.0[one.max(other)] = one.min(other) as u32;
    }
}

struct Planner<'a> {
    found: &'a [Found],
    publics: &'a [u32],
    plex: Treeplex,
    renumbered: Vec<Sequence>,
}

impl<'a> Planner<'a> {
    fn new(found: &'a [Found], publics: &'a [u32]) -> Planner<'a> {
        let sequences: u32 = found.iter().map(|infoset| infoset.actions).sum();
        Planner {
            found,
            publics,
            renumbered: vec![0; sequences as usize + 1],
            plex: Treeplex { sequences: 1, pieces: vec![Piece::rows_from(0, 1)], ..Treeplex::default() },
        }
    }

    /// Lays out the decisions part by part. `part_of` is the part of each information set.
    fn lay_out(mut self, part_of: &[usize]) -> Layout {
        let parts = part_of.iter().max().map_or(1, |&most| most + 1);
        for part in 0..parts {
            let members = (0..self.found.len() as u32).filter(|&infoset| part_of[infoset as usize] == part).collect();
            self.lay_out_part(members);
        }
        self.plex.pieces.push(Piece::rows_from(self.plex.sequences as u32, 0));
        Layout { plex: self.plex, renumbered: self.renumbered }
    }

    fn lay_out_part(&mut self, mut members: Vec<u32>) {
        let begin = (self.plex.units.len(), self.plex.keys.len(), self.plex.sequences);
        let found = self.found;
        members.sort_by_key(|&infoset| found[infoset as usize].level);
        let same_level = |one: &u32, other: &u32| found[*one as usize].level == found[*other as usize].level;
        for level in members.chunk_by_mut(same_level) {
            // Parents have their new numbers by now. Children in the order of their parents make long runs.
            level.sort_by_key(|&infoset| {
                let here = &found[infoset as usize];
                let parent = self.renumbered[here.parent as usize];
                let public = self.publics[infoset as usize];
                (here.actions, public, parent, infoset)
            });
            self.lay_out_level(level);
        }
        self.plex.parts.push(Part {
            units: begin.0..self.plex.units.len(),
            infosets: begin.1..self.plex.keys.len(),
            sequences: begin.2..self.plex.sequences,
        });
    }

    /// Cuts the sorted information sets of a level into units.
    fn lay_out_level(&mut self, level: &[u32]) {
        let actions = |infoset: u32| self.found[infoset as usize].actions;
        let public = |infoset: u32| (actions(infoset), self.publics[infoset as usize]);
        let mut units: Vec<Vec<&[u32]>> = Vec::new();
        for past in level.chunk_by(|&one, &other| public(one) == public(other)) {
            for rows in past.chunks(PIECE_ROWS) {
                let fits = units.last().is_some_and(|unit| {
                    let width: usize = unit.iter().map(|rows| rows.len()).sum();
                    width + rows.len() <= UNIT_WIDTH && actions(unit[0][0]) == actions(rows[0])
                });
                match units.last_mut().filter(|_| fits) {
                    Some(unit) => unit.push(rows),
                    None => units.push(vec![rows]),
                }
            }
        }
        for unit in units {
            self.lay_out_unit(&unit);
        }
    }

    fn lay_out_unit(&mut self, pieces: &[&[u32]]) {
        let width: usize = pieces.iter().map(|rows| rows.len()).sum();
        let actions = self.found[pieces[0][0] as usize].actions;
        let first_sequence = self.plex.sequences as u32;
        self.plex.units.push(Unit {
            first_infoset: self.plex.keys.len() as u32,
            first_sequence,
            first_piece: self.plex.pieces.len() as u32,
            pieces: pieces.len() as u16,
            width: width as u16,
            actions,
        });
        for action in 0..actions {
            let mut next = first_sequence + action * width as u32;
            for rows in pieces {
                let piece = Piece::rows_from(next, rows.len() as u32);
                self.plex.pieces.push(piece);
                for &infoset in *rows {
                    let old = self.found[infoset as usize].first + action;
                    self.renumbered[old as usize] = next;
                    next += 1;
                }
            }
        }
        for &infoset in pieces.iter().copied().flatten() {
            let here = &self.found[infoset as usize];
            self.plex.keys.push(here.key);
            self.plex.parents.push(self.renumbered[here.parent as usize]);
        }
        self.plex.sequences += width * actions as usize;
    }
}

impl Piece {
    fn rows_from(first_sequence: u32, rows: u32) -> Piece {
        Piece { first_sequence, rows, first_run: 0, first_block: 0, first_entry: 0 }
    }
}
