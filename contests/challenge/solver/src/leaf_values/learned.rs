//! The values of leaves by a network.

use std::cell::RefCell;
use std::sync::Arc;

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{LeafValues, RangeGame, Reaches};
use cardsharp_solvers::value_network::Network;
use thiserror::Error;

use super::encoding::LeafEncoding;
use super::leaf::is_beginning;
use crate::infosets::HandState;
use crate::policy::{LeafNetwork, LeafTable};
use crate::ranges::RangeHand;

/// The values of the beginnings of a trick, as a network has learned them.
#[derive(Clone, Debug)]
pub struct LearnedValues {
    /// The leaves as the network sees them.
    pub encoding: LeafEncoding,
    /// The network.
    pub network: Arc<Network>,
    /// The numbers to add to the outputs of the network, at the leaves that have any.
    pub to_add: Option<Arc<LeafTable>>,
}

/// A network that has not learned the values of this hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("its network of {found:?} inputs and outputs does not fit a hand that needs {needed:?}")]
pub struct WrongNetwork {
    /// The inputs and outputs of the network.
    pub found: [usize; 2],
    /// Those of the encoding.
    pub needed: [usize; 2],
}

impl LearnedValues {
    /// The values of `hand` that a network has learned.
    ///
    /// # Errors
    ///
    /// [`WrongNetwork`] if the network is for another hand or another trick.
    pub fn new(hand: &RangeHand, leaf: &LeafNetwork) -> Result<LearnedValues, WrongNetwork> {
        let LeafNetwork { over, network } = leaf;
        let sizes = network.sizes();
        let found = [sizes.first(), sizes.last()].map(|size| size.copied().unwrap_or(0));
        let tricks = hand.game().rules().hand_size();
        let encoding = (*over < tricks).then(|| LeafEncoding::new(hand, *over));
        let needed = encoding.map_or([0; 2], |encoding| [encoding.inputs(), encoding.outputs()]);
        match encoding.filter(|_| found == needed) {
            Some(encoding) => Ok(LearnedValues { encoding, network: Arc::clone(network), to_add: None }),
            None => Err(WrongNetwork { found, needed }),
        }
    }
}

/// The memory of a thread for [`LearnedValues::write_values`].
#[derive(Default)]
struct Room {
    input: Vec<f32>,
    hands: Vec<f32>,
    scratch: Vec<f32>,
}

thread_local! {
    static ROOM: RefCell<Room> = RefCell::default();
}

impl LeafValues<RangeHand> for LearnedValues {
    fn is_leaf(&self, _hand: &RangeHand, public: &HandState) -> bool {
        is_beginning(public, self.encoding.over())
    }

    /// The value of every hand is 0 if the other player does not come here with any.
    fn write_values(
        &self,
        hand: &RangeHand,
        public: &HandState,
        player: Player,
        reaches: Reaches<'_>,
        out: &mut [f32],
    ) {
        if reaches.other.iter().all(|&reach| reach == 0.0) {
            out.fill(0.0);
            return;
        }
        let ranges = reaches.by_player(player);
        ROOM.with_borrow_mut(|room| {
            room.input.resize(self.encoding.inputs(), 0.0);
            room.hands.resize(out.len(), 0.0);
            room.scratch.resize(hand.scratch(), 0.0);
            let rooms = [&mut room.hands[..], &mut room.scratch];
            self.encoding.write(hand, public, ranges, &mut room.input, rooms);
            let which = self.encoding.outputs_of(public, player);
            self.network.outputs(&room.input, which.clone(), out);
            let to_add = self.to_add.as_ref();
            if let Some(row) = to_add.and_then(|table| table.row(public.history)) {
                let both = out.iter_mut().zip(&row[which]);
                both.for_each(|(value, error)| *value += error);
            }
            hand.write_masses(public, player, reaches.other, &mut room.hands, &mut room.scratch);
            for (value, mass) in out.iter_mut().zip(&room.hands) {
                *value *= mass;
            }
        });
    }
}
