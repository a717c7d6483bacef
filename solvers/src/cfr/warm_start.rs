//! A warm start: the solver begins with a given strategy, as if it were the average of earlier iterations.
//!
//! N. Brown, T. Sandholm, "Strategy-based warm starting for regret minimization in games", AAAI 2016.
//! The regrets of those iterations, which were never played, are replaced by *substitute regrets*,
//! made from the given profile alone. Let v(I, a) be the counterfactual value of action a at
//! information set I, where the information sets below a count with their own substitute values:
//!
//! - the substitute value w(I) of an information set is the number that solves
//!   sum over a of max(v(I, a) - w(I), 0)^2 = c |A(I)| D(I)^2,
//! - the substitute regret of an action, after T iterations, is T (v(I, a) - w(I)),
//! - the average is the given profile, with the weight of T iterations.
//!
//! D(I) is the difference between the greatest and the least value that the player can reach from I on against the
//! others' given strategies. The paper uses the others' reach of I times the range of utilities below I instead. D(I)
//! is at most that, and it is known without histories. CFR's proof bounds the sum of squares of the positive regrets.
//! After a warm start this sum is at most c T times the bound after T iterations. So c T plays the part of the paper's
//! factor lambda, and is never more than 1.
//!
//! The players' substitute values of the whole game must not add up to more than they can get together: otherwise
//! nothing would follow for the regrets of the average. c is the least number for which they add up to no more than the
//! players' expected utilities under the profile (in a constant-sum game: the constant). It measures the quality of the
//! profile: it is 0 for an equilibrium, and 1 / c is the number of iterations that the proof needs for a profile as
//! good. If c is less than 1 / T^2, it is raised to that. The first iteration would sweep smaller regrets away, and
//! larger ones break no bound. With more than two players, or without a constant sum, all this is a heuristic, as CFR
//! itself is.
//!
//! For a preset that discounts, its own weight of T iterations replaces the factor T. The last iteration weighs 1, and
//! those before it weigh what its discounts leave. The sign of v(I, a) - w(I) selects the discount of positive or of
//! negative regrets. A floor applies to substitute regrets as to others. A boost multiplies those that are positive.
//! The first strategy leaves out the prediction, which would be the regrets of the last iteration. The moving averages
//! of a volatility begin at 0, and so do the errors of a prediction.

use thiserror::Error;

use super::Preset;
use super::engine::Cfr;
use super::extension::raised;
use super::learner::Learner;
use crate::fork_join::ForkJoin;
use crate::tree::{InfosetValues, MeasureBuffers, RealizationPlan, Respond, Step, Sweep, Tree, Treeplex, Unit};

/// The number of halvings in the search for the square root of c.
const HALVINGS: u32 = 40;

/// The reason that a solver cannot begin with a plan.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WarmStartError {
    /// The plan belongs to another game.
    #[error("the strategy has {found} sequences of player {player}, and the game has {expected}")]
    OtherGame {
        /// The first player whose number of sequences differs.
        player: usize,
        /// The number of sequences in the plan.
        found: usize,
        /// The number of sequences in the game.
        expected: usize,
    },
}

impl Cfr<'_> {
    /// Discards all that was learnt, and begins as if `plan` were the average of earlier iterations. Their number is
    /// `at_most` (0 counts as 1), or fewer if CFR's worst case needs fewer to come as close to an equilibrium. Returns
    /// the number. It costs about as much as 50 iterations.
    ///
    /// N. Brown, T. Sandholm, "Strategy-based warm starting for regret minimization in games", AAAI 2016. The
    /// substitute regret of an action with counterfactual value v(I, a) is T (v(I, a) - w(I)), where w(I) solves: sum
    /// over a of max(v(I, a) - w(I), 0)^2 = c |A(I)| D(I)^2. D(I) is the difference between the greatest and the least
    /// value that the player can reach from I on. c is the least number, but not below 1 / T^2, for which the players'
    /// w of the whole game add up to no more than their expected utilities under the plan.
    ///
    /// The more iterations a plan stands for, the longer the solver keeps to it. A fair choice is the number that a new
    /// solver needs for a plan as good. A rough plan gains most. From the plan of ten iterations of DCFR in Leduc,
    /// every preset halves NashConv in 6 to 14 iterations, where it takes 12 to 30 without a plan. On the way NashConv
    /// is never above 1.3 times that of the plan (2.2 times with presets that have schedules, 2.5 times with
    /// [`Preset::VAD_CFR`], whose answer is then the last strategy). From a good plan, of 50
    /// iterations, CFR improves at once. Presets that forget soon lose the plan first: for some
    /// fifty iterations NashConv rises to up to 10 times (38 times with schedules). The cause is
    /// that the first strategies are made of regrets that are all nearly equal.
    pub fn warm_start(&mut self, plan: &RealizationPlan, at_most: u64) -> Result<u64, WarmStartError> {
        let given = Given::new(self.tree, plan)?;
        let root = given.root_of_excess();
        let bound = (1.0 / (root * root)).min(u64::MAX as f64) as u64;
        let iterations = at_most.min(bound).max(1);
        let root = root.max(1.0 / iterations as f64);
        let preset = self.clock.preset;
        let weights = Weights::of(&preset, iterations, self.clock.planned);
        // A reward transformation begins with the plan as its reference.
        let kept = if preset.tree_rule.is_some() { weights.average.max(1.0) } else { weights.average };
        for (player, learner) in self.learners.iter_mut().enumerate() {
            let plex = &self.tree.plexes[player];
            given.substitute(player, root, &mut learner.regrets);
            for regret in &mut learner.regrets {
                let weight = weights.regrets[usize::from(*regret <= 0.0)];
                *regret = (*regret * weight).max(preset.regrets.floor);
            }
            learner.match_regrets(plex, preset.power);
            learner.volatility.fill(0.0);
            learner.latest.fill(0.0);
            ForkJoin::with(0, |alone| learner.descend(plex, 0.0, alone));
            let plan = given.plans[player].iter();
            learner.sums.clear();
            learner.sums.extend(plan.map(|reach| reach * kept));
        }
        self.clock.begin_after(iterations);
        Ok(iterations)
    }
}

/// The total weight of some iterations, where the last weighs 1 but for a boost and for iterations that an
/// average leaves out.
pub(crate) struct Weights {
    /// The weight in positive regrets, and in other regrets.
    pub(crate) regrets: [f64; 2],
    pub(crate) average: f64,
}

impl Weights {
    pub(crate) fn of(preset: &Preset, iterations: u64, planned: u64) -> Weights {
        let counted = |iteration: u64| f64::from(u8::from(iteration > preset.averaging.skipped()));
        let first = [preset.regrets.boost, 1.0];
        let mut weights = Weights { regrets: first, average: counted(1) };
        for iteration in 2..=iterations {
            let kept = preset.regrets.factors_after(iteration - 1, planned);
            for ((weight, kept), first) in weights.regrets.iter_mut().zip(kept).zip(first) {
                *weight = *weight * kept + first;
            }
            let kept = preset.averaging.exponent().map_or(1.0, |exponent| {
                let before = (iteration - 1) as f64 / iteration as f64;
                before.powf(exponent.at(iteration, planned))
            });
            weights.average = weights.average * kept + counted(iteration);
        }
        weights
    }
}

/// The profile of the warm start.
struct Given<'t> {
    tree: &'t Tree,
    /// The realization plan of each player, with a weight of 1.
    plans: Vec<Vec<f64>>,
    /// D of each information set of each player.
    spans: Vec<Vec<f64>>,
    /// The sum of the players' expected utilities under the profile.
    sum: f64,
}

impl<'t> Given<'t> {
    fn new(tree: &'t Tree, plan: &RealizationPlan) -> Result<Given<'t>, WarmStartError> {
        let mut plans = Vec::new();
        for (player, plex) in tree.plexes.iter().enumerate() {
            let reach = plan.reach.get(player).map_or(&[][..], Vec::as_slice);
            if reach.len() != plex.sequences {
                return Err(WarmStartError::OtherGame { player, found: reach.len(), expected: plex.sequences });
            }
            plans.push(reach.iter().map(|share| share / reach[0]).collect::<Vec<_>>());
        }
        let views: Vec<&[f64]> = plans.iter().map(Vec::as_slice).collect();
        let above = MeasureBuffers::new(tree).measure_above(tree, &views);
        let mut given = Given { tree, plans, spans: Vec::new(), sum: above.values.iter().sum() };
        for player in 0..tree.players() {
            let mut spans = given.sweep(player, &mut Respond).1;
            let least = given.sweep(player, &mut Least).1;
            spans.iter_mut().zip(least).for_each(|(most, least)| *most -= least);
            given.spans.push(spans);
        }
        Ok(given)
    }

    /// The value of the game to the player, and the value of each information set. `step` computes
    /// the values of a unit.
    fn sweep(&self, player: usize, step: &mut impl Step) -> (f64, Vec<f64>) {
        let plex = &self.tree.plexes[player];
        let others = self.plans.iter().enumerate();
        let others: Vec<&[f64]> = others.filter(|&(other, _)| other != player).map(|(_, plan)| &plan[..]).collect();
        let sweep = Sweep { plex, others: &others };
        let mut values = vec![0.0; plex.keys.len()];
        let mut scratch = vec![0.0; plex.widest_unit()];
        let mut infosets = InfosetValues { values: &mut values, first: 0 };
        for part in plex.parts.iter().rev() {
            sweep.part(part, &mut infosets, &mut scratch, step);
        }
        (sweep.root(&infosets), values)
    }

    /// Writes v(I, a) - w(I) for each sequence, and returns w of the whole game.
    fn substitute(&self, player: usize, root: f64, gains: &mut [f64]) -> f64 {
        let mut step = Substitute { root, spans: &self.spans[player], gains, gaps: Vec::new() };
        self.sweep(player, &mut step).0
    }

    /// The square root of c. As it grows from 0 to 1, the substitute values fall from the values of
    /// best responses to the least values, or below.
    fn root_of_excess(&self) -> f64 {
        let widest = self.tree.most(|plex| plex.sequences);
        let mut gains = vec![0.0; widest];
        let mut promised = |root: f64| {
            let players = 0..self.tree.players();
            players.map(|player| self.substitute(player, root, &mut gains)).sum::<f64>()
        };
        let (mut less, mut enough) = (0.0, 1.0);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (less + enough);
            if promised(middle) > self.sum {
                less = middle;
            } else {
                enough = middle;
            }
        }
        enough
    }
}

/// The step that takes the least value of any action.
struct Least;

impl Step for Least {
    #[inline(always)]
    fn unit(&mut self, unit: &Unit, values: &mut [f64], out: &mut [f64]) {
        let width = usize::from(unit.width);
        out.copy_from_slice(&values[..width]);
        for action in values[width..].chunks_exact(width) {
            for (least, value) in out.iter_mut().zip(action) {
                *least = value.min(*least);
            }
        }
    }
}

/// The step of substitute values.
struct Substitute<'a> {
    /// The square root of c.
    root: f64,
    spans: &'a [f64],
    gains: &'a mut [f64],
    gaps: Vec<f64>,
}

impl Step for Substitute<'_> {
    #[inline(always)]
    fn unit(&mut self, unit: &Unit, values: &mut [f64], out: &mut [f64]) {
        let width = usize::from(unit.width);
        let gains = &mut self.gains[unit.range()];
        for (row, out) in out.iter_mut().enumerate() {
            let actions = || values[row..].iter().step_by(width);
            let best = actions().copied().fold(f64::NEG_INFINITY, f64::max);
            self.gaps.clear();
            self.gaps.extend(actions().map(|value| best - value));
            let span = self.spans[unit.first_infoset as usize + row];
            let squares = (self.root * span).powi(2) * f64::from(unit.actions);
            *out = best - depth(&mut self.gaps, squares);
            for (gain, value) in gains[row..].iter_mut().step_by(width).zip(actions()) {
                *gain = value - *out;
            }
        }
    }
}

/// The number x for which the squares of all positive x - gap add up to `squares`. The least gap is 0.
fn depth(gaps: &mut [f64], squares: f64) -> f64 {
    gaps.sort_unstable_by(f64::total_cmp);
    let (mut sum, mut sum_of_squares) = (0.0, 0.0);
    let mut found = 0.0;
    for (index, &gap) in gaps.iter().enumerate() {
        if index > 0 && found <= gap {
            break;
        }
        sum += gap;
        sum_of_squares += gap * gap;
        // With the first `index + 1` gaps alone it is a quadratic equation.
        let count = (index + 1) as f64;
        let discriminant = sum * sum - count * (sum_of_squares - squares);
        found = (sum + discriminant.max(0.0).sqrt()) / count;
    }
    found
}

impl Learner {
    /// Computes the strategy by regret matching, in proportion to a power.
    fn match_regrets(&mut self, plex: &Treeplex, power: f64) {
        for unit in &plex.units {
            let width = usize::from(unit.width);
            let (regrets, strategy) = (&self.regrets[unit.range()], &mut self.strategy[unit.range()]);
            for row in 0..width {
                let positive = || regrets[row..].iter().step_by(width).map(|regret| raised(regret.max(0.0), power));
                let sum: f64 = positive().sum();
                let shares = strategy[row..].iter_mut().step_by(width);
                for (share, regret) in shares.zip(positive()) {
                    *share = if sum > 0.0 { regret / sum } else { 1.0 / f64::from(unit.actions) };
                }
            }
        }
    }
}
