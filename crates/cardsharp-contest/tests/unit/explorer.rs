use super::*;

#[test]
fn settings_have_defaults_and_refuse_other_values() {
    let settings = [Setting { key: "score", label: "Score", values: vec!["0-0".to_owned(), "0-1".to_owned()] }];
    let mut place = Place::default();
    assert_eq!(checked_settings(&settings, &place).unwrap(), ["0-0"]);
    place.settings.insert("score".to_owned(), "9-9\u{202e}".repeat(50));
    let error = checked_settings(&settings, &place).unwrap_err();
    assert!(error.to_string().len() < 500, "{error}");
    let long = Place { steps: vec![String::new(); MAX_STEPS + 1], ..Place::default() };
    let error = checked_settings(&settings, &long).unwrap_err();
    assert_eq!(error, ExploreError::Long { steps: 65 });
}

#[test]
fn a_hand_is_worth_the_mean_of_its_actions() {
    let mut hand = HandLine {
        name: "K".to_owned(),
        cell: None,
        reach: 1.0,
        probabilities: vec![0.25, 0.75, 0.0],
        values: vec![Some(2.0), Some(1.0), None],
        remark: None,
    };
    assert_eq!(hand.value(), Some(1.25));
    hand.values = vec![None, Some(1.0), None];
    assert_eq!(hand.value(), None);
    hand.values.clear();
    assert_eq!(hand.value(), None);
}
