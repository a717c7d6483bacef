//! One hand: tricks, and the challenge that stakes the game.

use cardsharp_solvers::game::Player;
use thiserror::Error;

use super::{Cards, Challenge, Rank};

/// How the challenge of a hand stands. A refused challenge ends the hand, so it is no state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChallengeState {
    /// Nobody has challenged yet: whoever has to play a card may challenge instead.
    Open,
    /// The other player must answer.
    Offered {
        /// Who challenged.
        by: Player,
    },
    /// The winner of the hand wins the game.
    Accepted {
        /// Who challenged.
        by: Player,
    },
}

/// What the player to move has to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Due {
    /// A card, or a challenge if that is still open (`request_card` on the wire).
    Card,
    /// An answer to a challenge (`challenge_offered` on the wire).
    Answer,
}

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Play a card of this rank.
    Play(Rank),
    /// Challenge instead of playing; the card is still due afterwards.
    Offer,
    /// Take the challenge up.
    Accept,
    /// Refuse the challenge: the hand ends and the challenger scores.
    Reject,
}

/// Why a move is not allowed; it hands the move back in words.
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
    /// Who took it; nobody if the cards were equal.
    pub winner: Option<Player>,
    /// The card played last, which is what the wire tells; none if a penalty ended the trick.
    pub last_card: Option<Rank>,
}

/// How a hand ended. Who scores what for it is [`HandEnd::winner`] and [`HandEnd::wins_game`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandEnd {
    /// A challenge was refused: the challenger scores a point.
    Refused {
        /// Who challenged.
        challenger: Player,
    },
    /// All tricks were played without a challenge: most tricks score a point.
    Played {
        /// Who took most tricks; nobody if they are equal.
        winner: Option<Player>,
    },
    /// All tricks were played under an accepted challenge: most tricks win the game.
    Challenged {
        /// Who took most tricks; nobody if they are equal, and then the hand counts for nothing.
        winner: Option<Player>,
    },
}

impl HandEnd {
    /// Who won the hand, and so leads the next one.
    pub fn winner(self) -> Option<Player> {
        match self {
            HandEnd::Refused { challenger } => Some(challenger),
            HandEnd::Played { winner } | HandEnd::Challenged { winner } => winner,
        }
    }

    /// Whether the winner of the hand wins the whole game with it.
    pub fn wins_game(self) -> bool {
        matches!(self, HandEnd::Challenged { winner: Some(_) })
    }
}

/// What a move brought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Step {
    /// The trick it completed.
    pub trick: Option<TrickOver>,
    /// The end of the hand, if this was it.
    pub end: Option<HandEnd>,
}

/// The cards that a penalty takes away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Penalty {
    /// Who failed to move.
    pub penalized: Player,
    /// The card that left each player's hand: the highest of the penalised, the lowest of the
    /// other.
    pub removed: [Rank; 2],
}

/// What a failure to move brought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PenaltyStep {
    /// The cards it cost; none if an answer was due, since failing to answer is a refusal.
    pub penalty: Option<Penalty>,
    /// The trick or hand it ended.
    pub step: Step,
}

/// The state of one hand. It is played to the last trick, as the contest does, even when the
/// outcome is certain: see [`Hand::decided`].
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
    /// A fresh hand: `cards[p]` dealt to player `p`, `lead` to begin. Both must hold
    /// `rules.hand_size()` cards.
    pub fn new(rules: Challenge, cards: [Cards; 2], lead: Player) -> Hand {
        debug_assert!(
            cards
                .iter()
                .all(|hand| hand.len() == usize::from(rules.hand_size()))
        );
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

    /// The cards in the hand of `player`. A card on the table is in nobody's hand.
    pub fn cards(&self, player: Player) -> Cards {
        self.cards[player.index()]
    }

    /// The card that has been led to the trick under way.
    pub fn table(&self) -> Option<Rank> {
        self.table
    }

    /// Who leads the trick under way.
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

    /// How the challenge stands.
    pub fn challenge(&self) -> ChallengeState {
        self.challenge
    }

    /// How the hand ended, once it has.
    pub fn end(&self) -> Option<HandEnd> {
        self.end
    }

    /// Who has to move; nobody once the hand is over.
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

    /// What the player to move has to give.
    pub fn due(&self) -> Due {
        match self.challenge {
            ChallengeState::Offered { .. } => Due::Answer,
            _ => Due::Card,
        }
    }

    /// Whether the player to move may challenge.
    pub fn can_challenge(&self) -> bool {
        self.end.is_none() && self.challenge == ChallengeState::Open
    }

    /// The moves allowed now: cards from lowest to highest, then the challenge; or accept, reject.
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

    /// Who is certain to take most tricks, whatever is played from now on: the lead in tricks
    /// exceeds the tricks to come. The hand goes on all the same (a challenge can still be
    /// offered), but for the game's value it is over.
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

    /// Makes the move of the player to move. A refused move changes nothing.
    pub fn apply(&mut self, chosen: Move) -> Result<Step, IllegalMove> {
        let player = self.to_move().ok_or(IllegalMove::HandOver)?;
        match (self.due(), chosen) {
            (Due::Answer, Move::Accept) => {
                self.challenge = ChallengeState::Accepted {
                    by: player.opponent(),
                };
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

    /// Penalises the player to move for failing to: the player's highest and the opponent's lowest
    /// card go, the opponent takes the trick and the lead. A card on the table goes back to its
    /// hand first, so the very card just led may be the one to go. Failing to answer a challenge is
    /// a refusal.
    pub fn penalize(&mut self) -> Result<PenaltyStep, IllegalMove> {
        let player = self.to_move().ok_or(IllegalMove::HandOver)?;
        if self.due() == Due::Answer {
            let step = self.refuse(player);
            return Ok(PenaltyStep {
                penalty: None,
                step,
            });
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
        let penalty = Penalty {
            penalized: player,
            removed,
        };
        Ok(PenaltyStep {
            penalty: Some(penalty),
            step: self.end_trick(Some(opponent), None),
        })
    }

    fn refuse(&mut self, player: Player) -> Step {
        self.end = Some(HandEnd::Refused {
            challenger: player.opponent(),
        });
        Step {
            trick: None,
            end: self.end,
        }
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
        Step {
            trick: Some(TrickOver { winner, last_card }),
            end: self.end,
        }
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
