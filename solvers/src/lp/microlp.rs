//! The backend with microlp.

use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, Variable};

use super::program::{Bound, Program};

/// The columns of an optimal solution, or the reason that there is none.
pub(super) fn maximize(program: &Program) -> Result<Vec<f64>, String> {
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let columns = program.columns.iter();
    let columns: Vec<Variable> = columns.map(|&(weight, bounds)| problem.add_var(weight, bounds)).collect();
    for (cells, bound) in &program.rows {
        let mut row = LinearExpr::empty();
        for &(column, coefficient) in cells {
            row.add(columns[column], coefficient);
        }
        match *bound {
            Bound::Exactly(sum) => problem.add_constraint(row, ComparisonOp::Eq, sum),
            Bound::AtMost(sum) => problem.add_constraint(row, ComparisonOp::Le, sum),
        };
    }
    let outcome = problem.solve().map_err(|error| error.to_string())?;
    let solution = outcome.into_solution();
    let solution = solution.map_err(|_| "it stopped before the end".to_owned())?;
    let values = columns.iter().map(|&column| solution.var_value(column));
    Ok(values.collect())
}
