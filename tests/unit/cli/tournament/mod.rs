use super::*;

/// The tests that are used most: of a change that should do no harm, and of one that should help.
#[test]
fn a_sequential_test_may_have_negative_bounds() {
    for (text, bounds) in [("-5,0", [-5.0, 0.0]), ("0,10", [0.0, 10.0])] {
        assert_eq!(elo_bounds(text), Ok(bounds));
        for elo in [vec![format!("--elo={text}")], vec!["--elo".to_owned(), text.to_owned()]] {
            let line = "cardsharp tournament challenge random greedy --stop-when random>greedy";
            let words = line.split(' ').map(str::to_owned).chain(elo);
            assert_eq!(crate::cli::check(words), Ok(()), "{text}");
        }
    }
    for wrong in ["5", "0,-5", "0,a", "0,2000"] {
        assert!(elo_bounds(wrong).is_err(), "{wrong}");
    }
}
