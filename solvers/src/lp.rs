//! Exact equilibria of two-player constant-sum games by linear programming in sequence form.
//!
//! D. Koller, N. Megiddo, B. von Stengel, "Efficient computation of equilibria for extensive
//! two-person games", Games and Economic Behavior 14, 1996. The program of a player: choose a
//! realization plan x, and for each of the opponent's information sets the most that it can still be
//! worth to the player against a best response, so that none of the opponent's sequences gives less.
//! Its size goes with the number of sequences, not of strategies.

use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, Variable};
use thiserror::Error;

use crate::tree::{Plan, Tree, Treeplex};

/// An equilibrium.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// What the first player gets.
    pub value: f64,
    /// What the players do.
    pub plan: Plan,
}

/// Why there is none to be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LpError {
    /// The program is for two players.
    #[error("linear programming solves games of two players, and this one has {0}")]
    Players(usize),
    /// The program needs one player's gain to be the other's loss.
    #[error(
        "the players' utilities do not always add up to the same: linear programming cannot solve this game"
    )]
    GeneralSum,
    /// The solver gave up.
    #[error("the linear program could not be solved ({0}): use a CFR preset for this game")]
    Solver(String),
}

/// What a plan adds up to in the program. The solver keeps every constraint to about 1e-7, whatever
/// its numbers: the larger they are, the more exact the plan.
const WHOLE: f64 = 1e4;

/// Solves `tree`: two programs, one a player.
pub fn solve(tree: &Tree) -> Result<Equilibrium, LpError> {
    let [first, second] = &tree.plexes[..] else {
        return Err(LpError::Players(tree.players()));
    };
    if tree.constant_sum().is_none() {
        return Err(LpError::GeneralSum);
    }
    let (value, first_plan) = solve_for(first, second)?;
    let (_, second_plan) = solve_for(second, first)?;
    Ok(Equilibrium {
        value,
        plan: Plan {
            reach: vec![first_plan, second_plan],
        },
    })
}

/// The value of the game to the owner of `own`, and the plan that secures it.
fn solve_for(own: &Treeplex, other: &Treeplex) -> Result<(f64, Vec<f64>), LpError> {
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let plan: Vec<Variable> = (0..own.sequences)
        .map(|_| problem.add_var(0.0, (0.0, WHOLE)))
        .collect();
    let free = (f64::NEG_INFINITY, f64::INFINITY);
    let secured: Vec<Variable> = (0..other.keys.len())
        .map(|_| problem.add_var(0.0, free))
        .collect();
    let value = problem.add_var(1.0, free);

    problem.add_constraint([(plan[0], 1.0)], ComparisonOp::Eq, WHOLE);
    for (infoset, &parent) in own.parents.iter().enumerate() {
        let mut flow = LinearExpr::empty();
        flow.add(plan[parent as usize], -1.0);
        let unit = own.unit_of(infoset);
        for action in 0..unit.actions as usize {
            flow.add(plan[unit.sequence(infoset, action)], 1.0);
        }
        problem.add_constraint(flow, ComparisonOp::Eq, 0.0);
    }

    // One row for each of the opponent's sequences: what is secured at its information set is no
    // more than what this choice leaves.
    let mut rows = vec![Vec::new(); other.sequences];
    rows[0].push((value, 1.0));
    for (infoset, &parent) in other.parents.iter().enumerate() {
        rows[parent as usize].push((secured[infoset], -1.0));
        let unit = other.unit_of(infoset);
        for action in 0..unit.actions as usize {
            rows[unit.sequence(infoset, action)].push((secured[infoset], 1.0));
        }
    }
    let payoffs = own.pair_payoffs();
    let largest = payoffs.iter().map(|(_, _, payoff)| payoff.abs());
    let largest = largest.fold(0.0, f64::max);
    let scale = if largest > 0.0 { 1.0 / largest } else { 1.0 };
    for (sequence, column, payoff) in payoffs {
        rows[column as usize].push((plan[sequence as usize], -payoff * scale));
    }
    for row in rows {
        let mut left = LinearExpr::empty();
        for (variable, coefficient) in row {
            left.add(variable, coefficient);
        }
        problem.add_constraint(left, ComparisonOp::Le, 0.0);
    }

    let failed = |error: microlp::Error| LpError::Solver(error.to_string());
    let unfinished = || LpError::Solver("it stopped before the end".to_owned());
    let outcome = problem.solve().map_err(failed)?;
    let solution = outcome.into_solution().map_err(|_| unfinished())?;
    let reach = plan
        .iter()
        .map(|&variable| solution.var_value(variable).max(0.0));
    Ok((solution.var_value(value) / (scale * WHOLE), reach.collect()))
}
