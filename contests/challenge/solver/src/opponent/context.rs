//! The circumstances of a decision about a challenge, on which a rule may depend.

use cardsharp_challenge_game::rules::POINTS_TO_WIN;

/// The number of stages of a hand.
pub const STAGES: usize = 3;

/// The score of a game for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreSituation {
    /// Both need one point.
    BothLast,
    /// This player alone needs one point.
    OwnLast,
    /// The other player alone needs one point.
    OtherLast,
    /// More points than the other.
    Ahead,
    /// As many points.
    Level,
    /// Fewer points.
    Behind,
}

impl ScoreSituation {
    /// All situations.
    pub const ALL: [ScoreSituation; 6] = [
        ScoreSituation::BothLast,
        ScoreSituation::OwnLast,
        ScoreSituation::OtherLast,
        ScoreSituation::Ahead,
        ScoreSituation::Level,
        ScoreSituation::Behind,
    ];

    /// The situation of a player with these points against those of the other.
    pub fn of(own: u8, other: u8) -> ScoreSituation {
        let last = |points: u8| points + 1 >= POINTS_TO_WIN;
        match (last(own), last(other)) {
            (true, true) => ScoreSituation::BothLast,
            (true, false) => ScoreSituation::OwnLast,
            (false, true) => ScoreSituation::OtherLast,
            _ => match own.cmp(&other) {
                std::cmp::Ordering::Greater => ScoreSituation::Ahead,
                std::cmp::Ordering::Equal => ScoreSituation::Level,
                std::cmp::Ordering::Less => ScoreSituation::Behind,
            },
        }
    }
}

/// The circumstances of a decision about a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// The stage of the hand and who leads the trick.
    pub turn: Turn,
    /// The score for the player who decides.
    pub score: ScoreSituation,
}

/// The stage of a hand, and whether the player leads the trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// 0 early, 1 in the middle, 2 in the last trick.
    pub stage: usize,
    /// True if the player who decides leads the trick.
    pub leads: bool,
}

impl Turn {
    /// The number of turns.
    pub const COUNT: usize = 2 * STAGES;

    /// All turns, by index.
    pub fn all() -> impl Iterator<Item = Turn> {
        (0..STAGES).flat_map(|stage| [false, true].map(|leads| Turn { stage, leads }))
    }

    /// The place in [`Turn::all`].
    pub fn index(self) -> usize {
        2 * self.stage + usize::from(self.leads)
    }
}

/// The parts of a game that a player's rule may depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dependence {
    /// One rule for all decisions.
    Nothing,
    /// A rule for each stage.
    Stage,
    /// A rule for each stage, as the leader of the trick and as the follower.
    Turn,
    /// A rule for each situation of the score.
    Score,
}

impl Dependence {
    /// All kinds.
    pub const ALL: [Dependence; 4] = [Dependence::Nothing, Dependence::Stage, Dependence::Turn, Dependence::Score];

    /// The prior probability.
    pub fn prior(self) -> f64 {
        match self {
            Dependence::Nothing => 0.45,
            Dependence::Stage => 0.25,
            Dependence::Turn | Dependence::Score => 0.15,
        }
    }

    /// The number of rules.
    pub fn rules(self) -> usize {
        match self {
            Dependence::Nothing => 1,
            Dependence::Stage => STAGES,
            Dependence::Turn => Turn::COUNT,
            Dependence::Score => ScoreSituation::ALL.len(),
        }
    }

    /// The number of the rule that applies in a context.
    pub fn rule(self, context: Context) -> usize {
        match self {
            Dependence::Nothing => 0,
            Dependence::Stage => context.turn.stage,
            Dependence::Turn => context.turn.index(),
            Dependence::Score => context.score as usize,
        }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/opponent/context.rs"]
mod tests;
