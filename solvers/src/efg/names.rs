//! Names made distinct, since files may leave them empty or repeat them.

use std::collections::HashSet;

/// Names that have been given.
#[derive(Debug, Default)]
pub(super) struct Taken(HashSet<String>);

impl Taken {
    /// A name that has not been given before: this one, or if it is empty the default, or if that has
    /// been given the first that has not with `_2`, `_3` and so on.
    pub(super) fn take(&mut self, name: String, default: String) -> String {
        let name = if name.is_empty() { default } else { name };
        let mut candidate = name.clone();
        let mut number = 2_u64;
        while !self.0.insert(candidate.clone()) {
            candidate = format!("{name}_{number}");
            number += 1;
        }
        candidate
    }
}

/// The names with nothing empty and nothing twice. What is distinct and not empty stays as it is.
pub(super) fn distinct(names: Vec<String>, default: impl Fn(usize) -> String) -> Vec<String> {
    let mut taken = Taken::default();
    let indexed = names.into_iter().enumerate();
    indexed
        .map(|(index, name)| taken.take(name, default(index)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(names: &[&str]) -> Vec<String> {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        distinct(names, |index| (index + 1).to_string())
    }

    #[test]
    fn later_names_give_way_and_distinct_ones_stay() {
        assert_eq!(of(&["a", "b"]), ["a", "b"]);
        assert_eq!(of(&["", ""]), ["1", "2"]);
        assert_eq!(of(&["", "1", ""]), ["1", "1_2", "3"]);
        assert_eq!(of(&["a", "a", "a_2", "a"]), ["a", "a_2", "a_2_2", "a_3"]);
    }
}
