//! The model in words.

use std::fmt;

use super::card_rule::{CardRule, Preference};
use super::context::{Context, Dependence, STAGES, ScoreSituation, Turn};
use super::contextual::Contextual;
use super::families::families;
use super::feature::Feature;
use super::model::OpponentModel;
use super::stake_rule::StakeRule;

/// The names of the stages of a hand.
const STAGE_NAMES: [&str; STAGES] = ["early", "middle", "last trick"];

/// The names of who follows and who leads the trick.
const ROLE_NAMES: [&str; 2] = ["follower", "leader"];
/// The names of the situations of the score.
const SCORE_NAMES: [&str; ScoreSituation::ALL.len()] = [
    "both need a point",
    "needs a point",
    "the other needs a point",
    "ahead in points",
    "level in points",
    "behind in points",
];

impl OpponentModel {
    /// The most probable rule of each kind, with its probability: one line each.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (verb, rules) in [("offers", &self.beliefs.offers), ("accepts", &self.beliefs.answers)] {
            for (stage, name) in STAGE_NAMES.iter().enumerate() {
                for leads in [true, false] {
                    let turn = Turn { stage, leads };
                    let role = ROLE_NAMES[usize::from(leads)];
                    let score = ScoreSituation::Level;
                    lines.extend(line(&format!("{name}, {role}"), verb, rules, Context { turn, score }));
                }
            }
            if rules.depends_on(Dependence::Score) > 0.5 {
                let turn = Turn { stage: 0, leads: true };
                for (score, name) in ScoreSituation::ALL.into_iter().zip(SCORE_NAMES) {
                    lines.extend(line(name, verb, rules, Context { turn, score }));
                }
            }
        }
        let cards = [
            ("leads", &self.beliefs.leads, &families().leads),
            ("follows with", &self.beliefs.follows, &families().follows),
        ];
        for (verb, mixture, family) in cards {
            let (rule, weight) = best(&family.rules, mixture.weights());
            lines.push(format!("{verb} {rule} ({:.0} % sure)", 100.0 * weight));
        }
        lines
    }
}

/// The beliefs about the decisions in a context. None if none was seen.
fn line(name: &str, verb: &str, rules: &Contextual, context: Context) -> Option<String> {
    let seen = rules.seen(context);
    let (rule, weight) = best(&rules.rules(&families().stakes.rules, context.turn.stage), &rules.weights(context));
    let sure = 100.0 * weight;
    (seen > 0.0).then(|| format!("{name}: {verb} {rule} ({sure:.0} % sure after {seen:.0} decisions)"))
}

fn best<R: Copy>(rules: &[R], weights: &[f64]) -> (R, f64) {
    let mut best = 0;
    for (index, weight) in weights.iter().enumerate() {
        if *weight > weights[best] {
            best = index;
        }
    }
    (rules[best], weights[best])
}

impl fmt::Display for StakeRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StakeRule::Policy => f.write_str("as the trained policy"),
            StakeRule::Rate(rate) => write!(f, "{:.0} % of the time", 100.0 * rate),
            StakeRule::Learned { feature, curve } => {
                write!(f, "by {feature}:")?;
                for value in [0.3, 0.5, 0.7, 0.85, 0.95, 1.0] {
                    write!(f, " {:.0} % at {value}", 100.0 * curve.at(value))?;
                }
                Ok(())
            }
            StakeRule::AtLeast { feature, least, step } => write!(
                f,
                "{:.0} % with {feature} of {least:.2} or more, {:.0} % below",
                100.0 * step.above,
                100.0 * step.below
            ),
        }
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Feature::Strength => "a strength",
            Feature::Equity => "a chance to win the tricks",
            Feature::Highest => "a highest card (over the highest rank)",
            Feature::HighCards => "a share of high cards",
            Feature::Lead => "a lead in tricks (0.5 is even)",
            Feature::Odds => "odds (0.5 is even)",
        })
    }
}

impl fmt::Display for CardRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CardRule::Policy => f.write_str("the cards of the trained policy"),
            CardRule::Uniform => f.write_str("any card"),
            CardRule::Prefers { card, slip } => {
                write!(f, "{card} ({:.0} % another card)", 100.0 * slip)
            }
        }
    }
}

impl fmt::Display for Preference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Preference::Highest => "the highest card",
            Preference::Lowest => "the lowest card",
            Preference::Second => "the second highest card",
            Preference::Middle => "the middle card",
            Preference::CheapestWinner => "the lowest card that wins, else the lowest",
            Preference::HighestWinner => "the highest card if it wins, else the lowest",
            Preference::OpenCards => "the card that is best with open cards",
            Preference::CheapestEqual => "the lowest card that does not lose, else the lowest",
        })
    }
}
