//! The chance to win the tricks of a hand against an unknown hand, with open cards.

use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};

use cardsharp_solvers::game::Player;
use rand::seq::index;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::infosets::{HandGame, HandId, HandState, Stake};
use super::super::open_cards::OpenCards;
use cardsharp_challenge_game::rules::{Cards, Params, Rank};

/// The number of hands of the opponent that are drawn for one chance.
const DRAWS: usize = 24;
/// Situations: a lead, an answer before the opponent's lead, then by rank: a card to follow, and an
/// own card on the table.
const SITUATIONS: usize = 2 + 2 * 16;
/// Leads in tricks, -5 to 5.
const LEADS: usize = 11;
/// The bits of a chance that was not computed yet.
const UNKNOWN: u32 = u32::MAX;

/// The chance of each hand to win its tricks in each situation, computed when first asked for. A tie
/// counts half. The opponent's hand is drawn at random, and both then play with open cards.
pub struct Equity {
    rules: Params,
    hands: usize,
    chances: Vec<AtomicU32>,
    /// The card with the best chance; 0 where it was not computed yet.
    best: Vec<AtomicU8>,
}

impl Equity {
    /// The chances of the hands of `game`.
    pub fn new(game: &HandGame) -> Equity {
        let hands = game.space().len();
        let unknown = || AtomicU32::new(UNKNOWN);
        let cells = hands * SITUATIONS * LEADS;
        Equity {
            rules: game.rules(),
            hands,
            chances: std::iter::repeat_with(unknown).take(cells).collect(),
            best: std::iter::repeat_with(AtomicU8::default).take(cells).collect(),
        }
    }

    /// The chance of the player to move in `state`, whose hand must be known.
    pub fn of(&self, game: &HandGame, state: &HandState) -> f64 {
        let spot = Spot::of(state);
        let number = self.number(&spot);
        let cell = &self.chances[number];
        let known = cell.load(Ordering::Relaxed);
        if known != UNKNOWN {
            return f64::from(f32::from_bits(known));
        }
        let own = game.space().cards(spot.hand);
        let results = self.draws(&spot, own, number).map(|theirs| spot.result(own, theirs));
        let sum: i32 = results.map(i32::from).sum();
        let chance = 0.5 + f64::from(sum) / (2 * DRAWS) as f64;
        cell.store((chance as f32).to_bits(), Ordering::Relaxed);
        chance
    }

    /// The card with the best chance for the player to move in `state`, who must play one; of equal
    /// ones the lowest. Both play with open cards from then on.
    pub fn best_card(&self, game: &HandGame, state: &HandState) -> Option<Rank> {
        let spot = Spot::of(state);
        let number = self.number(&spot);
        let cell = &self.best[number];
        if let Some(known) = Rank::new(cell.load(Ordering::Relaxed)) {
            return Some(known);
        }
        let own = game.space().cards(spot.hand);
        let mut best: Option<(i32, Rank)> = None;
        for card in own.distinct() {
            let left = own.without(card)?;
            let results = self.draws(&spot, own, number).map(|theirs| spot.result_of(card, left, theirs));
            let sum = results.map(i32::from).sum();
            if best.is_none_or(|(most, _)| sum > most) {
                best = Some((sum, card));
            }
        }
        let (_, card) = best?;
        cell.store(card.value(), Ordering::Relaxed);
        Some(card)
    }

    fn number(&self, spot: &Spot) -> usize {
        let index = (spot.ahead + 5).clamp(0, LEADS as i8 - 1) as usize;
        (spot.situation * LEADS + index) * self.hands + spot.hand.index()
    }

    /// Hands of the opponent. The seed depends on the spot alone, so that every process draws the same.
    fn draws(&self, spot: &Spot, own: Cards, seed: usize) -> impl Iterator<Item = Cards> + use<> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed as u64);
        let left = self.rest(own, spot.card);
        let size = match spot.kind() {
            Kind::Leads | Kind::AnswersFirst => own.len(),
            Kind::Follows => own.len() - 1,
            Kind::AnswersLed => own.len() + 1,
        };
        (0..DRAWS).map(move |_| draw(&left, size, &mut rng))
    }

    fn rest(&self, own: Cards, card: Option<Rank>) -> Vec<Rank> {
        let held = |rank: Rank| own.count(rank) + u8::from(card == Some(rank));
        let ranks = self.rules.all_ranks().flat_map(|rank| {
            let copies = self.rules.copies().saturating_sub(held(rank));
            std::iter::repeat_n(rank, usize::from(copies))
        });
        ranks.collect()
    }
}

fn draw(left: &[Rank], size: usize, rng: &mut impl Rng) -> Cards {
    let indices = index::sample(rng, left.len(), size.min(left.len()));
    indices.iter().map(|index| left[index]).collect()
}

/// The part of a decision on which the chances of a hand depend.
struct Spot {
    hand: HandId,
    situation: usize,
    ahead: i8,
    /// The card on the table.
    card: Option<Rank>,
}

/// The kinds of situations.
enum Kind {
    Leads,
    /// Answers a challenge of the opponent, who then leads.
    AnswersFirst,
    Follows,
    /// Answers a challenge with the own card on the table.
    AnswersLed,
}

impl Spot {
    fn of(state: &HandState) -> Spot {
        let player = state.to_move();
        let card = usize::from(state.table);
        let situation = match (state.stake, card) {
            (Stake::Offered(_), 0) => usize::from(state.lead != player),
            (Stake::Offered(_), card) => 18 + card,
            (_, 0) => 0,
            (_, card) => 2 + card,
        };
        Spot { hand: state.hands[player.index()], situation, ahead: ahead(state, player), card: Rank::new(state.table) }
    }

    fn kind(&self) -> Kind {
        match self.situation {
            0 => Kind::Leads,
            1 => Kind::AnswersFirst,
            2..18 => Kind::Follows,
            _ => Kind::AnswersLed,
        }
    }

    fn result(&self, own: Cards, theirs: Cards) -> i8 {
        let table = OpenCards::table();
        match (self.kind(), self.card) {
            (Kind::Follows, Some(led)) => table.follower_result(own, led, theirs, self.ahead),
            (Kind::AnswersLed, Some(led)) => -table.follower_result(theirs, led, own, -self.ahead),
            (kind, _) => table.result(own, theirs, matches!(kind, Kind::Leads), self.ahead),
        }
    }

    /// The result if `card` is played and `left` is kept.
    fn result_of(&self, card: Rank, left: Cards, theirs: Cards) -> i8 {
        let table = OpenCards::table();
        match self.card {
            Some(led) => table.after_trick(left, theirs, (card, led), false, self.ahead),
            None => -table.follower_result(theirs, card, left, -self.ahead),
        }
    }
}

/// The lead of `player` in tricks.
pub fn ahead(state: &HandState, player: Player) -> i8 {
    state.tricks[player.index()] as i8 - state.tricks[player.opponent().index()] as i8
}
