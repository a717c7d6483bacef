//! A decision of a player, with the features that rules compare.

use std::cell::OnceCell;

use arrayvec::ArrayVec;
use cardsharp_solvers::game::Player;

use super::context::Turn;
use super::equity::ahead;
use super::feature::{Feature, strength};
use super::reference::Reference;
use crate::infosets::{HandState, Stake};
use cardsharp_challenge_game::rules::{Cards, Rank};

/// Probabilities of the actions of one decision.
type Row = ArrayVec<f64, 16>;

/// A decision of the player to move, whose hand is known. Features are computed when first asked for.
pub struct Sight<'a> {
    reference: &'a Reference,
    state: &'a HandState,
    player: Player,
    cards: Cards,
    row: OnceCell<Option<Row>>,
    features: [OnceCell<f64>; Feature::ALL.len()],
}

impl<'a> Sight<'a> {
    /// The decision of the player to move in `state`.
    pub fn new(reference: &'a Reference, state: &'a HandState) -> Sight<'a> {
        let player = state.to_move();
        Sight {
            reference,
            state,
            player,
            cards: reference.game().space().cards(state.hands[player.index()]),
            row: OnceCell::new(),
            features: Default::default(),
        }
    }

    /// The state.
    pub fn state(&self) -> &HandState {
        self.state
    }

    /// The cards in the hand of the player to move.
    pub fn cards(&self) -> Cards {
        self.cards
    }

    /// The card to follow, if a card was led.
    pub fn led(&self) -> Option<Rank> {
        Rank::new(self.state.table).filter(|_| self.state.lead != self.player)
    }

    /// The card that is best on average if all cards are open from then on.
    pub fn open_card(&self) -> Option<Rank> {
        let game = self.reference.game();
        self.reference.equity.best_card(game, self.state)
    }

    /// The stage of the hand, and whether the player leads the trick.
    pub(super) fn turn(&self) -> Turn {
        Turn { stage: self.stage(), leads: self.state.lead == self.player }
    }

    /// The stage of the hand: 0 early, 1 in the middle, 2 in the last trick.
    fn stage(&self) -> usize {
        let size = self.reference.game().rules().hand_size();
        match self.state.over {
            over if over + 1 == size => 2,
            over if over >= 2 => 1,
            _ => 0,
        }
    }

    /// A feature of the decision, 0 to 1.
    pub fn feature(&self, feature: Feature) -> f64 {
        *self.features[feature as usize].get_or_init(|| self.compute(feature))
    }

    fn compute(&self, feature: Feature) -> f64 {
        let rules = self.reference.game().rules();
        let ranks = f64::from(rules.ranks());
        let on_table = Rank::new(self.state.table).filter(|_| self.state.lead == self.player);
        let own = || self.cards.descending().chain(on_table);
        let left = f64::from(rules.hand_size() - self.state.over).max(1.0);
        let lead = f64::from(ahead(self.state, self.player));
        match feature {
            Feature::Strength => strength(own(), rules.ranks(), left, lead),
            Feature::Equity => self.reference.equity.of(self.reference.game(), self.state),
            Feature::Odds => {
                let payoffs = self.reference.game().payoffs()[usize::from(self.state.class)];
                let leads = self.player == Player::ZERO;
                let otherwise = match (self.state.stake, leads) {
                    (Stake::Offered(_), true) => payoffs.lose,
                    (Stake::Offered(_), false) => 1.0 - payoffs.win,
                    (_, true) => payoffs.tie,
                    (_, false) => 1.0 - payoffs.tie,
                };
                (0.5 + self.feature(Feature::Equity) - otherwise).clamp(0.0, 1.0)
            }
            Feature::Highest => own().max().map_or(0.0, |rank| f64::from(rank.value()) / ranks),
            Feature::HighCards => {
                let high = own().filter(|rank| 3 * u16::from(rank.value()) > 2 * u16::from(rules.ranks()));
                let wins = high.count() as f64 + lead;
                (wins / left).clamp(0.0, 1.0)
            }
            Feature::Lead => (0.5 + lead / (2.0 * left)).clamp(0.0, 1.0),
        }
    }

    /// The probability with which the reference policy challenges here.
    pub fn policy_offers(&self) -> f64 {
        match (self.state.stake, self.policy()) {
            (Stake::Open, Some(row)) => row.last().copied().unwrap_or(0.0),
            _ => 0.0,
        }
    }

    /// The probability with which the reference policy accepts here.
    pub fn policy_accepts(&self) -> f64 {
        self.policy().map_or(0.5, |row| row[0])
    }

    /// The probability with which the reference policy plays the card, given that it plays one.
    pub fn policy_plays(&self, card: Rank) -> f64 {
        let distinct = self.cards.distinct().count();
        let uniform = 1.0 / distinct as f64;
        let Some(row) = self.policy() else {
            return uniform;
        };
        let all: f64 = row.iter().take(distinct).sum();
        let index = self.cards.distinct().position(|rank| rank == card);
        match index {
            Some(index) if all > 1e-9 => row[index] / all,
            Some(_) => uniform,
            None => 0.0,
        }
    }

    /// The row of the reference policy, if it has one.
    pub fn policy(&self) -> Option<&[f64]> {
        let row = self.row.get_or_init(|| {
            let actions = self.reference.game().actions(self.state);
            let mut row: Row = std::iter::repeat_n(0.0, actions).collect();
            self.reference.policy.known(self.state, &mut row).then_some(row)
        });
        row.as_deref()
    }
}
