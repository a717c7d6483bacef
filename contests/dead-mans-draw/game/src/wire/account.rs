//! The objects of accounts, and the body of errors.

use serde::{Deserialize, Serialize};

/// The answer to `GET /api/hello`, which needs no login.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// A greeting.
    pub message: String,
}

/// The role of an account, which gives its rights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The account plays.
    #[default]
    Player,
    /// The account creates matches between players, and ends them.
    Admin,
}

/// The answer to `GET /api/whoami`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhoAmI {
    /// The id of the login.
    pub username: String,
    /// The name that is shown.
    pub name: String,
    /// The role.
    pub role: Role,
}

/// The answer to `GET /api/sessioninfo`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionInfo {
    /// The address of the client.
    pub ip: String,
    /// The place where the server keeps its matches.
    pub dbname: String,
    /// The role.
    pub role: Role,
    /// The name that is shown.
    pub name: String,
    /// The id of the login.
    pub username: String,
    /// The version of the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The country of the address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
}

/// A player, as in the list of `GET /api/players`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerRecord {
    /// The id.
    #[serde(rename = "_id")]
    pub id: String,
    /// The name that is shown.
    pub name: String,
    /// The team's e-mail address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
}

/// The body of an error response, except for a missing login, whose body is plain text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorBody {
    /// The error message.
    pub error: String,
}
