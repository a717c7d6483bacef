//! A place in the tree of a game, and the reasons why one cannot be shown.

use std::collections::BTreeMap;

use thiserror::Error;

/// The largest number of steps of a place. Longer ones are refused before they are read.
pub const MAX_STEPS: usize = 64;

/// A place in the tree of a game: the names of the actions and outcomes from the root on, and the settings.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The settings by key. A setting that is missing has its default.
    pub settings: BTreeMap<String, String>,
    /// The names of the actions and outcomes.
    pub steps: Vec<String>,
}

impl Place {
    /// The place after one more step.
    #[must_use]
    pub fn after(&self, step: &str) -> Place {
        let mut place = self.clone();
        place.steps.push(step.to_owned());
        place
    }

    /// The place with the first `count` steps alone.
    #[must_use]
    pub fn up_to(&self, count: usize) -> Place {
        Place { settings: self.settings.clone(), steps: self.steps[..count].to_vec() }
    }
}

/// A choice that applies to a whole tree, such as the score at which a hand is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The key in [`Place::settings`].
    pub key: &'static str,
    /// The name, for people.
    pub label: &'static str,
    /// The possible values. The first one is the default.
    pub values: Vec<String>,
}

/// The reason why a place or a hand cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExploreError {
    /// A step is not possible.
    #[error("step {number}, `{step}`, is not possible there: choose one of {}", .possible.join(", "))]
    Step {
        /// The number of the step, from 1.
        number: usize,
        /// The step.
        step: String,
        /// The possible steps, or some of them.
        possible: Vec<String>,
    },
    /// A step follows the end.
    #[error("step {number}, `{step}`, is not possible there: the game is over before it")]
    Over {
        /// The number of the step, from 1.
        number: usize,
        /// The step.
        step: String,
    },
    /// There are too many steps.
    #[error("there are {steps} steps, and a path has at most {MAX_STEPS}")]
    Long {
        /// The number of steps.
        steps: usize,
    },
    /// A setting has no such value.
    #[error("{label} cannot be `{value}`: choose one of {possible}")]
    Setting {
        /// The name of the setting.
        label: &'static str,
        /// The given value.
        value: String,
        /// The possible values, or the first of them.
        possible: String,
    },
    /// The player to act cannot hold the hand.
    #[error("the player to act cannot hold `{hand}` there: {wanted}")]
    Hand {
        /// The given hand.
        hand: String,
        /// The texts that are possible, in words.
        wanted: String,
    },
    /// No player acts at the place.
    #[error("no player acts there")]
    NobodyActs,
    /// The position cannot be computed.
    #[error("{0}")]
    Other(String),
}

/// Refuses a place with more than [`MAX_STEPS`] steps, and settings without such a value. Returns the values of
/// the settings, in order.
///
/// # Errors
///
/// [`ExploreError::Long`] or [`ExploreError::Setting`].
pub fn checked_settings(settings: &[Setting], place: &Place) -> Result<Vec<String>, ExploreError> {
    if place.steps.len() > MAX_STEPS {
        let steps = place.steps.len();
        return Err(ExploreError::Long { steps });
    }
    let values = settings.iter().map(|setting| {
        let given = place.settings.get(setting.key);
        let value = given.or(setting.values.first()).cloned();
        let value = value.unwrap_or_default();
        if setting.values.contains(&value) {
            Ok(value)
        } else {
            Err(ExploreError::Setting {
                label: setting.label,
                value: shortened(&value),
                possible: shortened(&setting.values.join(", ")),
            })
        }
    });
    values.collect()
}

/// The text, cut where it is longer than any name of an action.
pub fn shortened(text: &str) -> String {
    cut(text, 80)
}

/// The text, cut after this number of letters.
pub fn cut(text: &str, letters: usize) -> String {
    match text.char_indices().nth(letters) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
