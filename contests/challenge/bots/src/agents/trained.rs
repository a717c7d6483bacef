//! An agent that plays a trained policy.

use std::sync::Arc;

use arrayvec::ArrayVec;
use cardsharp_solvers::game::Player;

use super::weak_dominance::Decision;
use super::{Agent, Dice, Expert, ExpertOptions};
use crate::ChallengeGame;
use cardsharp_challenge_game::observation::Observation;
use cardsharp_challenge_game::rules::{Due, Move, Rank};
use cardsharp_challenge_solver::infosets::{ACCEPT, HandGame, HandId, HandState, OFFER, Stake};
use cardsharp_challenge_solver::policy::{MAX_ACTIONS, TrainedPolicy};
use cardsharp_challenge_solver::scores::Score;

/// Plays the policy of a file at the score and the position. If the table has no row, it takes the
/// row of the class of scores with the nearest payoffs, and otherwise the move of `expert`. A
/// decided hand needs no table. The sure winner challenges: a rejection gives the point that is
/// theirs anyway, and an acceptance wins the game. The sure loser rejects. Where few cards are left,
/// it leaves out weakly dominated actions, so that mistakes of the opponent are used ([`choices`]).
pub struct Trained {
    policy: Arc<TrainedPolicy>,
    expert: Expert,
    dice: Dice,
}

/// The source of the probabilities of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The hand is decided, or there is only one move.
    Certain,
    /// The row of the score's own class.
    Own,
    /// The row of the nearest class that has one.
    NearestClass,
    /// No row: the best hand-written agent decides.
    Rule,
}

impl Trained {
    /// An agent that plays `policy`, whose random numbers are a function of `seed`.
    pub fn new(policy: Arc<TrainedPolicy>, seed: u64) -> Trained {
        Trained { policy, expert: Expert::new(ExpertOptions::default(), seed), dice: Dice::new(seed) }
    }
}

impl Agent<ChallengeGame> for Trained {
    fn start_game(&mut self) {
        self.dice.start_game();
        self.expert.start_game();
    }

    fn choose(&mut self, observation: &Observation) -> Move {
        let (choices, source) = choices(&self.policy, observation);
        if source == Source::Rule {
            return self.expert.choose(observation);
        }
        let sampled = self.dice.draw(observation, &choices);
        sampled.unwrap_or_else(|| self.expert.choose(observation))
    }

    fn probabilities(&mut self, observation: &Observation) -> Option<Vec<(Move, f64)>> {
        let (choices, source) = choices(&self.policy, observation);
        match source {
            // The move of `expert` is a function of the seed.
            Source::Rule => Some(vec![(self.expert.choose(observation), 1.0)]),
            _ => Some(choices),
        }
    }
}

/// The moves of the player to move with the probabilities with which the policy is played, and the source of these. No
/// moves if the policy has no row for the position.
///
/// They are those of [`row_of`]. Where the opponent holds at most two cards, no action is played that another one weakly
/// dominates.
pub fn choices(policy: &TrainedPolicy, observation: &Observation) -> (Vec<(Move, f64)>, Source) {
    let rows = Rows::of(policy, observation);
    let (mut choices, source) = row_among(rows.as_ref(), observation);
    let Some(rows) = rows.filter(|_| choices.len() > 1) else {
        return (choices, source);
    };
    let mut shares: ArrayVec<f64, MAX_ACTIONS> = choices.iter().map(|&(_, share)| share).collect();
    let decision = Decision {
        game: &policy.game,
        state: rows.state,
        gone: observation.gone,
        policy: |state: &HandState, out: &mut [f64]| rows.fill(state, out).is_some(),
    };
    decision.avoid_dominated(&mut shares);
    choices.iter_mut().zip(shares).for_each(|((_, share), played)| *share = played);
    (choices, source)
}

/// The moves of the player to move with the probabilities of the policy's row, and the source of these. No moves if the
/// policy has no row for the position.
pub fn row_of(policy: &TrainedPolicy, observation: &Observation) -> (Vec<(Move, f64)>, Source) {
    row_among(Rows::of(policy, observation).as_ref(), observation)
}

fn row_among(rows: Option<&Rows<'_>>, observation: &Observation) -> (Vec<(Move, f64)>, Source) {
    if let Some(chosen) = certain(observation) {
        return (vec![(chosen, 1.0)], Source::Certain);
    }
    let moves: Vec<Move> = observation.legal_moves().collect();
    let mut shares = vec![0.0; moves.len()];
    let found = rows.and_then(|rows| rows.fill(&rows.state, &mut shares));
    match found {
        Some(source) => (moves.into_iter().zip(shares).collect(), source),
        None => (Vec::new(), Source::Rule),
    }
}

/// The rows of a policy at the score of a position.
struct Rows<'a> {
    policy: &'a TrainedPolicy,
    /// The position, with the class of its score.
    state: HandState,
    /// All classes, from the nearest payoffs to the farthest.
    classes: Vec<u8>,
}

impl<'a> Rows<'a> {
    /// Returns nothing if the position is not in the game.
    fn of(policy: &'a TrainedPolicy, observation: &Observation) -> Option<Rows<'a>> {
        let mut state = state_of(&policy.game, observation)?;
        state.class = policy.classes.class(score_of(observation, &state));
        Some(Rows { policy, state, classes: nearest_first(policy, state.class) })
    }

    /// Fills in the probabilities in a state of this score, of the nearest class that has them. `None` if there is none.
    fn fill(&self, state: &HandState, out: &mut [f64]) -> Option<Source> {
        let mut state = *state;
        let nearest = self.classes.iter().position(|&class| {
            state.class = class;
            self.policy.known(&state, out)
        });
        nearest.map(|index| if index == 0 { Source::Own } else { Source::NearestClass })
    }
}

/// The move where there is no choice: the hand is decided, or there is only one move.
pub(super) fn certain(observation: &Observation) -> Option<Move> {
    let moves: Vec<Move> = observation.legal_moves().collect();
    let decided = observation.is_won() || observation.is_lost();
    match observation.due {
        Due::Answer if observation.is_won() => Some(Move::Accept),
        Due::Answer if observation.is_lost() => Some(Move::Reject),
        Due::Card if observation.is_won() && observation.can_challenge => Some(Move::Offer),
        Due::Card if decided => moves.first().copied(),
        _ if moves.len() == 1 => moves.first().copied(),
        _ => None,
    }
}

/// The score of a position that is `state` in the solver.
pub fn score_of(observation: &Observation, state: &HandState) -> Score {
    // Ten points end a game. Impossible scores of a server count as nine.
    let points = [observation.own_points.min(9), observation.their_points.min(9)];
    let leads = state.to_move() == Player::ZERO;
    Score { leader: points[usize::from(!leads)], follower: points[usize::from(leads)] }
}

/// Classes from the nearest payoffs to the farthest.
fn nearest_first(policy: &TrainedPolicy, own: u8) -> Vec<u8> {
    let payoffs = &policy.classes.payoffs;
    let wanted = payoffs[usize::from(own)];
    let distance = |class: &u8| {
        let other = payoffs[usize::from(*class)];
        (other.win - wanted.win).abs() + (other.lose - wanted.lose).abs()
    };
    let mut classes: Vec<u8> = (0..payoffs.len() as u8).collect();
    classes.sort_by(|one, two| distance(one).total_cmp(&distance(two)));
    classes
}

/// The position in the solver's form; none if it is not in the game.
pub fn state_of(game: &HandGame, observation: &Observation) -> Option<HandState> {
    let space = game.space();
    let size = game.rules().hand_size();
    let own = space.id(observation.hand)?;
    let on_table = u8::from(observation.own_card_on_table());
    if usize::from(observation.tricks_over + on_table) + space.size(own) != usize::from(size) {
        return None;
    }
    // The leader of the hand matters to the payoffs and to `recall`. If unknown, the present leader is used.
    let leads_trick = match observation.due {
        Due::Card => observation.table.is_none(),
        Due::Answer => observation.table.is_some(),
    };
    let me = if observation.led_hand.unwrap_or(leads_trick) { Player::ZERO } else { Player::ONE };
    let them = me.opponent();
    let mut state = HandState::dealt([HandId::EMPTY; 2], 0);
    state.hands[me.index()] = own;
    state.lead = if leads_trick { me } else { them };
    state.over = observation.tricks_over;
    state.tricks[me.index()] = observation.own_tricks;
    state.tricks[them.index()] = observation.their_tricks;
    state.table = observation.table.map_or(0, Rank::value);
    state.stake = match observation.due {
        Due::Answer => Stake::Offered(them),
        Due::Card if observation.can_challenge => Stake::Open,
        Due::Card => Stake::Accepted,
    };
    let sums = observation.own_tricks + observation.their_tricks <= observation.tricks_over;
    let held = state.table <= game.rules().ranks() && observation.tricks_over < size;
    if !sums || !held {
        return None;
    }
    remember(game, observation, &mut state, [me, them]);
    Some(state)
}

/// A challenge and its acceptance, in a history.
const TAKEN_UP: u64 = OFFER << 4 | ACCEPT;

/// Fills in the plays of the hand. A gap in memory leaves cards out. The row may then be that of a
/// slightly different position, or none.
fn remember(game: &HandGame, observation: &Observation, state: &mut HandState, [me, them]: [Player; 2]) {
    let space = game.space();
    for (over, trick) in observation.tricks.iter().enumerate() {
        let cards =
            if trick.led { [(me, trick.own), (them, trick.theirs)] } else { [(them, trick.theirs), (me, trick.own)] };
        for (index, (player, card)) in cards.into_iter().enumerate() {
            if observation.accepted_at == Some((over as u8, index == 1)) {
                state.history = state.history << 8 | TAKEN_UP;
            }
            let Some(card) = card.filter(|card| card.value() <= game.rules().ranks()) else {
                continue;
            };
            state.history = state.history << 4 | u64::from(card.value());
            let played = &mut state.played[player.index()];
            *played = space.try_with(*played, card.value()).unwrap_or(*played);
        }
    }
    let now = observation.tricks.len() as u8;
    if observation.accepted_at == Some((now, false)) {
        state.history = state.history << 8 | TAKEN_UP;
    }
    if let Some(card) = observation.table {
        state.history = state.history << 4 | u64::from(card.value());
        if observation.accepted_at == Some((now, true)) {
            state.history = state.history << 8 | TAKEN_UP;
        }
    }
    if observation.due == Due::Answer {
        state.history = state.history << 4 | OFFER;
    }
}
