use super::*;

#[test]
fn many_errors_that_agree_are_believed() {
    let mut found = Corrections::new(2);
    found.add(1, [0.55, -0.11].into_iter());
    let once = found.to_add();
    assert_eq!(once.row(1), Some(&[0.1, -0.02][..]));
    (0..1000).for_each(|_| found.add(1, [0.55, -0.11].into_iter()));
    let often = found.to_add();
    let error = often.row(1).unwrap()[0];
    assert!((error - 0.55).abs() < 0.003, "{error}");
    assert_eq!(often.row(2), None);
}
