//! Agents as the command line names them: `name` or `name:key=value,key=value`. The name is one of a
//! contest's agents or the path of a policy file.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use cardsharp_options::{OptionError, Options, choose};
use serde::Deserialize;
use serde::de::DeserializeOwned;
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
    options: Options,
    outside: Option<Outside>,
}

/// The options of the agent [`PROGRAM`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProgramOptions {
    command: Option<String>,
    #[serde(default, deserialize_with = "cardsharp_options::seconds::<600, _>")]
    seconds: Option<Duration>,
    #[serde(default, deserialize_with = "cardsharp_options::seconds::<3600, _>")]
    start: Option<Duration>,
}

/// The error of an agent that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AgentError {
    /// The text has no name.
    #[error("an agent needs a name: write name or name:key=value,key=value")]
    NoName,
    /// An option is malformed or unknown, or its value is invalid.
    #[error("agent `{agent}`: {error}")]
    Option {
        /// The agent.
        agent: String,
        /// The fault.
        error: OptionError,
    },
    /// The contest has no agent of this name, and there is no such file.
    #[error("there is no agent `{name}`: {known}, or give the path of a policy file")]
    Unknown {
        /// The name as written.
        name: String,
        /// The name that is likely meant, and the names of the contest's agents.
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
    if reason.contains(path) { reason.to_owned() } else { format!("{path}: {reason}") }
}

impl AgentError {
    /// The error of a name that is not among those of the `known` agents.
    pub fn unknown<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> AgentError {
        let known: Vec<&str> = known.collect();
        AgentError::Unknown { name: name.to_owned(), known: choose(name, &known) }
    }

    /// The policy file cannot be used, for this reason.
    pub fn bad_policy(path: &str, reason: impl fmt::Display) -> AgentError {
        AgentError::Policy { path: path.to_owned(), reason: reason.to_string() }
    }

    /// The policy that is part of the program cannot be loaded, for this reason.
    pub fn bad_installed_policy(reason: impl fmt::Display) -> AgentError {
        AgentError::bad_policy("the installed policy", reason)
    }

    /// The error of a policy file for the game `found` at a table where `played` is played.
    pub fn other_game(path: &str, found: impl fmt::Display, played: impl fmt::Display) -> AgentError {
        let reason = format!("it is for {found}, and at the table {played} is played: train a policy for that");
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
    /// The agent of this name, without options.
    pub fn named(name: &str) -> AgentSpec {
        AgentSpec { name: name.to_owned(), options: Options::default(), outside: None }
    }

    /// An agent that is implemented outside the contests, under the name that is shown for it. If it fails, it leaves
    /// its games: see [`AgentSpec::on_failure`].
    pub fn outside(name: &str, agent: impl OutsideAgent + 'static) -> AgentSpec {
        let agent = Arc::new(agent);
        AgentSpec { outside: Some(Outside::new(agent, OnFailure::default())), ..AgentSpec::named(name) }
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
        let ProgramOptions { command, seconds, start } = self.read()?;
        let command = command.ok_or_else(|| self.missing("command", "the program and its arguments"))?;
        let words = shlex::split(&command).filter(|words| !words.is_empty());
        let wanted = "a command line with all its quotes closed";
        let words = words.ok_or_else(|| self.invalid("command", &command, wanted))?;
        let program = Program::new(words, seconds, start);
        let agent = Outside::new(Arc::new(program), OnFailure::default());
        Ok(AgentSpec { outside: Some(agent), ..self })
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
    pub fn options(&self) -> &Options {
        &self.options
    }

    fn fault(&self, error: OptionError) -> AgentError {
        AgentError::Option { agent: self.name.clone(), error }
    }

    /// The same agent with one more option.
    ///
    /// # Errors
    ///
    /// [`OptionError::Repeated`] if the option is given already.
    pub fn with(mut self, key: &str, value: &str) -> Result<AgentSpec, AgentError> {
        let added = self.options.insert(key, value);
        added.map_err(|error| self.fault(error))?;
        Ok(self)
    }

    /// The value of option `key`, as written.
    pub fn option(&self, key: &str) -> Option<&str> {
        self.options.get(key)
    }

    /// The error of an agent without option `key`, which it needs. `wanted` is the meaning of the option.
    pub fn missing(&self, key: &str, wanted: &str) -> AgentError {
        AgentError::Missing { agent: self.name.clone(), option: key.to_owned(), wanted: wanted.to_owned() }
    }

    /// The error of option `key` with this value. `wanted` is what is valid.
    pub fn invalid(&self, key: &str, value: &str, wanted: &str) -> AgentError {
        self.fault(OptionError::Value { key: key.to_owned(), value: value.to_owned(), wanted: wanted.to_owned() })
    }

    /// The same agent with these options beside those that are given.
    #[must_use]
    pub fn with_defaults(mut self, defaults: Options) -> AgentSpec {
        self.options = self.options.or(defaults);
        self
    }

    /// Refuses all options.
    ///
    /// # Errors
    ///
    /// [`OptionError::Unknown`] names the first of them.
    pub fn without_options(&self) -> Result<(), AgentError> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct NoOptions {}
        self.read().map(|NoOptions {}| ())
    }

    /// The options as a struct.
    ///
    /// # Errors
    ///
    /// [`AgentError::Option`] names the option that is unknown or has an invalid value.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, AgentError> {
        self.read_beside(&[])
    }

    /// The options but for those of the `apart` keys, as a struct.
    ///
    /// # Errors
    ///
    /// Those of [`AgentSpec::read`].
    pub fn read_beside<T: DeserializeOwned>(&self, apart: &[&'static str]) -> Result<T, AgentError> {
        let read = self.options.read_beside(apart);
        read.map_err(|error| self.fault(error))
    }
}

/// True if `text` begins with `key=`.
fn starts_with_key(text: &str) -> bool {
    let named = |character: char| character.is_ascii_lowercase() || character == '-';
    let after = text.trim_start_matches(named);
    after.len() < text.len() && after.starts_with('=')
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
            Some((_, rest)) if rest.contains(['/', '\\']) || rest.ends_with(".policy") => (text, None),
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        if name.is_empty() {
            return Err(AgentError::NoName);
        }
        let mut spec = AgentSpec::named(name);
        let options = options.map_or_else(|| Ok(Options::default()), Options::parse);
        spec.options = options.map_err(|error| spec.fault(error))?;
        match name {
            PROGRAM => spec.into_program(),
            _ => Ok(spec),
        }
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (position, (key, value)) in self.options.iter().enumerate() {
            let separator = if position == 0 { ':' } else { ',' };
            write!(f, "{separator}{key}={value}")?;
        }
        Ok(())
    }
}
