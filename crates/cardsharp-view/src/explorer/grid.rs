//! The grid of hands.

use std::fmt::Write;

use super::colours;
use super::parts::{number, percent, words};
use super::request::Request;
use super::shown_range::{Mix, ShownRange};
use cardsharp_contest::explorer::{Grid, Node};
use cardsharp_net::http::html::escape;

/// The side of a cell, and of the part that is coloured.
const CELL: usize = 34;
const INNER: f64 = 30.0;
/// The space for the names of rows and columns.
const MARGIN: usize = 40;

/// The frame of a grid, with what `inside` draws.
fn frame(grid: &Grid, name: &str, inside: &str) -> String {
    let width = MARGIN + CELL * grid.columns.len() + 4;
    let height = MARGIN + CELL * grid.rows.len() + 4;
    let mut labels = String::new();
    for (column, label) in grid.columns.iter().enumerate() {
        let x = MARGIN + CELL * column + CELL / 2;
        let _ = write!(
            labels,
            "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" font-size=\"12\">{}</text>",
            MARGIN - 6,
            escape(label)
        );
    }
    for (row, label) in grid.rows.iter().enumerate() {
        let y = MARGIN + CELL * row + CELL / 2 + 4;
        let _ = write!(
            labels,
            "<text x=\"{}\" y=\"{y}\" text-anchor=\"end\" font-size=\"12\">{}</text>",
            MARGIN - 6,
            escape(label)
        );
    }
    let axes = match grid.row_label {
        "" => format!("→ {}", grid.column_label),
        rows => format!("↓ {rows}   → {}", grid.column_label),
    };
    format!(
        "<svg class=\"grid\" role=\"group\" aria-label=\"{}\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\"><text x=\"{MARGIN}\" y=\"14\" font-size=\"12\">{}</text>{labels}{inside}</svg>",
        escape(name),
        escape(&axes)
    )
}

/// The name of a cell.
fn cell_name(grid: &Grid, (row, column): (usize, usize)) -> String {
    let name = |names: &[String], at: usize| names.get(at).cloned().unwrap_or_default();
    match grid.row_label {
        "" => name(&grid.columns, column),
        _ => format!("{} {}", name(&grid.rows, row), name(&grid.columns, column)),
    }
}

/// A cell that is a link to its hands.
fn link(
    (row, column): (usize, usize),
    (address, chosen): (&str, bool),
    title: &str,
    inside: &str,
) -> String {
    let (x, y) = (MARGIN + CELL * column, MARGIN + CELL * row);
    let class = if chosen { "cell chosen" } else { "cell" };
    format!(
        "<a href=\"{}\" class=\"{class}\" data-row=\"{row}\" data-column=\"{column}\" aria-label=\"{title}\">\
         <title>{title}</title><rect class=\"ground\" x=\"{}\" y=\"{}\" width=\"{INNER}\" height=\"{INNER}\"/>\
         {inside}</a>",
        escape(address),
        x + 2,
        y + 2,
        title = escape(title),
    )
}

/// What is said of a cell.
fn title(node: &Node, grid: &Grid, cell: (usize, usize), mix: &Mix) -> String {
    let shares: Vec<f64> = (0..node.actions.len()).map(|at| mix.share(at)).collect();
    let value = match mix.mean() {
        Some(mean) => format!("; value {}", number(Some(mean))),
        None => String::new(),
    };
    format!(
        "{}: {} of the range, {} {}; {}{value}",
        cell_name(grid, cell),
        percent(mix.reach),
        mix.hands,
        node.hands_name,
        words(node, &shares)
    )
}

/// The grid of a range, coloured by action. The height of the colour is the square root of the cell's reach.
pub(super) fn grid(
    node: &Node,
    shown: &ShownRange<'_>,
    address: &str,
    request: &Request,
) -> String {
    let Some(grid) = &node.grid else {
        return String::new();
    };
    let most = shown.cells.values().map(|mix| mix.reach);
    let most = most.fold(0.0, f64::max);
    let mut inside = String::new();
    for (&cell, mix) in &shown.cells {
        let (row, column) = cell;
        let height = if most > 0.0 {
            (INNER * (mix.reach / most).sqrt()).max(2.0)
        } else {
            0.0
        };
        let mut x = (MARGIN + CELL * column + 2) as f64;
        let y = (MARGIN + CELL * row + 2) as f64 + INNER - height;
        let mut rects = String::new();
        for (index, action) in node.actions.iter().enumerate() {
            let width = INNER * mix.share(index);
            if width > 0.05 {
                let colour = colours::of_tone(action.tone);
                let _ = write!(
                    rects,
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{colour}\"/>"
                );
            }
            x += width;
        }
        let to = format!("{address}{}#hands", request.to_cell(cell).query());
        let chosen = request.cell == Some(cell);
        let title = title(node, grid, cell, mix);
        inside.push_str(&link(cell, (&to, chosen), &title, &rects));
    }
    frame(grid, "the range", &inside)
        + "<p id=\"cell\" class=\"note\" role=\"status\">The height of a colour grows with the reach of the cell. \
           A cell leads to its hands.</p>"
}

/// The grid of the differences between two policies: for each cell the share of its play that differs.
pub(super) fn differences(
    node: &Node,
    cells: &std::collections::BTreeMap<(usize, usize), (f64, f64)>,
    address: &str,
    request: &Request,
) -> String {
    let Some(grid) = &node.grid else {
        return String::new();
    };
    let mut inside = String::new();
    for (&cell, &(weight, difference)) in cells {
        let (row, column) = cell;
        let share = if weight > 0.0 {
            difference / weight
        } else {
            0.0
        };
        let rect = format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{INNER}\" height=\"{INNER}\" fill=\"{}\"/>",
            MARGIN + CELL * column + 2,
            MARGIN + CELL * row + 2,
            colours::of_difference(share)
        );
        let title = format!(
            "{}: {} of the play differs; {} of both ranges",
            cell_name(grid, cell),
            percent(share),
            percent(weight)
        );
        let to = format!("{address}{}#hands", request.to_cell(cell).query());
        let chosen = request.cell == Some(cell);
        inside.push_str(&link(cell, (&to, chosen), &title, &rect));
    }
    frame(grid, "the differences", &inside)
}
