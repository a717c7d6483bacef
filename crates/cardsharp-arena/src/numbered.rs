//! Names of agents that can be told apart.

/// The names of agents in their order. Equal ones are numbered: `expert (1)`, `expert (2)`.
pub fn numbered(names: &[String]) -> Vec<String> {
    let number = |(index, name): (usize, &String)| {
        let is_equal = |other: &&String| *other == name;
        let before = names[..index].iter().filter(is_equal).count();
        match names.iter().filter(is_equal).count() {
            1 => name.clone(),
            _ => format!("{name} ({})", before + 1),
        }
    };
    names.iter().enumerate().map(number).collect()
}

#[cfg(test)]
#[path = "../tests/unit/numbered.rs"]
mod tests;
