//! The learning of a trunk: its own strategy, and the values of its leaves.

use std::sync::atomic::{AtomicBool, Ordering};

use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::range::{
    DepthLimited, RangeCfr, RangeGame, RangeOptions, RangeTurn, Root, Size, Spot, TooLarge,
};
use cardsharp_solvers::value_network::{Examples, Fit, Network, Trainer};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use crate::contest::derive_seed;
use crate::contests::challenge::infosets::HandState;
use crate::contests::challenge::leaf_values::{
    Leaf, LeafEncoding, LeafSample, LearnedValues, random_leaf, solve,
};
use crate::contests::challenge::policy::LeafNetwork;
use crate::contests::challenge::ranges::RangeHand;

/// The examples of a step of a network.
const BATCH: usize = 256;
/// The largest learning rate of a network in a round.
const RATE: f32 = 3e-3;
/// The times that each example is used in the first round, and in a later one.
const EPOCHS: [usize; 2] = [30, 12];
/// The factor by which the first round, of random play, has more examples.
const FIRST: usize = 2;
/// The factor by which a later level has more examples: its subgames are smaller by more than this.
const LATER: usize = 6;
/// The variant of CFR of a trunk.
const PRESET: Preset = Preset::DCFR;
/// The iterations of a trunk between two looks at the interrupt flag.
const UNINTERRUPTED: u64 = 4;

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

/// The trunk of a round as a game.
pub(super) type CutHand<'g> = DepthLimited<'g, RangeHand, LeafSample<LearnedValues>>;

/// The reason why a round has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoRound {
    /// The interrupt flag was set.
    Interrupted,
    /// The trunk or a subgame takes too much memory.
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

/// A trunk that learns. Each round adds examples, improves the networks, and solves the trunk anew.
#[derive(Clone, Debug)]
pub(super) struct TrunkLearning<'g> {
    pub(super) hand: &'g RangeHand,
    options: TrunkOptions,
    /// By number of tricks, those of the trunk's leaves first.
    pub(super) levels: Vec<Level>,
    /// The leaves of the trunk to learn from in the next round.
    pub(super) leaves: Vec<Leaf>,
    pub(super) rounds: u64,
    /// The public states that were walked.
    pub(super) nodes: u64,
}

impl<'g> TrunkLearning<'g> {
    /// A trunk that has learned nothing.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if the trunk or a subgame would take too much memory.
    pub(super) fn new(
        hand: &'g RangeHand,
        options: TrunkOptions,
    ) -> Result<TrunkLearning<'g>, TooLarge> {
        let overs = options.tricks..=options.tricks + options.nested;
        let levels = overs.map(|over| {
            let encoding = LeafEncoding::new(hand, over);
            let (inputs, outputs) = (encoding.inputs(), encoding.outputs());
            let sizes = [inputs, options.units, options.units, options.units, outputs];
            let seed = derive_seed(options.seed, u64::from(over));
            let more = if over > options.tricks { LATER } else { 1 };
            Level {
                encoding,
                size: more * options.examples,
                examples: Examples::new(inputs, outputs),
                network: Network::new(&sizes, seed),
            }
        });
        let learning = TrunkLearning {
            hand,
            levels: levels.collect(),
            options,
            leaves: Vec::new(),
            rounds: 0,
            nodes: 0,
        };
        let bytes = Size::of(&learning.cut(0, 0), &hand.root()).bytes(&PRESET);
        match bytes > options.max_memory {
            true => Err(TooLarge {
                allowed: options.max_memory,
            }),
            false => Ok(learning),
        }
    }

    /// The network of the trick after the trunk's last. None if the leaves of the trunk are solved
    /// without one.
    pub(super) fn later_network(&self) -> Option<LeafNetwork> {
        let level = self.levels.get(1)?;
        Some(LeafNetwork {
            over: level.encoding.over(),
            network: level.network.clone(),
        })
    }

    /// The hand, cut where the values of a level are.
    fn cut(&self, level: usize, seed: u64) -> CutHand<'g> {
        let Level {
            encoding,
            size,
            network,
            ..
        } = &self.levels[level];
        let values = LearnedValues {
            encoding: *encoding,
            network: network.clone(),
        };
        DepthLimited {
            game: self.hand,
            leaves: LeafSample::new(values, *size, seed),
        }
    }

    /// Does a round, and calls `each` with the decisions of the trunk's average strategy. The cells of a
    /// hand that hardly comes to its decision are 0.
    ///
    /// # Errors
    ///
    /// [`NoRound`]. What was learned in the round is lost then.
    pub(super) fn round(
        &mut self,
        interrupt: &AtomicBool,
        each: EachDecision<'_>,
    ) -> Result<(), NoRound> {
        let mut next = self.clone();
        if next.rounds == 0 {
            // A network is needed for the examples of the tricks before it.
            for level in (0..next.levels.len()).rev() {
                let leaves = next.random_leaves(level);
                next.learn(level, &leaves, interrupt)?;
            }
        } else {
            let mut leaves = std::mem::take(&mut next.leaves);
            for level in 0..next.levels.len() {
                leaves = next.learn(level, &leaves, interrupt)?;
            }
        }
        next.solve_trunk(interrupt, each)?;
        next.rounds += 1;
        *self = next;
        Ok(())
    }

    fn random_leaves(&self, level: usize) -> Vec<Leaf> {
        let Level { encoding, size, .. } = &self.levels[level];
        let over = encoding.over();
        let seed = derive_seed(self.options.seed, 0x1000 + u64::from(over));
        let numbers = 0..(FIRST * size) as u64;
        let leaves = numbers.into_par_iter().map(|number| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(derive_seed(seed, number));
            random_leaf(self.hand, over, &mut rng)
        });
        leaves.collect()
    }

    /// Solves `leaves`, and improves the network of a level by them. Returns leaves of the next level
    /// that the solutions came to.
    fn learn(
        &mut self,
        level: usize,
        leaves: &[Leaf],
        interrupt: &AtomicBool,
    ) -> Result<Vec<Leaf>, NoRound> {
        let (values, below) = self.values_of(level, leaves, interrupt)?;
        let Level {
            encoding,
            examples,
            network,
            ..
        } = &mut self.levels[level];
        let mut new = Examples::new(encoding.inputs(), encoding.outputs());
        for (leaf, values) in leaves.iter().zip(&values) {
            let input = encoding.input(self.hand, leaf);
            let (targets, weights) = encoding.targets(self.hand, leaf, values, &input);
            new.add(&input, &targets, &weights);
        }
        examples.append(&new);
        let epochs = EPOCHS[usize::from(self.rounds > 0)];
        let fit = Fit {
            steps: (epochs * examples.len()).div_ceil(BATCH) as u64,
            batch: BATCH,
            rate: RATE,
            seed: derive_seed(self.options.seed, 0x2000 + self.rounds),
        };
        // Every round begins with new means of gradients, so that a network is all that is saved.
        let mut trainer = Trainer::new(network.clone());
        trainer.fit(examples, fit);
        *network = trainer.into_network();
        Ok(below)
    }

    /// The values of leaves of a level by solving them, and leaves of the next level on the way.
    fn values_of(
        &mut self,
        level: usize,
        leaves: &[Leaf],
        interrupt: &AtomicBool,
    ) -> Result<(Vec<HandValues>, Vec<Leaf>), NoRound> {
        let iterations = self.options.solved;
        self.nodes += leaves.len() as u64 * iterations;
        if level + 1 == self.levels.len() {
            let values = self.solve_all(self.hand, leaves, interrupt)?;
            return Ok((values, Vec::new()));
        }
        let cut = self.cut(
            level + 1,
            derive_seed(self.options.seed, 0x3000 + self.rounds),
        );
        let values = self.solve_all(&cut, leaves, interrupt)?;
        Ok((values, cut.leaves.into_leaves()))
    }

    fn solve_all<G>(
        &self,
        game: &G,
        leaves: &[Leaf],
        interrupt: &AtomicBool,
    ) -> Result<Vec<HandValues>, NoRound>
    where
        G: RangeGame<Public = <RangeHand as RangeGame>::Public>,
    {
        let TrunkOptions {
            solved, max_memory, ..
        } = self.options;
        let values = leaves.par_iter().map(|leaf| {
            if interrupt.load(Ordering::Relaxed) {
                return Err(NoRound::Interrupted);
            }
            Ok(solve(game, self.hand, leaf, solved, max_memory)?)
        });
        values.collect()
    }

    /// Solves the trunk. Its leaves in the later half of the iterations are those to learn from next.
    fn solve_trunk(
        &mut self,
        interrupt: &AtomicBool,
        each: EachDecision<'_>,
    ) -> Result<(), NoRound> {
        let iterations = self.options.iterations;
        let trunk = self.cut(0, derive_seed(self.options.seed, 0x4000 + self.rounds));
        let options = RangeOptions {
            preset: PRESET,
            planned: iterations,
            prunes: true,
            max_memory: self.options.max_memory,
        };
        let mut solver = RangeCfr::<_, f32>::with_options(&trunk, Root::of(&trunk), options)?;
        while solver.iterations() < iterations {
            let done = solver.iterations();
            trunk.leaves.set_open(2 * done >= iterations);
            solver.advance(UNINTERRUPTED.min(iterations - done));
            if interrupt.load(Ordering::Relaxed) {
                return Err(NoRound::Interrupted);
            }
        }
        self.nodes += 2 * iterations * solver.size().public_states;
        let root = solver.root();
        let likeliest = root
            .ranges
            .iter()
            .flatten()
            .fold(0.0, |most, &reach| reach.max(most));
        show(&solver, &root, LEAST_REACH * likeliest, each);
        drop(solver);
        self.leaves = trunk.leaves.into_leaves();
        Ok(())
    }
}

/// Calls `each` with the decisions from `spot` on.
fn show(
    solver: &RangeCfr<'_, CutHand<'_>>,
    spot: &Spot<HandState>,
    least: f32,
    each: EachDecision<'_>,
) {
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
