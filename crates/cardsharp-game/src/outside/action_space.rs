//! The actions of a contest, with numbers and names.

use std::collections::HashMap;

/// All actions of a contest. An action has a number, from 0, and a name. Both stay the same in all positions, so that
/// the legal actions of a position are a mask over the numbers.
#[derive(Clone, Debug)]
pub struct ActionSpace {
    names: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl ActionSpace {
    /// The space of the actions with these names, numbered in order. No name may come twice.
    pub fn new(names: impl IntoIterator<Item = String>) -> ActionSpace {
        let names: Vec<String> = names.into_iter().collect();
        let numbers = names.iter().cloned().zip(0..).collect();
        ActionSpace { names, numbers }
    }

    /// The number of actions.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// True if there is no action.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The names by number.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The name of the action with this number; none if there is no such action.
    pub fn name(&self, action: usize) -> Option<&str> {
        self.names.get(action).map(String::as_str)
    }

    /// The number of the action with this name; none if there is no such action.
    pub fn number(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }
}

#[cfg(test)]
#[path = "../../tests/unit/outside/action_space.rs"]
mod tests;
