//! Sampled traversals over public states, through an abstraction.
//!
//! One traversal walks the public tree for one player with all hands of both. It tries every action of that player. At
//! each of the other player's decisions it draws one public action, in proportion to the part of the range that takes
//! it, and scales the range below up for it. So all hands of a player learn at once, each against the whole range of
//! the other. A traversal touches as many public states as one of external sampling touches histories. This is the
//! opponent's side of "public chance sampling" (M. Johanson, N. Bard, M. Lanctot, R. Gibson, M. Bowling, "Efficient
//! Nash equilibrium approximation through Monte Carlo counterfactual regret minimization", AAMAS 2012). The opponent's
//! actions are drawn as in external sampling (M. Lanctot, K. Waugh, M. Zinkevich, M. Bowling, "Monte Carlo sampling for
//! regret minimization in extensive games", NIPS 2009). Iterations have linear weights (N. Brown, T. Sandholm, "Solving
//! imperfect-information games via discounted regret minimization", AAAI 2019).
//!
//! Regrets and strategies lie in the table of an abstraction ([`RangeRows`]): public states that it
//! does not distinguish share their cells. Traversal `t` draws from a generator made of (seed, t).
//! So with one thread the same seed gives the same bytes.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::answer::hand_values;
use super::decision_layout::DecisionLayout;
use super::game::{At, Opponent, RangeGame, RangeTurn, Reaches, Traverser, Valued};
use super::lanes::{LANES, Lane, pair_mean, positive};
use super::solver::Root;
use crate::game::Player;
use crate::sampled::{Cells, RestoreError, Snapshot};

/// The number of traversals in one unit of a linear weight.
const WEIGHT_UNIT: f64 = 1e3;
/// The least probability of drawing a branch where other actions end the game.
const MIN_DRAWN: f32 = 0.2;

/// The greatest number of actions of a decision.
const MAX_ACTIONS: usize = 64;

/// The place of a decision's cells in a table.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    /// The first cell of the decision. The other numbers count from it.
    pub begin: u64,
    /// The offset of each cell of the layout.
    pub offsets: &'a [u32],
    /// The offset of each hand's first cell, and the end of the last. The cells of a hand are contiguous.
    pub hands: &'a [u32],
    /// The cell of the layout at each offset; a number too large for the layout if there is none.
    pub cells: &'a [u32],
}

/// The place of an endgame decision's cells in a table: two for each lane, side by side.
#[derive(Clone, Copy, Debug)]
pub struct PlacedPair {
    /// The range of the lanes in use.
    pub lanes: (usize, usize),
    /// The first cell of the first lane.
    pub begin: u64,
    /// The distance from one lane to the next.
    pub step: u64,
    /// The offset of the first action's cell among the two: 0 or 1.
    pub first: u64,
}

impl PlacedPair {
    /// Each lane with the cell of its first action and that of its second.
    #[inline(always)]
    fn cells(self) -> impl Iterator<Item = (usize, u64, u64)> {
        let (from, to) = self.lanes;
        (from..to).map(move |lane| {
            let begin = self.begin + (lane - from) as u64 * self.step;
            (lane, begin + self.first, begin + 1 - self.first)
        })
    }
}

/// An abstraction, which maps every decision to the cells of a table.
pub trait RangeRows<G: RangeGame>: Sync {
    /// The number of cells of the table.
    fn cells(&self) -> u64;

    /// The place of the cells of the player to move.
    fn decision(&self, game: &G, public: &G::Public) -> Placed<'_>;

    /// The place of the cells of decision `number` of an endgame.
    fn pair(&self, at: &At<'_, G>, number: usize) -> PlacedPair;
}

/// A solver that updates its table by sampled traversals of public states.
pub struct RangeSampling<'a, G: RangeGame, A: RangeRows<G>> {
    games: &'a [G],
    rows: &'a [A],
    seed: u64,
    cells: Cells,
    traversals: u64,
    nodes: u64,
}

impl<'a, G: RangeGame, A: RangeRows<G>> RangeSampling<'a, G, A> {
    /// A new solver of several games. The traversals alternate between the games, and each game has
    /// its own rows in one table.
    pub fn new(games: &'a [G], rows: &'a [A], seed: u64) -> Self {
        let cells = rows.iter().map(RangeRows::cells).max().unwrap_or(0);
        RangeSampling { games, rows, seed, cells: Cells::zeroed(2 * cells as usize), traversals: 0, nodes: 0 }
    }

    /// The size in bytes of the table of these rows.
    pub fn bytes(rows: &[A]) -> u64 {
        8 * rows.iter().map(RangeRows::cells).max().unwrap_or(0)
    }

    /// The number of traversals done.
    pub fn traversals(&self) -> u64 {
        self.traversals
    }

    /// The number of decisions walked.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Does `count` more traversals, on the threads of the current rayon pool.
    pub fn advance(&mut self, count: u64) {
        let all = self.traversals..self.traversals + count;
        self.nodes += if rayon::current_num_threads() == 1 {
            all.map(|traversal| self.traverse(traversal)).sum::<u64>()
        } else {
            let all = all.into_par_iter();
            all.map(|traversal| self.traverse(traversal)).sum::<u64>()
        };
        self.traversals += count;
    }

    fn traverse(&self, traversal: u64) -> u64 {
        // Each game has a traversal for each player, and then the next game follows.
        let player = Player::BOTH[(traversal % 2) as usize];
        let turn = (traversal / 2) as usize % self.games.len();
        let (game, rows) = (&self.games[turn], &self.rows[turn]);
        let Root { public, ranges } = Root::of(game);
        let reaches = Reaches::of(&ranges, player);
        let table = Table { rows, cells: &self.cells, weight: ((traversal + 1) as f64 / WEIGHT_UNIT) as f32 };
        let nodes = std::sync::atomic::AtomicU64::new(0);
        let key = self.seed ^ traversal.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let drawing = Drawing { table, rng: Xoshiro256PlusPlus::seed_from_u64(key), drawn: None, done: Vec::new() };
        let learning = Learning { table, nodes: &nodes, walked: 0 };
        hand_values(game, &public, player, reaches, learning, drawing);
        nodes.into_inner()
    }

    /// The state from which a later run continues exactly.
    pub fn snapshot(&mut self) -> Snapshot<'_> {
        Snapshot {
            traversals: self.traversals,
            nodes: self.nodes,
            floats: self.cells.as_slice(),
            keys: Vec::new(),
            firsts: Vec::new(),
        }
    }

    /// Restores a snapshot of a solver with the same games, rows and seed.
    ///
    /// # Errors
    ///
    /// [`RestoreError::Size`] if the table has another size.
    pub fn restore(&mut self, saved: &Snapshot<'_>) -> Result<(), RestoreError> {
        let room = self.cells.as_slice();
        if saved.floats.len() != room.len() {
            return Err(RestoreError::Size { found: saved.floats.len(), room: room.len() });
        }
        room.copy_from_slice(saved.floats);
        self.traversals = saved.traversals;
        self.nodes = saved.nodes;
        Ok(())
    }

    /// Writes the average strategy of the cells from `first` on. Returns `false`, and leaves `out`
    /// untouched, if it is not known.
    pub fn average(&self, first: u64, out: &mut [f64]) -> bool {
        self.cells.average(2 * first as usize, out)
    }
}

/// The view of the table in one traversal.
struct Table<'s, A> {
    rows: &'s A,
    cells: &'s Cells,
    weight: f32,
}

impl<A> Clone for Table<'_, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> Copy for Table<'_, A> {}

impl<A> Table<'_, A> {
    #[inline(always)]
    fn regret(&self, cell: u64) -> f32 {
        self.cells.get(2 * cell as usize)
    }

    #[inline(always)]
    fn learn(&self, cell: u64, gain: f32) {
        self.cells.add(2 * cell as usize, self.weight * gain);
    }

    #[inline(always)]
    fn follow(&self, cell: u64, reach: f32) {
        self.cells.add(2 * cell as usize + 1, self.weight * reach);
    }

    /// Writes the strategy by regret matching.
    #[inline(always)]
    fn strategy(&self, placed: Placed<'_>, layout: &DecisionLayout<'_>, out: &mut [f32], sums: &mut [f32]) {
        let out = &mut out[..layout.cells()];
        for (out, &offset) in out.iter_mut().zip(placed.offsets) {
            *out = positive(self.regret(placed.begin + u64::from(offset)));
        }
        layout.normalize(out, sums);
    }

    #[inline(always)]
    fn pair_strategy(&self, placed: PlacedPair) -> Lane {
        let mut out = [0.5; LANES];
        for (lane, first, second) in placed.cells() {
            let (one, other) = (positive(self.regret(first)), positive(self.regret(second)));
            if one + other > 0.0 {
                out[lane] = one / (one + other);
            }
        }
        out
    }
}

/// The player that a traversal is for: tries every action and learns.
struct Learning<'s, A> {
    table: Table<'s, A>,
    nodes: &'s std::sync::atomic::AtomicU64,
    walked: u64,
}

impl<A> Drop for Learning<'_, A> {
    fn drop(&mut self) {
        let order = std::sync::atomic::Ordering::Relaxed;
        self.nodes.fetch_add(self.walked, order);
    }
}

/// The place of a decision's cells, of either kind.
enum There<'s> {
    Decision(Placed<'s>),
    Pair(PlacedPair),
}

impl<'s, G: RangeGame, A: RangeRows<G>> Traverser<G> for Learning<'s, A> {
    type Cells = There<'s>;

    #[inline(always)]
    fn take(&mut self, at: &At<'_, G>, _count: usize) -> There<'s> {
        self.walked += 1;
        There::Decision(self.table.rows.decision(at.game, at.public))
    }

    #[inline(always)]
    fn take_pair(&mut self, at: &At<'_, G>, number: usize) -> There<'s> {
        self.walked += 1;
        There::Pair(self.table.rows.pair(at, number))
    }

    fn split_off(&mut self, _count: usize) -> Self {
        Learning { table: self.table, nodes: self.nodes, walked: 0 }
    }

    #[inline(always)]
    fn strategy(&self, there: &There<'s>, layout: &DecisionLayout<'_>, out: &mut [f32], sums: &mut [f32]) {
        if let There::Decision(placed) = there {
            self.table.strategy(*placed, layout, out, sums);
        }
    }

    #[inline(always)]
    fn back_up(&self, there: There<'s>, valued: Valued<'_>, out: &mut [f32], _hands: &mut [f32]) {
        let Valued { layout, strategy, values } = valued;
        layout.mean(strategy, values, out);
        let There::Decision(placed) = there else {
            return;
        };
        let hands = layout.moved.iter().map(|&hand| usize::from(hand));
        let kept = (0..layout.kept).flat_map(|_| 0..layout.hands());
        let cells = placed.offsets.iter().zip(values).zip(hands.chain(kept));
        for ((&offset, value), hand) in cells {
            let gain = value - out[hand];
            self.table.learn(placed.begin + u64::from(offset), gain);
        }
    }

    #[inline(always)]
    fn pair_strategy(&self, there: &There<'s>) -> Lane {
        match there {
            There::Pair(placed) => self.table.pair_strategy(*placed),
            There::Decision(_) => [0.5; LANES],
        }
    }

    #[inline(always)]
    fn back_up_pair(&self, there: There<'s>, first: &Lane, values: [&Lane; 2], _reach: &Lane) -> Lane {
        let out = pair_mean(first, values);
        if let There::Pair(placed) = there {
            for (lane, first, second) in placed.cells() {
                self.table.learn(first, values[0][lane] - out[lane]);
                self.table.learn(second, values[1][lane] - out[lane]);
            }
        }
        out
    }
}

/// The other player: draws an action, and adds the strategy to the average.
struct Drawing<'s, A> {
    table: Table<'s, A>,
    rng: Xoshiro256PlusPlus,
    /// The action that the walk follows; `None` if it follows all.
    drawn: Option<usize>,
    /// The actions of the hands at a decision, in a buffer that is reused.
    done: Vec<Done>,
}

/// An action of a hand, by one of its cells.
#[derive(Clone, Copy)]
struct Done {
    cell: u32,
    action: u32,
    share: f32,
}

impl<A> Drawing<'_, A> {
    /// Computes the strategy of the hands that arrive here, and the mass of the range that takes each action.
    #[inline(always)]
    fn follow<G: RangeGame>(
        &mut self,
        at: &At<'_, G>,
        layout: &DecisionLayout<'_>,
        placed: Placed<'_>,
        masses: &mut [f32],
    ) {
        self.done.clear();
        let moving = layout.moved.len() / layout.run;
        for (hand, &reach) in at.reach.iter().enumerate() {
            if reach <= 0.0 {
                continue;
            }
            let begin = self.done.len();
            let indices = placed.hands[hand]..placed.hands[hand + 1];
            let mut sum = 0.0;
            for index in indices {
                let cell = placed.cells[index as usize];
                if cell as usize >= layout.cells() {
                    continue;
                }
                let share = positive(self.table.regret(placed.begin + u64::from(index)));
                sum += share;
                let action = match (cell as usize).checked_sub(layout.moved.len()) {
                    None => cell as usize / layout.run,
                    Some(kept) => moving + kept / layout.hands(),
                };
                let action = action as u32;
                self.done.push(Done { cell, action, share });
            }
            let uniform = layout.uniform[hand];
            let first = u64::from(placed.hands[hand]);
            for (index, done) in (first..).zip(&mut self.done[begin..]) {
                done.share = if sum > f32::MIN_POSITIVE { done.share / sum } else { uniform };
                let mass = reach * done.share;
                if mass > 0.0 {
                    self.table.follow(placed.begin + index, mass);
                    masses[done.action as usize] += mass;
                }
            }
        }
    }

    /// Draws an action, or none, and returns the factor for the range below it. Actions that end the game are never
    /// left out, since they cost nothing. Their mass is `ends`, and they are walked beside the drawn action.
    #[inline(always)]
    fn draw(&mut self, masses: &[f32], ends: f32) -> (Option<usize>, f32) {
        let open: f32 = masses.iter().sum();
        if open <= 0.0 {
            return (None, 0.0);
        }
        // If no action ends the game, one is always drawn.
        let goes_on = if ends > 0.0 { (open / (open + ends)).max(MIN_DRAWN) } else { 1.0 };
        let mark = self.rng.random::<f32>() / goes_on * open;
        let mut passed = 0.0;
        let found = masses.iter().position(|&mass| {
            passed += mass;
            mass > 0.0 && mark < passed
        });
        // Rounding may leave the mark beyond the last mass.
        let last = || masses.iter().rposition(|&mass| mass > 0.0);
        let drawn = found.or_else(|| last().filter(|_| ends <= 0.0));
        let scale = drawn.map_or(0.0, |drawn| open / (masses[drawn] * goes_on));
        (drawn, scale)
    }
}

impl<G: RangeGame, A: RangeRows<G>> Opponent<G> for Drawing<'_, A> {
    const SKIPS: bool = true;
    const SAMPLES: bool = true;

    fn split_off(&mut self, _count: usize) -> Self {
        Drawing {
            table: self.table,
            rng: Xoshiro256PlusPlus::seed_from_u64(self.rng.random()),
            drawn: None,
            done: Vec::new(),
        }
    }

    #[inline(always)]
    fn strategy(&mut self, at: &At<'_, G>, layout: &DecisionLayout<'_>, out: &mut [f32], _sums: &mut [f32]) {
        let placed = self.table.rows.decision(at.game, at.public);
        let mut masses = [0.0; MAX_ACTIONS];
        let masses = &mut masses[..layout.actions()];
        self.follow(at, layout, placed, masses);
        let mut ends = 0.0;
        let mut is_end = [false; MAX_ACTIONS];
        for (action, mass) in masses.iter_mut().enumerate() {
            *mass *= at.game.weight(at.public, action);
            // An action by which a card leaves the hand may also end the game, but seldom.
            if layout.moved.is_empty() {
                let next = at.game.act(at.public, action);
                if at.game.turn(&next) == RangeTurn::Terminal {
                    is_end[action] = true;
                    ends += std::mem::take(mass);
                }
            }
        }
        let (drawn, scale) = self.draw(masses, ends);
        self.drawn = drawn.filter(|_| !layout.moved.is_empty());
        match self.drawn {
            Some(action) => out[layout.range(action)].fill(0.0),
            None => out[..layout.cells()].fill(0.0),
        }
        for done in &self.done {
            let action = done.action as usize;
            if is_end[action] {
                out[done.cell as usize] = done.share;
            } else if drawn == Some(action) {
                out[done.cell as usize] = done.share * scale;
            }
        }
    }

    #[inline(always)]
    fn sampled(&self) -> Option<usize> {
        self.drawn
    }

    #[inline(always)]
    fn pair_strategy(&mut self, at: &At<'_, G>, number: usize, reach: &Lane) -> Lane {
        let placed = self.table.rows.pair(at, number);
        let strategy = self.table.pair_strategy(placed);
        for (lane, first, second) in placed.cells() {
            if reach[lane] > 0.0 {
                self.table.follow(first, reach[lane] * strategy[lane]);
                self.table.follow(second, reach[lane] * (1.0 - strategy[lane]));
            }
        }
        strategy
    }
}
