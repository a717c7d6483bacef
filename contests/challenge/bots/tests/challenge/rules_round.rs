//! A round: five games ahead or 21 games, the first lead alternating.

use cardsharp_challenge_game::rules::Round;
use proptest::prelude::*;

fn after(wins: impl IntoIterator<Item = usize>) -> Round {
    let mut round = Round::default();
    for side in wins {
        assert_eq!(round.winner(), None, "over at {round:?}");
        round.record_win(side);
    }
    round
}

/// `pairs` games won by each side, in turn.
fn level(pairs: usize) -> impl Iterator<Item = usize> + Clone {
    [0, 1].into_iter().cycle().take(2 * pairs)
}

#[test]
fn five_games_ahead_wins() {
    for side in 0..2 {
        for pairs in [0, 1, 10, 15] {
            let four = level(pairs).chain([side; 4]);
            assert_eq!(after(four.clone()).winner(), None);
            let five = after(four.chain([side]));
            assert_eq!(five.winner(), Some(side));
            assert_eq!(five.wins(side), pairs as u32 + 5);
            assert_eq!(five.wins(1 - side), pairs as u32);
        }
    }
}

#[test]
fn twenty_one_games_win_whatever_the_lead() {
    for side in 0..2 {
        let at_twenty = level(20);
        assert_eq!(after(at_twenty.clone()).winner(), None);
        let narrow = after(at_twenty.chain([side]));
        assert_eq!(narrow.winner(), Some(side));
        assert_eq!((narrow.wins(side), narrow.wins(1 - side)), (21, 20));
        // 20 to 16 is four ahead and not enough; 21 to 16 or to 17 is.
        let four_ahead = level(16).chain([side; 4]);
        assert_eq!(after(four_ahead.clone()).winner(), None);
        assert_eq!(after(four_ahead.chain([side])).winner(), Some(side));
    }
}

#[test]
fn nothing_counts_after_the_end() {
    let mut round = after([0; 5]);
    round.record_win(1);
    round.record_win(0);
    assert_eq!((round.wins(0), round.wins(1)), (5, 0));
    assert_eq!((round.games(), round.winner()), (5, Some(0)));
}

#[test]
fn the_first_lead_alternates_whoever_wins() {
    let wins = [0, 0, 1, 1, 1, 0, 0, 0, 0];
    let mut round = Round::default();
    for (game, side) in wins.into_iter().enumerate() {
        assert_eq!(round.first_lead(), game % 2);
        round.record_win(side);
    }
}

proptest! {
    #[test]
    fn a_round_ends_within_41_games(wins in prop::collection::vec(0_usize..2, 41)) {
        // 20 games each and one more.
        let mut counted = [0_u32; 2];
        let mut round = Round::default();
        for side in wins {
            let over = counted.contains(&21) || counted[0].abs_diff(counted[1]) == 5;
            prop_assert_eq!(round.winner().is_some(), over);
            if !over {
                counted[side] += 1;
            }
            round.record_win(side);
            prop_assert_eq!([round.wins(0), round.wins(1)], counted);
        }
        prop_assert_eq!(round.winner(), Some(usize::from(counted[1] > counted[0])));
    }
}
