//! The public states at which the table is left, with the ranges that come there.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{DecisionLayout, RangeGame, RangeTurn, Root, total};
use rand::Rng;
use rustc_hash::FxHashMap;

use crate::infosets::HandState;
use crate::policy::HandStrategy;
use crate::ranges::FixedStrategy;
use crate::resolve::Subject;

/// The action of each hand of the player to move, by the public actions before.
pub(super) type Choices = FxHashMap<u64, Vec<u8>>;

/// The number of tricks before re-solving begins.
pub(super) fn until(subject: &Subject<'_>) -> u8 {
    let options = subject.options;
    let tricks = subject.hand.game().rules().hand_size();
    options.from.min(options.leads_from).min(tricks) - 1
}

/// The play of one player where the table is not followed.
pub(super) enum Deviation<'a> {
    /// Pure choices, with the table where there are none.
    Chosen(Choices),
    /// Another strategy, for a class of its own payoffs.
    Follows(&'a dyn HandStrategy, u8),
}

/// The play of the table until a number of tricks are over.
pub(super) struct BlueprintPlay<'a> {
    pub(super) subject: Subject<'a>,
    pub(super) until: u8,
    /// A player who does not follow the table, if there is one, and the play of that player.
    pub(super) other: Option<(Player, Deviation<'a>)>,
}

impl<'a> BlueprintPlay<'a> {
    /// The play of two players who follow the table of `subject` until re-solving begins.
    pub(super) fn of(subject: Subject<'a>) -> BlueprintPlay<'a> {
        BlueprintPlay { subject, until: until(&subject), other: None }
    }

    /// The table.
    pub(super) fn fixed(&self) -> FixedStrategy<'a> {
        let Subject { hand, strategy, class, .. } = self.subject;
        FixedStrategy::new(hand.game(), strategy, class)
    }

    /// The strategy that a player follows where nothing is chosen: the other one in its seat, else the table.
    pub(super) fn followed(&self, player: Player) -> FixedStrategy<'a> {
        match &self.other {
            Some((seat, Deviation::Follows(strategy, class))) if *seat == player => {
                FixedStrategy::new(self.subject.hand.game(), *strategy, *class)
            }
            _ => self.fixed(),
        }
    }

    /// The sum over all pairs of hands of both players' reaches times the weight of the pair in the deal.
    /// The values of a walk, times the reach of its player's hands, sum up to this weight times their mean.
    pub(super) fn mass(&self, root: &Root<HandState>) -> f64 {
        let [leader, follower] = &root.ranges;
        let masses = self.subject.hand.masses(&root.public, Player::ZERO, follower);
        total(&masses, leader)
    }

    /// The next public states, each with the weight of its public action. None after the end of a hand
    /// or where it is re-solved.
    pub(super) fn next(&self, root: &Root<HandState>) -> Vec<(f64, Root<HandState>)> {
        let (hand, public) = (self.subject.hand, &root.public);
        if public.over >= self.until || hand.turn(public) == RangeTurn::Terminal {
            return Vec::new();
        }
        let (mover, layout) = (public.to_move(), hand.layout(public));
        let chosen = match &self.other {
            Some((seat, Deviation::Chosen(chosen))) if *seat == mover => chosen.get(&public.history),
            _ => None,
        };
        let strategy = match chosen {
            Some(chosen) => one_hot(&layout, chosen),
            None => self.followed(mover).cells(hand, public),
        };
        let mut split = vec![0.0; layout.cells()];
        layout.split_reach(&strategy, &root.ranges[mover.index()], &mut split);
        let children = (0..layout.actions()).filter_map(|action| {
            let weight = f64::from(hand.weight(public, action));
            let mut ranges = root.ranges.clone();
            ranges[mover.index()] = split[layout.range(action)].to_vec();
            (weight != 0.0).then(|| {
                let public = hand.act(public, action);
                (weight, Root { public, ranges })
            })
        });
        children.collect()
    }

    /// Those of [`BlueprintPlay::next`] that both players come to, with their weight in the units of the walks.
    pub(super) fn after(&self, root: &Root<HandState>) -> Vec<(f64, Root<HandState>)> {
        let next = self.next(root).into_iter();
        let comes = |child: &Root<HandState>| {
            let mut ranges = child.ranges.iter();
            ranges.all(|range| range.iter().any(|&reach| reach != 0.0))
        };
        let weighed = next.filter(|(_, child)| comes(child)).map(|(weight, child)| (weight * self.mass(&child), child));
        weighed.filter(|&(mass, _)| mass > 0.0).collect()
    }

    /// All public states where the table is left or the hand is over, each with the weight of its public actions.
    pub(super) fn ends(&self) -> Vec<(f64, Root<HandState>)> {
        let mut found = Vec::new();
        self.collect_ends((1.0, Root::of(self.subject.hand)), &mut found);
        found
    }

    fn collect_ends(&self, (weight, root): (f64, Root<HandState>), found: &mut Vec<(f64, Root<HandState>)>) {
        let next = self.next(&root);
        if next.is_empty() {
            return found.push((weight, root));
        }
        for (factor, next) in next {
            self.collect_ends((weight * factor, next), found);
        }
    }

    /// Samples a public state where the table is left or the hand is over.
    pub(super) fn sample(&self, rng: &mut impl Rng) -> Root<HandState> {
        let mut root = Root::of(self.subject.hand);
        loop {
            let mut after = self.after(&root);
            let all: f64 = after.iter().map(|(mass, _)| mass).sum();
            let mut point = rng.random::<f64>() * all;
            let index = after.iter().position(|&(mass, _)| {
                point -= mass;
                point < 0.0
            });
            let Some((_, next)) = index.map(|index| after.swap_remove(index)).or_else(|| after.pop()) else {
                return root;
            };
            root = next;
        }
    }
}

/// The action of each hand as a pure strategy, in the order of the layout.
fn one_hot(layout: &DecisionLayout<'_>, chosen: &[u8]) -> Vec<f32> {
    let mut strategy = vec![0.0; layout.cells()];
    for action in 0..layout.actions() {
        for cell in layout.range(action) {
            let is_chosen = usize::from(chosen[layout.hand_of(cell)]) == action;
            strategy[cell] = f32::from(u8::from(is_chosen));
        }
    }
    strategy
}

/// For each hand the first action whose value equals the best.
pub(super) fn first_best(layout: &DecisionLayout<'_>, values: &[f32], best: &[f32]) -> Vec<u8> {
    let mut chosen = vec![0; layout.hands()];
    for action in (0..layout.actions()).rev() {
        for cell in layout.range(action) {
            let hand = layout.hand_of(cell);
            if values[cell] >= best[hand] {
                chosen[hand] = action as u8;
            }
        }
    }
    chosen
}
