//! Whole games of random play, blunders and all: the invariants of the rules.

use crate::random_play::{dealt_last, list, styles};
use crate::reference::{Act, Position};
use cardsharp_challenge_game::rules::{Cards, ChallengeState, Game, Move, Rank};
use cardsharp_solvers::game::Player;
use proptest::prelude::*;

/// Every move there is, sensible or not.
fn all_moves() -> impl Iterator<Item = Move> {
    let plays = (1..=15).filter_map(Rank::new).map(Move::Play);
    plays.chain([Move::Offer, Move::Accept, Move::Reject])
}

/// The winners that the tricks still to come leave possible, by trying all their outcomes.
fn possible_winners(tricks: [u8; 2], left: u8) -> Vec<Option<usize>> {
    if left == 0 {
        let winner = (tricks[0] != tricks[1]).then(|| usize::from(tricks[1] > tricks[0]));
        return vec![winner];
    }
    let [zero, one] = tricks;
    let next = [[zero + 1, one], [zero, one + 1], [zero, one]];
    let mut winners: Vec<_> = next.into_iter().flat_map(|tricks| possible_winners(tricks, left - 1)).collect();
    winners.sort();
    winners.dedup();
    winners
}

/// Every continuation without a challenge, failures among them, ends with `winner` holding most tricks.
fn is_certain(position: &Position, winner: usize) -> bool {
    if let Some(ending) = position.ending {
        return ending.winner == Some(winner);
    }
    let mut acts = position.legal();
    acts.retain(|&act| act != Act::Offer);
    acts.push(Act::Fail);
    acts.into_iter().all(|act| is_certain(&position.after(act), winner))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn cards_are_conserved(style in styles()) {
        let mut gone = [Cards::EMPTY; 2];
        style.play(|before, chosen, step, after| {
            // The cards that each player has played or lost in this hand.
            if let Some(penalty) = step.penalty {
                // The card that lay on the table has gone back.
                if let Some(led) = before.hand().table() {
                    let lead = before.hand().lead().index();
                    gone[lead] = gone[lead].without(led).unwrap();
                }
                for (gone, lost) in gone.iter_mut().zip(penalty.removed) {
                    *gone = gone.with(lost);
                }
            } else if let Some(Move::Play(rank)) = chosen {
                gone[step.player.index()] = gone[step.player.index()].with(rank);
            }
            if step.hand.is_some() {
                gone = [Cards::EMPTY; 2];
            }
            if after.winner().is_some() {
                return Ok(());
            }
            let dealt = dealt_last(after);
            for player in [Player::ZERO, Player::ONE] {
                let held = after.hand().cards(player);
                prop_assert_eq!(held.union(gone[player.index()]), dealt[player.index()]);
            }
            Ok(())
        })?;
    }

    #[test]
    fn no_card_appears_more_often_than_the_shoe_holds_it(style in styles()) {
        let rules = style.rules;
        let per_shoe = rules.shoe_size() / (2 * usize::from(rules.hand_size()));
        let mut since_shuffle = Vec::new();
        let mut hands = 0;
        let mut check = |game: &Game| {
            prop_assert_eq!(game.hands_since_shuffle() as usize, hands % per_shoe);
            if game.hands_since_shuffle() == 0 {
                since_shuffle.clear();
            }
            hands += 1;
            since_shuffle.extend(dealt_last(game).map(list).concat());
            for rank in 1..=15 {
                let seen = since_shuffle.iter().filter(|&&card| card == rank).count();
                let most = if rank <= rules.ranks() { rules.copies() } else { 0 };
                prop_assert!(seen <= usize::from(most), "{} of rank {}", seen, rank);
            }
            Ok(())
        };
        check(&style.start())?;
        style.play(|_, _, step, after| match step.hand {
            Some(_) if after.winner().is_none() => check(after),
            _ => Ok(()),
        })?;
    }

    #[test]
    fn tricks_points_and_challenges_add_up(style in styles()) {
        let mut offers = 0;
        let points = |game: &Game| [Player::ZERO, Player::ONE].map(|player| game.points(player));
        let game = style.play(|before, chosen, step, after| {
            prop_assert_eq!(Some(step.player), before.to_move());
            prop_assert_eq!(step.winner, after.winner());
            offers += usize::from(chosen == Some(Move::Offer));
            prop_assert!(offers <= 1);
            let (hand, size) = (after.hand(), style.rules.hand_size());
            let taken = hand.tricks(Player::ZERO) + hand.tricks(Player::ONE);
            prop_assert!(taken <= hand.tricks_over() && hand.tricks_over() <= size);
            prop_assert_eq!(hand.tricks_left(), size - hand.tricks_over());
            let gained: u8 = points(after).iter().sum::<u8>() - points(before).iter().sum::<u8>();
            let Some(end) = step.hand else {
                prop_assert_eq!(gained, 0);
                prop_assert_eq!(after.hand_id(), before.hand_id());
                prop_assert_eq!(after.hand_lead(), before.hand_lead());
                return Ok(());
            };
            offers = 0;
            prop_assert_eq!(gained, u8::from(end.winner().is_some()));
            prop_assert!(points(after).into_iter().zip(points(before)).all(|(a, b)| a >= b));
            prop_assert!(points(after).into_iter().all(|points| points <= 10));
            if after.winner().is_some() {
                prop_assert_eq!(after.winner(), end.winner());
                prop_assert_eq!(after.hand_lead(), before.hand_lead());
            } else {
                let lead = end.winner().unwrap_or(before.hand_lead());
                prop_assert_eq!(after.hand_lead(), lead);
                prop_assert_eq!(after.to_move(), Some(lead));
                prop_assert_eq!(after.hand_id(), before.hand_id() + 1);
                prop_assert_eq!(after.hand().challenge(), ChallengeState::Open);
            }
            Ok(())
        })?;
        let winner = game.winner().unwrap();
        let staked = matches!(game.hand().challenge(), ChallengeState::Accepted { .. });
        prop_assert!(staked || game.points(winner) == 10);
        prop_assert!(game.points(winner.opponent()) < 10);
        prop_assert_eq!(game.hand().legal_moves().count(), 0);
    }

    #[test]
    fn refused_moves_change_nothing(style in styles()) {
        let mut over = style.play(|before, _, _, _| {
            let mut game = before.clone();
            let legal: Vec<Move> = game.hand().legal_moves().collect();
            for chosen in all_moves() {
                if legal.contains(&chosen) {
                    prop_assert!(before.clone().apply(chosen).is_ok());
                } else {
                    prop_assert!(game.apply(chosen).is_err());
                }
            }
            prop_assert_eq!(&game, before);
            Ok(())
        })?;
        let before = over.clone();
        for chosen in all_moves() {
            prop_assert!(over.apply(chosen).is_err());
        }
        prop_assert!(over.penalize("late").is_err());
        prop_assert_eq!(over, before);
    }

    #[test]
    fn decided_means_decided(style in styles()) {
        style.play(|before, _, _, _| {
            let hand = before.hand();
            let tricks = [hand.tricks(Player::ZERO), hand.tricks(Player::ONE)];
            let certain = match possible_winners(tricks, hand.tricks_left())[..] {
                [only] => only,
                _ => None,
            };
            prop_assert_eq!(hand.decided().map(Player::index), certain);
            if let Some(winner) = certain {
                let mut position = Position::dealt(
                    [Player::ZERO, Player::ONE].map(|player| list(hand.cards(player))),
                    hand.lead().index(),
                );
                position.field = hand.table().map(Rank::value).into_iter().collect();
                position.tricks = tricks.map(usize::from);
                prop_assert!(is_certain(&position, winner));
            }
            Ok(())
        })?;
    }
}
