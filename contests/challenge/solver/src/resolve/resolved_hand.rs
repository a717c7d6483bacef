//! The strategies found for the tricks of a hand that were re-solved.

use std::time::Instant;

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{Lane, RangeGame};
use cardsharp_solvers::resolve::ResolveError;

use super::options::{ResolveOptions, SubgameRoot};
use super::resolved_tricks::ResolvedTricks;
use super::subgame::{Effort, resolve};
use super::trunk::Trunk;
use crate::infosets::{HandId, HandState, Stake};
use crate::policy::HandStrategy;
use crate::ranges::{LastDecision, RangeHand};

/// A hand under way, with the strategy that plays it.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The hand.
    pub hand: &'a RangeHand,
    /// The strategy where nothing is re-solved.
    pub strategy: &'a dyn HandStrategy,
    /// The class of payoffs.
    pub class: u8,
    /// The options of re-solving.
    pub options: ResolveOptions,
}

/// The re-solved tricks of a hand: the newest solution from each number of tricks over.
#[derive(Clone, Debug, Default)]
pub struct ResolvedHand(Vec<ResolvedTricks>);

impl From<ResolvedTricks> for ResolvedHand {
    /// A hand of which these tricks are solved.
    fn from(tricks: ResolvedTricks) -> ResolvedHand {
        ResolvedHand(vec![tricks])
    }
}

impl ResolvedHand {
    /// Re-solves from a decision of `player`, and returns the number of iterations. With none,
    /// because no time was left, there is no solution either.
    ///
    /// # Errors
    ///
    /// [`ResolveError`] if the subgame is too large.
    pub fn solve(
        &mut self,
        subject: Subject<'_>,
        public: &HandState,
        player: Player,
        effort: Effort,
    ) -> Result<u64, ResolveError> {
        let Subject { hand, options, .. } = subject;
        let begin = match options.root {
            SubgameRoot::Decision => *public,
            SubgameRoot::Trick => begin_of_trick(hand, public),
        };
        let mut trunk = Trunk::new(hand, subject.strategy, subject.class, options.slips);
        for action in begin.actions(hand.game().rules().ranks()) {
            trunk.act(action, &self.0);
        }
        let is_late = || effort.deadline.is_some_and(|end| Instant::now() >= end);
        if effort.least == 0 && is_late() {
            return Ok(0);
        }
        let earlier = self.0.iter().find(|tricks| tricks.promises(&begin));
        let (iterations, tricks) = solved(subject, (&trunk, earlier), player, effort)?;
        if iterations == 0 {
            return Ok(0);
        }
        let over = usize::from(public.over);
        self.0.resize_with(self.0.len().max(over + 1), ResolvedTricks::default);
        self.0[over] = tricks;
        Ok(iterations)
    }

    /// The solution from the beginning of the hand on, if there is one.
    pub fn first(&self) -> Option<&ResolvedTricks> {
        self.0.first()
    }

    /// The strategy of every hand of the player to move, in the order of the layout.
    pub fn decision(&self, state: &HandState) -> Option<&[f32]> {
        self.0.iter().find_map(|tricks| tricks.decision(state))
    }

    /// The strategy of `player` in the last trick that begins there.
    pub fn last_trick(&self, state: &HandState, player: Player) -> Option<&[Lane]> {
        self.0.iter().find_map(|tricks| tricks.last_trick(state, player))
    }

    /// The strategy of the player to move with the hand of `state`: actions, by their numbers in a
    /// game of ranges, with their probabilities. None where nothing was re-solved.
    pub fn shares(&self, hand: &RangeHand, state: &HandState) -> Option<Vec<(usize, f32)>> {
        let own = state.hands[state.to_move().index()];
        let Some(cells) = self.decision(state) else {
            return self.last_shares(hand, state, own);
        };
        let (space, layout) = (hand.space(), hand.layout(state));
        let moving = layout.moved.len() / layout.run;
        let playable = if moving > 0 { space.distinct(own) } else { &[] };
        let moves = playable.iter().map(|&rank| {
            let action = usize::from(rank) - 1;
            let left = space.local(space.without(own, rank));
            (action, cells[layout.range(action)][left])
        });
        let kept = (moving..layout.actions()).map(|action| (action, cells[layout.range(action)][space.local(own)]));
        Some(moves.chain(kept).collect())
    }

    /// The same in the last trick, in which each player has one card.
    fn last_shares(&self, hand: &RangeHand, state: &HandState, own: HandId) -> Option<Vec<(usize, f32)>> {
        let ranks = hand.game().rules().ranks();
        let player = state.to_move();
        let leads = player == state.lead;
        let begin = begin_of_trick(hand, state);
        let lanes = self.last_trick(&begin, player)?;
        let card = match hand.space().distinct(own) {
            [card] => *card,
            _ => state.table,
        };
        let (decision, lane) = match (leads, state.stake, state.table) {
            (true, Stake::Offered(_), _) => (LastDecision::LeaderAnswers, card),
            (true, ..) => (LastDecision::LeaderChallenges, card),
            (false, Stake::Offered(_), _) => (LastDecision::FollowerAnswers, card),
            (false, _, led) => {
                let class = usize::from(card >= led) + usize::from(card > led);
                (LastDecision::FollowerChallenges(class), led)
            }
        };
        let first = lanes.get(decision.number())?[usize::from(lane.checked_sub(1)?)];
        let actions = match state.stake {
            Stake::Offered(_) => [0, 1],
            _ => [usize::from(ranks), usize::from(card) - 1],
        };
        Some(vec![(actions[0], first), (actions[1], 1.0 - first)])
    }
}

/// The number of iterations and the strategies of the subgame from the public state of `trunk`.
fn solved(
    subject: Subject<'_>,
    (trunk, earlier): (&Trunk<'_>, Option<&ResolvedTricks>),
    player: Player,
    effort: Effort,
) -> Result<(u64, ResolvedTricks), ResolveError> {
    let (options, over) = (&subject.options, trunk.public().over);
    let hand_size = subject.hand.game().rules().hand_size();
    let effort = effort.with_tricks_left(hand_size - over, options);
    let resolver = resolve((trunk, earlier), player, options, effort)?;
    let last = if hand_size - over <= options.whole { hand_size } else { over };
    // A table that knows nothing after its trunk promises nothing there.
    let recorded = if subject.strategy.responses().is_some() { hand_size } else { last };
    let tricks = ResolvedTricks::of(resolver.solver(), last, recorded);
    Ok((resolver.solver().iterations(), tricks))
}

/// The public state at the beginning of the trick under way in `state`.
fn begin_of_trick(hand: &RangeHand, state: &HandState) -> HandState {
    let mut begin = hand.root();
    let mut public = begin;
    for action in state.actions(hand.game().rules().ranks()) {
        public = hand.act(&public, action);
        if public.table == 0 && !matches!(public.stake, Stake::Offered(_)) {
            begin = public;
        }
    }
    begin
}
