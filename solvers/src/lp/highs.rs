//! The backend with HiGHS.

use highs::{HighsModelStatus, RowProblem, Sense};

use super::program::{Bound, Program};

/// The columns of an optimal solution, or the reason that there is none.
pub(super) fn maximize(program: &Program) -> Result<Vec<f64>, String> {
    let mut problem = RowProblem::default();
    let columns = program.columns.iter();
    let columns: Vec<highs::Col> =
        columns.map(|&(weight, (least, most))| problem.add_column(weight, least..=most)).collect();
    for (cells, bound) in &program.rows {
        let cells = cells.iter();
        let row: Vec<(highs::Col, f64)> = cells.map(|&(column, coefficient)| (columns[column], coefficient)).collect();
        match *bound {
            Bound::Exactly(sum) => problem.add_row(sum..=sum, &row),
            Bound::AtMost(sum) => problem.add_row(..=sum, &row),
        };
    }
    let refused = |status| format!("{status:?}");
    let mut model = problem.try_optimise(Sense::Maximise).map_err(refused)?;
    model.make_quiet();
    let solved = model.try_solve().map_err(refused)?;
    match solved.status() {
        HighsModelStatus::Optimal => Ok(solved.get_solution().columns().to_vec()),
        other => Err(format!("{other:?}")),
    }
}
