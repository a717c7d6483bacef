//! The parameter of a kernel: the structures of `kernels/arguments.cuh`, field by field. Addresses are those of the device.

/// The most cards of a hand.
pub(crate) const LARGEST_HAND: usize = 5;

/// All hands of one size.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hands {
    pub(crate) ranks: u64,
    pub(crate) left: u64,
    pub(crate) distinct: u64,
    pub(crate) copies: u64,
    pub(crate) cards: u64,
    pub(crate) shape: u64,
    pub(crate) count: i32,
    pub(crate) size: i32,
}

/// The public states after a number of plays in which the challenge stands in one way.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Level {
    pub(crate) plays: i32,
    pub(crate) open: i32,
    pub(crate) own_cards: i32,
    pub(crate) other_cards: i32,
    pub(crate) stride: i32,
    pub(crate) scale: f32,
    pub(crate) first: i64,
    pub(crate) numbers: i64,
    pub(crate) regrets: u64,
    pub(crate) averages: u64,
    pub(crate) answer_regrets: u64,
    pub(crate) answer_averages: u64,
    pub(crate) reach: [u64; 2],
    pub(crate) values: [u64; 2],
    pub(crate) offers: u64,
}

/// The endgames below the leaves, and the average values of the leaves.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Leaves {
    pub(crate) regrets: u64,
    pub(crate) open_places: u64,
    pub(crate) accepted_places: u64,
    pub(crate) accepted_base: i64,
    pub(crate) accepted_class: i64,
    pub(crate) average_values: u64,
    pub(crate) undecided: u64,
    pub(crate) undecided_count: i64,
    pub(crate) lists: [u64; 4],
    pub(crate) lengths: u64,
}

/// Discounted CFR's factors for one iteration.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Discount {
    pub(crate) positive: f32,
    pub(crate) negative: f32,
    /// The weight of the iteration, as a share of all weights so far.
    pub(crate) share: f32,
}

/// The parameter of all kernels.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Arguments {
    pub(crate) hands: [Hands; LARGEST_HAND + 1],
    pub(crate) pair_of_hand: u64,
    pub(crate) here: Level,
    pub(crate) next: Level,
    pub(crate) accepted: Level,
    pub(crate) leaves: Leaves,
    pub(crate) game_won: f32,
    pub(crate) game_lost: f32,
    pub(crate) point_won: f32,
    pub(crate) point_lost: f32,
    pub(crate) discount: Discount,
    pub(crate) leaf_scale: f32,
    pub(crate) bound: f32,
    pub(crate) trust: f32,
    pub(crate) iterations: i32,
    pub(crate) learner: i32,
    pub(crate) measures: i32,
    pub(crate) salt: u32,
    pub(crate) challenge_class: i32,
    pub(crate) first_state: i64,
    pub(crate) states: i64,
    pub(crate) parts: i32,
    pub(crate) difference: i32,
    pub(crate) average_scale: f32,
    pub(crate) copies: i32,
}
