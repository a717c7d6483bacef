//! Iterations, averages, measuring.

use thiserror::Error;

use super::outline::Outline;
use super::own::{BestResponder, Follower, Learner};
use super::walk::{Tapes, Walk};
use super::{Other, Own, RangeGame, RangeTurn, Reaches, Shape, Tape};
use crate::best_response::Exploitability;
use crate::cfr::{Clock, Preset, Updates};
use crate::game::Player;

/// Sums are brought back to small numbers when the weights have grown to this: far below what `f32`
/// holds, and far above what rounds off the small ones.
const LARGEST_WEIGHT: f64 = 1e12;

const PLAYERS: [Player; 2] = [Player::ZERO, Player::ONE];

/// How large a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Public states; an endgame counts as one.
    pub public_states: u64,
    /// Pairs of a decision in public and a hand of the player who decides, of each player.
    pub infosets: [u64; 2],
    /// Numbers on both tapes.
    pub cells: u64,
}

impl Size {
    fn told_by(outline: &Outline) -> Size {
        Size {
            public_states: outline.nodes,
            infosets: outline.infosets,
            cells: outline.cells.iter().sum(),
        }
    }

    /// Bytes that a solver with `preset` takes.
    pub fn bytes(&self, preset: &Preset) -> u64 {
        self.cells * bytes_of_a_cell(preset)
    }
}

fn bytes_of_a_cell(preset: &Preset) -> u64 {
    let tapes = 2 + u64::from(preset.predictive) + u64::from(is_simultaneous(preset));
    tapes * size_of::<f32>() as u64
}

/// A game does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("what is learnt would take more than the {allowed} bytes allowed")]
pub struct TooLarge {
    /// Bytes that it may take.
    pub allowed: u64,
}

fn is_simultaneous(preset: &Preset) -> bool {
    preset.updates == Updates::Simultaneous
}

/// What a player has learnt: his tapes.
#[derive(Debug)]
struct Learnt {
    regrets: Vec<f32>,
    /// What the next strategy is made of, with presets that predict.
    hoped: Vec<f32>,
    sums: Vec<f32>,
}

impl Learnt {
    /// What the strategy of the next iteration is made of.
    fn current(&self) -> &[f32] {
        match self.hoped.is_empty() {
            true => &self.regrets,
            false => &self.hoped,
        }
    }
}

/// A solver of a game of ranges, by a preset of the CFR family. One iteration updates both players.
/// Nothing is left out: a preset that prunes does what it would do without.
#[derive(Debug)]
pub struct RangeCfr<'g, G: RangeGame> {
    game: &'g G,
    outline: Outline,
    clock: Clock,
    learnt: [Learnt; 2],
}

impl<'g, G: RangeGame> RangeCfr<'g, G> {
    /// A fresh solver, which walks the public tree once to see how large it is ([`Size::bytes`]).
    /// `planned` is the number of iterations that a preset with schedules takes for the whole;
    /// others do not ask.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if it would take more than `max_memory` bytes, none of which are taken then.
    pub fn new(
        game: &'g G,
        preset: Preset,
        planned: u64,
        max_memory: u64,
    ) -> Result<RangeCfr<'g, G>, TooLarge> {
        let cells = max_memory / bytes_of_a_cell(&preset);
        let outline = Outline::of(game, cells).ok_or(TooLarge {
            allowed: max_memory,
        })?;
        let learnt = outline.cells.map(|cells| {
            let cells = cells as usize;
            Learnt {
                regrets: vec![0.0; cells],
                hoped: vec![0.0; if preset.predictive { cells } else { 0 }],
                sums: vec![0.0; cells],
            }
        });
        Ok(RangeCfr {
            game,
            outline,
            clock: Clock::new(preset, planned, LARGEST_WEIGHT),
            learnt,
        })
    }

    /// The game.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// How large it is.
    pub fn size(&self) -> Size {
        Size::told_by(&self.outline)
    }

    /// Iterations done.
    pub fn iterations(&self) -> u64 {
        self.clock.iterations
    }

    /// Does `count` more, on the threads of the current rayon pool.
    pub fn advance(&mut self, count: u64) {
        (0..count).for_each(|_| self.iterate());
    }

    fn iterate(&mut self) {
        let iteration = self.clock.tick();
        if let Some(weight) = iteration.shrink {
            let factor = (1.0 / weight) as f32;
            for sum in self.learnt.iter_mut().flat_map(|learnt| &mut learnt.sums) {
                *sum *= factor;
            }
        }
        // Where both learn at once the second must not see what the first has just learnt.
        let before = is_simultaneous(&self.clock.preset).then(|| self.learnt[0].current().to_vec());
        for player in PLAYERS {
            let [zero, one] = &mut self.learnt;
            let (learnt, other) = match player {
                Player::ZERO => (zero, one.current()),
                _ => (one, before.as_deref().unwrap_or(zero.current())),
            };
            let tapes = Tapes {
                own: Learner {
                    rule: iteration.rule.single(),
                    weight: iteration.weight as f32,
                    regrets: &mut learnt.regrets,
                    hoped: &mut learnt.hoped,
                    sums: &mut learnt.sums,
                },
                other: Tape(other),
            };
            let game = self.game;
            Walk { game, player }.run(&self.outline, tapes);
        }
    }

    fn walk<O: Own<G>, T: Other<G>>(&self, player: Player, tapes: Tapes<O, T>) -> Vec<f32> {
        let game = self.game;
        Walk { game, player }.run(&self.outline, tapes)
    }

    /// What the preset answers with: the average so far, or the last strategy.
    fn answer(&self, player: Player) -> &[f32] {
        let learnt = &self.learnt[player.index()];
        match self.clock.answers_with_last() {
            true => learnt.current(),
            false => &learnt.sums,
        }
    }

    /// What the game is worth to each of the player's hands by a best response to the answer of the
    /// other, his own weight not counted in.
    pub fn best_response(&self, player: Player) -> Vec<f32> {
        let tapes = Tapes {
            own: BestResponder,
            other: Tape(self.answer(player.opponent())),
        };
        self.walk(player, tapes)
    }

    /// What the game is worth to each of the player's hands if both play what the solver answers
    /// with, his own weight not counted in.
    pub fn values(&self, player: Player) -> Vec<f32> {
        let tapes = Tapes {
            own: Follower(Tape(self.answer(player))),
            other: Tape(self.answer(player.opponent())),
        };
        self.walk(player, tapes)
    }

    /// How far the answer can be exploited: exact but for the rounding of `f32`.
    pub fn exploitability(&self) -> Exploitability {
        let total = |player: Player, of_hands: &[f32]| {
            let mut prior = vec![0.0; of_hands.len()];
            self.game.prior(player, &mut prior);
            let products = prior.iter().zip(of_hands);
            products
                .map(|(&weight, &value)| f64::from(weight) * f64::from(value))
                .sum::<f64>()
        };
        let value = total(Player::ZERO, &self.values(Player::ZERO));
        Exploitability {
            values: vec![value, -value],
            best_responses: PLAYERS
                .map(|player| total(player, &self.best_response(player)))
                .to_vec(),
        }
    }
}

/// What a player does in a public state, whatever he holds.
#[derive(Debug)]
pub struct PublicDecision<'a, G: RangeGame> {
    /// Where.
    pub public: &'a G::Public,
    /// Who.
    pub player: Player,
    /// What there is to choose.
    pub shape: Shape<'a>,
    /// The probability of each cell, in the order of the shape.
    pub strategy: &'a [f32],
}

impl<G: RangeGame> RangeCfr<'_, G> {
    /// Calls `each` with the decisions of the answer, those before others first. Where it returns
    /// `false` nothing below is shown. Endgames are not shown.
    pub fn for_each_decision(&self, each: &mut dyn FnMut(&PublicDecision<'_, G>) -> bool) {
        let mut tapes = PLAYERS.map(|player| self.answer(player));
        self.show(&self.game.root(), &mut tapes, each);
    }

    fn show(
        &self,
        public: &G::Public,
        tapes: &mut [&[f32]; 2],
        each: &mut dyn FnMut(&PublicDecision<'_, G>) -> bool,
    ) {
        let game = self.game;
        let before = *tapes;
        let actions = match game.turn(public) {
            RangeTurn::Terminal => return,
            RangeTurn::Endgame => {
                for (player, tape) in PLAYERS.into_iter().zip(tapes) {
                    *tape = &tape[game.endgame_cells(public, player)..];
                }
                return;
            }
            RangeTurn::Chance { outcomes } => outcomes,
            RangeTurn::Decision { player } => {
                let shape = game.shape(public);
                let tape = &mut tapes[player.index()];
                let (cells, rest) = tape.split_at(shape.cells());
                *tape = rest;
                let mut strategy = vec![0.0; shape.cells()];
                shape.matching(cells, &mut strategy, &mut vec![0.0; shape.hands()]);
                let decision = PublicDecision {
                    public,
                    player,
                    shape,
                    strategy: &strategy,
                };
                if !each(&decision) {
                    let below = Outline::cells_below(game, public);
                    for ((tape, here), count) in tapes.iter_mut().zip(before).zip(below) {
                        *tape = &here[count as usize..];
                    }
                    return;
                }
                shape.actions()
            }
        };
        for action in (0..actions).filter(|&action| game.weight(public, action) != 0.0) {
            self.show(&game.act(public, action), tapes, each);
        }
    }
}

/// What is below `public` worth to each hand of `player`, his own weight not counted in, if he does as
/// `own` and the other as `other` does, and they come there with these ranges? On one thread.
pub fn worth<G: RangeGame, O: Own<G>, T: Other<G>>(
    game: &G,
    public: &G::Public,
    player: Player,
    reaches: Reaches<'_>,
    own: O,
    other: T,
) -> Vec<f32> {
    let mut tapes = Tapes { own, other };
    Walk { game, player }.run_from(public, reaches, None, &mut tapes)
}

impl<G: RangeGame> crate::run::Solver for RangeCfr<'_, G> {
    fn iterations(&self) -> u64 {
        self.iterations()
    }

    /// Every iteration stands for the whole public tree once for each player.
    fn nodes(&self) -> u64 {
        2 * self.iterations() * self.outline.nodes
    }

    fn advance(&mut self, iterations: u64) {
        self.advance(iterations);
    }
}
