//! The iterations of the solver.

use thiserror::Error;

use super::average_strategy::AverageStrategy;
use super::game::{Opponent, RangeGame, Reaches, Traverser};
use super::index::{Cursor, Index};
use super::learner::{Learner, source};
use super::locked_responder::LockedCell;
use super::number::{Noise, Number};
use super::opponent::StoredStrategy;
use super::options::RangeOptions;
use super::outline::Outline;
use super::walk::{Place, Players, Walk};
use super::warm_start::WarmStart;
use crate::cfr::{Clock, Iteration, Preset, Updates, Weights, raised};
use crate::game::Player;
use crate::observers::Observe;
use crate::solution::{Rows, Solution, run_until};
use crate::until::Until;

/// The sums are scaled down once the weights are greater than this. It is far below the range of
/// `f32`, and far above the weights that rounding would lose.
const LARGEST_WEIGHT: f64 = 1e12;

/// The size of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The number of public states; an endgame counts as one.
    pub public_states: u64,
    /// The number of pairs of a public decision and a hand of the player to move, of each player.
    pub infosets: [u64; 2],
    /// The number of cells of both players.
    pub cells: u64,
}

impl Size {
    /// The size of the game below `public`. It walks the public tree once.
    pub fn of<G: RangeGame>(game: &G, public: &G::Public) -> Size {
        let outline = Outline::of(game, public, u64::MAX);
        Size::of_outline(&outline.unwrap_or_default())
    }

    fn of_outline(outline: &Outline) -> Size {
        Size { public_states: outline.nodes, infosets: outline.infosets, cells: outline.cells.iter().sum() }
    }

    /// The size in bytes of the cells of a solver with `preset`.
    pub fn bytes(&self, preset: &Preset) -> u64 {
        self.bytes_of::<f32>(preset)
    }

    /// The size in bytes of the cells of a solver with `preset` that stores numbers of type `N`.
    pub fn bytes_of<N: Number>(&self, preset: &Preset) -> u64 {
        self.cells * bytes_of_a_cell::<N>(preset)
    }
}

/// The size in bytes of a solver's cells, and of the index of one that prunes.
fn bytes_of<N: Number>(outline: &Outline, preset: &Preset, prunes: bool) -> u64 {
    let cells = Size::of_outline(outline).bytes_of::<N>(preset);
    let index = prunes.then(|| Index::bytes_of(outline.inner));
    cells + index.unwrap_or_default()
}

fn bytes_of_a_cell<N: Number>(preset: &Preset) -> u64 {
    let lists = 2 + u64::from(preset.transforms()) + u64::from(is_simultaneous(preset));
    let observed = if preset.regrets.volatility.is_some() { size_of::<f32>() } else { 0 };
    lists * size_of::<N>() as u64 + observed as u64
}

/// The game is too large for the memory allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("what is learned would take more than the {allowed} bytes allowed")]
pub struct TooLarge {
    /// The number of bytes allowed.
    pub allowed: u64,
}

fn is_simultaneous(preset: &Preset) -> bool {
    preset.updates == Updates::Simultaneous
}

/// The stored numbers of a player: one for each cell, in the order of the walk.
#[derive(Debug)]
pub(super) struct PlayerCells<N> {
    pub(super) regrets: Vec<N>,
    /// The numbers that the next strategy is made of, with presets that predict or take a power; empty with others.
    pub(super) predicted: Vec<N>,
    /// The sums of strategies.
    pub(super) sums: Vec<N>,
    /// The moving average of the greatest absolute regret of the cell's hand, with presets that look at it;
    /// empty with others.
    pub(super) volatility: Vec<f32>,
}

impl<N: Number> PlayerCells<N> {
    fn new(cells: u64, preset: &Preset) -> PlayerCells<N> {
        let list = |cells: u64| vec![N::default(); cells as usize];
        PlayerCells {
            regrets: list(cells),
            predicted: list(if preset.transforms() { cells } else { 0 }),
            sums: list(cells),
            volatility: match preset.regrets.volatility {
                Some(_) => vec![0.0; cells as usize],
                None => Vec::new(),
            },
        }
    }

    /// The numbers that the strategy of the next iteration is made of.
    pub(super) fn current(&self) -> &[N] {
        source(&self.regrets, &self.predicted)
    }
}

/// A player's cells, those of the other player, in this order.
fn of_both<N>(cells: &mut [PlayerCells<N>; 2], player: Player) -> (&mut PlayerCells<N>, &mut PlayerCells<N>) {
    let [zero, one] = cells;
    match player {
        Player::ZERO => (zero, one),
        _ => (one, zero),
    }
}

/// Both players of an iteration's walk: the one who learns, and the strategy of the other.
pub(super) struct Sides<'a, N: Number> {
    pub(super) own: Learner<'a, N>,
    pub(super) source: StoredStrategy<'a, N>,
    /// The sums of the other player's strategies.
    pub(super) sums: &'a mut [N],
}

impl<'a, N: Number> Sides<'a, N> {
    /// The player learns; the other one plays `seen`, or else the current strategy.
    pub(super) fn of(
        cells: &'a mut [PlayerCells<N>; 2],
        player: Player,
        iteration: &Iteration,
        seen: Option<&'a [N]>,
        noise: [Noise; 4],
        prunes: bool,
    ) -> Sides<'a, N> {
        let (learned, other) = of_both(cells, player);
        Sides {
            own: Learner {
                rule: iteration.rule.single(),
                weight: iteration.weight as f32,
                regrets: &mut learned.regrets,
                predicted: &mut learned.predicted,
                sums: if prunes { &mut [] } else { &mut learned.sums },
                volatility: &mut learned.volatility,
                noise: [noise[0], noise[1], noise[2]],
            },
            source: StoredStrategy(seen.unwrap_or(source(&other.regrets, &other.predicted))),
            sums: &mut other.sums,
        }
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
        let ranges = Player::BOTH.map(|player| {
            let mut range = vec![0.0; game.hands(&public, player)];
            game.prior(player, &mut range);
            range
        });
        Root { public, ranges }
    }
}

/// A call after a walk: see [`RangeCfr::iterate`].
pub type AfterWalk<'a> = &'a mut dyn FnMut(Player, &[f32]) -> Option<Vec<f32>>;

/// A walk of one player in an iteration. The other player plays the strategy given, or else the current one.
pub(super) type Learn<'a, S, N> = &'a mut dyn FnMut(&mut S, Player, &Iteration, Option<&[N]>) -> Vec<f32>;

/// A CFR solver of a game of ranges. One iteration updates both players. Regrets and strategies are
/// stored as numbers of type `N`.
#[derive(Debug)]
pub struct RangeCfr<'g, G: RangeGame, N: Number = f32> {
    pub(super) game: &'g G,
    pub(super) root: Root<G::Public>,
    pub(super) outline: Outline,
    /// The index for skipping subtrees that the other player reaches with no hand; `None` without pruning.
    pub(super) index: Option<Index>,
    pub(super) clock: Clock,
    pub(super) cells: [PlayerCells<N>; 2],
    /// The locked cells of each player, in their order.
    pub(super) locks: [Vec<LockedCell>; 2],
}

impl<'g, G: RangeGame> RangeCfr<'g, G> {
    /// A new solver of the whole game in single precision, with a preset or [`RangeOptions`]. It walks
    /// the public tree once to compute its size ([`Size::bytes`]).
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if it would take more memory than is allowed, or if it prunes and a player has
    /// 2^32 cells or more. No memory is taken then.
    pub fn new(game: &'g G, options: impl Into<RangeOptions>) -> Result<RangeCfr<'g, G>, TooLarge> {
        RangeCfr::with_options(game, Root::of(game), options)
    }
}

impl<'g, G: RangeGame, N: Number> RangeCfr<'g, G, N> {
    /// A new solver of the subgame at `root`.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] as for [`RangeCfr::new`].
    ///
    /// # Panics
    ///
    /// If the preset has a [`TreeRule`](crate::cfr::TreeRule), which compiled games alone have.
    pub fn with_options(
        game: &'g G,
        root: Root<G::Public>,
        options: impl Into<RangeOptions>,
    ) -> Result<RangeCfr<'g, G, N>, TooLarge> {
        let RangeOptions { preset, planned, prunes, max_memory } = options.into();
        assert!(preset.tree_rule.is_none(), "{} is for compiled games", preset.name);
        let too_large = TooLarge { allowed: max_memory };
        let most = max_memory / bytes_of_a_cell::<N>(&preset);
        let outline = Outline::of(game, &root.public, most).ok_or(too_large)?;
        let counted = |&cells: &u64| u32::try_from(cells).is_ok();
        if prunes && !outline.cells.iter().all(counted) || bytes_of::<N>(&outline, &preset, prunes) > max_memory {
            return Err(too_large);
        }
        let index = prunes.then(|| Index::of(game, &root.public, outline.inner));
        Ok(RangeCfr {
            game,
            root,
            cells: outline.cells.map(|cells| PlayerCells::new(cells, &preset)),
            locks: [Vec::new(), Vec::new()],
            outline,
            index,
            clock: Clock::new(preset, planned, LARGEST_WEIGHT),
        })
    }

    /// The game.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The size of the game.
    pub fn size(&self) -> Size {
        Size::of_outline(&self.outline)
    }

    /// The size in bytes of the cells, and of the index if the solver prunes. A walk needs some vectors
    /// of hands for each thread besides.
    pub fn bytes(&self) -> u64 {
        bytes_of::<N>(&self.outline, &self.clock.preset, self.index.is_some())
    }

    /// The number of iterations done.
    pub fn iterations(&self) -> u64 {
        self.clock.iterations
    }

    /// Iterates until a condition is met, and returns the values and best responses, exact except for
    /// the rounding of `f32`. The solution has no rows: the solver shows its strategy
    /// ([`RangeCfr::for_each_decision`]). Measures and schedules are as in [`Cfr::run`](crate::cfr::Cfr::run).
    pub fn run(&mut self, until: Until<'_>) -> Solution {
        let Ok(solution) = self.run_with(until, &mut ());
        solution
    }

    /// Does the same as [`RangeCfr::run`], and reports to an observer.
    ///
    /// # Errors
    ///
    /// The error of the observer.
    pub fn run_with<O: Observe>(&mut self, until: Until<'_>, observer: &mut O) -> Result<Solution, O::Error> {
        self.clock.plan_for(&until);
        let ended = run_until(self, 2, Self::exploitability, until, observer)?;
        Ok(Solution::ended(ended, Rows::default()))
    }

    /// Does `count` more iterations, on the threads of the current rayon pool.
    pub fn advance(&mut self, count: u64) {
        (0..count).for_each(|_| self.iterate(&mut |_, _| None));
    }

    /// Does one iteration. After each player's walk it calls `after_walk` with the value of the root to each of that
    /// player's hands. If `after_walk` returns a range, it is the player's range at the root from then on.
    pub fn iterate(&mut self, after_walk: AfterWalk<'_>) {
        let learn = &mut |solver: &mut Self, player, iteration: &Iteration, seen: Option<&[N]>| {
            solver.learn(player, iteration, seen)
        };
        self.iterate_by(learn, after_walk);
    }

    /// Does one iteration whose walks are those of `learn`.
    pub(super) fn iterate_by(&mut self, learn: Learn<'_, Self, N>, after_walk: AfterWalk<'_>) {
        let iteration = self.clock.tick();
        if let Some(weight) = iteration.shrink {
            self.shrink((1.0 / weight) as f32);
        }
        // With simultaneous updates the second player must not see what the first has just learned.
        let before = is_simultaneous(&self.clock.preset).then(|| self.cells[0].current().to_vec());
        for player in Player::BOTH {
            let seen = before.as_deref().filter(|_| player == Player::ONE);
            let values = learn(self, player, &iteration, seen);
            self.hold_locks();
            if let Some(range) = after_walk(player, &values) {
                self.root.ranges[player.index()] = range;
            }
        }
    }

    /// Multiplies all sums by `factor`.
    fn shrink(&mut self, factor: f32) {
        for player in Player::BOTH {
            let noise = self.noise(player, Rounded::Shrunk);
            let sums = self.cells[player.index()].sums.iter_mut();
            for (index, sum) in sums.enumerate() {
                *sum = N::store(sum.load() * factor, noise.at(index));
            }
        }
    }

    /// The random bits of the present iteration for the cells of `player`.
    fn noise(&self, player: Player, of: Rounded) -> Noise {
        let kind = 8 * player.index() as u64 + of as u64;
        Noise::new(16 * self.clock.iterations + kind)
    }

    /// Walks for one player in an iteration. The other player plays `seen`, or else the current strategy.
    fn learn(&mut self, player: Player, iteration: &Iteration, seen: Option<&[N]>) -> Vec<f32> {
        let noise = self.learning_noise(player);
        let prunes = self.index.is_some();
        let Sides { own, source, sums } = Sides::of(&mut self.cells, player, iteration, seen, noise, prunes);
        let walk = Walk { game: self.game, player, index: self.index.as_ref() };
        let start = start(&self.root, &self.outline, player);
        if !prunes {
            return walk.run(start, &mut Players { own, other: source });
        }
        let other = AverageStrategy { source, sums, weight: iteration.weight as f32, noise: noise[3] };
        walk.run(start, &mut Players { own, other })
    }

    /// The random bits for the regrets, the predictions and the sums of `player`, and for the sums of the other player.
    pub(super) fn learning_noise(&self, player: Player) -> [Noise; 4] {
        [
            self.noise(player, Rounded::Regrets),
            self.noise(player, Rounded::Predicted),
            self.noise(player, Rounded::Sums),
            self.noise(player.opponent(), Rounded::Sums),
        ]
    }

    /// Discards all that was learned, and begins as if both players had played a given strategy in
    /// `iterations` iterations (0 counts as 1). The regrets are those of that strategy against
    /// itself, and the average is that strategy. `strategy` makes a reader of the strategy.
    ///
    /// This is a special case of N. Brown, T. Sandholm, "Strategy-based warm starting for regret
    /// minimization in games", AAAI 2016, without their substitute values. The better the strategy,
    /// the smaller the regrets. The bounds of CFR continue from them, whatever the strategy is.
    pub fn warm_start<S: Traverser<G> + Opponent<G>>(&mut self, iterations: u64, strategy: impl Fn() -> S) {
        let iterations = iterations.max(1);
        let preset = self.clock.preset;
        let first = Clock::new(preset, Some(self.clock.planned), LARGEST_WEIGHT).tick();
        let weights = Weights::of(&preset, iterations, self.clock.planned);
        for cells in &mut self.cells {
            cells.regrets.fill(N::default());
            cells.sums.fill(N::default());
            cells.volatility.fill(0.0);
        }
        for player in Player::BOTH {
            let kinds = [Rounded::Regrets, Rounded::Predicted, Rounded::Sums];
            let noise = kinds.map(|kind| self.noise(player, kind));
            let average_noise = self.noise(player.opponent(), Rounded::Sums);
            let (learned, other) = of_both(&mut self.cells, player);
            let learner = Learner {
                rule: first.rule.without_extension().single(),
                weight: 1.0,
                regrets: &mut learned.regrets,
                predicted: &mut learned.predicted,
                sums: &mut [],
                volatility: &mut [],
                noise,
            };
            let walk = Walk { game: self.game, player, index: self.index.as_ref() };
            let mut players = Players {
                own: WarmStart { strategy: strategy(), learner },
                other: AverageStrategy {
                    source: strategy(),
                    sums: &mut other.sums,
                    weight: weights.average as f32,
                    noise: average_noise,
                },
            };
            walk.run(start(&self.root, &self.outline, player), &mut players);
        }
        self.scale_regrets(weights.regrets.map(|weight| weight as f32));
        self.hold_locks();
        self.clock.begin_after(iterations);
    }

    /// Multiplies positive regrets by the first number and negative ones by the second.
    fn scale_regrets(&mut self, [positive, negative]: [f32; 2]) {
        let Preset { regrets, power, .. } = self.clock.preset;
        for player in Player::BOTH {
            let noise = self.noise(player, Rounded::Shrunk);
            let cells = &mut self.cells[player.index()];
            for (index, stored) in cells.regrets.iter_mut().enumerate() {
                let regret = stored.load();
                let factor = if regret > 0.0 { positive } else { negative };
                *stored = N::store((regret * factor).max(regrets.floor as f32), noise.at(index));
            }
            for (index, (next, regret)) in cells.predicted.iter_mut().zip(&cells.regrets).enumerate() {
                let raised = raised(f64::from(regret.load()), power) as f32;
                *next = N::store(raised, noise.at(index));
            }
        }
    }

    /// The value of the root to each of the player's hands.
    pub(super) fn walk<O: Traverser<G>, T: Opponent<G>>(&self, player: Player, players: Players<O, T>) -> Vec<f32> {
        self.walk_from(start(&self.root, &self.outline, player), player, players)
    }

    /// The value of a place to each of the player's hands.
    pub(super) fn walk_from<O: Traverser<G>, T: Opponent<G>>(
        &self,
        index: Place<'_, G::Public>,
        player: Player,
        mut players: Players<O, T>,
    ) -> Vec<f32> {
        let walk = Walk { game: self.game, player, index: self.index.as_ref() };
        walk.run(index, &mut players)
    }

    /// The numbers that the preset answers with: the average so far, or the last strategy.
    pub(super) fn answer(&self, player: Player) -> &[N] {
        let cells = &self.cells[player.index()];
        if self.clock.answers_with_last() {
            return cells.current();
        }
        &cells.sums
    }
}

/// The lists of numbers that are rounded by chance, each with random bits of its own.
#[derive(Clone, Copy)]
enum Rounded {
    Regrets,
    Predicted,
    Sums,
    Shrunk,
}

/// The place at which a player's walk begins.
pub(super) fn start<'a, P>(root: &'a Root<P>, outline: &'a Outline, player: Player) -> Place<'a, P> {
    Place {
        public: &root.public,
        reaches: Reaches::of(&root.ranges, player),
        outline: Some(outline),
        cursor: Cursor::default(),
    }
}

impl<G: RangeGame, N: Number> crate::run::Solver for RangeCfr<'_, G, N> {
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
