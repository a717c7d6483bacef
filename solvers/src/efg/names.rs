//! Distinct names: files may leave names empty or repeat them.

use std::collections::HashMap;

/// The names that are taken, each with the last number tried behind it. So a name repeated a
/// million times does not cost a million million steps.
#[derive(Debug, Default)]
pub(super) struct Taken(HashMap<String, u64>);

impl Taken {
    /// Takes a new name. It is `name`, or `default` if `name` is empty. If that is taken, it is the
    /// first free one with `_2`, `_3` and so on behind it.
    pub(super) fn take(&mut self, name: String, default: String) -> String {
        let name = if name.is_empty() { default } else { name };
        let Some(&last) = self.0.get(&name) else {
            self.0.insert(name.clone(), 1);
            return name;
        };
        let mut number = last + 1;
        let mut candidate = format!("{name}_{number}");
        while self.0.contains_key(&candidate) {
            number += 1;
            candidate = format!("{name}_{number}");
        }
        self.0.insert(name, number);
        self.0.insert(candidate.clone(), 1);
        candidate
    }
}

/// The names, all distinct and none empty. A name that is neither empty nor a repetition does not change.
pub(super) fn distinct(names: Vec<String>, default: impl Fn(usize) -> String) -> Vec<String> {
    let mut taken = Taken::default();
    let indexed = names.into_iter().enumerate();
    indexed.map(|(index, name)| taken.take(name, default(index))).collect()
}

#[cfg(test)]
#[path = "../../tests/unit/efg/names.rs"]
mod tests;
