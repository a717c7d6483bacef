//! A game in which a user has the seat of one player, and each of their decisions is valued.
//!
//! Chance and the other players are drawn by a seed: the others play the policy. So a game is known by its seed, its seat
//! and what the user has done, and nothing of it need be kept.

use cardsharp_game::derive_seed;

use crate::explorer::{ExploreError, Explorer, HandAction, HandLine, Node, NodeTurn, Place, shortened};

/// The game that is practised.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deal {
    /// The root of the tree, with its settings.
    pub root: Place,
    /// The seed of chance, of hidden cards and of the other players' actions.
    pub seed: u64,
    /// The number of the user's player.
    pub seat: usize,
}

/// The grade of a decision, by the value that it loses against the best action. The bounds are shares of the
/// [span](Explorer::span) of the game's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// At most 0.1 % is lost, or less than the interval of sampled values can tell.
    Best,
    /// At most 0.5 %.
    Correct,
    /// At most 2 %.
    Inaccuracy,
    /// At most 5 %.
    Mistake,
    /// More than 5 %.
    Blunder,
}

impl Grade {
    /// All grades with their names and the greatest share of the span that they lose, the best first.
    pub const ALL: [(Grade, &'static str, f64); 5] = [
        (Grade::Best, "best", 0.001),
        (Grade::Correct, "correct", 0.005),
        (Grade::Inaccuracy, "inaccuracy", 0.02),
        (Grade::Mistake, "mistake", 0.05),
        (Grade::Blunder, "blunder", f64::INFINITY),
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        Grade::ALL[self as usize].1
    }

    fn of(share: f64) -> Grade {
        let found = Grade::ALL.into_iter().find(|(.., most)| share <= *most);
        found.map_or(Grade::Blunder, |(grade, ..)| grade)
    }
}

/// The value that a decision loses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The value of the best action less that of the action taken.
    pub lost: f64,
    /// Half the width of the 95 % confidence interval of `lost`; 0 if the values are exact.
    pub half_width: f64,
    /// The grade.
    pub grade: Grade,
    /// The index of the best action.
    pub best: usize,
}

/// A place where the user has decided, or has to.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The place. Unless [places are public](Explorer::has_public_places), it holds more than the user knows.
    pub place: Place,
    /// The node.
    pub node: std::sync::Arc<Node>,
    /// The name of the user's hand.
    pub hand: String,
    /// The user's actions, with what the policy does and with their values where they are known.
    pub actions: Vec<HandAction>,
}

/// A decision of the user.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The place and the actions.
    pub question: Question,
    /// The index of the action taken.
    pub taken: usize,
    /// The value lost; `None` if the values of the actions are not known.
    pub verdict: Option<Verdict>,
}

/// A game that is practised, up to the user's next decision or to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct PracticeGame {
    /// The user's decisions so far.
    pub decisions: Vec<Decision>,
    /// The user's next decision; `None` at the end.
    pub next: Option<Question>,
    /// The place that is reached.
    pub place: Place,
}

/// Plays the game on, as long as the user's actions `taken` say what the user does.
///
/// # Errors
///
/// [`ExploreError`] names the setting or the action that is not possible.
pub fn practise(explorer: &dyn Explorer, deal: &Deal, taken: &[String]) -> Result<PracticeGame, ExploreError> {
    let mut game = PracticeGame { decisions: Vec::new(), next: None, place: deal.root.clone() };
    loop {
        let node = explorer.node(&game.place)?;
        let chosen = match &node.turn {
            NodeTurn::Over if game.decisions.len() < taken.len() => {
                let step = shortened(&taken[game.decisions.len()]);
                let number = game.decisions.len() + 1;
                return Err(ExploreError::Over { number, step });
            }
            NodeTurn::Over => return Ok(game),
            NodeTurn::Chance => {
                let outcomes = node.actions.iter().map(|outcome| (&outcome.name, outcome.share));
                drawn(outcomes, deal.seed, &game.place)
            }
            NodeTurn::Player(player, _) => {
                let line = explorer.held(&game.place, deal.seed)?;
                if *player != deal.seat {
                    others_action(explorer, deal, &game.place, (&node, &line))?
                } else {
                    let question = question(explorer, game.place.clone(), node.clone(), &line)?;
                    let Some(step) = taken.get(game.decisions.len()) else {
                        game.next = Some(question);
                        return Ok(game);
                    };
                    let decision = decided(question, step, game.decisions.len(), explorer.span())?;
                    game.decisions.push(decision);
                    step.clone()
                }
            }
        };
        game.place = game.place.after(&chosen);
    }
}

/// The action of another player, who plays the policy.
fn others_action(
    explorer: &dyn Explorer,
    deal: &Deal,
    place: &Place,
    (node, line): (&Node, &HandLine),
) -> Result<String, ExploreError> {
    if line.probabilities.iter().sum::<f64>() > 0.0 {
        let actions = node.actions.iter().map(|action| &action.name);
        return Ok(drawn(actions.zip(line.probabilities.iter().copied()), deal.seed, place));
    }
    // All actions are equally likely if the policy knows nothing.
    let actions = actions(explorer, place, node, line)?;
    let weighed = actions.iter().map(|action| (&action.name, action.probability.unwrap_or(1.0)));
    Ok(drawn(weighed, deal.seed, place))
}

/// One of these names, drawn by their weights.
fn drawn<'a>(weighed: impl Iterator<Item = (&'a String, f64)> + Clone, seed: u64, place: &Place) -> String {
    let sum: f64 = weighed.clone().map(|(_, weight)| weight).sum();
    let random = derive_seed(seed, place.steps.len() as u64 + 1) >> 11;
    let mut left = random as f64 / (1_u64 << 53) as f64 * sum;
    let mut last = String::new();
    for (name, weight) in weighed.filter(|(_, weight)| *weight > 0.0) {
        last.clone_from(name);
        left -= weight;
        if left < 0.0 {
            break;
        }
    }
    last
}

fn question(
    explorer: &dyn Explorer,
    place: Place,
    node: std::sync::Arc<Node>,
    line: &HandLine,
) -> Result<Question, ExploreError> {
    Ok(Question { actions: actions(explorer, &place, &node, line)?, place, node, hand: line.name.clone() })
}

/// The actions of a hand. Their values are exact where the node has them.
fn actions(
    explorer: &dyn Explorer,
    place: &Place,
    node: &Node,
    line: &HandLine,
) -> Result<Vec<HandAction>, ExploreError> {
    let are_known = line.values.iter().any(Option::is_some);
    if !are_known && let Some(detail) = explorer.hand(place, &line.name)? {
        return Ok(detail.actions);
    }
    let actions = node.actions.iter().enumerate().map(|(index, action)| HandAction {
        name: action.name.clone(),
        probability: line.probabilities.get(index).copied(),
        value: line.values.get(index).copied().flatten(),
        half_width: None,
    });
    // An action that the hand does not have has no value.
    Ok(actions.filter(|action| !are_known || action.value.is_some()).collect())
}

fn decided(question: Question, step: &str, before: usize, span: f64) -> Result<Decision, ExploreError> {
    let names = || question.actions.iter().map(|action| action.name.clone());
    let Some(taken) = names().position(|name| name == step) else {
        return Err(ExploreError::Step { number: before + 1, step: shortened(step), possible: names().collect() });
    };
    let verdict = Verdict::of(&question.actions, taken, span);
    Ok(Decision { question, taken, verdict })
}

impl Verdict {
    /// The verdict on taking one of these actions, whose values span `span`; `None` unless all of them have a value.
    pub fn of(actions: &[HandAction], taken: usize, span: f64) -> Option<Verdict> {
        let values: Option<Vec<f64>> = actions.iter().map(|action| action.value).collect();
        let values = values?;
        let best = (0..values.len()).max_by(|&one, &other| values[one].total_cmp(&values[other]))?;
        let width = |index: usize| actions[index].half_width.unwrap_or(0.0);
        let lost = values[best] - values[taken];
        // The play-outs of two actions are independent of each other.
        let half_width = if best == taken { 0.0 } else { width(best).hypot(width(taken)) };
        let share = if span > 0.0 { lost / span } else { 0.0 };
        let grade = if lost <= half_width { Grade::Best } else { Grade::of(share) };
        Some(Verdict { lost, half_width, grade, best })
    }
}
