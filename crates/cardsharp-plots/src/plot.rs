//! Plots of curves: NashConv over time on two logarithmic axes, as a picture.

mod sheet;
mod slopes;

pub use sheet::{Sheet, draw_sheet};

use std::path::Path;

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::picture::{Caption, save};
use super::scale::{LogScale, tick_label};
use cardsharp_policy::measurement::Quantity;
use cardsharp_policy::report::ReportError;
use cardsharp_policy::report::curve::CurvePoint;
use cardsharp_terminal::counted::counted;

/// Width and height of the picture, in pixels. The width is that of a README's text.
const SIZE: (u32, u32) = (880, 560);

/// Colours that can be told apart with every kind of colour vision: Okabe and Ito, "Color Universal
/// Design" (2008), without its yellow, which is too light on white.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(0, 0, 0),
];

/// Colour of text, axes and frames.
const INK: RGBColor = RGBColor(40, 40, 40);
const GRID: RGBColor = RGBColor(222, 222, 222);
const FAINT_GRID: RGBColor = RGBColor(241, 241, 241);

/// The quantity on the horizontal axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Abscissa {
    /// Seconds of training.
    Seconds,
    /// Iterations.
    Iterations,
    /// Nodes touched.
    Nodes,
}

impl Abscissa {
    /// The name of the quantity.
    pub const fn name(self) -> &'static str {
        match self {
            Abscissa::Seconds => "seconds of training",
            Abscissa::Iterations => "iterations",
            Abscissa::Nodes => "nodes touched",
        }
    }

    fn of(self, point: &CurvePoint) -> f64 {
        match self {
            Abscissa::Seconds => point.seconds,
            Abscissa::Iterations => point.iteration as f64,
            Abscissa::Nodes => point.nodes as f64,
        }
    }
}

/// The quantity on the vertical axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ordinate {
    /// The measured quantity, such as NashConv.
    Measured,
    /// Exploitability: half of NashConv, in a game of two players.
    Exploitability,
}

impl Ordinate {
    /// The name of what is drawn where `quantity` is measured.
    pub fn name(self, quantity: Quantity) -> String {
        match self {
            Ordinate::Measured => quantity.to_string(),
            Ordinate::Exploitability => "exploitability".to_owned(),
        }
    }

    const fn factor(self) -> f64 {
        match self {
            Ordinate::Measured => 1.0,
            Ordinate::Exploitability => 0.5,
        }
    }
}

/// A curve to plot.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Its name in the legend.
    pub label: String,
    /// Its points.
    pub points: Vec<CurvePoint>,
}

/// A plot of curves.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The title. Without one, the curves take its space.
    pub title: Option<String>,
    /// The quantity on the horizontal axis.
    pub x: Abscissa,
    /// The quantity on the vertical axis.
    pub y: Ordinate,
    /// The curves.
    pub curves: Vec<Curve>,
}

/// The numbers of points that a picture does not show where they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unshown {
    /// Those at or below zero, which a logarithmic axis cannot show.
    pub left_out: usize,
    /// Those drawn at the lower end of the axis, because they are below [`LOWEST_SHARE`] of the greatest one.
    pub raised: usize,
}

/// A measure below this share of the greatest one is rounding. It would stretch the axis over decades in which nothing
/// is.
pub const LOWEST_SHARE: f64 = 1e-12;

/// Draws a plot into a picture.
///
/// # Errors
///
/// The curves are in different units, no point can be shown, or the file cannot be written.
pub fn draw(path: &Path, plot: &Plot) -> Result<Unshown, ReportError> {
    let upwards = upwards(plot)?;
    let series = Series::all(plot);
    let points: usize = plot.curves.iter().map(|curve| curve.points.len()).sum();
    let shown: usize = series.iter().map(|series| series.points.len()).sum();
    if shown == 0 {
        return Err(ReportError::NothingToDraw { points, x: plot.x.name(), y: upwards });
    }
    save(path, &caption(plot, &upwards), |svg| render(svg, plot, &upwards, &series))?;
    let marks = series.iter().flat_map(|series| &series.points);
    Ok(Unshown { left_out: points - shown, raised: marks.filter(|mark| mark.is_raised).count() })
}

/// A description of a plot in words: its axes and its curves.
fn caption(plot: &Plot, upwards: &str) -> Caption {
    let labels = plot.curves.iter().map(|curve| curve.label.as_str());
    let labels: Vec<&str> = labels.collect();
    Caption {
        title: match &plot.title {
            Some(title) => title.clone(),
            None => format!("{upwards} over {}", plot.x.name()),
        },
        description: format!(
            "{upwards} over {}, both on logarithmic axes, of {}: {}. Lines of slope -1/2 and -1 stand \
             behind.",
            plot.x.name(),
            counted(labels.len() as u64, "curve"),
            labels.join("; ")
        ),
    }
}

/// The label of the vertical axis: the quantity of all points, and its unit if it has one.
fn upwards(plot: &Plot) -> Result<String, ReportError> {
    let mut points = plot.curves.iter().flat_map(|curve| &curve.points);
    let label = |quantity, unit: &str| match unit {
        "" => plot.y.name(quantity),
        unit => format!("{} ({unit})", plot.y.name(quantity)),
    };
    let Some(first) = points.next() else {
        return Ok(label(Quantity::NashConv, ""));
    };
    if plot.y == Ordinate::Exploitability && !first.quantity.is_nash_conv() {
        return Err(ReportError::NoExploitability(first.quantity));
    }
    match points.find(|point| (point.quantity, &point.unit) != (first.quantity, &first.unit)) {
        None => Ok(label(first.quantity, &first.unit)),
        Some(second) => Err(ReportError::MixedUnits {
            first: label(first.quantity, &first.unit),
            second: label(second.quantity, &second.unit),
        }),
    }
}

/// A curve to be drawn.
#[derive(Clone)]
struct Series<'a> {
    label: &'a str,
    /// The index of the curve among all curves.
    number: usize,
    /// The index of the curve among those with their own colour.
    index: usize,
    /// True if the curve is drawn behind the others, without colour and name.
    behind: bool,
    points: Vec<Mark>,
}

/// A point to be drawn. Its coordinates are above zero.
#[derive(Clone, Copy)]
struct Mark {
    x: f64,
    y: f64,
    half_width: f64,
    /// True if the point is lower than it is drawn.
    is_raised: bool,
}

impl Series<'_> {
    /// The places of the points on logarithmic axes.
    fn places(&self) -> Vec<(f64, f64)> {
        let points = self.points.iter();
        points.map(|mark| (mark.x.log10(), mark.y.log10())).collect()
    }
}

impl Mark {
    /// The lower end of the point's interval. It may be at or below zero, which the axis cannot show.
    fn low(&self) -> f64 {
        self.y - self.half_width
    }

    fn high(&self) -> f64 {
        self.y + self.half_width
    }
}

impl<'a> Series<'a> {
    /// All series of a plot.
    fn all(plot: &'a Plot) -> Vec<Self> {
        let curves = plot.curves.iter().enumerate();
        let mut all: Vec<Self> = curves.map(|(index, curve)| Series::new(plot, index, curve)).collect();
        let marks = || all.iter().flat_map(|series| &series.points);
        let lowest = LOWEST_SHARE * marks().map(|mark| mark.y).fold(0.0, f64::max);
        let marks = all.iter_mut().flat_map(|series| &mut series.points);
        for mark in marks.filter(|mark| mark.y < lowest) {
            (mark.y, mark.is_raised) = (lowest, true);
        }
        all
    }

    fn new(plot: &Plot, index: usize, curve: &'a Curve) -> Self {
        let factor = plot.y.factor();
        let mut points: Vec<Mark> = curve
            .points
            .iter()
            .map(|point| Mark {
                x: plot.x.of(point),
                y: factor * point.value,
                half_width: factor * point.half_width.abs(),
                is_raised: false,
            })
            .filter(|mark| mark.x > 0.0 && mark.y > 0.0)
            .collect();
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        Self { label: &curve.label, number: index, index, behind: false, points }
    }

    /// True if the curve has intervals that are drawn.
    fn has_bars(&self) -> bool {
        !self.behind && self.points.iter().any(|mark| mark.half_width > 0.0)
    }

    fn colour(&self) -> RGBColor {
        if self.behind { GRID } else { COLOURS[self.index % COLOURS.len()] }
    }
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b> = ChartContext<'b, SVGBackend<'a>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

fn render(svg: &mut String, plot: &Plot, upwards: &str, series: &[Series<'_>]) -> Drawn {
    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut area = root.margin(10, 6, 8, 24);
    if let Some(title) = &plot.title {
        area = headline(&area, title, 20)?;
    }
    let area = legend(&area, series)?;
    panel(&area, plot, upwards, series)?;
    root.present()?;
    Ok(())
}

/// Writes a title at the top of an area, and returns the rest of the area.
fn headline<'a>(area: &Area<'a>, title: &str, size: u32) -> Result<Area<'a>, Box<dyn std::error::Error>> {
    let (top, rest) = area.split_vertically(size as i32 + 14);
    let middle = (top.dim_in_pixel().0 / 2) as i32;
    top.draw_text(title, &font(size).pos(Pos::new(HPos::Center, VPos::Center)), (middle, size as i32 / 2 + 5))?;
    Ok(rest)
}

/// Draws the axes and curves of a plot.
fn panel(area: &Area<'_>, plot: &Plot, upwards: &str, series: &[Series<'_>]) -> Drawn {
    let (x, y) = scales(series);
    let mut chart = ChartBuilder::on(area)
        .set_label_area_size(LabelAreaPosition::Left, 76)
        .set_label_area_size(LabelAreaPosition::Bottom, 52)
        .build_cartesian_2d(x.low..x.high, y.low..y.high)?;
    axes(&mut chart, &x, &y)?;
    let (width, height) = area.dim_in_pixel();
    area.draw_text(
        plot.x.name(),
        &font(15).pos(Pos::new(HPos::Center, VPos::Bottom)),
        ((width as i32 + 76) / 2, height as i32),
    )?;
    area.draw_text(
        upwards,
        &font(15).transform(FontTransform::Rotate270).pos(Pos::new(HPos::Center, VPos::Top)),
        (0, (height as i32 - 52) / 2),
    )?;
    let curves: Vec<_> = series.iter().map(Series::places).collect();
    slopes::draw(&mut chart, &x, &y, &curves)?;
    let with_bars = || series.iter().filter(|series| series.has_bars());
    for series in series {
        let before = with_bars().filter(|other| other.number < series.number).count();
        // Bars stand beside each other, where runs are measured at the same times.
        let aside = (2 * before as i32 + 1 - with_bars().count() as i32) * BAR_DISTANCE / 2;
        curve(&mut chart, &y, series, aside)?;
    }
    Ok(())
}

/// The distance between the bars of two curves with points at the same place, in pixels: a little more than a bar's
/// ends are wide.
const BAR_DISTANCE: i32 = 10;

fn font(size: u32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

/// The scales that show all points. They also show the points' intervals, if that takes little space.
fn scales(series: &[Series<'_>]) -> (LogScale, LogScale) {
    let marks = || series.iter().flat_map(|series| &series.points);
    let x = LogScale::around(marks().map(|mark| mark.x));
    let y = LogScale::around(
        marks().flat_map(|mark| [mark.y, mark.high().min(mark.y * 4.0), mark.low().max(mark.y / 4.0)]),
    );
    (x, y)
}

/// Draws the legend above the rest of an area, in as many lines as it needs. Returns the rest of the area.
fn legend<'a>(area: &Area<'a>, series: &[Series<'_>]) -> Result<Area<'a>, Box<dyn std::error::Error>> {
    const LINE: i32 = 24;
    const LEFT: i32 = 76;
    let width = area.dim_in_pixel().0 as i32;
    let mut places = Vec::with_capacity(series.len());
    let (mut x, mut line) = (LEFT, 0);
    for series in series {
        // No font is available for measuring: 8 pixels a letter are enough in all common fonts.
        let needed = 46 + 8 * series.label.chars().count() as i32 + 14;
        if x > LEFT && x + needed > width {
            (x, line) = (LEFT, line + 1);
        }
        places.push((x, line * LINE + LINE / 2));
        x += needed;
    }
    let (top, rest) = area.split_vertically((line + 1) * LINE + 6);
    for (series, (x, y)) in series.iter().zip(places) {
        let style = series.colour().stroke_width(2);
        top.draw(&PathElement::new(vec![(x, y), (x + 34, y)], style))?;
        draw_marker(&top, series.index, (x + 17, y))?;
        top.draw_text(series.label, &font(15).pos(Pos::new(HPos::Left, VPos::Center)), (x + 42, y))?;
    }
    Ok(rest)
}

/// Draws the grid and the frame, and writes the numbers at the ticks.
fn axes(chart: &mut Chart<'_, '_>, x: &LogScale, y: &LogScale) -> Drawn {
    let area = chart.plotting_area();
    for (ticks, colour) in [(&x.unlabelled, FAINT_GRID), (&x.labelled, GRID)] {
        for &tick in ticks {
            area.draw(&PathElement::new(vec![(tick, y.low), (tick, y.high)], colour))?;
        }
    }
    for (ticks, colour) in [(&y.unlabelled, FAINT_GRID), (&y.labelled, GRID)] {
        for &tick in ticks {
            area.draw(&PathElement::new(vec![(x.low, tick), (x.high, tick)], colour))?;
        }
    }
    area.draw(&Rectangle::new([(x.low, y.low), (x.high, y.high)], INK))?;
    let page = area.strip_coord_spec();
    let (left, top) = page.get_base_pixel();
    for &tick in &x.labelled {
        let (px, py) = area.map_coordinate(&(tick, y.low));
        page.draw_text(
            &tick_label(10_f64.powf(tick)),
            &font(14).pos(Pos::new(HPos::Center, VPos::Top)),
            (px - left, py - top + 7),
        )?;
    }
    for &tick in &y.labelled {
        let (px, py) = area.map_coordinate(&(x.low, tick));
        page.draw_text(
            &tick_label(10_f64.powf(tick)),
            &font(14).pos(Pos::new(HPos::Right, VPos::Center)),
            (px - left - 7, py - top),
        )?;
    }
    Ok(())
}

/// Draws a curve with its intervals and marks. The intervals stand `aside` pixels to the right of the marks.
fn curve(chart: &mut Chart<'_, '_>, y: &LogScale, series: &Series<'_>, aside: i32) -> Drawn {
    let area = chart.plotting_area();
    let page = area.strip_coord_spec();
    let (left, top) = page.get_base_pixel();
    let pixel = |place: &(f64, f64)| {
        let (x, y) = area.map_coordinate(place);
        (x - left, y - top)
    };
    let colour = series.colour();
    let end = |value: f64| {
        if value > 0.0 { value.log10().clamp(y.low, y.high) } else { y.low }
    };
    for mark in series.points.iter().filter(|mark| mark.half_width > 0.0 && !series.behind) {
        let style = colour.mix(0.6).stroke_width(1);
        let ends = [mark.low(), mark.high()].map(|value| pixel(&(mark.x.log10(), end(value))));
        let ends = ends.map(|(x, y)| (x + aside, y));
        page.draw(&PathElement::new(ends.to_vec(), style))?;
        for (x, y) in ends {
            page.draw(&PathElement::new(vec![(x - 4, y), (x + 4, y)], style))?;
        }
    }
    let places = series.places();
    let width = if series.behind { 1 } else { 2 };
    area.draw(&PathElement::new(places.clone(), colour.stroke_width(width)))?;
    if series.behind {
        return Ok(());
    }
    for place in &places {
        draw_marker(&page, series.index, pixel(place))?;
    }
    Ok(())
}

/// Draws the mark of a curve. The combination of shape and colour is unique among 28 curves.
fn draw_marker(area: &Area<'_>, index: usize, at: (i32, i32)) -> Drawn {
    let colour = COLOURS[index % COLOURS.len()].filled();
    let (x, y) = at;
    match index % 4 {
        0 => area.draw(&Circle::new(at, 4, colour))?,
        1 => area.draw(&Rectangle::new([(x - 4, y - 4), (x + 4, y + 4)], colour))?,
        2 => area.draw(&TriangleMarker::new(at, 6, colour))?,
        _ => area.draw(&Polygon::new(vec![(x, y - 6), (x + 6, y), (x, y + 6), (x - 6, y)], colour))?,
    }
    Ok(())
}
