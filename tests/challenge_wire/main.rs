//! Both ends of the Challenge protocol over real sockets on the loopback interface.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

mod events;
mod faults;
mod hostile_servers;
mod live;
mod matchmaking;
mod peers;
mod program;
mod resolving;
mod rounds;
mod tracker;
