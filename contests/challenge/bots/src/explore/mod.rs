//! A policy for Challenge, or a hand that is solved at once, as a tree of public positions, with the range of the player to
//! act at each.
//!
//! | noun | file |
//! |---|---|
//! | the moves of a position | `moves` |
//! | the walk to a position, with the ranges of both players | `walk` |
//! | the range of the player to act | `range` |
//! | a hand that is solved while the reader waits | `solved` |
//! | the tricks below a policy's trunk, solved while the reader waits | `below_trunk` |
//! | a solution as a strategy | `solution` |
//! | the decisions that a lock names | `locks` |
//! | the values of all actions | `values` |
//! | the position as a node | `node` |

mod below_trunk;
mod locks;
mod moves;
mod node;
mod range;
mod solution;
mod solved;
#[cfg(test)]
#[path = "../../tests/unit/explore/mod.rs"]
mod tests;
mod values;
mod walk;

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;
use cardsharp_solvers::game::Player;

use self::below_trunk::{BelowTrunk, actions_above};
pub use self::moves::{action_index, moves, number, steps_to, walk};
use self::solved::{Play, SolvedPlay};
use self::walk::{Ground, Spot, range_hand};
use super::agents::{Source, choices, complete_state, score_of, state_of};
use cardsharp_challenge_game::observation::{Observation, print_position};
use cardsharp_challenge_game::rules::{Cards, Move, Params, Shoe};
use cardsharp_challenge_game::text::{parse_rank, print_move};
use cardsharp_challenge_solver::infosets::{HandId, Payoffs};
use cardsharp_challenge_solver::measure::{Belief, UNIT, evaluate};
use cardsharp_challenge_solver::policy::TrainedPolicy;
use cardsharp_challenge_solver::ranges::RangeHand;
use cardsharp_challenge_solver::scores::Score;
use cardsharp_contest::explorer::{
    ExploreError, Explorer, HandAction, HandDetail, HandLine, Lockable, Node, NodeTurn, Place, Setting,
    checked_settings, shortened,
};
use cardsharp_contest::locked::{Lock, Resolved};
use cardsharp_policy::loaded;

/// The key of the score.
pub const SCORE: &str = "score";
/// The number of play-outs of an action, and their seed: those of `cardsharp inspect`.
const SAMPLES: usize = 20_000;
const SEED: u64 = 1;
/// The largest number of spots that are kept: 0.7 MB each.
const MAX_SPOTS: usize = 64;
/// The largest number of nodes that are kept: 2 MB each.
const MAX_NODES: usize = 24;
/// The largest number of solutions below a trunk that are kept: 30 MB each.
const MAX_SOLUTIONS: usize = 4;

/// What was computed last, the newest at the end.
struct Kept<V> {
    most: usize,
    held: VecDeque<(Place, Arc<V>)>,
}

impl<V> Kept<V> {
    fn new(most: usize) -> Mutex<Kept<V>> {
        let held = VecDeque::new();
        Mutex::new(Kept { most, held })
    }

    fn get(&self, place: &Place) -> Option<Arc<V>> {
        let found = self.held.iter().rev().find(|(held, _)| held == place);
        found.map(|(_, value)| Arc::clone(value))
    }

    fn put(&mut self, place: Place, value: Arc<V>) {
        self.held.push_back((place, value));
        if self.held.len() > self.most {
            self.held.pop_front();
        }
    }
}

/// A policy whose public positions are looked at.
pub struct PolicyExplorer {
    play: Play,
    game: String,
    rules: Params,
    hand: RangeHand,
    spots: Mutex<Kept<Spot>>,
    nodes: Mutex<Kept<Node>>,
    below_trunk: Mutex<Kept<BelowTrunk>>,
}

impl PolicyExplorer {
    /// The policy of a file.
    pub fn load(path: &Path) -> Result<PolicyExplorer> {
        let policy = loaded(TrainedPolicy::load(path)?, "showing");
        let (rules, game) = (policy.game.rules(), policy.header.game.clone());
        let hand = RangeHand::new(rules, policy.game.payoffs()[0])?;
        let play = Play::Policy(Box::new(policy));
        Ok(PolicyExplorer::new(play, game, rules, hand))
    }

    /// A hand that is solved for about this time.
    ///
    /// # Errors
    ///
    /// [`ExploreError`] if the hand is too large.
    pub fn solved(rules: Params, time: Duration) -> Result<PolicyExplorer, ExploreError> {
        PolicyExplorer::of_solved(SolvedPlay::solve(rules, Payoffs::EARLY, &[], time)?)
    }

    fn of_solved(solved: SolvedPlay) -> Result<PolicyExplorer, ExploreError> {
        let rules = solved.rules;
        let hand = RangeHand::new(rules, solved.payoffs).map_err(|error| ExploreError::Other(error.to_string()))?;
        let game = rules.to_string();
        Ok(PolicyExplorer::new(Play::Solved(Box::new(solved)), game, rules, hand))
    }

    fn new(play: Play, game: String, rules: Params, hand: RangeHand) -> PolicyExplorer {
        PolicyExplorer {
            play,
            game,
            rules,
            hand,
            spots: Kept::new(MAX_SPOTS),
            nodes: Kept::new(MAX_NODES),
            below_trunk: Kept::new(MAX_SOLUTIONS),
        }
    }

    /// The value of each legal move of an observation, where the values of its whole range are known. `None` if the
    /// observation lacks plays of the hand, or knows cards of earlier hands.
    ///
    /// # Errors
    ///
    /// [`ExploreError`] if the position is none of the policy's game.
    pub fn values(&self, observation: &Observation) -> Result<Option<Vec<Option<f64>>>, ExploreError> {
        let Play::Policy(policy) = &self.play else {
            return Ok(None);
        };
        let Some(state) = complete_state(policy, observation).filter(|_| observation.gone == Cards::EMPTY) else {
            return Ok(None);
        };
        let score = score_of(observation, &state).to_string();
        let steps = steps_to(&self.hand, &state)?;
        let node = self.node(&Place { settings: [(SCORE.to_owned(), score)].into(), steps })?;
        let name = observation.hand.to_string();
        let Some(line) = node.hands.iter().find(|line| line.name == name && !line.values.is_empty()) else {
            return Ok(None);
        };
        let value = |chosen: Move| {
            let index = node.actions.iter().position(|action| action.name == print_move(chosen))?;
            line.values.get(index).copied().flatten()
        };
        Ok(Some(observation.legal_moves().map(value).collect()))
    }

    fn ground(&self, place: &Place) -> Result<Ground<'_>, ExploreError> {
        let settings = self.settings();
        let values = checked_settings(&settings, place)?;
        let score = values.first().map_or("0,0", String::as_str);
        let score = score.parse::<Score>().map_err(ExploreError::Other)?;
        let below_trunk = self.below_trunk(place, score)?;
        Ok(Ground { play: &self.play, hand: &self.hand, score, below_trunk })
    }

    /// The solution of the tricks below the policy's trunk, if the place is there.
    fn below_trunk(&self, place: &Place, score: Score) -> Result<Option<Arc<BelowTrunk>>, ExploreError> {
        let Play::Policy(policy) = &self.play else {
            return Ok(None);
        };
        let actions = policy.trunk_tricks().and_then(|over| actions_above(&self.hand, over, &place.steps));
        let Some(actions) = actions else {
            return Ok(None);
        };
        // One at a time: a reader who asks twice does not wait twice as long.
        let mut kept = self.below_trunk.lock().unwrap_or_else(PoisonError::into_inner);
        let begin = place.up_to(actions.len());
        if let Some(found) = kept.get(&begin) {
            return Ok(Some(found));
        }
        let class = policy.classes.class(score);
        let solved = Arc::new(BelowTrunk::solve(policy, (range_hand(policy, class)?, class), &actions)?);
        kept.put(begin, Arc::clone(&solved));
        Ok(Some(solved))
    }

    /// The spot at a place. Spots before it are kept, so that a step on is quick.
    fn spot(&self, ground: &Ground<'_>, place: &Place) -> Result<Arc<Spot>, ExploreError> {
        let kept = |place: &Place| {
            let spots = self.spots.lock().unwrap_or_else(PoisonError::into_inner);
            spots.get(place)
        };
        let known = (0..=place.steps.len()).rev().find_map(|count| {
            let spot = kept(&place.up_to(count))?;
            Some((count, spot))
        });
        let keep = |count: usize, spot: &Arc<Spot>| {
            let mut spots = self.spots.lock().unwrap_or_else(PoisonError::into_inner);
            spots.put(place.up_to(count), Arc::clone(spot));
        };
        let (mut count, mut spot) = known.unwrap_or_else(|| {
            let begin = Arc::new(ground.begin());
            keep(0, &begin);
            (0, begin)
        });
        while let Some(step) = place.steps.get(count) {
            spot = Arc::new(ground.after(&spot, count, step)?);
            count += 1;
            keep(count, &spot);
        }
        Ok(spot)
    }

    fn steps(&self, ground: &Ground<'_>, place: &Place) -> Result<Vec<(String, String)>, ExploreError> {
        let steps = place.steps.iter().enumerate();
        let named = steps.map(|(count, step)| {
            let before = self.spot(ground, &place.up_to(count))?;
            Ok(node::step(&before, step))
        });
        named.collect()
    }
}

impl Explorer for PolicyExplorer {
    fn game(&self) -> &str {
        &self.game
    }

    fn summary(&self) -> String {
        let policy = match &self.play {
            Play::Policy(policy) => policy,
            Play::Solved(solved) => return solved.summary.clone(),
        };
        let header = &policy.header;
        let measured = header
            .measured
            .as_ref()
            .map(|measured| format!(", {} {:.5} ± {:.5}", measured.quantity, measured.value, measured.half_width));
        format!(
            "{}, {} iterations, information sets {}{}",
            header.solver,
            header.iterations,
            policy.infosets.summary(),
            measured.unwrap_or_default()
        )
    }

    fn settings(&self) -> Vec<Setting> {
        // The payoffs of a solved hand are those of one score.
        let Play::Policy(_) = self.play else {
            return Vec::new();
        };
        let values = Score::all().map(|score| score.to_string());
        vec![Setting { key: SCORE, label: "Points of leader and follower", values: values.collect() }]
    }

    fn node(&self, place: &Place) -> Result<Arc<Node>, ExploreError> {
        {
            let nodes = self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(node) = nodes.get(place) {
                return Ok(node);
            }
        }
        let ground = self.ground(place)?;
        let spot = self.spot(&ground, place)?;
        let steps = self.steps(&ground, place)?;
        let node = Arc::new(node::node(&ground, &spot, steps));
        let mut nodes = self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        nodes.put(place.clone(), Arc::clone(&node));
        Ok(node)
    }

    fn players(&self) -> Vec<String> {
        Player::BOTH.map(node::name).map(str::to_owned).into()
    }

    fn has_public_places(&self) -> bool {
        true
    }

    fn held(&self, place: &Place, seed: u64) -> Result<HandLine, ExploreError> {
        let node = self.node(place)?;
        let NodeTurn::Player(player, actor) = &node.turn else {
            return Err(ExploreError::NobodyActs);
        };
        let mut cards = Shoe::new(self.rules, seed).deal()[*player];
        let steps = node.steps.iter().filter(|(by, _)| by == actor);
        for rank in steps.filter_map(|(_, step)| parse_rank(step)) {
            let wanted = "this deal does not have the cards played".to_owned();
            let hand = cards.to_string();
            cards = cards.without(rank).ok_or(ExploreError::Hand { hand, wanted })?;
        }
        let name = cards.to_string();
        let line = node.hands.iter().find(|line| line.name == name);
        Ok(line.cloned().unwrap_or_else(|| HandLine::unknown(name)))
    }

    /// A probability of winning.
    fn span(&self) -> f64 {
        1.0
    }

    fn lockable(&self) -> Option<&dyn Lockable> {
        match &self.play {
            Play::Policy(_) => None,
            Play::Solved(solved) => Some(&**solved),
        }
    }

    fn hand(&self, place: &Place, hand: &str) -> Result<Option<HandDetail>, ExploreError> {
        // Of a solution the list has all that is known, and after its trunk a policy does not play.
        let Play::Policy(policy) = &self.play else {
            return Ok(None);
        };
        if policy.trunk_tricks().is_some() {
            return Ok(None);
        }
        let ground = self.ground(place)?;
        let spot = self.spot(&ground, place)?;
        let wanted = || ExploreError::Hand {
            hand: shortened(hand),
            wanted: "write its cards with blanks between, such as 13 9 9 4 1, without those played".to_owned(),
        };
        let cards = hand.split([' ', ',', '+']).filter(|card| !card.is_empty());
        let cards: Option<Vec<_>> = cards.map(parse_rank).collect();
        let cards = cards.filter(|cards| cards.len() <= 5).ok_or_else(wanted)?;
        let cards: Cards = cards.into_iter().collect();
        let id = self.hand.space().id(cards).ok_or_else(wanted)?;
        if !is_there(&ground, &spot, id) {
            return Err(wanted());
        }
        Ok(Some(detail(policy, &spot, &ground.observation(&spot.state, cards))))
    }
}

/// True if the player to act can hold the hand.
fn is_there(ground: &Ground<'_>, spot: &Spot, hand: HandId) -> bool {
    let space = ground.hand.space();
    let sized = spot.state.ending.is_none() && space.size(hand) == ground.cards(&spot.state);
    sized
        && spot.rows[space.local(hand)].is_some()
        && space
            .cards(hand)
            .distinct()
            .all(|rank| space.cards(hand).count(rank) <= ground.hand.unseen(&spot.state).count(rank))
}

impl Lockable for SolvedPlay {
    fn values(&self) -> Vec<f64> {
        self.values.to_vec()
    }

    fn ways(&self) -> &'static [Resolved] {
        &[Resolved::Everything, Resolved::Replies]
    }

    fn locked(&self, locks: &[Lock], resolved: Resolved, time: Duration) -> Result<Box<dyn Explorer>, ExploreError> {
        let solved = match resolved {
            Resolved::Everything => SolvedPlay::solve(self.rules, self.payoffs, locks, time)?,
            Resolved::Replies => self.replied(locks)?,
        };
        Ok(Box::new(PolicyExplorer::of_solved(solved)?))
    }
}

/// The probabilities and the values that `cardsharp inspect` gives.
fn detail(policy: &TrainedPolicy, spot: &Spot, observation: &Observation) -> HandDetail {
    let (choices, source) = choices(policy, observation);
    let state = state_of(&policy.game, observation).map(|mut state| {
        let score = score_of(observation, &state);
        state.class = policy.classes.class(score);
        state
    });
    let value = state.filter(|_| spot.state.ending.is_none());
    let value = value.and_then(|state| {
        let gone = observation.gone;
        evaluate(&policy.game, policy, &state, gone, SAMPLES, SEED)
    });
    let moves = observation.legal_moves().enumerate();
    let actions = moves.map(|(index, chosen)| {
        let probability = choices.iter().find(|(known, _)| *known == chosen);
        let sampled = value.as_ref().and_then(|value| value.actions.get(index));
        HandAction {
            name: print_move(chosen),
            probability: match source {
                Source::Rule => None,
                _ => Some(probability.map_or(0.0, |(_, probability)| *probability)),
            },
            value: sampled.map(|sampled| sampled.mean),
            half_width: sampled.map(|sampled| sampled.half_width),
        }
    });
    let unvisited = match source {
        Source::Certain | Source::Own => None,
        Source::NearestClass => Some("This row was never trained: it is that of the nearest score that has one."),
        Source::Rule => Some("This row was never trained: the agent expert plays it."),
    };
    let mut notes: Vec<String> = unvisited.map(str::to_owned).into_iter().collect();
    notes.push(format!("Value: {UNIT}, {SAMPLES} play-outs an action."));
    if let Some(value) = &value {
        let weighed = match value.belief {
            Belief::Strategy => "as the shoe and the policy make them likely",
            Belief::HistoryUnknown | Belief::NeverPlayed => "as the shoe makes them likely",
        };
        notes.push(format!("Opponent's hands: {}, {weighed}.", value.hands));
    }
    HandDetail { position: print_position(observation), actions: actions.collect(), notes }
}
