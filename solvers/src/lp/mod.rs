//! Exact equilibria of two-player constant-sum games by linear programming in sequence form.
//!
//! D. Koller, N. Megiddo, B. von Stengel, "Efficient computation of equilibria for extensive
//! two-person games", Games and Economic Behavior 14, 1996. The program of a player has a
//! realization plan x, and a number for each of the opponent's information sets: the player's value
//! there against a best response. No sequence of the opponent may give the player less than these
//! numbers promise. The size of the program goes with the number of sequences, not of strategies.
//!
//! The program is solved by microlp, which is written in Rust and suits games of some thousand sequences. With the
//! feature `highs` it is solved by HiGHS (Q. Huangfu, J. A. J. Hall, "Parallelizing the dual revised simplex method",
//! 2018). HiGHS solves liar's dice with six sides in seconds; to build it needs cmake, a C++ compiler and libclang.
//! Games of more sequences than [`suits_simplex`] allows are for [`Pdhg`], which solves the same program step by step.

#[cfg_attr(feature = "highs", path = "highs.rs")]
#[cfg_attr(not(feature = "highs"), path = "microlp.rs")]
mod backend;
mod pdhg;
mod program;
mod sparse;

use thiserror::Error;

pub use pdhg::Pdhg;
use program::{Bound, Program};

use crate::best_response::Exploitability;
use crate::tree::{RealizationPlan, Tree, Treeplex};

/// An equilibrium.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// The value of the game to the first player.
    pub value: f64,
    /// The equilibrium strategies of both players.
    pub plan: RealizationPlan,
}

/// The reason that no equilibrium was found.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum LpError {
    /// The game does not have two players.
    #[error("linear programming solves games of two players, and this one has {0}")]
    Players(usize),
    /// The game is not constant-sum.
    #[error("the players' utilities do not always add up to the same: linear programming cannot solve this game")]
    GeneralSum,
    /// The solver of the linear program failed.
    #[error("the linear program could not be solved ({0}): use a CFR preset for this game")]
    Solver(String),
    /// The strategies that the linear program gave are no equilibrium: rounding has taken over.
    #[error(
        "the linear program came to strategies with NashConv {nash_conv:.1e}, and at most {allowed:.1e} is \
         rounding: use a CFR preset for this game"
    )]
    Inexact {
        /// Their NashConv.
        nash_conv: f64,
        /// The greatest NashConv that passes for rounding.
        allowed: f64,
    },
}

impl LpError {
    /// Checks that `found` is an equilibrium but for rounding, where utilities differ by up to `range`.
    ///
    /// # Errors
    ///
    /// [`LpError::Inexact`].
    pub fn check(found: &Exploitability, range: f64) -> Result<(), LpError> {
        let (nash_conv, allowed) = (found.nash_conv(), TOLERANCE * range);
        if (0.0..=allowed).contains(&nash_conv) { Ok(()) } else { Err(LpError::Inexact { nash_conv, allowed }) }
    }
}

/// The NashConv of a solution as a part of the range of utilities, at most.
const TOLERANCE: f64 = 1e-6;

/// The total of a realization plan in the program. The solver keeps every constraint to about 1e-7
/// in absolute terms, so larger numbers make the plan more exact.
const WHOLE: f64 = 1e4;

/// Solves `tree` by two programs, one for each player.
///
/// # Errors
///
/// [`LpError`] if the game is not one of two players with a constant sum, or the solver fails.
pub fn solve(tree: &Tree) -> Result<Equilibrium, LpError> {
    let [first, second] = pair(tree)?;
    let (value, first_plan) = solve_for(first, second)?;
    let (_, second_plan) = solve_for(second, first)?;
    let plan = RealizationPlan { reach: vec![first_plan, second_plan] };
    // The solver keeps the sums of the flow to its tolerance only, and a behaviour keeps them exactly.
    let plan = plan.as_behaviour(tree);
    LpError::check(&plan.exploitability(tree), tree.spread())?;
    Ok(Equilibrium { value: tree.bases[0] + value, plan })
}

/// Both players' decisions in a game that a linear program solves.
fn pair(tree: &Tree) -> Result<&[Treeplex; 2], LpError> {
    let pair = tree.plexes[..].try_into().ok().ok_or(LpError::Players(tree.players()))?;
    tree.constant_sum().map(|_| pair).ok_or(LpError::GeneralSum)
}

/// The most sequences of a game that [`suits_simplex`].
const MAX_FOR_SIMPLEX: usize = 100_000;

/// True if `tree` is small enough for the simplex method of [`solve`]. For a larger game [`Pdhg`] takes less time and
/// memory.
pub fn suits_simplex(tree: &Tree) -> bool {
    let sequences: usize = tree.plexes.iter().map(|plex| plex.sequences).sum();
    sequences <= MAX_FOR_SIMPLEX
}

/// Bytes of memory for each coefficient of a program: its place in the rows, and in the columns and
/// the factors that the solver keeps. Measured on liar's dice, goofspiel and Leduc poker.
const BYTES_OF_A_COEFFICIENT: usize = 320;

/// The bytes of memory that [`solve`] needs, about.
pub fn bytes(tree: &Tree) -> usize {
    let [first, second] = &tree.plexes[..] else {
        return 0;
    };
    let flows = |plex: &Treeplex| plex.sequences + plex.keys.len();
    let coefficients = first.pair_payoffs().len() + flows(first) + flows(second);
    coefficients * BYTES_OF_A_COEFFICIENT
}

/// The value of the game to the owner of `own`, and a plan that secures it.
fn solve_for(own: &Treeplex, other: &Treeplex) -> Result<(f64, Vec<f64>), LpError> {
    let mut program = Program::default();
    for _ in 0..own.sequences {
        program.column(0.0, (0.0, WHOLE));
    }
    let free = (f64::NEG_INFINITY, f64::INFINITY);
    let secured = program.columns.len();
    for _ in 0..other.keys.len() {
        program.column(0.0, free);
    }
    let value = program.columns.len();
    program.column(1.0, free);

    program.row(vec![(0, 1.0)], Bound::Exactly(WHOLE));
    for (infoset, &parent) in own.parents.iter().enumerate() {
        let unit = own.unit_of(infoset);
        let actions = 0..unit.actions as usize;
        let mut flow = vec![(parent as usize, -1.0)];
        flow.extend(actions.map(|action| (unit.sequence(infoset, action), 1.0)));
        program.row(flow, Bound::Exactly(0.0));
    }

    // One row for each of the opponent's sequences: the value at its information set is at most
    // what the sequence leaves.
    let mut rows = vec![Vec::new(); other.sequences];
    rows[0].push((value, 1.0));
    for (infoset, &parent) in other.parents.iter().enumerate() {
        rows[parent as usize].push((secured + infoset, -1.0));
        let unit = other.unit_of(infoset);
        for action in 0..unit.actions as usize {
            rows[unit.sequence(infoset, action)].push((secured + infoset, 1.0));
        }
    }
    let payoffs = own.pair_payoffs();
    let largest = payoffs.iter().map(|(_, _, payoff)| payoff.abs());
    let largest = largest.fold(0.0, f64::max);
    let scale = if largest > 0.0 { 1.0 / largest } else { 1.0 };
    for (sequence, column, payoff) in payoffs {
        rows[column as usize].push((sequence as usize, -payoff * scale));
    }
    for row in rows {
        program.row(row, Bound::AtMost(0.0));
    }

    let factors = program.balance();
    let mut solution = backend::maximize(&program).map_err(LpError::Solver)?;
    let values = solution.iter_mut().zip(factors);
    values.for_each(|(value, factor)| *value *= factor);
    let plan = solution[..own.sequences].iter();
    let plan = plan.map(|weight| weight.max(0.0)).collect();
    Ok((solution[value] / (scale * WHOLE), plan))
}
