//! Exact counts on small members: every deal, every take and every play, counted by walking the
//! crate's rules and by the second implementation.

use std::collections::BTreeMap;

use cardsharp_solvers::game::Player;
use cardsharp_tricky_eights_game::rules::{Card, CardSet, Deal, Params, Round};

use crate::reference::{self, Record};

/// The counts: deals, histories (every card is a step), ends, and ends by the first player's points.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    deals: u64,
    histories: u64,
    ends: u64,
    points: BTreeMap<u32, u64>,
}

pub fn plain_card(card: Card) -> reference::Card {
    let text: Vec<char> = card.to_string().chars().collect();
    (text[0], text[1])
}

pub fn plain(cards: CardSet) -> Vec<reference::Card> {
    let mut cards: Vec<_> = cards.iter().map(plain_card).collect();
    cards.sort();
    cards
}

/// The deal as the reference has it.
pub fn record_of(deal: &Deal, dealer: Player) -> Record {
    Record {
        dealer: dealer.index(),
        dealt: deal.hands().iter().copied().map(plain).collect(),
        pool: plain(deal.pool()),
        acts: Vec::new(),
    }
}

/// All sets of `size` of these cards.
fn subsets(cards: CardSet, size: u8) -> Vec<CardSet> {
    let Some(first) = cards.first().filter(|_| size > 0) else {
        return if size == 0 { vec![CardSet::EMPTY] } else { Vec::new() };
    };
    let rest = cards.without(first);
    let with = subsets(rest, size - 1).into_iter().map(|set| set.with(first));
    with.chain(subsets(rest, size)).collect()
}

fn deals(game: Params) -> Vec<Deal> {
    let mut partial = vec![(Vec::new(), game.cards())];
    for _ in 0..game.players() {
        let mut longer = Vec::new();
        for (hands, left) in &partial {
            for hand in subsets(*left, game.dealt()) {
                let hands: Vec<CardSet> = [&hands[..], &[hand]].concat();
                longer.push((hands, left.minus(hand)));
            }
        }
        partial = longer;
    }
    let deal = |(hands, pool): (Vec<CardSet>, CardSet)| Deal::new(game, &hands, pool).unwrap();
    partial.into_iter().map(deal).collect()
}

fn walk_crate(round: &Round, count: &mut Count) {
    count.histories += 1;
    if round.to_act().is_none() {
        count.ends += 1;
        *count.points.entry(u32::from(round.board().points()[0])).or_default() += 1;
    }
    for card in round.legal() {
        let mut next = round.clone();
        next.apply(card).unwrap();
        walk_crate(&next, count);
    }
}

fn walk_reference(record: &Record, count: &mut Count) {
    count.histories += 1;
    if record.is_over() {
        count.ends += 1;
        *count.points.entry(record.points()[0]).or_default() += 1;
        return;
    }
    for card in record.legal() {
        walk_reference(&record.after(card), count);
    }
}

/// Counts both ways, the reference on every `every`th deal only, and those against the crate's.
fn count(name: &str, every: usize) -> Count {
    let game: Params = name.parse().unwrap();
    let mut all = Count::default();
    let dealer = Player::ONE;
    for (number, deal) in deals(game).iter().enumerate() {
        let mut ours = Count::default();
        walk_crate(&Round::new(deal, dealer), &mut ours);
        if number % every == 0 {
            let mut theirs = Count::default();
            walk_reference(&record_of(deal, dealer), &mut theirs);
            assert_eq!(ours, theirs, "{deal:?}");
        }
        all.deals += 1;
        all.histories += ours.histories;
        all.ends += ours.ends;
        for (points, number) in ours.points {
            *all.points.entry(points).or_default() += number;
        }
    }
    all
}

fn short(count: &Count) -> [u64; 3] {
    [count.deals, count.histories, count.ends]
}

#[test]
fn two_players_two_suits_of_three() {
    let found = count("tricky-eights(players=2,suits=2,ranks=3,pool=2)", 1);
    assert_eq!(short(&found), [90, 11_196, 2_592]);
}

#[test]
fn two_players_without_a_pool() {
    let found = count("tricky-eights(players=2,suits=2,ranks=3,pool=0)", 1);
    assert_eq!(short(&found), [20, 1_214, 288]);
}

#[test]
fn three_players_three_suits_of_two() {
    let found = count("tricky-eights(players=3,suits=3,ranks=2,pool=3)", 1);
    assert_eq!(short(&found), [120, 19_488, 3_456]);
}

#[test]
fn four_players_two_suits_of_four() {
    let found = count("tricky-eights(players=4,suits=2,ranks=4,pool=4)", 30);
    assert_eq!(short(&found), [1_680, 1_669_008, 239_616]);
}
