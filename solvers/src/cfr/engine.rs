//! The solver: iterations, averages, measuring.

use super::update::{Constants, Learner};
use super::{Averaging, Preset, Updates};
use crate::best_response::Exploitability;
use crate::game::Player;
use crate::team::Team;
use crate::tree::{Meter, Plan, Sweep, Tree};

/// Sums are brought back to small numbers when the weights have grown to this.
const LARGEST_WEIGHT: f64 = 1e200;

/// A solver of a compiled game. One iteration updates every player once.
#[derive(Debug)]
pub struct Cfr<'t> {
    tree: &'t Tree,
    preset: Preset,
    /// The iteration that schedules take for the last.
    planned: u64,
    iterations: u64,
    weight: f64,
    learners: Vec<Learner>,
    values: Vec<f64>,
    scratch: Vec<Vec<f64>>,
    meter: Meter,
}

impl<'t> Cfr<'t> {
    /// A fresh solver. `planned` is the number of iterations that a preset with schedules takes for
    /// the whole; others do not ask.
    pub fn new(tree: &'t Tree, preset: Preset, planned: u64) -> Cfr<'t> {
        let widest = tree.most(crate::tree::Treeplex::widest_unit);
        Cfr {
            tree,
            preset,
            planned,
            iterations: 0,
            weight: 1.0,
            learners: tree.plexes.iter().map(Learner::new).collect(),
            values: vec![0.0; tree.most(|plex| plex.keys.len())],
            scratch: vec![vec![0.0; widest]; tree.most(|plex| plex.parts.len())],
            meter: Meter::new(tree),
        }
    }

    /// Bytes that a solver of `tree` takes, beside the compiled game itself.
    pub fn bytes(tree: &Tree) -> usize {
        let infosets = tree.most(|plex| plex.keys.len());
        let widest = tree.most(crate::tree::Treeplex::widest_unit);
        let parts = tree.most(|plex| plex.parts.len());
        let sequences: usize = tree.plexes.iter().map(|plex| plex.sequences).sum();
        // A learner's four arrays; values and room of the solver, and once more of the meter.
        size_of::<f64>() * (4 * sequences + 2 * infosets + (parts + 1) * widest)
    }

    /// The game.
    pub fn tree(&self) -> &'t Tree {
        self.tree
    }

    /// Iterations done.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// Does `count` more, on the threads of the current rayon pool where the game is large enough
    /// to be cut.
    pub fn advance(&mut self, count: u64) {
        // Part 0 is swept alone.
        let parts = self.tree.most(|plex| plex.parts.len()).saturating_sub(1);
        let threads = rayon::current_num_threads().min(parts);
        Team::with(threads.saturating_sub(1), |team| {
            (0..count).for_each(|_| self.iterate(team));
        });
    }

    fn iterate(&mut self, team: &Team) {
        let constants = self.begin_iteration();
        for player in 0..self.learners.len() {
            self.learn(player, &constants, team);
            if self.preset.updates == Updates::Alternating {
                self.learners[player].descend(&self.tree.plexes[player], constants.weight, team);
            }
        }
        if self.preset.updates == Updates::Simultaneous {
            for (learner, plex) in self.learners.iter_mut().zip(&self.tree.plexes) {
                learner.descend(plex, constants.weight, team);
            }
        }
    }

    fn begin_iteration(&mut self) -> Constants {
        let before = self.iterations;
        self.iterations += 1;
        let regrets = self.preset.regrets;
        if let (Averaging::Power(exponent), 1..) = (self.preset.averaging, before) {
            let exponent = exponent.at(self.iterations, self.planned);
            self.weight *= (self.iterations as f64 / before as f64).powf(exponent);
        }
        if self.weight > LARGEST_WEIGHT {
            for sum in self
                .learners
                .iter_mut()
                .flat_map(|learner| &mut learner.sums)
            {
                *sum /= self.weight;
            }
            self.weight = 1.0;
        }
        let kept = regrets.factors(self.iterations, self.planned)[0];
        Constants {
            discounts: match before {
                0 => [1.0, 1.0],
                _ => regrets.factors(before, self.planned),
            },
            floor: regrets.floor(),
            prediction: match self.preset.predictive {
                true => [kept, 1.0],
                false => [1.0, 0.0],
            },
            weight: self.weight,
        }
    }

    fn learn(&mut self, player: usize, constants: &Constants, team: &Team) {
        let plex = &self.tree.plexes[player];
        let (earlier, rest) = self.learners.split_at_mut(player);
        let Some((learner, later)) = rest.split_first_mut() else {
            return;
        };
        let plans = earlier.iter().chain(&*later);
        let plans: arrayvec::ArrayVec<&[f64], { crate::tree::MAX_PLAYERS }> =
            plans.map(|other| &other.reach[..]).collect();
        let sweep = Sweep {
            plex,
            others: &plans,
        };
        let (values, scratch) = (&mut self.values, &mut self.scratch);
        learner.ascend(sweep, constants, values, scratch, team);
    }

    /// The strategy that the preset answers with: the average so far, or the last.
    pub fn plan(&self) -> Plan {
        let last = self.answers_with_last();
        let reach = self
            .learners
            .iter()
            .map(|learner| learner.answer(last).to_vec());
        Plan {
            reach: reach.collect(),
        }
    }

    /// The strategy of the next iteration.
    pub fn current(&self) -> Plan {
        let reach = self.learners.iter().map(|learner| learner.reach.clone());
        Plan {
            reach: reach.collect(),
        }
    }

    /// The regrets of `player`, sequence by sequence.
    pub fn regrets(&self, player: Player) -> &[f64] {
        &self.learners[player.index()].regrets
    }

    /// How far the answer can be exploited: exact.
    pub fn exploitability(&mut self) -> Exploitability {
        let last = self.answers_with_last();
        let answers = self.learners.iter().map(|learner| learner.answer(last));
        let plans: arrayvec::ArrayVec<&[f64], { crate::tree::MAX_PLAYERS }> = answers.collect();
        self.meter.measure(self.tree, &plans)
    }

    fn answers_with_last(&self) -> bool {
        self.preset.averaging == Averaging::LastIterate || self.iterations == 0
    }
}
