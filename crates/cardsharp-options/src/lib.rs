//! Options as the command line and files write them, `key=value,key=value`, read into structs by serde.
//!
//! The keys, their defaults and the types of their values are those of the struct, so that no list of keys stands beside
//! it:
//!
//! ```
//! use cardsharp_options::{Options, within};
//! use serde::Deserialize;
//!
//! #[derive(Debug, PartialEq, Deserialize)]
//! #[serde(default, deny_unknown_fields)]
//! struct Search {
//!     #[serde(deserialize_with = "within::<1, 1000, _, _>")]
//!     worlds: u32,
//!     exact: bool,
//! }
//!
//! impl Default for Search {
//!     fn default() -> Search {
//!         Search { worlds: 50, exact: false }
//!     }
//! }
//!
//! let read = Options::parse("exact=yes")?.read();
//! assert_eq!(read, Ok(Search { worlds: 50, exact: true }));
//!
//! let error = Options::parse("worlds=0")?.read::<Search>().unwrap_err();
//! assert_eq!(error.to_string(), "`worlds` is a whole number from 1 to 1000, not `0`");
//! # Ok::<(), cardsharp_options::OptionError>(())
//! ```

mod error;
pub mod game_name;
mod nearest;
mod number;
mod value;

pub use error::OptionError;
pub use game_name::BadName;
pub use nearest::{choose, nearest};
pub use number::{Number, milliseconds, seconds, within};

use std::collections::HashSet;

use serde::de::DeserializeOwned;

use crate::value::Pairs;

/// Options in the order in which they are written. No key stands twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options(Vec<(String, String)>);

impl Options {
    /// The options in `text`, without spaces around keys and values.
    ///
    /// # Errors
    ///
    /// [`OptionError::NoValue`] for a part without an equals sign, and [`OptionError::Repeated`].
    pub fn parse(text: &str) -> Result<Options, OptionError> {
        let (mut options, mut given) = (Options::default(), HashSet::new());
        for part in text.split(',') {
            let no_value = || OptionError::NoValue(part.trim().to_owned());
            let (key, value) = part.split_once('=').ok_or_else(no_value)?;
            let (key, value) = (key.trim(), value.trim());
            // The name of a game in a file may have as many options as the file is long.
            if !given.insert(key) {
                return Err(OptionError::Repeated(key.to_owned()));
            }
            options.0.push((key.to_owned(), value.to_owned()));
        }
        Ok(options)
    }

    /// Adds an option.
    ///
    /// # Errors
    ///
    /// [`OptionError::Repeated`] if the key stands there already.
    pub fn insert(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        if self.get(key).is_some() {
            return Err(OptionError::Repeated(key.to_owned()));
        }
        self.0.push((key.to_owned(), value.to_owned()));
        Ok(())
    }

    /// The value of `key`, as written.
    pub fn get(&self, key: &str) -> Option<&str> {
        let mut pairs = self.iter();
        pairs.find_map(|(given, value)| (given == key).then_some(value))
    }

    /// Keys and values, as written.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let pairs = self.0.iter();
        pairs.map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// These options, and those of `defaults` whose keys are not among them.
    #[must_use]
    pub fn or(mut self, defaults: Options) -> Options {
        for (key, value) in defaults.0 {
            if self.get(&key).is_none() {
                self.0.push((key, value));
            }
        }
        self
    }

    /// The options as a struct.
    ///
    /// # Errors
    ///
    /// [`OptionError`] names the key that the struct does not have, or that has an invalid value, or that is missing.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, OptionError> {
        T::deserialize(Pairs(&self.0))
    }

    /// The options but for those of the `apart` keys, as a struct.
    ///
    /// # Errors
    ///
    /// Those of [`Options::read`].
    pub fn read_beside<T: DeserializeOwned>(&self, apart: &[&'static str]) -> Result<T, OptionError> {
        let rest = self.0.iter().filter(|(key, _)| !apart.contains(&key.as_str()));
        let rest = Options(rest.cloned().collect());
        rest.read().map_err(|error| match error {
            OptionError::Unknown { key, known } => OptionError::Unknown { key, known: [apart, &known].concat() },
            error => error,
        })
    }
}
