//! `cardsharp plot` and `cardsharp completions`, through the binary.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use cardsharp::measurement::Quantity;
use cardsharp::report::curve::CurvePoint;
use cardsharp::report::plot::{Abscissa, Curve, Ordinate, Plot, Sheet, draw_sheet};
use predicates::prelude::*;
use predicates::str::contains;

const HEADER: &str = "iteration,seconds,nodes,nash_conv,half_width,unit\n";

fn cardsharp(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("cardsharp").unwrap();
    command.current_dir(folder);
    command
}

fn write_curve(folder: &Path, name: &str, rows: &str) {
    fs::write(folder.join(name), format!("{HEADER}{rows}")).unwrap();
}

#[test]
fn curves_are_drawn_with_legend_unit_slopes_and_intervals() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_curve(folder, "tricks.csv", "0,0,0,1.5,0,utils\n100,1,900,0.5,0.1,utils\n10000,90,90000,0.05,0,utils\n");
    write_curve(folder, "seen <b>.csv", "100,2,800,0.4,0,utils\n");
    cardsharp(folder)
        .args(["plot", "tricks.csv", "seen <b>.csv", "--out", "both.svg"])
        .args(["--title", "Two"])
        .assert()
        .success()
        .stdout("")
        .stderr(contains("left out: 1 point at").and(contains("wrote both.svg")));
    let svg = fs::read_to_string(folder.join("both.svg")).unwrap();
    for text in ["NashConv (utils)", "seconds of training", "tricks", "seen &lt;b&gt;", "slope −1/2", "slope −1", "Two"]
    {
        assert!(svg.contains(&format!("\n{text}\n")), "{text}:\n{svg}");
    }
    // The first curve has two marks and one in the legend, the second has one mark and one in the legend.
    assert_eq!(svg.matches("<circle").count(), 3);
    assert_eq!(svg.matches("fill=\"#D55E00\"").count(), 2);
}

/// A solver that ends exactly at an equilibrium leaves a last point that is rounding.
#[test]
fn a_point_that_is_rounding_does_not_stretch_the_axis() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_curve(folder, "exact.csv", "1,1,10,1,0,utils\n9,2,90,0.1,0,utils\n10,3,100,5e-17,0,utils\n");
    cardsharp(folder)
        .args(["plot", "exact.csv", "--out", "exact.svg"])
        .assert()
        .success()
        .stderr(contains("drawn at the lower end: 1 point below 1e-12 of the greatest"));
    let svg = fs::read_to_string(folder.join("exact.svg")).unwrap();
    assert!(svg.contains("\n1e-12\n") && !svg.contains("\n1e-16\n"), "{svg}");
    assert_eq!(svg.matches("<circle").count(), 4);
}

#[test]
fn runs_with_one_label_are_told_apart_by_what_differs() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (seed, game) in [("1", "kuhn_poker"), ("2", "kuhn_poker"), ("1", "leduc_poker")] {
        let out = format!("{game}{seed}.policy");
        let line = ["train", game, "--solver", "mccfr", "--iterations", "5", "--threads", "1"];
        cardsharp(folder).args(line).args(["--seed", seed, "--out", &out, "--quiet"]).assert().success();
    }
    let legend = |curves: [&str; 2]| {
        cardsharp(folder).args(["plot"]).args(curves).args(["--out", "two.svg", "--force"]).assert().success();
        fs::read_to_string(folder.join("two.svg")).unwrap()
    };
    let seeds = legend(["kuhn_poker1.csv", "kuhn_poker2.csv"]);
    assert!(seeds.contains("\nmccfr (seed 1)\n") && seeds.contains("\nmccfr (seed 2)\n"), "{seeds}");
    let games = legend(["kuhn_poker1.csv", "leduc_poker1.csv"]);
    assert!(games.contains("\nmccfr (kuhn_poker)\n") && games.contains("\nmccfr (leduc_poker)\n"), "{games}");
    // The title counts the games, because it has no room for many names.
    assert!(games.contains("\n2 games: ") && !seeds.contains(" games: "), "{games}");
}

/// Runs measured at the same times have their marks at the same places. Their intervals would hide each other there.
#[test]
fn intervals_at_the_same_place_stand_side_by_side() {
    const RUNS: [(&str, &str); 3] = [("a.csv", "#0072B2"), ("b.csv", "#D55E00"), ("c.csv", "#009E73")];
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (name, _) in RUNS {
        write_curve(folder, name, "100,1,900,0.5,0.1,utils\n200,9,1800,0.3,0.1,utils\n");
    }
    cardsharp(folder).args(["plot", "a.csv", "b.csv", "c.csv", "--out", "bars.svg"]).assert().success();
    let svg = fs::read_to_string(folder.join("bars.svg")).unwrap();
    let lines: Vec<(&str, Vec<i32>)> = svg.lines().filter_map(interval_line).collect();
    // For each run the left and the right end of each horizontal end of an interval.
    let ends = RUNS.map(|(_, colour)| {
        let points = lines.iter().filter(|(stroke, _)| *stroke == colour).map(|(_, points)| points);
        let flat = points.filter(|points| points[1] == points[3]);
        flat.map(|points| [points[0], points[2]]).collect::<Vec<_>>()
    });
    assert!(ends.iter().all(|ends| ends.len() == 4), "{ends:?}");
    for index in 0..4 {
        for runs in ends.windows(2) {
            assert!(runs[0][index][1] < runs[1][index][0], "{ends:?}");
        }
    }
}

/// The colour and the coordinates of a line of an interval, which alone are translucent.
fn interval_line(element: &str) -> Option<(&str, Vec<i32>)> {
    let value = |name: &str| Some(element.split_once(&format!(" {name}=\""))?.1.split_once('"')?.0);
    let is_interval = element.starts_with("<polyline") && value("opacity") == Some("0.6");
    let points = value("points")?.split([' ', ',']).filter_map(|number| number.parse().ok());
    is_interval.then_some((value("stroke")?, points.collect()))
}

#[test]
fn a_sheet_has_every_plot_with_its_title_under_one_legend() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sheet.svg");
    let point = |iteration: u64, value: f64| CurvePoint {
        iteration,
        seconds: 1.0,
        nodes: 10 * iteration,
        quantity: Quantity::NashConv,
        value,
        half_width: 0.0,
        unit: "utils".to_owned(),
    };
    let plot = |title: &str, first: f64| Plot {
        title: Some(title.to_owned()),
        x: Abscissa::Nodes,
        y: Ordinate::Measured,
        curves: ["one", "other"]
            .map(|label| Curve { label: label.to_owned(), points: vec![point(1, first), point(100, first / 50.0)] })
            .to_vec(),
    };
    let panels = vec![plot("kuhn", 1.0), plot("leduc", 4.0), plot("dice", 0.5)];
    draw_sheet(&path, &Sheet { panels, columns: 2 }).unwrap();
    let svg = fs::read_to_string(&path).unwrap();
    for (text, times) in [("kuhn", 1), ("leduc", 1), ("dice", 1), ("one", 1), ("other", 1)] {
        assert_eq!(svg.matches(&format!("\n{text}\n")).count(), times, "{text}");
    }
    assert_eq!(svg.matches("\nnodes touched\n").count(), 3);
    // Two marks of the first curve in each plot, and one in the legend.
    assert_eq!(svg.matches("<circle").count(), 7);
}

#[test]
fn both_axes_can_be_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_curve(folder, "a.csv", "100,0,5000,2,0,utils\n");
    let draw = |x: &str| {
        let mut command = cardsharp(folder);
        command.args(["plot", "a.csv", "--out", "a.svg", "--x", x, "--y", "exploitability", "--force"]);
        command.assert()
    };
    draw("seconds")
        .code(1)
        .stderr(contains("none of the 1 points has seconds of training and exploitability (utils) above zero"));
    assert!(!folder.join("a.svg").exists());
    draw("nodes").success();
    let svg = fs::read_to_string(folder.join("a.svg")).unwrap();
    // Half of the NashConv of 2, and 5000 nodes, are in the middle of the axes.
    for text in ["exploitability (utils)", "nodes touched", "1", "5k"] {
        assert!(svg.contains(&format!("\n{text}\n")), "{text}:\n{svg}");
    }
    draw("iterations").success();
    let svg = fs::read_to_string(folder.join("a.svg")).unwrap();
    assert!(svg.contains("\n100\n") && svg.contains("\niterations\n"));
}

#[test]
fn the_legend_takes_the_label_of_the_manifest() {
    use cardsharp::report::manifest::Manifest;
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_curve(folder, "a.csv", "1,1,1,1,0,utils\n");
    let mut manifest = Manifest::new("kuhn");
    manifest.label = Some("CFR+, simultaneous".to_owned());
    manifest.write(&folder.join("a.csv")).unwrap();
    cardsharp(folder).args(["plot", "a.csv", "--out", "a.svg", "--quiet"]).assert().success().stderr("");
    let svg = fs::read_to_string(folder.join("a.svg")).unwrap();
    assert!(svg.contains("\nCFR+, simultaneous\n"));
}

#[test]
fn runs_without_a_label_are_told_apart_by_recipe_solver_and_seed() {
    use cardsharp::report::manifest::Manifest;
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (name, infosets, seed) in [("a.csv", "tricks", 1), ("b.csv", "seen", 1), ("c.csv", "seen", 1)] {
        write_curve(folder, name, "1,1,1,1,0,utils\n9,9,9,0.1,0,utils\n");
        let mut manifest = Manifest::new("leduc_poker");
        manifest.infosets = infosets.to_owned();
        manifest.solver = "dcfr".to_owned();
        manifest.seed = seed;
        manifest.write(&folder.join(name)).unwrap();
    }
    let line = ["plot", "a.csv", "b.csv", "c.csv", "--out", "all.svg"];
    cardsharp(folder).args(line).assert().success();
    let svg = fs::read_to_string(folder.join("all.svg")).unwrap();
    for text in
        ["leduc_poker: NashConv in utils", "tricks, dcfr, seed 1", "seen, dcfr, seed 1 (b)", "seen, dcfr, seed 1 (c)"]
    {
        assert!(svg.contains(&format!("\n{text}\n")), "{text}:\n{svg}");
    }
    assert!(svg.contains("<title id=\"title\">leduc_poker: NashConv in utils</title>"));
    assert!(svg.contains("<desc id=\"desc\">NashConv (utils) over seconds of training"), "{svg}");
    // The slopes are drawn before the curves.
    let first = |text: &str| svg.find(text).unwrap();
    assert!(first("slope −1/2") < svg.rfind("<circle").unwrap());
    assert!(first("stroke=\"#969696\"") < svg.rfind("<polyline").unwrap());
}

#[test]
fn a_picture_is_what_its_name_says_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_curve(folder, "a.csv", "1,1,1,1,0,utils\n9,9,9,0.1,0,utils\n");
    let plot = |out: &str| cardsharp(folder).args(["plot", "a.csv", "--out", out]).assert();
    plot("a.png").success();
    let png = fs::read(folder.join("a.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    // The picture has twice 880 by 560 pixels, and is larger than a white page.
    assert_eq!(png[16..24], [0, 0, 6, 224, 0, 0, 4, 96]);
    assert!(png.len() > 10_000, "{}", png.len());
    plot("a.jpg").code(2).stderr(contains("a.jpg: pictures are written as .svg or .png"));
    assert!(!folder.join("a.jpg").exists());
}

#[test]
fn more_curves_than_colours_are_shared_out_among_columns() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sheet.svg");
    let curve = |number: usize| Curve {
        label: format!("preset-{number}"),
        points: [1, 100]
            .map(|iteration: u64| CurvePoint {
                iteration,
                seconds: 1.0,
                nodes: 10 * iteration,
                quantity: Quantity::NashConv,
                value: 1.0 / (iteration * (number as u64 + 1)) as f64,
                half_width: 0.0,
                unit: "utils".to_owned(),
            })
            .to_vec(),
    };
    let plot = Plot {
        title: Some("kuhn".to_owned()),
        x: Abscissa::Nodes,
        y: Ordinate::Measured,
        curves: (0..17).map(curve).collect(),
    };
    let panels = vec![plot.clone(), plot];
    draw_sheet(&path, &Sheet { panels, columns: 3 }).unwrap();
    let svg = fs::read_to_string(&path).unwrap();
    for number in 0..17 {
        assert_eq!(svg.matches(&format!("\npreset-{number}\n")).count(), 1);
    }
    assert_eq!(svg.matches("\nkuhn\n").count(), 6);
    // No column has two curves of one colour: its curves are 6, 6 or 5, in two rows and in the legend.
    assert_eq!(svg.matches("fill=\"#0072B2\"").count(), 3 * (1 + 2 * 2));
}

#[test]
fn what_cannot_be_drawn_is_refused_with_the_cause() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_curve(folder, "empty.csv", "");
    write_curve(folder, "zero.csv", "1,1,1,0,0,utils\n2,2,2,-0.5,0,utils\n");
    write_curve(folder, "damaged.csv", "1,1,1,1,0,utils\n2,2,2,x,0,utils\n");
    write_curve(folder, "a.csv", "1,1,1,1,0,utils\n");
    write_curve(folder, "b.csv", "1,1,1,1,0,milli-utils\n");
    for (curves, said) in [
        (&["empty.csv"][..], "empty.csv: an empty curve"),
        (&["zero.csv"], "none of the 2 points"),
        (&["damaged.csv"], "damaged.csv, line 3: damaged row"),
        (&["a.csv", "b.csv"], "different units, `NashConv (utils)` and `NashConv (milli-utils)`"),
        (&["missing.csv"], "missing.csv: cannot read it: No such file or directory (os error 2)\n"),
    ] {
        cardsharp(folder).arg("plot").args(curves).args(["--out", "x.svg"]).assert().code(1).stderr(contains(said));
        assert!(!folder.join("x.svg").exists());
    }
    cardsharp(folder).arg("plot").assert().code(2);
    cardsharp(folder)
        .args(["plot", "a.csv", "--out", "no/such/folder/x.svg"])
        .assert()
        .code(1)
        .stderr(contains("no/such/folder/x.svg: cannot write it"));
}

#[test]
fn every_shell_gets_its_completions() {
    let folder = tempfile::tempdir().unwrap();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        cardsharp(folder.path())
            .args(["completions", shell])
            .assert()
            .success()
            .stdout(contains("cardsharp").and(contains("COMPLETE")));
    }
    cardsharp(folder.path()).args(["completions", "tcsh"]).assert().code(2);
}
