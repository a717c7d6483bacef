use std::fs;

use cardsharp_policy::measurement::Quantity;
use cardsharp_policy::report::ReportError;
use cardsharp_policy::report::curve::*;

fn point(iteration: u64) -> CurvePoint {
    CurvePoint {
        iteration,
        seconds: iteration as f64 / 8.0,
        nodes: 100 * iteration,
        quantity: Quantity::SelfPlayLoss,
        value: 1.0 / (1 + iteration) as f64,
        half_width: 0.25,
        unit: "game-win probability, \"per hand\"".to_owned(),
    }
}

#[test]
fn rows_are_on_disk_at_once_and_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.csv");
    let mut writer = CurveWriter::create(&path).unwrap();
    assert_eq!(read(&path).unwrap(), []);
    for iteration in 0..4 {
        writer.push(&point(iteration)).unwrap();
        assert_eq!(read(&path).unwrap().last(), Some(&point(iteration)));
    }
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("iteration,seconds,nodes,quantity,value,half_width,unit\n0,0.0,0,self_play_loss,1.0,"));
}

#[test]
fn resuming_drops_what_comes_again_and_a_torn_row() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.csv");
    let (mut writer, kept) = CurveWriter::resume(&path, 99).unwrap();
    assert_eq!(kept, []);
    for iteration in [10, 20, 30, 40] {
        writer.push(&point(iteration)).unwrap();
    }
    drop(writer);
    let torn = fs::read_to_string(&path).unwrap() + "50,1.0,7";
    fs::write(&path, torn).unwrap();
    let (mut writer, kept) = CurveWriter::resume(&path, 20).unwrap();
    assert_eq!(kept, [point(10), point(20)]);
    assert_eq!(read(&path).unwrap(), kept);
    writer.push(&point(25)).unwrap();
    assert_eq!(read(&path).unwrap(), [point(10), point(20), point(25)]);

    let (_, kept) = CurveWriter::resume(&path, 1).unwrap();
    assert_eq!(kept, []);
    assert_eq!(read(&path).unwrap(), []);
    // The file is cut within its header, so the curve is begun anew.
    fs::write(&path, "iteration,sec").unwrap();
    let (_, kept) = CurveWriter::resume(&path, 1).unwrap();
    assert_eq!((kept, read(&path).unwrap()), (vec![], vec![]));
}

#[test]
fn further_columns_are_read_over_but_not_written_to() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.csv");
    let text = "unit,hands,iteration,seconds,nodes,quantity,value,half_width\nu,3,1,2,3,nash_conv,4,\n";
    fs::write(&path, text).unwrap();
    let points = read(&path).unwrap();
    assert_eq!((points[0].value, points[0].half_width), (4.0, 0.0));
    assert!(matches!(CurveWriter::resume(&path, 9), Err(ReportError::OtherColumns { .. })));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn a_curve_of_an_earlier_version_is_read_and_continued_in_the_present_columns() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.csv");
    let rows = "1,2,3,0.5,,points above parity\n9,2,3,0.25,,points above parity\n";
    let text = format!("iteration,seconds,nodes,nash_conv,half_width,unit\n{rows}");
    fs::write(&path, &text).unwrap();
    let points = read(&path).unwrap();
    assert_eq!(points[0].quantity, Quantity::DeviationGain);
    assert_eq!((points[0].value, points[1].value), (0.5, 0.25));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);

    let (mut writer, kept) = CurveWriter::resume(&path, 1).unwrap();
    assert_eq!(kept, points[..1]);
    writer.push(&point(4)).unwrap();
    assert_eq!(read(&path).unwrap(), [points[0].clone(), point(4)]);
    let written = fs::read_to_string(&path).unwrap();
    assert!(written.starts_with(&CurvePoint::COLUMNS.join(",")), "{written}");
}

#[test]
fn damage_is_reported_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.csv");
    let header = "iteration,seconds,nodes,quantity,value,half_width,unit\n";
    for (row, detail) in [
        ("x,2,3,nash_conv,4,5,u", "field 1"),
        ("1,2,3,nash_conv,4,u", "6 fields, not 7"),
        ("1,2,3,nash_conv,NaN,5,u", "not finite"),
        ("-1,2,3,nash_conv,4,5,u", "field 1"),
        ("1,2,3,nash_conv,4e,5,u", "field 5"),
        ("1,2,3,nashconv,4,5,u", "nashconv"),
    ] {
        fs::write(&path, format!("{header}1,2,3,nash_conv,4,5,u\n\n{row}\n")).unwrap();
        let said = read(&path).unwrap_err().to_string();
        assert!(said.contains("bad.csv, line 4: damaged row"), "{said}");
        assert!(said.contains(detail), "{said}");
    }
    fs::write(&path, "iteration,seconds\n1,2\n").unwrap();
    let said = read(&path).unwrap_err().to_string();
    assert!(said.contains("no column `nodes`"), "{said}");
}
