//! The hand as a game of ranges, in the form that the solver needs.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{
    At, DecisionLayout, HALF_LANES, LANES, Opponent, RangeGame, RangeTurn, Reaches, Traverser,
};
use thiserror::Error;

use super::couplings::Couplings;
use super::last_replies::LastReplies;
use super::last_trick::{self, LastTrickOf};
use crate::infosets::{Ending, HandGame, HandId, HandSpace, HandState, Payoffs, Stake};
use cardsharp_challenge_game::rules::{BadParameters, Cards, Params, Rank};

/// The number of copies by which hands are numbered. With at least as many copies as cards in a
/// hand, every multiset of ranks is a hand. Those that the shoe cannot deal have zero weight.
const EVERY_HAND: u8 = 8;

/// The method for the last trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastTrick {
    /// All cards at once (`last_trick`).
    AtOnce,
    /// Card by card, as every other trick. Its use is to check the other method.
    CardByCard,
}

/// A reason why a hand cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TooFewCopies {
    /// The shoe has not enough cards for two hands.
    #[error("{left} cards are left in the shoe, and two hands of {hand_size} need more")]
    Shoe {
        /// The number of cards left.
        left: usize,
        /// The number of cards of a hand.
        hand_size: u8,
    },
    /// The rules are no member of the family.
    #[error(transparent)]
    Rules(#[from] BadParameters),
}

/// One hand, dealt from the cards `left` of a shoe. Utilities are probabilities of winning the game
/// less one half.
#[derive(Debug)]
pub struct RangeHand {
    hand: HandGame,
    left: Cards,
    couplings: Couplings,
    /// By cards in hand and by whether a challenge is possible: one over the number of actions.
    uniform: Vec<[Vec<f32>; 2]>,
    /// The same for answers, which have two actions.
    half: Vec<f32>,
    last_trick: LastTrick,
    /// By tricks taken, leader and player: what [`LastReplies::outcomes`] has.
    last_outcomes: Vec<[[f32; 3]; 3]>,
}

impl RangeHand {
    /// A hand from the full shoe of `rules`.
    ///
    /// # Errors
    ///
    /// See [`RangeHand::from_shoe`].
    pub fn new(rules: Params, payoffs: Payoffs) -> Result<RangeHand, TooFewCopies> {
        let all = rules
            .all_ranks()
            .flat_map(|rank| (0..rules.copies()).map(move |_| rank));
        RangeHand::from_shoe(rules, payoffs, all.collect())
    }

    /// A hand from the cards `left` of a shoe, with both hands' own cards among them.
    ///
    /// # Errors
    ///
    /// [`TooFewCopies`] if two hands cannot be dealt from it.
    pub fn from_shoe(
        rules: Params,
        payoffs: Payoffs,
        left: Cards,
    ) -> Result<RangeHand, TooFewCopies> {
        let hand_size = rules.hand_size();
        if left.len() < 2 * usize::from(hand_size) {
            let left = left.len();
            return Err(TooFewCopies::Shoe { left, hand_size });
        }
        let hand = HandGame::new(
            Params::new(rules.ranks(), EVERY_HAND, hand_size)?,
            vec![payoffs],
        );
        let space = hand.space();
        let sizes = 0..=usize::from(hand_size);
        let uniform = sizes.map(|size| [0, 1].map(|more| uniform(space, size, more)));
        let mut hand = RangeHand {
            left,
            couplings: Couplings::new(space),
            uniform: uniform.collect(),
            half: vec![0.5; space.count(usize::from(hand_size))],
            last_trick: LastTrick::AtOnce,
            last_outcomes: Vec::new(),
            hand,
        };
        hand.fill_last_outcomes();
        Ok(hand)
    }

    /// The same with another method for the last trick.
    #[must_use]
    pub fn with_last_trick(mut self, last_trick: LastTrick) -> RangeHand {
        self.last_trick = last_trick;
        self
    }

    /// The space of hands. Some may have more copies of a rank than the shoe.
    pub fn space(&self) -> &HandSpace {
        self.hand.space()
    }

    /// The hand as a game for solvers of histories.
    pub fn game(&self) -> &HandGame {
        &self.hand
    }

    /// The number of ways to draw a hand from the shoe.
    pub fn ways(&self, hand: HandId) -> f64 {
        let cards = self.space().cards(hand);
        let drawn = cards.distinct().flat_map(|rank| {
            let left = f64::from(self.left.count(rank));
            (0..cards.count(rank))
                .map(move |drawn| (left - f64::from(drawn)) / f64::from(drawn + 1))
        });
        drawn.map(|ways| ways.max(0.0)).product()
    }

    /// The copies of each rank that nobody has shown.
    #[inline(always)]
    pub fn unseen(&self, state: &HandState) -> Cards {
        let shown = state.played.map(|played| self.space().cards(played));
        let shown = shown[0].union(shown[1]);
        self.left.less(match Rank::new(state.table) {
            Some(rank) => shown.with(rank),
            None => shown,
        })
    }

    /// The weight with which each hand of `player` meets the other's range, whose weights are
    /// `other`, in the units of the walks.
    pub fn masses(&self, state: &HandState, player: Player, other: &[f32]) -> Vec<f32> {
        let mut out = vec![0.0; self.hands(state, player)];
        let mut scratch = vec![0.0; self.scratch()];
        self.write_masses(state, player, other, &mut out, &mut scratch);
        out
    }

    /// Writes what [`RangeHand::masses`] returns. `scratch` has the length of
    /// [`RangeGame::scratch`].
    pub fn write_masses(
        &self,
        state: &HandState,
        player: Player,
        other: &[f32],
        out: &mut [f32],
        scratch: &mut [f32],
    ) {
        self.meet((state, player), other, 1.0, out, scratch);
    }

    /// Writes `factor` times the weight with which each hand of `player` meets the other's range.
    #[inline(always)]
    fn meet(
        &self,
        (state, player): (&HandState, Player),
        other: &[f32],
        factor: f32,
        out: &mut [f32],
        scratch: &mut [f32],
    ) {
        let sizes = [player, player.opponent()].map(|player| self.cards(state, player));
        let unseen = self.unseen(state);
        self.couplings
            .meet(unseen, sizes, other, factor, out, scratch);
    }

    /// Writes the number of ways to draw each hand of `player`, card by card, from the cards that
    /// nobody has shown. With the reach of a hand as its factor, this is its probability but for the
    /// other player's cards. `scratch` has the length of [`RangeGame::scratch`].
    pub fn write_draws(
        &self,
        state: &HandState,
        player: Player,
        out: &mut [f32],
        scratch: &mut [f32],
    ) {
        let size = self.cards(state, player);
        self.couplings.draws(self.unseen(state), size, out, scratch);
    }

    /// The utilities of `player` if they win, lose and tie the hand without a challenge.
    pub fn utilities(&self, player: Player) -> [f32; 3] {
        let endings = [
            Ending::Won(player),
            Ending::Won(player.opponent()),
            Ending::Tied,
        ];
        endings.map(|ending| self.payoff(Stake::Open, ending, player))
    }

    #[inline(always)]
    fn cards(&self, state: &HandState, player: Player) -> usize {
        state.cards_left(player, self.hand.rules().hand_size())
    }

    /// The utility of `player` if the hand ends as `ending`.
    #[inline(always)]
    fn payoff(&self, stake: Stake, ending: Ending, player: Player) -> f32 {
        let leader = self.hand.leader_utility(0, stake, ending) as f32 - 0.5;
        match player {
            Player::ZERO => leader,
            _ => -leader,
        }
    }

    /// The last trick in `state`, for `player`.
    #[inline(always)]
    fn last_trick_of(&self, state: &HandState, player: Player) -> LastTrickOf {
        let point = |winner| self.payoff(Stake::Open, Ending::Won(winner), player);
        let mut trick = LastTrickOf {
            played: [0.0; 3],
            staked: [0.0; 3],
            point: point(player),
            their_point: point(player.opponent()),
            copies: [0.0; LANES],
        };
        let winners = [Some(player.opponent()), None, Some(player)];
        for (class, winner) in winners.into_iter().enumerate() {
            let ending = self.hand.ending_after(state, winner);
            trick.played[class] = self.payoff(state.stake, ending, player);
            trick.staked[class] = self.payoff(Stake::Accepted, ending, player);
        }
        let unseen = self.unseen(state).counts();
        for (lane, copies) in trick.copies.iter_mut().zip(unseen) {
            *lane = copies as f32;
        }
        trick
    }
}

impl RangeHand {
    /// The follower's replies in the last trick but one, if a challenge was accepted.
    #[inline(always)]
    fn last_replies(&self, state: &HandState, player: Player) -> Option<LastReplies> {
        let rules = self.hand.rules();
        if state.stake != Stake::Accepted
            || state.table == 0
            || state.over + 2 != rules.hand_size()
            || self.last_trick != LastTrick::AtOnce
        {
            return None;
        }
        let mut copies = [0.0; LANES];
        for (lane, count) in copies.iter_mut().zip(self.unseen(state).counts()) {
            *lane = count as f32;
        }
        Some(LastReplies {
            ranks: usize::from(rules.ranks()),
            led: usize::from(state.table) - 1,
            copies,
            outcomes: self.last_outcomes[outcomes_index(state, player)],
        })
    }

    fn fill_last_outcomes(&mut self) {
        let over = self.hand.rules().hand_size().saturating_sub(2);
        self.last_outcomes = vec![[[0.0; 3]; 3]; OUTCOMES];
        let mut state = self.root();
        state.over = over;
        let taken = (0..=over).flat_map(|sum| (0..=sum).map(move |own| [own, sum - own]));
        for tricks in taken {
            state.tricks = tricks;
            for (lead, player) in [0, 1, 2, 3].map(|pair| (pair / 2, pair % 2)) {
                state.lead = PLAYERS[lead];
                let player = PLAYERS[player];
                let winners = [Some(state.lead), None, Some(state.lead.opponent())];
                let outcomes = winners.map(|winner| self.last_outcomes(&state, winner, player));
                self.last_outcomes[outcomes_index(&state, player)] = outcomes;
            }
        }
    }

    /// The values for `player` of losing, tying or winning the last trick once a challenge was
    /// accepted, if `winner` takes the trick under way, the last but one.
    fn last_outcomes(&self, state: &HandState, winner: Option<Player>, player: Player) -> [f32; 3] {
        let payoff = |ending| self.payoff(Stake::Accepted, ending, player);
        if let Some(ending) = self.hand.decided_after(state, winner) {
            return [payoff(ending); 3];
        }
        let mut next = *state;
        if let Some(winner) = winner {
            next.tricks[winner.index()] += 1;
        }
        let mut outcomes = [0.0; 3];
        let winners = [Some(player.opponent()), None, Some(player)];
        for (outcome, winner) in outcomes.iter_mut().zip(winners) {
            *outcome = payoff(self.hand.ending_after(&next, winner));
        }
        outcomes
    }
}

/// The number of values of [`outcomes_index`].
const OUTCOMES: usize = 256;
const PLAYERS: [Player; 2] = [Player::ZERO, Player::ONE];

/// The index of a state among the outcomes of the last trick. A hand has fewer than 8 tricks.
#[inline(always)]
fn outcomes_index(state: &HandState, player: Player) -> usize {
    let [zero, one] = state.tricks.map(usize::from);
    ((8 * zero + one) << 2 | state.lead.index() << 1 | player.index()) % OUTCOMES
}

fn uniform(space: &HandSpace, size: usize, more: usize) -> Vec<f32> {
    let actions = |hand| (space.distinct(hand).len() + more).max(1);
    space
        .of_size(size)
        .map(|hand| 1.0 / actions(hand) as f32)
        .collect()
}

impl RangeGame for RangeHand {
    type Public = HandState;

    fn root(&self) -> HandState {
        HandState::dealt([HandId::EMPTY; 2], 0)
    }

    fn prior(&self, _player: Player, out: &mut [f32]) {
        let size = usize::from(self.hand.rules().hand_size());
        // The weights of all pairs of hands sum to one.
        let drawn = (0..2 * size).map(|drawn| (self.left.len() - drawn) as f64);
        let shuffled = (1..=size).map(|index| index as f64).product::<f64>();
        let scale = shuffled / drawn.product::<f64>().sqrt();
        for (out, hand) in out.iter_mut().zip(self.space().of_size(size)) {
            let cards = self.space().cards(hand);
            let copies = cards.distinct().map(|rank| cards.count(rank));
            let same: f64 = copies.flat_map(|held| 1..=held).map(f64::from).product();
            *out = (scale / same) as f32;
        }
    }

    #[inline(always)]
    fn hands(&self, state: &HandState, player: Player) -> usize {
        self.space().count(self.cards(state, player))
    }

    #[inline(always)]
    fn turn(&self, state: &HandState) -> RangeTurn {
        if state.ending.is_some() {
            return RangeTurn::Terminal;
        }
        let begins = state.table == 0 && !matches!(state.stake, Stake::Offered(_));
        let last = state.over + 1 == self.hand.rules().hand_size();
        if begins && last && self.last_trick == LastTrick::AtOnce {
            return RangeTurn::Endgame;
        }
        RangeTurn::Decision {
            player: state.to_move(),
        }
    }

    #[inline(always)]
    fn layout(&self, state: &HandState) -> DecisionLayout<'_> {
        let cards = self.cards(state, state.to_move());
        let hands = self.space().count(cards);
        if let Stake::Offered(_) = state.stake {
            return DecisionLayout {
                moved: &[],
                run: 1,
                kept: 2,
                uniform: &self.half[..hands],
            };
        }
        let open = usize::from(state.stake == Stake::Open);
        DecisionLayout {
            moved: self.space().larger(cards - 1),
            run: self.space().count(cards - 1),
            kept: open,
            uniform: &self.uniform[cards][open],
        }
    }

    #[inline(always)]
    fn act(&self, state: &HandState, action: usize) -> HandState {
        let mut next = *state;
        match state.stake {
            Stake::Offered(_) => next.answer(action == 0),
            _ if action < usize::from(self.hand.rules().ranks()) => {
                self.hand
                    .play_public(&mut next, state.to_move(), action as u8 + 1);
            }
            _ => next.offer(),
        }
        next
    }

    /// A card can be any of the copies that nobody has shown.
    #[inline(always)]
    fn weight(&self, state: &HandState, action: usize) -> f32 {
        if let Stake::Offered(_) = state.stake {
            return 1.0;
        }
        match Rank::new(action as u8 + 1) {
            Some(rank) if rank.value() <= self.hand.rules().ranks() => {
                f32::from(self.unseen(state).count(rank))
            }
            _ => 1.0,
        }
    }

    #[inline(always)]
    fn evaluate_own_actions(
        &self,
        state: &HandState,
        player: Player,
        other: &[f32],
        values: &mut [f32],
    ) -> bool {
        let Some(replies) = self.last_replies(state, player) else {
            return false;
        };
        replies.own(other, values);
        true
    }

    #[inline(always)]
    fn evaluate_other_actions(
        &self,
        state: &HandState,
        player: Player,
        split: &[f32],
        out: &mut [f32],
    ) -> bool {
        let Some(replies) = self.last_replies(state, player) else {
            return false;
        };
        replies.other(split, out);
        true
    }

    /// Cards of one rank tie every trick, so that the hand is decided as late as possible.
    fn is_representative(&self, state: &HandState, action: usize) -> bool {
        let ranks = usize::from(self.hand.rules().ranks());
        matches!(state.stake, Stake::Offered(_)) || action == 0 || action >= ranks
    }

    fn scratch(&self) -> usize {
        let size = usize::from(self.hand.rules().hand_size());
        self.couplings.scratch(size)
    }

    #[inline(always)]
    fn evaluate(
        &self,
        state: &HandState,
        player: Player,
        other: &[f32],
        out: &mut [f32],
        scratch: &mut [f32],
    ) {
        let ending = state.ending.unwrap_or(Ending::Tied);
        let payoff = self.payoff(state.stake, ending, player);
        self.meet((state, player), other, payoff, out, scratch);
    }

    #[inline(always)]
    fn lanes(&self) -> usize {
        match usize::from(self.hand.rules().ranks()) {
            0..=HALF_LANES => HALF_LANES,
            _ => LANES,
        }
    }

    /// The leader of the trick may challenge, and answers. The follower answers, and may challenge
    /// with a card lower than the one on the table, equal to it or higher.
    fn endgame_cells(&self, state: &HandState, player: Player) -> usize {
        match state.stake {
            Stake::Accepted => 0,
            _ if player == state.lead => 2 * 2 * self.lanes(),
            _ => 4 * 2 * self.lanes(),
        }
    }

    #[inline(always)]
    fn endgame<O: Traverser<Self>, T: Opponent<Self>>(
        &self,
        state: &HandState,
        player: Player,
        own: &mut O,
        other: &mut T,
        reaches: Reaches<'_>,
        out: &mut [f32],
    ) {
        let trick = self.last_trick_of(state, player);
        let ranges = last_trick::Ranges::of(reaches);
        let at = |player, reach| At {
            game: self,
            public: state,
            player,
            reach,
        };
        let [mine, theirs] = [
            at(player, reaches.own),
            at(player.opponent(), reaches.other),
        ];
        let value = match state.stake {
            Stake::Accepted => trick.forced(&ranges),
            _ if player == state.lead => trick.led(&ranges, own, other, &mine, &theirs),
            _ => trick.followed(&ranges, own, other, &mine, &theirs),
        };
        // A loop, since a call to copy so few values would be slower.
        for (out, value) in out.iter_mut().zip(value) {
            *out = value;
        }
    }
}
