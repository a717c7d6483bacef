//! The client side of a contest.

use std::ffi::{OsStr, OsString};

use cardsharp_game::BadUsage;
use cardsharp_net::{CommandHelp, PlayOptions, PlayReport, Reach};
use clap::{Arg, ArgMatches, Command};

/// The client of a contest's protocol: its part of the command `play`.
pub struct ContestClient {
    /// The help of `play` for this contest.
    pub help: CommandHelp,
    /// The way to its server.
    pub reach: Reach,
    /// Adds the flags that only this client has.
    pub describe: fn(Command) -> Command,
    /// Plays on a contest server. The second argument has the values of the client's own flags. The caller has checked
    /// the options by [`PlayOptions::check`].
    ///
    /// # Errors
    ///
    /// The agent cannot be made, or the client gave up.
    pub play: fn(&PlayOptions, &ArgMatches) -> anyhow::Result<PlayReport>,
}

/// The values of the flags of `client`, the client of `contest`, for a caller without a command line. `given` are
/// the long names of flags, without dashes, and their values.
///
/// # Errors
///
/// The client has no such flag, or does not take the value.
pub fn client_flags(contest: &str, client: &ContestClient, given: &[(&str, &OsStr)]) -> Result<ArgMatches, BadUsage> {
    let command = (client.describe)(Command::new("play").no_binary_name(true));
    let mut words = Vec::new();
    for (name, value) in given {
        let mut known = command.get_arguments();
        if !known.any(|flag| flag.get_long() == Some(*name)) {
            return Err(BadUsage::new(format!("the client of {contest} knows no --{name}: leave it out")));
        }
        let mut word = OsString::from(format!("--{name}="));
        word.push(value);
        words.push(word);
    }
    // Flags may require or exclude those that every client has.
    let shared = ["games", "host", "port", "url"];
    command
        .args(shared.map(|name| Arg::new(name).long(name)))
        .try_get_matches_from(words)
        .map_err(|fault| BadUsage::new(fault.to_string()))
}
