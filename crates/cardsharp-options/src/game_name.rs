//! Names of games with their parameters: `name` or `name(key=value,key=value)`.

use std::fmt::Display;

use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::{OptionError, Options};

/// The error of a text that names no member of a family of games.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{text}\" names no game: {reason}; write {example}")]
pub struct BadName {
    /// The text.
    pub text: String,
    /// The fault.
    pub reason: String,
    /// A name that is valid.
    pub example: &'static str,
}

/// The parameters in `text`. `None` if it does not begin with the name.
///
/// # Errors
///
/// [`OptionError::Form`] if the parentheses do not match, and the errors of [`Options::parse`].
pub fn parameters(text: &str, name: &str) -> Result<Option<Options>, OptionError> {
    let Some(rest) = text.trim().strip_prefix(name).map(str::trim_start) else {
        return Ok(None);
    };
    if rest.is_empty() {
        return Ok(Some(Options::default()));
    }
    let Some(rest) = rest.strip_prefix('(') else {
        return Ok(None);
    };
    match rest.strip_suffix(')').map(str::trim) {
        Some("") => Ok(Some(Options::default())),
        Some(inside) if !inside.contains(['(', ')']) => Options::parse(inside).map(Some),
        _ => Err(OptionError::Form),
    }
}

/// True if `text` is meant as a game `name`, even if its parameters are malformed.
pub fn is_meant(text: &str, name: &str) -> bool {
    !matches!(parameters(text, name), Ok(None))
}

/// The game that `text` names: `make` makes it from the parameters. `example` is the longest valid name.
///
/// # Errors
///
/// [`BadName`] gives the fault of the text, or that of the parameters together.
pub fn read<W: DeserializeOwned, P, E: Display>(
    text: &str,
    example: &'static str,
    make: impl FnOnce(W) -> Result<P, E>,
) -> Result<P, BadName> {
    let name = example.split('(').next().unwrap_or(example);
    let bad = |reason: String| BadName { text: text.to_owned(), reason, example };
    let read = parameters(text, name).and_then(|found| found.ok_or(OptionError::Form)?.read());
    let written = read.map_err(|error| bad(error.to_string()))?;
    make(written).map_err(|error| bad(error.to_string()))
}
