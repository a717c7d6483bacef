//! Random play: properties that hold for any play.

use cardsharp_dead_mans_draw_game::rules::{
    Action, Autopick, Card, CardSet, Chance, ChanceEvent, Dice, Effect, Ending, Event, NoRandom, Pending, Position,
    RecordedEvent, Rules, Selection, State, Suit, SuitSet, Verdict,
};
use cardsharp_solvers::game::Player;
use proptest::prelude::*;
use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::counts::{as_act, as_match, plain, rules_of, without_mover};
use crate::reference::Match;
use crate::table::line;

/// A match of random requests.
#[derive(Clone, Debug)]
struct Style {
    rules: Rules,
    seed: u64,
    /// The probability that a player is late, and the probability that a player asks for automatic answers.
    sloppiness: f64,
}

fn styles() -> impl Strategy<Value = Style> {
    let few = rules_of(&[Suit::Key, Suit::Chest, Suit::Anchor, Suit::Map], 4);
    let quiet = Rules { effects: SuitSet::FULL.without(Suit::Kraken).without(Suit::Anchor), ..Rules::ARENA };
    let rules =
        prop::sample::select(vec![Rules::ARENA, Rules::ARENA, Rules::DOCUMENT, rules_of(&Suit::ALL, 3), few, quiet]);
    let sloppiness = prop::sample::select(vec![0.0, 0.05]);
    (rules, any::<u64>(), sloppiness).prop_map(|(rules, seed, sloppiness)| Style { rules, seed, sloppiness })
}

/// A request of a player.
#[derive(Clone, Copy, Debug)]
enum Request {
    Act(Action),
    Autopick(Autopick),
    Late,
}

impl Style {
    fn choose(&self, state: &State, rng: &mut ChaCha8Rng) -> Request {
        if rng.random_bool(self.sloppiness) {
            return Request::Late;
        }
        if rng.random_bool(self.sloppiness) {
            return Request::Autopick(Autopick::Draw);
        }
        Request::Act(state.legal_actions().into_iter().choose(rng).unwrap())
    }

    /// Plays a match to its end. `watch` receives the state before a request, the request, its
    /// events and the state after it.
    fn play(
        &self,
        chance: &mut impl Chance,
        mut watch: impl FnMut(&State, Request, &[RecordedEvent], &State) -> Result<(), TestCaseError>,
    ) -> Result<State, TestCaseError> {
        let mut rng = ChaCha8Rng::seed_from_u64(!self.seed);
        let mut state = State::new(&self.rules, chance);
        for _ in 0..2_000 {
            if state.to_move().is_none() {
                return Ok(state);
            }
            let before = state;
            let mut events = Vec::new();
            let request = self.choose(&state, &mut rng);
            match request {
                Request::Act(action) => state.apply(action, chance, &mut events),
                Request::Autopick(wish) => state.apply_autopick(wish, chance, &mut events),
                Request::Late => state.time_out(chance, &mut events),
            }
            .unwrap();
            watch(&before, request, &events, &state)?;
        }
        Err(TestCaseError::fail("the match does not end"))
    }

    fn dice(&self) -> Dice<ChaCha8Rng> {
        Dice(ChaCha8Rng::seed_from_u64(self.seed))
    }
}

/// Every card of the state, once for every place it is in.
fn all_cards(state: &State) -> Vec<Card> {
    let position = Position::of(state);
    let held = position.pending.map_or(CardSet::EMPTY, Pending::held);
    let [zero, one] = position.banks;
    let rows = [zero, one, position.area, position.discards, position.known];
    let mut cards: Vec<Card> = rows.concat();
    cards.extend(position.unseen.iter().chain(held));
    cards.sort();
    cards
}

/// The score by looking at every card of a suit.
fn brute_score(state: &State, player: Player) -> u8 {
    let highest = |suit: Suit| {
        let values = state.bank(player).stack(suit).map(Card::value);
        values.max().unwrap_or(0)
    };
    Suit::ALL.into_iter().map(highest).sum()
}

/// Every action there could be.
fn all_actions() -> Vec<Action> {
    let cards = CardSet::FULL.iter().map(Some).chain([None]);
    let answers = cards.flat_map(|card| Effect::ALL.map(|effect| Action::Respond { effect, card }));
    answers.chain([Action::Draw, Action::EndTurn]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn cards_are_conserved(style in styles()) {
        let deck: Vec<Card> = style.rules.deck.cards().iter().collect();
        style.play(&mut style.dice(), |_, _, _, after| {
            prop_assert_eq!(&all_cards(after), &deck);
            let set: CardSet = after.discards().iter().copied().collect();
            prop_assert_eq!(after.discard_set(), set);
            let suits: SuitSet = after.area().iter().map(|card| card.suit()).collect();
            prop_assert_eq!(after.area_suits(), suits);
            Ok(())
        })?;
    }

    #[test]
    fn scores_and_winners_are_those_of_the_banks(style in styles()) {
        let end = style.play(&mut style.dice(), |_, _, _, after| {
            let scores = [Player::ZERO, Player::ONE].map(|player| brute_score(after, player));
            prop_assert_eq!(after.scores(), scores);
            Ok(())
        })?;
        let over = end.end().unwrap();
        prop_assert_eq!(over.scores, end.scores());
        if over.ending != Ending::Forfeit {
            prop_assert_eq!(over.verdict, Verdict::of(end.scores()));
        }
        if over.ending == Ending::PileEmpty {
            prop_assert!(end.draw_pile().is_empty() && end.area().is_empty());
        }
    }

    #[test]
    fn exactly_the_legal_actions_are_done_and_others_change_nothing(style in styles()) {
        style.play(&mut style.dice(), |before, _, _, _| {
            let legal = before.legal_actions();
            for action in all_actions() {
                let mut after = *before;
                let mut events: Vec<RecordedEvent> = Vec::new();
                let done = after.apply(action, &mut NoRandom, &mut events);
                prop_assert_eq!(done.is_ok(), legal.contains(&action), "{}", action);
                if done.is_err() {
                    prop_assert_eq!((after, events.len()), (*before, 0));
                }
            }
            prop_assert!(before.choices().iter().all(|choice| legal.contains(choice)));
            prop_assert!(!before.choices().is_empty());
            Ok(())
        })?;
    }

    #[test]
    fn norandom_is_always_the_same(style in styles()) {
        let record = || {
            let mut lines = Vec::new();
            let end = style.play(&mut NoRandom, |_, _, events, _| {
                lines.extend(events.iter().map(|recorded| line(&recorded.event)));
                Ok(())
            });
            end.map(|end| (end, lines))
        };
        prop_assert_eq!(record()?, record()?);
    }

    #[test]
    fn an_order_decided_beforehand_changes_nothing_under_norandom(seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut late = State::new(&Rules::ARENA, &mut NoRandom);
        let mut early = late;
        early.decide_order(&mut NoRandom);
        while late.to_move().is_some() {
            let action = late.legal_actions().into_iter().choose(&mut rng).unwrap();
            let mut events = [Vec::<RecordedEvent>::new(), Vec::new()];
            late.apply(action, &mut NoRandom, &mut events[0]).unwrap();
            early.apply(action, &mut NoRandom, &mut events[1]).unwrap();
            prop_assert_eq!(&events[0], &events[1]);
        }
        prop_assert_eq!(late, early);
    }

    #[test]
    fn a_match_goes_on_from_its_position_as_from_itself(style in styles(), stop in 0usize..80) {
        let mut moves = 0;
        let mut middle = None;
        style.play(&mut style.dice(), |before, _, _, _| {
            if moves == stop {
                middle = Some(*before);
            }
            moves += 1;
            Ok(())
        })?;
        let Some(mut state) = middle else {
            return Ok(());
        };
        let mut again = State::at(&style.rules, &Position::of(&state)).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(style.seed);
        let (mut one, mut other) = (style.dice(), style.dice());
        while state.to_move().is_some() {
            prop_assert_eq!(state.key(), again.key());
            let action = state.legal_actions().into_iter().choose(&mut rng).unwrap();
            let step = state.apply(action, &mut one, &mut ()).unwrap();
            prop_assert_eq!(again.apply(action, &mut other, &mut ()).unwrap(), step);
        }
    }

    #[test]
    fn the_events_of_a_turn_add_up(style in styles()) {
        let mut drawn = CardSet::EMPTY;
        style.play(&mut style.dice(), |_, _, events, after| {
            for recorded in events {
                match recorded.event {
                    Event::Draw { card } => drawn = drawn.with(card),
                    Event::TurnEnded { delta, successful, bonus } => {
                        prop_assert_eq!(delta.drawn, drawn);
                        prop_assert!(bonus.is_none_or(|bonus| bonus.len() <= 10));
                        let [zero, one] = delta.banks;
                        let moved = zero.added.union(one.added).union(delta.discards.added);
                        prop_assert!(drawn.minus(moved).is_empty(), "what is drawn lies somewhere");
                        prop_assert!(!successful || delta.discards.added.len() <= 6);
                        drawn = CardSet::EMPTY;
                    }
                    _ => {}
                }
            }
            let ended = |recorded: &&RecordedEvent| matches!(recorded.event, Event::MatchEnded(_));
            let ends = events.iter().filter(ended).count();
            prop_assert_eq!(ends, usize::from(after.end().is_some()));
            Ok(())
        })?;
    }
}

proptest! {
    // The second implementation writes every outcome of a draw out, those of its maps included.
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn the_second_implementation_plays_the_same_matches(seed: u64) {
        let style = Style { rules: Rules::ARENA, seed, sloppiness: 0.0 };
        let mut chance = Seen { dice: style.dice(), few: true };
        let mut theirs: Option<Match> = None;
        let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 77);
        let mut state = State::new(&style.rules, &mut chance);
        while state.to_move().is_some() {
            let position = theirs.take().unwrap_or_else(|| {
                Match::start(&plain(style.rules.deck.cards()), state.to_move().unwrap().index())
            });
            prop_assert_eq!(&as_match(&state), &position);
            let scores = state.scores().map(u32::from);
            prop_assert_eq!(scores, position.scores());
            let choices = state.choices();
            let mut ours: Vec<_> = choices.iter().copied().map(as_act).collect();
            let mut acts = position.acts();
            ours.sort();
            acts.sort();
            prop_assert_eq!(&ours, &acts);
            let action = choices.into_iter().choose(&mut rng).unwrap();
            state.apply(action, &mut chance, &mut ()).unwrap();
            let after = as_match(&state);
            // Thousands of sets take the plain implementation too long to write out.
            if std::mem::replace(&mut chance.few, true) {
                let theirs = position.after(&as_act(action));
                let found = theirs.into_iter().any(|(_, one)| without_mover(one) == after);
                prop_assert!(found, "{} leads to {:?}", action, after);
            }
            theirs = Some(after);
        }
    }
}

/// Dice that note whether the sets they chose among were few.
struct Seen {
    dice: Dice<ChaCha8Rng>,
    few: bool,
}

impl Chance for Seen {
    fn one(&mut self, event: ChanceEvent, among: usize) -> usize {
        self.dice.one(event, among)
    }

    fn some(&mut self, event: ChanceEvent, taken: usize, among: usize) -> Selection {
        self.few &= among <= 14 || taken.min(among - taken) <= 1;
        self.dice.some(event, taken, among)
    }
}

#[test]
fn random_play_comes_upon_everything() {
    let mut effects = std::collections::HashSet::new();
    let mut endings = std::collections::HashSet::new();
    let [mut busts, mut bonuses] = [0, 0];
    for seed in 0..60 {
        let style = Style { rules: Rules::ARENA, seed, sloppiness: f64::from(seed as u32 % 2) * 0.05 };
        let watch = |before: &State, _: Request, events: &[RecordedEvent], _: &State| {
            effects.extend(before.pending().map(Pending::effect));
            for recorded in events {
                if let Event::TurnEnded { successful, bonus, .. } = recorded.event {
                    busts += u32::from(!successful);
                    bonuses += u32::from(bonus.is_some());
                }
            }
            Ok(())
        };
        let end = style.play(&mut style.dice(), watch).unwrap();
        endings.insert(end.end().unwrap().ending);
    }
    assert_eq!(effects.len(), Effect::ALL.len());
    assert_eq!(endings.len(), 2, "{endings:?}");
    assert!(busts > 100 && bonuses > 5, "{busts} {bonuses}");
}
