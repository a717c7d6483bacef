//! Hands by their numbers: every set of a given size from a pack has one.

use cardsharp_skullwhist_game::rules::{Card, Cards, SkullWhist};

/// The largest number of cards of a pack, and of a hand.
const PACK: usize = 52;
const HAND: usize = 13;

/// The number of ways to choose `k` of `n`.
const BINOMIALS: [[u64; HAND + 1]; PACK + 1] = {
    let mut table = [[0; HAND + 1]; PACK + 1];
    let mut n = 0;
    while n <= PACK {
        table[n][0] = 1;
        let mut k = 1;
        while k <= HAND && k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of hands of `size` cards from these cards.
pub(super) fn hands(cards: Cards, size: u8) -> usize {
    BINOMIALS[usize::from(cards.len())][usize::from(size)] as usize
}

/// The hand of `size` cards with this number: hands are ordered by their highest cards, then by the next
/// (the combinatorial number system).
pub(super) fn hand(cards: Cards, size: u8, number: usize) -> Cards {
    let mut left = number as u64;
    let mut wanted = usize::from(size);
    let mut hand = Cards::EMPTY;
    let in_order: arrayvec::ArrayVec<Card, PACK> = cards.into_iter().collect();
    for (below, &card) in in_order.iter().enumerate().rev() {
        let without = BINOMIALS[below][wanted];
        if wanted > 0 && left >= without {
            left -= without;
            wanted -= 1;
            hand = hand.with(card);
        }
    }
    hand
}

/// The number of deals of a member; none if it does not fit 64 bits.
pub(super) fn deals(rules: SkullWhist) -> Option<u64> {
    let (pack, size) = (rules.pack(), rules.hand_size());
    let others = hands(pack.minus(hand(pack, size, 0)), size);
    (hands(pack, size) as u64).checked_mul(others as u64)
}

/// An upper bound on the number of courses of a game: deals, bids, and the orders of each player's
/// cards if no suit had to be followed. None if it does not fit 64 bits.
pub(super) fn max_terminals(rules: SkullWhist) -> Option<u64> {
    let size = u64::from(rules.hand_size());
    let orders: u64 = (1..=size).product();
    let after = size.checked_mul(size)?.checked_mul(orders.checked_pow(2)?)?;
    deals(rules)?.checked_mul(after)
}

#[cfg(test)]
#[path = "../../tests/unit/infosets/dealing.rs"]
mod tests;
