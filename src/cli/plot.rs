//! `cardsharp plot`: draws curves.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, ValueEnum};

use super::overwrite::Overwrite;
use crate::report::ReportError;
use crate::report::curve;
use crate::report::manifest::Manifest;
use crate::report::plot::{Abscissa, Curve, Ordinate, Plot, draw};

/// Draws curves of training into an SVG picture, on two logarithmic axes
#[derive(Args)]
#[command(after_help = "\
Example:
  cardsharp plot tricks.csv seen.csv recall.csv --out infosets.svg --title 'Ten minutes each'

A curve is the CSV file that `cardsharp train` leaves. Its name in the legend is the label in its
manifest (NAME.manifest.json beside it), else the file's name. Bars are 95 % confidence intervals.")]
pub struct PlotArguments {
    /// Curves to draw
    #[arg(required = true, value_name = "CURVE")]
    curves: Vec<PathBuf>,
    /// The picture to write
    #[arg(long, value_name = "FILE.svg")]
    out: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
    /// What to draw to the right
    #[arg(long, value_enum, default_value = "seconds")]
    x: X,
    /// What to draw upwards
    #[arg(long, value_enum, default_value = "nash-conv")]
    y: Y,
    /// Title over the picture
    #[arg(long)]
    title: Option<String>,
    /// Say nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum X {
    Seconds,
    Iterations,
    Nodes,
}

#[derive(Clone, Copy, ValueEnum)]
enum Y {
    /// The sum over the players of what a best response gains
    NashConv,
    /// Half of NashConv, for two players
    Exploitability,
}

/// Runs the command.
pub fn run(arguments: &PlotArguments) -> Result<ExitCode> {
    arguments.overwrite.require(&arguments.out)?;
    let curves = arguments
        .curves
        .iter()
        .map(|path| load(path))
        .collect::<Result<_, ReportError>>()?;
    let plot = Plot {
        title: arguments.title.clone(),
        x: match arguments.x {
            X::Seconds => Abscissa::Seconds,
            X::Iterations => Abscissa::Iterations,
            X::Nodes => Abscissa::Nodes,
        },
        y: match arguments.y {
            Y::NashConv => Ordinate::NashConv,
            Y::Exploitability => Ordinate::Exploitability,
        },
        curves,
    };
    let left_out = draw(&arguments.out, &plot)?;
    if !arguments.quiet {
        if left_out > 0 {
            eprintln!(
                "left out: {left_out} points at or below zero, which a logarithmic axis cannot show"
            );
        }
        eprintln!("wrote {}", arguments.out.display());
    }
    Ok(ExitCode::SUCCESS)
}

fn load(path: &Path) -> Result<Curve, ReportError> {
    let points = curve::read(path)?;
    if points.is_empty() {
        return Err(ReportError::EmptyCurve {
            path: path.to_owned(),
        });
    }
    let label = Manifest::read(path)?.and_then(|manifest| manifest.label);
    Ok(Curve {
        label: label.unwrap_or_else(|| {
            path.file_stem()
                .unwrap_or(path.as_os_str())
                .to_string_lossy()
                .into_owned()
        }),
        points,
    })
}
