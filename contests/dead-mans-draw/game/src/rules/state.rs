//! The state of a match.

use cardsharp_player::Player;

use super::delta::TurnStart;
use super::{
    Action, Actions, Area, Bank, CannonRule, Card, CardSet, DrawPile, Effect, IllegalAction, MatchEnd,
    OracleUnderKraken, Pending, Pile, Rules, Suit, SuitSet,
};

/// The state of a match: everything, in some 400 bytes and without the heap. [`State::apply`] continues the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) rules: Rules,
    pub(super) banks: [Bank; 2],
    pub(super) area: Area,
    pub(super) area_suits: SuitSet,
    pub(super) draw_pile: DrawPile,
    pub(super) discards: Pile,
    pub(super) discard_set: CardSet,
    pub(super) pending: Option<Pending>,
    pub(super) player: Player,
    pub(super) counters: Counters,
    pub(super) turn_start: TurnStart,
    pub(super) end: Option<MatchEnd>,
}

/// The counts of a match, numbered as in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counters {
    /// The number of moves made. The creation of the match is the first.
    pub moves: u32,
    /// The number of the turn, from 1. Between turns, it is that of the turn that is over.
    pub turn: u32,
    /// The number of moves made in the turn. Between turns, it is that of the turn that is over. The creation counts in
    /// turn 1, a termination in the turn that it interrupts, and one between turns as the first move.
    pub moves_in_turn: u32,
    /// True if a turn is over and the next player has not acted yet. The match is then not over.
    pub between_turns: bool,
    /// The number of late answers of both players together.
    pub timeouts: u8,
}

impl Counters {
    /// The number of moves made in the turn, as the arena shows it: none between turns. After the
    /// end of the match, the last number stays.
    pub fn moves_in_turn(&self) -> Option<u32> {
        (!self.between_turns).then_some(self.moves_in_turn)
    }
}

impl State {
    /// The rules of the match.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The player to move; none once the match is over.
    #[inline]
    pub fn to_move(&self) -> Option<Player> {
        match self.end {
            Some(_) => None,
            None => Some(self.player),
        }
    }

    /// The player whose turn it is, as the arena shows it. Between turns, it is still the player
    /// whose turn is over. None once the match is over.
    pub fn turn_of(&self) -> Option<Player> {
        let player = self.to_move()?;
        Some(if self.between_turns() { player.opponent() } else { player })
    }

    /// True if a turn is over and the next player has not acted yet.
    #[inline]
    pub fn between_turns(&self) -> bool {
        self.counters.between_turns
    }

    /// The bank of `player`.
    #[inline]
    pub fn bank(&self, player: Player) -> &Bank {
        &self.banks[player.index()]
    }

    /// The cards in the play area, in the order in which they came.
    #[inline]
    pub fn area(&self) -> &[Card] {
        &self.area
    }

    /// The suits in the play area: another card of one of them busts.
    #[inline]
    pub fn area_suits(&self) -> SuitSet {
        self.area_suits
    }

    /// The cards in the play area that are banked even if the turn busts: those before an anchor.
    pub fn protected(&self) -> &[Card] {
        let anchor = |card: &Card| card.suit() == Suit::Anchor;
        match self.area.iter().position(anchor) {
            Some(before) if self.rules.effects.contains(Suit::Anchor) => &self.area[..before],
            _ => &[],
        }
    }

    /// The draw pile.
    #[inline]
    pub fn draw_pile(&self) -> &DrawPile {
        &self.draw_pile
    }

    /// The discard pile, its front first. New discards are added at its end. Cards that a pending
    /// map offers are not in it.
    #[inline]
    pub fn discards(&self) -> &[Card] {
        &self.discards
    }

    /// The cards of the discard pile as a set.
    #[inline]
    pub fn discard_set(&self) -> CardSet {
        self.discard_set
    }

    /// The effect that waits for an answer.
    #[inline]
    pub fn pending(&self) -> Option<Pending> {
        self.pending
    }

    /// The counts.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// The end of the match; none while it is in progress.
    #[inline]
    pub fn end(&self) -> Option<MatchEnd> {
        self.end
    }

    /// The points by player: the sum of the highest card of every suit in the bank.
    pub fn scores(&self) -> [u8; 2] {
        [self.banks[0].score(), self.banks[1].score()]
    }

    /// The cards that may be chosen to answer the pending effect.
    pub fn offer(&self) -> CardSet {
        let reach = self.rules.variant.reach;
        match self.pending {
            None | Some(Pending::Kraken { .. }) => CardSet::EMPTY,
            Some(Pending::Hook) => self.own_bank().within(reach),
            Some(Pending::Cannon { .. }) => self.other_bank().within(reach),
            Some(Pending::Sword) => self.swordable(),
            Some(Pending::Map { offer }) => offer.iter().copied().collect(),
            Some(Pending::Oracle { next, .. }) => CardSet::EMPTY.with(next),
        }
    }

    /// The beginning of a turn that starts in this state.
    #[inline]
    pub(super) fn as_turn_start(&self) -> TurnStart {
        TurnStart {
            draw_pile: self.draw_pile.cards(),
            discards: self.discard_set,
            banks: [self.banks[0].cards(), self.banks[1].cards()],
        }
    }

    #[inline]
    pub(super) fn own_bank(&self) -> &Bank {
        self.bank(self.player)
    }

    #[inline]
    pub(super) fn other_bank(&self) -> &Bank {
        self.bank(self.player.opponent())
    }

    /// The cards that a sword may take: those of suits that its player has not banked. The play area does not count.
    pub(super) fn swordable(&self) -> CardSet {
        let own = self.own_bank().cards().suits();
        self.other_bank().within_but(self.rules.variant.reach, own)
    }

    /// Checks that the action is allowed; otherwise returns the reason.
    pub fn check(&self, action: Action) -> Result<(), IllegalAction> {
        if self.end.is_some() {
            return Err(IllegalAction::MatchOver);
        }
        match (action, self.pending) {
            (Action::Draw, None | Some(Pending::Kraken { .. } | Pending::Oracle { .. })) => Ok(()),
            (Action::EndTurn, None) if self.area.is_empty() => Err(IllegalAction::NothingToBank),
            (Action::EndTurn, None) => Ok(()),
            (Action::EndTurn, Some(Pending::Kraken { owed })) => Err(IllegalAction::DrawsDue { owed }),
            (Action::EndTurn, Some(Pending::Oracle { owed, .. })) => match self.rules.variant.oracle_under_kraken {
                OracleUnderKraken::MustDraw if owed > 0 => Err(IllegalAction::DrawsDue { owed }),
                _ => Ok(()),
            },
            (Action::Draw | Action::EndTurn, Some(pending)) => {
                Err(IllegalAction::AnswerDue { effect: pending.effect(), offer: self.offer() })
            }
            (Action::Respond { effect, .. }, None) => Err(IllegalAction::NothingPending { given: effect }),
            (Action::Respond { effect, card }, Some(pending)) => self.check_answer(effect, card, pending.effect()),
        }
    }

    fn check_answer(&self, given: Effect, card: Option<Card>, pending: Effect) -> Result<(), IllegalAction> {
        let effect = pending;
        if given != pending {
            return Err(IllegalAction::OtherEffect { given, pending });
        }
        match card {
            Some(_) if effect == Effect::Kraken => Err(IllegalAction::NoCardWanted { effect }),
            Some(card) if self.offer().contains(card) => Ok(()),
            Some(card) => Err(IllegalAction::NotOnOffer { effect, card, offer: self.offer() }),
            None if self.answers_without_card(effect) => Ok(()),
            None => Err(IllegalAction::CardWanted { effect, offer: self.offer() }),
        }
    }

    fn answers_without_card(&self, effect: Effect) -> bool {
        match effect {
            Effect::Oracle | Effect::Kraken => true,
            Effect::Cannon => self.rules.variant.cannon == CannonRule::May,
            Effect::Hook | Effect::Map | Effect::Sword => false,
        }
    }

    /// Every legal action. Some of them are equivalent: see [`State::choices`].
    pub fn legal_actions(&self) -> Actions {
        let mut actions = Actions::new();
        let plain = [Action::Draw, Action::EndTurn];
        let legal = plain.into_iter().filter(|&a| self.check(a).is_ok());
        actions.extend(legal);
        if let (Some(pending), None) = (self.pending, self.end) {
            self.answers(pending.effect(), &mut actions);
        }
        actions
    }

    /// One legal action for every different continuation, for a solver. Answers to a kraken and both answers to an
    /// oracle are left out. They are the same as a draw, or they only postpone the same choice.
    #[inline]
    pub fn choices(&self) -> Actions {
        let mut actions = Actions::new();
        if self.end.is_some() {
            return actions;
        }
        match self.pending {
            Some(Pending::Kraken { .. }) => actions.push(Action::Draw),
            None | Some(Pending::Oracle { .. }) => {
                actions.push(Action::Draw);
                if self.check(Action::EndTurn).is_ok() {
                    actions.push(Action::EndTurn);
                }
            }
            Some(pending) => self.answers(pending.effect(), &mut actions),
        }
        actions
    }

    fn answers(&self, effect: Effect, actions: &mut Actions) {
        let cards = self.offer().iter().map(Some);
        let none = self.answers_without_card(effect).then_some(None);
        actions.extend(cards.chain(none).map(|card| Action::Respond { effect, card }));
    }

    /// The part of the state that the rest of the match depends on, for players who see only public information.
    pub fn key(&self) -> StateKey {
        StateKey {
            banks: [self.banks[0].cards(), self.banks[1].cards()],
            area: self.area.iter().copied().collect(),
            protected: self.protected().iter().copied().collect(),
            discards: self.discard_set,
            draw_pile: self.draw_pile.cards(),
            next: self.draw_pile.next_known(),
            effect: self.pending.map(Pending::effect),
            held: self.pending.map_or(CardSet::EMPTY, Pending::held),
            owed: self.pending.map_or(0, Pending::owed),
            to_move: self.to_move(),
        }
    }
}

/// The part of a state that the rest of a match depends on. It leaves out the orders that no choice
/// depends on: those of the banks, of the discards and of an offer. Of the play area's order, it
/// keeps only which cards the anchor protects.
///
/// The key determines a state if at most the next card of the draw pile is known and no automatic
/// answers are played. The number of late answers is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StateKey {
    /// The banks, by player.
    pub banks: [CardSet; 2],
    /// The play area.
    pub area: CardSet,
    /// The cards of the play area that are banked even if the turn busts.
    pub protected: CardSet,
    /// The discard pile.
    pub discards: CardSet,
    /// The draw pile.
    pub draw_pile: CardSet,
    /// The next card, if it is known.
    pub next: Option<Card>,
    /// The pending effect.
    pub effect: Option<Effect>,
    /// The cards that a map offers.
    pub held: CardSet,
    /// The number of draws still due to a kraken.
    pub owed: u8,
    /// The player to move.
    pub to_move: Option<Player>,
}
