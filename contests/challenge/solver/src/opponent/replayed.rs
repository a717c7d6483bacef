//! The decisions of a hand, replayed for a hand that the opponent may have held.

use cardsharp_solvers::game::Player;

use crate::infosets::{HandGame, HandId, HandState};
use cardsharp_challenge_game::observation::SeenAction;
use cardsharp_challenge_game::rules::{Cards, Move, Rank};

/// The public part of a hand, up to now or to its end.
#[derive(Clone, Copy, Debug)]
pub struct Replayed<'a> {
    /// The game.
    pub game: &'a HandGame,
    /// The class of payoffs.
    pub class: u8,
    /// True if this player led the first trick.
    pub led: bool,
    /// The own cards at the deal.
    pub dealt: Cards,
    /// The public actions.
    pub actions: &'a [SeenAction],
}

impl Replayed<'_> {
    /// This player's number in the hand.
    pub fn me(&self) -> Player {
        if self.led { Player::ZERO } else { Player::ONE }
    }

    /// The cards that the opponent has played.
    pub fn shown(&self) -> Cards {
        let plays = self.actions.iter().filter_map(|seen| match seen.action {
            Move::Play(card) if !seen.own => Some(card),
            _ => None,
        });
        plays.collect()
    }

    /// Replays the hand for an opponent who was dealt `theirs`, and calls `each` before each of the
    /// opponent's actions. Returns the state at the end. `None` if a card is not in its hand.
    pub fn walk(&self, theirs: HandId, mut each: impl FnMut(&HandState, Move)) -> Option<HandState> {
        let space = self.game.space();
        let me = self.me();
        let mut hands = [theirs; 2];
        hands[me.index()] = space.id(self.dealt)?;
        let mut state = HandState::dealt(hands, self.class);
        for seen in self.actions {
            if state.ending.is_some() {
                break;
            }
            let player = state.to_move();
            if (player == me) != seen.own {
                return None;
            }
            if !seen.own {
                each(&state, seen.action);
            }
            match seen.action {
                Move::Play(card) => {
                    if !space.distinct(state.hands[player.index()]).contains(&card.value()) {
                        return None;
                    }
                    self.game.play(&mut state, player, card.value());
                }
                Move::Offer => state.offer(),
                Move::Accept => state.answer(true),
                Move::Reject => state.answer(false),
            }
        }
        Some(state)
    }

    /// The cards that the opponent may have held and has not shown, if the cards `gone` have left the shoe before.
    pub fn left(&self, gone: Cards) -> Cards {
        let rules = self.game.rules();
        let shown = self.shown();
        let ranks = rules.all_ranks().flat_map(|rank: Rank| {
            let seen = gone.count(rank) + self.dealt.count(rank) + shown.count(rank);
            std::iter::repeat_n(rank, usize::from(rules.copies().saturating_sub(seen)))
        });
        ranks.collect()
    }
}

/// The number of the hand made of the cards shown and the others.
pub fn other_hand(game: &HandGame, shown: Cards, others: Cards) -> Option<HandId> {
    game.space().id(shown.union(others))
}
