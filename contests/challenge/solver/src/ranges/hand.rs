//! The hand as a game of ranges, in the form that the solver needs.

use std::sync::Arc;

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{
    At, DecisionLayout, HALF_LANES, LANES, Lane, Opponent, RangeGame, RangeTurn, Reaches, Traverser,
};
use thiserror::Error;

use super::couplings::Couplings;
use super::last_replies::{CELLS, FreeReplies, LastReplies};
use super::last_trick::{self, LastChoices, LastTrickOf};
use crate::infosets::{Ending, HandGame, HandId, HandSpace, HandState, Payoffs, Stake};
use cardsharp_challenge_game::rules::{BadParameters, Cards, Params, Rank};

/// The number of copies by which hands are numbered. With at least as many copies as cards in a
/// hand, every multiset of ranks is a hand. Those that the shoe cannot deal have zero weight.
const EVERY_HAND: u8 = 8;

/// The method for the last trick, and for the last but one after an accepted challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastTrick {
    /// All cards at once (`last_trick`, `last_replies`).
    AtOnce,
    /// The same without dominated actions: see [`RangeHand::reduced`].
    Reduced,
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

/// One hand, dealt from the cards `left` of a shoe. Utilities are probabilities of winning the game less one half.
#[derive(Clone, Debug)]
pub struct RangeHand {
    hand: Arc<HandGame>,
    left: Cards,
    couplings: Arc<Couplings>,
    /// By cards in hand and by whether a challenge is possible: one over the number of actions.
    uniform: Arc<[[Vec<f32>; 2]]>,
    /// The same for answers, which have two actions.
    half: Arc<[f32]>,
    last_trick: LastTrick,
    /// By [`outcomes_index`]: what [`LastReplies::outcomes`] has.
    last_outcomes: Arc<[[[f32; 3]; 3]]>,
    /// By [`outcomes_index`]: the values of losing, tying or winning the last trick without a
    /// challenge, and after an accepted one.
    last_payoffs: Arc<[[[f32; 3]; 2]]>,
    /// The hand without dominated actions.
    reduced: Option<Box<RangeHand>>,
    /// By [`outcomes_index`] of the follower and by the card led. Empty if nothing is left out, as the next list is.
    replies: Arc<[Vec<FreeReplies>]>,
    /// By [`outcomes_index`] of the leader.
    choices: Arc<[LastChoices]>,
}

impl RangeHand {
    /// A hand from the full shoe of `rules`.
    ///
    /// # Errors
    ///
    /// See [`RangeHand::from_shoe`].
    pub fn new(rules: Params, payoffs: Payoffs) -> Result<RangeHand, TooFewCopies> {
        let all = rules.all_ranks().flat_map(|rank| (0..rules.copies()).map(move |_| rank));
        RangeHand::from_shoe(rules, payoffs, all.collect())
    }

    /// A hand from the cards `left` of a shoe, with both hands' own cards among them.
    ///
    /// # Errors
    ///
    /// [`TooFewCopies`] if two hands cannot be dealt from it.
    pub fn from_shoe(rules: Params, payoffs: Payoffs, left: Cards) -> Result<RangeHand, TooFewCopies> {
        let hand_size = rules.hand_size();
        if left.len() < 2 * usize::from(hand_size) {
            let left = left.len();
            return Err(TooFewCopies::Shoe { left, hand_size });
        }
        let hand = HandGame::new(Params::new(rules.ranks(), EVERY_HAND, hand_size)?, vec![payoffs]);
        let space = hand.space();
        let sizes = 0..=usize::from(hand_size);
        let uniform = sizes.map(|size| [0, 1].map(|more| uniform(space, size, more)));
        let mut hand = RangeHand {
            left,
            couplings: Arc::new(Couplings::new(space)),
            uniform: uniform.collect(),
            half: vec![0.5; space.count(usize::from(hand_size))].into(),
            last_trick: LastTrick::AtOnce,
            last_outcomes: Arc::default(),
            last_payoffs: Arc::default(),
            reduced: None,
            replies: Arc::default(),
            choices: Arc::default(),
            hand: Arc::new(hand),
        };
        hand.last_outcomes = hand.all_last_outcomes();
        hand.last_payoffs = hand.all_last_payoffs();
        let mut reduced = hand.clone();
        reduced.last_trick = LastTrick::Reduced;
        (reduced.replies, reduced.choices) = reduced.left_choices();
        hand.reduced = Some(Box::new(reduced));
        Ok(hand)
    }

    /// The same with another method for the last trick, also in [`RangeHand::reduced`].
    #[must_use]
    pub fn with_last_trick(mut self, last_trick: LastTrick) -> RangeHand {
        if last_trick == LastTrick::Reduced {
            return self.reduced().clone();
        }
        self.last_trick = last_trick;
        self.reduced = None;
        self
    }

    /// The hand without the dominated actions of its last two tricks: the game for a solver. Its strategies, completed
    /// ([`RangeHand::complete_cells`], [`RangeHand::complete_lanes`]), have the same value and best responses in both
    /// games. Players that may choose a dominated action, such as a table, belong in the game with all of them.
    pub fn reduced(&self) -> &RangeHand {
        self.reduced.as_deref().unwrap_or(self)
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
            (0..cards.count(rank)).map(move |drawn| (left - f64::from(drawn)) / f64::from(drawn + 1))
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
    pub fn write_masses(&self, state: &HandState, player: Player, other: &[f32], out: &mut [f32], scratch: &mut [f32]) {
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
        self.couplings.meet(unseen, sizes, other, factor, out, scratch);
    }

    /// Writes the number of ways to draw each hand of `player`, card by card, from the cards that
    /// nobody has shown. With the reach of a hand as its factor, this is its probability but for the
    /// other player's cards. `scratch` has the length of [`RangeGame::scratch`].
    pub fn write_draws(&self, state: &HandState, player: Player, out: &mut [f32], scratch: &mut [f32]) {
        let size = self.cards(state, player);
        self.couplings.draws(self.unseen(state), size, out, scratch);
    }

    /// The utilities of `player` if they win, lose and tie the hand without a challenge.
    pub fn utilities(&self, player: Player) -> [f32; 3] {
        let endings = [Ending::Won(player), Ending::Won(player.opponent()), Ending::Tied];
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
        let [played, staked] = self.last_payoffs[outcomes_index(state, player)];
        let mut trick = LastTrickOf {
            played: if state.stake == Stake::Accepted { staked } else { played },
            staked,
            point: point(player),
            their_point: point(player.opponent()),
            copies: [0.0; LANES],
        };
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
    fn last_replies(&self, state: &HandState, player: Player) -> LastReplies {
        let mut copies = [0.0; LANES];
        for (lane, count) in copies.iter_mut().zip(self.unseen(state).counts()) {
            *lane = count as f32;
        }
        LastReplies {
            ranks: usize::from(self.hand.rules().ranks()),
            led: usize::from(state.table) - 1,
            copies,
            outcomes: self.last_outcomes[outcomes_index(state, player)],
        }
    }

    /// True if the follower replies in the last trick but one after an accepted challenge.
    #[inline(always)]
    fn is_last_reply(&self, state: &HandState) -> bool {
        state.stake == Stake::Accepted
            && state.table != 0
            && state.over + 2 == self.hand.rules().hand_size()
            && self.last_trick != LastTrick::CardByCard
    }

    /// The replies that are left, where some are.
    #[inline(always)]
    fn free_replies_at(&self, state: &HandState) -> Option<&FreeReplies> {
        let is_here = self.is_last_reply(state);
        is_here.then(|| self.free_replies(state)).flatten()
    }

    /// Calls `each` with every number of tricks taken and leader after `over` tricks, for each player.
    fn for_each_standing(&self, over: u8, each: &mut dyn FnMut(&HandState, Player)) {
        let mut state = self.root();
        state.over = over;
        let taken = (0..=over).flat_map(|sum| (0..=sum).map(move |own| [own, sum - own]));
        for tricks in taken {
            state.tricks = tricks;
            for (lead, player) in [0, 1, 2, 3].map(|pair| (pair / 2, pair % 2)) {
                state.lead = Player::BOTH[lead];
                each(&state, Player::BOTH[player]);
            }
        }
    }

    fn all_last_outcomes(&self) -> Arc<[[[f32; 3]; 3]]> {
        let mut all = vec![[[0.0; 3]; 3]; OUTCOMES];
        let over = self.hand.rules().hand_size().saturating_sub(2);
        self.for_each_standing(over, &mut |state, player| {
            let winners = [Some(state.lead), None, Some(state.lead.opponent())];
            let outcomes = winners.map(|winner| self.last_outcomes(state, winner, player));
            all[outcomes_index(state, player)] = outcomes;
        });
        all.into()
    }

    fn all_last_payoffs(&self) -> Arc<[[[f32; 3]; 2]]> {
        let mut all = vec![[[0.0; 3]; 2]; OUTCOMES];
        let over = self.hand.rules().hand_size() - 1;
        self.for_each_standing(over, &mut |state, player| {
            let winners = [Some(player.opponent()), None, Some(player)];
            let endings = winners.map(|winner| self.hand.ending_after(state, winner));
            all[outcomes_index(state, player)] =
                [Stake::Open, Stake::Accepted].map(|stake| endings.map(|ending| self.payoff(stake, ending, player)));
        });
        all.into()
    }

    /// The choices that are left in the last trick but one and in the last, once dominated actions are gone.
    fn left_choices(&self) -> (Arc<[Vec<FreeReplies>]>, Arc<[LastChoices]>) {
        let mut choices = vec![LastChoices::All; OUTCOMES];
        let size = self.hand.rules().hand_size();
        self.for_each_standing(size - 1, &mut |state, player| {
            if player == state.lead {
                let trick = self.last_trick_of(state, player);
                choices[outcomes_index(state, player)] = LastChoices::of(&trick);
            }
        });
        let mut replies: Vec<Vec<FreeReplies>> = Vec::new();
        replies.resize_with(OUTCOMES, Vec::new);
        if size >= 2 {
            let ranks = usize::from(self.hand.rules().ranks());
            let hands = self.space().larger(1);
            self.for_each_standing(size - 2, &mut |state, player| {
                if player != state.lead {
                    let index = outcomes_index(state, player);
                    let outcomes = self.last_outcomes[index];
                    let after = |led| FreeReplies::new(hands, ranks, led, outcomes);
                    replies[index] = (0..ranks).map(after).collect();
                }
            });
        }
        (replies.into(), choices.into())
    }

    /// The replies that are left in a state of [`RangeHand::last_replies`]. None if all are.
    #[inline(always)]
    fn free_replies(&self, state: &HandState) -> Option<&FreeReplies> {
        let index = outcomes_index(state, state.lead.opponent());
        self.replies.get(index)?.get(usize::from(state.table) - 1)
    }

    #[inline(always)]
    fn last_choices(&self, state: &HandState) -> LastChoices {
        let found = self.choices.get(outcomes_index(state, state.lead));
        found.copied().unwrap_or_default()
    }

    /// The strategy of a decision with the dominated actions, from the `cells` of a solver of this hand.
    pub fn complete_cells(&self, state: &HandState, cells: Vec<f32>) -> Vec<f32> {
        let Some(replies) = self.free_replies_at(state) else {
            return cells;
        };
        let ones = vec![1.0; replies.uniform.len()];
        let all = replies.spread([&ones, &cells]);
        all[..self.space().larger(1).len()].to_vec()
    }

    /// The strategy of `player` in all decisions of a last trick, from those of a solver of this hand.
    pub fn complete_lanes(&self, state: &HandState, player: Player, lanes: Vec<Lane>) -> Vec<Lane> {
        if state.stake == Stake::Accepted {
            return lanes;
        }
        let choices = self.last_choices(state);
        choices.complete(player == state.lead, &lanes).unwrap_or(lanes)
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
/// The index of a state among the outcomes of the last trick. A hand has fewer than 8 tricks.
#[inline(always)]
fn outcomes_index(state: &HandState, player: Player) -> usize {
    let [zero, one] = state.tricks.map(usize::from);
    ((8 * zero + one) << 2 | state.lead.index() << 1 | player.index()) % OUTCOMES
}

fn uniform(space: &HandSpace, size: usize, more: usize) -> Vec<f32> {
    let actions = |hand| (space.distinct(hand).len() + more).max(1);
    space.of_size(size).map(|hand| 1.0 / actions(hand) as f32).collect()
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
        if begins && last && self.last_trick != LastTrick::CardByCard {
            return RangeTurn::Endgame;
        }
        let player = state.to_move();
        if self.is_last_reply(state) {
            return RangeTurn::LastDecision { player };
        }
        RangeTurn::Decision { player }
    }

    #[inline(always)]
    fn layout(&self, state: &HandState) -> DecisionLayout<'_> {
        let cards = self.cards(state, state.to_move());
        let hands = self.space().count(cards);
        if let Stake::Offered(_) = state.stake {
            return DecisionLayout { moved: &[], run: 1, kept: 2, uniform: &self.half[..hands] };
        }
        if let Some(replies) = self.free_replies_at(state) {
            return DecisionLayout {
                moved: &replies.moved,
                run: (replies.moved.len() / 2).max(1),
                kept: 0,
                uniform: &replies.uniform,
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
                self.hand.play_public(&mut next, state.to_move(), action as u8 + 1);
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
            Some(rank) if rank.value() <= self.hand.rules().ranks() => f32::from(self.unseen(state).count(rank)),
            _ => 1.0,
        }
    }

    #[inline(always)]
    fn evaluate_own_actions(&self, state: &HandState, player: Player, other: &[f32], [values, fixed]: [&mut [f32]; 2]) {
        let replies = self.last_replies(state, player);
        let Some(left) = self.free_replies(state) else {
            return replies.own(other, values);
        };
        let mut all = [0.0; CELLS];
        replies.own(other, &mut all);
        left.select(&all, [values, fixed]);
    }

    #[inline(always)]
    fn evaluate_other_actions(&self, state: &HandState, player: Player, [reach, split]: [&[f32]; 2], out: &mut [f32]) {
        let replies = self.last_replies(state, player);
        match self.free_replies(state) {
            Some(left) => replies.other(&left.spread([reach, split]), out),
            None => replies.other(split, out),
        }
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
    fn evaluate(&self, state: &HandState, player: Player, other: &[f32], out: &mut [f32], scratch: &mut [f32]) {
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

    /// The leader of the trick may challenge, and answers. The follower answers, and may challenge with a card lower
    /// than the one on the table, equal to it or higher. Not all of these are left in [`RangeHand::reduced`].
    fn endgame_cells(&self, state: &HandState, player: Player) -> usize {
        match state.stake {
            Stake::Accepted => 0,
            _ => self.last_choices(state).count(player == state.lead) * 2 * self.lanes(),
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
        let at = |player, reach| At { game: self, public: state, player, reach };
        let [mine, theirs] = [at(player, reaches.own), at(player.opponent(), reaches.other)];
        let choices = (self.last_choices(state), player == state.lead);
        let value = match state.stake {
            Stake::Accepted => trick.forced(&ranges),
            _ => trick.value(choices, &ranges, (own, other), &mine, &theirs),
        };
        // A loop, since a call to copy so few values would be slower.
        for (out, value) in out.iter_mut().zip(value) {
            *out = value;
        }
    }
}
