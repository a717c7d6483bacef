//! The walk over the public tree, for one player.

use std::ops::Range;

use rayon::prelude::*;

use super::index::{Cursor, Index};
use super::outline::{Outline, room_below};
use super::{At, Other, Own, RangeGame, RangeTurn, Reaches, Shape};
use crate::game::Player;

/// A walk for one player.
pub(super) struct Walk<'g, G: RangeGame> {
    pub(super) game: &'g G,
    pub(super) player: Player,
    /// The index for skipping subtrees that the other player reaches with no hand; `None` without
    /// pruning.
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

/// The remaining tapes of both players.
pub(super) struct Tapes<O, T> {
    pub(super) own: O,
    pub(super) other: T,
}

impl<O, T> Tapes<O, T> {
    /// Skips the given number of cells on each player's tape.
    #[inline(always)]
    fn skip<G: RangeGame>(&mut self, player: Player, cells: [u32; 2])
    where
        O: Own<G>,
        T: Other<G>,
    {
        self.own.skip(cells[player.index()] as usize);
        self.other.skip(cells[player.opponent().index()] as usize);
    }
}

/// Code compiled for one kind of processor. The walk recurses through it, so that the whole walk is
/// compiled for it.
trait Processor: Sync {
    /// Does the same as [`Walk::step`].
    fn step<G: RangeGame, O: Own<G>, T: Other<G>>(
        walk: &Walk<'_, G>,
        place: Place<'_, G::Public>,
        tapes: &mut Tapes<O, T>,
        out: &mut [f32],
        scratch: &mut [f32],
    );
}

struct Any;

impl Processor for Any {
    fn step<G: RangeGame, O: Own<G>, T: Other<G>>(
        walk: &Walk<'_, G>,
        place: Place<'_, G::Public>,
        tapes: &mut Tapes<O, T>,
        out: &mut [f32],
        scratch: &mut [f32],
    ) {
        walk.step::<Any, O, T>(place, tapes, out, scratch);
    }
}

#[cfg(target_arch = "x86_64")]
struct Avx2;

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn step_avx2<G: RangeGame, O: Own<G>, T: Other<G>>(
    walk: &Walk<'_, G>,
    place: Place<'_, G::Public>,
    tapes: &mut Tapes<O, T>,
    out: &mut [f32],
    scratch: &mut [f32],
) {
    walk.step::<Avx2, O, T>(place, tapes, out, scratch);
}

#[cfg(target_arch = "x86_64")]
impl Processor for Avx2 {
    #[inline(always)]
    fn step<G: RangeGame, O: Own<G>, T: Other<G>>(
        walk: &Walk<'_, G>,
        place: Place<'_, G::Public>,
        tapes: &mut Tapes<O, T>,
        out: &mut [f32],
        scratch: &mut [f32],
    ) {
        // SAFETY: `Walk::run` comes here only on a processor that has the feature.
        unsafe { step_avx2(walk, place, tapes, out, scratch) }
    }
}

impl<G: RangeGame> Walk<'_, G> {
    /// The value of the place to each hand of the player against the other player's range. The
    /// player's own weights are not counted in.
    pub(super) fn run<O: Own<G>, T: Other<G>>(
        &self,
        place: Place<'_, G::Public>,
        tapes: &mut Tapes<O, T>,
    ) -> Vec<f32> {
        let mut out = vec![0.0; self.game.hands(place.public, self.player)];
        let mut scratch = vec![0.0; room_below(self.game, place.public)];
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            Avx2::step(self, place, tapes, &mut out, &mut scratch);
            return out;
        }
        Any::step(self, place, tapes, &mut out, &mut scratch);
        out
    }

    #[inline(always)]
    fn step<P: Processor, O: Own<G>, T: Other<G>>(
        &self,
        place: Place<'_, G::Public>,
        tapes: &mut Tapes<O, T>,
        out: &mut [f32],
        scratch: &mut [f32],
    ) {
        let Place {
            public, reaches, ..
        } = place;
        let game = self.game;
        match game.turn(public) {
            RangeTurn::Terminal => game.evaluate(public, self.player, reaches.other, out, scratch),
            RangeTurn::Endgame => {
                let Tapes { own, other } = tapes;
                game.endgame(public, self.player, own, other, reaches, out);
            }
            RangeTurn::Decision { player } if player == self.player => {
                let shape = game.shape(public);
                let (room, scratch) = Room::of(&shape, shape.cells(), scratch);
                let at = At {
                    game,
                    public,
                    player,
                    reach: reaches.own,
                };
                let cells = tapes.own.take(&at, shape.cells());
                tapes
                    .own
                    .strategy(&cells, &shape, room.strategy, room.hands);
                if O::NEEDS_REACH {
                    shape.split_reach(room.strategy, reaches.own, room.reach);
                }
                let fan = Fan {
                    actions: shape.actions(),
                    values: &|action| shape.range(action),
                    reaches: &|action| Reaches {
                        own: &room.reach[shape.range(action)],
                        other: reaches.other,
                    },
                };
                self.below::<P, O, T>(&place, fan, tapes, room.values, scratch);
                let (strategy, values) = (&*room.strategy, &*room.values);
                tapes
                    .own
                    .settle(cells, &shape, strategy, values, reaches.own, out);
            }
            RangeTurn::Decision { player } => {
                let shape = game.shape(public);
                let (room, scratch) = Room::of(&shape, shape.actions() * out.len(), scratch);
                let at = At {
                    game,
                    public,
                    player,
                    reach: reaches.other,
                };
                tapes.other.strategy(&at, &shape, room.strategy, room.hands);
                if let Some(action) = tapes.other.drawn() {
                    let range = shape.range(action);
                    let reach = &mut room.reach[range.clone()];
                    shape.reach_below(action, &room.strategy[range], reaches.other, reach);
                    let child = Place {
                        public: &game.act(public, action),
                        reaches: Reaches {
                            own: reaches.own,
                            other: reach,
                        },
                        outline: None,
                        cursor: place.cursor.below(),
                    };
                    P::step(self, child, tapes, out, scratch);
                    scale(out, game.weight(public, action));
                    return;
                }
                shape.split_reach(room.strategy, reaches.other, room.reach);
                let hands = out.len();
                let fan = Fan {
                    actions: shape.actions(),
                    values: &|action| action * hands..(action + 1) * hands,
                    reaches: &|action| Reaches {
                        own: reaches.own,
                        other: &room.reach[shape.range(action)],
                    },
                };
                self.below::<P, O, T>(&place, fan, tapes, room.values, scratch);
                add_up(room.values, out);
            }
            RangeTurn::Chance { outcomes } => {
                let hands = out.len();
                let (values, scratch) = scratch.split_at_mut(outcomes * hands);
                let fan = Fan {
                    actions: outcomes,
                    values: &|action| action * hands..(action + 1) * hands,
                    reaches: &|_| reaches,
                };
                self.below::<P, O, T>(&place, fan, tapes, values, scratch);
                add_up(values, out);
            }
        }
    }

    /// Walks below every action, and writes the values.
    #[inline(always)]
    fn below<'r, P: Processor, O: Own<G>, T: Other<G>>(
        &self,
        place: &Place<'_, G::Public>,
        fan: Fan<impl Fn(usize) -> Range<usize>, impl Fn(usize) -> Reaches<'r>>,
        tapes: &mut Tapes<O, T>,
        values: &mut [f32],
        scratch: &mut [f32],
    ) {
        let game = self.game;
        if let Some(outline) = place.outline
            && !outline.children.is_empty()
        {
            let here = (place.public, place.cursor);
            self.share_out::<P, O, T>(here, outline, fan, tapes, values);
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
                    tapes.skip::<G>(self.player, cells);
                    values.fill(0.0);
                    continue;
                }
            }
            let child = Place {
                public: &child,
                reaches,
                outline: None,
                cursor: here,
            };
            P::step(self, child, tapes, values, scratch);
            scale(values, weight);
        }
    }

    /// Does the same as [`Walk::below`], with all threads.
    fn share_out<'r, P: Processor, O: Own<G>, T: Other<G>>(
        &self,
        (public, cursor): (&G::Public, Cursor),
        outline: &Outline,
        fan: Fan<impl Fn(usize) -> Range<usize>, impl Fn(usize) -> Reaches<'r>>,
        tapes: &mut Tapes<O, T>,
        mut values: &mut [f32],
    ) {
        let game = self.game;
        let mut jobs = Vec::new();
        let mut cursor = cursor.below();
        for (action, child) in outline.children.iter().enumerate() {
            let length = (fan.values)(action).len();
            let (out, rest) = std::mem::take(&mut values).split_at_mut(length);
            values = rest;
            let Some(child) = child else {
                out.fill(0.0);
                continue;
            };
            let [mine, theirs] = [self.player, self.player.opponent()]
                .map(|player| child.cells[player.index()] as usize);
            let tapes = Tapes {
                own: tapes.own.split_off(mine),
                other: tapes.other.split_off(theirs),
            };
            let public = game.act(public, action);
            let reaches = (fan.reaches)(action);
            let here = cursor;
            if let Some(index) = self.index {
                index.pass(game, &public, &mut cursor);
                if never(reaches.other) {
                    out.fill(0.0);
                    continue;
                }
            }
            jobs.push((action, (public, here), child, reaches, tapes, out));
        }
        jobs.into_par_iter().for_each(
            |(action, (child, cursor), outline, reaches, mut tapes, out)| {
                let mut scratch = vec![0.0; room_below(game, &child)];
                let place = Place {
                    public: &child,
                    reaches,
                    outline: Some(outline),
                    cursor,
                };
                P::step(self, place, &mut tapes, out, &mut scratch);
                scale(out, game.weight(public, action));
            },
        );
    }
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

/// The scratch of a decision.
struct Room<'a> {
    /// The probability of each cell.
    strategy: &'a mut [f32],
    /// The reach of each cell, of the player to move.
    reach: &'a mut [f32],
    values: &'a mut [f32],
    /// A number for each hand of the player to move.
    hands: &'a mut [f32],
}

impl<'a> Room<'a> {
    #[inline(always)]
    fn of(shape: &Shape<'_>, values: usize, scratch: &'a mut [f32]) -> (Room<'a>, &'a mut [f32]) {
        let (strategy, scratch) = scratch.split_at_mut(shape.cells());
        let (reach, scratch) = scratch.split_at_mut(shape.cells());
        let (values, scratch) = scratch.split_at_mut(values);
        let (hands, scratch) = scratch.split_at_mut(shape.hands());
        let room = Room {
            strategy,
            reach,
            values,
            hands,
        };
        (room, scratch)
    }
}

#[inline(always)]
fn add_up(values: &[f32], out: &mut [f32]) {
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
