//! Reference lines with the slopes of CFR's convergence rates, and the places of their names.

use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::scale::LogScale;

/// Colour of the lines and their names.
const REFERENCE: RGBColor = RGBColor(150, 150, 150);

/// Width and height of a name, in pixels. No font is available for measuring.
const NAME: (i32, i32) = (68, 15);
/// Distance between a name and its line, in pixels.
const GAP: i32 = 4;
/// The number of places along a line that are compared.
const PLACES: i32 = 40;

type Pixel = (i32, i32);

/// A rectangle with its left, top, right and bottom edge, in pixels.
#[derive(Clone, Copy, Debug)]
struct Frame {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl Frame {
    fn contains(&self, other: &Frame) -> bool {
        self.left <= other.left && self.top <= other.top && self.right >= other.right && self.bottom >= other.bottom
    }

    /// The distance to a point, 0 inside.
    fn distance(&self, (x, y): Pixel) -> f64 {
        let across = (self.left - x).max(x - self.right).max(0);
        let upright = (self.top - y).max(y - self.bottom).max(0);
        f64::from(across).hypot(f64::from(upright))
    }
}

/// Draws the lines downwards from above the first points. Each name stands beside its line, where it is
/// farthest from the curves.
///
/// A curve is a list of points on the axes `x` and `y`.
pub(super) fn draw(
    chart: &mut ChartContext<'_, SVGBackend<'_>, Cartesian2d<RangedCoordf64, RangedCoordf64>>,
    x: &LogScale,
    y: &LogScale,
    curves: &[Vec<(f64, f64)>],
) -> Result<(), Box<dyn std::error::Error>> {
    let points = || curves.iter().flatten();
    let from = points().map(|point| point.0).fold(x.high, f64::min);
    let top = points().map(|point| point.1).fold(y.low, f64::max);
    let area = chart.plotting_area();
    let page = area.strip_coord_spec();
    let (left, upper) = page.get_base_pixel();
    let pixel = |place: &(f64, f64)| {
        let (px, py) = area.map_coordinate(place);
        (px - left, py - upper)
    };
    let lines = [(-0.5, "slope −1/2"), (-1.0, "slope −1")].map(|(slope, name)| {
        let end = x.high.min(from + (y.low - top) / slope);
        (name, [(from, top), (end, top + slope * (end - from))])
    });
    let mut obstacles: Vec<Pixel> = Vec::new();
    for curve in curves {
        let places: Vec<Pixel> = curve.iter().map(pixel).collect();
        obstacles.extend(&places);
        obstacles.extend(places.windows(2).flat_map(|ends| between(ends[0], ends[1])));
    }
    let (low, high) = (pixel(&(x.low, y.low)), pixel(&(x.high, y.high)));
    let frame = Frame { left: low.0, top: high.1, right: high.0, bottom: low.1 };
    for (number, (name, line)) in lines.iter().enumerate() {
        let path = PathElement::new(line.to_vec(), REFERENCE.stroke_width(1));
        area.draw(&path)?;
        let other = lines[1 - number].1.each_ref().map(pixel);
        let lines = between(other[0], other[1]);
        let around: Vec<Pixel> = obstacles.iter().copied().chain(lines).collect();
        let [start, end] = line.each_ref().map(pixel);
        let Some((at, place)) = place_of_name(start, end, frame, &around) else {
            continue;
        };
        let style = ("sans-serif", 13).into_font().color(&REFERENCE).pos(place);
        page.draw_text(name, &style, at)?;
    }
    Ok(())
}

/// The pixels between two ends, some pixels apart.
fn between(a: Pixel, b: Pixel) -> impl Iterator<Item = Pixel> {
    let steps = ((b.0 - a.0).abs().max((b.1 - a.1).abs()) / 3).max(1);
    (0..=steps).map(move |step| {
        let part = |from: i32, to: i32| from + (to - from) * step / steps;
        (part(a.0, b.0), part(a.1, b.1))
    })
}

/// The corner of the name of a falling line, and the side of the corner on which it is. The name is below or
/// above the line within `frame`, as far as possible from `obstacles`. `None` if it does not fit.
fn place_of_name(start: Pixel, end: Pixel, frame: Frame, obstacles: &[Pixel]) -> Option<(Pixel, Pos)> {
    let (width, height) = NAME;
    let along = (0..=PLACES).rev().map(|step| {
        let part = |from: i32, to: i32| from + (to - from) * step / PLACES;
        (part(start.0, end.0), part(start.1, end.1))
    });
    let sides = along.flat_map(|(x, y)| {
        let below = Frame { left: x - GAP - width, top: y + GAP, right: x - GAP, bottom: y + GAP + height };
        let above = Frame { left: x + GAP, top: y - GAP - height, right: x + GAP + width, bottom: y - GAP };
        [
            (below, (below.right, below.top), Pos::new(HPos::Right, VPos::Top)),
            (above, (above.left, above.bottom), Pos::new(HPos::Left, VPos::Bottom)),
        ]
    });
    let mut best: Option<(f64, Pixel, Pos)> = None;
    for (name, corner, side) in sides.filter(|(name, ..)| frame.contains(name)) {
        let distances = obstacles.iter().map(|&pixel| name.distance(pixel));
        let room = distances.fold(f64::INFINITY, f64::min);
        if best.as_ref().is_none_or(|(most, ..)| room > *most) {
            best = Some((room, corner, side));
        }
    }
    best.map(|(_, corner, side)| (corner, side))
}

#[cfg(test)]
#[path = "../../tests/unit/plot/slopes.rs"]
mod tests;
