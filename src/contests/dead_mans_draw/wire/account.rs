//! Who is who, and what went wrong.

use serde::{Deserialize, Serialize};

/// The answer to `GET /api/hello`, which needs no login.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// A greeting.
    pub message: String,
}

/// What somebody may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Plays.
    #[default]
    Player,
    /// Creates matches between players, and ends them.
    Admin,
}

/// The answer to `GET /api/whoami`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhoAmI {
    /// The id one logged in with.
    pub username: String,
    /// The name that is shown.
    pub name: String,
    /// What one may do.
    pub role: Role,
}

/// The answer to `GET /api/sessioninfo`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionInfo {
    /// The address one comes from.
    pub ip: String,
    /// Where the server keeps its matches.
    pub dbname: String,
    /// What one may do.
    pub role: Role,
    /// The name that is shown.
    pub name: String,
    /// The id one logged in with.
    pub username: String,
    /// The version of the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Where the address belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
}

/// A player, as `GET /api/players` lists them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerRecord {
    /// The id.
    #[serde(rename = "_id")]
    pub id: String,
    /// The name that is shown.
    pub name: String,
    /// How to write to the team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
}

/// The body of a refusal, but for the one of a missing login, which is plain text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorBody {
    /// What is wrong.
    pub error: String,
}
