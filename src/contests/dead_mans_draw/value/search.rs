//! Looking ahead: expectimax over the cards that are left, with the learnt value at its horizon.

use std::time::{Duration, Instant};

use cardsharp_solvers::game::Player;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::judge::{self, Ranked, dice_of, draws_unseen};
use super::network::Network;
use crate::contests::dead_mans_draw::rules::{
    Action, Actions, AllOutcomes, Chance, Dice, Lot, Selection, State,
};

/// Looking one card ahead goes so many ways at most from each choice: the cards that may come, times the
/// ways through choices and chance before them. A card that is chosen has an effect itself, which chooses
/// another, and all chains of them, times all that a map may offer, would cost more than a card further
/// ahead. Small decks stay below it, and are exact.
const WAYS: usize = 800;
/// What chance decides beside the card that is drawn (what chest and key bring, what a map offers) is
/// drawn so often at most, where it cannot be gone through.
const SAMPLES: usize = 8;
/// So many questions to the network between two looks at the clock.
const CLOCK_EVERY: u64 = 16;

/// When to stop looking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Unseen cards ahead, at most.
    pub depth: u32,
    /// Time for a decision; none looks as far ahead as `depth` says, however long it takes.
    pub time: Option<Duration>,
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// The best action.
    pub action: Action,
    /// The chance to win that it gives.
    pub worth: f32,
    /// How many unseen cards ahead that was looked.
    pub depth: u32,
    /// How often the network was asked, or an end of the match met.
    pub evaluations: u64,
}

/// A search under way: one card ahead, then two, and so on, as long as there is time. Every card of the
/// pile that may come is looked at; a turn of the other player is looked into as one's own is. Nothing
/// is hidden from either player that the other knows, so that this is all there is to reason about.
///
/// Without a time limit the answer is a function of [`State::key`].
pub struct Search<'a> {
    network: &'a Network,
    deadline: Option<Instant>,
    evaluations: u64,
    dice: Dice<Xoshiro256PlusPlus>,
}

/// The time is over.
struct OutOfTime;

/// How far a search still goes.
#[derive(Clone, Copy)]
struct Reach {
    /// Unseen cards ahead.
    depth: u32,
    /// Ways to go before the next of them; at least one.
    breadth: usize,
}

impl Reach {
    fn of(state: &State, depth: u32) -> Reach {
        Reach {
            depth,
            breadth: WAYS / state.draw_pile().len().max(1),
        }
    }

    /// What is left of it for each of so many ways.
    fn shared(self, ways: usize) -> Reach {
        Reach {
            breadth: (self.breadth / ways.max(1)).max(1),
            ..self
        }
    }
}

impl<'a> Search<'a> {
    /// The best action of the player to move. Not to be asked once the match is over.
    pub fn decide(network: &'a Network, state: &State, limits: Limits) -> Found {
        let mut search = Search {
            network,
            deadline: limits.time.map(|time| Instant::now() + time),
            evaluations: 0,
            dice: dice_of(state),
        };
        let (action, worth) = judge::best(network, state, &mut search.dice);
        let mut found = Found {
            action,
            worth,
            depth: 0,
            evaluations: 1,
        };
        let deepest = limits.depth.min(state.draw_pile().len() as u32);
        for depth in 1..=deepest {
            match search.best_of(state, &state.choices(), Reach::of(state, depth)) {
                Ok((action, worth)) => {
                    found = Found {
                        action,
                        worth,
                        depth,
                        evaluations: search.evaluations,
                    };
                }
                Err(OutOfTime) => break,
            }
        }
        found
    }

    /// What every choice of the player to move is worth, looking `depth` unseen cards ahead.
    pub fn weigh(network: &'a Network, state: &State, depth: u32) -> Vec<(Action, f32)> {
        let mut search = Search {
            network,
            deadline: None,
            evaluations: 0,
            dice: dice_of(state),
        };
        let player = state.to_move().unwrap_or(Player::ZERO);
        let choices = state.choices().into_iter();
        let weighed = choices.filter_map(|action| {
            let worth = search
                .after(state, action, player, Reach::of(state, depth))
                .ok()?;
            Some((action, worth))
        });
        weighed.collect()
    }

    /// The best of what is worth looking into: what the learnt value likes most, if not all.
    fn best(&mut self, state: &State, reach: Reach) -> Result<(Action, f32), OutOfTime> {
        let choices = state.choices();
        if reach.depth == 0 || choices.len() <= reach.breadth {
            return self.best_of(state, &choices, reach.shared(choices.len()));
        }
        let ranked = Ranked::of(self.network, state);
        self.evaluations += choices.len() as u64;
        let liked = ranked.best(reach.breadth).map(|(action, _)| action);
        self.best_of(
            state,
            &liked.collect::<Actions>(),
            reach.shared(reach.breadth),
        )
    }

    fn best_of(
        &mut self,
        state: &State,
        choices: &[Action],
        reach: Reach,
    ) -> Result<(Action, f32), OutOfTime> {
        let player = state.to_move().unwrap_or(Player::ZERO);
        let mut found = (Action::Draw, f32::NEG_INFINITY);
        for &action in choices {
            let worth = self.after(state, action, player, reach)?;
            if worth > found.1 {
                found = (action, worth);
            }
        }
        Ok(found)
    }

    /// What `action` is worth to `player`, who has to move.
    fn after(
        &mut self,
        state: &State,
        action: Action,
        player: Player,
        reach: Reach,
    ) -> Result<f32, OutOfTime> {
        if reach.depth == 0 {
            self.tick()?;
            let worth = judge::after(self.network, state, action, player, &mut self.dice);
            return Ok(worth);
        }
        if !draws_unseen(state, action) {
            return self.spread(state, action, None, player, reach);
        }
        let pile = state.draw_pile().len();
        let further = Reach::of(state, reach.depth - 1);
        let mut sum = 0.0;
        for card in 0..pile {
            let next = (pile > 1).then_some(card);
            sum += self.spread(state, action, next, player, further)?;
        }
        Ok(sum / pile.max(1) as f32)
    }

    /// The mean over what chance decides in `action` if the pile's next card is that in place `next`.
    fn spread(
        &mut self,
        state: &State,
        action: Action,
        next: Option<usize>,
        player: Player,
        reach: Reach,
    ) -> Result<f32, OutOfTime> {
        let mut all = AllOutcomes::new();
        let mut sum = 0.0;
        loop {
            let after = outcome(state, action, next, &mut all);
            let probability = all.probability();
            let outcomes = (1.0 / probability).round() as usize;
            if outcomes > reach.breadth {
                return self.sample(state, action, next, player, reach);
            }
            sum += probability as f32 * self.value(&after, player, reach.shared(outcomes))?;
            if !all.advance() {
                return Ok(sum);
            }
        }
    }

    fn sample(
        &mut self,
        state: &State,
        action: Action,
        next: Option<usize>,
        player: Player,
        reach: Reach,
    ) -> Result<f32, OutOfTime> {
        let samples = reach.breadth.min(SAMPLES);
        let mut sum = 0.0;
        for _ in 0..samples {
            let after = outcome(state, action, next, &mut self.dice);
            sum += self.value(&after, player, reach.shared(samples))?;
        }
        Ok(sum / samples as f32)
    }

    /// What a position is worth to `player`, whoever has to move.
    fn value(&mut self, state: &State, player: Player, reach: Reach) -> Result<f32, OutOfTime> {
        match state.to_move() {
            None => {
                self.tick()?;
                Ok(judge::outcome(state, player))
            }
            Some(mover) if mover == player => Ok(self.best(state, reach)?.1),
            Some(_) => Ok(1.0 - self.best(state, reach)?.1),
        }
    }

    fn tick(&mut self) -> Result<(), OutOfTime> {
        self.evaluations += 1;
        let look = self.evaluations.is_multiple_of(CLOCK_EVERY);
        match self.deadline {
            Some(deadline) if look && Instant::now() >= deadline => Err(OutOfTime),
            _ => Ok(()),
        }
    }
}

/// A state after `action`, which is one of its own choices.
fn outcome<C: Chance>(state: &State, action: Action, next: Option<usize>, rest: &mut C) -> State {
    let mut after = *state;
    let _ = after.apply(action, &mut Drawing { next, rest }, &mut ());
    after
}

/// Chance that draws a certain card next, and leaves the rest to another.
struct Drawing<'a, C> {
    next: Option<usize>,
    rest: &'a mut C,
}

impl<C: Chance> Chance for Drawing<'_, C> {
    fn one(&mut self, lot: Lot, among: usize) -> usize {
        match (lot, self.next) {
            (Lot::NextCard, Some(_)) => self.next.take().unwrap_or(0),
            _ => self.rest.one(lot, among),
        }
    }

    fn some(&mut self, lot: Lot, taken: usize, among: usize) -> Selection {
        self.rest.some(lot, taken, among)
    }
}
