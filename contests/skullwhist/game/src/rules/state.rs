//! One game: the bids and the tricks.

use cardsharp_player::Player;
use thiserror::Error;

use super::{BadDeal, Card, Cards, Deal, MISSING_BID, SkullWhist, score};

/// The state of a game, with both hands open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State(Position);

/// The parts of a [`State`], not yet checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The game.
    pub game: SkullWhist,
    /// The cards left in the hands.
    pub hands: [Cards; 2],
    /// The bids, as far as they are made.
    pub bids: [Option<u8>; 2],
    /// The tricks taken.
    pub tricks: [u8; 2],
    /// The player of the next card.
    pub to_play: Player,
    /// The card that the other player has led, if this round has begun.
    pub led: Option<Card>,
}

/// The turn of a game by the contest's page: first both bids, then cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A bid of this player is due. The other's may be missing too: the bids are simultaneous.
    Bid(Player),
    /// A card of this player is due.
    Play(Player),
    /// The game is over.
    Over,
}

/// A move of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Bid this number of tricks.
    Bid(u8),
    /// Play this card.
    Play(Card),
}

/// A complete round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Trick {
    /// The player who led.
    pub leader: Player,
    /// The first card.
    pub led: Card,
    /// The other player's card.
    pub reply: Card,
}

impl Trick {
    /// The player who took it.
    pub const fn winner(self) -> Player {
        if self.reply.beats(self.led) { self.leader.opponent() } else { self.leader }
    }

    /// The card that `player` played to it.
    pub fn card_of(self, player: Player) -> Card {
        if player == self.leader { self.led } else { self.reply }
    }
}

/// The result of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The round that it completed, if any.
    pub trick: Option<Trick>,
    /// True if that was the last round.
    pub over: bool,
}

/// A reason why a move is illegal. If several apply, the first of this list is returned. That is
/// the order in which the contest's server checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// All rounds are over.
    #[error("the game is over")]
    GameOver,
    /// A second bid.
    #[error("you have bid {0} already: a bid stands")]
    BidTwice(u8),
    /// A bid outside 1..=hand size.
    #[error("a bid of {bid} is not possible: bid 1 to {most}")]
    NoSuchBid {
        /// The bid.
        bid: u8,
        /// The highest bid.
        most: u8,
    },
    /// The player does not hold the card, or not any more.
    #[error("{0} is not in your hand")]
    NotInHand(Card),
    /// The player has led to this round, and the answer is due.
    #[error("you have led {0} to this round already: wait for the other card")]
    AlreadyPlayed(Card),
    /// The player would answer, but no card was led.
    #[error("the other player leads this round: wait for the card")]
    LeaderNotOut,
    /// The player holds cards of the suit that was led.
    #[error("{card} does not follow {led}, and you hold {following}")]
    MustFollow {
        /// The card.
        card: Card,
        /// The card that was led.
        led: Card,
        /// The cards that may be played.
        following: Cards,
    },
}

/// A reason why a position is not one of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadPosition {
    /// The cards are wrong.
    #[error(transparent)]
    Cards(#[from] BadDeal),
    /// The tricks taken and the cards held do not make a whole game.
    #[error("{tricks} tricks are taken and {held} cards held, of {hand_size} rounds")]
    Rounds {
        /// Tricks taken by both.
        tricks: u8,
        /// Cards held by the player of the next card.
        held: u8,
        /// Rounds of the game.
        hand_size: u8,
    },
    /// A bid is higher than the number of rounds.
    #[error("a bid of {bid} is not possible: bid 1 to {most}, or 0 for none")]
    Bid {
        /// The bid.
        bid: u8,
        /// The highest bid.
        most: u8,
    },
}

impl State {
    /// The game after this deal, before the bids. Player 0 leads.
    pub fn new(deal: &Deal) -> State {
        State(Position {
            game: deal.game(),
            hands: deal.hands(),
            bids: [None; 2],
            tricks: [0; 2],
            to_play: Player::ZERO,
            led: None,
        })
    }

    /// The game at this position.
    ///
    /// # Errors
    ///
    /// [`BadPosition`] if no game of the rules reaches it.
    pub fn at(position: &Position) -> Result<State, BadPosition> {
        let Position { game, mut hands, tricks, .. } = *position;
        let hand_size = game.hand_size();
        let led: Cards = position.led.into_iter().collect();
        for hand in hands {
            let foreign = hand.union(led).minus(game.pack());
            if !foreign.is_empty() {
                return Err(BadDeal::Foreign(foreign).into());
            }
        }
        let shared = hands[0].intersection(hands[1]).union(led.intersection(hands[0].union(hands[1])));
        if !shared.is_empty() {
            return Err(BadDeal::Shared(shared).into());
        }
        let held = hands[position.to_play.index()].len();
        let leader = &mut hands[position.to_play.opponent().index()];
        *leader = leader.union(led);
        if leader.len() != held {
            let cards = leader.len();
            return Err(BadDeal::Size { cards, wanted: held }.into());
        }
        let taken = u16::from(tricks[0]) + u16::from(tricks[1]);
        if taken + u16::from(held) != u16::from(hand_size) || held == 0 && !led.is_empty() {
            return Err(BadPosition::Rounds { tricks: taken.min(255) as u8, held, hand_size });
        }
        for bid in position.bids.into_iter().flatten() {
            if bid > hand_size {
                return Err(BadPosition::Bid { bid, most: hand_size });
            }
        }
        Ok(State(*position))
    }

    /// The parts of the state.
    pub fn position(&self) -> &Position {
        &self.0
    }

    /// The game.
    pub fn game(&self) -> SkullWhist {
        self.0.game
    }

    /// The cards that `player` still holds.
    #[inline]
    pub fn hand(&self, player: Player) -> Cards {
        self.0.hands[player.index()]
    }

    /// The bids made up to now, by player.
    pub fn bids(&self) -> [Option<u8>; 2] {
        self.0.bids
    }

    /// The tricks taken up to now, by player.
    #[inline]
    pub fn tricks(&self) -> [u8; 2] {
        self.0.tricks
    }

    /// The card that was led to this round, if it has begun.
    #[inline]
    pub fn led(&self) -> Option<Card> {
        self.0.led
    }

    /// The player of the next card; none after the last. Missing bids do not matter.
    #[inline]
    pub fn to_play(&self) -> Option<Player> {
        (!self.is_over()).then_some(self.0.to_play)
    }

    /// True if all rounds are over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.0.hands[self.0.to_play.index()].is_empty()
    }

    /// The number of the round under way, from 1; after the last, the last.
    pub fn round(&self) -> u8 {
        let over = self.0.tricks[0] + self.0.tricks[1];
        (over + 1).min(self.0.game.hand_size())
    }

    /// The turn by the contest's page: both bids, player 0's first, then cards.
    pub fn turn(&self) -> Turn {
        let missing = self.0.bids.iter().position(Option::is_none);
        match (self.to_play(), missing) {
            (None, _) => Turn::Over,
            (_, Some(player)) => Turn::Bid(Player::new(player as u8)),
            (Some(player), None) => Turn::Play(player),
        }
    }

    /// The legal moves by the contest's page, in order.
    pub fn legal_moves(&self) -> Vec<Move> {
        match self.turn() {
            Turn::Over => Vec::new(),
            Turn::Bid(_) => (1..=self.0.game.hand_size()).map(Move::Bid).collect(),
            Turn::Play(_) => self.playable().into_iter().map(Move::Play).collect(),
        }
    }

    /// The cards that may be played now; none after the last round.
    #[inline]
    pub fn playable(&self) -> Cards {
        self.0.hands[self.0.to_play.index()].playable(self.0.led)
    }

    /// Makes a bid. The contest's server accepted it at any time before the end of the game, once.
    /// The caller must hold the cards back until both bids are there, if wanted ([`State::turn`]).
    ///
    /// # Errors
    ///
    /// [`IllegalMove`]; the state is unchanged.
    pub fn bid(&mut self, player: Player, bid: u8) -> Result<(), IllegalMove> {
        let most = self.0.game.hand_size();
        if self.is_over() {
            return Err(IllegalMove::GameOver);
        }
        if let Some(standing) = self.0.bids[player.index()] {
            return Err(IllegalMove::BidTwice(standing));
        }
        if !(1..=most).contains(&bid) {
            return Err(IllegalMove::NoSuchBid { bid, most });
        }
        self.0.bids[player.index()] = Some(bid);
        Ok(())
    }

    /// Checks that `player` may play `card` now.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the card may not be played.
    pub fn check(&self, player: Player, card: Card) -> Result<(), IllegalMove> {
        let hand = self.hand(player);
        if self.is_over() {
            return Err(IllegalMove::GameOver);
        }
        if !hand.contains(card) {
            return Err(IllegalMove::NotInHand(card));
        }
        match self.0.led {
            Some(led) if player != self.0.to_play => Err(IllegalMove::AlreadyPlayed(led)),
            None if player != self.0.to_play => Err(IllegalMove::LeaderNotOut),
            Some(led) if !hand.playable(Some(led)).contains(card) => {
                Err(IllegalMove::MustFollow { card, led, following: hand.of_suit(led.suit()) })
            }
            _ => Ok(()),
        }
    }

    /// Plays a card.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`]; the state is unchanged.
    pub fn play(&mut self, player: Player, card: Card) -> Result<Step, IllegalMove> {
        self.check(player, card)?;
        let position = &mut self.0;
        let hand = &mut position.hands[player.index()];
        *hand = hand.without(card);
        let Some(led) = position.led.take() else {
            position.led = Some(card);
            position.to_play = player.opponent();
            return Ok(Step { trick: None, over: false });
        };
        let trick = Trick { leader: player.opponent(), led, reply: card };
        position.to_play = trick.winner();
        position.tricks[trick.winner().index()] += 1;
        Ok(Step { trick: Some(trick), over: self.is_over() })
    }

    /// Makes the move of [`State::turn`].
    ///
    /// # Errors
    ///
    /// [`IllegalMove`]; the state is unchanged. A card before the bids counts as the next player's,
    /// as in the contest's server. A bid after both bids is a second bid.
    pub fn apply(&mut self, chosen: Move) -> Result<(), IllegalMove> {
        match (chosen, self.turn()) {
            (Move::Bid(bid), Turn::Bid(player)) => self.bid(player, bid),
            (Move::Bid(bid), _) => self.bid(self.0.to_play, bid),
            (Move::Play(card), _) => self.play(self.0.to_play, card).map(drop),
        }
    }

    /// The score of each player for the tricks taken up to now; final once the game is over. A
    /// missing bid counts as [`MISSING_BID`].
    pub fn scores(&self) -> [i16; 2] {
        [0, 1].map(|player| {
            let bid = self.0.bids[player].unwrap_or(MISSING_BID);
            score(bid, self.0.tricks[player])
        })
    }

    /// The player with the higher score in a game that is over; none if the scores are equal or it is not over.
    pub fn winner(&self) -> Option<Player> {
        let [zero, one] = self.scores();
        match zero.cmp(&one) {
            _ if !self.is_over() => None,
            std::cmp::Ordering::Greater => Some(Player::ZERO),
            std::cmp::Ordering::Less => Some(Player::ONE),
            std::cmp::Ordering::Equal => None,
        }
    }
}
