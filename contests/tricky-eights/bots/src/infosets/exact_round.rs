//! A round of a small member of the family, with perfect recall.

use cardsharp_solvers::game::{Fraction, Game, InfosetKey, Player, Turn};
use thiserror::Error;

use cardsharp_game::derive_seed;
use cardsharp_tricky_eights_game::rules::{Card, CardSet, Deal, Params, Round};
use cardsharp_tricky_eights_game::text::seat_name;

/// A round with perfect recall. It has all deals, which are equally likely, and all cards that may
/// be taken or played. The first player deals.
#[derive(Debug)]
pub struct ExactRound {
    game: Params,
    deals: Vec<Deal>,
}

/// A state of such a round.
#[derive(Clone, Debug)]
pub struct ExactState {
    /// None before the deal.
    round: Option<Round>,
    /// The cards taken and played, in order.
    history: Vec<Card>,
}

/// The member has too many deals to be enumerated.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{game} has more than {MAX_DEALS} deals, too many to be written out: take fewer suits or ranks, or train a table for it"
)]
pub struct TooManyDeals {
    /// The member of the family.
    pub game: Params,
}

/// The largest number of deals for which a member is enumerated.
const MAX_DEALS: u64 = 20_000;

impl ExactRound {
    /// The round of this member.
    ///
    /// # Errors
    ///
    /// [`TooManyDeals`] if the member has too many deals.
    pub fn new(game: Params) -> Result<ExactRound, TooManyDeals> {
        let deals = deals(game).ok_or(TooManyDeals { game })?;
        Ok(ExactRound { game, deals })
    }

    /// The number of deals.
    pub fn deals(&self) -> usize {
        self.deals.len()
    }
}

/// All deals of a member, if there are not too many. The hands are dealt one after the other, each
/// as every set of the cards left.
fn deals(game: Params) -> Option<Vec<Deal>> {
    count(game).filter(|&deals| deals <= MAX_DEALS)?;
    let mut partial = vec![(Vec::new(), game.cards())];
    for _ in 0..game.players() {
        let mut longer = Vec::new();
        for (hands, left) in partial {
            for hand in subsets(left, game.dealt()) {
                let mut hands: Vec<CardSet> = hands.clone();
                hands.push(hand);
                longer.push((hands, left.minus(hand)));
            }
        }
        partial = longer;
    }
    let deals = partial.into_iter();
    deals.map(|(hands, pool)| Deal::new(game, &hands, pool).ok()).collect()
}

/// The number of deals; none if it exceeds the range of `u64`.
fn count(game: Params) -> Option<u64> {
    let (mut deals, mut left) = (1_u64, u64::from(game.suits() * game.ranks()));
    for _ in 0..game.players() {
        for index in 0..u64::from(game.dealt()) {
            // The product of so many factors is always a multiple of their number.
            let ways = deals.checked_mul(left)?;
            deals = ways / (index + 1);
            left -= 1;
        }
    }
    Some(deals)
}

/// All subsets of these cards that have `size` cards.
fn subsets(cards: CardSet, size: u8) -> Vec<CardSet> {
    match cards.first() {
        _ if size == 0 => vec![CardSet::EMPTY],
        Some(first) => {
            let rest = cards.without(first);
            let with = subsets(rest, size - 1).into_iter();
            let with = with.map(|set| set.with(first));
            with.chain(subsets(rest, size)).collect()
        }
        None => Vec::new(),
    }
}

impl ExactState {
    fn legal(&self) -> CardSet {
        self.round.as_ref().map_or(CardSet::EMPTY, Round::legal)
    }

    /// The round and the player to take or play; none before the deal and at the end.
    pub fn to_act(&self) -> Option<(&Round, Player)> {
        let round = self.round.as_ref()?;
        Some((round, round.to_act()?))
    }

    /// The player's cards before any card was taken or played, and the pool at that time.
    fn dealt(round: &Round, player: Player) -> (CardSet, CardSet) {
        let board = round.board();
        let own = round.hand(player).union(board.played(player));
        let players = (0..board.game().players()).map(Player::new);
        let taken = players.map(|player| board.taken(player));
        let pool = taken.fold(board.pool(), CardSet::union);
        (own.minus(board.taken(player)), pool)
    }
}

impl Game for ExactRound {
    type State = ExactState;

    fn players(&self) -> usize {
        usize::from(self.game.players())
    }

    fn root(&self) -> ExactState {
        ExactState { round: None, history: Vec::new() }
    }

    fn turn(&self, state: &ExactState) -> Turn {
        match (&state.round, state.to_act()) {
            (None, _) => Turn::Chance { outcomes: self.deals.len() },
            (Some(_), None) => Turn::Terminal,
            (Some(_), Some((_, player))) => Turn::Decision { player, actions: state.legal().len() },
        }
    }

    /// The children of the first state are the deals in their order. Those of other states are the
    /// legal cards by suit and rising rank.
    fn child(&self, state: &ExactState, index: usize) -> ExactState {
        let mut next = state.clone();
        match &mut next.round {
            None => next.round = Some(Round::new(&self.deals[index], Player::ZERO)),
            Some(round) => {
                let card = round.legal().iter().nth(index);
                if let Some(card) = card.filter(|&card| round.apply(card).is_ok()) {
                    next.history.push(card);
                }
            }
        }
        next
    }

    fn chance_probability(&self, _: &ExactState, _: usize) -> f64 {
        1.0 / self.deals.len() as f64
    }

    fn chance_fraction(&self, _: &ExactState, _: usize) -> Option<Fraction> {
        Some(Fraction { numerator: 1, denominator: self.deals.len() as u64 })
    }

    fn utility(&self, state: &ExactState, player: Player) -> f64 {
        let points = state.round.as_ref().map(|round| round.board().points());
        points.map_or(0.0, |points| f64::from(points[player.index()]))
    }

    fn utility_bounds(&self) -> (f64, f64) {
        (0.0, f64::from(self.game.round_points()))
    }

    /// The player, their cards as dealt, the pool as dealt and the cards shown since, mixed into 64 bits. In a member
    /// with a million information sets, two of them collide with a probability of 3 in 100 million.
    fn infoset(&self, state: &ExactState) -> InfosetKey {
        let Some((round, player)) = state.to_act() else {
            return InfosetKey(0);
        };
        let (own, pool) = ExactState::dealt(round, player);
        let mix = |key, card: Card| derive_seed(key, card.index() as u64 + 1);
        let key = derive_seed(player.index() as u64, 0);
        let key = own.iter().fold(key, mix);
        let key = pool.iter().fold(derive_seed(key, 0), mix);
        InfosetKey(state.history.iter().copied().fold(derive_seed(key, 0), mix))
    }

    fn action_name(&self, state: &ExactState, index: usize) -> String {
        match &state.round {
            None => format!("deal {index}"),
            Some(_) => {
                let card = state.legal().iter().nth(index);
                card.map_or_else(String::new, |card| card.to_string())
            }
        }
    }

    fn infoset_name(&self, state: &ExactState) -> String {
        let Some((round, player)) = state.to_act() else {
            return String::new();
        };
        let (own, pool) = ExactState::dealt(round, player);
        let history: Vec<String> = state.history.iter().map(Card::to_string).collect();
        let history = history.join(" ");
        format!("{} {own}, pool {pool}, {history}", seat_name(player))
    }
}
