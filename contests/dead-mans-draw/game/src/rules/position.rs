//! The set-up of a match, and its positions.

use cardsharp_player::Player;
use thiserror::Error;

use super::delta::TurnStart;
use super::state::Counters;
use super::{
    Area, Bank, Card, CardSet, Chance, ChanceEvent, DrawPile, Effect, Event, EventSink, KRAKEN_DRAWS, MAP_OFFER, Offer,
    Pending, Pile, Rules, State, Suit, SuitSet,
};

/// The set-up of a match. A part that is left out gets its default, whatever the other parts are. The defaults are:
/// empty banks and area, the lowest card of every suit in the discard pile, and the other cards in the draw pile. A
/// card in a bank must therefore be kept out of the piles, by giving these too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The banks by player, in the order of banking.
    pub banks: Option<[Vec<Card>; 2]>,
    /// The play area of the player who starts. The effects of its cards are over.
    pub area: Option<Vec<Card>>,
    /// The draw pile, the next card first. If it is empty, the first action ends the match. Chance
    /// decides the order of the default pile.
    pub draw_pile: Option<Vec<Card>>,
    /// The discard pile, its front first.
    pub discards: Option<Vec<Card>>,
    /// The player who starts; if left out, chance decides.
    pub starter: Option<Player>,
}

/// A position of a match in writing. It has everything except the counts of moves and turns, and
/// the changes in the current turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The player to move.
    pub to_move: Player,
    /// The banks by player, in the order of banking.
    pub banks: [Vec<Card>; 2],
    /// The play area, in the order in which the cards came.
    pub area: Vec<Card>,
    /// The discard pile, its front first.
    pub discards: Vec<Card>,
    /// The cards on top of the draw pile whose order is known, the next one first.
    pub known: Vec<Card>,
    /// The cards under them, in unknown order.
    pub unseen: CardSet,
    /// The effect that waits for an answer.
    pub pending: Option<Pending>,
    /// The number of late answers of both players together.
    pub timeouts: u8,
}

/// The reason why a position is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadPosition {
    /// A card is not in the deck.
    #[error("{0} is not in the deck: take it out")]
    NotInDeck(Card),
    /// A card is in two places. The defaults count as places too.
    #[error("{0} is in two places: give the piles too, and put every card in one place")]
    Repeated(Card),
    /// Two cards of a suit are in the play area.
    #[error("two cards of {0} are in the play area: the second would have busted")]
    SuitTwice(Suit),
    /// A player is neither 0 nor 1.
    #[error("there is no player {0}: name 0 or 1")]
    NoSuchPlayer(Player),
    /// An effect is pending although its card was not the last to be placed.
    #[error("the {0} cannot wait for an answer: its card must be the last of the play area")]
    NotPlaced(Effect),
    /// An effect is pending although it does nothing in these rules.
    #[error("the {0} cannot wait for an answer: it is switched off")]
    SwitchedOff(Effect),
    /// An effect is pending although it is void.
    #[error("the {0} cannot wait for an answer: there is nothing to choose")]
    NothingToChoose(Effect),
    /// An oracle shows another card than the next.
    #[error("the oracle shows {shown}, but the next card is another: put it on top of the pile")]
    NotNext {
        /// The card that the oracle shows.
        shown: Card,
    },
    /// A kraken is owed an impossible number of draws.
    #[error("the kraken cannot be owed {owed} here: it is owed 1 or 2, cards there are, and 1 under another effect")]
    Owed {
        /// The number of draws due.
        owed: u8,
    },
}

impl Position {
    /// The first position of a match with this set-up. If no starter is named, `chance` decides.
    pub fn of_setup(rules: &Rules, setup: &Setup, chance: &mut (impl Chance + ?Sized)) -> Position {
        let deck = rules.deck;
        let to_move = setup.starter.unwrap_or_else(|| {
            let seat = chance.one(ChanceEvent::Starter, 2);
            Player::new(u8::from(seat != 0))
        });
        let discards = match &setup.discards {
            Some(given) => given.clone(),
            None => deck.first_discards().iter().collect(),
        };
        let (known, unseen) = match &setup.draw_pile {
            Some(given) => (given.clone(), CardSet::EMPTY),
            None => (Vec::new(), deck.first_draw_pile()),
        };
        Position {
            to_move,
            banks: setup.banks.clone().unwrap_or_default(),
            area: setup.area.clone().unwrap_or_default(),
            discards,
            known,
            unseen,
            pending: None,
            timeouts: 0,
        }
    }

    /// The position of this state. The end of a match that is over is not kept.
    pub fn of(state: &State) -> Position {
        let bank = |player| state.bank(player).in_order().collect();
        Position {
            to_move: state.player,
            banks: [bank(Player::ZERO), bank(Player::ONE)],
            area: state.area().to_vec(),
            discards: state.discards().to_vec(),
            known: state.draw_pile().known().collect(),
            unseen: state.draw_pile().unseen(),
            pending: state.pending(),
            timeouts: state.counters().timeouts,
        }
    }

    /// Every card that is in a place, once for every place.
    fn cards(&self) -> impl Iterator<Item = Card> {
        let [zero, one] = &self.banks;
        let places = [zero, one, &self.area, &self.discards, &self.known];
        let held = self.pending.map_or(CardSet::EMPTY, Pending::held);
        let known = places.into_iter().flatten().copied();
        known.chain(self.unseen).chain(held)
    }

    /// Checks that the position is possible under these rules. Cards of the deck may be in no place.
    pub fn check(&self, rules: &Rules) -> Result<(), BadPosition> {
        if self.to_move.index() > 1 {
            return Err(BadPosition::NoSuchPlayer(self.to_move));
        }
        let mut seen = CardSet::EMPTY;
        for card in self.cards() {
            if !rules.deck.cards().contains(card) {
                return Err(BadPosition::NotInDeck(card));
            }
            if seen.contains(card) {
                return Err(BadPosition::Repeated(card));
            }
            seen = seen.with(card);
        }
        let mut suits = SuitSet::EMPTY;
        for suit in self.area.iter().map(|card| card.suit()) {
            if suits.contains(suit) {
                return Err(BadPosition::SuitTwice(suit));
            }
            suits = suits.with(suit);
        }
        match self.pending {
            Some(pending) => self.check_pending(rules, pending, suits),
            None => Ok(()),
        }
    }

    fn check_pending(&self, rules: &Rules, pending: Pending, area: SuitSet) -> Result<(), BadPosition> {
        let effect = pending.effect();
        if !rules.effects.contains(effect.suit()) {
            return Err(BadPosition::SwitchedOff(effect));
        }
        let owed = pending.owed();
        let pile = self.known.len() + self.unseen.len();
        let kraken = matches!(pending, Pending::Kraken { .. });
        let last = self.area.last().map(|card| card.suit());
        // A kraken that has had one card lies under that card.
        let placed = match pending {
            Pending::Kraken { owed: 1 } => area.contains(Suit::Kraken),
            _ => last == Some(effect.suit()),
        };
        if !placed {
            return Err(BadPosition::NotPlaced(effect));
        }
        let least = u8::from(kraken);
        let most = if kraken { KRAKEN_DRAWS } else { 1 };
        let kraken_lies = rules.effects.contains(Suit::Kraken) && area.contains(Suit::Kraken);
        if owed < least || owed > most || usize::from(owed) > pile || owed > 0 && !kraken_lies {
            return Err(BadPosition::Owed { owed });
        }
        if let Pending::Oracle { next, .. } = pending
            && self.known.first() != Some(&next)
        {
            return Err(BadPosition::NotNext { shown: next });
        }
        if !kraken && self.lay_out(rules).offer().is_empty() {
            return Err(BadPosition::NothingToChoose(effect));
        }
        Ok(())
    }

    /// The state of a position that is possible. Its turn begins here.
    fn lay_out(&self, rules: &Rules) -> State {
        let mut area = Area::EMPTY;
        self.area.iter().for_each(|&card| area.push(card));
        let mut discards = Pile::EMPTY;
        self.discards.iter().for_each(|&card| discards.push(card));
        let mut state = State {
            rules: *rules,
            banks: [Bank::of(&self.banks[0]), Bank::of(&self.banks[1])],
            area,
            area_suits: self.area.iter().map(|card| card.suit()).collect(),
            draw_pile: DrawPile::new(&self.known, self.unseen),
            discards,
            discard_set: self.discards.iter().copied().collect(),
            pending: self.pending,
            player: self.to_move,
            counters: Counters { moves: 1, turn: 1, moves_in_turn: 1, between_turns: false, timeouts: self.timeouts },
            turn_start: TurnStart::default(),
            end: None,
        };
        state.turn_start = state.as_turn_start();
        state
    }
}

impl State {
    /// A new match of these rules, set up by their defaults.
    pub fn new(rules: &Rules, chance: &mut (impl Chance + ?Sized)) -> State {
        Position::of_setup(rules, &Setup::default(), chance).lay_out(rules)
    }

    /// A new match with this set-up.
    pub fn start<C, S>(rules: &Rules, setup: &Setup, chance: &mut C, events: &mut S) -> Result<State, BadPosition>
    where
        C: Chance + ?Sized,
        S: EventSink + ?Sized,
    {
        let state = State::at(rules, &Position::of_setup(rules, setup, chance))?;
        events.event(None, Event::MatchStarted);
        events.event(Some(state.player), Event::TurnStarted { delta: None });
        Ok(state)
    }

    /// The match in this position. Its counts are those of its first turn.
    pub fn at(rules: &Rules, position: &Position) -> Result<State, BadPosition> {
        position.check(rules)?;
        Ok(position.lay_out(rules))
    }
}

impl Offer {
    /// An offer of these cards; none unless they are one to three.
    pub fn of(cards: &[Card]) -> Option<Offer> {
        if cards.is_empty() || cards.len() > MAP_OFFER {
            return None;
        }
        let mut offer = Offer::EMPTY;
        cards.iter().for_each(|&card| offer.push(card));
        Some(offer)
    }
}
