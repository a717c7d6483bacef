//! The last trick, in which only the challenge is a choice, for all cards of both players at once.
//!
//! Each player has one card. Once the leader's card is on the table, the follower knows who wins. Take two cards of the
//! follower that both win, both lose or both tie. All actions with them are worth the same except for a factor, the
//! number of copies of the card. The information sets with those cards are therefore merged: their regrets would always
//! be in proportion, and their strategies equal. At a card led the follower then has three information sets: lower,
//! equal, higher. The merged average is weighted by the hands that reach it. It meets the leader with the same number
//! of challenges as the separate averages (M. Lanctot, R. Gibson, N. Burch, M. Zinkevich, M. Bowling, "No-regret
//! learning in extensive-form games with imperfect recall", ICML 2012: a well-formed game).
//!
//! Most of these decisions have a dominated action, in one order of elimination or another
//! ([`LastChoices`]). A best response to a strategy of what is left is worth no less with every action
//! than without the dominated ones, so neither the value nor the exploitability changes.

use cardsharp_solvers::range::{At, LANES, Lane, Opponent, RangeGame, Reaches, Traverser};

use super::lanes::{below, lanes, total};

/// The decisions of the last trick, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastDecision {
    /// The leader challenges, or leads; by the leader's card.
    LeaderChallenges,
    /// The leader accepts the follower's challenge, or rejects; by the leader's card, which is on the table.
    LeaderAnswers,
    /// The follower accepts the leader's challenge, or rejects; by the follower's card.
    FollowerAnswers,
    /// The follower challenges, or plays; by the card led, with a card that is lower (0), equal (1) or higher (2).
    FollowerChallenges(usize),
}

impl LastDecision {
    /// The decision with this number, of the leader or the follower.
    #[inline(always)]
    pub fn of(leads: bool, number: usize) -> LastDecision {
        match (leads, number) {
            (true, 0) => LastDecision::LeaderChallenges,
            (true, _) => LastDecision::LeaderAnswers,
            (false, 0) => LastDecision::FollowerAnswers,
            (false, number) => LastDecision::FollowerChallenges(number - 1),
        }
    }

    /// Its number.
    #[inline(always)]
    pub fn number(self) -> usize {
        match self {
            LastDecision::LeaderChallenges | LastDecision::FollowerAnswers => 0,
            LastDecision::LeaderAnswers => 1,
            LastDecision::FollowerChallenges(class) => class + 1,
        }
    }
}

/// The values of the last trick for one player. Lanes are ranks from the lowest.
#[cfg_attr(test, derive(Debug))]
pub(super) struct LastTrickOf {
    /// The values of losing, tying or winning the trick in the present state of the challenge.
    pub(super) played: [f32; 3],
    /// The same once a challenge is accepted.
    pub(super) staked: [f32; 3],
    /// The value of an own point for the player.
    pub(super) point: f32,
    /// The value of the other's point for the player.
    pub(super) their_point: f32,
    /// The copies of each rank that nobody has shown.
    pub(super) copies: Lane,
}

/// The decisions of a last trick that are left once dominated actions are gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum LastChoices {
    /// All of them.
    #[default]
    All,
    /// All but the follower's challenge with an equal or a higher card, which is made.
    Level,
    /// The leader is ahead and challenges. The follower answers.
    LeaderAhead,
    /// The follower is ahead and challenges over the card led. The leader answers.
    FollowerAhead,
}

impl LastChoices {
    /// The decisions that are left in the last trick of the leader.
    ///
    /// A player who is ahead cannot lose the hand: they accept every challenge, so that the other
    /// gains nothing by one, and gain by their own whatever the answer is. With level tricks this is so
    /// for a follower who does not lose the last one.
    pub(super) fn of(leader: &LastTrickOf) -> LastChoices {
        let (point, their_point) = (leader.point, leader.their_point);
        let each = |holds: &dyn Fn(f32, f32) -> bool| {
            let mut outcomes = leader.played.into_iter().zip(leader.staked);
            outcomes.all(|(played, staked)| holds(played, staked))
        };
        // The follower gains what the leader loses.
        let follower_raises = |played: f32, staked: f32| their_point <= played && staked <= played;
        if each(&|played, staked| staked >= their_point && staked >= played && point >= played) {
            LastChoices::LeaderAhead
        } else if each(&|played, staked| staked <= point && follower_raises(played, staked)) {
            LastChoices::FollowerAhead
        } else if [0, 1].iter().all(|&class| follower_raises(leader.played[class], leader.staked[class])) {
            LastChoices::Level
        } else {
            LastChoices::All
        }
    }

    /// The number of decisions of the leader or of the follower.
    #[inline(always)]
    pub(super) fn count(self, leads: bool) -> usize {
        match (self, leads) {
            (LastChoices::All | LastChoices::Level, true) | (LastChoices::Level, false) => 2,
            (LastChoices::All, false) => 4,
            (LastChoices::LeaderAhead, leads) => usize::from(!leads),
            (LastChoices::FollowerAhead, leads) => usize::from(leads),
        }
    }

    /// The strategy in all decisions, by their numbers, of which those that are left are given.
    pub(super) fn complete(self, leads: bool, left: &[Lane]) -> Option<Vec<Lane>> {
        let (always, never) = ([1.0; LANES], [0.0; LANES]);
        Some(match (self, leads, left) {
            (LastChoices::All, ..) | (LastChoices::Level, true, _) => left.to_vec(),
            (LastChoices::Level, false, &[answers, lower]) => vec![answers, lower, always, always],
            (LastChoices::LeaderAhead, true, _) => vec![always, always],
            (LastChoices::LeaderAhead, false, &[answers]) => vec![answers, never, never, never],
            (LastChoices::FollowerAhead, true, &[answers]) => vec![never, answers],
            (LastChoices::FollowerAhead, false, _) => vec![always; 4],
            _ => return None,
        })
    }
}

/// Both ranges, over the last cards.
#[cfg_attr(test, derive(Debug))]
pub(super) struct Ranges {
    own: Lane,
    other: Lane,
}

impl Ranges {
    #[inline(always)]
    pub(super) fn of(reaches: Reaches<'_>) -> Ranges {
        Ranges { own: lanes(reaches.own), other: lanes(reaches.other) }
    }
}

#[inline(always)]
fn each(of: impl Fn(usize) -> f32) -> Lane {
    // Not `from_fn`: its code is not compiled for the present processor.
    let mut lanes = [0.0; LANES];
    for (lane, value) in lanes.iter_mut().enumerate() {
        *value = of(lane);
    }
    lanes
}

#[cfg_attr(not(debug_assertions), inline(always))]
#[cfg_attr(debug_assertions, inline(never))]
fn sum(some: &Lane, others: &Lane) -> Lane {
    each(|lane| some[lane] + others[lane])
}

/// A range where it takes an action with these probabilities, and where it does not.
#[cfg_attr(not(debug_assertions), inline(always))]
#[cfg_attr(debug_assertions, inline(never))]
fn split(range: &Lane, takes: &Lane) -> [Lane; 2] {
    let taking = each(|lane| range[lane] * takes[lane]);
    [taking, each(|lane| range[lane] - taking[lane])]
}

/// A range where it does not take an action that it takes with these probabilities.
#[cfg_attr(not(debug_assertions), inline(always))]
#[cfg_attr(debug_assertions, inline(never))]
fn without(range: &Lane, takes: &Lane) -> Lane {
    each(|lane| range[lane] * (1.0 - takes[lane]))
}

/// The leader's values by their card.
struct Raised {
    /// Of accepting the challenge over it.
    accepted: Lane,
    /// Of refusing it.
    refused: Lane,
    /// Without a challenge.
    quiet: Lane,
}

/// The follower's values by the card led, with a card that loses, ties or wins.
struct OverLed {
    /// Of the challenge.
    offered: [Lane; 3],
    /// Without it.
    quiet: [Lane; 3],
    /// The weights of the follower's cards.
    reaches: [Lane; 3],
}

/// The other's range, split for each own card into higher, equal and lower cards. Each part is
/// weighted by the ways to meet, divided by the copies of the own card.
struct Met([Lane; 3]);

impl Met {
    /// `range` has the weights of the other's cards, `weighted` the same times their copies.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    fn with(range: &Lane, weighted: &Lane) -> Met {
        let lower = below(weighted);
        let all = total(weighted);
        Met([each(|lane| all - lower[lane] - weighted[lane]), each(|lane| weighted[lane] - range[lane]), lower])
    }

    /// The value of `outcomes` against them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    fn value(&self, [lost, tied, won]: [f32; 3]) -> Lane {
        let Met([higher, equal, lower]) = self;
        each(|lane| higher[lane] * lost + equal[lane] * tied + lower[lane] * won)
    }
}

impl LastTrickOf {
    /// The values if no choice is left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    pub(super) fn forced(&self, ranges: &Ranges) -> Lane {
        let copies = &self.copies;
        let weighted = each(|lane| ranges.other[lane] * copies[lane]);
        let value = Met::with(&ranges.other, &weighted).value(self.played);
        each(|lane| value[lane] * copies[lane])
    }

    /// The values for the player who leads the trick, or who follows.
    #[inline(always)]
    pub(super) fn value<G: RangeGame, O: Traverser<G>, T: Opponent<G>>(
        &self,
        (choices, leads): (LastChoices, bool),
        ranges: &Ranges,
        (own, other): (&mut O, &mut T),
        mine: &At<'_, G>,
        theirs: &At<'_, G>,
    ) -> Lane {
        let answer = match (choices, leads) {
            (LastChoices::All, true) => {
                return self.led::<true, G, O, T>(ranges, own, other, mine, theirs);
            }
            (LastChoices::All, false) => {
                return self.followed::<true, G, O, T>(ranges, own, other, mine, theirs);
            }
            (LastChoices::Level, true) => {
                return self.led::<false, G, O, T>(ranges, own, other, mine, theirs);
            }
            (LastChoices::Level, false) => {
                return self.followed::<false, G, O, T>(ranges, own, other, mine, theirs);
            }
            (LastChoices::LeaderAhead, _) => LastDecision::FollowerAnswers,
            (LastChoices::FollowerAhead, _) => LastDecision::LeaderAnswers,
        };
        let value = if leads == (answer == LastDecision::LeaderAnswers) {
            let cells = own.take_pair(mine, answer.number());
            self.answered(ranges, own, cells, &ranges.other)
        } else {
            let accepts = other.pair_strategy(theirs, answer.number(), &ranges.other);
            self.offered(&ranges.other, &accepts)
        };
        self.times_copies(&value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    fn times_copies(&self, values: &Lane) -> Lane {
        each(|lane| values[lane] * self.copies[lane])
    }

    /// The weight of a range for each own card, divided by the copies of that card.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    fn all(&self, range: &Lane) -> Lane {
        let all = total(&self.times_copies(range));
        each(|lane| all - range[lane])
    }

    /// The value of a challenge that the range `range` accepts with the probabilities `accepts`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    fn offered(&self, range: &Lane, accepts: &Lane) -> Lane {
        let [accepting, refusing] = split(range, accepts);
        let taken = Met::with(&accepting, &self.times_copies(&accepting));
        let refused = self.all(&refusing);
        let staked = taken.value(self.staked);
        each(|lane| staked[lane] + refused[lane] * self.point)
    }

    /// The value of an own answer to the challenge of the range `challenging`.
    #[inline(always)]
    fn answered<G: RangeGame, O: Traverser<G>>(
        &self,
        ranges: &Ranges,
        own: &mut O,
        cells: O::Cells,
        challenging: &Lane,
    ) -> Lane {
        let answers = own.pair_strategy(&cells);
        let [accepted, refused] = self.challenged(challenging);
        own.back_up_pair(cells, &answers, [&accepted, &refused], &ranges.own)
    }

    /// The values of accepting and of refusing the challenge of the range `challenging`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    fn challenged(&self, challenging: &Lane) -> [Lane; 2] {
        let accepted = Met::with(challenging, &self.times_copies(challenging)).value(self.staked);
        let all = self.all(challenging);
        [accepted, each(|lane| all[lane] * self.their_point)]
    }

    /// The values for the player who leads. `ALL` is false if the follower always challenges with an equal or a higher card.
    #[inline(always)]
    fn led<const ALL: bool, G: RangeGame, O: Traverser<G>, T: Opponent<G>>(
        &self,
        ranges: &Ranges,
        own: &mut O,
        other: &mut T,
        mine: &At<'_, G>,
        theirs: &At<'_, G>,
    ) -> Lane {
        let range = &ranges.other;
        let weighted = self.times_copies(range);
        let accepts = other.pair_strategy(theirs, LastDecision::FollowerAnswers.number(), range);
        let challenge_cells = own.take_pair(mine, LastDecision::LeaderChallenges.number());
        let answer_cells = own.take_pair(mine, LastDecision::LeaderAnswers.number());
        let challenges = own.pair_strategy(&challenge_cells);
        let answers = own.pair_strategy(&answer_cells);
        let offered = self.offered(range, &accepts);

        // The other's challenges with a higher, an equal and a lower card.
        let met = Met::with(range, &weighted);
        let held = [&met.0[0], &weighted, &met.0[2]];
        let mut offers = [[1.0; LANES]; 3];
        // Decisions with lower cards come first.
        for class in (0..3).rev() {
            if ALL || class == 2 {
                let number = LastDecision::FollowerChallenges(2 - class).number();
                offers[class] = other.pair_strategy(theirs, number, held[class]);
            }
        }
        let Raised { accepted, refused, quiet } = self.raised(met, &offers);
        let reach = without(&ranges.own, &challenges);
        let answered = own.back_up_pair(answer_cells, &answers, [&accepted, &refused], &reach);
        let led = sum(&quiet, &answered);
        let value = own.back_up_pair(challenge_cells, &challenges, [&offered, &led], &ranges.own);
        self.times_copies(&value)
    }

    /// The values for the leader, against a range that challenges over the card led with these probabilities.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    fn raised(&self, Met(mut quiet): Met, offers: &[Lane; 3]) -> Raised {
        let mut raised = [0.0; LANES];
        let mut accepted = [0.0; LANES];
        for (class, &value) in self.staked.iter().enumerate().rev() {
            for lane in 0..LANES {
                let mass = quiet[class][lane] * offers[class][lane];
                quiet[class][lane] -= mass;
                raised[lane] += mass;
                accepted[lane] += mass * value;
            }
        }
        let refused = each(|lane| raised[lane] * self.their_point);
        Raised { accepted, refused, quiet: Met(quiet).value(self.played) }
    }

    /// The same for the player who follows.
    #[inline(always)]
    fn followed<const ALL: bool, G: RangeGame, O: Traverser<G>, T: Opponent<G>>(
        &self,
        ranges: &Ranges,
        own: &mut O,
        other: &mut T,
        mine: &At<'_, G>,
        theirs: &At<'_, G>,
    ) -> Lane {
        let number = LastDecision::LeaderChallenges.number();
        let challenges = other.pair_strategy(theirs, number, &ranges.other);
        let [challenging, leading] = split(&ranges.other, &challenges);
        let number = LastDecision::LeaderAnswers.number();
        let their_answers = other.pair_strategy(theirs, number, &leading);
        let cells = own.take_pair(mine, LastDecision::FollowerAnswers.number());
        let answered = self.answered(ranges, own, cells, &challenging);

        let over = self.over_led(ranges, &leading, &their_answers);
        let mut value = over.offered;
        for (class, value) in value.iter_mut().enumerate().take(if ALL { 3 } else { 1 }) {
            let cells = own.take_pair(mine, LastDecision::FollowerChallenges(class).number());
            let offers = own.pair_strategy(&cells);
            let actions = [&over.offered[class], &over.quiet[class]];
            *value = own.back_up_pair(cells, &offers, actions, &over.reaches[class]);
        }
        self.by_own_card(&answered, &value)
    }

    /// The values for the follower over each card that the range `leading` leads.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    fn over_led(&self, ranges: &Ranges, leading: &Lane, their_answers: &Lane) -> OverLed {
        let led = self.times_copies(leading);
        let held = self.times_copies(&ranges.own);
        let lower = below(&held);
        let all = total(&held);
        // Traverser cards below the one led lose, and so on.
        let masses = [led, each(|lane| led[lane] - leading[lane]), led];
        let mut over = OverLed {
            offered: [[0.0; LANES]; 3],
            quiet: [[0.0; LANES]; 3],
            reaches: [lower, held, each(|lane| all - lower[lane] - held[lane])],
        };
        for (class, mass) in masses.iter().enumerate() {
            let (staked, played) = (self.staked[class], self.played[class]);
            over.offered[class] = each(|lane| {
                let taken = their_answers[lane];
                mass[lane] * (taken * staked + (1.0 - taken) * self.point)
            });
            over.quiet[class] = each(|lane| mass[lane] * played);
        }
        over
    }

    /// The values by the follower's card, of which some follow the card led and `answered` a challenge.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(debug_assertions, inline(never))]
    fn by_own_card(&self, answered: &Lane, [loses, ties, wins]: &[Lane; 3]) -> Lane {
        // An own card loses to higher cards led, and wins against lower ones.
        let (lost_below, won_below) = (below(loses), below(wins));
        let lost = total(loses);
        each(|lane| {
            let lost = lost - lost_below[lane] - loses[lane];
            (answered[lane] + lost + ties[lane] + won_below[lane]) * self.copies[lane]
        })
    }
}

#[cfg(test)]
#[path = "../../tests/unit/ranges/last_trick.rs"]
mod tests;
