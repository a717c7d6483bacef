//! A round with all hands open, small enough to be copied at every node.

use cardsharp_solvers::game::Player;

use cardsharp_tricky_eights_game::observation::Observation;
use cardsharp_tricky_eights_game::rules::{Card, CardSet, EIGHT_POINTS, MAX_PLAYERS, Params, Phase};

/// A round in which every hand is known. It follows the same rules as
/// [`Round`](cardsharp_tricky_eights_game::rules::Round), but keeps only the state that the rest
/// of the round depends on. Cards are not checked.
#[derive(Clone, Debug)]
pub struct OpenRound {
    game: Params,
    hands: [CardSet; MAX_PLAYERS],
    pool: CardSet,
    dealer: u8,
    /// The number of tricks that are over.
    number: u8,
    /// The player to take or play.
    to_act: u8,
    /// The number of cards of this turn or trick so far.
    cards: u8,
    /// The number of eights among them.
    eights: u8,
    /// The card that takes the trick so far, and the player who played it.
    best: Option<(Card, u8)>,
    points: [u8; MAX_PLAYERS],
}

impl OpenRound {
    /// The round of `observation`, if the hands are these, by player number.
    pub fn new(observation: &Observation<'_>, hands: [CardSet; MAX_PLAYERS]) -> OpenRound {
        let board = observation.board;
        let row = board.row();
        let mut points = [0; MAX_PLAYERS];
        points[..board.points().len()].copy_from_slice(board.points());
        let (number, best) = match board.phase() {
            Phase::Tricks(number) => (number, row.best()),
            Phase::Takes(_) => (0, None),
            Phase::Over => (board.game().tricks(), None),
        };
        let eights = row.cards().iter().filter(|card| card.is_eight()).count();
        OpenRound {
            game: board.game(),
            hands,
            pool: board.pool(),
            dealer: board.dealer().index() as u8,
            number,
            to_act: board.to_act().unwrap_or(Player::ZERO).index() as u8,
            cards: row.cards().len() as u8,
            eights: match board.phase() {
                Phase::Takes(_) => 0,
                _ => eights as u8,
            },
            best: best.map(|(player, card)| (card, player.index() as u8)),
            points,
        }
    }

    /// True if all cards are played.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.number == self.game.tricks()
    }

    /// True if cards are still to be taken from the pool.
    #[inline]
    pub fn is_taking(&self) -> bool {
        !self.pool.is_empty()
    }

    /// The number of tricks that are not over.
    #[inline]
    pub fn tricks_left(&self) -> u8 {
        self.game.tricks() - self.number
    }

    /// The number of the player to take or play.
    #[inline]
    pub fn to_act(&self) -> usize {
        usize::from(self.to_act)
    }

    /// The points so far, by player number.
    #[inline]
    pub fn points(&self) -> [u8; MAX_PLAYERS] {
        self.points
    }

    /// A player's hand, by number.
    #[inline]
    pub fn hand(&self, player: usize) -> CardSet {
        self.hands[player]
    }

    /// The card that takes the trick so far; none if a card is to be led.
    #[inline]
    pub fn best(&self) -> Option<Card> {
        self.best.map(|(card, _)| card)
    }

    /// Those of `cards` that are held by the players who play to this trick after the next player.
    #[inline]
    pub fn to_come(&self, cards: CardSet) -> CardSet {
        let players = self.game.players();
        let mut held = CardSet::EMPTY;
        let mut player = self.to_act;
        for _ in self.cards + 1..players {
            player = self.after(player);
            held = held.union(self.hands[usize::from(player)]);
        }
        held.intersection(cards)
    }

    /// All cards that are still in the players' hands.
    #[inline]
    pub fn held(&self) -> CardSet {
        self.hands.iter().copied().fold(CardSet::EMPTY, CardSet::union)
    }

    /// The cards that the next player may take or play.
    #[inline]
    pub fn legal(&self) -> CardSet {
        if self.is_taking() {
            return self.pool;
        }
        let hand = self.hands[self.to_act()];
        match self.best {
            Some((best, _)) => {
                let following = hand.of_suit(best.suit());
                if following.is_empty() { hand } else { following }
            }
            None => hand,
        }
    }

    /// One legal card of each class of equivalent cards. Two cards of one suit are equivalent if no card ranks between
    /// them that another player may still play or that takes the trick so far. An eight is equivalent to no other card.
    #[inline]
    pub fn representatives(&self) -> CardSet {
        let legal = self.legal();
        if self.is_taking() {
            return legal;
        }
        let mut between = self.held().minus(self.hands[self.to_act()]);
        if let Some((best, _)) = self.best {
            between = between.with(best);
        }
        representatives(legal, between)
    }

    #[inline]
    fn after(&self, player: u8) -> u8 {
        if player + 1 == self.game.players() { 0 } else { player + 1 }
    }

    /// The next player takes or plays this card. It must be legal.
    #[inline]
    pub fn apply(&mut self, card: Card) {
        let player = self.to_act;
        let hand = &mut self.hands[usize::from(player)];
        self.cards += 1;
        if !self.pool.is_empty() {
            *hand = hand.with(card);
            self.pool = self.pool.without(card);
            self.to_act = self.after(player);
            if self.cards == self.game.players() {
                self.cards = 0;
                self.to_act = self.dealer;
            }
            return;
        }
        *hand = hand.without(card);
        self.eights += u8::from(card.is_eight());
        let takes = self.best.is_none_or(|(best, _)| CardSet::above(best).contains(card));
        if takes {
            self.best = Some((card, player));
        }
        self.to_act = self.after(player);
        if self.cards == self.game.players() {
            self.end_trick();
        }
    }

    #[inline]
    fn end_trick(&mut self) {
        let Some((_, winner)) = self.best.take() else {
            return;
        };
        let value = self.game.trick_points(self.number) + self.eights * EIGHT_POINTS;
        self.points[usize::from(winner)] += value;
        self.number += 1;
        self.cards = 0;
        self.eights = 0;
        self.to_act = winner;
    }
}

/// The lowest of `cards` of each class of equivalent cards. Two cards of one suit are not
/// equivalent if a card of `between` ranks between them.
#[inline]
pub fn representatives(cards: CardSet, between: CardSet) -> CardSet {
    let mut kinds = CardSet::EMPTY;
    let mut last: Option<Card> = None;
    for card in cards {
        let alike = last.is_some_and(|last| {
            last.suit() == card.suit()
                && !card.is_eight()
                && !last.is_eight()
                && CardSet::above(last).intersection(CardSet::below(card)).intersection(between).is_empty()
        });
        if !alike {
            kinds = kinds.with(card);
        }
        last = Some(card);
    }
    kinds
}
