//! Every outcome of an action, for solvers that enumerate them.

use super::{Action, Chance, ChanceEvent, IllegalAction, Selection, State};

/// Chance that goes through all outcomes. The caller plays again with it until
/// [`AllOutcomes::advance`] has no more outcomes. Every set of cards comes once, in one order.
#[derive(Clone, Debug, Default)]
pub struct AllOutcomes {
    wheels: Vec<Wheel>,
    asked: usize,
}

#[derive(Clone, Copy, Debug)]
struct Wheel {
    at: u64,
    outcomes: u64,
}

impl AllOutcomes {
    /// Starts with the first outcome of every event.
    pub fn new() -> AllOutcomes {
        AllOutcomes::default()
    }

    /// The probability of the outcomes since the last advance.
    pub fn probability(&self) -> f64 {
        let asked = &self.wheels[..self.asked];
        asked.iter().map(|wheel| 1.0 / wheel.outcomes as f64).product()
    }

    /// Goes on to the next outcome. Returns false if there is none, and starts again.
    pub fn advance(&mut self) -> bool {
        self.wheels.truncate(self.asked);
        self.asked = 0;
        while let Some(wheel) = self.wheels.last_mut() {
            wheel.at += 1;
            if wheel.at < wheel.outcomes {
                return true;
            }
            self.wheels.pop();
        }
        false
    }

    fn turn(&mut self, outcomes: u64) -> u64 {
        if self.asked == self.wheels.len() {
            self.wheels.push(Wheel { at: 0, outcomes });
        }
        let wheel = self.wheels[self.asked];
        self.asked += 1;
        wheel.at
    }
}

impl Chance for AllOutcomes {
    fn one(&mut self, _: ChanceEvent, among: usize) -> usize {
        self.turn(among as u64) as usize
    }

    fn some(&mut self, _: ChanceEvent, taken: usize, among: usize) -> Selection {
        let mut rank = self.turn(combinations(among, taken));
        let mut selection = Selection::default();
        let mut wanted = taken;
        for position in 0..among {
            if wanted == 0 {
                break;
            }
            // The sets that begin with this position come first.
            let with = combinations(among - position - 1, wanted - 1);
            if rank < with {
                selection.push(position as u8);
                wanted -= 1;
            } else {
                rank -= with;
            }
        }
        selection
    }
}

/// The number of sets of `taken` numbers among `among`. The largest is 60 over 10, which is below
/// 2^37.
fn combinations(among: usize, taken: usize) -> u64 {
    if taken > among {
        return 0;
    }
    (0..taken as u64).fold(1, |sets, k| sets * (among as u64 - k) / (k + 1))
}

impl State {
    /// Calls `visit` with the probability of every outcome of `action` and the state after it.
    pub fn for_each_outcome(&self, action: Action, mut visit: impl FnMut(f64, &State)) -> Result<(), IllegalAction> {
        let mut chance = AllOutcomes::new();
        loop {
            let mut after = *self;
            after.apply(action, &mut chance, &mut ())?;
            visit(chance.probability(), &after);
            if !chance.advance() {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_set_comes_once() {
        for (among, taken, sets) in [(5, 2, 10), (6, 6, 1), (7, 1, 7), (9, 4, 126)] {
            let mut chance = AllOutcomes::new();
            let mut seen = HashSet::new();
            let mut total = 0.0;
            loop {
                let selection = chance.some(ChanceEvent::Bonus, taken, among);
                assert_eq!(selection.as_slice().len(), taken);
                assert!(selection.as_slice().is_sorted_by(|one, next| one < next));
                assert!(seen.insert(selection.bits()) && selection.bits() >> among == 0);
                total += chance.probability();
                if !chance.advance() {
                    break;
                }
            }
            assert_eq!((seen.len(), combinations(among, taken)), (sets, sets as u64));
            assert!((total - 1.0).abs() < 1e-12);
        }
        assert_eq!(combinations(60, 10), 75_394_027_566);
    }

    #[test]
    fn questions_that_depend_on_answers_are_all_asked() {
        // A first answer of 1 leads to a second question among three.
        let mut chance = AllOutcomes::new();
        let mut seen = Vec::new();
        loop {
            let first = chance.one(ChanceEvent::Starter, 2);
            let second = if first == 1 {
                chance.one(ChanceEvent::NextCard, 3)
            } else {
                9
            };
            seen.push((first, second, chance.probability()));
            if !chance.advance() {
                break;
            }
        }
        let sixth = 0.5 * (1.0 / 3.0);
        assert_eq!(seen, [(0, 9, 0.5), (1, 0, sixth), (1, 1, sixth), (1, 2, sixth)]);
    }
}
