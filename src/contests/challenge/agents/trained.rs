//! An agent that plays a trained policy.

use std::sync::Arc;

use cardsharp_solvers::game::Player;

use super::{Agent, Dice, Expert, ExpertOptions, Sight};
use crate::contests::challenge::infosets::{ACCEPT, HandGame, HandId, HandState, OFFER, Stake};
use crate::contests::challenge::rules::{Due, Move, Rank};
use crate::contests::challenge::training::{Score, TrainedPolicy};

/// Plays the policy of a file at the score and the position. If the table has no row, it takes the
/// row of the class of scores with the nearest payoffs, and otherwise the move of `expert`. A
/// decided hand needs no table. The sure winner challenges: a rejection gives the point that is
/// theirs anyway, and an acceptance wins the game. The sure loser rejects.
pub struct Trained {
    blueprint: Arc<TrainedPolicy>,
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
    /// An agent that plays `blueprint`, whose random numbers are a function of `seed`.
    pub fn new(blueprint: Arc<TrainedPolicy>, seed: u64) -> Trained {
        Trained {
            blueprint,
            expert: Expert::new(ExpertOptions::default(), seed),
            dice: Dice::new(seed),
        }
    }
}

impl Agent for Trained {
    fn start_game(&mut self) {
        self.dice.start_game();
        self.expert.start_game();
    }

    fn decide(&mut self, sight: &Sight) -> Move {
        let (choices, source) = choices(&self.blueprint, sight);
        if source == Source::Rule {
            return self.expert.decide(sight);
        }
        let drawn = self.dice.draw(sight, &choices);
        drawn.unwrap_or_else(|| self.expert.decide(sight))
    }
}

/// The moves of the player to move with their probabilities, and the source of these. No moves if
/// the policy has no row for the position.
pub fn choices(blueprint: &TrainedPolicy, sight: &Sight) -> (Vec<(Move, f64)>, Source) {
    if let Some(chosen) = certain(sight) {
        return (vec![(chosen, 1.0)], Source::Certain);
    }
    let moves: Vec<Move> = sight.legal_moves().collect();
    let Some(mut state) = state_of(&blueprint.game, sight) else {
        return (Vec::new(), Source::Rule);
    };
    let mut shares = vec![0.0; moves.len()];
    let own = blueprint.classes.class(score_of(sight, &state));
    let mut source = Source::Own;
    for class in nearest_first(blueprint, own) {
        state.class = class;
        if blueprint.known(&state, &mut shares) {
            return (moves.into_iter().zip(shares).collect(), source);
        }
        source = Source::NearestClass;
    }
    (Vec::new(), Source::Rule)
}

/// The move where there is no choice: the hand is decided, or there is only one move.
pub(super) fn certain(sight: &Sight) -> Option<Move> {
    let moves: Vec<Move> = sight.legal_moves().collect();
    let decided = sight.is_won() || sight.is_lost();
    match sight.due {
        Due::Answer if sight.is_won() => Some(Move::Accept),
        Due::Answer if sight.is_lost() => Some(Move::Reject),
        Due::Card if sight.is_won() && sight.can_challenge => Some(Move::Offer),
        Due::Card if decided => moves.first().copied(),
        _ if moves.len() == 1 => moves.first().copied(),
        _ => None,
    }
}

/// The score of a position that is `state` in the solver.
pub fn score_of(sight: &Sight, state: &HandState) -> Score {
    // Ten points end a game. Impossible scores of a server count as nine.
    let points = [sight.own_points.min(9), sight.their_points.min(9)];
    let leads = state.to_move() == Player::ZERO;
    Score {
        leader: points[usize::from(!leads)],
        follower: points[usize::from(leads)],
    }
}

/// Classes from the nearest payoffs to the farthest.
fn nearest_first(blueprint: &TrainedPolicy, own: u8) -> Vec<u8> {
    let payoffs = &blueprint.classes.payoffs;
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
pub fn state_of(game: &HandGame, sight: &Sight) -> Option<HandState> {
    let space = game.space();
    let size = game.rules().hand_size();
    let own = space.id(sight.hand)?;
    let on_table = u8::from(sight.own_card_on_table());
    if usize::from(sight.tricks_over + on_table) + space.size(own) != usize::from(size) {
        return None;
    }
    // The leader of the hand matters to the payoffs and to `recall`. If unknown, the present leader
    // is used.
    let leads_trick = match sight.due {
        Due::Card => sight.table.is_none(),
        Due::Answer => sight.table.is_some(),
    };
    let me = if sight.led_hand.unwrap_or(leads_trick) {
        Player::ZERO
    } else {
        Player::ONE
    };
    let them = me.opponent();
    let mut state = HandState::dealt([HandId::EMPTY; 2], 0);
    state.hands[me.index()] = own;
    state.lead = if leads_trick { me } else { them };
    state.over = sight.tricks_over;
    state.tricks[me.index()] = sight.own_tricks;
    state.tricks[them.index()] = sight.their_tricks;
    state.table = sight.table.map_or(0, Rank::value);
    state.stake = match sight.due {
        Due::Answer => Stake::Offered(them),
        Due::Card if sight.can_challenge => Stake::Open,
        Due::Card => Stake::Accepted,
    };
    let sums = sight.own_tricks + sight.their_tricks <= sight.tricks_over;
    let held = state.table <= game.rules().ranks() && sight.tricks_over < size;
    if !sums || !held {
        return None;
    }
    remember(game, sight, &mut state, [me, them]);
    Some(state)
}

/// A challenge and its acceptance, in a history.
const TAKEN_UP: u64 = OFFER << 4 | ACCEPT;

/// Fills in the plays of the hand. A gap in memory leaves cards out. The row may then be that of a
/// slightly different position, or none.
fn remember(game: &HandGame, sight: &Sight, state: &mut HandState, [me, them]: [Player; 2]) {
    let space = game.space();
    for (over, trick) in sight.tricks.iter().enumerate() {
        let cards = match trick.led {
            true => [(me, trick.own), (them, trick.theirs)],
            false => [(them, trick.theirs), (me, trick.own)],
        };
        for (place, (player, card)) in cards.into_iter().enumerate() {
            if sight.accepted_at == Some((over as u8, place == 1)) {
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
    let now = sight.tricks.len() as u8;
    if sight.accepted_at == Some((now, false)) {
        state.history = state.history << 8 | TAKEN_UP;
    }
    if let Some(card) = sight.table {
        state.history = state.history << 4 | u64::from(card.value());
        if sight.accepted_at == Some((now, true)) {
            state.history = state.history << 8 | TAKEN_UP;
        }
    }
    if sight.due == Due::Answer {
        state.history = state.history << 4 | OFFER;
    }
}
