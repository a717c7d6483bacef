//! The open part of a round: everything except the hands.

use cardsharp_player::Player;

use super::{Card, CardSet, EIGHT_POINTS, IllegalCard, MAX_PLAYERS, Params, Row, Suit};

/// The phase of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Cards are taken from the pool. The number is that of the turn around the table, from 0.
    Takes(u8),
    /// Tricks are played. The number is that of the trick, from 0.
    Tricks(u8),
    /// All cards are played.
    Over,
}

/// A trick that all players have played to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trick {
    /// Its cards.
    pub row: Row,
    /// The player who takes the trick and leads to the next.
    pub winner: Player,
    /// The points of the trick, its eights included.
    pub points: u8,
}

/// The result of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The card was taken or played, and the next player follows.
    Follows,
    /// The card was the last of a turn around the pool. These cards were taken.
    Taken(Row),
    /// The card was the last of a trick.
    Won(Trick),
}

/// The open part of a round, which all players see and a contestant is sent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    game: Params,
    dealer: Player,
    pool: CardSet,
    phase: Phase,
    row: Row,
    points: [u8; MAX_PLAYERS],
    taken: [CardSet; MAX_PLAYERS],
    played: [CardSet; MAX_PLAYERS],
    voids: [u8; MAX_PLAYERS],
}

impl Board {
    /// A round that begins with this pool. A dealer number beyond the players is counted around the table.
    pub fn new(game: Params, dealer: Player, pool: CardSet) -> Board {
        let dealer = Player::new(dealer.index() as u8 % game.players());
        Board {
            game,
            dealer,
            pool,
            phase: match game.takes() {
                0 => Phase::Tricks(0),
                _ => Phase::Takes(0),
            },
            row: Row::new(dealer, game.players()),
            points: [0; MAX_PLAYERS],
            taken: [CardSet::EMPTY; MAX_PLAYERS],
            played: [CardSet::EMPTY; MAX_PLAYERS],
            voids: [0; MAX_PLAYERS],
        }
    }

    /// The member of the family.
    #[inline]
    pub fn game(&self) -> Params {
        self.game
    }

    /// The player who takes first in every turn and leads to the first trick.
    pub fn dealer(&self) -> Player {
        self.dealer
    }

    /// The current phase.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The cards of this turn or trick so far.
    #[inline]
    pub fn row(&self) -> &Row {
        &self.row
    }

    /// The cards still in the pool.
    pub fn pool(&self) -> CardSet {
        self.pool
    }

    /// The points so far, by player number.
    pub fn points(&self) -> &[u8] {
        &self.points[..usize::from(self.game.players())]
    }

    /// The cards that a player has taken from the pool.
    pub fn taken(&self, player: Player) -> CardSet {
        self.taken[player.index()]
    }

    /// The cards that a player has played.
    pub fn played(&self, player: Player) -> CardSet {
        self.played[player.index()]
    }

    /// The cards that a player is known to hold: taken and not played.
    pub fn known(&self, player: Player) -> CardSet {
        self.taken(player).minus(self.played(player))
    }

    /// True if a player has shown that they have no card of a suit.
    pub fn is_void(&self, player: Player, suit: Suit) -> bool {
        self.voids[player.index()] >> suit.index() & 1 == 1
    }

    /// All cards played so far, those on the table included.
    pub fn gone(&self) -> CardSet {
        let played = self.played.iter().copied();
        played.fold(CardSet::EMPTY, CardSet::union)
    }

    /// The number of cards that a player holds.
    pub fn hand_size(&self, player: Player) -> usize {
        usize::from(self.game.dealt()) + self.taken(player).len() - self.played(player).len()
    }

    /// The player to take or play; none if the round is over.
    pub fn to_act(&self) -> Option<Player> {
        match self.phase {
            Phase::Over => None,
            Phase::Takes(_) | Phase::Tricks(_) => self.row.to_act(),
        }
    }

    /// The cards that the player to act may take or play, if they hold `hand`.
    pub fn legal(&self, hand: CardSet) -> CardSet {
        match self.phase {
            Phase::Over => CardSet::EMPTY,
            Phase::Takes(_) => self.pool,
            Phase::Tricks(_) => {
                let led = self.row.cards().first();
                match led.map(|card| hand.of_suit(card.suit())) {
                    Some(following) if !following.is_empty() => following,
                    _ => hand,
                }
            }
        }
    }

    /// Checks that the player to act may take or play this card, if they hold `hand`.
    ///
    /// # Errors
    ///
    /// The rule that the card breaks.
    pub fn check(&self, card: Card, hand: CardSet) -> Result<(), IllegalCard> {
        match self.phase {
            Phase::Over => Err(IllegalCard::Over(card)),
            Phase::Takes(_) if !self.pool.contains(card) => Err(IllegalCard::NotInPool(card)),
            Phase::Takes(_) => Ok(()),
            Phase::Tricks(_) if !hand.contains(card) => Err(IllegalCard::NotInHand(card)),
            Phase::Tricks(_) => match self.row.cards().first() {
                Some(led) if !self.legal(hand).contains(card) => {
                    let led = led.suit();
                    Err(IllegalCard::MustFollow { card, led })
                }
                _ => Ok(()),
            },
        }
    }

    /// The player to act takes or plays this card. The board cannot check that they hold it, or
    /// that they could not have followed suit.
    ///
    /// # Errors
    ///
    /// The open part of the round shows that the card is impossible. The board is then unchanged.
    pub fn show(&mut self, card: Card) -> Result<Step, IllegalCard> {
        let Some(player) = self.to_act() else {
            return Err(IllegalCard::Over(card));
        };
        match self.phase {
            Phase::Over => Err(IllegalCard::Over(card)),
            Phase::Takes(_) if !self.pool.contains(card) => Err(IllegalCard::NotInPool(card)),
            Phase::Takes(turn) => {
                self.row.push(card);
                self.pool = self.pool.without(card);
                let taken = &mut self.taken[player.index()];
                *taken = taken.with(card);
                Ok(self.end_turn(turn))
            }
            Phase::Tricks(_) if self.gone().contains(card) => Err(IllegalCard::NotInHand(card)),
            Phase::Tricks(number) => {
                if let Some(led) = self.row.cards().first().map(|led| led.suit())
                    && led != card.suit()
                {
                    self.voids[player.index()] |= 1 << led.index();
                }
                self.row.push(card);
                let played = &mut self.played[player.index()];
                *played = played.with(card);
                Ok(self.end_trick(number))
            }
        }
    }

    fn end_turn(&mut self, turn: u8) -> Step {
        if !self.row.is_full() {
            return Step::Follows;
        }
        self.phase = if turn + 1 == self.game.takes() { Phase::Tricks(0) } else { Phase::Takes(turn + 1) };
        Step::Taken(self.clear_row(self.dealer))
    }

    fn end_trick(&mut self, number: u8) -> Step {
        let winner = match self.row.best() {
            Some((winner, _)) if self.row.is_full() => winner,
            _ => return Step::Follows,
        };
        let eights = self.row.cards().iter().filter(|card| card.is_eight());
        let points = self.game.trick_points(number) + eights.count() as u8 * EIGHT_POINTS;
        self.points[winner.index()] += points;
        self.phase = if number + 1 == self.game.tricks() { Phase::Over } else { Phase::Tricks(number + 1) };
        Step::Won(Trick { row: self.clear_row(winner), winner, points })
    }

    fn clear_row(&mut self, leader: Player) -> Row {
        let next = Row::new(leader, self.game.players());
        std::mem::replace(&mut self.row, next)
    }
}
