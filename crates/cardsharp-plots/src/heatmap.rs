//! Heat maps: a table of numbers as coloured cells, as SVG.

use std::path::Path;

use ndarray::ArrayView2;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::picture::{Caption, save};
use cardsharp_policy::report::ReportError;
use cardsharp_policy::report::uncertainty::KnownDigits;

/// Width and height of a cell, in pixels.
const CELL: (i32, i32) = (58, 40);
/// The least space left of the cells for the names of rows, and space above and below them.
const LEFT: i32 = 72;
const TOP: i32 = 56;
const BOTTOM: i32 = 58;
/// Space right of the cells, for the colour bar and its numbers.
const RIGHT: i32 = 112;
const BAR: i32 = 20;

const INK: RGBColor = RGBColor(40, 40, 40);
const NO_VALUE: RGBColor = RGBColor(205, 205, 205);

/// Colours from low over the middle to high (after ColorBrewer's PuOr, with a blue end). They can be told apart with
/// every kind of colour vision. In grey, a colour shows its distance from the middle.
const RAMP: [(u8, u8, u8); 5] = [(33, 102, 172), (146, 197, 222), (247, 247, 247), (253, 184, 99), (179, 88, 6)];

/// A table of numbers to be drawn as coloured cells. The first row is drawn on top.
#[derive(Clone, Debug)]
pub struct Heatmap<'a> {
    /// The title.
    pub title: &'a str,
    /// The name of the quantity that the columns stand for.
    pub x_label: &'a str,
    /// The name of the quantity that the rows stand for.
    pub y_label: &'a str,
    /// A line below the title, for example the meaning of a cell's second line. It is left out if empty.
    pub note: &'a str,
    /// The numbers. A cell that is not finite is drawn grey.
    pub values: ArrayView2<'a, f64>,
    /// The possible error of each number, if it is known. The numbers are probabilities then. A cell shows the digits
    /// that are known, and the error below them.
    pub errors: Option<ArrayView2<'a, f64>>,
    /// Names of the rows.
    pub row_names: &'a [String],
    /// Names of the columns.
    pub column_names: &'a [String],
    /// The number with the lowest colour. Lower numbers get this colour too.
    pub low: f64,
    /// The number with the highest colour. Higher numbers get this colour too.
    pub high: f64,
    /// Digits after the decimal point in cells without an error. The colour bar has two more.
    pub decimals: usize,
}

type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Draws a heat map into an SVG file, as large as its cells need.
///
/// # Errors
///
/// The names do not fit the cells, or the file cannot be written.
pub fn draw(path: &Path, heatmap: &Heatmap<'_>) -> Result<(), ReportError> {
    let (rows, columns) = heatmap.values.dim();
    if (rows, columns) != (heatmap.row_names.len(), heatmap.column_names.len()) {
        return Err(ReportError::WrongNames {
            rows,
            columns,
            row_names: heatmap.row_names.len(),
            column_names: heatmap.column_names.len(),
        });
    }
    let caption = Caption {
        title: heatmap.title.to_owned(),
        description: format!(
            "A heat map of {rows} rows ({}) and {columns} columns ({}).",
            heatmap.y_label, heatmap.x_label
        ),
    };
    save(path, &caption, |svg| render(svg, heatmap))
}

/// The space left of the cells. No font is available for measuring: 8 pixels a letter are enough.
fn left_of(heatmap: &Heatmap<'_>) -> i32 {
    let letters = heatmap.row_names.iter().map(|name| name.chars().count());
    LEFT.max(44 + 8 * letters.max().unwrap_or(0) as i32)
}

fn render(svg: &mut String, heatmap: &Heatmap<'_>) -> Drawn {
    let (rows, columns) = heatmap.values.dim();
    let (width, height) = (columns as i32 * CELL.0, rows as i32 * CELL.1);
    let left = left_of(heatmap);
    // No font is available for measuring: 11 pixels a letter are enough in all common fonts.
    let title = 11 * heatmap.title.chars().count() as i32 + 20;
    let title = title.max(8 * heatmap.note.chars().count() as i32 + 20);
    let size = ((left + width + RIGHT).max(title) as u32, (TOP + height + BOTTOM) as u32);
    let root = SVGBackend::with_string(svg, size).into_drawing_area();
    root.fill(&WHITE)?;
    let centred = |size| font(size).pos(Pos::new(HPos::Center, VPos::Center));
    let middle = (left + width / 2, TOP + height / 2);
    let title = if heatmap.note.is_empty() { TOP / 2 } else { TOP / 3 };
    root.draw_text(heatmap.title, &centred(19), (size.0 as i32 / 2, title))?;
    root.draw_text(heatmap.note, &centred(13), (size.0 as i32 / 2, TOP * 3 / 4))?;
    root.draw_text(heatmap.x_label, &centred(15), (middle.0, TOP + height + BOTTOM - 16))?;
    root.draw_text(heatmap.y_label, &centred(15).transform(FontTransform::Rotate270), (20, middle.1))?;
    for (column, name) in heatmap.column_names.iter().enumerate() {
        let x = left + column as i32 * CELL.0 + CELL.0 / 2;
        root.draw_text(name, &centred(14), (x, TOP + height + 14))?;
    }
    for (row, name) in heatmap.row_names.iter().enumerate() {
        let y = TOP + row as i32 * CELL.1 + CELL.1 / 2;
        let style = font(14).pos(Pos::new(HPos::Right, VPos::Center));
        root.draw_text(name, &style, (left - 9, y))?;
    }
    for ((row, column), &value) in heatmap.values.indexed_iter() {
        let corner = (left + column as i32 * CELL.0, TOP + row as i32 * CELL.1);
        let error = heatmap.errors.map(|errors| errors[(row, column)]);
        cell(&root, heatmap, corner, (value, error))?;
    }
    colour_bar(&root, heatmap, left + width + 24, height)?;
    root.present()?;
    Ok(())
}

fn cell(
    root: &DrawingArea<SVGBackend<'_>, Shift>,
    heatmap: &Heatmap<'_>,
    (x, y): (i32, i32),
    (value, error): (f64, Option<f64>),
) -> Drawn {
    let colour = heatmap.colour(value);
    let frame = [(x, y), (x + CELL.0, y + CELL.1)];
    root.draw(&Rectangle::new(frame, colour.filled()))?;
    root.draw(&Rectangle::new(frame, WHITE))?;
    let lines = match error.filter(|_| value.is_finite()) {
        Some(error) => {
            let known = KnownDigits::of_probability(value, error);
            vec![(known.value, 14, -8), (known.error, 12, 9)]
        }
        None if value.is_finite() => vec![(format!("{value:.*}", heatmap.decimals), 14, 0)],
        None => vec![("–".to_owned(), 14, 0)],
    };
    let ink = if is_dark(colour) { WHITE } else { INK };
    for (text, size, down) in lines {
        root.draw_text(
            &text,
            &font(size).color(&ink).pos(Pos::new(HPos::Center, VPos::Center)),
            (x + CELL.0 / 2, y + CELL.1 / 2 + down),
        )?;
    }
    Ok(())
}

fn colour_bar(root: &DrawingArea<SVGBackend<'_>, Shift>, heatmap: &Heatmap<'_>, x: i32, height: i32) -> Drawn {
    let at = |share: f64| heatmap.low + share * (heatmap.high - heatmap.low);
    let steps = (height / 4).max(1);
    for step in 0..steps {
        let share = 1.0 - (f64::from(step) + 0.5) / f64::from(steps);
        let (from, to) = (step * height / steps, (step + 1) * height / steps);
        let colour = heatmap.colour(at(share));
        let stripe = [(x, TOP + from), (x + BAR, TOP + to)];
        root.draw(&Rectangle::new(stripe, colour.filled()))?;
    }
    root.draw(&Rectangle::new([(x, TOP), (x + BAR, TOP + height)], INK))?;
    for quarter in 0..=4 {
        let share = f64::from(quarter) / 4.0;
        let y = TOP + height - (share * f64::from(height)).round() as i32;
        root.draw(&PathElement::new(vec![(x + BAR, y), (x + BAR + 4, y)], INK))?;
        // The numbers at quarters of the range may need more digits than the cells.
        let text = format!("{:.*}", heatmap.decimals + 2, at(share) + 0.0);
        root.draw_text(
            text.trim_end_matches('0').trim_end_matches('.'),
            &font(13).pos(Pos::new(HPos::Left, VPos::Center)),
            (x + BAR + 8, y),
        )?;
    }
    Ok(())
}

fn font(size: u32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

impl Heatmap<'_> {
    fn colour(&self, value: f64) -> RGBColor {
        if !value.is_finite() {
            return NO_VALUE;
        }
        let range = self.high - self.low;
        let share = if range == 0.0 { 0.5 } else { ((value - self.low) / range).clamp(0.0, 1.0) };
        let place = share * (RAMP.len() - 1) as f64;
        let from = (place as usize).min(RAMP.len() - 2);
        let part = place - from as f64;
        let (a, b) = (RAMP[from], RAMP[from + 1]);
        let mix = |a: u8, b: u8| (f64::from(a) + part * (f64::from(b) - f64::from(a))).round() as u8;
        RGBColor(mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
    }
}

/// True if white text is easier to read on the colour than dark text.
fn is_dark(RGBColor(red, green, blue): RGBColor) -> bool {
    // Luma with the weights of ITU-R BT.601.
    299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue) < 140_000
}

#[cfg(test)]
#[path = "../tests/unit/heatmap.rs"]
mod tests;
