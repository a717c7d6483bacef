//! Agents as the command line names them: `name` or `name:key=value,key=value`. The name is one of a
//! contest's agents or the path of a policy file.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use super::outside::{OnFailure, Outside, OutsideAgent, OutsideFailure, Program};
use cardsharp_terminal::counted::counted;

/// The name of the agent that is a program of its own. `docs/src/formats/observations.md` has its requests and answers.
pub const PROGRAM: &str = "program";

/// An agent as written on the command line, or one that is implemented [outside](AgentSpec::outside) the contests. The
/// contest decides which names and options are valid.
///
/// A colon starts the options if `key=` follows it. Otherwise the last colon starts the options, unless the
/// text after it looks like part of a path: it contains a slash or a backslash, or ends in `.policy`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentSpec {
    name: String,
    options: Vec<(String, String)>,
    outside: Option<Outside>,
}

/// The error of an agent that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AgentError {
    /// The text has no name.
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
    /// The contest has no agent of this name, and there is no such file.
    #[error("there is no agent `{name}`: choose {known}, or give the path of a policy file")]
    Unknown {
        /// The name as written.
        name: String,
        /// The names of the contest's agents.
        known: String,
    },
    /// The agent has no option of this name.
    #[error("agent `{agent}` has no option `{option}`: {known}")]
    UnknownOption {
        /// The agent.
        agent: String,
        /// The option's key.
        option: String,
        /// The agent's options, in words.
        known: String,
    },
    /// A required option of the agent is missing.
    #[error("agent `{agent}` needs `{option}`: write {agent}:{option}=..., {wanted}")]
    Missing {
        /// The agent.
        agent: String,
        /// The option's key.
        option: String,
        /// The meaning of the option.
        wanted: String,
    },
    /// The value of an option is invalid.
    #[error("option `{option}` of agent `{agent}` cannot be `{value}`: it wants {wanted}")]
    BadValue {
        /// The agent.
        agent: String,
        /// The option's key.
        option: String,
        /// The value as written.
        value: String,
        /// The valid values.
        wanted: String,
    },
    /// The number of agents is not the contest's number of seats.
    #[error("{} given: {contest} is played by {seats}", counted(*given as u64, "agent"))]
    Seats {
        /// The contest.
        contest: &'static str,
        /// The number of seats.
        seats: usize,
        /// The number of agents given.
        given: usize,
    },
    /// A policy file cannot be used.
    #[error("{}", named(path, reason))]
    Policy {
        /// Its path.
        path: String,
        /// The fault.
        reason: String,
    },
}

/// The reason. The file's name precedes it unless the reason contains that name.
fn named(path: &str, reason: &str) -> String {
    if reason.contains(path) {
        reason.to_owned()
    } else {
        format!("{path}: {reason}")
    }
}

impl AgentError {
    /// The error of a name that is not among those of the `known` agents.
    pub fn unknown<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> AgentError {
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

    /// The policy that is part of the program cannot be loaded, for this reason.
    pub fn bad_installed_policy(reason: impl fmt::Display) -> AgentError {
        AgentError::bad_policy("the installed policy", reason)
    }

    /// The error of a policy file for the game `found` at a table where `played` is played.
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

/// True if an agent's name is the path of a policy file.
pub fn is_policy(name: &str) -> bool {
    name.ends_with(".policy") || Path::new(name).is_file()
}

/// Loads an agent's policy by `load`. The second value of `load` is the error of the newest generation, if
/// the previous one was loaded instead.
///
/// # Errors
///
/// [`AgentError::Policy`] gives the fault.
pub fn load_policy<P, D: fmt::Display, E: fmt::Display>(
    path: &str,
    load: impl FnOnce(&Path) -> Result<(P, Option<D>), E>,
) -> Result<Arc<P>, AgentError> {
    let loaded = load(Path::new(path));
    let (policy, instead_of) = loaded.map_err(|error| AgentError::bad_policy(path, error))?;
    if let Some(damage) = instead_of {
        tracing::warn!("{damage}; playing its previous generation");
    }
    Ok(Arc::new(policy))
}

impl AgentSpec {
    /// The index in `known` of the value of option `key`; `None` if the option is not given.
    ///
    /// # Errors
    ///
    /// [`AgentError::BadValue`] if the value is not in `known`.
    pub fn choice(&self, key: &str, known: &[&str]) -> Result<Option<usize>, AgentError> {
        let Some(value) = self.option(key) else {
            return Ok(None);
        };
        match known.iter().position(|&one| one == value) {
            Some(index) => Ok(Some(index)),
            None => Err(AgentError::BadValue {
                agent: self.name.clone(),
                option: key.to_owned(),
                value: value.to_owned(),
                wanted: format!("one of {}", known.join(", ")),
            }),
        }
    }

    /// The agent of this name, without options.
    pub fn named(name: &str) -> AgentSpec {
        AgentSpec {
            name: name.to_owned(),
            options: Vec::new(),
            outside: None,
        }
    }

    /// An agent that is implemented outside the contests, under the name that is shown for it. If it fails, it leaves
    /// its games: see [`AgentSpec::on_failure`].
    pub fn outside(name: &str, agent: impl OutsideAgent + 'static) -> AgentSpec {
        let agent = Arc::new(agent);
        AgentSpec {
            outside: Some(Outside::new(agent, OnFailure::default())),
            ..AgentSpec::named(name)
        }
    }

    /// The same outside agent with another consequence of a failure; any other agent unchanged.
    #[must_use]
    pub fn on_failure(mut self, on_failure: OnFailure) -> AgentSpec {
        self.outside = self.outside.map(|outside| outside.failing(on_failure));
        self
    }

    /// The agent's implementation, if it is outside the contests.
    pub fn implementation(&self) -> Option<&Outside> {
        self.outside.as_ref()
    }

    /// The agent of the program that the options name.
    fn into_program(self) -> Result<AgentSpec, AgentError> {
        self.allow_options(&["command", "seconds", "start"])?;
        let command = self.required("command", "the program and its arguments")?;
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| AgentError::BadValue {
            agent: self.name.clone(),
            option: "command".to_owned(),
            value: command.to_owned(),
            wanted: "a command line with all its quotes closed".to_owned(),
        })?;
        let seconds = self.number("seconds", 0.01..=600.0)?;
        let start = self.number("start", 0.01..=3600.0)?;
        let [seconds, start] = [seconds, start].map(|time| time.map(Duration::from_secs_f64));
        let program = Program::new(words, seconds, start);
        let agent = Outside::new(Arc::new(program), OnFailure::default());
        Ok(AgentSpec {
            outside: Some(agent),
            ..self
        })
    }

    /// Takes the first failure of the outside agents among `agents`.
    pub fn take_failure(agents: &[AgentSpec]) -> Option<OutsideFailure> {
        let mut outside = agents.iter().filter_map(AgentSpec::implementation);
        outside.find_map(Outside::take_failure)
    }

    /// The name: the text before the options.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Keys and values of the options, as written.
    pub fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.options
            .iter()
            .map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The same agent with one more option.
    ///
    /// # Errors
    ///
    /// [`AgentError::Repeated`] if the option is given already.
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

    /// The value of option `key`, as written.
    pub fn option(&self, key: &str) -> Option<&str> {
        let mut options = self.options();
        options.find_map(|(given, value)| (given == key).then_some(value))
    }

    /// The value of option `key`, which the agent needs. `wanted` is the meaning of the option.
    ///
    /// # Errors
    ///
    /// [`AgentError::Missing`] if the option is not given.
    pub fn required(&self, key: &str, wanted: &str) -> Result<&str, AgentError> {
        self.option(key).ok_or_else(|| AgentError::Missing {
            agent: self.name.clone(),
            option: key.to_owned(),
            wanted: wanted.to_owned(),
        })
    }

    /// Refuses options outside `known`.
    ///
    /// # Errors
    ///
    /// [`AgentError::UnknownOption`] names the first of them.
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

    /// The value of option `key` as a time. It is given in milliseconds, from 1 to 600,000.
    ///
    /// # Errors
    ///
    /// [`AgentError::BadValue`] if the value is no such number.
    pub fn milliseconds(&self, key: &str) -> Result<Option<Duration>, AgentError> {
        let time = self.number(key, 1.0..=600_000.0)?;
        Ok(time.map(|time| Duration::from_secs_f64(time / 1e3)))
    }

    /// The value of option `key` as a number; `None` if the option is not given.
    ///
    /// # Errors
    ///
    /// [`AgentError::BadValue`] if the value is no number in `range`.
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

/// True if `text` begins with `key=`.
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
        match name {
            PROGRAM => spec.into_program(),
            _ => Ok(spec),
        }
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
