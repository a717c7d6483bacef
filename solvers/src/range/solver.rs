//! The iterations of the solver.

use thiserror::Error;

use super::averaged::Averaged;
use super::index::{Cursor, Index};
use super::outline::Outline;
use super::own::Learner;
use super::taught::Taught;
use super::walk::{Place, Tapes, Walk};
use super::{Other, Own, RangeGame, Reaches, Tape};
use crate::cfr::{Clock, Iteration, Preset, Updates, Weights};
use crate::game::Player;

/// The sums are scaled down once the weights are greater than this. It is far below the range of
/// `f32`, and far above the weights that rounding would lose.
const LARGEST_WEIGHT: f64 = 1e12;

pub(super) const PLAYERS: [Player; 2] = [Player::ZERO, Player::ONE];

/// The size of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The number of public states; an endgame counts as one.
    pub public_states: u64,
    /// The number of pairs of a public decision and a hand of the player to move, of each player.
    pub infosets: [u64; 2],
    /// The number of cells on both tapes.
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

    /// The size in bytes of a solver with `preset`.
    pub fn bytes(&self, preset: &Preset) -> u64 {
        self.cells * bytes_of_a_cell(preset)
    }
}

fn bytes_of_a_cell(preset: &Preset) -> u64 {
    let tapes = 2 + u64::from(preset.predictive) + u64::from(is_simultaneous(preset));
    tapes * size_of::<f32>() as u64
}

/// The game is too large for the memory allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("what is learnt would take more than the {allowed} bytes allowed")]
pub struct TooLarge {
    /// The number of bytes allowed.
    pub allowed: u64,
}

fn is_simultaneous(preset: &Preset) -> bool {
    preset.updates == Updates::Simultaneous
}

/// The tapes of a player: regrets and sums of strategies.
#[derive(Debug)]
pub(super) struct Learnt {
    regrets: Vec<f32>,
    /// The numbers that the next strategy is made of, with presets that predict; empty with others.
    hoped: Vec<f32>,
    pub(super) sums: Vec<f32>,
}

impl Learnt {
    /// The numbers that the strategy of the next iteration is made of.
    pub(super) fn current(&self) -> &[f32] {
        current(&self.regrets, &self.hoped)
    }
}

fn current<'a>(regrets: &'a [f32], hoped: &'a [f32]) -> &'a [f32] {
    match hoped.is_empty() {
        true => regrets,
        false => hoped,
    }
}

/// The root of a solver: a public state, and both players' ranges there.
#[derive(Clone, Debug)]
pub struct Root<P> {
    /// The public state.
    pub public: P,
    /// The weight of each hand of each player.
    pub ranges: [Vec<f32>; 2],
}

impl<P> Root<P> {
    /// The root of a whole game.
    pub fn of<G: RangeGame<Public = P>>(game: &G) -> Root<P> {
        let public = game.root();
        let ranges = PLAYERS.map(|player| {
            let mut range = vec![0.0; game.hands(&public, player)];
            game.prior(player, &mut range);
            range
        });
        Root { public, ranges }
    }
}

/// A call after a walk: see [`RangeCfr::iterate`].
pub(crate) type Settle<'a> = &'a mut dyn FnMut(Player, &[f32]) -> Option<Vec<f32>>;

/// A CFR solver of a game of ranges. One iteration updates both players. A preset that prunes runs
/// without its pruning.
#[derive(Debug)]
pub struct RangeCfr<'g, G: RangeGame> {
    pub(super) game: &'g G,
    pub(super) root: Root<G::Public>,
    pub(super) outline: Outline,
    /// The index for skipping subtrees that the other player reaches with no hand; `None` without
    /// pruning.
    pub(super) index: Option<Index>,
    pub(super) clock: Clock,
    pub(super) learnt: [Learnt; 2],
}

impl<'g, G: RangeGame> RangeCfr<'g, G> {
    /// A new solver of the whole game. It walks the public tree once to compute its size
    /// ([`Size::bytes`]). `planned` is the iteration at which the schedules of a preset end;
    /// presets without schedules ignore it. The solver prunes nothing.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if it would take more than `max_memory` bytes. No memory is taken then.
    pub fn new(
        game: &'g G,
        preset: Preset,
        planned: u64,
        max_memory: u64,
    ) -> Result<RangeCfr<'g, G>, TooLarge> {
        RangeCfr::fresh(game, Root::of(game), preset, planned, max_memory)
    }

    fn fresh(
        game: &'g G,
        root: Root<G::Public>,
        preset: Preset,
        planned: u64,
        max_memory: u64,
    ) -> Result<RangeCfr<'g, G>, TooLarge> {
        let cells = max_memory / bytes_of_a_cell(&preset);
        let outline = Outline::of(game, &root.public, cells).ok_or(TooLarge {
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
            root,
            outline,
            index: None,
            clock: Clock::new(preset, planned, LARGEST_WEIGHT),
            learnt,
        })
    }

    /// A new solver of the subgame at `root`. In each iteration it passes over every subtree that
    /// the other player reaches with no hand (partial pruning: M. Lanctot, K. Waugh, M. Zinkevich,
    /// M. Bowling, "Monte Carlo sampling for regret minimization in extensive games", NIPS 2009).
    /// All counterfactual values there are 0. Regrets there keep their value, where a preset that
    /// discounts would shrink them. A player's strategies are summed up while the other player
    /// walks, so that no average misses anything.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] as for [`RangeCfr::new`], or if a player has 2^32 cells or more.
    pub fn pruned(
        game: &'g G,
        root: Root<G::Public>,
        preset: Preset,
        planned: u64,
        max_memory: u64,
    ) -> Result<RangeCfr<'g, G>, TooLarge> {
        let mut solver = RangeCfr::fresh(game, root, preset, planned, max_memory)?;
        let too_large = TooLarge {
            allowed: max_memory,
        };
        let counted = |&cells: &u64| u32::try_from(cells).is_ok();
        if !solver.outline.cells.iter().all(counted) {
            return Err(too_large);
        }
        let index = Index::of(game, &solver.root.public);
        if solver.size().bytes(&preset) + index.bytes() > max_memory {
            return Err(too_large);
        }
        solver.index = Some(index);
        Ok(solver)
    }

    /// The game.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The size of the game.
    pub fn size(&self) -> Size {
        Size::told_by(&self.outline)
    }

    /// The number of iterations done.
    pub fn iterations(&self) -> u64 {
        self.clock.iterations
    }

    /// Does `count` more iterations, on the threads of the current rayon pool.
    pub fn advance(&mut self, count: u64) {
        (0..count).for_each(|_| self.iterate(&mut |_, _| None));
    }

    /// Does one iteration. After each player's walk it calls `settle` with the value of the root to
    /// each of that player's hands. If `settle` returns a range, it is the player's range at the
    /// root from then on.
    pub(crate) fn iterate(&mut self, settle: Settle<'_>) {
        let iteration = self.clock.tick();
        if let Some(weight) = iteration.shrink {
            let factor = (1.0 / weight) as f32;
            for sum in self.learnt.iter_mut().flat_map(|learnt| &mut learnt.sums) {
                *sum *= factor;
            }
        }
        // With simultaneous updates the second player must not see what the first has just learnt.
        let before = is_simultaneous(&self.clock.preset).then(|| self.learnt[0].current().to_vec());
        for player in PLAYERS {
            let seen = before.as_deref().filter(|_| player == Player::ONE);
            let values = self.learn(player, &iteration, seen);
            if let Some(range) = settle(player, &values) {
                self.root.ranges[player.index()] = range;
            }
        }
    }

    /// Walks for one player in an iteration. The other player plays `seen`, or else the current
    /// strategy.
    fn learn(&mut self, player: Player, iteration: &Iteration, seen: Option<&[f32]>) -> Vec<f32> {
        let [zero, one] = &mut self.learnt;
        let (learnt, other) = match player {
            Player::ZERO => (zero, one),
            _ => (one, zero),
        };
        let weight = iteration.weight as f32;
        let source = Tape(seen.unwrap_or(current(&other.regrets, &other.hoped)));
        let own = Learner {
            rule: iteration.rule.single(),
            weight,
            regrets: &mut learnt.regrets,
            hoped: &mut learnt.hoped,
            sums: match self.index {
                None => &mut learnt.sums,
                Some(_) => &mut [],
            },
        };
        let walk = Walk {
            game: self.game,
            player,
            index: self.index.as_ref(),
        };
        let start = start(&self.root, &self.outline, player);
        if self.index.is_none() {
            return walk.run(start, &mut Tapes { own, other: source });
        }
        let sums = &mut other.sums;
        let other = Averaged::new(source, sums, weight);
        walk.run(start, &mut Tapes { own, other })
    }

    /// Discards all that was learnt, and begins as if both players had played a given strategy in
    /// `iterations` iterations (0 counts as 1). The regrets are those of that strategy against
    /// itself, and the average is that strategy. `strategy` makes a reader of the strategy.
    ///
    /// This is a special case of N. Brown, T. Sandholm, "Strategy-based warm starting for regret
    /// minimization in games", AAAI 2016, without their substitute values. The better the strategy,
    /// the smaller the regrets. The bounds of CFR continue from them, whatever the strategy is.
    pub fn warm_start<S: Own<G> + Other<G>>(&mut self, iterations: u64, strategy: impl Fn() -> S) {
        let iterations = iterations.max(1);
        let preset = self.clock.preset;
        let first = Clock::new(preset, self.clock.planned, LARGEST_WEIGHT).tick();
        let weights = Weights::of(&preset, iterations, self.clock.planned);
        for learnt in &mut self.learnt {
            learnt.regrets.fill(0.0);
            learnt.sums.fill(0.0);
        }
        for player in PLAYERS {
            let [zero, one] = &mut self.learnt;
            let (learnt, other) = match player {
                Player::ZERO => (zero, one),
                _ => (one, zero),
            };
            let learner = Learner {
                rule: first.rule.single(),
                weight: 1.0,
                regrets: &mut learnt.regrets,
                hoped: &mut learnt.hoped,
                sums: &mut [],
            };
            let walk = Walk {
                game: self.game,
                player,
                index: self.index.as_ref(),
            };
            let average = weights.average as f32;
            let mut tapes = Tapes {
                own: Taught::new(strategy(), learner),
                other: Averaged::new(strategy(), &mut other.sums, average),
            };
            walk.run(start(&self.root, &self.outline, player), &mut tapes);
        }
        let [positive, negative] = weights.regrets.map(|weight| weight as f32);
        for learnt in &mut self.learnt {
            for regret in &mut learnt.regrets {
                *regret *= if *regret > 0.0 { positive } else { negative };
            }
            if !learnt.hoped.is_empty() {
                learnt.hoped.copy_from_slice(&learnt.regrets);
            }
        }
        self.clock.begin_after(iterations);
    }

    /// The value of the root to each of the player's hands.
    pub(super) fn walk<O: Own<G>, T: Other<G>>(
        &self,
        player: Player,
        mut tapes: Tapes<O, T>,
    ) -> Vec<f32> {
        let walk = Walk {
            game: self.game,
            player,
            index: self.index.as_ref(),
        };
        walk.run(start(&self.root, &self.outline, player), &mut tapes)
    }

    /// The tape that the preset answers with: the average so far, or the last strategy.
    pub(super) fn answer(&self, player: Player) -> &[f32] {
        let learnt = &self.learnt[player.index()];
        match self.clock.answers_with_last() {
            true => learnt.current(),
            false => &learnt.sums,
        }
    }
}

/// The place at which a player's walk begins.
fn start<'a, P>(root: &'a Root<P>, outline: &'a Outline, player: Player) -> Place<'a, P> {
    Place {
        public: &root.public,
        reaches: Reaches::of(&root.ranges, player),
        outline: Some(outline),
        cursor: Cursor::default(),
    }
}

impl<G: RangeGame> crate::run::Solver for RangeCfr<'_, G> {
    fn iterations(&self) -> u64 {
        self.iterations()
    }

    /// An iteration counts as the whole public tree once for each player.
    fn nodes(&self) -> u64 {
        2 * self.iterations() * self.outline.nodes
    }

    fn advance(&mut self, iterations: u64) {
        self.advance(iterations);
    }
}
