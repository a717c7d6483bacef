//! The walk over the public tree, for one player.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::Mutex;

use rayon::prelude::*;

use super::decision_layout::EVERY_HAND;
use super::game::{At, Opponent, RangeGame, RangeTurn, Reaches, Traverser, Valued};
use super::index::{Cursor, Index};
use super::outline::{Outline, room_below};
use crate::game::Player;

/// A walk for one player.
pub(super) struct Walk<'g, G: RangeGame> {
    pub(super) game: &'g G,
    pub(super) player: Player,
    /// The index for skipping subtrees that the other player reaches with no hand; `None` without pruning.
    pub(super) index: Option<&'g Index>,
}

/// A position of a walk.
pub(super) struct Place<'a, P> {
    pub(super) public: &'a P,
    pub(super) reaches: Reaches<'a>,
    /// The outline of the subtree, where threads may share it.
    pub(super) outline: Option<&'a Outline>,
    /// The position in the index, if there is one.
    pub(super) cursor: Cursor,
}

/// Both players of a walk, at the cells that are left.
pub(super) struct Players<O, T> {
    pub(super) own: O,
    pub(super) other: T,
}

impl<O, T> Players<O, T> {
    /// Skips the given number of cells of each player.
    #[inline(always)]
    fn skip<G: RangeGame>(&mut self, player: Player, cells: [u32; 2])
    where
        O: Traverser<G>,
        T: Opponent<G>,
    {
        self.own.skip(cells[player.index()] as usize);
        self.other.skip(cells[player.opponent().index()] as usize);
    }
}

impl<G: RangeGame> Walk<'_, G> {
    /// The value of the place to each hand of the player against the other player's range. The
    /// player's own weights are not counted in.
    pub(super) fn run<O: Traverser<G>, T: Opponent<G>>(
        &self,
        place: Place<'_, G::Public>,
        players: &mut Players<O, T>,
    ) -> Vec<f32> {
        let mut out = vec![0.0; self.game.hands(place.public, self.player)];
        let mut room = Room::below(self.game, place.public);
        #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
        if std::arch::is_x86_feature_detected!("avx2") {
            self.step::<true, O, T>(place, players, &mut out, room.scratch());
            return out;
        }
        self.step::<false, O, T>(place, players, &mut out, room.scratch());
        out
    }

    /// Walks from a place, in code compiled for AVX2 or for any processor. The walk recurses through here, so that all
    /// of it is compiled so.
    #[inline(always)]
    fn step<const AVX2: bool, O: Traverser<G>, T: Opponent<G>>(
        &self,
        place: Place<'_, G::Public>,
        players: &mut Players<O, T>,
        out: &mut [f32],
        scratch: Scratch<'_>,
    ) {
        // Without optimisation nothing becomes a vector, and a second copy of all walks would only take time to
        // compile.
        #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
        if AVX2 {
            // SAFETY: `Walk::run` comes here only on a processor that has the feature.
            unsafe { self.step_avx2(place, players, out, scratch) };
            return;
        }
        self.step_on_any(place, players, out, scratch);
    }

    #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
    #[target_feature(enable = "avx2")]
    fn step_avx2<O: Traverser<G>, T: Opponent<G>>(
        &self,
        place: Place<'_, G::Public>,
        players: &mut Players<O, T>,
        out: &mut [f32],
        scratch: Scratch<'_>,
    ) {
        self.step_in::<true, O, T>(place, players, out, scratch);
    }

    fn step_on_any<O: Traverser<G>, T: Opponent<G>>(
        &self,
        place: Place<'_, G::Public>,
        players: &mut Players<O, T>,
        out: &mut [f32],
        scratch: Scratch<'_>,
    ) {
        self.step_in::<false, O, T>(place, players, out, scratch);
    }

    #[inline(always)]
    fn step_in<const AVX2: bool, O: Traverser<G>, T: Opponent<G>>(
        &self,
        place: Place<'_, G::Public>,
        players: &mut Players<O, T>,
        out: &mut [f32],
        scratch: Scratch<'_>,
    ) {
        let Place { public, reaches, .. } = place;
        let game = self.game;
        match game.turn(public) {
            RangeTurn::Terminal => {
                game.evaluate(public, self.player, reaches.other, out, scratch.cells);
            }
            RangeTurn::Endgame => {
                let Players { own, other } = players;
                game.endgame(public, self.player, own, other, reaches, out);
            }
            RangeTurn::Decision { player } | RangeTurn::LastDecision { player } if player == self.player => {
                self.own_decision::<AVX2, O, T>(&place, players, out, scratch);
            }
            RangeTurn::Decision { .. } | RangeTurn::LastDecision { .. } => {
                self.opponents_decision::<AVX2, O, T>(&place, players, out, scratch);
            }
            RangeTurn::Chance { outcomes } => {
                let hands = out.len();
                let (values, scratch) = scratch.split(outcomes * hands);
                let fan = Fan {
                    actions: outcomes,
                    values: &|action| action * hands..(action + 1) * hands,
                    reaches: &|_| reaches,
                };
                self.below::<AVX2, O, T>(&place, fan, players, values, scratch);
                sum_up(values, out);
            }
        }
    }

    #[inline(always)]
    fn own_decision<const AVX2: bool, O: Traverser<G>, T: Opponent<G>>(
        &self,
        place: &Place<'_, G::Public>,
        players: &mut Players<O, T>,
        out: &mut [f32],
        scratch: Scratch<'_>,
    ) {
        let (game, public, reaches) = (self.game, place.public, place.reaches);
        let layout = game.layout(public);
        let (strategy, scratch) = scratch.split(layout.cells());
        let (split, scratch) = scratch.split(layout.cells());
        let (values, scratch) = scratch.split(layout.cells());
        let at = At { game, public, player: self.player, reach: reaches.own };
        let mut cells = players.own.take(&at, layout.cells());
        let both = [&mut *strategy, &mut *split];
        players.own.begin(&mut cells, &layout, reaches.own, both, scratch.hands);
        let is_last = matches!(game.turn(public), RangeTurn::LastDecision { .. });
        let (fixed, mut scratch) = scratch.split(if is_last { layout.hands() } else { 0 });
        if is_last {
            let both = [&mut *values, &mut *fixed];
            game.evaluate_own_actions(public, self.player, reaches.other, both);
        } else {
            let fan = Fan {
                actions: layout.actions(),
                values: &|action| layout.range(action),
                reaches: &|action| Reaches { own: &split[layout.range(action)], other: reaches.other },
            };
            self.below::<AVX2, O, T>(place, fan, players, values, scratch.again());
        }
        let valued = Valued { layout: &layout, strategy, values };
        players.own.back_up(cells, valued, out, scratch.hands);
        // A hand that the layout leaves out has its value from the evaluation.
        for ((out, &fixed), &uniform) in out.iter_mut().zip(&*fixed).zip(layout.uniform) {
            *out = if uniform == 0.0 { fixed } else { *out };
        }
    }

    #[inline(always)]
    fn opponents_decision<const AVX2: bool, O: Traverser<G>, T: Opponent<G>>(
        &self,
        place: &Place<'_, G::Public>,
        players: &mut Players<O, T>,
        out: &mut [f32],
        scratch: Scratch<'_>,
    ) {
        let (game, public, reaches) = (self.game, place.public, place.reaches);
        let layout = game.layout(public);
        let hands = out.len();
        let (strategy, scratch) = scratch.split(layout.cells());
        let (split, scratch) = scratch.split(layout.cells());
        let at = At { game, public, player: self.player.opponent(), reach: reaches.other };
        if T::SAMPLES {
            players.other.strategy(&at, &layout, strategy, scratch.hands);
            if let Some(action) = players.other.sampled() {
                let range = layout.range(action);
                let reach = &mut split[range.clone()];
                layout.reach_below(action, &strategy[range], reaches.other, reach);
                let child = Place {
                    public: &game.act(public, action),
                    reaches: Reaches { own: reaches.own, other: reach },
                    outline: None,
                    cursor: place.cursor.below(),
                };
                self.step::<AVX2, O, T>(child, players, out, scratch);
                scale(out, game.weight(public, action));
                return;
            }
            layout.split_reach(strategy, reaches.other, split);
        } else {
            let both = [strategy, &mut *split];
            players.other.split(&at, &layout, both, scratch.hands);
        }
        if let RangeTurn::LastDecision { .. } = game.turn(public) {
            let ranges = [reaches.other, &*split];
            game.evaluate_other_actions(public, self.player, ranges, out);
            return;
        }
        let (values, scratch) = scratch.split(layout.actions() * hands);
        let fan = Fan {
            actions: layout.actions(),
            values: &|action| action * hands..(action + 1) * hands,
            reaches: &|action| Reaches { own: reaches.own, other: &split[layout.range(action)] },
        };
        self.below::<AVX2, O, T>(place, fan, players, values, scratch);
        sum_up(values, out);
    }

    /// Walks below every action, and writes the values.
    #[inline(always)]
    fn below<'r, const AVX2: bool, O: Traverser<G>, T: Opponent<G>>(
        &self,
        place: &Place<'_, G::Public>,
        fan: Fan<impl Fn(usize) -> Range<usize>, impl Fn(usize) -> Reaches<'r>>,
        players: &mut Players<O, T>,
        values: &mut [f32],
        mut scratch: Scratch<'_>,
    ) {
        let game = self.game;
        if let Some(outline) = place.outline
            && !outline.children.is_empty()
        {
            let here = (place.public, place.cursor);
            let actions = 0..outline.children.len();
            let parts = actions.map(|action| ((fan.values)(action).len(), (fan.reaches)(action)));
            let parts = parts.collect();
            self.share_out::<AVX2, O, T>(here, outline, parts, players, values);
            return;
        }
        let mut cursor = place.cursor.below();
        for action in 0..fan.actions {
            let values = &mut values[(fan.values)(action)];
            let weight = game.weight(place.public, action);
            if weight == 0.0 {
                values.fill(0.0);
                continue;
            }
            let reaches = (fan.reaches)(action);
            let skipped = T::SKIPS && never(reaches.other) || O::SKIPS && never(reaches.own);
            if skipped {
                values.fill(0.0);
                continue;
            }
            let child = game.act(place.public, action);
            let here = cursor;
            if let Some(index) = self.index {
                let cells = index.pass(game, &child, &mut cursor);
                if never(reaches.other) {
                    players.skip::<G>(self.player, cells);
                    values.fill(0.0);
                    continue;
                }
            }
            let child = Place { public: &child, reaches, outline: None, cursor: here };
            self.step::<AVX2, O, T>(child, players, values, scratch.again());
            scale(values, weight);
        }
    }

    /// Does the same as [`Walk::below`], with all threads. `parts` has the number of values of each action, and the
    /// ranges below it.
    fn share_out<const AVX2: bool, O: Traverser<G>, T: Opponent<G>>(
        &self,
        (public, cursor): (&G::Public, Cursor),
        outline: &Outline,
        parts: Vec<(usize, Reaches<'_>)>,
        players: &mut Players<O, T>,
        mut values: &mut [f32],
    ) {
        let game = self.game;
        let mut jobs = Vec::new();
        let mut cursor = cursor.below();
        let children = outline.children.iter().zip(parts).enumerate();
        for (action, (child, (length, reaches))) in children {
            let (out, rest) = std::mem::take(&mut values).split_at_mut(length);
            values = rest;
            let Some(child) = child else {
                out.fill(0.0);
                continue;
            };
            let [mine, theirs] =
                [self.player, self.player.opponent()].map(|player| child.cells[player.index()] as usize);
            let players = Players { own: players.own.split_off(mine), other: players.other.split_off(theirs) };
            let public = game.act(public, action);
            let here = cursor;
            if let Some(index) = self.index {
                index.pass(game, &public, &mut cursor);
                if never(reaches.other) {
                    out.fill(0.0);
                    continue;
                }
            }
            let job = (action, (public, here), child, reaches, players, out);
            jobs.push(Mutex::new(Some(job)));
        }
        in_parallel(jobs.len(), &|job| {
            let job = jobs[job].lock().ok().and_then(|mut job| job.take());
            let Some((action, (child, cursor), outline, reaches, mut players, out)) = job else {
                return;
            };
            let mut room = Room::below(game, &child);
            let place = Place { public: &child, reaches, outline: Some(outline), cursor };
            self.step::<AVX2, O, T>(place, &mut players, out, room.scratch());
            scale(out, game.weight(public, action));
        });
    }
}

/// Calls `work` with every number below `count`, with all threads. It is no generic function, so that the machinery of
/// threads is compiled once, and not for every kind of walk.
fn in_parallel(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(work);
}

/// True if no hand of a range is left.
#[inline(always)]
fn never(reach: &[f32]) -> bool {
    reach.iter().all(|&reach| reach == 0.0)
}

/// The actions of a public state.
struct Fan<V, R> {
    actions: usize,
    /// The range of values of an action.
    values: V,
    /// The ranges below an action.
    reaches: R,
}

/// The memory of a walk.
struct Room {
    cells: Vec<f32>,
    /// Two numbers for each hand.
    hands: Vec<f32>,
}

thread_local! {
    /// The rooms for hands of walks of this thread that are over: too large to clear for every walk.
    static HANDS: RefCell<Vec<Vec<f32>>> = const { RefCell::new(Vec::new()) };
}

impl Room {
    fn below<G: RangeGame>(game: &G, public: &G::Public) -> Room {
        let (cells, count) = room_below(game, public);
        let spare = HANDS.with_borrow_mut(Vec::pop);
        let mut hands = spare.unwrap_or_default();
        hands.resize(2 * count.max(EVERY_HAND), 0.0);
        Room { cells: vec![0.0; cells], hands }
    }

    fn scratch(&mut self) -> Scratch<'_> {
        Scratch { cells: &mut self.cells, hands: &mut self.hands }
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let hands = std::mem::take(&mut self.hands);
        HANDS.with_borrow_mut(|spare| spare.push(hands));
    }
}

/// The part of a [`Room`] that is free.
struct Scratch<'a> {
    cells: &'a mut [f32],
    /// Two numbers for each hand, for use between two steps.
    hands: &'a mut [f32],
}

impl<'a> Scratch<'a> {
    #[inline(always)]
    fn split(self, count: usize) -> (&'a mut [f32], Scratch<'a>) {
        let (first, cells) = self.cells.split_at_mut(count);
        let hands = self.hands;
        (first, Scratch { cells, hands })
    }

    #[inline(always)]
    fn again(&mut self) -> Scratch<'_> {
        Scratch { cells: self.cells, hands: self.hands }
    }
}

#[inline(always)]
fn sum_up(values: &[f32], out: &mut [f32]) {
    out.fill(0.0);
    for values in values.chunks_exact(out.len()) {
        for (out, value) in out.iter_mut().zip(values) {
            *out += value;
        }
    }
}

#[inline(always)]
fn scale(values: &mut [f32], weight: f32) {
    if weight != 1.0 {
        for value in values {
            *value *= weight;
        }
    }
}
