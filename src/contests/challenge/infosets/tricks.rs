//! `tricks`: own hand, card on the table, trick counts and the state of the challenge.

use cardsharp_solvers::sampled::{Numbering, RowKey};

use super::{HandGame, HandId, HandInfosets, HandState, Stake};

/// Numbers what a player who remembers nothing but the trick counts knows, apart from the hand.
///
/// With `n` cards in hand and `k` tricks over, the situations are: to lead, open or staked; to
/// answer the leader's challenge; to follow each rank, open or staked; and, with a card less, to
/// answer the follower's challenge with each rank of one's own on the table. Each comes with every
/// pair of trick counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Situations {
    ranks: usize,
    hand_size: usize,
}

impl Situations {
    pub(super) fn new(game: &HandGame) -> Situations {
        Situations {
            ranks: usize::from(game.rules().ranks()),
            hand_size: usize::from(game.rules().hand_size()),
        }
    }

    /// Situations at the start of a trick or in answer to its card: all but the answers with one's
    /// own card on the table.
    fn with_full_hand(&self) -> usize {
        3 + 2 * self.ranks
    }

    /// Pairs of trick counts when `over` tricks are over.
    fn scores(over: usize) -> usize {
        (over + 1) * (over + 2) / 2
    }

    /// The place of a pair of trick counts among those of at most `own + theirs` tricks.
    fn score(own: usize, theirs: usize) -> usize {
        let sum = own + theirs;
        sum * (sum + 1) / 2 + own
    }

    /// Tricks over when a player with `cards` cards is in a situation with a full hand; one fewer
    /// are over when a card of his is on the table.
    fn over(&self, cards: usize) -> usize {
        self.hand_size - cards
    }

    /// Situations of a player with `cards` cards, none of them on the table; those with one on the
    /// table are numbered behind them.
    pub(super) fn before_answers(&self, cards: usize) -> usize {
        match cards {
            0 => 0,
            _ => self.with_full_hand() * Self::scores(self.over(cards)),
        }
    }

    /// Situations in which a player holds `cards` cards.
    pub(super) fn count(&self, cards: usize) -> usize {
        let over = self.over(cards);
        let full = self.before_answers(cards);
        let answering = if over == 0 {
            0
        } else {
            self.ranks * Self::scores(over - 1)
        };
        full + answering
    }

    /// Calls `each` with the number of every situation of a player with `cards` cards of `distinct`
    /// ranks that can come up before the hand is decided, and the number of actions in it.
    pub(super) fn for_each(
        &self,
        cards: usize,
        distinct: usize,
        each: &mut dyn FnMut(usize, usize),
    ) {
        let over = self.over(cards);
        let undecided = |over: usize| {
            (0..=over)
                .flat_map(move |sum| (0..=sum).map(move |own| (own, sum - own)))
                .filter(move |&(own, theirs)| own.abs_diff(theirs) <= self.hand_size - over)
        };
        if cards > 0 {
            let scores = Self::scores(over);
            for kind in 0..self.with_full_hand() {
                let staked = kind == 1 || kind > 2 + self.ranks;
                let actions = match kind {
                    2 => 2,
                    _ => distinct + usize::from(!staked),
                };
                for (own, theirs) in undecided(over) {
                    each(kind * scores + Self::score(own, theirs), actions);
                }
            }
        }
        if over > 0 {
            let offset = self.before_answers(cards);
            let scores = Self::scores(over - 1);
            for table in 0..self.ranks {
                for (own, theirs) in undecided(over - 1) {
                    each(offset + table * scores + Self::score(own, theirs), 2);
                }
            }
        }
    }

    /// The number of the situation of the player to move in `state`.
    #[inline(always)]
    pub(super) fn number(&self, state: &HandState) -> usize {
        let player = state.to_move();
        let own = usize::from(state.tricks[player.index()]);
        let theirs = usize::from(state.tricks[player.opponent().index()]);
        let score = Self::score(own, theirs);
        let over = usize::from(state.over);
        let table = usize::from(state.table);
        let kind = match state.stake {
            Stake::Offered(_) if table > 0 => {
                let full = self.before_answers(self.hand_size - over - 1);
                return full + (table - 1) * Self::scores(over) + score;
            }
            Stake::Offered(_) => 2,
            Stake::Open if table > 0 => 2 + table,
            Stake::Open => 0,
            Stake::Accepted if table > 0 => 2 + self.ranks + table,
            Stake::Accepted => 1,
        };
        kind * Self::scores(over) + score
    }
}

/// The poorest of the three: what a player knows who looks at his hand and at the table, as the
/// contest's requests show them.
#[derive(Debug)]
pub struct Tricks {
    situations: Situations,
    /// For each hand its first cell; rows of one hand lie together, and there are as many cells to
    /// a row as that hand can have actions.
    base: Vec<u64>,
    width: Vec<u64>,
    class_cells: u64,
    classes: u64,
}

impl Tricks {
    /// For the hands of `game`.
    pub fn new(game: &HandGame) -> Tricks {
        let situations = Situations::new(game);
        let space = game.space();
        let (mut base, mut width) = (Vec::new(), Vec::new());
        let mut cells = 0;
        for cards in 0..=usize::from(game.rules().hand_size()) {
            for hand in space.of_size(cards) {
                let actions = (space.distinct(hand).len() as u64 + 1).max(2);
                base.push(cells);
                width.push(actions);
                cells += actions * situations.count(cards) as u64;
            }
        }
        Tricks {
            situations,
            base,
            width,
            class_cells: cells,
            classes: game.payoffs().len() as u64,
        }
    }
}

impl HandInfosets for Tricks {
    fn name(&self) -> &'static str {
        "tricks"
    }

    fn summary(&self) -> &'static str {
        "own hand, card on the table, trick counts, challenge"
    }

    fn numbering(&self) -> Numbering {
        Numbering::Dense {
            cells: self.class_cells * self.classes,
        }
    }

    #[inline(always)]
    fn row(&self, state: &HandState) -> RowKey {
        let hand = state.hands[state.to_move().index()].index();
        let situation = self.situations.number(state) as u64;
        let class = u64::from(state.class) * self.class_cells;
        RowKey(class + self.base[hand] + situation * self.width[hand])
    }

    fn public_part(&self, state: &HandState) -> Option<u64> {
        Some((self.situations.number(state) as u64) << 8 | u64::from(state.class))
    }

    fn for_each_row(&self, game: &HandGame, each: &mut dyn FnMut(RowKey, usize)) {
        let space = game.space();
        let hands = (0..space.len()).map(HandId::from_index);
        for class in (0..self.classes).map(|class| class * self.class_cells) {
            for hand in hands.clone() {
                let (cards, distinct) = (space.size(hand), space.distinct(hand).len());
                let base = class + self.base[hand.index()];
                let width = self.width[hand.index()];
                self.situations
                    .for_each(cards, distinct, &mut |situation, actions| {
                        each(RowKey(base + situation as u64 * width), actions);
                    });
            }
        }
    }
}
