//! The last trick, in which only the challenge is a choice, for all of the opponent's cards at once.

use cardsharp_solvers::game::Player;

use super::respond::{ResponseValue, Walk};
use crate::infosets::{Ending, HandState, OFFER, Stake};

/// The values of the last trick for a responder who loses, ties or wins it.
#[derive(Clone, Copy)]
struct Outcomes([f64; 3]);

/// Sums over the opponent's cards: those above one's own, equal to it and below it.
#[derive(Clone, Copy, Default)]
struct Split([f64; 3]);

impl Split {
    fn total(&self) -> f64 {
        self.0.iter().sum()
    }

    fn value(&self, outcomes: Outcomes) -> f64 {
        let products = self.0.iter().zip(outcomes.0);
        products.map(|(weight, value)| weight * value).sum()
    }

    /// Adds up `weights`, which are in the order of the ranks.
    fn of(own: u8, weights: impl Iterator<Item = f64>) -> Split {
        let mut split = Split::default();
        for (theirs, weight) in (1..).zip(weights) {
            split.0[index(own, theirs)] += weight;
        }
        split
    }
}

/// 0 if the opponent's card is higher, 1 if it is equal, 2 if it is lower.
fn index(own: u8, theirs: u8) -> usize {
    usize::from(own >= theirs) + usize::from(own > theirs)
}

impl Walk<'_> {
    /// The value of the last trick before it begins, with no challenge on offer. `reach` is over
    /// the opponent's last card.
    pub(super) fn last_trick(&mut self, state: &HandState, reach: &[f64]) -> ResponseValue {
        let own = self.game.space().distinct(state.hands[self.seat.index()])[0];
        let played = self.outcomes(state, state.stake);
        if state.stake == Stake::Accepted {
            let split = Split::of(own, reach.iter().copied());
            return ResponseValue::certain(split.value(played));
        }
        let staked = self.outcomes(state, Stake::Accepted);
        if state.lead == self.seat {
            self.leads_last(state, reach, own, played, staked)
        } else {
            self.follows_last(state, reach, own, played, staked)
        }
    }

    fn outcomes(&self, state: &HandState, stake: Stake) -> Outcomes {
        let winners = [Some(self.seat.opponent()), None, Some(self.seat)];
        Outcomes(winners.map(|winner| {
            let ending = self.game.ending_after(state, winner);
            self.utility(state.class, stake, ending)
        }))
    }

    /// The values for the responder of an own point and of the opponent's point.
    fn points(&self, state: &HandState) -> (f64, f64) {
        let point = |player| self.utility(state.class, Stake::Open, Ending::Won(player));
        (point(self.seat), point(self.seat.opponent()))
    }

    fn leads_last(
        &mut self,
        state: &HandState,
        reach: &[f64],
        own: u8,
        played: Outcomes,
        staked: Outcomes,
    ) -> ResponseValue {
        let (point, their_point) = self.points(state);
        let challenged = offered(state, self.seat);
        let answers = self.blocks.of(&challenged, 1, |local| reach[local] != 0.0);
        let accepting = weighted(reach, &answers.stakes);
        let accepted = Split::of(own, accepting.clone());
        let refused = reach.iter().sum::<f64>() - accepted.total();
        let offer = ResponseValue::certain(accepted.value(staked) + refused * point);

        let mut led = *state;
        self.game.play(&mut led, self.seat, own);
        let replies = self.blocks.of(&led, 1, |local| reach[local] != 0.0);
        let followed = Split::of(own, weighted(reach, &replies.plays));
        let raised = Split::of(own, weighted(reach, &replies.stakes));
        let answer = self.own_answer(&offered(&led, self.seat.opponent()), raised, staked, their_point);
        let play =
            ResponseValue { best: followed.value(played) + answer.best, value: followed.value(played) + answer.value };
        self.choose(state, play, offer)
    }

    fn follows_last(
        &mut self,
        state: &HandState,
        reach: &[f64],
        own: u8,
        played: Outcomes,
        staked: Outcomes,
    ) -> ResponseValue {
        let (point, their_point) = self.points(state);
        let them = self.seat.opponent();
        let leads = self.blocks.of(state, 1, |local| reach[local] != 0.0);
        let raised = Split::of(own, weighted(reach, &leads.stakes));
        let mut value = self.own_answer(&offered(state, them), raised, staked, their_point);
        for (theirs, weight) in (1..).zip(weighted(reach, &leads.plays)) {
            if weight <= 0.0 {
                continue;
            }
            let mut facing = *state;
            self.game.play_public(&mut facing, them, theirs);
            let result = index(own, theirs);
            let play = ResponseValue::certain(weight * played.0[result]);
            let answers = self.blocks.of(&offered(&facing, self.seat), 0, |_| weight != 0.0);
            let accepts = answers.stakes[0];
            let raise = weight * (accepts * staked.0[result] + (1.0 - accepts) * point);
            value.add(self.choose(&facing, play, ResponseValue::certain(raise)));
        }
        value
    }

    /// The better of the two actions of an own decision, and their mean under the strategy.
    fn choose(&self, state: &HandState, first: ResponseValue, second: ResponseValue) -> ResponseValue {
        let mut shares = [0.0; 2];
        self.blocks.probabilities(state, &mut shares);
        ResponseValue { best: first.best.max(second.best), value: shares[0] * first.value + shares[1] * second.value }
    }

    /// Answers a challenge with the last card in hand or on the table.
    fn own_answer(&self, state: &HandState, raised: Split, staked: Outcomes, their_point: f64) -> ResponseValue {
        if raised.total() <= 0.0 {
            return ResponseValue::default();
        }
        let accept = ResponseValue::certain(raised.value(staked));
        let reject = ResponseValue::certain(raised.total() * their_point);
        self.choose(state, accept, reject)
    }
}

fn offered(state: &HandState, by: Player) -> HandState {
    HandState { stake: Stake::Offered(by), history: state.history << 4 | OFFER, ..*state }
}

fn weighted<'a>(reach: &'a [f64], shares: &'a [f64]) -> impl Iterator<Item = f64> + Clone + 'a {
    let pairs = reach.iter().zip(shares);
    pairs.map(|(weight, &share)| weight * share)
}
