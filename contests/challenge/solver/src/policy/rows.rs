//! The rows of a policy, part by part.

use std::ops::Range;

use cardsharp_solvers::game::Player;
use cardsharp_solvers::sampled::RowKey;

use super::trained_policy::TrainedPolicy;
use crate::infosets::{ACCEPT, ChallengeState, HandId, OFFER, PublicParts, RowParts};
use crate::scores::Score;
use cardsharp_policy::{NONE, Part, PolicyRows, Row, SEGMENT, Weights, segment_range};

/// The rows of a policy.
pub struct HandRows {
    policy: TrainedPolicy,
    parts: Vec<Part>,
    actions: Vec<String>,
    /// By tricks over: the index of the first memory class among all. Empty without memory.
    memory: Vec<usize>,
}

/// The parts that every policy has, in their order after those of the classes.
const COMMON: usize = 8;

impl HandRows {
    /// The rows of `policy`.
    pub fn new(policy: TrainedPolicy) -> HandRows {
        let ranks = policy.game.rules().ranks();
        let names = policy.infosets.memory_names(&policy.game);
        let remembers = names.iter().any(|level| level.len() > 1);
        let mut memory = Vec::new();
        let mut all = 0;
        for level in names.iter().filter(|_| remembers) {
            memory.push(all);
            all += level.len();
        }
        let mut parts = class_parts(&policy);
        parts.extend(common_parts(&policy));
        if policy.table.rows().is_some() {
            parts.push(Part::packed("history", move |packed| history(packed as u64)));
        } else if remembers {
            parts.push(Part::label("challenger", ["opponent", "self"]));
            parts.push(Part::number("challenge_trick"));
            parts.push(Part::number("memory_class"));
            parts.push(Part::label("memory", names.into_iter().flatten()));
        }
        let actions = (1..=ranks).map(|rank| rank.to_string());
        let words = ["challenge", "accept", "reject"].map(str::to_owned);
        HandRows { parts, actions: actions.chain(words).collect(), memory, policy }
    }

    /// The values of the parts of a row.
    fn values(&self, row: &RowParts, player: Option<Player>, out: &mut Vec<i64>) {
        out.clear();
        let (class, classes) = (i64::from(row.class), self.policy.classes.payoffs.len());
        if classes > 1 {
            out.extend([class, class]);
        }
        let PublicParts { over, tricks: [own, theirs], leads, table, challenge, .. } = row.public;
        let state = match challenge {
            ChallengeState::Open => 0,
            ChallengeState::Offered => 1,
            ChallengeState::Accepted => 2,
        };
        out.extend([
            player.map_or(NONE, |player| player.index() as i64),
            row.hand.index() as i64,
            if table > 0 { i64::from(table) } else { NONE },
            i64::from(over),
            i64::from(own),
            i64::from(theirs),
            i64::from(leads),
            state,
        ]);
    }

    fn remembered(&self, row: &RowParts, out: &mut Vec<i64>) {
        let PublicParts { over, stake, memory_class, .. } = row.public;
        let Some(first) = self.memory.get(usize::from(over)) else {
            return;
        };
        let stake = stake.map(i64::from);
        out.extend([
            stake.map_or(NONE, |stake| stake % 2),
            stake.map_or(NONE, |stake| stake / 2 + 1),
            memory_class as i64,
            (first + memory_class) as i64,
        ]);
    }

    fn actions_of(&self, row: &RowParts, out: &mut Vec<u32>) {
        out.clear();
        let ranks = u32::from(self.policy.game.rules().ranks());
        if row.public.challenge == ChallengeState::Offered {
            out.extend([ranks + 1, ranks + 2]);
            return;
        }
        let held = self.policy.game.space().distinct(row.hand);
        out.extend(held.iter().map(|&rank| u32::from(rank) - 1));
        if row.public.challenge == ChallengeState::Open {
            out.push(ranks);
        }
    }

    /// Calls `each` with the rows of a segment of those that are stored by key.
    fn for_each_keyed(&self, numbers: Range<usize>, each: &mut dyn FnMut(&Row<'_>)) {
        let (mut values, mut actions) = (Vec::new(), Vec::new());
        for (key, cells) in self.policy.table.keyed_rows(numbers) {
            let TrainedPolicy { infosets, game, .. } = &self.policy;
            let Some(state) = infosets.state_of(game, key) else {
                continue;
            };
            let row = RowParts {
                class: state.class,
                hand: state.hands[state.to_move().index()],
                public: PublicParts::of(&state),
            };
            self.values(&row, Some(state.to_move()), &mut values);
            values.push(state.history as i64);
            self.actions_of(&row, &mut actions);
            if actions.len() == cells.len() && actions.len() > 1 {
                each(&Row { number: key.0, first: cells.start, parts: &values, actions: &actions });
            }
        }
    }
}

impl PolicyRows for HandRows {
    fn parts(&self) -> &[Part] {
        &self.parts
    }

    fn actions(&self) -> &[String] {
        &self.actions
    }

    fn weights(&self) -> Weights<'_> {
        self.policy.table.weights()
    }

    fn has_keys(&self) -> bool {
        self.policy.table.rows().is_some()
    }

    fn tables(&self) -> Vec<(&'static str, Vec<i64>)> {
        let classes = self.policy.classes.of_score.iter();
        vec![("class_of_score", classes.map(|&class| class.into()).collect())]
    }

    fn segments(&self) -> usize {
        let TrainedPolicy { infosets, game, .. } = &self.policy;
        match self.policy.table.rows() {
            Some(rows) => rows.div_ceil(SEGMENT),
            None => infosets.segments(game),
        }
    }

    fn for_each_of(&self, segment: usize, each: &mut dyn FnMut(&Row<'_>)) {
        if let Some(rows) = self.policy.table.rows() {
            return self.for_each_keyed(segment_range(segment, rows), each);
        }
        let (mut values, mut actions) = (Vec::new(), Vec::new());
        let TrainedPolicy { infosets, game, .. } = &self.policy;
        infosets.for_each_parts(game, segment, &mut |RowKey(number), row| {
            self.actions_of(row, &mut actions);
            if actions.len() < 2 {
                return;
            }
            self.values(row, row.public.player(), &mut values);
            self.remembered(row, &mut values);
            each(&Row { number, first: number as usize, parts: &values, actions: &actions });
        });
    }
}

/// The class of payoffs, and the first score that has it. None if there is one class.
fn class_parts(policy: &TrainedPolicy) -> Vec<Part> {
    let classes = policy.classes.payoffs.len();
    if classes == 1 {
        return Vec::new();
    }
    let first_score = |class: usize| {
        let scores = (0..100_u8).map(|score| Score { leader: score / 10, follower: score % 10 });
        let mut of_class = scores.filter(|&score| usize::from(policy.classes.class(score)) == class);
        let first = of_class.next();
        first.map_or(String::new(), |score| format!("{}-{}", score.leader, score.follower))
    };
    let scores = (0..classes).map(first_score);
    vec![Part::number("class"), Part::label("score", scores)]
}

fn common_parts(policy: &TrainedPolicy) -> [Part; COMMON] {
    let space = policy.game.space();
    let hands = (0..space.len()).map(|hand| {
        let ranks = space.cards(HandId::from_index(hand)).descending();
        let ranks: Vec<String> = ranks.map(|rank| rank.value().to_string()).collect();
        if ranks.is_empty() { "none".to_owned() } else { ranks.join("-") }
    });
    [
        Part::label("player", ["leader", "follower"]),
        Part::label("hand", hands),
        Part::number("table"),
        Part::number("tricks_over"),
        Part::number("own_tricks"),
        Part::number("their_tricks"),
        Part::number("leads"),
        Part::label("challenge", ["open", "offered", "accepted"]),
    ]
}

/// The public actions of a history, the first one first.
fn history(packed: u64) -> String {
    let length = packed.checked_ilog2().map_or(0, |bit| bit / 4 + 1);
    let actions = (0..length).rev().map(|index| packed >> (4 * index) & 15);
    let words = actions.map(|action| match action {
        OFFER => "challenge".to_owned(),
        ACCEPT => "accept".to_owned(),
        rank => rank.to_string(),
    });
    words.collect::<Vec<_>>().join(" ")
}
