//! Actions that are worse than another whatever happens, and what play without them can meet.
//!
//! At an information set an action is *dominated* if the most that its player can expect after it is
//! less than the least after another action, in every history of the information set and whatever
//! the players do later. (This is stronger than strict dominance, and it is found without a linear
//! program.) Dominated actions are taken away, then those that are dominated once nobody plays the
//! former, and so on. Some equilibrium has no dominated action, and no best response needs one. So a
//! penalty for an illegal move counts in none of the numbers that are derived from the rest.
//!
//! ```
//! use cardsharp_solvers::dominance::Undominated;
//! use cardsharp_solvers::games::Kuhn;
//!
//! // Two utilities differ by up to 4. But the deal is chance's, nobody calls a bet with the lowest card,
//! // and nobody folds the highest one.
//! assert!((Undominated::of(&Kuhn::TWO).range() - 5.0 / 3.0).abs() < 1e-12);
//! ```

use std::collections::HashMap;

use rustc_hash::FxHashMap;

use crate::best_response::Above;
use crate::game::{Game, InfosetKey, Player, Turn};
use crate::strategy::{Strategy, distribution};

/// The greatest number of rounds of elimination. A round is a walk through the game.
const MAX_ROUNDS: usize = 32;

/// The least and the greatest expected utility of a player.
type Interval = [f64; 2];

/// The game without its dominated actions.
#[derive(Clone, Debug, Default)]
pub struct Undominated {
    range: f64,
    sets: FxHashMap<InfosetKey, Set>,
}

/// An information set.
#[derive(Clone, Debug)]
struct Set {
    /// True if play without dominated actions may lead here. Then other histories do not count.
    met: bool,
    /// By action: the least and the greatest expected utility of the player to move over all
    /// histories; `None` for a dominated action.
    actions: Vec<Option<Interval>>,
}

impl Undominated {
    /// Finds the dominated actions of a game. It takes a walk through the game, and another one for
    /// every round that finds some.
    pub fn of<G: Game>(game: &G) -> Undominated {
        let players = (0..game.players()).map(|player| Player::new(player as u8));
        let above: Vec<Above<'_, G>> = players.map(|player| Above::new(game, player)).collect();
        let mut found = Undominated::default();
        let mut least_loss = f64::INFINITY;
        for _ in 0..MAX_ROUNDS {
            let mut round = Round { game, above: &above, before: &found, sets: FxHashMap::default() };
            let root = round.visit(&game.root(), true);
            let mut sets = round.sets;
            let lost = sets.values_mut().map(Set::eliminate);
            let lost = lost.fold(f64::INFINITY, f64::min);
            least_loss = least_loss.min(lost);
            let ranges = root.iter().map(|[least, most]| most - least);
            found = Undominated { range: ranges.fold(0.0, f64::max), sets };
            if lost.is_infinite() {
                break;
            }
        }
        if found.range == 0.0 && least_loss.is_finite() {
            found.range = least_loss;
        }
        found
    }

    /// The range of utilities that play can meet: the largest difference, over the players, between
    /// the best and the worst expected utility that any play without dominated actions gives. Chance
    /// is averaged, so a rare disaster counts with its probability.
    ///
    /// If such play can meet one outcome only, it is the least that a dominated action certainly
    /// loses, which is the scale of the errors that are left.
    pub fn range(&self) -> f64 {
        self.range
    }

    /// For each action of an information set, true if it never gives more than some other action and
    /// may give less. `None` if the game has no such information set.
    pub fn inferior(&self, infoset: InfosetKey) -> Option<Vec<bool>> {
        let actions = &self.sets.get(&infoset)?.actions;
        let beats = |other: &Interval, one: &Interval| one[1] <= other[0] && one != other;
        let inferior = actions.iter().map(|interval| match interval {
            Some(one) => actions.iter().flatten().any(|other| beats(other, one)),
            None => true,
        });
        Some(inferior.collect())
    }
}

impl Set {
    /// Takes dominated actions away. Returns the least that one of them certainly loses, if play may
    /// lead here; infinity if there is none.
    fn eliminate(&mut self) -> f64 {
        let secured = self.actions.iter().flatten().map(|interval| interval[0]);
        let secured = secured.fold(f64::NEG_INFINITY, f64::max);
        let mut least_loss = f64::INFINITY;
        for interval in &mut self.actions {
            if let Some([_, most]) = interval.filter(|[_, most]| *most < secured) {
                *interval = None;
                if self.met {
                    least_loss = least_loss.min(secured - most);
                }
            }
        }
        least_loss
    }
}

/// A round of elimination.
struct Round<'a, 'g, G> {
    game: &'g G,
    above: &'a [Above<'g, G>],
    before: &'a Undominated,
    sets: FxHashMap<InfosetKey, Set>,
}

impl<G: Game> Round<'_, '_, G> {
    /// The interval of each player from `state` on. `met` is false below a dominated action.
    fn visit(&mut self, state: &G::State, met: bool) -> Vec<Interval> {
        match self.game.turn(state) {
            Turn::Terminal => {
                let utilities = self.above.iter().map(|above| above.utility(state));
                utilities.map(|utility| [utility; 2]).collect()
            }
            Turn::Chance { outcomes } => {
                let mut expected = vec![[0.0; 2]; self.above.len()];
                for index in 0..outcomes {
                    let chance = self.game.chance_probability(state, index);
                    let below = self.visit(&self.game.child(state, index), met);
                    for (sum, part) in expected.iter_mut().zip(below) {
                        *sum = [sum[0] + chance * part[0], sum[1] + chance * part[1]];
                    }
                }
                expected
            }
            Turn::Decision { player, actions } => self.decide(state, player.index(), actions, met),
        }
    }

    fn decide(&mut self, state: &G::State, player: usize, actions: usize, met: bool) -> Vec<Interval> {
        let infoset = self.game.infoset(state);
        let mut all = vec![[f64::INFINITY, f64::NEG_INFINITY]; self.above.len()];
        for action in 0..actions {
            let before = self.before.sets.get(&infoset);
            let kept = before.is_none_or(|before| before.actions[action].is_some());
            let below = self.visit(&self.game.child(state, action), met && kept);
            if !kept {
                continue;
            }
            for (whole, part) in all.iter_mut().zip(&below) {
                *whole = joined(*whole, *part);
            }
            let fresh = || Set { met, actions: vec![None; actions] };
            let set = self.sets.entry(infoset).or_insert_with(fresh);
            if met && !set.met {
                *set = fresh();
            }
            if met == set.met {
                let found = &mut set.actions[action];
                *found = Some(joined(found.unwrap_or(below[player]), below[player]));
            }
        }
        all
    }
}

fn joined(one: Interval, other: Interval) -> Interval {
    [one[0].min(other[0]), one[1].max(other[1])]
}

/// The probability that play comes to each information set if all players follow `strategy`.
pub fn reach_probabilities<G: Game>(game: &G, strategy: &impl Strategy<G>) -> HashMap<InfosetKey, f64> {
    let mut reached = HashMap::new();
    let mut open = vec![(game.root(), 1.0)];
    while let Some((state, weight)) = open.pop() {
        let shares = match game.turn(&state) {
            Turn::Terminal => continue,
            Turn::Chance { outcomes } => (0..outcomes).map(|index| game.chance_probability(&state, index)).collect(),
            Turn::Decision { .. } => {
                *reached.entry(game.infoset(&state)).or_insert(0.0) += weight;
                distribution(game, strategy, &state)
            }
        };
        for (index, share) in shares.into_iter().enumerate() {
            open.push((game.child(&state, index), weight * share));
        }
    }
    reached
}
