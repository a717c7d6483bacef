//! The information set of a row, part by part.

use cardsharp_solvers::game::Player;

use super::{ACCEPT, HandGame, HandId, HandSpace, HandState, OFFER, Stake};

/// The state of the challenge for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChallengeState {
    /// Nobody has challenged.
    Open,
    /// The opponent has challenged, and the player must answer.
    Offered,
    /// A challenge was accepted.
    Accepted,
}

/// The information of the player to move without the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PublicParts {
    /// Tricks over.
    pub over: u8,
    /// Tricks taken by oneself and by the opponent.
    pub tricks: [u8; 2],
    /// True if one leads the trick under way.
    pub leads: bool,
    /// The card on the table; 0 is none. It is one's own if one leads.
    pub table: u8,
    /// The state of the challenge.
    pub challenge: ChallengeState,
    /// The number of the memory class among those after as many tricks; 0 without memory.
    pub memory_class: usize,
    /// The way in which an accepted challenge is remembered: twice the tricks that were over, plus one if the
    /// challenge was one's own. None if it is not remembered.
    pub stake: Option<u8>,
}

/// The information set of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RowParts {
    /// The class of payoffs.
    pub class: u8,
    /// The hand of the player to move.
    pub hand: HandId,
    /// The rest.
    pub public: PublicParts,
}

impl PublicParts {
    /// The parts of the player to move in `state`, without memory.
    pub fn of(state: &HandState) -> PublicParts {
        let me = state.to_move();
        PublicParts {
            over: state.over,
            tricks: [me, me.opponent()].map(|player| state.tricks[player.index()]),
            leads: state.lead == me,
            table: state.table,
            challenge: match state.stake {
                Stake::Open => ChallengeState::Open,
                Stake::Offered(_) => ChallengeState::Offered,
                Stake::Accepted => ChallengeState::Accepted,
            },
            memory_class: 0,
            stake: None,
        }
    }

    /// The player to move, if the parts tell: before the first trick is over, the player who leads it leads the hand.
    pub fn player(&self) -> Option<Player> {
        let leads = self.over == 0;
        leads.then_some(if self.leads { Player::ZERO } else { Player::ONE })
    }
}

impl RowParts {
    /// The number of actions: one for each distinct rank, lowest first, then the challenge if it is open; or
    /// accept and reject.
    pub fn actions(&self, space: &HandSpace) -> usize {
        let distinct = space.distinct(self.hand).len();
        match self.public.challenge {
            ChallengeState::Open => distinct + 1,
            ChallengeState::Offered => 2,
            ChallengeState::Accepted => distinct,
        }
    }
}

/// The state of a `recall` row: the class, the hand of the player to move, and the public actions
/// from the first on. None if they are no beginning of a hand.
pub(super) fn replayed(game: &HandGame, class: u8, hand: HandId, history: u64) -> Option<HandState> {
    let space = game.space();
    let rules = game.rules();
    let length = history.checked_ilog2().map_or(0, |bit| bit / 4 + 1);
    let actions = (0..length).rev().map(|index| history >> (4 * index) & 15);
    // The shoe has no more cards of a rank.
    let played = |rank| actions.clone().filter(|&action| action == rank).count();
    if (1..=u64::from(rules.ranks())).any(|rank| played(rank) > usize::from(rules.copies())) {
        return None;
    }
    let mut state = HandState::dealt([HandId::EMPTY; 2], class);
    for action in actions {
        match (action, state.stake) {
            _ if state.ending.is_some() => return None,
            (OFFER, Stake::Open) => state.offer(),
            (ACCEPT, Stake::Offered(_)) => state.answer(true),
            (0 | OFFER | ACCEPT, _) | (_, Stake::Offered(_)) => return None,
            (rank, _) if rank as u8 > rules.ranks() => return None,
            (rank, _) => {
                let player = state.to_move();
                game.play_public(&mut state, player, rank as u8);
            }
        }
    }
    let me = state.to_move();
    let held = hand.index() < space.len()
        && state.ending.is_none()
        && space.size(hand) == state.cards_left(me, rules.hand_size());
    state.hands[me.index()] = hand;
    held.then_some(state)
}
