//! The perfect-information solver.

use arrayvec::ArrayVec;
use cardsharp_solvers::game::Player;

use super::relative_ranks::{Bit, RelativeRanks};
use super::tricks::TrickSearch;
use cardsharp_skullwhist_game::rules::{Card, Cards, MISSING_BID, Objective, State};

/// The default number of positions that a solver stores, as a power of two: 16 MiB.
const TABLE_LOG2: u32 = 20;

/// A solver of positions with both hands open. Its results for one position speed up the next, most
/// of all in the same deal. The answers do not depend on them.
pub struct OpenHands {
    search: TrickSearch,
}

/// The value of a position for the player to move, and of each playable card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The value of the position; of a finished game, for the player who would have led.
    pub value: i32,
    /// The cards that may be played, in order, each with the value of the game after it.
    pub cards: ArrayVec<(Card, i32), 13>,
}

impl Default for OpenHands {
    fn default() -> Self {
        OpenHands::new(TABLE_LOG2)
    }
}

impl OpenHands {
    /// A solver that stores `2^table_log2` positions, 16 bytes each.
    pub fn new(table_log2: u32) -> OpenHands {
        OpenHands { search: TrickSearch::new(table_log2) }
    }

    /// The number of positions between rounds searched up to now.
    pub fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    /// The value of the position for the player to move, and of each playable card. A missing bid
    /// counts as [`MISSING_BID`].
    pub fn solve(&mut self, state: &State, objective: Objective) -> Solved {
        let bids = state.bids().map(|bid| bid.unwrap_or(MISSING_BID));
        let bids = by_mover(bids, state.position().to_play);
        self.solve_for(state, |tricks| objective.utility(bids, tricks))
    }

    /// The same with another value: `utility` is the value of a finished game for that player, from all tricks that
    /// they and the other player have taken. It must never fall as the player's own tricks grow.
    pub fn solve_for(&mut self, state: &State, utility: impl Fn([u8; 2]) -> i32) -> Solved {
        let view = View::of(state);
        let utility = view.utilities(utility);
        debug_assert!(utility.is_sorted(), "more tricks must not be worse: {utility:?}");
        let mut solved = Solved { value: utility[0], cards: ArrayVec::new() };
        // The best card's number of tricks is a good guess for the next.
        let mut guess = None;
        for card in state.playable() {
            let alike = view.like(card, &solved.cards);
            let value = alike.unwrap_or_else(|| {
                let tricks = self.step(&utility, guess, |search, wanted| view.card_gives(search, card, wanted));
                guess = Some(tricks);
                utility[usize::from(tricks)]
            });
            if solved.cards.is_empty() || value > solved.value {
                solved.value = value;
            }
            solved.cards.push((card, value));
        }
        solved
    }

    /// The value of the position for the player to move, without the values of the cards.
    pub fn value(&mut self, state: &State, objective: Objective) -> i32 {
        let view = View::of(state);
        let bids = state.bids().map(|bid| bid.unwrap_or(MISSING_BID));
        let bids = by_mover(bids, state.position().to_play);
        let utility = view.utilities(|tricks| objective.utility(bids, tricks));
        let tricks = self.step(&utility, None, |search, wanted| view.gives(search, wanted));
        utility[usize::from(tricks)]
    }

    /// The number of further tricks of the player to move, the round under way included.
    pub fn tricks(&mut self, state: &State) -> u8 {
        let view = View::of(state);
        let count: Vec<i32> = (0..=i32::from(view.rounds)).collect();
        self.step(&count, None, |search, wanted| view.gives(search, wanted))
    }

    /// The number of further tricks of `player`.
    pub fn tricks_of(&mut self, player: Player, state: &State) -> u8 {
        let mover = state.position().to_play;
        let tricks = self.tricks(state);
        if player == mover { tricks } else { state.hand(mover).len() - tricks }
    }

    /// A number of tricks with the value of the position. `utility` is the value of each number and
    /// never falls. `gives` returns true if that number can be taken.
    fn step(&mut self, utility: &[i32], guess: Option<u8>, mut gives: impl FnMut(&mut TrickSearch, u8) -> bool) -> u8 {
        // The player can take at least `least` and at most `most`.
        let (mut least, mut most) = (0, utility.len() - 1);
        let mut guess = guess.map_or(utility.len() / 2, usize::from);
        while utility[least] < utility[most] {
            // The smallest number with the value of the guess, or else with the next higher value.
            let aim = utility[guess.clamp(least, most)].max(utility[least] + 1);
            let wanted = utility.partition_point(|&utility| utility < aim);
            if gives(&mut self.search, wanted as u8) {
                least = wanted;
                guess = wanted + 1;
            } else {
                most = wanted - 1;
                guess = most;
            }
        }
        least as u8
    }
}

/// A pair by player, reordered: the mover's first, then the other's.
fn by_mover(pair: [u8; 2], mover: Player) -> [u8; 2] {
    [mover, mover.opponent()].map(|player| pair[player.index()])
}

/// A position from the view of its leader.
struct View {
    /// All cards of the round under way, the led one included.
    ranks: RelativeRanks,
    bits: [u8; 64],
    rounds: u8,
    led: Option<Bit>,
    tricks: [u8; 2],
    /// The cards of both hands, and the led one.
    left: Cards,
}

impl View {
    fn of(state: &State) -> View {
        let position = state.position();
        let mover = position.to_play;
        let mut hands = position.hands;
        let leader = if position.led.is_some() { mover.opponent() } else { mover };
        if let Some(led) = position.led {
            hands[leader.index()] = hands[leader.index()].with(led);
        }
        let (ranks, bits) = RelativeRanks::of(hands, leader);
        View {
            ranks,
            bits,
            rounds: hands[mover.index()].len(),
            led: position.led.map(|led| Bit::from(bits[usize::from(led.index())])),
            tricks: by_mover(position.tricks, mover),
            left: hands[0].union(hands[1]),
        }
    }

    /// The value of each number of further tricks for the player to move.
    fn utilities(&self, utility: impl Fn([u8; 2]) -> i32) -> ArrayVec<i32, 14> {
        let [own, other] = self.tricks;
        (0..=self.rounds).map(|further| utility([own + further, other + self.rounds - further])).collect()
    }

    /// The known value of an equivalent card: only cards of the same hand are left between them.
    fn like(&self, card: Card, known: &[(Card, i32)]) -> Option<i32> {
        let &(last, value) = known.last()?;
        let next = self.left.above(last).first();
        (next == Some(card)).then_some(value)
    }

    /// True if the player to move takes at least `wanted` tricks.
    fn gives(&self, search: &mut TrickSearch, wanted: u8) -> bool {
        match self.led {
            None => search.at_least(self.ranks, self.rounds, wanted),
            Some(led) => !search.lead_gives(self.ranks, self.rounds, self.rounds + 1 - wanted, led),
        }
    }

    /// The same after this card.
    fn card_gives(&self, search: &mut TrickSearch, card: Card, wanted: u8) -> bool {
        let bit = Bit::from(self.bits[usize::from(card.index())]);
        match self.led {
            None => search.lead_gives(self.ranks, self.rounds, wanted, bit),
            Some(led) => {
                let others = self.rounds + 1 - wanted;
                !search.round_gives(self.ranks, self.rounds, others, led, bit)
            }
        }
    }
}
