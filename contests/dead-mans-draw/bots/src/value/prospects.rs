//! The value of cards to the player to move, in points.

use cardsharp_solvers::game::Player;

use cardsharp_dead_mans_draw_game::rules::{Card, CardSet, Effect, State, Suit, SuitSet};

/// The features of a position for the player to move: the cards on both sides, the gains and the
/// risks. Points are those of the score: only the highest card of a suit counts.
#[derive(Clone, Copy, Debug)]
pub struct Prospects {
    /// The player's own bank.
    pub own: CardSet,
    /// The opponent's bank.
    pub theirs: CardSet,
    /// The suits in the play area.
    pub area: SuitSet,
    /// The points that ending the turn now brings. The bonus of chest and key is included as its expected value.
    pub banked: f64,
    /// The part of those points that is left if the turn busts.
    pub kept: f64,
    /// The player's lead in points, without the play area.
    pub ahead: f64,
}

impl Prospects {
    /// The features for the player to move; for player 0 once the match is over.
    pub fn of(state: &State) -> Prospects {
        let player = state.to_move().unwrap_or(Player::ZERO);
        let scores = state.scores().map(f64::from);
        let mut prospects = Prospects {
            own: state.bank(player).cards(),
            theirs: state.bank(player.opponent()).cards(),
            area: state.area_suits(),
            banked: 0.0,
            kept: 0.0,
            ahead: scores[player.index()] - scores[player.opponent().index()],
        };
        let gains = |cards: &[Card]| cards.iter().map(|&card| prospects.gain(card)).sum::<f64>();
        let (banked, kept) = (gains(state.area()), gains(state.protected()));
        prospects.kept = kept;
        prospects.banked = banked + prospects.bonus(state, state.area().len());
        prospects
    }

    /// The points that a bust would take.
    pub fn at_risk(&self) -> f64 {
        self.banked - self.kept
    }

    /// The points that a card adds to the player's own bank.
    pub fn gain(&self, card: Card) -> f64 {
        let value = f64::from(card.value());
        (value - top(self.own, card.suit())).max(0.0)
    }

    /// The points that the opponent loses with a card.
    pub fn harm(&self, card: Card) -> f64 {
        loss(self.theirs, card)
    }

    /// The points that the player loses with a card of their own bank.
    pub fn cost(&self, card: Card) -> f64 {
        loss(self.own, card)
    }

    /// The points that answering `effect` with `card` brings at once.
    pub fn at_once(&self, effect: Effect, card: Card) -> f64 {
        match effect {
            Effect::Cannon => self.harm(card),
            Effect::Sword => self.harm(card) + self.gain(card),
            Effect::Hook => -self.cost(card),
            _ => self.gain(card),
        }
    }

    /// The expected points of the bonus of chest and key, if they lie among `cards` cards that are banked.
    pub fn bonus(&self, state: &State, cards: usize) -> f64 {
        let both = [Suit::Chest, Suit::Key].into_iter().collect::<SuitSet>();
        let effective = both.iter().all(|suit| state.rules().effects.contains(suit));
        if !effective || !both.iter().all(|suit| self.area.contains(suit)) {
            return 0.0;
        }
        let discards = state.discard_set();
        cards.min(discards.len()) as f64 * self.mean_gain(discards)
    }

    /// The mean of the points that one of these cards adds to the player's own bank.
    pub fn mean_gain(&self, cards: CardSet) -> f64 {
        let gains: f64 = cards.iter().map(|card| self.gain(card)).sum();
        gains / cards.len().max(1) as f64
    }

    /// The share of these cards that busts.
    pub fn bust_share(&self, cards: CardSet) -> f64 {
        let bust = cards.iter().filter(|card| self.area.contains(card.suit()));
        bust.count() as f64 / cards.len().max(1) as f64
    }
}

fn top(bank: CardSet, suit: Suit) -> f64 {
    bank.highest(suit).map_or(0.0, |card| f64::from(card.value()))
}

fn loss(bank: CardSet, card: Card) -> f64 {
    top(bank, card.suit()) - top(bank.without(card), card.suit())
}
