//! What cards are worth to the player to move, in points.

use super::rules::{Card, CardSet, Effect, State, Suit, SuitSet};

/// What the player to move has, faces and risks. Points are those of the score: of a suit only the
/// highest card counts.
#[derive(Clone, Copy, Debug)]
pub struct Prospects {
    /// One's own bank.
    pub own: CardSet,
    /// The other's.
    pub theirs: CardSet,
    /// The suits in the play area.
    pub area: SuitSet,
    /// What ending the turn now brings, the bonus of chest and key included as it is on average.
    pub banked: f64,
    /// What of it is left if the turn busts.
    pub kept: f64,
    /// How far one is ahead, the play area not counted.
    pub ahead: f64,
}

impl Prospects {
    /// Those of the player to move; of player 0 once the match is over.
    pub fn of(state: &State) -> Prospects {
        let player = state
            .to_move()
            .unwrap_or(cardsharp_solvers::game::Player::ZERO);
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

    /// What a bust would take.
    pub fn at_risk(&self) -> f64 {
        self.banked - self.kept
    }

    /// Points that a card adds to one's own bank.
    pub fn gain(&self, card: Card) -> f64 {
        let value = f64::from(card.value());
        (value - top(self.own, card.suit())).max(0.0)
    }

    /// Points that the other loses with a card.
    pub fn harm(&self, card: Card) -> f64 {
        loss(self.theirs, card)
    }

    /// Points that one loses oneself with a card.
    pub fn cost(&self, card: Card) -> f64 {
        loss(self.own, card)
    }

    /// Points that answering `effect` with `card` brings at once.
    pub fn at_once(&self, effect: Effect, card: Card) -> f64 {
        match effect {
            Effect::Cannon => self.harm(card),
            Effect::Sword => self.harm(card) + self.gain(card),
            Effect::Hook => -self.cost(card),
            _ => self.gain(card),
        }
    }

    /// What chest and key bring on average if they lie among `cards` that are banked.
    pub fn bonus(&self, state: &State, cards: usize) -> f64 {
        let both = [Suit::Chest, Suit::Key].into_iter().collect::<SuitSet>();
        let effective = both.iter().all(|suit| state.rules().effects.contains(suit));
        if !effective || !both.iter().all(|suit| self.area.contains(suit)) {
            return 0.0;
        }
        let discards = state.discard_set();
        cards.min(discards.len()) as f64 * self.mean_gain(discards)
    }

    /// What one of these cards adds to one's own bank on average.
    pub fn mean_gain(&self, cards: CardSet) -> f64 {
        let gains: f64 = cards.iter().map(|card| self.gain(card)).sum();
        gains / cards.len().max(1) as f64
    }

    /// What share of these cards busts.
    pub fn bust_share(&self, cards: CardSet) -> f64 {
        let bust = cards.iter().filter(|card| self.area.contains(card.suit()));
        bust.count() as f64 / cards.len().max(1) as f64
    }
}

fn top(bank: CardSet, suit: Suit) -> f64 {
    bank.highest(suit)
        .map_or(0.0, |card| f64::from(card.value()))
}

fn loss(bank: CardSet, card: Card) -> f64 {
    top(bank, card.suit()) - top(bank.without(card), card.suit())
}
