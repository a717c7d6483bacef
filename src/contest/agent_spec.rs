//! How agents are named: `name`, or `name:key=value,key=value`, where the name is one of a contest's
//! ladder or the path of a policy file.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use super::{Contest, LadderRung};
use crate::counted::counted;
use crate::policy::container::ContainerError;

/// An agent as asked for. Which names and options there are is the contest's business.
///
/// A colon starts the options if `key=` follows, or unless what follows looks like a piece of a path
/// (contains a slash or a backslash, or ends in `.policy`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentSpec {
    name: String,
    options: Vec<(String, String)>,
}

/// Why an agent cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AgentError {
    /// The text is no agent's name.
    #[error("an agent needs a name: write name or name:key=value,key=value")]
    NoName,
    /// An option is not `key=value`.
    #[error("option `{option}` of agent `{agent}` has no value: write key=value")]
    NoValue {
        /// The agent.
        agent: String,
        /// The option as written.
        option: String,
    },
    /// An option is given twice.
    #[error("option `{option}` of agent `{agent}` is given twice")]
    Repeated {
        /// The agent.
        agent: String,
        /// The option's key.
        option: String,
    },
    /// The contest knows no agent of this name, and there is no such file.
    #[error("there is no agent `{name}`: choose {known}, or give the path of a policy file")]
    Unknown {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The agent has no option of this name.
    #[error("agent `{agent}` has no option `{option}`: {known}")]
    UnknownOption {
        /// The agent.
        agent: String,
        /// The option's key.
        option: String,
        /// The options there are, in words.
        known: String,
    },
    /// The agent cannot do without an option.
    #[error("agent `{agent}` needs `{option}`: write {agent}:{option}=..., {wanted}")]
    Missing {
        /// The agent.
        agent: String,
        /// The option's key.
        option: String,
        /// What it is.
        wanted: String,
    },
    /// An option's value is no good.
    #[error("option `{option}` of agent `{agent}` cannot be `{value}`: it wants {wanted}")]
    BadValue {
        /// The agent.
        agent: String,
        /// The option's key.
        option: String,
        /// The value as written.
        value: String,
        /// What it may be.
        wanted: String,
    },
    /// The wrong number of agents for a contest.
    #[error("{} given: {contest} is played by {seats}", counted(*given as u64, "agent"))]
    Seats {
        /// The contest.
        contest: &'static str,
        /// How many it takes.
        seats: usize,
        /// How many there were.
        given: usize,
    },
    /// A policy file cannot be used.
    #[error("{}", named(path, reason))]
    Policy {
        /// Its path.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// The reason, with the file's name before it unless it stands there.
fn named(path: &str, reason: &str) -> String {
    match reason.contains(path) {
        true => reason.to_owned(),
        false => format!("{path}: {reason}"),
    }
}

impl AgentError {
    /// There is no agent called `name` beside those of the ladder and these others.
    pub fn unknown(name: &str, ladder: &[LadderRung], others: &[LadderRung]) -> AgentError {
        let known = ladder.iter().chain(others).map(|rung| rung.name);
        let known: Vec<&str> = known.collect();
        AgentError::Unknown {
            name: name.to_owned(),
            known: known.join(", "),
        }
    }

    /// The policy file cannot be used, for this reason.
    pub fn bad_policy(path: &str, reason: impl fmt::Display) -> AgentError {
        AgentError::Policy {
            path: path.to_owned(),
            reason: reason.to_string(),
        }
    }

    /// The policy file is of the game `found`, and not of the one that is `played` at the table.
    pub fn other_game(
        path: &str,
        found: impl fmt::Display,
        played: impl fmt::Display,
    ) -> AgentError {
        let reason = format!(
            "it is for {found}, and at the table {played} is played: train a policy for that"
        );
        AgentError::bad_policy(path, reason)
    }
}

/// Whether an agent's name is the path of a policy file.
pub fn is_policy(name: &str) -> bool {
    name.ends_with(".policy") || Path::new(name).is_file()
}

/// Loads the policy that an agent plays by `load`, which tells what was wrong with the file if it had to
/// take its previous generation.
///
/// # Errors
///
/// [`AgentError::Policy`] says why it cannot be loaded.
pub fn load_policy<P, E: fmt::Display>(
    path: &str,
    load: impl FnOnce(&Path) -> Result<(P, Option<ContainerError>), E>,
) -> Result<Arc<P>, AgentError> {
    let loaded = load(Path::new(path));
    let (policy, instead_of) = loaded.map_err(|error| AgentError::bad_policy(path, error))?;
    if let Some(damage) = instead_of {
        tracing::warn!("{damage}; playing its previous generation");
    }
    Ok(Arc::new(policy))
}

impl AgentSpec {
    /// As many agents as sit at a table of `contest`, which must be `N`.
    ///
    /// # Errors
    ///
    /// [`AgentError::Seats`] if there are more or fewer.
    pub fn for_seats<'a, const N: usize>(
        contest: &dyn Contest,
        agents: &'a [AgentSpec],
    ) -> Result<&'a [AgentSpec; N], AgentError> {
        agents.try_into().map_err(|_| AgentError::Seats {
            contest: contest.name(),
            seats: contest.seats(),
            given: agents.len(),
        })
    }

    /// The place among `known` of what is given for option `key`, if it is given.
    ///
    /// # Errors
    ///
    /// [`AgentError::BadValue`] if it is none of them.
    pub fn choice(&self, key: &str, known: &[&str]) -> Result<Option<usize>, AgentError> {
        let Some(value) = self.option(key) else {
            return Ok(None);
        };
        match known.iter().position(|&one| one == value) {
            Some(place) => Ok(Some(place)),
            None => Err(AgentError::BadValue {
                agent: self.name.clone(),
                option: key.to_owned(),
                value: value.to_owned(),
                wanted: format!("one of {}", known.join(", ")),
            }),
        }
    }

    /// The agent of this name without options.
    pub fn named(name: &str) -> AgentSpec {
        AgentSpec {
            name: name.to_owned(),
            options: Vec::new(),
        }
    }

    /// The name: what stands before the options.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The options, keys and values as written.
    pub fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.options
            .iter()
            .map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The same with one more option.
    ///
    /// # Errors
    ///
    /// [`AgentError::Repeated`] if it has that one already.
    pub fn with(mut self, key: &str, value: &str) -> Result<AgentSpec, AgentError> {
        if self.options().any(|(given, _)| given == key) {
            return Err(AgentError::Repeated {
                agent: self.name,
                option: key.to_owned(),
            });
        }
        self.options.push((key.to_owned(), value.to_owned()));
        Ok(self)
    }

    /// What is given for option `key`, as written.
    pub fn option(&self, key: &str) -> Option<&str> {
        let mut options = self.options();
        options.find_map(|(given, value)| (given == key).then_some(value))
    }

    /// Refuses any option that is not in `known`.
    pub fn allow_options(&self, known: &[&str]) -> Result<(), AgentError> {
        match self.options().find(|(key, _)| !known.contains(key)) {
            None => Ok(()),
            Some((option, _)) => Err(AgentError::UnknownOption {
                agent: self.name.clone(),
                option: option.to_owned(),
                known: match known {
                    [] => "it has none".to_owned(),
                    _ => format!("choose {}", known.join(", ")),
                },
            }),
        }
    }

    /// The time that option `key` gives in milliseconds, ten minutes at most.
    ///
    /// # Errors
    ///
    /// [`AgentError`] if it is no such number.
    pub fn milliseconds(&self, key: &str) -> Result<Option<Duration>, AgentError> {
        let time = self.number(key, 1.0..=600_000.0)?;
        Ok(time.map(|time| Duration::from_secs_f64(time / 1e3)))
    }

    /// The number given for option `key`, if it is given; refused outside `range`.
    pub fn number(
        &self,
        key: &str,
        range: std::ops::RangeInclusive<f64>,
    ) -> Result<Option<f64>, AgentError> {
        let Some(value) = self.option(key) else {
            return Ok(None);
        };
        match value.parse::<f64>() {
            Ok(number) if range.contains(&number) => Ok(Some(number)),
            _ => Err(AgentError::BadValue {
                agent: self.name.clone(),
                option: key.to_owned(),
                value: value.to_owned(),
                wanted: format!("a number from {} to {}", range.start(), range.end()),
            }),
        }
    }
}

/// Whether `text` begins with `key=`.
fn starts_with_key(text: &str) -> bool {
    let key = text.split_once('=').map_or("", |(key, _)| key);
    let named = |character: char| character.is_ascii_lowercase() || character == '-';
    !key.is_empty() && key.chars().all(named)
}

impl FromStr for AgentSpec {
    type Err = AgentError;

    fn from_str(text: &str) -> Result<Self, AgentError> {
        let mut colons = text.match_indices(':').map(|(at, _)| at);
        let keyed = colons.find(|at| starts_with_key(&text[at + 1..]));
        let split = match keyed {
            Some(at) => Some((&text[..at], &text[at + 1..])),
            None => text.rsplit_once(':'),
        };
        let (name, options) = match split {
            Some((name, rest)) if keyed.is_some() => (name, Some(rest)),
            Some((_, rest)) if rest.contains(['/', '\\']) || rest.ends_with(".policy") => {
                (text, None)
            }
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        if name.is_empty() {
            return Err(AgentError::NoName);
        }
        let mut spec = AgentSpec::named(name);
        for option in options.iter().flat_map(|options| options.split(',')) {
            let Some((key, value)) = option.split_once('=') else {
                return Err(AgentError::NoValue {
                    agent: name.to_owned(),
                    option: option.to_owned(),
                });
            };
            spec = spec.with(key, value)?;
        }
        Ok(spec)
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (position, (key, value)) in self.options().enumerate() {
            let separator = if position == 0 { ':' } else { ',' };
            write!(f, "{separator}{key}={value}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_names_options_and_paths() {
        let spec: AgentSpec = "greedy-challenge:offer=0.7,accept=0.6".parse().unwrap();
        assert_eq!(spec.name(), "greedy-challenge");
        let options: Vec<_> = spec.options().collect();
        assert_eq!(options, [("offer", "0.7"), ("accept", "0.6")]);
        assert_eq!(spec.number("accept", 0.0..=1.0), Ok(Some(0.6)));
        assert_eq!(spec.number("margin", 0.0..=1.0), Ok(None));
        for path in ["out/a.policy", "C:\\out\\a.policy", "b:c.policy"] {
            assert_eq!(path.parse::<AgentSpec>().unwrap(), AgentSpec::named(path));
        }
        let spec: AgentSpec = "out/a.policy:pure=1".parse().unwrap();
        assert_eq!(spec.name(), "out/a.policy");
        let spec: AgentSpec = "resolve:policy=C:\\out\\a.policy,iterations=9"
            .parse()
            .unwrap();
        assert_eq!(spec.name(), "resolve");
        let options: Vec<_> = spec.options().collect();
        assert_eq!(
            options,
            [("policy", "C:\\out\\a.policy"), ("iterations", "9")]
        );
    }

    #[test]
    fn prints_what_it_reads() {
        for text in ["random", "expert:bluff=0.5", "a/b.policy:x=1,y=2"] {
            assert_eq!(text.parse::<AgentSpec>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn refuses_by_name() {
        let refused = |text: &str| text.parse::<AgentSpec>().unwrap_err().to_string();
        assert!(refused("").contains("needs a name"));
        assert!(refused("greedy:offer").contains("`offer` of agent `greedy` has no value"));
        assert!(refused("greedy:").contains("has no value"));
        assert!(refused("a:x=1,x=2").contains("given twice"));
        let spec: AgentSpec = "a:x=2".parse().unwrap();
        let error = spec.allow_options(&["y", "z"]).unwrap_err().to_string();
        assert!(error.contains("no option `x`: choose y, z"), "{error}");
        let error = spec.allow_options(&[]).unwrap_err().to_string();
        assert!(error.contains("it has none"), "{error}");
        let error = spec.number("x", 0.0..=1.0).unwrap_err().to_string();
        assert!(error.contains("cannot be `2`"), "{error}");
    }
}
