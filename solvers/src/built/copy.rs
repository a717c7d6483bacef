//! A stored copy of any game.

use rustc_hash::FxHashMap;

use super::{BuildError, BuiltGame, EventId, GameBuilder, InfosetId};
use crate::game::{Game, InfosetKey, Player, Turn};

impl BuiltGame {
    /// Stores a game with the names of its actions and information sets. The copy has the keys of the game, so a
    /// strategy of the one is a strategy of the other. Returns `None` if the game has more than `most` histories, is
    /// deeper than [`MAX_DEPTH`](super::MAX_DEPTH), or breaks the contract of a game.
    ///
    /// ```
    /// use cardsharp_solvers::built::BuiltGame;
    /// use cardsharp_solvers::games::Kuhn;
    ///
    /// let game = BuiltGame::of(&Kuhn::TWO, 1000).unwrap();
    /// let bet = game.walk(["0", "1", "bet"].map(str::to_owned).as_slice());
    /// assert_eq!(bet.map(|node| game.path(node).len()), Ok(3));
    /// assert!(BuiltGame::of(&Kuhn::TWO, 50).is_none());
    /// ```
    pub fn of<G: Game>(game: &G, most: usize) -> Option<BuiltGame> {
        let mut copy = Copy {
            game,
            builder: GameBuilder::new(game.players()),
            infosets: FxHashMap::default(),
            events: FxHashMap::default(),
            keys: Vec::new(),
        };
        let mut open = vec![game.root()];
        while let Some(state) = open.pop() {
            copy.add(&state).ok()?;
            let children = 0..game.turn(&state).children();
            open.extend(children.rev().map(|index| game.child(&state, index)));
            if copy.builder.nodes() + open.len() > most {
                return None;
            }
        }
        let mut built = copy.builder.finish().ok()?;
        built.keys = copy.keys;
        Some(built)
    }
}

/// The names of a chance event's outcomes, and the bits of their probabilities.
type Outcomes = (Vec<String>, Vec<u64>);

struct Copy<'g, G> {
    game: &'g G,
    builder: GameBuilder,
    /// The information sets by their key, player and number of actions: a game that breaks the contract
    /// may give one key to several.
    infosets: FxHashMap<(InfosetKey, Player, usize), InfosetId>,
    events: FxHashMap<Outcomes, EventId>,
    keys: Vec<InfosetKey>,
}

impl<G: Game> Copy<'_, G> {
    fn add(&mut self, state: &G::State) -> Result<(), BuildError> {
        let game = self.game;
        let turn = game.turn(state);
        let children = 0..turn.children();
        let names = || children.clone().map(|index| game.action_name(state, index));
        match turn {
            Turn::Terminal => {
                let players = (0..game.players()).map(|player| Player::new(player as u8));
                let payoffs: Vec<f64> = players.map(|one| game.utility(state, one)).collect();
                self.builder.terminal(&payoffs)
            }
            Turn::Chance { .. } => {
                let shares = children.clone();
                let shares = shares.map(|index| game.chance_probability(state, index));
                let shares: Vec<f64> = shares.collect();
                let bits = shares.iter().map(|share| share.to_bits());
                let outcomes: Outcomes = (names().collect(), bits.collect());
                let event = match self.events.get(&outcomes) {
                    Some(event) => *event,
                    None => {
                        let event = self.builder.event(outcomes.0.clone(), &shares)?;
                        self.keys.push(InfosetKey(u64::MAX));
                        *self.events.entry(outcomes).or_insert(event)
                    }
                };
                self.builder.chance(event)
            }
            Turn::Decision { player, actions } => {
                let key = game.infoset(state);
                let infoset = match self.infosets.get(&(key, player, actions)) {
                    Some(infoset) => *infoset,
                    None => {
                        let name = game.infoset_name(state);
                        let infoset = self.builder.infoset(player, name, names().collect())?;
                        self.keys.push(key);
                        *self.infosets.entry((key, player, actions)).or_insert(infoset)
                    }
                };
                self.builder.decision(infoset)
            }
        }
    }
}
