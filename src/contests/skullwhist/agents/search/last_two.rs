//! The last two rounds, solved from the ranges of both players.

use super::beliefs::likelihood;
use super::ways::Way;
use crate::contests::skullwhist::agents::{Expert, Sight};
use crate::contests::skullwhist::resolve::LastTwo;
use crate::contests::skullwhist::rules::{Card, Cards, MISSING_BID};
use crate::contests::skullwhist::search::Objective;
use cardsharp_solvers::game::Player;

/// The number of iterations of CFR.
const ITERATIONS: u64 = 100;

/// The probability of each playable card, with two cards in hand. It is that of an equilibrium of
/// the two rounds, if each player has the range of a player of these ways. The other player does
/// not know that the own play differed from these ways.
pub(super) fn solved(
    sight: &Sight,
    objective: Objective,
    ways: &[Way],
    expert: Expert,
) -> Option<Vec<(Card, f64)>> {
    // By seat: the public information, for an observer without a hand.
    let watch = |seat: Player, bids: [Option<u8>; 2]| Sight {
        seat,
        bids,
        hand: Cards::EMPTY,
        led: None,
        ..sight.clone()
    };
    let [own_bid, others_bid] = sight.bids;
    let of_other = watch(sight.seat, [own_bid, others_bid]);
    let of_own = watch(sight.seat.opponent(), [others_bid, own_bid]);
    let leads = sight.led.is_none();
    // The leader's information first.
    let watched = match leads {
        true => [&of_own, &of_other],
        false => [&of_other, &of_own],
    };
    let possible = watched.map(|watched| watched.possible());
    let weight = |player: Player, hand: Cards| match hand.minus(possible[player.index()]).is_empty()
    {
        true => likelihood(watched[player.index()], hand, ways, expert),
        false => 0.0,
    };
    let by_leader = |mut pair: [u8; 2]| {
        if !leads {
            pair.reverse();
        }
        pair
    };
    let bids = by_leader(sight.bids.map(|bid| bid.unwrap_or(MISSING_BID)));
    let [own, others] = by_leader(sight.tricks());
    let worth =
        [0, 1, 2].map(|taken| objective.worth(bids, [own + taken, others + 2 - taken]) as f32);
    let last_two = LastTwo::new(sight.left(), weight, worth);
    let solver = last_two.solve(ITERATIONS).ok()?;
    Some(last_two.shares(&solver, sight.led, sight.hand))
}
