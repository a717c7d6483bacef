//! Several plots in one picture, with one legend. If there are more curves than colours, the plots are small multiples.

use std::path::Path;

use plotters::prelude::*;

use super::{COLOURS, Drawn, Plot, Series, headline, legend, panel, save, upwards};
use crate::picture::Caption;
use cardsharp_policy::report::ReportError;
use cardsharp_terminal::counted::counted;

/// Plots with the same curves in the same order, side by side.
///
/// If there are no more curves than colours, all curves have one legend. Otherwise the sheet has
/// one row for each plot, and the curves are divided among the columns. Each column has its own
/// legend and colours for its part of the curves. The other curves are drawn pale behind them.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The plots, row by row.
    pub panels: Vec<Plot>,
    /// The number of plots in a row, where the curves are not divided among columns.
    pub columns: usize,
}

/// Width and height of a plot of a sheet, in pixels.
const PANEL: (u32, u32) = (440, 340);
/// Height of the legends.
const LEGENDS: u32 = 80;

/// Draws a sheet into a picture. Points that cannot be shown are left out, as in [`super::draw`].
///
/// # Errors
///
/// The curves of a plot are in different units, or the file cannot be written.
pub fn draw_sheet(path: &Path, sheet: &Sheet) -> Result<(), ReportError> {
    let mut panels = Vec::new();
    for plot in &sheet.panels {
        panels.push((plot, upwards(plot)?, Series::all(plot)));
    }
    let caption = caption(&panels);
    save(path, &caption, |svg| render(svg, sheet.columns, &mut panels))
}

/// A description of the sheet in words.
fn caption(panels: &[Panel<'_>]) -> Caption {
    let games = panels.iter().filter_map(|(plot, ..)| plot.title.as_deref());
    let first = panels.first();
    let labels = first.into_iter().flat_map(|(plot, ..)| &plot.curves);
    let labels: Vec<&str> = labels.map(|curve| curve.label.as_str()).collect();
    Caption {
        title: match first {
            Some((plot, upwards, _)) => format!("{upwards} over {}", plot.x.name()),
            None => "no plots".to_owned(),
        },
        description: format!(
            "{} with {} each, on logarithmic axes. Plots: {}. Curves: {}.",
            counted(panels.len() as u64, "plot"),
            counted(labels.len() as u64, "curve"),
            games.collect::<Vec<_>>().join("; "),
            labels.join("; ")
        ),
    }
}

/// A plot, the label of its vertical axis, and its curves.
type Panel<'a> = (&'a Plot, String, Vec<Series<'a>>);

fn render(svg: &mut String, columns: usize, panels: &mut [Panel<'_>]) -> Drawn {
    let curves = panels.iter().map(|(_, _, series)| series.len());
    let curves = curves.max().unwrap_or(0);
    let groups = curves.div_ceil(COLOURS.len()).max(1);
    let (rows, columns) = match groups {
        1 => (panels.len().div_ceil(columns), columns),
        groups => (panels.len(), groups),
    };
    let size = (PANEL.0 * columns as u32, PANEL.1 * rows as u32 + LEGENDS);
    let root = SVGBackend::with_string(svg, size).into_drawing_area();
    root.fill(&WHITE)?;
    if groups == 1 {
        let area = match panels.first() {
            Some((_, _, series)) => legend(&root, series)?,
            None => root.clone(),
        };
        for (one, area) in panels.iter().zip(area.split_evenly((rows, columns))) {
            titled(&area, one)?;
        }
    } else {
        let share = curves.div_ceil(groups);
        for (group, area) in root.split_evenly((1, groups)).iter().enumerate() {
            let (top, rest) = area.split_vertically(LEGENDS as i32);
            for (_, _, series) in panels.iter_mut() {
                highlight(series, group * share, share);
            }
            if let Some((_, _, series)) = panels.first() {
                let own: Vec<Series<'_>> = series.iter().filter(|one| !one.behind).cloned().collect();
                legend(&top, &own)?;
            }
            for (one, area) in panels.iter().zip(rest.split_evenly((rows, 1))) {
                titled(&area, one)?;
            }
        }
    }
    root.present()?;
    Ok(())
}

/// Puts `share` curves, from number `from` on, in front of the others.
fn highlight(series: &mut [Series<'_>], from: usize, share: usize) {
    series.sort_by_key(|one| one.number);
    for one in series.iter_mut() {
        one.behind = !(from..from + share).contains(&one.number);
        one.index = one.number.saturating_sub(from);
    }
    // The first curves to be drawn are behind the later ones.
    series.sort_by_key(|one| (!one.behind, one.number));
}

fn titled(area: &super::Area<'_>, (plot, upwards, series): &Panel<'_>) -> Drawn {
    let mut area = area.margin(6, 6, 6, 14);
    if let Some(title) = &plot.title {
        area = headline(&area, title, 15)?;
    }
    panel(&area, plot, upwards, series)
}
