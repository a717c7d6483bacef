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

/// The number of sets of `taken` numbers among `among`. The largest is 60 over 10, which is below 2^37.
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
#[path = "../../tests/unit/rules/outcomes.rs"]
mod tests;
