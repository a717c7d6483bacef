//! HTTP: a client, a server, and the limits on its connections.

pub mod client;
pub mod connections;
pub mod html;
pub mod server;
