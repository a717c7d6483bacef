//! Search: expectimax over the remaining cards, with the learnt value at its horizon.

use std::time::{Duration, Instant};

use cardsharp_solvers::game::Player;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::network::Network;
use super::static_evaluation::{self, Ranked, dice_of, draws_unseen};
use cardsharp_dead_mans_draw_game::rules::{Action, Actions, AllOutcomes, Chance, ChanceEvent, Dice, Selection, State};

/// The most ways that a search of one card ahead follows from each choice: the cards that may come,
/// times the ways through choices and chance before them. A chosen card may have an effect itself,
/// which chooses another. All such chains, times all offers of a map, would cost more than a card
/// further ahead. Small decks have fewer ways, so their search is exact.
const WAYS: usize = 800;
/// The most samples of a chance event besides the drawn card (the cards of chest and key, the offer
/// of a map), where its outcomes cannot be enumerated.
const SAMPLES: usize = 8;
/// The number of evaluations between two readings of the clock.
const CLOCK_EVERY: u64 = 16;

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The most unseen cards ahead.
    pub depth: u32,
    /// The most evaluations for a decision. The same position then has the same answer on every machine, however busy.
    pub evaluations: Option<u64>,
    /// The time for a decision. Without this and `evaluations` the search goes to `depth`, however long it takes.
    pub time: Option<Duration>,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchResult {
    /// The best action.
    pub action: Action,
    /// The probability to win with this action.
    pub value: f32,
    /// The number of unseen cards ahead that were searched.
    pub depth: u32,
    /// The number of evaluations: of positions by the network, and of ends of the match.
    pub evaluations: u64,
}

/// A search in progress: one card ahead, then two, and so on, within the limits. It looks at
/// every card of the pile that may come, and searches turns of the opponent like those of the
/// player. Neither player has private information, so nothing else needs to be considered.
///
/// Without a limit of time, the result is a function of [`State::key`].
pub struct Search<'a> {
    network: &'a Network,
    deadline: Option<Instant>,
    most_evaluations: u64,
    evaluations: u64,
    dice: Dice<Xoshiro256PlusPlus>,
}

/// The time or the evaluations of the search are over.
struct OutOfBudget;

/// The rest of a search.
#[derive(Clone, Copy)]
struct Budget {
    /// The number of unseen cards ahead.
    depth: u32,
    /// The number of ways before the next of these cards; at least one.
    breadth: usize,
}

impl Budget {
    fn of(state: &State, depth: u32) -> Budget {
        Budget { depth, breadth: WAYS / state.draw_pile().len().max(1) }
    }

    /// The part of the reach for each of so many ways.
    fn shared(self, ways: usize) -> Budget {
        Budget { breadth: (self.breadth / ways.max(1)).max(1), ..self }
    }
}

impl<'a> Search<'a> {
    /// The best action of the player to move. The match must not be over.
    pub fn decide(network: &'a Network, state: &State, limits: Limits) -> SearchResult {
        let mut search = Search {
            network,
            deadline: limits.time.map(|time| Instant::now() + time),
            most_evaluations: limits.evaluations.unwrap_or(u64::MAX),
            evaluations: 0,
            dice: dice_of(state),
        };
        let (action, value) = static_evaluation::best(network, state, &mut search.dice);
        let mut found = SearchResult { action, value, depth: 0, evaluations: 1 };
        let deepest = limits.depth.min(state.draw_pile().len() as u32);
        for depth in 1..=deepest {
            match search.best_of(state, &state.choices(), Budget::of(state, depth)) {
                Ok((action, value)) => {
                    found = SearchResult { action, value, depth, evaluations: search.evaluations };
                }
                Err(OutOfBudget) => break,
            }
        }
        found
    }

    /// The value of every choice of the player to move, looking `depth` unseen cards ahead.
    pub fn action_values(network: &'a Network, state: &State, depth: u32) -> Vec<(Action, f32)> {
        let mut search =
            Search { network, deadline: None, most_evaluations: u64::MAX, evaluations: 0, dice: dice_of(state) };
        let player = state.to_move().unwrap_or(Player::ZERO);
        let choices = state.choices().into_iter();
        let values = choices.filter_map(|action| {
            let value = search.after(state, action, player, Budget::of(state, depth)).ok()?;
            Some((action, value))
        });
        values.collect()
    }

    /// The best choice among those that are searched: all, or those with the greatest learnt value.
    fn best(&mut self, state: &State, budget: Budget) -> Result<(Action, f32), OutOfBudget> {
        let choices = state.choices();
        if budget.depth == 0 || choices.len() <= budget.breadth {
            return self.best_of(state, &choices, budget.shared(choices.len()));
        }
        let ranked = Ranked::of(self.network, state);
        self.evaluations += choices.len() as u64;
        let liked = ranked.best(budget.breadth).map(|(action, _)| action);
        self.best_of(state, &liked.collect::<Actions>(), budget.shared(budget.breadth))
    }

    fn best_of(&mut self, state: &State, choices: &[Action], budget: Budget) -> Result<(Action, f32), OutOfBudget> {
        let player = state.to_move().unwrap_or(Player::ZERO);
        let mut found = (Action::Draw, f32::NEG_INFINITY);
        for &action in choices {
            let value = self.after(state, action, player, budget)?;
            if value > found.1 {
                found = (action, value);
            }
        }
        Ok(found)
    }

    /// The value of `action` for `player`, who is to move.
    fn after(&mut self, state: &State, action: Action, player: Player, budget: Budget) -> Result<f32, OutOfBudget> {
        if budget.depth == 0 {
            self.tick()?;
            let value = static_evaluation::after(self.network, state, action, player, &mut self.dice);
            return Ok(value);
        }
        if !draws_unseen(state, action) {
            return self.chance_mean(state, action, None, player, budget);
        }
        let pile = state.draw_pile().len();
        let further = Budget::of(state, budget.depth - 1);
        let mut sum = 0.0;
        for card in 0..pile {
            let next = (pile > 1).then_some(card);
            sum += self.chance_mean(state, action, next, player, further)?;
        }
        Ok(sum / pile.max(1) as f32)
    }

    /// The mean over the chance outcomes of `action`, if the pile's next card is that at place `next`.
    fn chance_mean(
        &mut self,
        state: &State,
        action: Action,
        next: Option<usize>,
        player: Player,
        budget: Budget,
    ) -> Result<f32, OutOfBudget> {
        let mut all = AllOutcomes::new();
        let mut sum = 0.0;
        loop {
            let after = outcome(state, action, next, &mut all);
            let probability = all.probability();
            let outcomes = (1.0 / probability).round() as usize;
            if outcomes > budget.breadth {
                return self.sampled_mean(state, action, next, player, budget);
            }
            sum += probability as f32 * self.value(&after, player, budget.shared(outcomes))?;
            if !all.advance() {
                return Ok(sum);
            }
        }
    }

    fn sampled_mean(
        &mut self,
        state: &State,
        action: Action,
        next: Option<usize>,
        player: Player,
        budget: Budget,
    ) -> Result<f32, OutOfBudget> {
        let samples = budget.breadth.min(SAMPLES);
        let mut sum = 0.0;
        for _ in 0..samples {
            let after = outcome(state, action, next, &mut self.dice);
            sum += self.value(&after, player, budget.shared(samples))?;
        }
        Ok(sum / samples as f32)
    }

    /// The value of a position for `player`, who need not be to move.
    fn value(&mut self, state: &State, player: Player, budget: Budget) -> Result<f32, OutOfBudget> {
        match state.to_move() {
            None => {
                self.tick()?;
                Ok(static_evaluation::outcome(state, player))
            }
            Some(mover) if mover == player => Ok(self.best(state, budget)?.1),
            Some(_) => Ok(1.0 - self.best(state, budget)?.1),
        }
    }

    fn tick(&mut self) -> Result<(), OutOfBudget> {
        if self.evaluations >= self.most_evaluations {
            return Err(OutOfBudget);
        }
        self.evaluations += 1;
        let look = self.evaluations.is_multiple_of(CLOCK_EVERY);
        match self.deadline {
            Some(deadline) if look && Instant::now() >= deadline => Err(OutOfBudget),
            _ => Ok(()),
        }
    }
}

/// A state after `action`, which must be one of its choices.
fn outcome<C: Chance>(state: &State, action: Action, next: Option<usize>, rest: &mut C) -> State {
    let mut after = *state;
    let _ = after.apply(action, &mut FixedNextCard { next, rest }, &mut ());
    after
}

/// Chance that draws a given card next, and leaves the other events to `rest`.
struct FixedNextCard<'a, C> {
    next: Option<usize>,
    rest: &'a mut C,
}

impl<C: Chance> Chance for FixedNextCard<'_, C> {
    fn one(&mut self, event: ChanceEvent, among: usize) -> usize {
        match (event, self.next) {
            (ChanceEvent::NextCard, Some(_)) => self.next.take().unwrap_or(0),
            _ => self.rest.one(event, among),
        }
    }

    fn some(&mut self, event: ChanceEvent, taken: usize, among: usize) -> Selection {
        self.rest.some(event, taken, among)
    }
}
