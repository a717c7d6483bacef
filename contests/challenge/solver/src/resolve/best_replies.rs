//! The best replies of one player to the other's play in a solution.

use std::sync::{Arc, Mutex, PoisonError};

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{At, BestResponder, LANES, Lane, Reaches, Root, Traverser, Valued, hand_values};
use rustc_hash::FxHashMap;

use super::resolved_tricks::{Continued, ResolvedTricks};
use crate::ranges::RangeHand;

/// The actions of a best response, by public actions.
#[derive(Default)]
struct Replies {
    decisions: FxHashMap<u64, Vec<f32>>,
    last_tricks: FxHashMap<u64, Vec<Lane>>,
}

/// A best responder who writes down the actions. Of equally good ones the first is taken.
struct Recorder(Arc<Mutex<Replies>>);

impl Traverser<RangeHand> for Recorder {
    /// The public actions before a decision, and its number in the last trick.
    type Cells = (u64, usize);

    fn take(&mut self, at: &At<'_, RangeHand>, _count: usize) -> (u64, usize) {
        (at.public.history, 0)
    }

    fn take_pair(&mut self, at: &At<'_, RangeHand>, number: usize) -> (u64, usize) {
        (at.public.history, number)
    }

    fn split_off(&mut self, _count: usize) -> Self {
        Recorder(Arc::clone(&self.0))
    }

    fn back_up(&self, (history, _): (u64, usize), valued: Valued<'_>, out: &mut [f32], hands: &mut [f32]) {
        Traverser::<RangeHand>::back_up(&BestResponder, (), valued, out, hands);
        let layout = valued.layout;
        let mut is_decided = vec![false; layout.hands()];
        let taken = (0..layout.cells()).map(|cell| {
            let hand = layout.hand_of(cell);
            let takes = !is_decided[hand] && valued.values[cell] >= out[hand];
            is_decided[hand] |= takes;
            f32::from(takes)
        });
        let cells = taken.collect();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).decisions.insert(history, cells);
    }

    fn back_up_pair(&self, (history, number): (u64, usize), first: &Lane, values: [&Lane; 2], reach: &Lane) -> Lane {
        let best = Traverser::<RangeHand>::back_up_pair(&BestResponder, (), first, values, reach);
        let mut replies = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let lanes = replies.last_tricks.entry(history).or_default();
        lanes.resize(lanes.len().max(number + 1), [0.0; LANES]);
        for (taken, (value, best)) in lanes[number].iter_mut().zip(values[0].iter().zip(best)) {
            *taken = f32::from(*value >= best);
        }
        best
    }
}

impl ResolvedTricks {
    /// The solution of a whole hand, with the best replies of `player` to what the other plays in it. Where the other
    /// never comes, `player` goes on as before.
    #[must_use]
    pub fn with_best_replies(&self, hand: &RangeHand, player: Player) -> ResolvedTricks {
        let Root { public, ranges } = Root::of(hand);
        let found = Arc::<Mutex<Replies>>::default();
        let own = Recorder(Arc::clone(&found));
        hand_values(hand, &public, player, Reaches::of(&ranges, player), own, Continued(self));
        let found = std::mem::take(&mut *found.lock().unwrap_or_else(PoisonError::into_inner));
        let mut replied = self.clone();
        replied.decisions.extend(found.decisions);
        for (history, lanes) in found.last_tricks {
            replied.last_tricks.entry(history).or_default()[player.index()] = lanes;
        }
        replied
    }
}
