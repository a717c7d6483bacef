//! Numbers every row of a recipe in the table: by number of cards, then by public class, then by
//! hand. All hands of one public state therefore lie together.

use cardsharp_solvers::sampled::{Numbering, RowKey};

use super::memory_classes::{MemoryClasses, WrittenLevel};
use super::memory_names::memory_names;
use super::public_classes::PublicClasses;
use super::recipe::Recipe;
use super::{ChallengeState, HandGame, HandId, HandInfosets, HandState, InfosetsError, PublicParts, RowParts, Stake};

/// The segments that the public classes with the same number of cards are shared out to.
const SHARES: usize = 16;

/// The numbered rows of a recipe. They keep the recipe's part of the tricks over, and always one's
/// own hand, the card on the table, the trick counts and the challenge. In the last trick, the
/// follower's cards that all win, all tie or all lose are one row: their results are the same.
#[derive(Debug)]
pub struct DenseRows {
    recipe: Recipe,
    memory_classes: MemoryClasses,
    public_classes: PublicClasses,
    /// By number of cards: the first cell.
    base: Vec<u64>,
    /// By number of cards: cells of a public class.
    width: Vec<u64>,
    /// By hand: its first cell in a public class.
    first: Vec<u32>,
    hand_size: u8,
    class_cells: u64,
    classes: u64,
}

impl DenseRows {
    /// The rows of `recipe` for the hands of `game`.
    ///
    /// # Errors
    ///
    /// [`InfosetsError::TooManyMemoryClasses`].
    pub fn new(game: &HandGame, recipe: Recipe) -> Result<DenseRows, InfosetsError> {
        let memory_classes = MemoryClasses::new(game, &recipe)?;
        let public_classes = PublicClasses::new(game, &memory_classes);
        let space = game.space();
        let size = usize::from(game.rules().hand_size());
        let (mut base, mut width, mut first) = (Vec::new(), Vec::new(), Vec::new());
        let mut cells = 0;
        for cards in 0..=size {
            let mut next = 0;
            for hand in space.of_size(cards) {
                first.push(next);
                next += (space.distinct(hand).len() as u32 + 1).max(2);
            }
            base.push(cells);
            width.push(u64::from(next));
            cells += u64::from(next) * public_classes.count(cards) as u64;
        }
        Ok(DenseRows {
            recipe,
            memory_classes,
            public_classes,
            base,
            width,
            first,
            hand_size: game.rules().hand_size(),
            class_cells: cells,
            classes: game.payoffs().len() as u64,
        })
    }

    /// The memory classes that it separates, by tricks over.
    pub fn written_memory_classes(&self) -> Vec<WrittenLevel<'_>> {
        self.memory_classes.written()
    }

    #[inline(always)]
    fn class_begin(&self, class: u8, cards: usize, public_class: usize) -> u64 {
        u64::from(class) * self.class_cells + self.base[cards] + public_class as u64 * self.width[cards]
    }

    /// The first cell of all hands of the player to move in this public state.
    #[inline(always)]
    pub fn begin(&self, state: &HandState) -> u64 {
        let (memory_class, stake) = self.memory_classes.of(state);
        let public_class = self.public_classes.number(state, memory_class, stake);
        let cards = state.cards_left(state.to_move(), self.hand_size);
        self.class_begin(state.class, cards, public_class)
    }

    /// The number of cells from one card on the table to the next, for hands of `cards` cards.
    pub fn stride(&self, cards: usize) -> u64 {
        self.width[cards]
    }

    /// The first cell of a hand's actions, counted from [`DenseRows::begin`].
    pub fn first(&self, hand: HandId) -> u32 {
        self.first[hand.index()]
    }

    /// The card that represents all cards with the same result as `own` against `faces` in the last trick.
    #[inline(always)]
    fn stands_for(own: u8, faces: u8) -> u8 {
        own.clamp(faces - 1, faces + 1)
    }

    /// The first cell of the actions of `hand`, counted from [`DenseRows::begin`], if the player to move holds it.
    #[inline(always)]
    pub fn first_of(&self, state: &HandState, hand: HandId) -> u32 {
        let last = state.over + 1 == self.hand_size && state.stake == Stake::Open;
        if !last || state.table == 0 || state.lead == state.to_move() {
            return self.first(hand);
        }
        // Hands of one card are numbered by their ranks.
        let own = Self::stands_for(hand.index() as u8, state.table);
        self.first(HandId::from_index(usize::from(own)))
    }

    /// True if there is a row for a hand. In the last trick, one row serves all cards with the same result.
    fn has(public: &PublicParts, hand: &[u8], cards: usize) -> bool {
        let follows = !public.leads && public.challenge == ChallengeState::Open;
        match hand {
            &[own] if cards == 1 && follows => Self::stands_for(own, public.table) == own,
            _ => true,
        }
    }
}

impl HandInfosets for DenseRows {
    fn name(&self) -> &str {
        self.recipe.name()
    }

    fn summary(&self) -> String {
        self.recipe.summary()
    }

    fn numbering(&self) -> Numbering {
        Numbering::Dense { cells: self.class_cells * self.classes }
    }

    #[inline(always)]
    fn row(&self, state: &HandState) -> RowKey {
        let hand = state.hands[state.to_move().index()];
        let first = self.first_of(state, hand);
        RowKey(self.begin(state) + u64::from(first))
    }

    fn public_part(&self, state: &HandState) -> Option<u64> {
        Some(self.begin(state))
    }

    /// A segment has the rows of a share of the public classes with the same number of cards.
    fn segments(&self, _: &HandGame) -> usize {
        self.classes as usize * (usize::from(self.hand_size) + 1) * SHARES
    }

    fn for_each_parts(&self, game: &HandGame, segment: usize, each: &mut dyn FnMut(RowKey, &RowParts)) {
        let (level, share) = (segment / SHARES, segment % SHARES);
        let sizes = usize::from(self.hand_size) + 1;
        let (class, cards) = ((level / sizes) as u8, level % sizes);
        let of_size = self.public_classes.count(cards);
        let numbers = of_size * share / SHARES..of_size * (share + 1) / SHARES;
        let space = game.space();
        self.public_classes.for_each(cards, &mut |number, public| {
            if !numbers.contains(&number) {
                return;
            }
            let begin = self.class_begin(class, cards, number);
            for hand in space.of_size(cards) {
                if Self::has(&public, space.distinct(hand), cards) {
                    let row = begin + u64::from(self.first(hand));
                    let parts = RowParts { class, hand, public };
                    each(RowKey(row), &parts);
                }
            }
        });
    }

    fn memory_names(&self, game: &HandGame) -> Vec<Vec<String>> {
        memory_names(game, &self.recipe)
    }

    fn as_dense_rows(&self) -> Option<&DenseRows> {
        Some(self)
    }
}
