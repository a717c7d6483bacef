//! The strategy of a solver: measured, and read decision by decision.

use super::decision_layout::{DecisionLayout, EVERY_HAND};
use super::game::{Opponent, RangeGame, RangeTurn, Reaches, Traverser, total};
use super::index::Cursor;
use super::lanes::{Lane, pair_matching};
use super::locked_responder::LockedResponder;
use super::number::Number;
use super::opponent::StoredStrategy;
use super::outline::Outline;
use super::solver::RangeCfr;
use super::traverser::Follower;
use super::walk::{Place, Players, Walk};
use crate::best_response::Exploitability;
use crate::game::Player;

impl<G: RangeGame, N: Number> RangeCfr<'_, G, N> {
    /// The value of the root to each of the player's hands with a best response to the other
    /// player's strategy, which follows the locks if there are any ([`RangeCfr::lock`]). The player's own weights are not counted in.
    pub fn best_response(&self, player: Player) -> Vec<f32> {
        let players = Players {
            own: LockedResponder::new(&self.locks[player.index()], 0),
            other: StoredStrategy(self.answer(player.opponent())),
        };
        self.walk(player, players)
    }

    /// The value of the root to each of the player's hands if both follow the solver's strategy.
    /// The player's own weights are not counted in.
    pub fn values(&self, player: Player) -> Vec<f32> {
        let players = Players {
            own: Follower(StoredStrategy(self.answer(player))),
            other: StoredStrategy(self.answer(player.opponent())),
        };
        self.walk(player, players)
    }

    /// The values and best responses of the solver's strategy, exact except for the rounding of `f32`.
    pub fn exploitability(&self) -> Exploitability {
        let of_all = |player: Player, values: &[f32]| total(values, &self.root.ranges[player.index()]);
        let value = of_all(Player::ZERO, &self.values(Player::ZERO));
        let best_responses = Player::BOTH.map(|player| of_all(player, &self.best_response(player)));
        Exploitability::new(vec![value, -value], best_responses.to_vec())
    }
}

/// The strategy of a player in a public state, for all hands.
#[derive(Debug)]
pub struct PublicDecision<'a, G: RangeGame> {
    /// The public state.
    pub public: &'a G::Public,
    /// The player to move.
    pub player: Player,
    /// The actions of each hand.
    pub layout: DecisionLayout<'a>,
    /// The probability of each cell, in the order of the layout.
    pub strategy: &'a [f32],
}

impl<G: RangeGame, N: Number> RangeCfr<'_, G, N> {
    /// Calls `each` with the decisions of the solver's strategy, parents before children. If it
    /// returns `false`, the decisions below are skipped. Endgames are never shown.
    pub fn for_each_decision(&self, each: &mut dyn FnMut(&PublicDecision<'_, G>) -> bool) {
        let mut cells = Player::BOTH.map(|player| self.answer(player));
        self.show(&self.root.public, &mut cells, each);
    }

    fn show(&self, public: &G::Public, cells: &mut [&[N]; 2], each: &mut dyn FnMut(&PublicDecision<'_, G>) -> bool) {
        let game = self.game;
        let before = *cells;
        let turn = game.turn(public);
        let actions = match turn {
            RangeTurn::Terminal => return,
            RangeTurn::Endgame => {
                for (player, cells) in Player::BOTH.into_iter().zip(cells) {
                    *cells = &cells[game.endgame_cells(public, player)..];
                }
                return;
            }
            RangeTurn::Chance { outcomes } => outcomes,
            RangeTurn::Decision { player } | RangeTurn::LastDecision { player } => {
                let layout = game.layout(public);
                let all = &mut cells[player.index()];
                let (here, rest) = all.split_at(layout.cells());
                *all = rest;
                let strategy = matched(&layout, here);
                let decision = PublicDecision { public, player, layout, strategy: &strategy };
                if !each(&decision) {
                    let below = Outline::cells_below(game, public);
                    for ((cells, here), count) in cells.iter_mut().zip(before).zip(below) {
                        *cells = &here[count as usize..];
                    }
                    return;
                }
                if let RangeTurn::LastDecision { .. } = turn {
                    return;
                }
                layout.actions()
            }
        };
        for action in (0..actions).filter(|&action| game.weight(public, action) != 0.0) {
            self.show(&game.act(public, action), cells, each);
        }
    }
}

fn matched<N: Number>(layout: &DecisionLayout<'_>, cells: &[N]) -> Vec<f32> {
    let mut strategy = vec![0.0; layout.cells()];
    let mut hands = vec![0.0; 2 * layout.hands().max(EVERY_HAND)];
    layout.matching(cells, &mut strategy, &mut hands);
    strategy
}

/// A public state at which the solver's strategy can be read.
#[derive(Clone, Debug)]
pub struct Spot<P> {
    /// The public state.
    pub public: P,
    /// The reach of each player's hands at this state, from the solver's root by its strategy.
    pub ranges: [Vec<f32>; 2],
    /// The position of the state among each player's cells.
    offsets: [usize; 2],
    cursor: Cursor,
}

impl<P> Spot<P> {
    /// The number of the player's next cell.
    pub(super) fn offset(&self, player: Player) -> usize {
        self.offsets[player.index()]
    }
}

impl<G: RangeGame, N: Number> RangeCfr<'_, G, N> {
    /// The spot at the solver's root.
    pub fn root(&self) -> Spot<G::Public> {
        Spot {
            public: self.root.public.clone(),
            ranges: self.root.ranges.clone(),
            offsets: [0; 2],
            cursor: Cursor::default(),
        }
    }

    fn cells_at(&self, spot: &Spot<G::Public>, player: Player) -> &[N] {
        &self.answer(player)[spot.offset(player)..]
    }

    /// The strategy of every hand of the player to move, in the order of the layout. It is empty if
    /// the state is no decision, or the rest is an endgame.
    pub fn strategy_at(&self, spot: &Spot<G::Public>) -> Vec<f32> {
        match self.game.turn(&spot.public) {
            RangeTurn::Decision { player } | RangeTurn::LastDecision { player } => {
                let layout = self.game.layout(&spot.public);
                matched(&layout, self.cells_at(spot, player))
            }
            _ => Vec::new(),
        }
    }

    /// The strategy of `player` in the decisions of an endgame, in their order: the probability of
    /// the first of two actions.
    pub fn endgame_at(&self, spot: &Spot<G::Public>, player: Player) -> Vec<Lane> {
        let cells = self.game.endgame_cells(&spot.public, player);
        let cells = &self.cells_at(spot, player)[..cells];
        let pairs = cells.chunks_exact(2 * self.game.lanes());
        pairs.map(pair_matching).collect()
    }

    /// The spots after every action or outcome that can happen, each with its number.
    pub fn after(&self, spot: &Spot<G::Public>) -> Vec<(usize, Spot<G::Public>)> {
        let game = self.game;
        let mut next = spot.clone();
        next.cursor = spot.cursor.below();
        let (mover, actions, split) = match game.turn(&spot.public) {
            RangeTurn::Terminal | RangeTurn::Endgame | RangeTurn::LastDecision { .. } => {
                return Vec::new();
            }
            RangeTurn::Chance { outcomes } => (None, outcomes, Vec::new()),
            RangeTurn::Decision { player } => {
                let layout = game.layout(&spot.public);
                next.offsets[player.index()] += layout.cells();
                let mut split = vec![0.0; layout.cells()];
                let range = &spot.ranges[player.index()];
                layout.split_reach(&self.strategy_at(spot), range, &mut split);
                (Some((player, layout)), layout.actions(), split)
            }
        };
        let mut after = Vec::new();
        for action in (0..actions).filter(|&action| game.weight(&spot.public, action) != 0.0) {
            next.public = game.act(&spot.public, action);
            let mut child = next.clone();
            if let Some((player, layout)) = mover {
                child.ranges[player.index()] = split[layout.range(action)].to_vec();
            }
            let cells = match &self.index {
                Some(index) => index.pass(game, &next.public, &mut next.cursor).map(u64::from),
                None => Outline::cells_below(game, &next.public),
            };
            for (offset, cells) in next.offsets.iter_mut().zip(cells) {
                *offset += cells as usize;
            }
            after.push((action, child));
        }
        after
    }

    /// The value of the spot to each hand of `player`, their own weight not counted in. The other
    /// player enters with the spot's range and follows the solver's strategy. `player` follows it
    /// too, or plays a best response if `best` is true. It runs on one thread.
    pub fn values_at(&self, spot: &Spot<G::Public>, player: Player, best: bool) -> Vec<f32> {
        let index = Place {
            public: &spot.public,
            reaches: Reaches::of(&spot.ranges, player),
            outline: None,
            cursor: spot.cursor,
        };
        let other = StoredStrategy(self.cells_at(spot, player.opponent()));
        if best {
            let own = LockedResponder::new(&self.locks[player.index()], spot.offset(player));
            return self.walk_from(index, player, Players { own, other });
        }
        let own = Follower(StoredStrategy(self.cells_at(spot, player)));
        self.walk_from(index, player, Players { own, other })
    }
}

/// The value of `public` to each hand of `player`, their own weight not counted in. `player` plays
/// `own`, the other plays `other`, and `reaches` are their ranges. It runs on one thread.
pub fn hand_values<G: RangeGame, O: Traverser<G>, T: Opponent<G>>(
    game: &G,
    public: &G::Public,
    player: Player,
    reaches: Reaches<'_>,
    own: O,
    other: T,
) -> Vec<f32> {
    let walk = Walk { game, player, index: None };
    let start = Place { public, reaches, outline: None, cursor: Cursor::default() };
    walk.run(start, &mut Players { own, other })
}
