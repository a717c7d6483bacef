use super::*;

#[test]
fn rows_have_their_digits_in_order() {
    let both = |digits: &[i64], actions: &mut Vec<u32>| actions.extend(0..digits[1] as u32);
    let rows = DigitRows {
        table: StrategyTable::quantized(vec![1; 100]),
        layout: DigitLayout {
            parts: ["decision", "a", "b"].map(Part::number).into(),
            actions: Vec::new(),
            blocks: vec![DigitBlock { decision: 7, first: 10, width: 4, digits: vec![(2, 2), (1, 3)], actions: both }],
        },
        unvisited: Unvisited::Uniform,
    };
    let mut found = Vec::new();
    rows.for_each(&mut |row| found.push((row.number, row.parts.to_vec(), row.actions.len())));
    // Of each three rows, one has two actions and the others have no choice.
    assert_eq!(found, [(18, vec![7, 2, 0], 2), (30, vec![7, 2, 1], 2)]);
}

#[test]
fn buckets_say_which_edge_they_contain() {
    assert_eq!(bucket_names(&[0.0, 2.5]), ["x<=0", "0<x<=2.5", "2.5<x"]);
}
