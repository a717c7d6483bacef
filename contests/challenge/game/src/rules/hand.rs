//! One hand: tricks, and the challenge that stakes the game.

use cardsharp_player::Player;
use thiserror::Error;

use super::{Cards, Params, Rank};

/// The state of the challenge of a hand. A rejected challenge ends the hand, so it is no state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChallengeState {
    /// Nobody has challenged yet. The player who has to play a card may challenge instead.
    Open,
    /// The other player must answer.
    Offered {
        /// The player who challenged.
        by: Player,
    },
    /// The winner of the hand wins the game.
    Accepted {
        /// The player who challenged.
        by: Player,
    },
}

/// The kind of move that the player to move must make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Due {
    /// A card, or a challenge if that is still open (`request_card` on the wire).
    Card,
    /// An answer to a challenge (`challenge_offered` on the wire).
    Answer,
}

/// A move of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Play a card of this rank.
    Play(Rank),
    /// Challenge instead of playing; the card is still due afterwards.
    Offer,
    /// Accept the challenge.
    Accept,
    /// Reject the challenge: the hand ends and the challenger scores.
    Reject,
}

/// A reason why a move is illegal. Its message explains the reason to the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The hand is over.
    #[error("the hand is over")]
    HandOver,
    /// The card is not in the player's hand.
    #[error("card {0} is not in your hand")]
    NotInHand(Rank),
    /// A challenge was offered when one had been offered before in this hand.
    #[error("there has been a challenge in this hand already")]
    ChallengeUsed,
    /// An answer without a challenge.
    #[error("no challenge is waiting for an answer")]
    NoChallenge,
    /// A card or a challenge where an answer was due.
    #[error("a challenge is waiting for your answer")]
    AnswerDue,
}

/// A trick that has just ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrickOver {
    /// The winner of the trick; none if the cards were equal.
    pub winner: Option<Player>,
    /// The card played last, which is the card that the wire message names; none if a penalty ended the trick.
    pub last_card: Option<Rank>,
}

/// The end of a hand. [`HandEnd::winner`] is the player who scores, and [`HandEnd::wins_game`] is
/// true if that player wins the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandEnd {
    /// A challenge was rejected: the challenger scores a point.
    Refused {
        /// The player who challenged.
        challenger: Player,
    },
    /// All tricks were played without a challenge. The player with most tricks scores a point.
    Played {
        /// The player who took most tricks; none if they are equal.
        winner: Option<Player>,
    },
    /// All tricks were played under an accepted challenge. The player with most tricks wins the game.
    Challenged {
        /// The player who took most tricks; none if they are equal, and then nobody scores.
        winner: Option<Player>,
    },
}

impl HandEnd {
    /// The winner of the hand, who also leads the next one.
    pub fn winner(self) -> Option<Player> {
        match self {
            HandEnd::Refused { challenger } => Some(challenger),
            HandEnd::Played { winner } | HandEnd::Challenged { winner } => winner,
        }
    }

    /// True if the winner of the hand wins the whole game with it.
    pub fn wins_game(self) -> bool {
        matches!(self, HandEnd::Challenged { winner: Some(_) })
    }
}

/// The result of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Step {
    /// The trick that the move completed.
    pub trick: Option<TrickOver>,
    /// The end of the hand, if the move ended it.
    pub end: Option<HandEnd>,
}

/// The cards that a penalty takes away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Penalty {
    /// The player who failed to move.
    pub penalized: Player,
    /// The card that left each player's hand: the highest of the penalised player, the lowest of the other.
    pub removed: [Rank; 2],
}

/// The result of a failure to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PenaltyStep {
    /// The cards that it cost; none if an answer was due, since a failure to answer is a rejection.
    pub penalty: Option<Penalty>,
    /// The trick or hand that it ended.
    pub step: Step,
}

/// The state of one hand. As in the contest, it is played to the last trick even when the outcome
/// is certain: see [`Hand::decided`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hand {
    cards: [Cards; 2],
    table: Option<Rank>,
    lead: Player,
    tricks: [u8; 2],
    tricks_over: u8,
    hand_size: u8,
    challenge: ChallengeState,
    end: Option<HandEnd>,
}

impl Hand {
    /// A new hand: `cards[p]` are dealt to player `p`, and player `lead` leads. Both must hold
    /// `rules.hand_size()` cards.
    pub fn new(rules: Params, cards: [Cards; 2], lead: Player) -> Hand {
        debug_assert!(cards.iter().all(|hand| hand.len() == usize::from(rules.hand_size())));
        Hand {
            cards,
            table: None,
            lead,
            tricks: [0; 2],
            tricks_over: 0,
            hand_size: rules.hand_size(),
            challenge: ChallengeState::Open,
            end: None,
        }
    }

    /// The cards in the hand of `player`. A card on the table is in no hand.
    pub fn cards(&self, player: Player) -> Cards {
        self.cards[player.index()]
    }

    /// The card that was led to the trick under way.
    pub fn table(&self) -> Option<Rank> {
        self.table
    }

    /// The player who leads the trick under way.
    pub fn lead(&self) -> Player {
        self.lead
    }

    /// Tricks taken by `player`.
    pub fn tricks(&self, player: Player) -> u8 {
        self.tricks[player.index()]
    }

    /// Tricks over, tied ones included.
    pub fn tricks_over(&self) -> u8 {
        self.tricks_over
    }

    /// Tricks still to come, the one under way included.
    pub fn tricks_left(&self) -> u8 {
        self.hand_size - self.tricks_over
    }

    /// The state of the challenge.
    pub fn challenge(&self) -> ChallengeState {
        self.challenge
    }

    /// The end of the hand, once it is over.
    pub fn end(&self) -> Option<HandEnd> {
        self.end
    }

    /// The player to move; none once the hand is over.
    pub fn to_move(&self) -> Option<Player> {
        if self.end.is_some() {
            return None;
        }
        Some(match self.challenge {
            ChallengeState::Offered { by } => by.opponent(),
            _ => self.due_card_from(),
        })
    }

    fn due_card_from(&self) -> Player {
        match self.table {
            Some(_) => self.lead.opponent(),
            None => self.lead,
        }
    }

    /// The kind of move that the player to move must make.
    pub fn due(&self) -> Due {
        match self.challenge {
            ChallengeState::Offered { .. } => Due::Answer,
            _ => Due::Card,
        }
    }

    /// True if the player to move may challenge.
    pub fn can_challenge(&self) -> bool {
        self.end.is_none() && self.challenge == ChallengeState::Open
    }

    /// The legal moves: cards from lowest to highest, then the challenge; or accept, reject.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + use<> {
        let player = self.to_move();
        let card_due = player.is_some() && self.due() == Due::Card;
        let cards = match player {
            Some(player) if card_due => self.cards(player),
            _ => Cards::EMPTY,
        };
        let answers: &'static [Move] = match player {
            Some(_) if !card_due => &[Move::Accept, Move::Reject],
            _ => &[],
        };
        cards
            .distinct()
            .map(Move::Play)
            .chain(self.can_challenge().then_some(Move::Offer))
            .chain(answers.iter().copied())
    }

    /// The player who takes most tricks whatever is played from now on, if there is one: the lead
    /// in tricks exceeds the tricks to come. The hand goes on, and a challenge can still be
    /// offered. For the value of the game the hand is over.
    pub fn decided(&self) -> Option<Player> {
        let [zero, one] = self.tricks;
        let left = self.tricks_left();
        if zero > one + left {
            Some(Player::ZERO)
        } else if one > zero + left {
            Some(Player::ONE)
        } else {
            None
        }
    }

    /// Makes the move of the player to move. An illegal move changes nothing.
    pub fn apply(&mut self, chosen: Move) -> Result<Step, IllegalMove> {
        let player = self.to_move().ok_or(IllegalMove::HandOver)?;
        match (self.due(), chosen) {
            (Due::Answer, Move::Accept) => {
                self.challenge = ChallengeState::Accepted { by: player.opponent() };
                Ok(Step::default())
            }
            (Due::Answer, Move::Reject) => Ok(self.refuse(player)),
            (Due::Answer, _) => Err(IllegalMove::AnswerDue),
            (Due::Card, Move::Accept | Move::Reject) => Err(IllegalMove::NoChallenge),
            (Due::Card, Move::Offer) if !self.can_challenge() => Err(IllegalMove::ChallengeUsed),
            (Due::Card, Move::Offer) => {
                self.challenge = ChallengeState::Offered { by: player };
                Ok(Step::default())
            }
            (Due::Card, Move::Play(rank)) => self.play(player, rank),
        }
    }

    /// Penalises the player to move for a failure to move. The player's highest card and the opponent's lowest card are
    /// removed. The opponent takes the trick and the lead. A card on the table first returns to its hand, so the card
    /// just led may be the one removed. A failure to answer a challenge is a rejection.
    pub fn penalize(&mut self) -> Result<PenaltyStep, IllegalMove> {
        let player = self.to_move().ok_or(IllegalMove::HandOver)?;
        if self.due() == Due::Answer {
            let step = self.refuse(player);
            return Ok(PenaltyStep { penalty: None, step });
        }
        let opponent = player.opponent();
        if let Some(led) = self.table.take() {
            self.cards[self.lead.index()] = self.cards(self.lead).with(led);
        }
        let highest = self.cards(player).highest().ok_or(IllegalMove::HandOver)?;
        let lowest = self.cards(opponent).lowest().ok_or(IllegalMove::HandOver)?;
        let mut removed = [highest; 2];
        removed[opponent.index()] = lowest;
        for (cards, rank) in self.cards.iter_mut().zip(removed) {
            *cards = cards.without(rank).ok_or(IllegalMove::NotInHand(rank))?;
        }
        let penalty = Penalty { penalized: player, removed };
        Ok(PenaltyStep { penalty: Some(penalty), step: self.end_trick(Some(opponent), None) })
    }

    fn refuse(&mut self, player: Player) -> Step {
        self.end = Some(HandEnd::Refused { challenger: player.opponent() });
        Step { trick: None, end: self.end }
    }

    fn play(&mut self, player: Player, rank: Rank) -> Result<Step, IllegalMove> {
        let cards = self.cards(player).without(rank);
        self.cards[player.index()] = cards.ok_or(IllegalMove::NotInHand(rank))?;
        let Some(led) = self.table.take() else {
            self.table = Some(rank);
            return Ok(Step::default());
        };
        let winner = match led.cmp(&rank) {
            std::cmp::Ordering::Greater => Some(self.lead),
            std::cmp::Ordering::Less => Some(player),
            std::cmp::Ordering::Equal => None,
        };
        Ok(self.end_trick(winner, Some(rank)))
    }

    fn end_trick(&mut self, winner: Option<Player>, last_card: Option<Rank>) -> Step {
        self.tricks_over += 1;
        if let Some(winner) = winner {
            self.tricks[winner.index()] += 1;
            self.lead = winner;
        }
        if self.tricks_over == self.hand_size {
            self.end = Some(self.played_out());
        }
        Step { trick: Some(TrickOver { winner, last_card }), end: self.end }
    }

    fn played_out(&self) -> HandEnd {
        let winner = match self.tricks[0].cmp(&self.tricks[1]) {
            std::cmp::Ordering::Greater => Some(Player::ZERO),
            std::cmp::Ordering::Less => Some(Player::ONE),
            std::cmp::Ordering::Equal => None,
        };
        match self.challenge {
            ChallengeState::Accepted { .. } => HandEnd::Challenged { winner },
            _ => HandEnd::Played { winner },
        }
    }
}
