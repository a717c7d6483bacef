//! A request: an observation and the legal actions.

use std::fmt;

use super::ActionSpace;

/// The observation of a player as a record with named fields, which serialises to JSON and to the objects of other
/// languages. Every contest has a type of its own; `docs/src/formats/observations.md` has the fields.
pub trait Seen: erased_serde::Serialize + fmt::Debug + Send + Sync {}

impl<S: erased_serde::Serialize + fmt::Debug + Send + Sync> Seen for S {}

erased_serde::serialize_trait_object!(Seen);

/// A request for an action.
#[derive(Debug)]
pub struct Request {
    space: &'static ActionSpace,
    legal: Vec<usize>,
    observation: Box<dyn Seen>,
}

impl Request {
    /// The request for one of the `legal` actions of `space`. `legal` is sorted here.
    pub fn new(space: &'static ActionSpace, mut legal: Vec<usize>, observation: impl Seen + 'static) -> Request {
        legal.sort_unstable();
        Request { space, legal, observation: Box::new(observation) }
    }

    /// All actions of the contest.
    pub fn space(&self) -> &'static ActionSpace {
        self.space
    }

    /// The numbers of the legal actions, in rising order. The first of them is the contest's safest one: no challenge
    /// and no acceptance, the end of the turn, the lowest bid, the lowest card.
    pub fn legal(&self) -> &[usize] {
        &self.legal
    }

    /// The numbers and names of the legal actions.
    pub fn actions(&self) -> impl Iterator<Item = (usize, &'static str)> + '_ {
        let name = |&action| Some((action, self.space.name(action)?));
        self.legal.iter().filter_map(name)
    }

    /// True if the action with this number is legal.
    pub fn allows(&self, action: usize) -> bool {
        self.legal.binary_search(&action).is_ok()
    }

    /// The number of the legal action with this name; none if there is no such action, or it is not legal.
    pub fn number(&self, name: &str) -> Option<usize> {
        let action = self.space.number(name)?;
        self.allows(action).then_some(action)
    }

    /// One entry for every action of the contest: true if it is legal.
    pub fn mask(&self) -> Vec<bool> {
        let mut mask = vec![false; self.space.len()];
        for &action in &self.legal {
            if let Some(entry) = mask.get_mut(action) {
                *entry = true;
            }
        }
        mask
    }

    /// Everything that the player has been shown.
    pub fn observation(&self) -> &dyn Seen {
        self.observation.as_ref()
    }

    /// The observation as JSON.
    pub fn json(&self) -> serde_json::Value {
        // Observations consist of plain enums, texts and numbers, which always have a JSON form.
        serde_json::to_value(self.observation()).unwrap_or_default()
    }
}
