use super::*;

fn from(sets: &[(f64, u64)]) -> Estimate {
    let mut moments = Moments::none(2);
    for &(score, played) in sets {
        moments.add(&[score, played as f64 - score], played);
    }
    Estimate::of(&moments, 0).unwrap()
}

#[test]
fn single_games_give_wilsons_interval() {
    // 40 of 100: Wilson's interval is 0.3094 to 0.4980 (Brown, Cai and DasGupta, 2001). The
    // sample variance divides by n - 1, so the width is that of 99 games.
    let sets: Vec<_> = (0..100).map(|n| (f64::from(u8::from(n < 40)), 1)).collect();
    let estimate = from(&sets);
    assert!((estimate.low - 0.3094).abs() < 2e-3, "{estimate:?}");
    assert!((estimate.high - 0.4980).abs() < 2e-3, "{estimate:?}");
}

#[test]
fn duplicates_that_agree_are_worth_one_game() {
    let pairs: Vec<_> = (0..50).map(|n| (f64::from(2 * (n % 2)), 2)).collect();
    let singles: Vec<_> = (0..50).map(|n| (f64::from(n % 2), 1)).collect();
    let (pairs, singles) = (from(&pairs), from(&singles));
    // The quantiles differ: the variance of pairs is estimated, and that of single games follows from the share.
    let wider = pairs.half_width / singles.half_width;
    let by_quantile = quantile(49.0) / quantile(f64::INFINITY);
    assert!((wider - by_quantile).abs() < 5e-3, "{wider} {by_quantile}");
}

#[test]
fn duplicates_that_cancel_are_worth_more() {
    let sets: Vec<_> = (0..50).map(|n| (if n == 0 { 2.0 } else { 1.0 }, 2)).collect();
    assert!(from(&sets).half_width < 0.03);
}

#[test]
fn no_loss_is_not_certainty() {
    let estimate = from(&[(2.0, 2); 20]);
    assert_eq!((estimate.share, estimate.high), (1.0, 1.0));
    assert!(estimate.low < 0.9 && estimate.half_width > 0.05, "{estimate:?}");
    assert!(from(&[(1.0, 1)]).half_width > 0.3);
    assert_eq!(Estimate::of(&Moments::none(2), 0), None);
}
