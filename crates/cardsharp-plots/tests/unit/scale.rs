use super::*;

#[test]
fn ticks_are_written_shortly() {
    for (log, text) in [
        (0.0, "1"),
        (6.0, "1M"),
        (5.0, "100k"),
        (3.0 + 2_f64.log10(), "2k"),
        (-1.0, "0.1"),
        (-4.0, "0.0001"),
        (-4.0 + 5_f64.log10(), "0.0005"),
        (-5.0, "1e-5"),
        (2.0, "100"),
        (1.0 + 5_f64.log10(), "50"),
        (13.0, "10T"),
        (17.0, "1e17"),
    ] {
        assert_eq!(tick_label(10_f64.powf(log)), text);
    }
}

#[test]
fn every_scale_holds_its_values_and_a_few_labels() {
    for values in [
        vec![1.0],
        vec![0.3],
        vec![18.8],
        vec![0.099, 0.16],
        vec![1.0, 9.0],
        vec![1e-9, 1e12],
        vec![1e-300, 1e300],
        vec![5.0, 500.0],
        vec![20.0, 600.0],
        vec![0.105, 0.46],
        vec![8.6e-4, 0.31],
    ] {
        let scale = LogScale::around(values.iter().copied());
        for value in &values {
            assert!(scale.low < value.log10() && value.log10() < scale.high);
        }
        let labels = scale.labelled.len();
        assert!((LABELS..=13).contains(&labels), "{values:?}: {scale:?}");
        let mut texts: Vec<_> = scale.labelled.iter().map(|tick| tick_label(10_f64.powf(*tick))).collect();
        texts.dedup();
        assert_eq!(texts.len(), labels, "{texts:?}");
    }
}
