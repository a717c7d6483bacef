//! Identifies the team of a connection, and limits how often it may connect.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use cardsharp_terminal::sanitize::sanitize;

/// The least time between two attempts to connect from one address, by the contest's rule.
pub const HAMMERING_WAIT: Duration = Duration::from_secs(5);

/// The number of a team, constant over the contest. It is at least 1, and it fits in the clients'
/// signed 32-bit integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TeamId(pub i32);

impl TeamId {
    /// The weak opponent of the practice port.
    pub const HOUSE: TeamId = TeamId(0);
}

/// The way in which connections are assigned to teams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Teams {
    /// Every loopback address is its own team; all other addresses are unknown.
    Loopback,
    /// The addresses of each team are listed; all others are unknown.
    Table(TeamTable),
    /// Every connection is its own team, and the 5-second rule does not apply. No team can come
    /// back: neither its address nor its port separates a returning client from a new one.
    Open,
}

/// The addresses and the names of teams.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TeamTable {
    /// The team of each address.
    pub hosts: HashMap<IpAddr, TeamId>,
    /// The names of those teams that have one.
    pub names: HashMap<TeamId, String>,
}

/// The config file: `{"teams": [{"id": 7, "name": "...", "hosts": ["10.2.88.12"]}]}`. It is JSON
/// like every other file of ours, so it needs no further parser.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TeamFile {
    teams: Vec<TeamEntry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TeamEntry {
    id: TeamId,
    name: Option<String>,
    hosts: Vec<IpAddr>,
}

/// A reason why a table of teams cannot be used.
#[derive(Debug, Error)]
pub enum TeamsError {
    /// The file cannot be read.
    #[error("the table of teams {path} cannot be read: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The text has not the form of a table of teams.
    #[error(
        "the table of teams {path} is not of the form \
         {{\"teams\": [{{\"id\": 1, \"hosts\": [\"10.2.88.12\"]}}]}}: {source}"
    )]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The place and the error.
        source: serde_json::Error,
    },
    /// A team's number is not positive.
    #[error("team {0} in the table of teams: team ids start at 1")]
    BadId(i32),
    /// Two teams have the same number.
    #[error("team {0} is in the table of teams twice: merge its hosts")]
    IdTwice(i32),
    /// Two teams have the same address.
    #[error("host {0} is in the table of teams twice: a host has one team")]
    HostTwice(IpAddr),
}

impl Teams {
    /// Reads a table of teams from a JSON file.
    pub fn from_file(path: &Path) -> Result<Teams, TeamsError> {
        let text = std::fs::read(path).map_err(|source| TeamsError::Unreadable { path: path.to_owned(), source })?;
        let file: TeamFile =
            serde_json::from_slice(&text).map_err(|source| TeamsError::Malformed { path: path.to_owned(), source })?;
        let mut table = TeamTable::default();
        let mut seen = std::collections::HashSet::new();
        for TeamEntry { id, name, hosts } in file.teams {
            if id.0 < 1 {
                return Err(TeamsError::BadId(id.0));
            }
            if !seen.insert(id) {
                return Err(TeamsError::IdTwice(id.0));
            }
            for host in hosts {
                if table.hosts.insert(host.to_canonical(), id).is_some() {
                    return Err(TeamsError::HostTwice(host));
                }
            }
            if let Some(name) = name {
                table.names.insert(id, name);
            }
        }
        Ok(Teams::Table(table))
    }

    /// The team with the address `host`, if it is known.
    pub(super) fn identify(&self, host: IpAddr) -> Identity {
        let known = match self {
            Teams::Open => return Identity::Anyone,
            Teams::Table(table) => table.hosts.get(&host.to_canonical()).copied(),
            Teams::Loopback => loopback_team(host.to_canonical()),
        };
        known.map_or(Identity::Unknown, Identity::Team)
    }

    /// The name of a team: from the table, or its address; none if it has neither.
    pub fn name(&self, team: TeamId) -> Option<String> {
        match self {
            _ if team == TeamId::HOUSE => Some("house".to_owned()),
            Teams::Open => None,
            Teams::Table(table) => table.names.get(&team).cloned(),
            Teams::Loopback => Some(loopback_host(team).to_string()),
        }
    }

    /// The teams that are known before they connect, in the order of their numbers.
    pub(super) fn known(&self) -> Vec<TeamId> {
        let mut known: Vec<TeamId> = match self {
            Teams::Table(table) => table.hosts.values().copied().collect(),
            Teams::Loopback | Teams::Open => Vec::new(),
        };
        known.sort_unstable();
        known.dedup();
        known
    }

    /// The text for a team: its name, if it has one, and its number.
    pub(super) fn label(&self, team: TeamId) -> String {
        label(team, self.name(team).as_deref())
    }
}

/// The text for a team in a log.
pub(super) fn label(team: TeamId, name: Option<&str>) -> String {
    match name {
        Some(name) => format!("{} (team {})", sanitize(name), team.0),
        None => format!("team {}", team.0),
    }
}

/// The team of a loopback address: 127.0.0.1 is team 1, 127.0.0.2 team 2, and so on. The same in every run.
fn loopback_team(host: IpAddr) -> Option<TeamId> {
    match host {
        IpAddr::V4(v4) if v4.is_loopback() => {
            let [_, b, c, d] = v4.octets();
            Some(TeamId(i32::from_be_bytes([0, b, c, d]).max(1)))
        }
        IpAddr::V6(Ipv6Addr::LOCALHOST) => Some(LOOPBACK_V6),
        _ => None,
    }
}

/// The team of ::1. Its number is after those of all IPv4 loopback addresses.
const LOOPBACK_V6: TeamId = TeamId(1 << 24);

/// The address of a team of [`loopback_team`].
fn loopback_host(team: TeamId) -> IpAddr {
    match team {
        LOOPBACK_V6 => IpAddr::V6(Ipv6Addr::LOCALHOST),
        TeamId(id) => {
            let [_, b, c, d] = id.to_be_bytes();
            IpAddr::from([127, b, c, d])
        }
    }
}

/// The team of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Identity {
    /// Unknown to the contest.
    Unknown,
    /// This team.
    Team(TeamId),
    /// Every connection is a new team.
    Anyone,
}

/// The rule against hammering. An attempt to connect within 5 s of the last one (or within the
/// server's own interval) is refused, and the time begins again.
#[derive(Debug)]
pub(super) struct HammeringRule {
    wait: Duration,
    last_attempt: HashMap<IpAddr, Instant>,
}

impl HammeringRule {
    /// Above this number of addresses, those whose time is over are removed.
    const TIDY_ABOVE: usize = 1024;

    /// The rule with this time between two attempts.
    pub(super) fn new(wait: Duration) -> HammeringRule {
        HammeringRule { wait, last_attempt: HashMap::new() }
    }

    /// Records an attempt, and returns true if it is allowed.
    pub(super) fn admits(&mut self, host: IpAddr, now: Instant) -> bool {
        if self.last_attempt.len() > Self::TIDY_ABOVE {
            self.last_attempt.retain(|_, last| now.duration_since(*last) < self.wait);
        }
        let last = self.last_attempt.insert(host, now);
        last.is_none_or(|last| now.duration_since(last) >= self.wait)
    }
}

#[cfg(test)]
#[path = "../tests/unit/teams.rs"]
mod tests;
