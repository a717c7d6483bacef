//! The iterations and measures of a hand on a device.

use std::sync::Arc;

use cardsharp_challenge_game::rules::Params;
use cardsharp_challenge_solver::infosets::{HandSpace, Payoffs};
use cardsharp_gpu::{Device, DeviceError, Launch};
use cardsharp_solvers::cfr::Preset;
use thiserror::Error;

use crate::Precision;
use crate::arguments::{Arguments, Level};
use crate::leaves::LeafMemory;
use crate::levels::{LevelMemory, LevelPlace, Stakes, power_of_two};
use crate::plan::MemoryPlan;
use crate::schedule::Schedule;
use crate::sizes::EndgameSizes;
use crate::states::States;
use crate::tables::HandTables;

/// Averages are used as shares only. Without this factor half precision would lose reaches below 2^-24.
pub(crate) const AVERAGE_SCALE: f32 = 16_384.0;
/// The threads of a block that works on an endgame.
const ENDGAME_THREADS: u64 = 192;
/// The threads of a block that sorts leaves, and the numbers that they share.
const SORT_THREADS: u64 = 32;
/// With at least this many states a launch has one block a state.
const MANY_STATES: u64 = 600;

/// A reason why a hand cannot be solved on a device.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The hand has too few cards for two tricks.
    #[error("a hand of {0} cards is no game for the device; it must have 2 to 5")]
    HandSize(u8),
    /// The memory that is free is not enough.
    #[error("the hand takes {} bytes on the device, and {free} are free", plan.total())]
    TooLarge {
        /// The memory that it takes.
        plan: MemoryPlan,
        /// The bytes that are free.
        free: u64,
    },
    /// The preset needs more than the kernels do.
    #[error(
        "the preset {0} predicts, updates both players at once or changes on the way; on a device use one that does not, such as dcfr"
    )]
    Preset(&'static str),
    /// The device reports an error.
    #[error(transparent)]
    Device(#[from] DeviceError),
}

/// The way in which a hand is solved.
#[derive(Clone, Copy, Debug)]
pub struct HandOptions {
    /// The size of stored numbers.
    pub precision: Precision,
    /// The rule of regrets and averages.
    pub preset: Preset,
}

impl Default for HandOptions {
    fn default() -> HandOptions {
        HandOptions { precision: Precision::Half, preset: Preset::DCFR }
    }
}

/// The values of best responses to average strategies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket {
    /// The most that the leader of the hand wins, as a chance of winning the game.
    pub leader: f64,
    /// The same for the follower.
    pub follower: f64,
}

impl Bracket {
    /// The sum of what both players can gain.
    pub fn nash_conv(&self) -> f64 {
        self.leader + self.follower - 1.0
    }
}

/// The way in which endgames are solved again from what the trunk brings to them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resolving {
    /// Iterations of discounted CFR.
    pub iterations: u32,
    /// The part of the opponent's range that is taken for granted; the rest may leave for its average value. 0 is safe
    /// re-solving, 1 is unsafe.
    pub trust: f32,
    /// An endgame whose opponent reaches it with this sum of reaches or less is not solved. It counts with the most that
    /// can be won there, so that a measure is still a bound. A mean leaf has a sum of about 1.
    pub bound: f32,
}

/// The way in which leaves get their values.
#[derive(Clone, Copy, Debug)]
enum LeafMethod {
    Update,
    AverageValues,
    Resolve(Resolving),
}

/// A solver of one hand on a device.
#[derive(Debug)]
pub struct HandSolver {
    device: Arc<dyn Device>,
    space: HandSpace,
    payoffs: Payoffs,
    precision: Precision,
    plan: MemoryPlan,
    tables: HandTables,
    levels: Vec<Vec<LevelMemory>>,
    leaves: LeafMemory,
    schedule: Schedule,
    iterations: u64,
    /// The sum of the weights of all iterations.
    weights: f64,
}

/// Mixes the bits of a number (SplitMix64).
fn mixed(number: u64) -> u32 {
    let mut x = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (x ^ x >> 31) as u32
}

impl HandSolver {
    /// A new solver. Its memory is planned before it is taken.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the hand is too small or too large, or if the device refuses.
    pub fn new(
        device: Arc<dyn Device>,
        rules: Params,
        payoffs: Payoffs,
        options: HandOptions,
    ) -> Result<HandSolver, SolveError> {
        if rules.hand_size() < 2 {
            return Err(SolveError::HandSize(rules.hand_size()));
        }
        let plan = MemoryPlan::fitting(rules, options.precision, device.free_bytes()?);
        HandSolver::with_plan(device, (rules, payoffs), options, plan)
    }

    /// The same with a plan of one's own for these rules, of hands of two cards or more.
    ///
    /// # Errors
    ///
    /// As for [`HandSolver::new`].
    pub fn with_plan(
        device: Arc<dyn Device>,
        (rules, payoffs): (Params, Payoffs),
        options: HandOptions,
        plan: MemoryPlan,
    ) -> Result<HandSolver, SolveError> {
        let HandOptions { precision, preset } = options;
        let schedule = Schedule::of(&preset).ok_or(SolveError::Preset(preset.name))?;
        let free = device.free_bytes()?;
        if plan.total() > free {
            return Err(SolveError::TooLarge { plan, free });
        }
        let space = HandSpace::new(rules);
        let plays = States::trunk_plays(rules);
        let most = |one: f64, other: f64| (one - payoffs.tie).abs().max((other - payoffs.tie).abs()) as f32;
        let stakes = Stakes { point: most(payoffs.win, payoffs.lose), game: most(1.0, 0.0) };
        let mut levels = Vec::new();
        for class in 0..=plays {
            let of_class = (class.saturating_sub(1)..=plays).map(|plays| {
                let place = LevelPlace { class, plays, chunk_plays: plan.chunk_plays };
                LevelMemory::new(&device, &space, precision, place, stakes)
            });
            levels.push(of_class.collect::<Result<Vec<_>, _>>()?);
        }
        let solver = HandSolver {
            tables: HandTables::new(&device, &space)?,
            leaves: LeafMemory::new(&device, &space, precision, &plan)?,
            device,
            payoffs,
            precision,
            plan,
            levels,
            space,
            schedule,
            iterations: 0,
            weights: 0.0,
        };
        for reach in &solver.levels[0][0].reach {
            reach.write(&solver.tables.shapes)?;
        }
        Ok(solver)
    }

    /// The rules.
    pub fn rules(&self) -> Params {
        self.space.rules()
    }

    /// The payoffs.
    pub fn payoffs(&self) -> Payoffs {
        self.payoffs
    }

    /// The memory that is taken.
    pub fn plan(&self) -> &MemoryPlan {
        &self.plan
    }

    /// The name of the device.
    pub fn device_name(&self) -> String {
        self.device.name()
    }

    /// The number of public states of the trunk, with the leaves.
    pub fn public_states(&self) -> u64 {
        let states = States::new(self.rules());
        let levels = (0_u8..).zip(&self.levels);
        let plays = levels.flat_map(|(class, levels)| (class.saturating_sub(1)..).take(levels.len()));
        plays.map(|plays| states.count(plays)).sum()
    }

    /// The number of public states before the last two tricks, of one state of the challenge.
    pub fn leaf_count(&self) -> u64 {
        States::new(self.rules()).count(States::trunk_plays(self.rules()))
    }

    /// The iterations done.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    pub(crate) fn precision(&self) -> Precision {
        self.precision
    }

    pub(crate) fn level(&self, class: u8, plays: u8) -> Option<&LevelMemory> {
        let first = class.saturating_sub(1);
        let levels = self.levels.get(usize::from(class))?;
        levels.get(usize::from(plays.checked_sub(first)?))
    }

    /// Does more iterations: in each an update of the leader, and then one of the follower.
    ///
    /// # Errors
    ///
    /// [`DeviceError`] if a kernel failed.
    pub fn advance(&mut self, count: u64) -> Result<(), DeviceError> {
        for _ in 0..count {
            self.iterations += 1;
            self.weights += self.schedule.weight(self.iterations);
            for learner in 0..2 {
                self.update(learner)?;
            }
        }
        self.device.wait()
    }

    /// One update of a player.
    fn update(&mut self, learner: u8) -> Result<(), DeviceError> {
        let mut arguments = self.arguments();
        arguments.learner = learner.into();
        arguments.salt = mixed(2 * self.iterations + u64::from(learner));
        arguments.discount = self.schedule.at(self.iterations, self.weights);
        self.sweep(&mut arguments, LeafMethod::Update, &mut |_, _| Ok(()))
    }

    /// Best responses to the averages of the trunk, with the values that the run itself has averaged for the leaves. They
    /// say how far the trunk has converged; a player of it re-solves endgames, and loses more.
    ///
    /// # Errors
    ///
    /// [`DeviceError`] if a kernel failed.
    pub fn by_average_values(&mut self) -> Result<Bracket, DeviceError> {
        self.measure(LeafMethod::AverageValues)
    }

    /// Best responses over the whole hand to the averages of the trunk with endgames that are re-solved. The bracket holds
    /// the value of the hand; its NashConv is that of this pair of strategies, or a bound of it.
    ///
    /// # Errors
    ///
    /// [`DeviceError`] if a kernel failed.
    pub fn resolved(&mut self, resolving: Resolving) -> Result<Bracket, DeviceError> {
        self.measure(LeafMethod::Resolve(resolving))
    }

    fn measure(&mut self, method: LeafMethod) -> Result<Bracket, DeviceError> {
        self.best_responses(method, &mut |_, _| Ok(()))?;
        let [leader, follower] = [0, 1].map(|player| self.root_value(player));
        Ok(Bracket { leader: self.payoffs.tie + leader?, follower: 1.0 - self.payoffs.tie + follower? })
    }

    /// Best responses of both players to the averages of the trunk. `finished` is called as for a sweep.
    fn best_responses<E: From<DeviceError>>(
        &self,
        method: LeafMethod,
        finished: &mut dyn FnMut(u8, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut arguments = self.arguments();
        arguments.measures = 1;
        arguments.salt = mixed(u64::MAX - self.iterations);
        if let LeafMethod::Resolve(resolving) = method {
            arguments.iterations = resolving.iterations as i32;
            arguments.trust = resolving.trust;
            arguments.bound = resolving.bound;
        }
        self.sweep(&mut arguments, method, finished)
    }

    /// The value of the hand to a player, less that of a tie.
    fn root_value(&self, player: usize) -> Result<f64, DeviceError> {
        let shapes = &self.tables.shapes;
        let values = self.levels[0][0].values[player].read::<f32>(0, shapes.len())?;
        let sum: f64 = values.iter().zip(shapes).map(|(&value, &shape)| f64::from(value) * f64::from(shape)).sum();
        let rules = self.rules();
        let size = rules.hand_size();
        let pack = f64::from(rules.ranks()) * f64::from(rules.copies());
        let drawn: f64 = (0..2 * size).map(|card| pack - f64::from(card)).product();
        let orders: f64 = (1..=size).map(f64::from).product();
        Ok(sum * orders * orders / drawn)
    }

    /// The arguments that all launches have in common.
    fn arguments(&self) -> Arguments {
        let Payoffs { win, lose, tie } = self.payoffs;
        // A last trick between hands of any ranks, met by all others.
        let endgame = f64::from(self.rules().ranks()).powi(2) / 2.0 * f64::from(self.rules().copies()).powi(4);
        Arguments {
            hands: self.tables.addresses(),
            pair_of_hand: self.tables.pairs(),
            leaves: self.leaves.view(),
            game_won: (1.0 - tie) as f32,
            game_lost: -tie as f32,
            point_won: (win - tie) as f32,
            point_lost: (lose - tie) as f32,
            leaf_scale: power_of_two(64.0 / 0.5 / endgame),
            average_scale: AVERAGE_SCALE,
            copies: self.rules().copies().into(),
            parts: 1,
            ..Arguments::default()
        }
    }

    /// One walk over all public states, down with the ranges and up with the values. `finished` is called with a level and
    /// a chunk whose states have their values.
    fn sweep<E: From<DeviceError>>(
        &self,
        arguments: &mut Arguments,
        method: LeafMethod,
        finished: &mut dyn FnMut(u8, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let plays = States::trunk_plays(self.rules());
        let chunk_plays = self.plan.chunk_plays.min(plays);
        for level in 0..chunk_plays {
            self.walk("carry_down", level, 0, arguments)?;
        }
        for chunk in 0..States::new(self.rules()).count(chunk_plays) {
            for level in chunk_plays..plays {
                self.walk("carry_down", level, chunk, arguments)?;
            }
            self.leaves(chunk, arguments, method)?;
            for level in (chunk_plays..plays).rev() {
                self.walk("carry_up", level, chunk, arguments)?;
                finished(level, chunk)?;
            }
        }
        for level in (0..chunk_plays).rev() {
            self.walk("carry_up", level, 0, arguments)?;
            finished(level, 0)?;
        }
        Ok(())
    }

    /// Calls `finished` with each level and chunk of a sweep of [`HandSolver::by_average_values`].
    pub(crate) fn each_by_average_values<E: From<DeviceError>>(
        &self,
        finished: &mut dyn FnMut(u8, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        self.best_responses(LeafMethod::AverageValues, finished)
    }

    /// The first state of a chunk at a level, and their number.
    pub(crate) fn chunk(&self, level: u8, chunk: u64) -> (u64, u64) {
        let states = States::new(self.rules());
        match level.checked_sub(self.plan.chunk_plays) {
            Some(after) => (chunk * states.count(after), states.count(after)),
            None => (0, states.count(level)),
        }
    }

    /// The first state whose vectors are kept while a chunk is worked on.
    pub(crate) fn first_vector(&self, level: u8, chunk: u64) -> u64 {
        if level <= self.plan.chunk_plays {
            return 0;
        }
        self.chunk(level, chunk).0
    }

    fn view(&self, class: u8, level: u8, chunk: u64) -> Level {
        let found = self.level(class, level);
        found.map(|memory| memory.view(self.first_vector(level, chunk))).unwrap_or_default()
    }

    /// Runs a kernel of the trunk on all classes of a level. An open state brings ranges to the state after its challenge
    /// was accepted, and takes values from there.
    fn walk(&self, kernel: &str, level: u8, chunk: u64, arguments: &mut Arguments) -> Result<(), DeviceError> {
        let (first, states) = self.chunk(level, chunk);
        let up = kernel == "carry_up";
        let mut classes: Vec<u8> = (0..=level + 1).collect();
        if up {
            classes.reverse();
        }
        for class in classes {
            let Some(memory) = self.level(class, level) else {
                continue;
            };
            arguments.here = memory.view(self.first_vector(level, chunk));
            arguments.next = self.view(class, level + 1, chunk);
            arguments.accepted = match class {
                0 => self.view(1 + level, level, chunk),
                _ => Level::default(),
            };
            arguments.challenge_class = class.into();
            arguments.first_state = first as i64;
            let threads = threads_for(memory.shape.stride);
            let other_hands = self.tables.count(memory.shape.other_cards);
            let parts = if up { parts_of(states, memory.shape.stride, threads) } else { 1 };
            arguments.parts = parts as i32;
            let shared = if up { 4 * (32 + other_hands as u64) } else { 0 };
            self.launch(kernel, [states * parts, threads.into(), shared], arguments)?;
        }
        Ok(())
    }

    /// Gives their values to the leaves of a chunk.
    fn leaves(&self, chunk: u64, arguments: &mut Arguments, method: LeafMethod) -> Result<(), DeviceError> {
        let plays = States::trunk_plays(self.rules());
        let (first, states) = self.chunk(plays, chunk);
        let sizes = EndgameSizes::new(self.rules().ranks());
        arguments.first_state = first as i64;
        for class in 0..=plays {
            arguments.here = self.view(class, plays, chunk);
            arguments.challenge_class = class.into();
            if let LeafMethod::AverageValues = method {
                self.launch("use_average_values", [states, ENDGAME_THREADS, 0], arguments)?;
            }
            self.leaves.clear_lists()?;
            self.launch("sort_leaves", [states, SORT_THREADS, 4 * SORT_THREADS], arguments)?;
            let lengths = self.leaves.lengths()?;
            self.launch("finish_decided", [lengths[3].into(), ENDGAME_THREADS, 0], arguments)?;
            let open = class == 0;
            for difference in 0..3_u8 {
                let blocks = u64::from(lengths[usize::from(difference)]);
                arguments.difference = difference.into();
                let floats = 4 * sizes.floats();
                let (kernel, shared) = match (method, open) {
                    (LeafMethod::AverageValues, _) => continue,
                    (LeafMethod::Update, true) => ("update_open", floats),
                    (LeafMethod::Update, false) => ("update_accepted", floats),
                    (LeafMethod::Resolve(_), _) => {
                        let numbers = 2 * sizes.numbers(open, difference) * self.precision.bytes();
                        let kernel = if open { "resolve_open" } else { "resolve_accepted" };
                        (kernel, floats + numbers.max(4 * SORT_THREADS))
                    }
                };
                self.launch(kernel, [blocks, ENDGAME_THREADS, shared], arguments)?;
            }
        }
        Ok(())
    }

    /// Starts a kernel with a number of blocks, of threads of each, and of bytes that they share.
    fn launch(
        &self,
        kernel: &str,
        [blocks, threads, shared_bytes]: [u64; 3],
        arguments: &Arguments,
    ) -> Result<(), DeviceError> {
        let size = Launch { blocks, threads: threads as u32, shared_bytes: shared_bytes as u32 };
        // SAFETY: `Arguments` is the parameter of every kernel. Its addresses are those of buffers that live as long as
        // `self`, with the lengths that their levels and leaves have in `MemoryPlan`.
        unsafe { self.device.launch(kernel, size, std::ptr::from_ref(arguments).cast()) }
    }
}

/// The threads of a block for vectors of this length.
fn threads_for(stride: u64) -> u32 {
    match stride {
        0..=96 => 96,
        97..=160 => 160,
        161..=512 => 256,
        513..=1000 => 512,
        _ => 128,
    }
}

/// The blocks of one state, where there are few states.
fn parts_of(states: u64, stride: u64, threads: u32) -> u64 {
    if states >= MANY_STATES {
        return 1;
    }
    let most = stride.div_ceil(threads.into());
    most.min(2 * MANY_STATES / states + 1).max(1)
}
