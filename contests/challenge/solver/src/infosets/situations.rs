//! The information of a player about the hand under way, without cards and memory.

use super::{ChallengeState, HandGame, HandState, PublicParts, Stake};

/// Numbers the information of a player who remembers only the trick counts, without the hand.
///
/// With `n` cards in hand and `k` tricks over, the situations are:
/// - to lead, open or staked;
/// - to answer the leader's challenge;
/// - to follow each rank, open or staked;
/// - with a card less, to answer the follower's challenge with each rank of one's own on the table.
///
/// Each exists for every pair of trick counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Situations {
    ranks: usize,
    hand_size: usize,
}

impl Situations {
    pub(super) fn new(game: &HandGame) -> Situations {
        Situations { ranks: usize::from(game.rules().ranks()), hand_size: usize::from(game.rules().hand_size()) }
    }

    /// The number of situations at the start of a trick or in answer to its card. These are all but
    /// the answers with one's own card on the table.
    fn with_full_hand(&self) -> usize {
        3 + 2 * self.ranks
    }

    /// The number of pairs of trick counts after `over` tricks.
    fn scores(over: usize) -> usize {
        (over + 1) * (over + 2) / 2
    }

    /// The index of a pair of trick counts among those of at most `own + theirs` tricks.
    #[inline(always)]
    pub(super) fn score(own: usize, theirs: usize) -> usize {
        let sum = own + theirs;
        sum * (sum + 1) / 2 + own
    }

    /// The pair of trick counts with this index.
    pub(super) fn pair(index: usize) -> [u8; 2] {
        let sum = (0..).take_while(|&sum| Self::score(0, sum) <= index).count() - 1;
        let own = index - Self::score(0, sum);
        [own as u8, (sum - own) as u8]
    }

    /// The number of tricks over for a player with `cards` cards in hand and none on the table. It
    /// is one fewer if a card of theirs is on the table.
    fn over(&self, cards: usize) -> usize {
        self.hand_size - cards
    }

    /// The number of situations of a player with `cards` cards, none of them on the table. Those
    /// with one on the table have the numbers after them.
    pub(super) fn before_answers(&self, cards: usize) -> usize {
        match cards {
            0 => 0,
            _ => self.with_full_hand() * Self::scores(self.over(cards)),
        }
    }

    /// The number of situations of a player with `cards` cards.
    pub(super) fn count(&self, cards: usize) -> usize {
        let over = self.over(cards);
        let full = self.before_answers(cards);
        let answering = if over == 0 { 0 } else { self.ranks * Self::scores(over - 1) };
        full + answering
    }

    /// Calls `each` with every situation of a player with `cards` cards: its number and its parts. Situations
    /// of a decided hand are left out.
    pub(super) fn for_each(&self, cards: usize, each: &mut dyn FnMut(usize, PublicParts)) {
        let over = self.over(cards);
        if cards > 0 {
            let scores = Self::scores(over);
            for kind in 0..self.with_full_hand() {
                let (leads, table, challenge) = self.kind(kind);
                for tricks in self.undecided(over) {
                    let number = kind * scores + Self::score(tricks[0], tricks[1]);
                    each(number, parts(over, tricks, leads, table, challenge));
                }
            }
        }
        if over > 0 {
            let offset = self.before_answers(cards);
            let scores = Self::scores(over - 1);
            for table in 0..self.ranks {
                for tricks in self.undecided(over - 1) {
                    let number = offset + table * scores + Self::score(tricks[0], tricks[1]);
                    let offered = ChallengeState::Offered;
                    each(number, parts(over - 1, tricks, true, table + 1, offered));
                }
            }
        }
    }

    /// The pairs of trick counts after `over` tricks that leave the hand undecided.
    fn undecided(&self, over: usize) -> impl Iterator<Item = [usize; 2]> + use<> {
        let left = self.hand_size - over;
        let taken = (0..=over).flat_map(|sum| (0..=sum).map(move |own| [own, sum - own]));
        taken.filter(move |&[own, theirs]| own.abs_diff(theirs) <= left)
    }

    /// The meaning of a kind of situation: whether one leads, the card on the table, and the challenge.
    fn kind(&self, kind: usize) -> (bool, usize, ChallengeState) {
        match kind {
            0 => (true, 0, ChallengeState::Open),
            1 => (true, 0, ChallengeState::Accepted),
            2 => (false, 0, ChallengeState::Offered),
            _ if kind <= 2 + self.ranks => (false, kind - 2, ChallengeState::Open),
            _ => (false, kind - 2 - self.ranks, ChallengeState::Accepted),
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

fn parts(over: usize, [own, theirs]: [usize; 2], leads: bool, table: usize, challenge: ChallengeState) -> PublicParts {
    PublicParts {
        over: over as u8,
        tricks: [own as u8, theirs as u8],
        leads,
        table: table as u8,
        challenge,
        memory_class: 0,
        stake: None,
    }
}
