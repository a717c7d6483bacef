//! The shared parts of commands: their arguments, their progress and their reports. The commands of a contest
//! are built from these parts. The command line of the program runs all commands.

pub mod candidates;
pub mod check;
mod client;
mod client_journal;
mod contest_commands;
pub mod demo;
pub mod exploit;
pub mod export;
pub mod inspect;
pub mod interrupt;
pub mod memory;
pub mod overwrite;
pub mod progress;
pub mod quantities;
pub mod sampled;
pub mod serve;
mod server;
pub mod solve;
pub mod starter;
pub mod threads;
pub mod train;

pub use client::{ContestClient, client_flags};
pub use client_journal::{ClientGame, ClientJournal};
pub use contest_commands::{CommandPart, CommandParts, ContestCommands, OwnCommand};
pub use server::{Administer, ContestServer};
