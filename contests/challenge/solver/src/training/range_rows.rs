//! The rows of a recipe, in the form that a solver over public states needs.

use cardsharp_solvers::range::{At, Placed, PlacedPair, RangeGame, RangeRows};
use rustc_hash::FxHashSet;

use crate::infosets::{DenseRows, HandGame, HandState, Stake};
use crate::ranges::{LastDecision, RangeHand};

/// The rows of one class of payoffs.
#[derive(Debug)]
pub(super) struct DenseRangeRows<'a> {
    rows: &'a DenseRows,
    cells: u64,
    class: u8,
    ranks: u8,
    hand_size: u8,
    /// By number of cards: decisions to play, the challenge last.
    plays: Vec<Layout>,
    /// By number of cards: answers.
    answers: Vec<Layout>,
    /// By number of cards: the first cell of each hand, and the end.
    hands: Vec<Vec<u32>>,
}

/// The layout of the cells of a decision in the table.
#[derive(Debug)]
struct Layout {
    /// By cell: its offset.
    offsets: Vec<u32>,
    /// By offset: its cell.
    cells: Vec<u32>,
}

impl Layout {
    fn new(offsets: Vec<u32>, width: u64) -> Layout {
        let mut cells = vec![u32::MAX; width as usize];
        for (cell, &offset) in (0..).zip(&offsets) {
            cells[offset as usize] = cell;
        }
        Layout { offsets, cells }
    }
}

impl<'a> DenseRangeRows<'a> {
    /// The rows of one class, of `rows`, which has `cells` cells in all for `game`.
    pub(super) fn new(game: &HandGame, rows: &'a DenseRows, cells: u64, class: u8) -> DenseRangeRows<'a> {
        let sizes = || 0..=usize::from(game.rules().hand_size());
        let layout = |offsets, cards| Layout::new(offsets, rows.stride(cards));
        let hands = |cards| {
            let firsts = game.space().of_size(cards).map(|hand| rows.first(hand));
            firsts.chain([rows.stride(cards) as u32]).collect()
        };
        DenseRangeRows {
            rows,
            cells,
            class,
            ranks: game.rules().ranks(),
            hand_size: game.rules().hand_size(),
            plays: sizes().map(|cards| layout(plays(game, rows, cards), cards)).collect(),
            answers: sizes().map(|cards| layout(answers(game, rows, cards), cards)).collect(),
            hands: sizes().map(hands).collect(),
        }
    }

    /// True if every decision in the first `tricks` tricks has rows of its own.
    pub(super) fn are_distinct(&self, hand: &RangeHand, tricks: u8) -> bool {
        let mut begun = FxHashSet::default();
        self.adds_distinct(hand, &hand.root(), tricks, &mut begun)
    }

    fn adds_distinct(
        &self,
        hand: &RangeHand,
        public: &HandState,
        tricks: u8,
        begun: &mut FxHashSet<(u64, usize)>,
    ) -> bool {
        if public.ending.is_some() || public.over >= tricks && public.table == 0 {
            return true;
        }
        let layout = hand.layout(public);
        begun.insert((self.begin(public), layout.cells()))
            && (0..layout.actions())
                .filter(|&action| hand.weight(public, action) != 0.0)
                .all(|action| self.adds_distinct(hand, &hand.act(public, action), tricks, begun))
    }

    /// The first cell of the hands of the player to move.
    #[inline(always)]
    fn begin(&self, state: &HandState) -> u64 {
        let mut state = *state;
        state.class = self.class;
        self.rows.begin(&state)
    }
}

fn plays(game: &HandGame, rows: &DenseRows, cards: usize) -> Vec<u32> {
    let space = game.space();
    let mut cells = Vec::new();
    if cards > 0 {
        for rank in 1..=game.rules().ranks() {
            for left in space.of_size(cards - 1) {
                let hand = space.with(left, rank);
                let index = space.distinct(hand).iter().position(|&held| held == rank);
                cells.push(rows.first(hand) + index.unwrap_or(0) as u32);
            }
        }
    }
    let challenge = |hand| rows.first(hand) + space.distinct(hand).len() as u32;
    cells.extend(space.of_size(cards).map(challenge));
    cells
}

fn answers(game: &HandGame, rows: &DenseRows, cards: usize) -> Vec<u32> {
    let hands = || game.space().of_size(cards);
    let actions = [0, 1].into_iter();
    actions.flat_map(|action| hands().map(move |hand| rows.first(hand) + action)).collect()
}

impl RangeRows<RangeHand> for DenseRangeRows<'_> {
    fn cells(&self) -> u64 {
        self.cells
    }

    #[inline(always)]
    fn decision(&self, _game: &RangeHand, public: &HandState) -> Placed<'_> {
        let cards = public.cards_left(public.to_move(), self.hand_size);
        let layout = match public.stake {
            Stake::Offered(_) => &self.answers[cards],
            _ => &self.plays[cards],
        };
        Placed { begin: self.begin(public), offsets: &layout.offsets, hands: &self.hands[cards], cells: &layout.cells }
    }

    #[inline(always)]
    fn pair(&self, at: &At<'_, RangeHand>, number: usize) -> PlacedPair {
        let lead = at.public.lead;
        let mut state = *at.public;
        // Hands of one card lie in the order of their ranks, with two cells each.
        let every = (0, usize::from(self.ranks));
        let placed = |begin, step, first| PlacedPair { lanes: every, begin, step, first };
        match LastDecision::of(at.player == lead, number) {
            LastDecision::LeaderChallenges => placed(self.begin(&state), 2, 1),
            LastDecision::FollowerAnswers => {
                state.offer();
                placed(self.begin(&state), 2, 0)
            }
            LastDecision::LeaderAnswers => {
                at.game.game().play_public(&mut state, lead, 1);
                state.offer();
                placed(self.begin(&state), self.rows.stride(0), 0)
            }
            LastDecision::FollowerChallenges(class) => {
                at.game.game().play_public(&mut state, lead, 1);
                let (begin, step) = (self.begin(&state), self.rows.stride(1) + 2);
                // The representatives of the lower, the equal and the higher cards: the first lane
                // that has one, and its cell.
                let (lanes, begin) = match class {
                    0 => ((1, every.1), begin + self.rows.stride(1)),
                    1 => (every, begin),
                    _ => ((0, every.1 - 1), begin + 2),
                };
                PlacedPair { lanes, ..placed(begin, step, 1) }
            }
        }
    }
}
