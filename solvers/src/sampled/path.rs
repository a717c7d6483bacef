//! Traversals along one path ([`Tries::AlongOnePath`](super::Tries)).

use rand::Rng;

use super::Abstraction;
use super::cells::{Pair, load};
use super::external::{MAX_ACTIONS, Matching, Walk};
use crate::game::{Game, Turn};

impl<G: Game, A: Abstraction<G> + ?Sized> Walk<'_, '_, G, A> {
    /// Walks one history, drawn by the other players' strategies, and updates the regrets at every
    /// decision of the traverser on it.
    pub(super) fn follow_path(&mut self, mut state: G::State) {
        let game = self.solver.game;
        loop {
            self.nodes += 1;
            state = match game.turn(&state) {
                Turn::Terminal => return,
                Turn::Chance { .. } => game.sample_chance(&state, &mut self.rng),
                Turn::Decision { actions: 1, .. } => game.child(&state, 0),
                Turn::Decision { player, actions } => {
                    let key = self.solver.abstraction.row(game, &state);
                    let (first, _) = self.solver.rows.locate(key, actions, true);
                    let pairs = first.map(|first| self.solver.rows.cells().pairs(first, actions));
                    match pairs {
                        Some(pairs) if player != self.traverser => game.child(&state, self.sample_one(pairs)),
                        Some(pairs) => {
                            self.play_all_out(&state, pairs);
                            game.child(&state, self.rng.random_range(0..actions))
                        }
                        None => game.child(&state, self.rng.random_range(0..actions)),
                    }
                }
            };
        }
    }

    /// Plays every action out once, and updates the regrets by the results.
    fn play_all_out(&mut self, state: &G::State, pairs: &[Pair]) {
        let matching = Matching::of(pairs);
        let mut values = [0.0; MAX_ACTIONS];
        let values = &mut values[..pairs.len()];
        let mut mean = 0.0;
        for (action, ([regret, _], value)) in pairs.iter().zip(&mut *values).enumerate() {
            *value = self.play_out(self.solver.game.child(state, action));
            mean += matching.share(load(regret)) * *value;
        }
        self.learn(pairs, values, mean);
    }

    /// The utility of the traverser in one history from `state` on, drawn by all players' strategies.
    fn play_out(&mut self, mut state: G::State) -> f32 {
        let game = self.solver.game;
        loop {
            self.nodes += 1;
            state = match game.turn(&state) {
                Turn::Terminal => return game.utility(&state, self.traverser) as f32,
                Turn::Chance { .. } => game.sample_chance(&state, &mut self.rng),
                Turn::Decision { actions: 1, .. } => game.child(&state, 0),
                Turn::Decision { actions, .. } => {
                    let key = self.solver.abstraction.row(game, &state);
                    let (first, _) = self.solver.rows.locate(key, actions, false);
                    let chosen = match first {
                        Some(first) => self.draw(self.solver.rows.cells().pairs(first, actions)),
                        None => self.rng.random_range(0..actions),
                    };
                    game.child(&state, chosen)
                }
            };
        }
    }

    /// Draws an action by the current strategy. The average strategy does not change.
    fn draw(&mut self, pairs: &[Pair]) -> usize {
        let matching = Matching::of(pairs);
        let mut left: f32 = self.rng.random();
        for (action, [regret, _]) in pairs.iter().enumerate() {
            left -= matching.share(load(regret));
            if left < 0.0 {
                return action;
            }
        }
        // Rounding may leave the mark beyond all actions: then the last possible one is drawn.
        let taken = |[regret, _]: &Pair| matching.share(load(regret)) > 0.0;
        pairs.iter().rposition(taken).unwrap_or(0)
    }
}
