//! `cardsharp plot`: a picture of curves.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, ValueEnum};

use cardsharp_commands::candidates;
use cardsharp_commands::overwrite::Overwrite;
use cardsharp_game::BadUsage;
use cardsharp_plots::picture;
use cardsharp_plots::plot::{Abscissa, Curve, LOWEST_SHARE, Ordinate, Plot, Unshown, draw};
use cardsharp_policy::measurement::Quantity;
use cardsharp_policy::report::ReportError;
use cardsharp_policy::report::curve::{self, CurvePoint};
use cardsharp_policy::report::manifest::Manifest;
use cardsharp_terminal::counted::counted;
use cardsharp_terminal::eprintln;

/// Draw curves of training into a picture, SVG or PNG, on two logarithmic axes
#[derive(Args)]
#[command(after_help = "\
Example:
  cardsharp plot tricks.csv seen.csv recall.csv --out infosets.svg --title 'Ten minutes each'

A curve is the CSV file that `cardsharp train` leaves. Its name in the legend is the label in its manifest (NAME.manifest.json beside it), else recipe, solver and seed of the run, else the file's name. Bars are 95 % confidence intervals.")]
pub struct PlotArguments {
    /// Curves to draw
    #[arg(required = true, value_name = "CURVE", add = candidates::curves())]
    curves: Vec<PathBuf>,
    /// The picture to write, as its name ends: .svg or .png
    #[arg(long, value_name = "FILE.svg")]
    out: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Quantity of the horizontal axis
    #[arg(long, value_enum, default_value = "seconds")]
    x: X,
    /// Quantity of the vertical axis
    #[arg(long, value_enum, default_value = "nash-conv")]
    y: Y,
    /// Title over the picture [default: the game, the figure and its unit]
    #[arg(long)]
    title: Option<String>,
    /// Say nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

/// The quantity of the horizontal axis.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum X {
    Seconds,
    Iterations,
    Nodes,
}

impl From<X> for Abscissa {
    fn from(x: X) -> Abscissa {
        match x {
            X::Seconds => Abscissa::Seconds,
            X::Iterations => Abscissa::Iterations,
            X::Nodes => Abscissa::Nodes,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum Y {
    /// The measured quantity: NashConv, the sum over the players of what a best response gains, or what the
    /// curve has in its place
    NashConv,
    /// Half of NashConv, for two players
    Exploitability,
}

/// Runs the command.
///
/// # Errors
///
/// A curve cannot be read, or the picture cannot be written.
pub fn run(arguments: &PlotArguments) -> Result<ExitCode> {
    picture::check_name(&arguments.out).map_err(BadUsage::new)?;
    arguments.overwrite.require(&arguments.out)?;
    let curves = arguments.curves.iter();
    let loaded = curves.map(|path| load(path));
    let loaded = loaded.collect::<Result<Vec<_>, ReportError>>()?;
    let y = match arguments.y {
        Y::NashConv => Ordinate::Measured,
        Y::Exploitability => Ordinate::Exploitability,
    };
    let title = arguments.title.clone();
    let title = title.unwrap_or_else(|| title_of(&loaded, y));
    let labels = labels(&loaded);
    let plot = Plot {
        title: Some(title),
        x: arguments.x.into(),
        y,
        curves: loaded.into_iter().zip(labels).map(|(run, label)| Curve { label, points: run.points }).collect(),
    };
    let Unshown { left_out, raised } = draw(&arguments.out, &plot)?;
    if !arguments.quiet {
        if left_out > 0 {
            eprintln!(
                "left out: {} at or below zero, which a logarithmic axis cannot show",
                counted(left_out as u64, "point")
            );
        }
        if raised > 0 {
            eprintln!(
                "drawn at the lower end: {} below {LOWEST_SHARE:.0e} of the greatest, which is rounding",
                counted(raised as u64, "point")
            );
        }
        eprintln!("wrote {}", arguments.out.display());
    }
    Ok(ExitCode::SUCCESS)
}

/// The points of a curve, and its manifest if there is one.
struct Loaded {
    path: PathBuf,
    points: Vec<CurvePoint>,
    manifest: Option<Manifest>,
}

fn load(path: &Path) -> Result<Loaded, ReportError> {
    let points = curve::read(path)?;
    if points.is_empty() {
        return Err(ReportError::EmptyCurve { path: path.to_owned() });
    }
    Ok(Loaded { path: path.to_owned(), points, manifest: Manifest::read(path)? })
}

impl Loaded {
    fn file_name(&self) -> String {
        let stem = self.path.file_stem().unwrap_or(self.path.as_os_str());
        stem.to_string_lossy().into_owned()
    }

    /// The label of the run in its manifest. Without a label it is information sets, solver and seed, and
    /// without a manifest the file's name.
    fn label(&self) -> String {
        let Some(manifest) = &self.manifest else {
            return self.file_name();
        };
        if let Some(label) = &manifest.label {
            return label.clone();
        }
        let seed = format!("seed {}", manifest.seed);
        let words = [&manifest.infosets, &manifest.solver, &seed];
        let words = words.into_iter().filter(|word| !word.is_empty());
        words.map(String::as_str).collect::<Vec<_>>().join(", ")
    }
}

/// The label of each run. A label that several runs have is followed by what tells them apart: the game, the seed, or
/// the file's name.
fn labels(loaded: &[Loaded]) -> Vec<String> {
    let labels: Vec<String> = loaded.iter().map(Loaded::label).collect();
    let telling: [fn(&Loaded) -> Option<String>; 2] =
        [|run| Some(run.manifest.as_ref()?.game.clone()), |run| Some(format!("seed {}", run.manifest.as_ref()?.seed))];
    let runs = loaded.iter().zip(&labels);
    let labelled = runs.map(|(run, label)| {
        let alike = || loaded.iter().zip(&labels).filter(|(_, other)| *other == label);
        if alike().count() == 1 {
            return label.clone();
        }
        let tells = |of: &&fn(&Loaded) -> Option<String>| {
            let told: BTreeSet<Option<String>> = alike().map(|(run, _)| of(run)).collect();
            told.len() == alike().count() && !told.contains(&None)
        };
        let told = telling.iter().find(tells).and_then(|of| of(run));
        format!("{label} ({})", told.unwrap_or_else(|| run.file_name()))
    });
    labelled.collect()
}

/// The default title: the games of the runs, and the quantity with its unit.
fn title_of(loaded: &[Loaded], y: Ordinate) -> String {
    let mut games: Vec<&str> = Vec::new();
    for run in loaded {
        if let Some(manifest) = &run.manifest
            && !games.contains(&manifest.game.as_str())
        {
            games.push(&manifest.game);
        }
    }
    let first = loaded.iter().flat_map(|run| &run.points).next();
    let figure = match first {
        Some(point) if !point.unit.is_empty() => {
            format!("{} in {}", y.name(point.quantity), point.unit)
        }
        point => y.name(point.map_or(Quantity::NashConv, |point| point.quantity)),
    };
    // The legend tells games apart. All their names do not fit over the picture.
    match games[..] {
        [] => figure,
        [game] => format!("{game}: {figure}"),
        _ => format!("{}: {figure}", counted(games.len() as u64, "game")),
    }
}
