//! The line that reports a breach.

use cardsharp_sandbox::{Breach, Report};

#[test]
fn a_line_reports_the_rule_and_the_reason() {
    let line = Breach::Read("a: b\nc".to_owned()).line();
    let report = Report::parse(&line).unwrap();
    let reason = r"it opened the file `a: b\nc` for reading".to_owned();
    let rule = "disk";
    assert_eq!(report, Report::Breach { rule, reason });
    assert_eq!(Report::parse("breach: disk: no"), None);
    let long = Breach::Write("x".repeat(10_000)).line();
    assert!(long.len() < 600);
}
