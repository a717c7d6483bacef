//! Plots of what strategies win against a model over what they risk, as a picture.

use std::path::Path;

use plotters::prelude::*;

use super::picture::{Caption, save};
use cardsharp_policy::report::ReportError;

/// Width and height of the picture, in pixels.
const SIZE: (u32, u32) = (720, 480);
const LINE: RGBColor = RGBColor(0, 114, 178);
const INK: RGBColor = RGBColor(40, 40, 40);

/// A curve of strategies, each with what it risks and what it wins.
#[derive(Clone, Debug, PartialEq)]
pub struct TradeOff<'a> {
    /// The title.
    pub title: &'a str,
    /// The unit of both axes.
    pub unit: &'a str,
    /// Exploitability and the value against the model, from the safest strategy on.
    pub points: &'a [(f64, f64)],
}

/// Draws the curve into a picture.
///
/// # Errors
///
/// The file cannot be written.
pub fn draw(path: &Path, plot: &TradeOff<'_>) -> Result<(), ReportError> {
    let caption = Caption {
        title: plot.title.to_owned(),
        description: format!(
            "The value against the model over exploitability, both in {}, of {} strategies.",
            plot.unit,
            plot.points.len()
        ),
    };
    save(path, &caption, |svg| render(svg, plot))
}

fn render(svg: &mut String, plot: &TradeOff<'_>) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let font = |size: u32| ("sans-serif", size).into_font().color(&INK);
    let range = |of: fn(&(f64, f64)) -> f64| {
        let values = plot.points.iter().map(of);
        let low = values.clone().fold(f64::INFINITY, f64::min);
        let high = values.fold(f64::NEG_INFINITY, f64::max);
        // A curve of one value has no height of its own.
        let margin = (0.05 * (high - low)).max(1e-9 * high.abs()).max(1e-12);
        low - margin..high + margin
    };
    let mut chart = ChartBuilder::on(&root)
        .caption(plot.title, font(19))
        .margin(14)
        .x_label_area_size(48)
        .y_label_area_size(76)
        .build_cartesian_2d(range(|point| point.0), range(|point| point.1))?;
    chart
        .configure_mesh()
        .x_desc(format!("exploitability ({})", plot.unit))
        .y_desc(format!("value against the model ({})", plot.unit))
        .label_style(font(13))
        .axis_desc_style(font(15))
        .light_line_style(WHITE)
        .draw()?;
    let points = plot.points.iter().copied();
    chart.draw_series(LineSeries::new(points.clone(), LINE.stroke_width(2)))?;
    chart.draw_series(points.map(|point| Circle::new(point, 4, LINE.filled())))?;
    root.present()?;
    Ok(())
}
