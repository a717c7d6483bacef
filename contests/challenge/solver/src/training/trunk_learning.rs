//! The learning of a trunk: its own strategy, and the values of its leaves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::range::{
    CheckpointError, DepthLimited, RangeCfr, RangeGame, RangeOptions, RangeTurn, Root, Spot, TooLarge,
};
use cardsharp_solvers::value_network::{Examples, Fit, Network, Trainer};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use crate::infosets::HandState;
use crate::leaf_values::{
    Corrections, Leaf, LeafAverages, LeafEncoding, LeafSample, LearnedValues, Sums, random_leaf, solve,
};
use crate::policy::LeafNetwork;
use crate::ranges::RangeHand;
use cardsharp_game::derive_seed;

/// The examples of a step of a network.
const BATCH: usize = 256;
/// The largest learning rate of a network.
const RATE: f32 = 3e-3;
/// The times that each example is used in the beginning, and in a round.
const EPOCHS: [usize; 2] = [30, 6];
/// The most steps of a network in a round.
const MAX_STEPS: usize = 1500;
/// The factor by which the beginning, of random play, has more examples than a round.
const FIRST: usize = 8;
/// The factor by which a later level has more examples: its subgames are smaller by more than this.
const LATER: usize = 6;
/// The factor by which a round in which the network stays has more examples: they are all of its work.
const CORRECTING: usize = 2;
/// The variant of CFR of a trunk.
const PRESET: Preset = Preset::DCFR;

/// The sizes of the learning of a trunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TrunkOptions {
    /// The number of tricks of the trunk.
    pub tricks: u8,
    /// The number of later tricks that have a network of their own. With none, the leaves of the
    /// trunk are solved to the end of the hand.
    pub nested: u8,
    /// The number of new examples of each network in a round.
    pub examples: usize,
    /// The number of iterations in which an example is solved.
    pub solved: u64,
    /// The number of rounds in which networks learn, if it is not all of them. In later rounds the trunk's network stays: solved hands
    /// correct it leaf by leaf, and the values of the leaves are averaged.
    pub learning_rounds: Option<u64>,
    /// The number of iterations of the trunk in a round.
    pub iterations: u64,
    /// The number of units of each of the three hidden layers of a network.
    pub units: usize,
    /// The seed of random play and of the networks.
    pub seed: u64,
    /// The most memory of a trunk or of one subgame, in bytes.
    pub max_memory: u64,
}

/// A hand that the player's own strategy brings to a decision with a smaller probability, compared with
/// the likeliest hand of the deal, has no strategy there.
const LEAST_REACH: f32 = 1e-3;

/// A reader of the decisions of a trunk: the public state, and the probability of each cell.
pub(super) type EachDecision<'a> = &'a mut dyn FnMut(&HandState, &[f32]);

/// The trunk as a game.
pub(super) type CutHand<'g> = DepthLimited<'g, RangeHand, LeafSample<LearnedValues>>;

/// The reason why a round is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoRound {
    /// The interrupt flag was set.
    Interrupted,
    /// A subgame takes too much memory.
    TooLarge(TooLarge),
}

impl From<TooLarge> for NoRound {
    fn from(error: TooLarge) -> NoRound {
        NoRound::TooLarge(error)
    }
}

/// The value of each hand of both players.
type HandValues = [Vec<f32>; 2];

/// The values of the leaves after a number of tricks.
#[derive(Clone, Debug)]
pub(super) struct Level {
    pub(super) encoding: LeafEncoding,
    /// The number of new examples in a round.
    size: usize,
    pub(super) examples: Examples,
    pub(super) network: Network,
}

impl Level {
    /// The level after `over` tricks, which has learned nothing.
    fn new(hand: &RangeHand, options: &TrunkOptions, over: u8) -> Level {
        let encoding = LeafEncoding::new(hand, over);
        let (inputs, outputs) = (encoding.inputs(), encoding.outputs());
        let sizes = [inputs, options.units, options.units, options.units, outputs];
        let more = if over > options.tricks { LATER } else { 1 };
        Level {
            encoding,
            size: more * options.examples,
            examples: Examples::new(inputs, outputs),
            network: Network::new(&sizes, derive_seed(options.seed, u64::from(over))),
        }
    }

    fn values(&self) -> LearnedValues {
        LearnedValues { encoding: self.encoding, network: Arc::new(self.network.clone()), to_add: None }
    }

    /// The hand, cut where these values are.
    fn cut<'g>(&self, hand: &'g RangeHand) -> CutHand<'g> {
        DepthLimited { game: hand, leaves: LeafSample::new(self.values(), self.encoding.outputs() / 2) }
    }
}

/// The game of a trunk that has learned nothing.
pub(super) fn cut_hand<'g>(hand: &'g RangeHand, options: &TrunkOptions) -> CutHand<'g> {
    Level::new(hand, options, options.tricks).cut(hand)
}

/// A trunk that learns. A round is some iterations of its solver and, from the leaves of the last of
/// them, new examples and better networks. The solver goes on with the better network where it was.
pub(super) struct TrunkLearning<'g> {
    cut: &'g CutHand<'g>,
    options: TrunkOptions,
    /// By number of tricks, those of the trunk's leaves first.
    pub(super) levels: Vec<Level>,
    pub(super) solver: RangeCfr<'g, CutHand<'g>>,
    /// The errors of the trunk's network since it has stayed the same.
    pub(super) corrections: Corrections,
    /// The error of the trunk's network on the leaves of the last round, before it learned from them.
    pub(super) error: Option<f64>,
    /// The leaves of this round, to learn from. None before its iterations are done.
    pub(super) leaves: Vec<Leaf>,
    pub(super) rounds: u64,
    /// The public states that were walked.
    pub(super) nodes: u64,
}

impl<'g> TrunkLearning<'g> {
    /// A trunk that has learned nothing. `cut` is its [`cut_hand`].
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the trunk would take too much memory.
    pub(super) fn new(cut: &'g CutHand<'g>, options: TrunkOptions) -> Result<TrunkLearning<'g>, TooLarge> {
        let overs = options.tricks..=options.tricks + options.nested;
        let levels: Vec<Level> = overs.map(|over| Level::new(cut.game, &options, over)).collect();
        Ok(TrunkLearning {
            cut,
            corrections: Corrections::new(levels[0].encoding.outputs()),
            levels,
            solver: RangeCfr::with_options(cut, Root::of(cut), solver_options(&options))?,
            options,
            error: None,
            leaves: Vec::new(),
            rounds: 0,
            nodes: 0,
        })
    }

    /// The hand.
    pub(super) fn hand(&self) -> &'g RangeHand {
        self.cut.game
    }

    /// Takes the state of the solver from a checkpoint, and the networks as they are now.
    pub(super) fn resume_solver(&mut self, state: &mut &[u8]) -> Result<(), CheckpointError> {
        let options = solver_options(&self.options);
        self.solver = RangeCfr::resume(self.cut, Root::of(self.cut), options, state)?;
        self.exchange_values();
        Ok(())
    }

    /// The number of rounds in which networks learn, if it is not all of them.
    pub(super) fn learning_rounds(&self) -> Option<u64> {
        self.options.learning_rounds
    }

    /// Takes the number of rounds of a checkpoint, if the options have none.
    pub(super) fn resume_learning_rounds(&mut self, saved: Option<u64>) {
        let own = self.options.learning_rounds;
        self.options.learning_rounds = own.or(saved);
    }

    /// The averages of the values of the leaves.
    pub(super) fn averages(&self) -> &'g LeafAverages {
        &self.cut.leaves.averages
    }

    /// Gives the solver the newest values of its leaves.
    fn exchange_values(&self) {
        let mut values = self.levels[0].values();
        let corrected = !self.corrections.sums().is_empty();
        values.to_add = corrected.then(|| Arc::new(self.corrections.to_add()));
        self.cut.leaves.exchange(values);
    }

    /// The network of the trunk's leaves.
    pub(super) fn network(&self) -> LeafNetwork {
        LeafNetwork { over: self.levels[0].encoding.over(), network: Arc::new(self.levels[0].network.clone()) }
    }

    /// Calls `each` with the decisions of the trunk's average strategy. The cells of a hand that hardly
    /// comes to its decision are 0.
    pub(super) fn show(&self, each: EachDecision<'_>) {
        let root = self.solver.root();
        let reaches = root.ranges.iter().flatten();
        let likeliest = reaches.fold(0.0, |most: f32, &reach| reach.max(most));
        show(&self.solver, &root, LEAST_REACH * likeliest, each);
    }

    /// Does a round, or what is left of it.
    ///
    /// # Errors
    ///
    /// [`NoRound`]. The iterations that were done stay. What was learned in the round is lost then.
    pub(super) fn round(&mut self, interrupt: &AtomicBool) -> Result<(), NoRound> {
        if self.levels[0].examples.is_empty() {
            self.begin(interrupt)?;
        }
        if self.leaves.is_empty() {
            self.iterate(interrupt)?;
        }
        let (new, work) = self.new_examples(&self.leaves, interrupt)?;
        let error = self.levels[0].network.error(&new[0]);
        if self.still_learns() {
            self.learn(new, interrupt)?;
        } else {
            self.correct(&new[0]);
        }
        self.error = Some(error);
        self.nodes += work;
        self.leaves.clear();
        self.rounds += 1;
        Ok(())
    }

    /// True if networks learn in the present round.
    fn still_learns(&self) -> bool {
        let rounds = self.options.learning_rounds;
        rounds.is_none_or(|rounds| self.rounds < rounds)
    }

    /// Learns the errors of the trunk's network from the leaves of the round.
    fn correct(&mut self, new: &Examples) {
        let [inputs, targets, _] = new.parts();
        let Level { encoding, network, .. } = &self.levels[0];
        let mut outputs = vec![0.0; encoding.outputs()];
        let examples = inputs.chunks_exact(encoding.inputs()).zip(targets.chunks_exact(encoding.outputs()));
        for (leaf, (input, targets)) in self.leaves.iter().zip(examples) {
            network.outputs(input, 0..outputs.len(), &mut outputs);
            let errors = targets.iter().zip(&outputs).map(|(value, output)| value - output);
            self.corrections.add(leaf.public.history, errors);
        }
        self.exchange_values();
    }

    /// Learns the values of leaves of random play. A network is needed for the examples of the tricks before it.
    fn begin(&mut self, interrupt: &AtomicBool) -> Result<(), NoRound> {
        let mut learned = Vec::new();
        for number in (0..self.levels.len()).rev() {
            let leaves = self.random_leaves(&self.levels[number]);
            let next: Option<&Level> = learned.last();
            let values = match next {
                None => self.solve_all(self.hand().reduced(), &leaves, interrupt)?,
                Some(level) => self.solve_all(&level.cut(self.hand()), &leaves, interrupt)?,
            };
            let mut level = self.levels[number].clone();
            level.examples = self.examples(&level, &leaves, &values);
            level.network = self.fitted(&level, interrupt)?;
            learned.push(level);
        }
        learned.reverse();
        self.levels = learned;
        self.cut.leaves.exchange(self.levels[0].values());
        Ok(())
    }

    fn random_leaves(&self, level: &Level) -> Vec<Leaf> {
        let over = level.encoding.over();
        let seed = derive_seed(self.options.seed, 0x1000 + u64::from(over));
        let numbers = 0..(FIRST * level.size) as u64;
        let leaves = numbers.into_par_iter().map(|number| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(derive_seed(seed, number));
            random_leaf(self.hand(), over, &mut rng)
        });
        leaves.collect()
    }

    /// Does the iterations of a round. The leaves are those of the last one.
    fn iterate(&mut self, interrupt: &AtomicBool) -> Result<(), NoRound> {
        let last = (self.rounds + 1) * self.options.iterations;
        while self.solver.iterations() < last {
            if interrupt.load(Ordering::Relaxed) {
                return Err(NoRound::Interrupted);
            }
            if self.solver.iterations() + 1 == last {
                let seed = derive_seed(self.options.seed, 0x4000 + self.rounds);
                let more = if self.still_learns() { 1 } else { CORRECTING };
                self.cut.leaves.open(seed, more * self.levels[0].size);
            }
            self.cut.leaves.averages.begin(if self.still_learns() {
                0.0
            } else {
                average_weight(self.solver.iterations() + 1)
            });
            self.solver.advance(1);
            self.nodes += 2 * self.solver.size().public_states;
        }
        self.cut.leaves.averages.begin(0.0);
        self.leaves = self.cut.leaves.close();
        Ok(())
    }

    /// Examples for each level from `leaves` of the trunk, and the number of leaves solved for them
    /// times the iterations. Those of a later level are of leaves on the way.
    fn new_examples(&self, leaves: &[Leaf], interrupt: &AtomicBool) -> Result<(Vec<Examples>, u64), NoRound> {
        let (mut all, mut work) = (Vec::new(), 0);
        let mut leaves = leaves.to_vec();
        for (number, level) in self.levels.iter().enumerate() {
            work += leaves.len() as u64 * self.options.solved;
            let (values, below) = match self.levels.get(number + 1) {
                None => (self.solve_all(self.hand().reduced(), &leaves, interrupt)?, Vec::new()),
                Some(next) => {
                    let cut = next.cut(self.hand());
                    let seed = derive_seed(self.options.seed, 0x3000 + self.rounds);
                    cut.leaves.open(seed, next.size);
                    let values = self.solve_all(&cut, &leaves, interrupt)?;
                    (values, cut.leaves.close())
                }
            };
            all.push(self.examples(level, &leaves, &values));
            leaves = below;
        }
        Ok((all, work))
    }

    fn examples(&self, level: &Level, leaves: &[Leaf], values: &[HandValues]) -> Examples {
        let encoding = level.encoding;
        let mut examples = Examples::new(encoding.inputs(), encoding.outputs());
        for (leaf, values) in leaves.iter().zip(values) {
            let input = encoding.input(self.hand(), leaf);
            let (targets, weights) = encoding.targets(self.hand(), leaf, values, &input);
            examples.add(&input, &targets, &weights);
        }
        examples
    }

    /// Adds examples to the levels, and improves their networks.
    fn learn(&mut self, new: Vec<Examples>, interrupt: &AtomicBool) -> Result<(), NoRound> {
        for (level, new) in self.levels.iter_mut().zip(&new) {
            level.examples.append(new);
        }
        let networks = self.levels.iter().map(|level| self.fitted(level, interrupt));
        let networks: Result<Vec<Network>, NoRound> = networks.collect();
        let networks = networks.inspect_err(|_| {
            for (level, new) in self.levels.iter_mut().zip(&new) {
                let count = level.examples.len() - new.len();
                level.examples.truncate(count);
            }
        })?;
        for (level, network) in self.levels.iter_mut().zip(networks) {
            level.network = network;
        }
        // Both are of the network before.
        let outputs = self.levels[0].encoding.outputs();
        self.corrections = Corrections::new(outputs);
        self.cut.leaves.averages.restore(Sums::none(outputs / 2));
        self.exchange_values();
        Ok(())
    }

    /// The network of a level after more steps.
    fn fitted(&self, level: &Level, interrupt: &AtomicBool) -> Result<Network, NoRound> {
        let is_first = level.examples.len() <= FIRST * level.size;
        let epochs = EPOCHS[usize::from(!is_first)];
        let steps = (epochs * level.examples.len()).div_ceil(BATCH);
        let fit = Fit {
            steps: if is_first { steps } else { steps.min(MAX_STEPS) } as u64,
            batch: BATCH,
            rate: RATE,
            seed: derive_seed(self.options.seed, 0x2000 + self.rounds),
        };
        // Every round begins with new means of gradients, so that a network is all that is saved.
        let mut trainer = Trainer::new(level.network.clone());
        if trainer.fit_unless(&level.examples, fit, interrupt) {
            Ok(trainer.into_network())
        } else {
            Err(NoRound::Interrupted)
        }
    }

    fn solve_all<G>(&self, game: &G, leaves: &[Leaf], interrupt: &AtomicBool) -> Result<Vec<HandValues>, NoRound>
    where
        G: RangeGame<Public = <RangeHand as RangeGame>::Public>,
    {
        let TrunkOptions { solved, max_memory, .. } = self.options;
        let values = leaves.par_iter().map(|leaf| {
            if interrupt.load(Ordering::Relaxed) {
                return Err(NoRound::Interrupted);
            }
            Ok(solve(game, self.hand(), leaf, solved, max_memory)?)
        });
        values.collect()
    }
}

/// The weight of an iteration in an average. The strategies of [`PRESET`] have the same weights, but for a factor.
fn average_weight(iteration: u64) -> f32 {
    (iteration as f32 / 1000.0).powi(2)
}

/// The options of a trunk's solver. Its preset has no schedule.
fn solver_options(options: &TrunkOptions) -> RangeOptions {
    RangeOptions { preset: PRESET, planned: Some(0), prunes: true, max_memory: options.max_memory }
}

/// Calls `each` with the decisions from `spot` on.
fn show(solver: &RangeCfr<'_, CutHand<'_>>, spot: &Spot<HandState>, least: f32, each: EachDecision<'_>) {
    let (game, public) = (solver.game(), &spot.public);
    if let RangeTurn::Decision { player } = game.turn(public) {
        let (layout, range) = (game.layout(public), &spot.ranges[player.index()]);
        let mut strategy = solver.strategy_at(spot);
        for (cell, share) in strategy.iter_mut().enumerate() {
            if range[layout.hand_of(cell)] < least {
                *share = 0.0;
            }
        }
        each(public, &strategy);
    }
    for (_, after) in solver.after(spot) {
        show(solver, &after, least, each);
    }
}
