//! Equilibria of large games by the primal-dual hybrid gradient method (PDHG) on the linear program in sequence form.
//!
//! The saddle point has, for each player, a realization plan `x` and a price `v` for each information set: the
//! multiplier of the equation that says that the actions there share the reach of the sequence before. The first player's
//! plan and the second player's prices ascend, the other two descend, and a step costs one product with the sparse matrix
//! in each direction. Nothing is factorised, so that memory goes with the entries of the matrix alone.
//!
//! The rules are those of solvers for general linear programs:
//! - Halpern steps with reflection, restarted when the distance that a step moves has fallen far enough: H. Lu, J. Yang,
//!   "Restarted Halpern PDHG for linear programming", 2024 (arXiv 2407.16144), and H. Lu, Z. Peng, J. Yang, "cuPDLPx", 2025
//!   (arXiv 2507.14051), whose control of the primal weight is taken too.
//! - Restarts make PDHG converge linearly on matrix games and linear programs: D. Applegate, O. Hinder, H. Lu, M. Lubin,
//!   "Faster first-order primal-dual methods for linear programming using restarts and sharpness", 2021 (arXiv 2105.12715).
//! - Diagonal steps that balance the matrix by D. Ruiz, "A scaling algorithm to equilibrate both rows and columns norms
//!   in matrices", 2001, and then by T. Pock, A. Chambolle, "Diagonal preconditioning for first order primal-dual
//!   algorithms", 2011, after which no step is too long: D. Applegate et al., "Practical large-scale linear programming
//!   using primal-dual hybrid gradient", 2021.
//!
//! The answer is the behaviour strategy of both plans. Its NashConv by exact best responses is the duality gap: a true
//! bound, whatever the iterations came to. The order of every sum is that of the game, so any number of threads computes
//! the same bytes.

use rayon::prelude::*;

use super::LpError;
use super::sparse::Sparse;
use crate::run::Solver;
use crate::tree::{RealizationPlan, Tree, Treeplex};

/// Rows that one task of a thread updates.
const ROWS: usize = 4096;
/// The step as a part of the longest that is known to converge.
const STEP: f64 = 0.998;
/// Iterations between two looks at the movement of a step.
const CHECK: u64 = 32;
/// A restart comes when the movement has fallen to this part of the first one.
const SUFFICIENT: f64 = 0.2;
/// A restart comes when the movement has fallen to this part, and rises again.
const NECESSARY: f64 = 0.8;
/// A restart comes when this part of all iterations has passed since the last one.
const ARTIFICIAL: f64 = 0.36;
/// The control of the primal weight: proportional part, integral part, and what is kept of the integral.
const CONTROL: [f64; 3] = [0.99, 0.01, 0.3];

/// The variables of one direction of the saddle point: one player's plan, and the other player's prices.
#[derive(Debug)]
struct Side {
    /// The derivative by each variable, as a row of coefficients of the other side's variables.
    rows: Sparse,
    /// The number of plan entries, which come first and are not negative. The first one is fixed at 1.
    sequences: usize,
    /// The diagonal of steps; 0 for what is fixed.
    steps: Vec<f64>,
    current: Vec<f64>,
    /// The point at which the current round of iterations began.
    anchor: Vec<f64>,
    /// The current point, mirrored at the point that the latest step leads to.
    reflected: Vec<f64>,
}

impl Side {
    fn new(rows: Sparse, sequences: usize, steps: Vec<f64>, plan: &[f64]) -> Side {
        let mut current = vec![0.0; rows.rows()];
        current[..sequences].copy_from_slice(plan);
        Side { rows, sequences, steps, anchor: current.clone(), reflected: current.clone(), current }
    }

    /// A step from the current point against `other`, and its mirror image.
    fn reflect(&mut self, rate: f64, other: &[f64]) {
        let (rows, current, steps, sequences) = (&self.rows, &self.current, &self.steps, self.sequences);
        let chunks = self.reflected.par_chunks_mut(ROWS).enumerate();
        chunks.for_each(|(chunk, reflected)| {
            for (row, out) in (chunk * ROWS..).zip(reflected) {
                let moved = current[row] + rate * steps[row] * rows.product(row, other);
                let next = if row < sequences { moved.max(0.0) } else { moved };
                *out = 2.0 * next - current[row];
            }
        });
    }

    /// Moves to the mean of the mirror image and the anchor, with `share` for the anchor.
    fn halpern(&mut self, share: f64) {
        let chunks = self.current.par_chunks_mut(ROWS);
        let chunks = chunks.zip(self.reflected.par_chunks(ROWS)).zip(self.anchor.par_chunks(ROWS));
        chunks.for_each(|((current, reflected), anchor)| {
            for ((current, reflected), anchor) in current.iter_mut().zip(reflected).zip(anchor) {
                *current = (1.0 - share) * reflected + share * anchor;
            }
        });
    }

    /// The squared distance between the point that the latest step leads to and another one, in the norm of the steps.
    fn distance(&self, from: &[f64]) -> f64 {
        let points = self.reflected.iter().zip(&self.current).zip(from).zip(&self.steps);
        let distances = points.filter(|(_, step)| **step > 0.0).map(|(((reflected, current), from), step)| {
            let moved = 0.5 * (reflected + current) - from;
            moved * moved / step
        });
        distances.sum()
    }

    /// Begins a new round at the point that the latest step leads to.
    fn restart(&mut self) {
        for (current, reflected) in self.current.iter_mut().zip(&self.reflected) {
            *current = 0.5 * (*current + reflected);
        }
        self.anchor.copy_from_slice(&self.current);
    }
}

/// The primal-dual hybrid gradient method for a game. An iteration is a step of both sides.
///
/// ```
/// use cardsharp_solvers::games::Kuhn;
/// use cardsharp_solvers::lp::Pdhg;
/// use cardsharp_solvers::prelude::*;
/// use cardsharp_solvers::run::Solver;
///
/// let tree = Tree::compile(&Kuhn::TWO)?;
/// let mut solver = Pdhg::new(&tree)?;
/// solver.advance(2000);
/// let found = solver.plan().exploitability(&tree);
/// assert!(found.nash_conv() < 1e-9 && (found.values[0] + 1.0 / 18.0).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Pdhg<'t> {
    tree: &'t Tree,
    sides: [Side; 2],
    iterations: u64,
    /// Iterations since the last restart.
    since: u64,
    /// The movement of the first step since the restart, and at the latest look.
    movement: [f64; 2],
    /// The first side's distance counts this much, and the second side's the inverse.
    weight: f64,
    /// The sum that the control of the weight has gathered.
    integral: f64,
}

impl<'t> Pdhg<'t> {
    /// The solver at the uniform strategies.
    ///
    /// # Errors
    ///
    /// [`LpError`] if the game is not one of two players with a constant sum.
    pub fn new(tree: &'t Tree) -> Result<Pdhg<'t>, LpError> {
        let [first, second] = super::pair(tree)?;
        let rows = saddle(first, second);
        let columns = rows.transposed_negative(second.sequences + first.keys.len());
        let [row_steps, column_steps] = rows.balancing(&columns);
        let plan = RealizationPlan::uniform(tree);
        let sides = [
            Side::new(rows, first.sequences, row_steps, &plan.reach[0]),
            Side::new(columns, second.sequences, column_steps, &plan.reach[1]),
        ];
        Ok(Pdhg { tree, sides, iterations: 0, since: 0, movement: [0.0; 2], weight: 1.0, integral: 0.0 })
    }

    /// The bytes of memory that [`Pdhg::new`] takes, about, of which two thirds stay.
    pub fn bytes(tree: &Tree) -> usize {
        super::pair(tree).map_or(0, |[first, second]| {
            let variables = |plex: &Treeplex| plex.sequences + plex.keys.len();
            let entries = first.pair_payoffs().len() + variables(first) + variables(second);
            entries * BYTES_OF_AN_ENTRY + (variables(first) + variables(second)) * BYTES_OF_A_VARIABLE
        })
    }

    /// The behaviour strategies of the current plans.
    pub fn plan(&self) -> RealizationPlan {
        let reach = self.sides.iter().map(|side| {
            let plan = side.current[..side.sequences].iter();
            plan.map(|reach| reach.max(0.0)).collect()
        });
        RealizationPlan { reach: reach.collect() }.as_behaviour(self.tree)
    }

    /// The numbers that a later run continues from.
    pub fn state(&self) -> Vec<f64> {
        let [first, latest] = self.movement;
        let mut numbers = vec![self.since as f64, first, latest, self.weight, self.integral];
        for side in &self.sides {
            numbers.extend_from_slice(&side.current);
            numbers.extend_from_slice(&side.anchor);
        }
        numbers
    }

    /// Continues from the numbers of [`Pdhg::state`] after so many iterations. Returns false if they are not those of
    /// this game.
    pub fn restore(&mut self, iterations: u64, numbers: &[f64]) -> bool {
        let Some((&[since, first, latest, weight, integral], mut left)) = numbers.split_first_chunk() else {
            return false;
        };
        let variables: usize = self.sides.iter().map(|side| side.current.len()).sum();
        let is_sound = numbers.iter().all(|number| number.is_finite()) && weight > 0.0 && since >= 0.0;
        if left.len() != 2 * variables || !is_sound {
            return false;
        }
        for side in &mut self.sides {
            for points in [&mut side.current, &mut side.anchor] {
                let (own, rest) = left.split_at(points.len());
                points.copy_from_slice(own);
                left = rest;
            }
        }
        self.iterations = iterations;
        self.since = since as u64;
        self.movement = [first, latest];
        (self.weight, self.integral) = (weight, integral);
        true
    }

    fn iterate(&mut self) {
        let [ascending, descending] = &mut self.sides;
        ascending.reflect(STEP / self.weight, &descending.current);
        descending.reflect(STEP * self.weight, &ascending.reflected);
        let is_due = self.since.is_multiple_of(CHECK) && self.is_restart_due();
        self.iterations += 1;
        if is_due {
            self.restart();
            return;
        }
        self.since += 1;
        let share = 1.0 / (self.since + 1) as f64;
        self.sides.iter_mut().for_each(|side| side.halpern(share));
    }

    /// Measures the movement of the latest step, and returns true if a round should end.
    fn is_restart_due(&mut self) -> bool {
        let [ascending, descending] = &self.sides;
        let moved = [ascending.distance(&ascending.current), descending.distance(&descending.current)];
        let movement = (self.weight * moved[0] + moved[1] / self.weight).sqrt();
        if self.since == 0 {
            self.movement = [movement; 2];
            return false;
        }
        let [first, latest] = self.movement;
        self.movement[1] = movement;
        movement <= SUFFICIENT * first
            || (movement <= NECESSARY * first && movement > latest)
            || self.since as f64 >= ARTIFICIAL * self.iterations as f64
    }

    /// Begins a new round, with a weight that evens out how far both sides went in this one.
    fn restart(&mut self) {
        let went = [0, 1].map(|side| self.sides[side].distance(&self.sides[side].anchor).sqrt());
        if went.iter().all(|&distance| distance > f64::MIN_POSITIVE) {
            let [proportional, integral, kept] = CONTROL;
            let error = (went[1] / went[0] / self.weight).ln();
            self.integral = kept * self.integral + error;
            self.weight *= (proportional * error + integral * self.integral).exp();
        }
        self.sides.iter_mut().for_each(Side::restart);
        self.since = 0;
    }
}

impl Solver for Pdhg<'_> {
    fn iterations(&self) -> u64 {
        self.iterations
    }

    fn nodes(&self) -> u64 {
        self.iterations * self.tree.histories()
    }

    fn advance(&mut self, iterations: u64) {
        for _ in 0..iterations {
            self.iterate();
        }
    }
}

/// Bytes of an entry of the matrix: in both directions, and while they are built.
const BYTES_OF_AN_ENTRY: usize = 72;
/// Bytes of a variable: its steps and points.
const BYTES_OF_A_VARIABLE: usize = 48;

/// The matrix of the saddle point, with a row for each sequence of `first` and information set of `second`, and a column
/// for each sequence of `second` and information set of `first`. The largest payoff is 1, like the coefficients of the flow.
fn saddle(first: &Treeplex, second: &Treeplex) -> Sparse {
    let mut entries = first.pair_payoffs();
    let largest = entries.iter().map(|(_, _, payoff)| payoff.abs()).fold(0.0, f64::max);
    if largest > 0.0 {
        entries.iter_mut().for_each(|(_, _, payoff)| *payoff /= largest);
    }
    for (infoset, sequence, coefficient) in flows(first) {
        entries.push((sequence, second.sequences as u32 + infoset, -coefficient));
    }
    for (infoset, sequence, coefficient) in flows(second) {
        entries.push((first.sequences as u32 + infoset, sequence, coefficient));
    }
    Sparse::new(first.sequences + second.keys.len(), entries)
}

/// The equations of a plan as entries: the actions of each information set less the sequence before.
fn flows(plex: &Treeplex) -> impl Iterator<Item = (u32, u32, f64)> {
    plex.parents.iter().enumerate().flat_map(|(infoset, &parent)| {
        let unit = plex.unit_of(infoset);
        let actions = (0..unit.actions as usize).map(move |action| (unit.sequence(infoset, action) as u32, 1.0));
        let entries = std::iter::once((parent, -1.0)).chain(actions);
        entries.map(move |(sequence, coefficient)| (infoset as u32, sequence, coefficient))
    })
}
