//! Compares all presets on Leduc poker: a curve of each as CSV, and one plot of all as SVG, in the
//! folder given or in the current one.
//!
//! `cargo run --release -p cardsharp-solvers --example compare_presets -- out`

use std::fs::File;
use std::path::PathBuf;

use cardsharp_solvers::prelude::*;
use plotters::prelude::*;

/// Iterations of every preset.
const ITERATIONS: u64 = 1_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".to_owned()));
    std::fs::create_dir_all(&folder)?;
    let tree = Tree::compile(&Leduc::default())?;
    let mut curves = Vec::new();
    for &preset in Preset::ALL {
        let file = File::create(folder.join(format!("{}.csv", preset.name)))?;
        let mut csv = CsvCurve::new(file)?;
        let mut points = Vec::new();
        let mut note = observers::on_measure(|progress, found| {
            points.push((progress.iterations as f64, found.nash_conv()));
        });
        let solved = Cfr::new(&tree, preset).run_with(Until::iterations(ITERATIONS), &mut (&mut csv, &mut note))?;
        println!("{:16} NashConv {:.1e}", preset.name, solved.nash_conv());
        curves.push((preset.name, points));
    }
    draw(&folder.join("presets.svg"), &curves)
}

/// A curve: the preset's name, and pairs of iterations and NashConv.
type Curve = (&'static str, Vec<(f64, f64)>);

fn draw(path: &std::path::Path, curves: &[Curve]) -> Result<(), Box<dyn std::error::Error>> {
    let least = curves.iter().flat_map(|(_, points)| points).map(|&(_, y)| y);
    let least = least.fold(f64::INFINITY, f64::min).max(1e-12);
    let area = SVGBackend::new(path, (900, 600)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("Leduc poker: NashConv by iterations", ("sans-serif", 20))
        .margin(10)
        .x_label_area_size(40)
        .y_label_area_size(70)
        .build_cartesian_2d((1.0..ITERATIONS as f64).log_scale(), (least..10.0).log_scale())?;
    chart.configure_mesh().x_desc("iterations").y_desc("NashConv (chips)").draw()?;
    for (number, (name, points)) in curves.iter().enumerate() {
        let color = Palette99::pick(number).to_rgba();
        chart
            .draw_series(LineSeries::new(points.iter().copied(), color))?
            .label(*name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color));
    }
    chart.configure_series_labels().border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}
