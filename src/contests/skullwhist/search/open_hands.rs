//! The perfect-information solver.

use arrayvec::ArrayVec;
use cardsharp_solvers::game::Player;

use super::Objective;
use super::lanes::{Lanes, Place};
use super::tricks::TrickSearch;
use crate::contests::skullwhist::rules::{Card, Cards, MISSING_BID, State};

/// Positions that a solver remembers if nothing else is said, as a power of two: 16 MiB.
const TABLE_LOG2: u32 = 20;

/// A solver of positions with both hands open. What it has found out about one position helps with the
/// next, of the same deal most of all; the answers do not depend on it.
pub struct OpenHands {
    search: TrickSearch,
}

/// What a position is worth to the player who has to play, and every card of his.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The worth of the position; of a finished game, to the player who would have led.
    pub value: i32,
    /// The cards that may be played, in order, each with what the game is worth after it.
    pub cards: ArrayVec<(Card, i32), 13>,
}

impl Default for OpenHands {
    fn default() -> Self {
        OpenHands::new(TABLE_LOG2)
    }
}

impl OpenHands {
    /// A solver that remembers `2^table_log2` positions, 16 bytes each.
    pub fn new(table_log2: u32) -> OpenHands {
        OpenHands {
            search: TrickSearch::new(table_log2),
        }
    }

    /// Positions between rounds that were looked at so far.
    pub fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    /// What the position is worth to the player who has to play, and each of his cards. A missing bid
    /// counts as [`MISSING_BID`].
    pub fn solve(&mut self, state: &State, objective: Objective) -> Solved {
        let bids = state.bids().map(|bid| bid.unwrap_or(MISSING_BID));
        let bids = by_mover(bids, state.position().to_play);
        self.solve_for(state, |tricks| objective.worth(bids, tricks))
    }

    /// The same where `worth` says what a finished game is worth to that player, from all tricks that he
    /// and the other have taken in it. It must never fall as his own tricks grow.
    pub fn solve_for(&mut self, state: &State, worth: impl Fn([u8; 2]) -> i32) -> Solved {
        let view = View::of(state);
        let worth = view.worth_by(worth);
        debug_assert!(
            worth.is_sorted(),
            "more tricks must not be worse: {worth:?}"
        );
        let mut solved = Solved {
            value: worth[0],
            cards: ArrayVec::new(),
        };
        // The best card's number of tricks is a good guess for the next.
        let mut guess = None;
        for card in state.playable() {
            let alike = view.like(card, &solved.cards);
            let value = alike.unwrap_or_else(|| {
                let tricks = self.step(&worth, guess, |search, wanted| {
                    view.card_gives(search, card, wanted)
                });
                guess = Some(tricks);
                worth[usize::from(tricks)]
            });
            if solved.cards.is_empty() || value > solved.value {
                solved.value = value;
            }
            solved.cards.push((card, value));
        }
        solved
    }

    /// What the position is worth to the player who has to play, without the worth of his cards.
    pub fn value(&mut self, state: &State, objective: Objective) -> i32 {
        let view = View::of(state);
        let bids = state.bids().map(|bid| bid.unwrap_or(MISSING_BID));
        let bids = by_mover(bids, state.position().to_play);
        let worth = view.worth_by(|tricks| objective.worth(bids, tricks));
        let tricks = self.step(&worth, None, |search, wanted| view.gives(search, wanted));
        worth[usize::from(tricks)]
    }

    /// How many more tricks the player who has to play takes, the round under way included.
    pub fn tricks(&mut self, state: &State) -> u8 {
        let view = View::of(state);
        let count: Vec<i32> = (0..=i32::from(view.rounds)).collect();
        self.step(&count, None, |search, wanted| view.gives(search, wanted))
    }

    /// How many more tricks `player` takes.
    pub fn tricks_of(&mut self, player: Player, state: &State) -> u8 {
        let mover = state.position().to_play;
        let tricks = self.tricks(state);
        match player == mover {
            true => tricks,
            false => state.hand(mover).len() - tricks,
        }
    }

    /// A number of tricks whose worth is that of the position: `worth` says what each number is worth,
    /// never falling, and `gives` whether so many can be had.
    fn step(
        &mut self,
        worth: &[i32],
        guess: Option<u8>,
        mut gives: impl FnMut(&mut TrickSearch, u8) -> bool,
    ) -> u8 {
        // What can be had is at least `least` and at most `most`.
        let (mut least, mut most) = (0, worth.len() - 1);
        let mut guess = guess.map_or(worth.len() / 2, usize::from);
        while worth[least] < worth[most] {
            // The smallest number that is worth as much as the guess, or else as what comes next.
            let aim = worth[guess.clamp(least, most)].max(worth[least] + 1);
            let wanted = worth.partition_point(|&worth| worth < aim);
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

/// The mover's of a pair by player, then the other's.
fn by_mover(pair: [u8; 2], mover: Player) -> [u8; 2] {
    [mover, mover.opponent()].map(|player| pair[player.index()])
}

/// A position as its leader sees it.
struct View {
    /// All cards of the round under way, the led one included.
    lanes: Lanes,
    places: [u8; 64],
    rounds: u8,
    led: Option<Place>,
    tricks: [u8; 2],
    /// Cards of both hands, and the led one.
    left: Cards,
}

impl View {
    fn of(state: &State) -> View {
        let position = state.position();
        let mover = position.to_play;
        let mut hands = position.hands;
        let leader = if position.led.is_some() {
            mover.opponent()
        } else {
            mover
        };
        if let Some(led) = position.led {
            hands[leader.index()] = hands[leader.index()].with(led);
        }
        let (lanes, places) = Lanes::of(hands, leader);
        View {
            lanes,
            places,
            rounds: hands[mover.index()].len(),
            led: position
                .led
                .map(|led| Place::from(places[usize::from(led.place())])),
            tricks: by_mover(position.tricks, mover),
            left: hands[0].union(hands[1]),
        }
    }

    /// What each number of further tricks is worth to the player who has to play.
    fn worth_by(&self, worth: impl Fn([u8; 2]) -> i32) -> ArrayVec<i32, 14> {
        let [own, other] = self.tricks;
        (0..=self.rounds)
            .map(|further| worth([own + further, other + self.rounds - further]))
            .collect()
    }

    /// The value of a card already worked out that is the same as this one: no card between them is
    /// left, but of the same hand.
    fn like(&self, card: Card, known: &[(Card, i32)]) -> Option<i32> {
        let &(last, value) = known.last()?;
        let next = self.left.above(last).first();
        (next == Some(card)).then_some(value)
    }

    /// Whether the player who has to play takes at least `wanted` tricks.
    fn gives(&self, search: &mut TrickSearch, wanted: u8) -> bool {
        match self.led {
            None => search.at_least(self.lanes, self.rounds, wanted),
            Some(led) => !search.lead_gives(self.lanes, self.rounds, self.rounds + 1 - wanted, led),
        }
    }

    /// Whether he does after this card.
    fn card_gives(&self, search: &mut TrickSearch, card: Card, wanted: u8) -> bool {
        let place = Place::from(self.places[usize::from(card.place())]);
        match self.led {
            None => search.lead_gives(self.lanes, self.rounds, wanted, place),
            Some(led) => {
                let others = self.rounds + 1 - wanted;
                !search.round_gives(self.lanes, self.rounds, others, led, place)
            }
        }
    }
}
