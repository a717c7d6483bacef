//! The progress of a match: actions, timeouts and ends.

use cardsharp_player::Player;

use super::{
    Action, Area, BonusRule, Card, Chance, ChanceEvent, Comment, Effect, Ending, Event, EventSink, IllegalAction,
    KRAKEN_DRAWS, LatenessRule, MAP_OFFER, MatchEnd, Offer, Pending, State, Suit, SuitSet, Verdict,
};

/// The number of late answers of both players together that ends the match.
pub const TIMEOUT_LIMIT: u8 = 5;

/// The result of an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The end of the turn, if the turn ended.
    pub turn: Option<TurnEnd>,
    /// The end of the match, if the match ended.
    pub end: Option<MatchEnd>,
}

/// The way in which a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnEnd {
    /// The play area was banked.
    Banked,
    /// A second card of a suit came into the play area.
    Busted,
}

impl State {
    /// Carries out an action of the player to move. An action that is refused changes nothing.
    pub fn apply<C, S>(&mut self, action: Action, chance: &mut C, events: &mut S) -> Result<Step, IllegalAction>
    where
        C: Chance + ?Sized,
        S: EventSink + ?Sized,
    {
        self.check(action)?;
        let mut play = Play::begin(self, chance, events);
        play.act(action);
        play.end_if_pile_is_empty();
        Ok(play.step)
    }

    /// Handles that the player to move has not acted in time. The result depends on the
    /// [`LatenessRule`].
    pub fn time_out<C, S>(&mut self, chance: &mut C, events: &mut S) -> Result<Step, IllegalAction>
    where
        C: Chance + ?Sized,
        S: EventSink + ?Sized,
    {
        let late = self.to_move().ok_or(IllegalAction::MatchOver)?;
        let mut play = Play::begin(self, chance, events);
        play.state.counters.timeouts += 1;
        play.emit(Event::Comment(Comment::Late));
        match play.state.rules.variant.lateness {
            LatenessRule::MatchLost => {
                play.end_match(Ending::Forfeit, Some(Verdict::Won(late.opponent())));
            }
            LatenessRule::TurnEnds => play.end_late_turn(),
        }
        Ok(play.step)
    }

    /// Ends the match from outside, which counts as a move. Cards in the play area count for neither player. These
    /// cards and the pending effect stay as they are. `comment` is true if the termination has a text.
    pub fn terminate<S: EventSink + ?Sized>(
        &mut self,
        winner: Option<Player>,
        comment: bool,
        events: &mut S,
    ) -> Result<MatchEnd, IllegalAction> {
        if self.end.is_some() {
            return Err(IllegalAction::MatchOver);
        }
        self.counters.moves += 1;
        if std::mem::take(&mut self.counters.between_turns) {
            self.counters.moves_in_turn = 0;
        }
        self.counters.moves_in_turn += 1;
        if comment {
            events.event(None, Event::Comment(Comment::Termination));
        }
        let end = MatchEnd {
            ending: Ending::Terminated,
            verdict: winner.map_or(Verdict::Unjudged, Verdict::Won),
            scores: self.scores(),
        };
        self.end = Some(end);
        events.event(None, Event::MatchEnded(end));
        Ok(end)
    }

    /// Lets chance decide the order of the draw pile now instead of card by card, for a server that
    /// shows the pile. The cards of known order keep it.
    pub fn decide_order(&mut self, chance: &mut (impl Chance + ?Sized)) {
        self.draw_pile.decide_order(chance);
    }
}

/// A move in progress.
pub(super) struct Play<'a, C: ?Sized, S: ?Sized> {
    pub(super) state: &'a mut State,
    chance: &'a mut C,
    events: &'a mut S,
    pub(super) step: Step,
}

impl<'a, C, S> Play<'a, C, S>
where
    C: Chance + ?Sized,
    S: EventSink + ?Sized,
{
    /// Begins a move, and a turn if the move is the first of one.
    #[inline]
    pub(super) fn begin(state: &'a mut State, chance: &'a mut C, events: &'a mut S) -> Self {
        let mut play = Play { state, chance, events, step: Step::default() };
        play.state.counters.moves += 1;
        if play.state.counters.between_turns {
            play.begin_turn();
        } else {
            play.state.counters.moves_in_turn += 1;
        }
        play
    }

    fn begin_turn(&mut self) {
        self.state.counters.turn += 1;
        self.state.counters.moves_in_turn = 1;
        self.state.counters.between_turns = false;
        let now = self.state.as_turn_start();
        let delta = Some(self.state.turn_start.delta(&now));
        self.state.turn_start = now;
        self.emit(Event::TurnStarted { delta });
    }

    #[inline]
    fn emit(&mut self, event: Event) {
        self.events.event(Some(self.state.player), event);
    }

    /// Carries out an action that is known to be allowed.
    pub(super) fn act(&mut self, action: Action) {
        match action {
            Action::Draw => self.draw(),
            Action::EndTurn => self.bank_area(),
            Action::Respond { effect, card } => self.respond(effect, card),
        }
    }

    fn draw(&mut self) {
        let owed = self.state.pending.take().map_or(0, Pending::owed);
        // If no card is left, the turn ends without an action.
        if let Some(card) = self.state.draw_pile.draw(self.chance) {
            self.emit(Event::Draw { card });
            self.place(card, owed.saturating_sub(1));
        }
    }

    fn respond(&mut self, effect: Effect, card: Option<Card>) {
        if effect == Effect::Kraken {
            return self.draw();
        }
        self.emit(Event::Response { effect, card });
        let player = self.state.player;
        match (effect, card) {
            (Effect::Oracle, Some(_)) => self.draw(),
            (Effect::Hook, Some(card)) => {
                self.remove_from_bank(card, player);
                self.place(card, 0);
            }
            (Effect::Sword, Some(card)) => {
                self.remove_from_bank(card, player.opponent());
                self.place(card, 0);
            }
            (Effect::Map, Some(card)) => {
                self.return_offer(card);
                self.place(card, 0);
            }
            (Effect::Cannon, Some(card)) => {
                self.remove_from_bank(card, player.opponent());
                self.discard(card);
                self.look_on();
            }
            (_, None) | (Effect::Kraken, _) => self.look_on(),
        }
    }

    /// Leaves an effect that has been answered. The draws that are owed to a kraken become due again.
    fn look_on(&mut self) {
        let owed = self.state.pending.map_or(0, Pending::owed);
        self.state.pending = kraken(owed);
    }

    fn remove_from_bank(&mut self, card: Card, bank: Player) {
        self.state.banks[bank.index()].remove(card);
        self.emit(Event::RemovedFromBank { card, bank });
    }

    fn discard(&mut self, card: Card) {
        self.state.discards.push(card);
        self.state.discard_set = self.state.discard_set.with(card);
    }

    /// Puts the offer of a map back into the discard pile, except for the card chosen. This happens
    /// before that card is placed, so that the others lie in the pile before the cards of a bust.
    fn return_offer(&mut self, chosen: Card) {
        if let Some(Pending::Map { offer }) = self.state.pending {
            let others = offer.iter().filter(|&&card| card != chosen);
            others.for_each(|&card| self.discard(card));
        }
    }

    /// Puts a card into the play area, from any place. `owed` is the number of draws due to a kraken after it.
    fn place(&mut self, card: Card, owed: u8) {
        self.state.pending = None;
        if self.state.area_suits.contains(card.suit()) {
            return self.bust(card);
        }
        self.state.area.push(card);
        self.state.area_suits = self.state.area_suits.with(card.suit());
        self.emit(Event::Placed { card });
        self.state.pending = match self.effect_of(card.suit(), owed) {
            Some(pending) => {
                self.emit(Event::EffectPlayed { pending });
                Some(pending)
            }
            None => kraken(owed),
        };
    }

    /// The effect of a card that its player must answer; none if it is void.
    fn effect_of(&mut self, suit: Suit, owed: u8) -> Option<Pending> {
        if !self.state.rules.effects.contains(suit) {
            return None;
        }
        match suit.effect()? {
            Effect::Hook => (!self.state.own_bank().cards().is_empty()).then_some(Pending::Hook),
            Effect::Cannon => {
                let target = !self.state.other_bank().cards().is_empty();
                target.then_some(Pending::Cannon { owed })
            }
            Effect::Sword => (!self.state.swordable().is_empty()).then_some(Pending::Sword),
            Effect::Map => self.offer_discards(),
            Effect::Oracle => {
                let next = self.state.draw_pile.show(self.chance)?;
                Some(Pending::Oracle { next, owed })
            }
            Effect::Kraken => kraken(KRAKEN_DRAWS.min(self.state.draw_pile.len() as u8)),
        }
    }

    fn offer_discards(&mut self) -> Option<Pending> {
        let mut offer = Offer::EMPTY;
        self.take_discards(ChanceEvent::Offered, MAP_OFFER, |card| offer.push(card));
        (!offer.is_empty()).then_some(Pending::Map { offer })
    }

    /// Takes `wanted` cards at random from the discard pile, or all if there are fewer.
    fn take_discards(&mut self, event: ChanceEvent, wanted: usize, mut take: impl FnMut(Card)) {
        let state = &mut *self.state;
        let among = state.discards.len();
        let taken = wanted.min(among);
        if taken == 0 {
            return;
        }
        let selection = match among {
            1 => super::Selection::front(1),
            _ => self.chance.some(event, taken, among),
        };
        for &position in selection.as_slice() {
            let card = state.discards[usize::from(position)];
            state.discard_set = state.discard_set.without(card);
            take(card);
        }
        state.discards.remove_positions(selection.bits());
    }

    fn bust(&mut self, busting: Card) {
        self.discard(busting);
        let area = self.state.area;
        let protected = self.state.protected().len();
        let (banked, lost) = area.split_at(protected);
        banked.iter().for_each(|&card| self.bank(card));
        lost.iter().for_each(|&card| self.discard(card));
        let bonus = match self.state.rules.variant.bonus {
            BonusRule::WheneverBanked => self.take_bonus(banked),
            BonusRule::NotOnBust => None,
        };
        self.end_turn(TurnEnd::Busted, bonus);
    }

    fn bank_area(&mut self) {
        let area = self.state.area;
        area.iter().for_each(|&card| self.bank(card));
        let bonus = self.take_bonus(&area);
        self.end_turn(TurnEnd::Banked, bonus);
    }

    #[inline]
    fn bank(&mut self, card: Card) {
        self.state.banks[self.state.player.index()].push(card);
    }

    /// Takes as many discards as cards were banked, if chest and key are among these.
    fn take_bonus(&mut self, banked: &[Card]) -> Option<Area> {
        let applies = |suit: Suit| {
            let on = self.state.rules.effects.contains(suit);
            on && banked.iter().any(|card| card.suit() == suit)
        };
        if !applies(Suit::Chest) || !applies(Suit::Key) {
            return None;
        }
        let mut bonus = Area::EMPTY;
        self.take_discards(ChanceEvent::Bonus, banked.len(), |card| bonus.push(card));
        bonus.iter().for_each(|&card| self.bank(card));
        Some(bonus)
    }

    fn end_turn(&mut self, turn: TurnEnd, bonus: Option<Area>) {
        self.state.area.clear();
        self.state.area_suits = SuitSet::EMPTY;
        self.state.pending = None;
        let delta = self.state.turn_start.delta(&self.state.as_turn_start());
        self.emit(Event::TurnEnded { successful: turn == TurnEnd::Banked, delta, bonus });
        self.state.counters.between_turns = true;
        self.state.player = self.state.player.opponent();
        self.step.turn = Some(turn);
    }

    /// Ends the turn and the match if the last card is gone and nothing is to be answered.
    pub(super) fn end_if_pile_is_empty(&mut self) {
        if !self.state.draw_pile.is_empty() || self.state.pending.is_some() {
            return;
        }
        if self.step.turn.is_none() {
            self.bank_area();
        }
        self.end_match(Ending::PileEmpty, None);
    }

    fn end_match(&mut self, ending: Ending, verdict: Option<Verdict>) {
        let scores = self.state.scores();
        let end = MatchEnd { ending, verdict: verdict.unwrap_or(Verdict::of(scores)), scores };
        self.state.counters.between_turns = false;
        self.state.end = Some(end);
        self.step.end = Some(end);
        self.events.event(None, Event::MatchEnded(end));
    }

    /// Answers the effects for a player who is late, and banks the area.
    fn end_late_turn(&mut self) {
        self.answer_pending();
        if self.step.turn.is_none() {
            self.bank_area();
        }
        if self.step.end.is_some() {
            return;
        }
        self.end_if_pile_is_empty();
        if self.step.end.is_none() && self.state.counters.timeouts >= TIMEOUT_LIMIT {
            self.end_match(Ending::TooManyTimeouts, None);
        }
    }

    /// Gives the automatic answers until nothing is pending or the turn is over.
    pub(super) fn answer_pending(&mut self) {
        while let Some(answer) = self.state.automatic_answer() {
            self.act(answer);
            self.end_if_pile_is_empty();
        }
    }
}

/// A kraken that is owed `owed` draws; none if that is 0.
#[inline]
fn kraken(owed: u8) -> Option<Pending> {
    (owed > 0).then_some(Pending::Kraken { owed })
}
