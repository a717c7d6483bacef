//! A player who is held to a model: data-biased responses over ranges.

use thiserror::Error;

use super::average_strategy::AverageStrategy;
use super::decision_layout::{DecisionLayout, EVERY_HAND};
use super::game::{At, Opponent, RangeGame, RangeTurn, Traverser, Valued};
use super::lanes::Lane;
use super::learner::{Learner, LearnerCells};
use super::number::Number;
use super::opponent::StoredStrategy;
use super::solver::{RangeCfr, Sides, start};
use super::traverser::Follower;
use super::walk::{Players, Walk};
use crate::cfr::Iteration;
use crate::game::Player;

/// A model of a player, and the confidence in it: at each information set the player follows the model
/// with that probability, and chooses freely otherwise.
///
/// This is the opponent of a data-biased response (M. Johanson, M. Bowling, "Data biased robust
/// counter strategies", AISTATS 2009). [`crate::exploit`] has the same for games that are written
/// out. [`RangeCfr::advance_against`] learns against it.
#[derive(Clone, Debug, PartialEq)]
pub struct RangeModel {
    player: Player,
    /// The probability of each cell.
    shares: Vec<f32>,
    /// The confidence at the hand of each cell.
    confidence: Vec<f32>,
}

/// A confidence that is no probability.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("a confidence of {0} is no probability: it must be from 0 to 1")]
pub struct BadConfidence(
    /// The confidence.
    pub f32,
);

/// A call for a decision of the player: see [`RangeModel::of`].
pub type ModelRow<'a, P> = &'a mut dyn FnMut(&P, &DecisionLayout<'_>, &mut [f32], &mut [f32]);

impl RangeModel {
    /// The model of `player` in the game below `public`.
    ///
    /// `row` is called for each decision of the player, in the order of the walk. It writes the weight
    /// of each cell of the layout, from which the probabilities of a hand are made in proportion, and
    /// the confidence at each hand. Both are 0 before. A hand without weights is uniform.
    ///
    /// In an endgame the player is free.
    ///
    /// # Errors
    ///
    /// [`BadConfidence`] for the first confidence that is not from 0 to 1.
    pub fn of<G: RangeGame>(
        game: &G,
        public: &G::Public,
        player: Player,
        row: ModelRow<'_, G::Public>,
    ) -> Result<RangeModel, BadConfidence> {
        let mut model = RangeModel { player, shares: Vec::new(), confidence: Vec::new() };
        model.add(game, public, row)?;
        Ok(model)
    }

    fn add<G: RangeGame>(
        &mut self,
        game: &G,
        public: &G::Public,
        row: ModelRow<'_, G::Public>,
    ) -> Result<(), BadConfidence> {
        let actions = match game.turn(public) {
            RangeTurn::Terminal => return Ok(()),
            RangeTurn::Endgame => {
                let cells = self.shares.len() + game.endgame_cells(public, self.player);
                self.shares.resize(cells, 0.0);
                self.confidence.resize(cells, 0.0);
                return Ok(());
            }
            RangeTurn::Chance { outcomes } => outcomes,
            turn @ (RangeTurn::Decision { player } | RangeTurn::LastDecision { player }) => {
                let layout = game.layout(public);
                if player == self.player {
                    self.add_row(&layout, &mut |weights, confidence| {
                        row(public, &layout, weights, confidence);
                    })?;
                }
                if let RangeTurn::LastDecision { .. } = turn {
                    return Ok(());
                }
                layout.actions()
            }
        };
        for action in (0..actions).filter(|&action| game.weight(public, action) != 0.0) {
            self.add(game, &game.act(public, action), row)?;
        }
        Ok(())
    }

    fn add_row(
        &mut self,
        layout: &DecisionLayout<'_>,
        row: &mut dyn FnMut(&mut [f32], &mut [f32]),
    ) -> Result<(), BadConfidence> {
        let mut weights = vec![0.0; layout.cells()];
        let mut confidence = vec![0.0; layout.hands()];
        row(&mut weights, &mut confidence);
        let wrong = confidence.iter().find(|one| !(0.0..=1.0).contains(*one));
        if let Some(&wrong) = wrong {
            return Err(BadConfidence(wrong));
        }
        let first = self.shares.len();
        self.shares.resize(first + layout.cells(), 0.0);
        let mut hands = vec![0.0; 2 * layout.hands().max(EVERY_HAND)];
        layout.matching(&weights, &mut self.shares[first..], &mut hands);
        let by_cell = (0..layout.cells()).map(|cell| confidence[layout.hand_of(cell)]);
        self.confidence.extend(by_cell);
        Ok(())
    }

    /// The player.
    pub fn player(&self) -> Player {
        self.player
    }

    /// The model without the free choice, as an opponent of a walk.
    pub fn strategy(&self) -> StoredStrategy<'_> {
        StoredStrategy(&self.shares)
    }

    fn cells(&self) -> HeldCells<'_> {
        HeldCells { shares: &self.shares, confidence: &self.confidence }
    }
}

/// The cells of a model that are left, or those of a decision.
#[derive(Clone, Copy, Debug)]
struct HeldCells<'a> {
    shares: &'a [f32],
    confidence: &'a [f32],
}

impl<'a> HeldCells<'a> {
    #[inline(always)]
    fn cut(&mut self, count: usize) -> HeldCells<'a> {
        let (shares, confidence);
        (shares, self.shares) = self.shares.split_at(count);
        (confidence, self.confidence) = self.confidence.split_at(count);
        HeldCells { shares, confidence }
    }

    /// A player who is held to these cells, and plays `free` otherwise.
    fn over<F>(self, free: F) -> Held<'a, F> {
        Held { model: self, free }
    }

    /// The probability of a cell that a free player takes with the probability `free`.
    #[inline(always)]
    fn mixed(&self, cell: usize, free: f32) -> f32 {
        free + self.confidence[cell] * (self.shares[cell] - free)
    }
}

/// A player who is held to a model, and plays `free` otherwise.
#[derive(Debug)]
struct Held<'a, F> {
    model: HeldCells<'a>,
    free: F,
}

impl<G: RangeGame, F: Opponent<G>> Opponent<G> for Held<'_, F> {
    const SKIPS: bool = false;

    fn split_off(&mut self, count: usize) -> Self {
        self.model.cut(count).over(self.free.split_off(count))
    }

    #[inline(always)]
    fn skip(&mut self, count: usize) {
        self.model.cut(count);
        self.free.skip(count);
    }

    #[inline(always)]
    fn strategy(&mut self, at: &At<'_, G>, layout: &DecisionLayout<'_>, out: &mut [f32], hands: &mut [f32]) {
        self.free.strategy(at, layout, out, hands);
        let model = self.model.cut(layout.cells());
        for (cell, share) in out.iter_mut().enumerate().take(layout.cells()) {
            *share = model.mixed(cell, *share);
        }
    }

    #[inline(always)]
    fn pair_strategy(&mut self, at: &At<'_, G>, number: usize, reach: &Lane) -> Lane {
        // In an endgame the player is free.
        self.model.cut(2 * at.game.lanes());
        self.free.pair_strategy(at, number, reach)
    }
}

/// The free choice learns, and its average is weighted by the reach of the player who is held.
impl<'a, G: RangeGame, N: Number> Traverser<G> for Held<'a, Learner<'a, N>> {
    type Cells = (HeldCells<'a>, LearnerCells<'a, N>);

    fn needs_reach(&self) -> bool {
        true
    }

    #[inline(always)]
    fn take(&mut self, at: &At<'_, G>, count: usize) -> Self::Cells {
        (self.model.cut(count), self.free.take(at, count))
    }

    #[inline(always)]
    fn take_pair(&mut self, at: &At<'_, G>, number: usize) -> Self::Cells {
        let count = 2 * at.game.lanes();
        (self.model.cut(count), self.free.take_pair(at, number))
    }

    fn split_off(&mut self, count: usize) -> Self {
        let free = Traverser::<G>::split_off(&mut self.free, count);
        self.model.cut(count).over(free)
    }

    #[inline(always)]
    fn skip(&mut self, count: usize) {
        self.model.cut(count);
        Traverser::<G>::skip(&mut self.free, count);
    }

    /// The free choice, which is what the learner's regrets are against.
    #[inline(always)]
    fn strategy(&self, (_, learned): &Self::Cells, layout: &DecisionLayout<'_>, out: &mut [f32], hands: &mut [f32]) {
        Traverser::<G>::strategy(&self.free, learned, layout, out, hands);
    }

    #[inline(always)]
    fn begin(
        &self,
        (model, learned): &mut Self::Cells,
        layout: &DecisionLayout<'_>,
        reach: &[f32],
        [out, split]: [&mut [f32]; 2],
        hands: &mut [f32],
    ) {
        let both = [&mut *out, &mut *split];
        Traverser::<G>::begin(&self.free, learned, layout, reach, both, hands);
        for cell in 0..layout.cells() {
            split[cell] = reach[layout.hand_of(cell)] * model.mixed(cell, out[cell]);
        }
    }

    #[inline(always)]
    fn back_up(&self, (model, learned): Self::Cells, valued: Valued<'_>, out: &mut [f32], hands: &mut [f32]) {
        Traverser::<G>::back_up(&self.free, learned, valued, out, hands);
        let Valued { layout, strategy, values } = valued;
        out.fill(0.0);
        for cell in 0..layout.cells() {
            out[layout.hand_of(cell)] += model.mixed(cell, strategy[cell]) * values[cell];
        }
    }

    #[inline(always)]
    fn pair_strategy(&self, (_, learned): &Self::Cells) -> Lane {
        Traverser::<G>::pair_strategy(&self.free, learned)
    }

    #[inline(always)]
    fn back_up_pair(&self, (_, learned): Self::Cells, first: &Lane, values: [&Lane; 2], reach: &Lane) -> Lane {
        Traverser::<G>::back_up_pair(&self.free, learned, first, values, reach)
    }
}

impl<G: RangeGame, N: Number> RangeCfr<'_, G, N> {
    /// Does `count` more iterations against a player who is held to `model`. Both players learn, the
    /// held one as far as the model leaves a choice.
    ///
    /// The other player's strategy approaches the data-biased response. The strategy of the held player
    /// is then the free choice alone. [`RangeCfr::best_response`] of the held player is what the
    /// worst opponent gets from the response, and [`RangeCfr::values_against`] with
    /// [`RangeModel::strategy`] what the response gets from the model. The model is no part of a
    /// checkpoint.
    ///
    /// # Panics
    ///
    /// If the model is one of another game.
    pub fn advance_against(&mut self, model: &RangeModel, count: u64) {
        let cells = self.outline.cells[model.player.index()];
        let found = model.shares.len() as u64;
        assert_eq!(found, cells, "the cells of the model and of the game");
        for _ in 0..count {
            self.iterate_by(
                &mut |solver, player, iteration, seen| solver.learn_against(model, player, iteration, seen),
                &mut |_, _| None,
            );
        }
    }

    fn learn_against(
        &mut self,
        model: &RangeModel,
        player: Player,
        iteration: &Iteration,
        seen: Option<&[N]>,
    ) -> Vec<f32> {
        let noise = self.learning_noise(player);
        let prunes = self.index.is_some();
        let weight = iteration.weight as f32;
        let Sides { own, source, sums } = Sides::of(&mut self.cells, player, iteration, seen, noise, prunes);
        let walk = Walk { game: self.game, player, index: self.index.as_ref() };
        let place = start(&self.root, &self.outline, player);
        let average = |source, sums| AverageStrategy { source, sums, weight, noise: noise[3] };
        let held = model.cells();
        match (player == model.player, prunes) {
            (true, false) => {
                let (own, other) = (held.over(own), source);
                walk.run(place, &mut Players { own, other })
            }
            (true, true) => {
                let (own, other) = (held.over(own), average(source, sums));
                walk.run(place, &mut Players { own, other })
            }
            (false, false) => {
                let other = held.over(source);
                walk.run(place, &mut Players { own, other })
            }
            (false, true) => {
                let other = held.over(average(source, sums));
                walk.run(place, &mut Players { own, other })
            }
        }
    }

    /// The value of the root to each of the player's hands if they follow the solver's strategy, and the
    /// other player is `other`. The player's own weights are not counted in.
    pub fn values_against(&self, player: Player, other: impl Opponent<G>) -> Vec<f32> {
        let own = Follower(StoredStrategy(self.answer(player)));
        self.walk(player, Players { own, other })
    }
}
