//! Any of our two-player games as crate `cfr` wants one.

use std::convert::Infallible;

use cardsharp_solvers::game::{Game, Player, Turn};
use cfr::{Moves, NodeType, Outcomes, PlayerNum};

/// A history of `game`.
pub struct History<'g, G: Game> {
    game: &'g G,
    state: G::State,
}

impl<'g, G: Game> History<'g, G> {
    pub fn root(game: &'g G) -> Self {
        History { game, state: game.root() }
    }

    fn child(&self, index: usize) -> Self {
        History { game: self.game, state: self.game.child(&self.state, index) }
    }
}

/// The children of a history.
pub struct Children<'g, G: Game> {
    parent: History<'g, G>,
    count: usize,
}

impl<'g, G: Game> cfr::Game for History<'g, G> {
    type Action = usize;
    type Infoset = u64;
    type ChanceInfoset = Infallible;
    type Chance = Children<'g, G>;
    type Player = Children<'g, G>;

    fn into_node(self) -> NodeType<Self> {
        match self.game.turn(&self.state) {
            Turn::Terminal => NodeType::Terminal(self.game.utility(&self.state, Player::ZERO)),
            Turn::Chance { outcomes } => NodeType::Chance(None, Children { parent: self, count: outcomes }),
            Turn::Decision { player, actions } => {
                let number = [PlayerNum::One, PlayerNum::Two][player.index()];
                let infoset = self.game.infoset(&self.state).0;
                let children = Children { parent: self, count: actions };
                NodeType::Player(number, infoset, children)
            }
        }
    }
}

impl<'g, G: Game> Outcomes<History<'g, G>> for Children<'g, G> {
    fn len(&self) -> usize {
        self.count
    }

    fn get(&self, index: usize) -> (f64, History<'g, G>) {
        let History { game, state } = &self.parent;
        let probability = game.chance_probability(state, index);
        (probability, self.parent.child(index))
    }
}

impl<'g, G: Game> Moves<History<'g, G>> for Children<'g, G> {
    fn len(&self) -> usize {
        self.count
    }

    fn apply(&self, index: usize) -> History<'g, G> {
        self.parent.child(index)
    }

    fn action(&self, index: usize) -> usize {
        index
    }
}
