//! Leduc poker for two players: six cards, two rounds of betting, one card on the table.
//!
//! Source: F. Southey and others, "Bayes' bluff: opponent modelling in poker", UAI 2005. The rules and the order of
//! cards and actions are those of OpenSpiel's `leduc_poker`. Both players ante 1 and get a card. After a round of
//! betting a card is laid open, and a second round follows. A raise is 2 in the first round and 4 in the second. There
//! are at most two raises a round, and the first player opens both rounds. A player who pairs the open card wins, else
//! the player with the higher rank; equal ranks share the pot. The value to the first player is -0.0856064240780.

use crate::game::{Fraction, Game, InfosetKey, Player, Turn};

/// The number of ranks, with two cards of each.
const RANKS: u8 = 3;
/// The number of raises allowed in a round.
const MAX_RAISES: usize = 2;
/// The amount of a raise, by round.
const RAISES: [u8; 2] = [2, 4];

/// Leduc poker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Leduc {
    suit_isomorphism: bool,
}

/// The actions of a player. The numbers are those of [`Betting`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bet {
    Fold = 0,
    Call = 1,
    Raise = 2,
}

impl Bet {
    const ALL: [Bet; 3] = [Bet::Fold, Bet::Call, Bet::Raise];
}

/// The bets of one round, two bits each, after a leading 1 bit: up to 9 bits. The latest bet is the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Betting(u16);

impl Betting {
    const NONE: Betting = Betting(1);

    fn len(self) -> usize {
        self.0.ilog2() as usize / 2
    }

    fn iter(self) -> impl Iterator<Item = Bet> {
        let bits = move |at| usize::from(self.0 >> (2 * (self.len() - 1 - at)) & 3);
        (0..self.len()).map(move |at| Bet::ALL[bits(at)])
    }

    fn with(self, bet: Bet) -> Betting {
        Betting(self.0 << 2 | bet as u16)
    }

    /// The player to bet.
    fn mover(self) -> usize {
        self.len() % 2
    }

    fn is_folded(self) -> bool {
        self.iter().last() == Some(Bet::Fold)
    }

    /// True if the round is over: the last bet is a call, and not the first bet.
    fn is_closed(self) -> bool {
        self.len() > 1 && self.iter().last() == Some(Bet::Call)
    }

    /// The legal bets. Folding answers a raise, and the number of raises is limited.
    fn choices(self) -> &'static [Bet] {
        let from = usize::from(self.iter().last() != Some(Bet::Raise));
        let raises = self.iter().filter(|&bet| bet == Bet::Raise).count();
        let to = if raises < MAX_RAISES { 3 } else { 2 };
        &Bet::ALL[from..to]
    }

    fn letters(self) -> String {
        self.iter().map(|bet| ['f', 'c', 'r'][bet as usize]).collect()
    }
}

/// A history of Leduc poker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LeducState {
    /// The first player's card, the second player's, and the open card.
    cards: [u8; 3],
    dealt: u8,
    rounds: [Betting; 2],
}

impl LeducState {
    /// The round that is being played.
    fn round(&self) -> usize {
        usize::from(self.dealt == 3)
    }

    fn betting(&self) -> Betting {
        self.rounds[self.round()]
    }
}

impl Leduc {
    /// Six cards in two suits: 936 information sets.
    pub const SUITED: Leduc = Leduc { suit_isomorphism: false };
    /// The same game where cards of a rank look alike: 288 information sets, same value.
    pub const ISOMORPHIC: Leduc = Leduc { suit_isomorphism: true };

    /// True if cards of a rank look alike.
    pub const fn suit_isomorphism(&self) -> bool {
        self.suit_isomorphism
    }

    fn rank(&self, card: u8) -> u8 {
        if self.suit_isomorphism { card } else { card / 2 }
    }

    /// The kinds of card still in the pack, with the number of copies of each.
    fn pack(&self, state: &LeducState) -> impl Iterator<Item = (u8, u8)> {
        let (kinds, copies) = if self.suit_isomorphism { (RANKS, 2) } else { (2 * RANKS, 1) };
        let dealt = state.cards.into_iter().take(usize::from(state.dealt));
        let left = move |kind| copies - dealt.clone().filter(|&card| card == kind).count() as u8;
        (0..kinds).map(move |kind| (kind, left(kind))).filter(|&(_, left)| left > 0)
    }

    fn drawn(&self, state: &LeducState, index: usize) -> (u8, u8) {
        self.pack(state).nth(index).unwrap_or_default()
    }

    fn card_name(&self, card: u8) -> String {
        let rank = ["J", "Q", "K"][usize::from(self.rank(card))];
        let suit = match (self.suit_isomorphism, card % 2) {
            (true, _) => "",
            (false, 0) => "s",
            (false, _) => "h",
        };
        format!("{rank}{suit}")
    }

    /// The amount that each player has put in.
    fn paid(state: &LeducState) -> [u8; 2] {
        let mut paid = [1; 2];
        for (betting, raise) in state.rounds.into_iter().zip(RAISES) {
            for (at, bet) in betting.iter().enumerate() {
                let other = paid[1 - at % 2];
                match bet {
                    Bet::Fold => {}
                    Bet::Call => paid[at % 2] = other,
                    Bet::Raise => paid[at % 2] = other + raise,
                }
            }
        }
        paid
    }

    /// The winner; `None` if the pot is shared.
    fn winner(&self, state: &LeducState) -> Option<usize> {
        if state.betting().is_folded() {
            // The winner is the player who would have been next.
            return Some(state.betting().mover());
        }
        let [first, second, open] = state.cards.map(|card| self.rank(card));
        let strength = |rank| (rank == open, rank);
        match strength(first).cmp(&strength(second)) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
        }
    }
}

impl Game for Leduc {
    type State = LeducState;

    fn root(&self) -> LeducState {
        LeducState { cards: [0; 3], dealt: 0, rounds: [Betting::NONE; 2] }
    }

    fn turn(&self, state: &LeducState) -> Turn {
        let betting = state.betting();
        if betting.is_folded() || state.dealt == 3 && betting.is_closed() {
            return Turn::Terminal;
        }
        if state.dealt < 2 || betting.is_closed() {
            let outcomes = self.pack(state).count();
            return Turn::Chance { outcomes };
        }
        Turn::Decision { player: Player::new(betting.mover() as u8), actions: betting.choices().len() }
    }

    fn child(&self, state: &LeducState, index: usize) -> LeducState {
        let mut child = *state;
        if let Turn::Decision { .. } = self.turn(state) {
            let betting = state.betting();
            child.rounds[state.round()] = betting.with(betting.choices()[index]);
        } else {
            (child.cards[usize::from(state.dealt)], _) = self.drawn(state, index);
            child.dealt += 1;
        }
        child
    }

    fn chance_probability(&self, state: &LeducState, index: usize) -> f64 {
        let (_, copies) = self.drawn(state, index);
        f64::from(copies) / f64::from(2 * RANKS - state.dealt)
    }

    fn chance_fraction(&self, state: &LeducState, index: usize) -> Option<Fraction> {
        let (_, copies) = self.drawn(state, index);
        Some(Fraction { numerator: u64::from(copies), denominator: u64::from(2 * RANKS - state.dealt) })
    }

    fn utility(&self, state: &LeducState, player: Player) -> f64 {
        let paid = Leduc::paid(state);
        match self.winner(state) {
            None => 0.0,
            Some(winner) if winner == player.index() => f64::from(paid[1 - winner]),
            Some(_) => -f64::from(paid[player.index()]),
        }
    }

    fn utility_bounds(&self) -> (f64, f64) {
        let all_in = 1 + MAX_RAISES as u8 * (RAISES[0] + RAISES[1]);
        (-f64::from(all_in), f64::from(all_in))
    }

    /// From the lowest bit: own card (3 bits), open card (3, 7 for none), second round (9), first
    /// round (9). The bets determine the player.
    fn infoset(&self, state: &LeducState) -> InfosetKey {
        let own = state.cards[state.betting().mover()];
        let open = if state.dealt == 3 { state.cards[2] } else { 7 };
        let [first, second] = state.rounds.map(|round| u64::from(round.0));
        InfosetKey(first << 15 | second << 6 | u64::from(open) << 3 | u64::from(own))
    }

    /// A card, such as "Js" (no suit if suits look alike); "fold", "call" or "raise".
    fn action_name(&self, state: &LeducState, index: usize) -> String {
        match self.turn(state) {
            Turn::Decision { .. } => {
                let bet = state.betting().choices()[index];
                ["fold", "call", "raise"][bet as usize].to_owned()
            }
            _ => self.card_name(self.drawn(state, index).0),
        }
    }

    /// The own card, bets, open card, bets: "Js:crc:Qh:r".
    fn infoset_name(&self, state: &LeducState) -> String {
        let own = self.card_name(state.cards[state.betting().mover()]);
        let [first, second] = state.rounds.map(Betting::letters);
        if state.dealt < 3 {
            return format!("{own}:{first}");
        }
        format!("{own}:{first}:{}:{second}", self.card_name(state.cards[2]))
    }
}
