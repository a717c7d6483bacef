//! The grid of hands.

use maud::{Markup, html};

use super::colours;
use super::parts::{number, percent, picture_links, side_by_side, tenths, words};
use super::request::Request;
use cardsharp_contest::explorer::{Grid, Node, Tone};
use cardsharp_contest::shown_range::{Mix, ShownRange};

/// The side of a cell, and of the part that is coloured.
const CELL: usize = 34;
const INNER: f64 = 30.0;
/// The space for the names of rows and columns.
const MARGIN: usize = 40;
/// The colour of a cell without its hands, in a picture of its own.
const GROUND: &str = "#e2e4e9";

/// The frame of a grid, with what `inside` draws.
fn frame(grid: &Grid, name: &str, inside: Markup) -> Markup {
    let width = MARGIN + CELL * grid.columns.len() + 4;
    let height = MARGIN + CELL * grid.rows.len() + 4;
    let label = |(x, y): (usize, usize), anchor: &str, label: &str| {
        html! { text x=(x) y=(y) text-anchor=(anchor) font-size="12" { (label) } }
    };
    html! {
        svg.grid xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" role="group" aria-label=(name)
            viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height) {
            text x=(MARGIN) y="14" font-size="12" {
                @if !grid.row_label.is_empty() { "↓ " (grid.row_label) "   " }
                "→ " (grid.column_label)
            }
            @for (column, name) in grid.columns.iter().enumerate() {
                (label((MARGIN + CELL * column + CELL / 2, MARGIN - 6), "middle", name))
            }
            @for (row, name) in grid.rows.iter().enumerate() {
                (label((MARGIN - 6, MARGIN + CELL * row + CELL / 2 + 4), "end", name))
            }
            (inside)
        }
    }
}

/// The name of a cell.
fn cell_name(grid: &Grid, (row, column): (usize, usize)) -> String {
    let name = |names: &[String], at: usize| names.get(at).cloned().unwrap_or_default();
    match grid.row_label {
        "" => name(&grid.columns, column),
        _ => format!("{} {}", name(&grid.rows, row), name(&grid.columns, column)),
    }
}

/// The upper left corner of what a cell colours.
fn corner((row, column): (usize, usize)) -> (usize, usize) {
    (MARGIN + CELL * column + 2, MARGIN + CELL * row + 2)
}

/// A cell that is a link to its hands.
fn link(cell: (usize, usize), (address, request): (&str, &Request), title: &str, inside: Markup) -> Markup {
    let to = request.to_cell(cell).query();
    let (x, y) = corner(cell);
    html! {
        a.cell.chosen[request.cell == Some(cell)] href={ (address) (to) "#hands" } data-row=(cell.0)
            data-column=(cell.1) aria-label=(title) {
            title { (title) }
            rect.ground x=(x) y=(y) width=(INNER) height=(INNER) {}
            (inside)
        }
    }
}

/// What is said of a cell.
fn title(node: &Node, grid: &Grid, cell: (usize, usize), mix: &Mix) -> String {
    let shares: Vec<f64> = (0..node.actions.len()).map(|at| mix.share(at)).collect();
    let figure = |name: &str, value: Option<f64>| match value {
        Some(_) => format!("; {name} {}", number(value)),
        None => String::new(),
    };
    let values = figure("value", mix.mean()) + &figure("regret", mix.loss());
    format!(
        "{}: {} of the range, {} {}; {}{values}",
        cell_name(grid, cell),
        percent(mix.reach),
        mix.hands,
        node.hands_name,
        words(node, &shares)
    )
}

/// A figure of a cell, where it is known.
type Figure = fn(&Mix) -> Option<f64>;

/// The figures that the grid can be coloured by besides the play, by their names.
const FIGURES: [(&str, Figure); 3] = [("value", Mix::mean), ("regret", Mix::loss), ("reach", |mix| Some(mix.reach))];

/// The grid of a range, coloured by action or by the figure that the request asks for, with links to the others.
pub(super) fn grid(node: &Node, shown: &ShownRange<'_>, address: &str, request: &Request) -> Markup {
    let Some(grid) = &node.grid else {
        return Markup::default();
    };
    let known = known_figures(shown);
    let chosen = known.clone().find(|(name, _)| *name == request.show);
    let (colours, legend) = coloured(node, shown, request);
    let cells = html! {
        @for ((&cell, mix), colours) in shown.cells.iter().zip(colours) {
            (link(cell, (address, request), &title(node, grid, cell, mix), colours))
        }
    };
    let to = |name: &str, figure: &str| {
        let is_here = chosen.map_or("", |(name, _)| name) == figure;
        html! {
            a href={ (address) (request.showing(figure).query()) } aria-current=[is_here.then_some("true")] { (name) }
        }
    };
    html! {
        (frame(grid, "the range", cells))
        p #figures { "Colours by " (to("play", "")) @for (name, _) in known { ", " (to(name, name)) } }
        (picture_links(&format!("{address}/grid"), &request.query()))
        p.note #cell role="status" { (legend) " A cell leads to its hands." }
    }
}

/// The figures that are known of the cells.
fn known_figures(shown: &ShownRange<'_>) -> impl Iterator<Item = (&'static str, Figure)> + Clone {
    FIGURES.into_iter().filter(|(_, of)| shown.cells.values().any(|mix| of(mix).is_some()))
}

/// The cells in the colours that the request asks for, and the legend.
fn coloured(node: &Node, shown: &ShownRange<'_>, request: &Request) -> (Vec<Markup>, String) {
    match known_figures(shown).find(|(name, _)| *name == request.show) {
        Some((_, of)) => by_figure(shown, of),
        None => by_play(node, shown),
    }
}

/// The grid as a picture of its own; `None` if the hands have none.
pub(super) fn grid_picture(node: &Node, shown: &ShownRange<'_>, request: &Request) -> Option<String> {
    let grid = node.grid.as_ref()?;
    let (colours, legend) = coloured(node, shown, request);
    let cells = html! {
        desc { (legend) }
        @for ((&cell, mix), colours) in shown.cells.iter().zip(colours) {
            @let (x, y) = corner(cell);
            g {
                title { (title(node, grid, cell, mix)) }
                rect x=(x) y=(y) width=(INNER) height=(INNER) fill=(GROUND) {}
                (colours)
            }
        }
    };
    Some(frame(grid, "the range", cells).into_string())
}

/// The cells in the colours of the actions, and the legend. The height of the colour is the square root of the cell's
/// reach.
fn by_play(node: &Node, shown: &ShownRange<'_>) -> (Vec<Markup>, String) {
    let most = shown.cells.values().map(|mix| mix.reach);
    let most = most.fold(0.0, f64::max);
    let colours = |(&cell, mix): (&(usize, usize), &Mix)| {
        let (x, y) = corner(cell);
        let height = if most > 0.0 { (INNER * (mix.reach / most).sqrt()).max(2.0) } else { 0.0 };
        let shares = (0..node.actions.len()).map(|index| mix.share(index));
        let parts = node.actions.iter().zip(side_by_side(x as f64, INNER, shares));
        html! {
            @for (action, (x, width)) in parts.filter(|(_, (_, width))| *width > 0.05) {
                rect x=(tenths(x)) y=(tenths(y as f64 + INNER - height)) width=(tenths(width)) height=(tenths(height))
                    fill=(colours::of_tone(action.tone)) {}
            }
        }
    };
    let legend = "The height of a colour grows with the reach of the cell.".to_owned();
    (shown.cells.iter().map(colours).collect(), legend)
}

/// The cells in the colour of a figure, and the legend.
fn by_figure(shown: &ShownRange<'_>, of: Figure) -> (Vec<Markup>, String) {
    let all = shown.cells.values().filter_map(of);
    let least = all.clone().fold(f64::INFINITY, f64::min);
    let most = all.fold(f64::NEG_INFINITY, f64::max);
    let colours = |(&cell, mix): (&(usize, usize), &Mix)| {
        let (x, y) = corner(cell);
        let place = |value| {
            if most > least { (value - least) / (most - least) } else { 0.5 }
        };
        let colour = of(mix).map(|value| colours::of_tone(Tone::Scaled(place(value))));
        let colour = colour.unwrap_or_else(|| colours::UNKNOWN.to_owned());
        html! { rect x=(x) y=(y) width=(INNER) height=(INNER) fill=(colour) {} }
    };
    let ends = [least, most].map(|value| number(Some(value)));
    let legend = format!("From {} (violet) to {} (yellow).", ends[0], ends[1]);
    (shown.cells.iter().map(colours).collect(), legend)
}

/// The grid of the differences between two policies: for each cell the share of its play that differs.
pub(super) fn differences(
    node: &Node,
    cells: &std::collections::BTreeMap<(usize, usize), (f64, f64)>,
    address: &str,
    request: &Request,
) -> Markup {
    let Some(grid) = &node.grid else {
        return Markup::default();
    };
    let cell = |cell, weight: f64, difference: f64| {
        let share = if weight > 0.0 { difference / weight } else { 0.0 };
        let (x, y) = corner(cell);
        let colour = colours::of_difference(share);
        let rect = html! { rect x=(x) y=(y) width=(INNER) height=(INNER) fill=(colour) {} };
        let title = format!(
            "{}: {} of the play differs; {} of both ranges",
            cell_name(grid, cell),
            percent(share),
            percent(weight)
        );
        link(cell, (address, request), &title, rect)
    };
    let cells = html! {
        @for (&at, &(weight, difference)) in cells { (cell(at, weight, difference)) }
    };
    frame(grid, "the differences", cells)
}
