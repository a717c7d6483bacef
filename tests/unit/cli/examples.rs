use super::*;

#[test]
fn long_examples_are_broken_between_words_and_short_ones_are_not() {
    let short = "Examples:\n  cardsharp games";
    assert_eq!(broken(short), short);
    let quoted = format!("'{}'", "b c ".repeat(12));
    let long = format!("  cardsharp match one two three four {quoted} --five six");
    let expected = format!("  cardsharp match one two three four \\\n      {quoted} --five six");
    assert_eq!(broken(&long), expected);
    assert!(broken(&long).lines().all(|line| line.len() <= WIDTH));
    // A line that is broken already stays as it is.
    assert_eq!(broken(&expected), expected);
}
