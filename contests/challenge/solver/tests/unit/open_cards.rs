use super::*;
use cardsharp_challenge_game::rules::{Params, Shoe};

/// Minimax over single cards, directly by the rules.
fn brute_force(own: Cards, theirs: Cards, own_lead: bool, ahead: i8) -> i8 {
    if own.is_empty() {
        return ahead.signum();
    }
    if !own_lead {
        return -brute_force(theirs, own, true, -ahead);
    }
    let lead = |led: Rank| {
        let own = own.without(led).unwrap();
        let answer = |rank: Rank| {
            let theirs = theirs.without(rank).unwrap();
            let ahead = ahead + i8::from(led > rank) - i8::from(led < rank);
            brute_force(own, theirs, led >= rank, ahead)
        };
        theirs.distinct().map(answer).min().unwrap()
    };
    own.distinct().map(lead).max().unwrap()
}

#[test]
fn agrees_with_minimax_over_single_cards() {
    let table = OpenCards::table();
    for (size, deals) in [(1, 50), (2, 100), (3, 200), (4, 100), (5, 20)] {
        // Few ranks, so that ties are common.
        for ranks in [3, 13] {
            let rules = Params::new(ranks, 8, size).unwrap();
            for seed in 0..deals {
                let [own, theirs] = Shoe::new(rules, seed).deal();
                for ahead in -1..=1 {
                    for lead in [false, true] {
                        assert_eq!(
                            table.result(own, theirs, lead, ahead),
                            brute_force(own, theirs, lead, ahead),
                            "{own} against {theirs}, lead {lead}, ahead {ahead}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn the_follower_answers_its_best() {
    let cards = |ranks: &[u8]| -> Cards { ranks.iter().filter_map(|&r| Rank::new(r)).collect() };
    let table = OpenCards::table();
    let led = Rank::new(7).unwrap();
    assert_eq!(table.follower_result(cards(&[8, 2]), led, cards(&[1]), 0), 1);
    assert_eq!(table.follower_result(cards(&[6, 2]), led, cards(&[7]), 0), -1);
    assert_eq!(table.follower_result(cards(&[7]), led, Cards::EMPTY, 0), 0);
}
