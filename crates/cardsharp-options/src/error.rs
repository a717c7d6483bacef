//! The errors of options.

use std::fmt;

use serde::de::{self, Expected};
use thiserror::Error;

use crate::nearest::choose;

/// The error of options that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// The text is not of the form `name` or `name(key=value,key=value)`.
    #[error("it is not of the form name or name(key=value,key=value)")]
    Form,
    /// A part of the text has no equals sign.
    #[error("`{0}` has no value: write key=value")]
    NoValue(String),
    /// A key is given twice.
    #[error("`{0}` is given twice; leave one out")]
    Repeated(String),
    /// There is no such key.
    #[error("there is no `{key}`: {}", of_keys(key, known))]
    Unknown {
        /// The key as written.
        key: String,
        /// The keys that there are.
        known: Vec<&'static str>,
    },
    /// A key without a default is not given.
    #[error("`{0}` is missing")]
    Missing(&'static str),
    /// The value of a key is invalid.
    #[error("`{key}` is {wanted}, not `{value}`")]
    Value {
        /// The key.
        key: String,
        /// The value as written.
        value: String,
        /// The valid values, in words.
        wanted: String,
    },
    /// The options are valid one by one, and not together.
    #[error("{0}")]
    Invalid(String),
}

/// The keys that there are, in words.
fn of_keys(key: &str, known: &[&str]) -> String {
    if known.is_empty() { "it has none".to_owned() } else { choose(key, known) }
}

impl OptionError {
    /// The error as one of the value of `key`.
    pub(crate) fn of_value(self, key: &str, value: &str) -> OptionError {
        match self {
            OptionError::Invalid(wanted) => OptionError::Value { key: key.to_owned(), value: value.to_owned(), wanted },
            error => error,
        }
    }
}

impl de::Error for OptionError {
    fn custom<T: fmt::Display>(message: T) -> OptionError {
        OptionError::Invalid(message.to_string())
    }

    fn invalid_type(_: de::Unexpected<'_>, expected: &dyn Expected) -> OptionError {
        OptionError::Invalid(expected.to_string())
    }

    fn invalid_value(_: de::Unexpected<'_>, expected: &dyn Expected) -> OptionError {
        OptionError::Invalid(expected.to_string())
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> OptionError {
        OptionError::Invalid(format!("one of {}", expected.join(", ")))
    }

    fn unknown_field(key: &str, known: &'static [&'static str]) -> OptionError {
        OptionError::Unknown { key: key.to_owned(), known: known.to_vec() }
    }

    fn missing_field(key: &'static str) -> OptionError {
        OptionError::Missing(key)
    }
}
