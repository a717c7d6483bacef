//! HTTP: a client, the exchange of a player, a server, and limits on the server's connections.

mod awaited_body;
pub mod client;
pub mod connections;
pub mod html;
mod origin;
pub mod player;
pub mod retry;
pub mod server;
