//! A match at one moment.

use cardsharp_solvers::game::Player;

use super::event::TurnStart;
use super::{
    Action, Actions, Area, Bank, CannonRule, Card, CardSet, DrawPile, Effect, IllegalAction,
    MatchEnd, OracleUnderKraken, Pending, Pile, Rules, Suit, SuitSet,
};

/// A match at one moment: everything, in some 400 bytes and no heap. How it goes on is in
/// [`State::apply`].
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

/// The counts of a match, as the arena numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counters {
    /// Moves made, the creation of the match being the first.
    pub moves: u32,
    /// The number of the turn, from 1; between turns, of the one that is over.
    pub turn: u32,
    /// Moves made in the turn; between turns, in the one that is over. The creation counts in turn 1,
    /// and a termination in the turn it came after.
    pub moves_in_turn: u32,
    /// Whether a turn is over and the next player has not acted yet. The match is not over then.
    pub between_turns: bool,
    /// How often players were late, both counted together.
    pub timeouts: u8,
}

impl Counters {
    /// Moves made in the turn as the arena shows them: none between turns. After the end of the match
    /// the last number stays.
    pub fn moves_in_turn(&self) -> Option<u32> {
        (!self.between_turns).then_some(self.moves_in_turn)
    }
}

impl State {
    /// The rules it is played with.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Who has to act; nobody once the match is over.
    #[inline]
    pub fn to_move(&self) -> Option<Player> {
        match self.end {
            Some(_) => None,
            None => Some(self.player),
        }
    }

    /// The player whose turn it is, as the arena shows it: between turns still the one whose turn is
    /// over, nobody once the match is.
    pub fn turn_of(&self) -> Option<Player> {
        let player = self.to_move()?;
        Some(if self.between_turns() {
            player.opponent()
        } else {
            player
        })
    }

    /// Whether a turn is over and the next player has not acted yet.
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

    /// The discard pile, its front first; new discards go to its end. Cards that a pending map
    /// offers are not in it.
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

    /// How the match ended, once it has.
    #[inline]
    pub fn end(&self) -> Option<MatchEnd> {
        self.end
    }

    /// The points by player: the sum of the highest card of every suit in the bank.
    pub fn scores(&self) -> [u8; 2] {
        [self.banks[0].score(), self.banks[1].score()]
    }

    /// The cards that may be chosen to answer what is pending.
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

    #[inline]
    pub(super) fn own_bank(&self) -> &Bank {
        self.bank(self.player)
    }

    #[inline]
    pub(super) fn other_bank(&self) -> &Bank {
        self.bank(self.player.opponent())
    }

    /// What a sword may take: cards of suits that its player has not banked. The play area does not
    /// count.
    pub(super) fn swordable(&self) -> CardSet {
        let own = self.own_bank().cards().suits();
        self.other_bank().within_but(self.rules.variant.reach, own)
    }

    /// Whether the action is allowed; if not, why.
    pub fn check(&self, action: Action) -> Result<(), IllegalAction> {
        if self.end.is_some() {
            return Err(IllegalAction::MatchOver);
        }
        match (action, self.pending) {
            (Action::Draw, None | Some(Pending::Kraken { .. } | Pending::Oracle { .. })) => Ok(()),
            (Action::EndTurn, None) if self.area.is_empty() => Err(IllegalAction::NothingToBank),
            (Action::EndTurn, None) => Ok(()),
            (Action::EndTurn, Some(Pending::Kraken { owed })) => {
                Err(IllegalAction::DrawsDue { owed })
            }
            (Action::EndTurn, Some(Pending::Oracle { owed, .. })) => {
                match self.rules.variant.oracle_under_kraken {
                    OracleUnderKraken::MustDraw if owed > 0 => {
                        Err(IllegalAction::DrawsDue { owed })
                    }
                    _ => Ok(()),
                }
            }
            (Action::Draw | Action::EndTurn, Some(pending)) => Err(IllegalAction::AnswerDue {
                effect: pending.effect(),
                offer: self.offer(),
            }),
            (Action::Respond { effect, .. }, None) => {
                Err(IllegalAction::NothingPending { given: effect })
            }
            (Action::Respond { effect, card }, Some(pending)) => {
                self.check_answer(effect, card, pending.effect())
            }
        }
    }

    fn check_answer(
        &self,
        given: Effect,
        card: Option<Card>,
        pending: Effect,
    ) -> Result<(), IllegalAction> {
        let effect = pending;
        if given != pending {
            return Err(IllegalAction::OtherEffect { given, pending });
        }
        match card {
            Some(_) if effect == Effect::Kraken => Err(IllegalAction::NoCardWanted { effect }),
            Some(card) if self.offer().contains(card) => Ok(()),
            Some(card) => Err(IllegalAction::NotOnOffer {
                effect,
                card,
                offer: self.offer(),
            }),
            None if self.answers_without_card(effect) => Ok(()),
            None => Err(IllegalAction::CardWanted {
                effect,
                offer: self.offer(),
            }),
        }
    }

    fn answers_without_card(&self, effect: Effect) -> bool {
        match effect {
            Effect::Oracle | Effect::Kraken => true,
            Effect::Cannon => self.rules.variant.cannon == CannonRule::May,
            Effect::Hook | Effect::Map | Effect::Sword => false,
        }
    }

    /// Every legal action. Some of them are the same in other words: see [`State::choices`].
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

    /// One legal action for every different way to go on, for a solver. Answers to a kraken, and
    /// both answers to an oracle, are left out: they are a draw, or put a choice off that stays the
    /// same.
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
        actions.extend(
            cards
                .chain(none)
                .map(|card| Action::Respond { effect, card }),
        );
    }

    /// What the rest of the match depends on, for whoever sees only what is public.
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

/// What the rest of a match depends on, with the orders left out that no choice depends on (those of
/// the banks, of the discards and of an offer, and all of the play area's but what its anchor
/// protects).
///
/// It says all about a state whose draw pile has at most its next card known, and which is played
/// without automatic answers; how often players were late is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StateKey {
    /// The banks, by player.
    pub banks: [CardSet; 2],
    /// The play area.
    pub area: CardSet,
    /// Of it, what is banked even if the turn busts.
    pub protected: CardSet,
    /// The discard pile.
    pub discards: CardSet,
    /// The draw pile.
    pub draw_pile: CardSet,
    /// The next card, if it is known.
    pub next: Option<Card>,
    /// What waits for an answer.
    pub effect: Option<Effect>,
    /// The cards that a map offers.
    pub held: CardSet,
    /// Draws still due to a kraken.
    pub owed: u8,
    /// Who has to act.
    pub to_move: Option<Player>,
}
