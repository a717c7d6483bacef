//! The hands of every size, in the order of [`HandSpace`].

use std::sync::Arc;

use cardsharp_challenge_game::rules::Rank;
use cardsharp_challenge_solver::infosets::{HandId, HandSpace};
use cardsharp_gpu::{Buffer, Device, DeviceError};

use crate::arguments::{Hands, LARGEST_HAND};

/// The bits of a rank in a table of copies, and of a card in a list of cards.
const RANK_BITS: usize = 4;
const CARD_BITS: usize = 8;

/// The tables of hands on a device.
#[derive(Debug)]
pub(crate) struct HandTables {
    buffers: Vec<[Buffer; 6]>,
    pairs: Buffer,
    counts: Vec<usize>,
    /// For each full hand: one over the number of orders in which equal cards can be drawn.
    pub(crate) shapes: Vec<f32>,
}

impl HandTables {
    pub(crate) fn new(device: &Arc<dyn Device>, space: &HandSpace) -> Result<HandTables, DeviceError> {
        let size = usize::from(space.rules().hand_size());
        let mut tables = HandTables {
            buffers: Vec::new(),
            pairs: Buffer::of(device, &pairs_of(space))?,
            counts: (0..=size).map(|size| space.count(size)).collect(),
            shapes: space.of_size(size).map(|hand| shape(space, hand)).collect(),
        };
        for size in 0..=size {
            tables.buffers.push(buffers_of(device, space, size)?);
        }
        Ok(tables)
    }

    /// The number of hands of a size.
    pub(crate) fn count(&self, size: usize) -> usize {
        self.counts[size]
    }

    /// The addresses of the tables, by size.
    pub(crate) fn addresses(&self) -> [Hands; LARGEST_HAND + 1] {
        let mut all = [Hands::default(); LARGEST_HAND + 1];
        for (size, ([ranks, left, distinct, copies, cards, shape], hands)) in
            self.buffers.iter().zip(&mut all).enumerate()
        {
            *hands = Hands {
                ranks: ranks.address(),
                left: left.address(),
                distinct: distinct.address(),
                copies: copies.address(),
                cards: cards.address(),
                shape: shape.address(),
                count: self.counts[size] as i32,
                size: size as i32,
            };
        }
        all
    }

    /// The address of the places of hands of two cards in a table of pairs.
    pub(crate) fn pairs(&self) -> u64 {
        self.pairs.address()
    }
}

/// The cards of a hand with the number of equal cards before each.
fn cards_of(space: &HandSpace, hand: HandId) -> impl Iterator<Item = (Rank, u8)> {
    let cards = space.cards(hand);
    cards.distinct().flat_map(move |rank| (0..cards.count(rank)).map(move |before| (rank, before)))
}

fn index(rank: Rank) -> usize {
    usize::from(rank.value()) - 1
}

fn shape(space: &HandSpace, hand: HandId) -> f32 {
    cards_of(space, hand).map(|(_, before)| 1.0 / f32::from(before + 1)).product()
}

fn buffers_of(device: &Arc<dyn Device>, space: &HandSpace, size: usize) -> Result<[Buffer; 6], DeviceError> {
    let (mut ranks, mut left, mut distinct) = (Vec::new(), Vec::new(), Vec::new());
    let (mut copies, mut cards, mut shapes) = (Vec::new(), Vec::new(), Vec::new());
    for hand in space.of_size(size) {
        let held = space.distinct(hand);
        distinct.push(held.len() as i32);
        let each = (0..LARGEST_HAND).map(|at| held.get(at));
        for rank in each {
            ranks.push(rank.map_or(0, |&rank| i32::from(rank) - 1));
            left.push(rank.map_or(0, |&rank| space.local(space.without(hand, rank)) as i32));
        }
        copies.push(cards_of(space, hand).map(|(rank, _)| 1_u64 << (RANK_BITS * index(rank))).sum());
        let listed = cards_of(space, hand).enumerate();
        let listed = listed
            .map(|(at, (rank, before))| (index(rank) as u64 | u64::from(before) << RANK_BITS) << (CARD_BITS * at));
        cards.push(listed.sum());
        shapes.push(shape(space, hand));
    }
    let (copies, cards): (Vec<u64>, Vec<u64>) = (copies, cards);
    Ok([
        Buffer::of(device, &ranks)?,
        Buffer::of(device, &left)?,
        Buffer::of(device, &distinct)?,
        Buffer::of(device, &copies)?,
        Buffer::of(device, &cards)?,
        Buffer::of(device, &shapes)?,
    ])
}

fn pairs_of(space: &HandSpace) -> Vec<i32> {
    let ranks = usize::from(space.rules().ranks());
    let pair = |hand| {
        let cards: Vec<usize> = cards_of(space, hand).map(|(rank, _)| index(rank)).collect();
        (cards[0] * ranks + cards[1]) as i32
    };
    space.of_size(2).map(pair).collect()
}
