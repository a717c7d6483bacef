//! One turn as a game.

use std::sync::Arc;

use cardsharp_solvers::game::{Game, InfosetKey, Player, Turn};
use cardsharp_solvers::sampled::{Abstraction, Numbering, RowKey};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Seen, TurnInfosets};
use crate::contest::derive_seed;
use crate::contests::dead_mans_draw::rules::{Action, Dice, NoRandom, Rules, State};
use crate::contests::dead_mans_draw::value::{Network, best, explored, value};

/// One turn, which begins in one of many positions. It ends when the other player has to draw, and
/// then has the learnt value, shifted to lie between -1/2 and 1/2. The actions are only the
/// candidates of the information sets.
pub struct TurnGame<'a> {
    positions: Vec<State>,
    network: Arc<Network>,
    infosets: &'a dyn TurnInfosets,
}

/// A state of a turn.
#[derive(Clone, Debug)]
pub struct Moment {
    state: State,
    player: Player,
    at: Point,
}

#[derive(Clone, Debug)]
enum Point {
    /// Chance draws the position.
    Start,
    /// The player chooses.
    Choice(Seen),
    /// Chance draws the outcome of this action.
    Lot(Action),
    /// The turn is over.
    Over,
}

impl Moment {
    /// The position.
    pub fn state(&self) -> &State {
        &self.state
    }
}

/// The number of seeds for the generator that draws the outcome of an action. Sets of discards have
/// too many outcomes to be listed.
const LOTS: usize = 1 << 31;

impl<'a> TurnGame<'a> {
    /// The turns that begin in `positions`; none if there are no positions.
    pub fn new(
        positions: Vec<State>,
        network: Arc<Network>,
        infosets: &'a dyn TurnInfosets,
    ) -> Option<TurnGame<'a>> {
        let some = !positions.is_empty();
        some.then_some(TurnGame {
            positions,
            network,
            infosets,
        })
    }

    fn start(&self, state: State) -> Moment {
        let player = state.to_move().unwrap_or(Player::ZERO);
        self.moment(state, player)
    }

    /// The state of a turn of `player` in this position.
    fn moment(&self, state: State, player: Player) -> Moment {
        let at = match state.to_move() == Some(player) {
            true => Point::Choice(self.infosets.seen(&state)),
            false => Point::Over,
        };
        Moment { state, player, at }
    }

    fn drawn(&self, moment: &Moment, action: Action, rng: impl Rng) -> Moment {
        let mut next = moment.state;
        // The action is one of the state's own choices.
        let _ = next.apply(action, &mut Dice(rng), &mut ());
        self.moment(next, moment.player)
    }
}

impl Game for TurnGame<'_> {
    type State = Moment;

    fn root(&self) -> Moment {
        Moment {
            at: Point::Start,
            ..self.start(self.positions[0])
        }
    }

    fn turn(&self, moment: &Moment) -> Turn {
        match &moment.at {
            Point::Start => Turn::Chance {
                outcomes: self.positions.len(),
            },
            Point::Lot(_) => Turn::Chance { outcomes: LOTS },
            Point::Choice(seen) => Turn::Decision {
                player: moment.player,
                actions: seen.candidates.len(),
            },
            Point::Over => Turn::Terminal,
        }
    }

    fn child(&self, moment: &Moment, index: usize) -> Moment {
        match &moment.at {
            Point::Start => self.start(self.positions[index]),
            Point::Choice(seen) => Moment {
                at: Point::Lot(seen.candidates[index]),
                ..*moment
            },
            Point::Lot(action) => {
                let rng = Xoshiro256PlusPlus::seed_from_u64(index as u64);
                self.drawn(moment, *action, rng)
            }
            Point::Over => moment.clone(),
        }
    }

    fn chance_probability(&self, moment: &Moment, _: usize) -> f64 {
        match moment.at {
            Point::Lot(_) => 1.0 / LOTS as f64,
            _ => 1.0 / self.positions.len() as f64,
        }
    }

    fn utility(&self, moment: &Moment, player: Player) -> f64 {
        // No chance event comes before the other player draws.
        f64::from(value(&self.network, &moment.state, player, &mut NoRandom)) - 0.5
    }

    fn utility_bounds(&self) -> (f64, f64) {
        (-0.5, 0.5)
    }

    fn infoset(&self, moment: &Moment) -> InfosetKey {
        InfosetKey(self.infosets.seen(&moment.state).row.0)
    }

    fn sample_chance(&self, moment: &Moment, rng: &mut impl Rng) -> Moment {
        match moment.at {
            Point::Start => self.start(self.positions[rng.random_range(0..self.positions.len())]),
            Point::Lot(action) => self.drawn(moment, action, rng),
            _ => moment.clone(),
        }
    }
}

/// The rows of the game's own information sets.
impl Abstraction<TurnGame<'_>> for dyn TurnInfosets {
    fn numbering(&self) -> Numbering {
        TurnInfosets::numbering(self)
    }

    fn row(&self, _: &TurnGame<'_>, moment: &Moment) -> RowKey {
        match &moment.at {
            Point::Choice(seen) => seen.row,
            _ => self.seen(&moment.state).row,
        }
    }
}

/// At least `count` positions in which turns begin. They come from matches in which both players
/// play by the learnt value, and now and then take another action.
pub fn positions_of_play(rules: &Rules, network: &Network, count: usize, seed: u64) -> Vec<State> {
    let mut positions = Vec::with_capacity(count);
    for number in 0.. {
        let mut dice = Dice(Xoshiro256PlusPlus::seed_from_u64(derive_seed(seed, number)));
        let mut state = State::new(rules, &mut dice);
        let mut last = None;
        while let Some(player) = state.to_move() {
            if last != Some(player) {
                positions.push(state);
                last = Some(player);
            }
            let (best, _) = best(network, &state, &mut dice);
            let chosen = explored(&state, best, &mut dice);
            let _ = state.apply(chosen, &mut dice, &mut ());
        }
        if positions.len() >= count {
            break;
        }
    }
    positions
}
