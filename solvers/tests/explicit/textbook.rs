//! Counterfactual regret minimization as in the papers, compared with the engine iterate by iterate.

use std::collections::HashMap;

use cardsharp_solvers::cfr::{Averaging, Cfr, Discount, Preset, Regrets, Schedule, Updates};
use cardsharp_solvers::game::{Game, InfosetKey, Player, Turn};
use cardsharp_solvers::strategy::Strategy;
use cardsharp_solvers::tree::{Tree, TreeStrategy};

use super::forest::{self, Payoffs};

#[derive(Clone)]
pub struct Cell {
    pub strategy: Vec<f64>,
    pub regrets: Vec<f64>,
    /// The regrets of this iteration.
    gains: Vec<f64>,
    pub sums: Vec<f64>,
    own_reach: f64,
    /// The moving average of the greatest absolute gain.
    average: f64,
}

pub struct Textbook<'g, G> {
    game: &'g G,
    preset: Preset,
    planned: u64,
    pub iterations: u64,
    pub cells: HashMap<InfosetKey, (Player, Cell)>,
}

impl Cell {
    pub fn fresh(actions: usize) -> Cell {
        Cell {
            strategy: vec![1.0 / actions as f64; actions],
            regrets: vec![0.0; actions],
            gains: vec![0.0; actions],
            sums: vec![0.0; actions],
            own_reach: 0.0,
            average: 0.0,
        }
    }

    /// The volatility after the gains of iteration `t`.
    fn sense(&mut self, preset: &Preset, t: f64) -> f64 {
        let largest = self.gains.iter().fold(0.0_f64, |most, gain| most.max(gain.abs()));
        let Some(volatility) = preset.regrets.volatility else {
            return 0.0;
        };
        self.average = match t {
            1.0 => largest,
            _ => volatility.latest * largest + (1.0 - volatility.latest) * self.average,
        };
        (self.average / volatility.scale).min(1.0)
    }
}

fn sign_discount(regrets: &Regrets, regret: f64) -> Discount {
    if regret > 0.0 { regrets.positive } else { regrets.negative }
}

/// Regret matching.
pub fn matched(regrets: &[f64]) -> Vec<f64> {
    let sum: f64 = regrets.iter().map(|regret| regret.max(0.0)).sum();
    let share = |regret: &f64| {
        if sum > 0.0 { regret.max(0.0) / sum } else { 1.0 / regrets.len() as f64 }
    };
    regrets.iter().map(share).collect()
}

impl<'g, G: Game> Textbook<'g, G> {
    pub fn new(game: &'g G, preset: Preset, planned: u64) -> Textbook<'g, G> {
        Textbook { game, preset, planned, iterations: 0, cells: HashMap::new() }
    }
}

impl<G: Game> Textbook<'_, G> {
    pub fn iterate(&mut self) {
        self.iterations += 1;
        self.take_turns();
    }

    fn take_turns(&mut self) {
        let players = 0..self.game.players() as u8;
        match self.preset.updates {
            Updates::Alternating => players.for_each(|player| {
                self.walk(&self.game.root(), Player::new(player), 1.0, 1.0);
                self.update(Player::new(player));
            }),
            Updates::Simultaneous => {
                for player in players.clone() {
                    self.walk(&self.game.root(), Player::new(player), 1.0, 1.0);
                }
                players.for_each(|player| self.update(Player::new(player)));
            }
        }
    }

    /// The value of `state` to `player`. The reach of the player is `own`, that of the others is `others`.
    fn walk(&mut self, state: &G::State, player: Player, own: f64, others: f64) -> f64 {
        match self.game.turn(state) {
            Turn::Terminal => self.game.utility(state, player),
            Turn::Chance { outcomes } => (0..outcomes)
                .map(|index| {
                    let chance = self.game.chance_probability(state, index);
                    let child = self.game.child(state, index);
                    chance * self.walk(&child, player, own, others * chance)
                })
                .sum(),
            Turn::Decision { player: mover, actions } => {
                let key = self.game.infoset(state);
                let fresh = || (mover, Cell::fresh(actions));
                let cell = self.cells.entry(key).or_insert_with(fresh);
                let strategy = cell.1.strategy.clone();
                let mut values = vec![0.0; actions];
                for (action, &share) in strategy.iter().enumerate() {
                    let child = self.game.child(state, action);
                    values[action] = if mover == player {
                        self.walk(&child, player, own * share, others)
                    } else {
                        self.walk(&child, player, own, others * share)
                    };
                }
                let mean: f64 = values.iter().zip(&strategy).map(|(v, share)| v * share).sum();
                if mover == player {
                    let cell = &mut self.cells.get_mut(&key).unwrap().1;
                    cell.own_reach = own;
                    for (gain, value) in cell.gains.iter_mut().zip(values) {
                        *gain += others * (value - mean);
                    }
                }
                mean
            }
        }
    }

    fn update(&mut self, player: Player) {
        let (preset, t, planned) = (self.preset, self.iterations as f64, self.planned);
        let at = |schedule: Schedule, t: f64| schedule.at(t as u64, planned);
        let share_kept = |exponent: f64, t: f64| t.powf(exponent) / (t.powf(exponent) + 1.0);
        for (owner, cell) in self.cells.values_mut() {
            if *owner != player {
                continue;
            }
            let volatility = cell.sense(&preset, t);
            let lowered = preset.regrets.volatility.map_or(0.0, |of| of.sensitivity * volatility);
            let kept = |regret: f64, t: f64| match sign_discount(&preset.regrets, regret) {
                Discount::Kept => 1.0,
                Discount::Dropped => 0.0,
                Discount::Exponent(exponent) => share_kept(at(exponent, t) - lowered, t),
            };
            let before = t - 1.0;
            for action in 0..cell.regrets.len() {
                let old = cell.regrets[action];
                let old = match t {
                    1.0 => old,
                    _ => old * kept(old, before + preset.regrets.lead as f64),
                };
                if cell.gains[action] > 0.0 {
                    cell.gains[action] *= preset.regrets.boost;
                }
                cell.regrets[action] = (old + cell.gains[action]).max(preset.regrets.floor);
                if let Some(exponent) = preset.averaging.exponent() {
                    let kept = match t {
                        1.0 => 0.0,
                        _ => (before / t).powf(at(exponent, t)),
                    };
                    let used = cell.own_reach * cell.strategy[action];
                    let counts = self.iterations > preset.averaging.skipped();
                    cell.sums[action] = cell.sums[action] * kept + if counts { used } else { 0.0 };
                }
            }
            let weight = at(preset.prediction, t) * (1.0 - lowered);
            let cells = cell.regrets.iter().zip(&cell.gains);
            let next: Vec<f64> = cells
                .map(|(&regret, gain)| {
                    let predicted = match weight {
                        0.0 => regret,
                        _ => regret * kept(regret, t) + weight * gain,
                    };
                    predicted.max(0.0).powf(preset.power)
                })
                .collect();
            cell.strategy = matched(&next);
            cell.gains.fill(0.0);
        }
    }
}

/// Every decision of the game.
pub fn decisions<G: Game>(game: &G) -> Vec<G::State> {
    let mut found = Vec::new();
    let mut open = vec![game.root()];
    while let Some(state) = open.pop() {
        let children = match game.turn(&state) {
            Turn::Terminal => 0,
            Turn::Chance { outcomes } => outcomes,
            Turn::Decision { actions, .. } => actions,
        };
        open.extend((0..children).map(|index| game.child(&state, index)));
        if matches!(game.turn(&state), Turn::Decision { .. }) {
            found.push(state);
        }
    }
    found
}

fn assert_same_iterates<G: Game>(game: &G, preset: Preset, iterations: u64, what: &str) {
    let tree = Tree::compile(game).unwrap();
    let mut engine = Cfr::new(&tree, preset).planned(iterations);
    let mut textbook = Textbook::new(game, preset, iterations);
    let decisions = decisions(game);
    for _ in 0..iterations {
        engine.advance(1);
        textbook.iterate();
        assert_same(&engine, &textbook, &decisions, what);
    }
}

/// Asserts that both have the same strategy for the next iteration, and the same average.
pub fn assert_same<G: Game>(engine: &Cfr<'_>, textbook: &Textbook<'_, G>, decisions: &[G::State], what: &str) {
    let (game, name, iteration) = (textbook.game, textbook.preset.name, textbook.iterations);
    let current = TreeStrategy::new(engine.tree(), engine.current());
    let average = TreeStrategy::new(engine.tree(), engine.plan());
    for state in decisions {
        let cell = &textbook.cells[&game.infoset(state)].1;
        let mut found = vec![0.0; cell.strategy.len()];
        // The plan of the current strategy defines no behaviour at decisions that it does not reach.
        current.probabilities(game, state, &mut found);
        let reached = own_reach(textbook, state) > 0.0;
        let near = |one: f64, other: f64| (one - other).abs() < 1e-7;
        assert!(
            !reached || found.iter().zip(&cell.strategy).all(|(a, b)| near(*a, *b)),
            "{what} {name} iteration {iteration}: {found:?} and {:?}",
            cell.strategy
        );
        average.probabilities(game, state, &mut found);
        let sum: f64 = cell.sums.iter().sum();
        assert!(
            sum == 0.0 || found.iter().zip(&cell.sums).all(|(a, b)| near(*a, b / sum)),
            "{what} {name} average of {iteration}: {found:?} and {:?}",
            cell.sums
        );
    }
}

/// The reach of the decision by its player's strategy of the next iteration.
fn own_reach<G: Game>(textbook: &Textbook<'_, G>, target: &G::State) -> f64 {
    let game = textbook.game;
    let key = game.infoset(target);
    let owner = textbook.cells[&key].0;
    let mut open = vec![(game.root(), 1.0)];
    while let Some((state, reach)) = open.pop() {
        match game.turn(&state) {
            Turn::Terminal => {}
            Turn::Chance { outcomes } => {
                open.extend((0..outcomes).map(|index| (game.child(&state, index), reach)));
            }
            Turn::Decision { player, actions } => {
                if game.infoset(&state) == key {
                    return reach;
                }
                let strategy = &textbook.cells[&game.infoset(&state)].1.strategy;
                open.extend((0..actions).map(|action| {
                    let share = if player == owner { strategy[action] } else { 1.0 };
                    (game.child(&state, action), reach * share)
                }));
            }
        }
    }
    0.0
}

/// Slow: every preset on random games, beside the textbook.
#[test]
fn every_preset_takes_the_steps_that_the_papers_write_down() {
    let mut compared = 0;
    for seed in 0..60 {
        let players = 1 + seed as usize % 3;
        let game = forest::grown(seed, players, 5, Payoffs::Tame);
        compared += decisions(&game).len();
        let exponent = Schedule::Constant(2.0);
        let delayed = Preset { averaging: Averaging::Delayed { exponent, skipped: 5 }, ..Preset::VAD_CFR };
        for &preset in Preset::ALL.iter().chain([&delayed]) {
            assert_same_iterates(&game, preset, 12, &format!("seed {seed}"));
        }
    }
    assert!(compared > 1000, "{compared}");
}

#[test]
fn the_last_iterate_is_what_it_says() {
    let preset = Preset { averaging: Averaging::LastIterate, ..Preset::CFR_PLUS };
    let game = forest::grown(3, 2, 5, Payoffs::Tame);
    let tree = Tree::compile(&game).unwrap();
    let mut engine = Cfr::new(&tree, preset);
    engine.advance(9);
    assert_eq!(engine.plan(), engine.current());
}
