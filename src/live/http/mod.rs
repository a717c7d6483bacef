//! HTTP: a client, a server, and limits on the server's connections.

pub mod client;
pub mod connections;
pub mod html;
pub mod server;
