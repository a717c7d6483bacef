//! A policy as a tree of positions that a user walks, or as answers to positions that a user writes.

use std::sync::Arc;
use std::time::Duration;

use crate::locked::{Lock, Resolved};
pub use crate::place::{ExploreError, MAX_STEPS, Place, Setting, checked_settings, cut, shortened};

/// The use of an action, which gives it its colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tone {
    /// One of a scale, such as a card by its rank: 0 is the lowest and 1 the highest.
    Scaled(f64),
    /// It raises the stake, or accepts that it is raised.
    Raises,
    /// It gives up.
    GivesUp,
    /// The action with this number, of actions that have nothing more in common.
    Numbered(usize),
}

/// An action or outcome at a node.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeAction {
    /// The name: the step that leads on.
    pub name: String,
    /// The use of the action.
    pub tone: Tone,
    /// The probability of the action, for the whole range of the player to act, or of the outcome.
    pub share: f64,
    /// The mean value of the action for the player to act, over the part of the range that takes it.
    pub value: Option<f64>,
}

/// A hand, or information set, of the player to act.
#[derive(Clone, Debug, PartialEq)]
pub struct HandLine {
    /// The name.
    pub name: String,
    /// The row and the column of the hand in [`Node::grid`].
    pub cell: Option<(usize, usize)>,
    /// The share of the range that the hand is. The shares of all hands sum to 1.
    pub reach: f64,
    /// The probability of each of the node's actions, 0 where the hand does not have it. It is empty if the
    /// policy does not know the hand here.
    pub probabilities: Vec<f64>,
    /// The value of each action; `None` where the hand does not have it. It is empty if there are no values.
    pub values: Vec<Option<f64>>,
    /// A remark for readers of the probabilities, such as that their row was never trained.
    pub remark: Option<&'static str>,
}

impl HandLine {
    /// A hand that the policy never has there.
    pub fn unknown(name: String) -> HandLine {
        HandLine { name, cell: None, reach: 0.0, probabilities: Vec::new(), values: Vec::new(), remark: None }
    }

    fn weighed(&self) -> impl Iterator<Item = (f64, Option<f64>)> + Clone {
        self.probabilities.iter().copied().zip(self.values.iter().copied())
    }

    /// The value of the hand if it follows the policy.
    pub fn value(&self) -> Option<f64> {
        mean_value(self.weighed())
    }

    /// The [regret](regrets) of each action.
    pub fn regrets(&self) -> Vec<Option<f64>> {
        regrets(self.weighed())
    }

    /// The value that the policy loses with the hand against its best action: the greatest regret.
    pub fn loss(&self) -> Option<f64> {
        let known = self.regrets().into_iter().flatten();
        known.fold(None, |most: Option<f64>, regret| Some(most.map_or(regret, |most| most.max(regret))))
    }
}

/// The mean value of actions with these probabilities and values; `None` if an action that is taken has none.
pub fn mean_value(weighed: impl Iterator<Item = (f64, Option<f64>)>) -> Option<f64> {
    let mut sum = None;
    for (probability, value) in weighed.filter(|(probability, _)| *probability > 0.0) {
        sum = Some(sum.unwrap_or(0.0) + value? * probability);
    }
    sum
}

/// The regret of each action: its value less the [mean](mean_value) of all; `None` where one of the two is not known.
pub fn regrets(weighed: impl Iterator<Item = (f64, Option<f64>)> + Clone) -> Vec<Option<f64>> {
    let mean = mean_value(weighed.clone());
    weighed.map(|(_, value)| Some(value? - mean?)).collect()
}

/// The two features by which hands are arranged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The meaning of the rows.
    pub row_label: &'static str,
    /// The meaning of the columns.
    pub column_label: &'static str,
    /// The names of the rows.
    pub rows: Vec<String>,
    /// The names of the columns.
    pub columns: Vec<String>,
}

/// A part of the tree below a node, to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct TreePart {
    /// The player or chance that acts there.
    pub turn: NodeTurn,
    /// The name of the information set; empty where nobody acts.
    pub infoset: String,
    /// The expected utility of each player if all follow the policy from there on.
    pub values: Vec<f64>,
    /// The children: the name of the action or outcome, its probability, and what follows.
    pub children: Vec<(String, f64, TreePart)>,
    /// The number of children that are left out.
    pub left_out: usize,
}

/// The player or chance that acts at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeTurn {
    /// A player, by number and by name.
    Player(usize, String),
    /// Chance.
    Chance,
    /// Nobody: the game is over.
    Over,
}

/// A place in the tree, and what the policy does there.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The steps to this node: the actor, and the action or outcome.
    pub steps: Vec<(String, String)>,
    /// The player or chance that acts.
    pub turn: NodeTurn,
    /// Facts of the position, by name.
    pub facts: Vec<(String, String)>,
    /// The actions of the player to act, or the outcomes.
    pub actions: Vec<NodeAction>,
    /// The hands of the player to act, those with the greatest reach first.
    pub hands: Vec<HandLine>,
    /// The name of a hand in the plural: `hands`.
    pub hands_name: &'static str,
    /// True if the name of a hand is the list of its cards, with blanks between.
    pub hands_are_cards: bool,
    /// The arrangement of the hands.
    pub grid: Option<Grid>,
    /// The unit of all values; empty if there are none.
    pub unit: String,
    /// The tree below the node.
    pub tree: Option<TreePart>,
    /// Remarks for readers of the numbers.
    pub notes: Vec<String>,
}

impl Node {
    /// A node of hands of cards, of which nothing but the actor is known yet.
    pub fn of_cards(turn: NodeTurn) -> Node {
        Node {
            steps: Vec::new(),
            turn,
            facts: Vec::new(),
            actions: Vec::new(),
            hands: Vec::new(),
            hands_name: "hands",
            hands_are_cards: true,
            grid: None,
            unit: String::new(),
            tree: None,
            notes: Vec::new(),
        }
    }
}

/// An action of one hand.
#[derive(Clone, Debug, PartialEq)]
pub struct HandAction {
    /// The name.
    pub name: String,
    /// The probability; `None` if the policy does not know the position.
    pub probability: Option<f64>,
    /// The value, if it is known.
    pub value: Option<f64>,
    /// Half the width of the 95 % confidence interval of a sampled value.
    pub half_width: Option<f64>,
}

/// What a policy does with one hand, or in one position that a user wrote.
#[derive(Clone, Debug, PartialEq)]
pub struct HandDetail {
    /// The position as `cardsharp inspect` reads it.
    pub position: String,
    /// The actions.
    pub actions: Vec<HandAction>,
    /// Remarks for readers of the numbers.
    pub notes: Vec<String>,
}

impl HandAction {
    /// The [regret](regrets) of each of these actions.
    pub fn regrets(actions: &[HandAction]) -> Vec<Option<f64>> {
        let actions = actions.iter();
        regrets(actions.map(|action| (action.probability.unwrap_or(0.0), action.value)))
    }
}

impl HandDetail {
    /// The detail of pairs of an action and its probability.
    pub fn of<A: std::fmt::Display>(position: String, weighed: impl IntoIterator<Item = (A, f64)>) -> HandDetail {
        let actions = weighed.into_iter().map(|(action, probability)| HandAction {
            name: action.to_string(),
            probability: Some(probability),
            value: None,
            half_width: None,
        });
        HandDetail { position, actions: actions.collect(), notes: Vec::new() }
    }
}

/// A policy whose game is walked as a tree of public positions.
pub trait Explorer: Send + Sync {
    /// The canonical name of the game. Two policies of one game can be compared.
    fn game(&self) -> &str;

    /// What is known of the policy, in a line.
    fn summary(&self) -> String;

    /// The settings of the tree.
    fn settings(&self) -> Vec<Setting> {
        Vec::new()
    }

    /// The node at a place.
    ///
    /// # Errors
    ///
    /// [`ExploreError`] names the step or the setting that is not possible.
    fn node(&self, place: &Place) -> Result<Arc<Node>, ExploreError>;

    /// More about one hand of the player to act, where there is more than its [`HandLine`].
    ///
    /// # Errors
    ///
    /// [`ExploreError`] names the fault of the place or of the hand.
    fn hand(&self, _place: &Place, _hand: &str) -> Result<Option<HandDetail>, ExploreError> {
        Ok(None)
    }

    /// The names of the players.
    fn players(&self) -> Vec<String>;

    /// True if a place holds what all players know, and no more. Then the hands are not in it.
    fn has_public_places(&self) -> bool;

    /// The hand of the player to act, with the hands that `seed` deals where the place does not hold them.
    ///
    /// # Errors
    ///
    /// [`ExploreError`] names the fault of the place, or says that nobody acts there.
    fn held(&self, place: &Place, seed: u64) -> Result<HandLine, ExploreError>;

    /// The greatest value that a game can have for a player, less the least.
    fn span(&self) -> f64;

    /// The policy as one whose decisions can be locked; `None` if they cannot.
    fn lockable(&self) -> Option<&dyn Lockable> {
        None
    }
}

/// A policy that can be solved again around locks.
pub trait Lockable {
    /// The value of the whole game to each player if all follow the policy.
    fn values(&self) -> Vec<f64>;

    /// The ways in which it can be solved again.
    fn ways(&self) -> &'static [Resolved] {
        &[Resolved::Everything, Resolved::Replies]
    }

    /// The policy with these decisions fixed and the others solved again, for about `time` at most. Its
    /// [summary](Explorer::summary) says how well it is solved.
    ///
    /// # Errors
    ///
    /// [`ExploreError`] names the lock that is not possible, or says why the game cannot be solved.
    fn locked(&self, locks: &[Lock], resolved: Resolved, time: Duration) -> Result<Box<dyn Explorer>, ExploreError>;
}

/// A policy that is asked about one written position at a time.
pub struct PositionLookup {
    game: String,
    help: &'static str,
    answer: Box<Answer>,
}

/// What a policy does in a written position, or what is wrong with the text.
type Answer = dyn Fn(&str) -> anyhow::Result<HandDetail> + Send + Sync;

impl PositionLookup {
    /// A policy of the game with this canonical name. `help` says what a position is, and how it is written. `answer` says
    /// what the policy does in a position, or what is wrong with the text.
    pub fn new(
        game: &str,
        help: &'static str,
        answer: impl Fn(&str) -> anyhow::Result<HandDetail> + Send + Sync + 'static,
    ) -> PositionLookup {
        PositionLookup { game: game.to_owned(), help, answer: Box::new(answer) }
    }

    /// The canonical name of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// What a position is, and how it is written.
    pub fn help(&self) -> &'static str {
        self.help
    }

    /// What the policy does in the position.
    ///
    /// # Errors
    ///
    /// The text is no position of the game, or nobody acts in it. The error says what is wrong.
    pub fn look_up(&self, position: &str) -> anyhow::Result<HandDetail> {
        (self.answer)(position)
    }
}

/// The way in which a user asks a policy.
pub enum Exploration {
    /// The game is walked.
    Tree(Box<dyn Explorer>),
    /// Positions are written.
    Positions(PositionLookup),
}

impl Exploration {
    /// The game that is walked, if it is.
    pub fn tree(&self) -> Option<&dyn Explorer> {
        match self {
            Exploration::Tree(explorer) => Some(&**explorer),
            Exploration::Positions(_) => None,
        }
    }

    /// The canonical name of the game.
    pub fn game(&self) -> &str {
        match self {
            Exploration::Tree(explorer) => explorer.game(),
            Exploration::Positions(lookup) => lookup.game(),
        }
    }
}

#[cfg(test)]
#[path = "../tests/unit/explorer.rs"]
mod tests;
