//! The commands that run the server or the client of a contest, and those for the accounts of a server.

mod admin;
mod credentials;
mod departure;
mod help;
mod play;
mod serve;
mod sides;
mod view;
mod waiting;

use std::process::ExitCode;

use clap::Subcommand;

use cardsharp_commands::ContestCommands;

/// The commands of servers and clients.
#[derive(Subcommand)]
pub(super) enum LiveCommand {
    Serve(serve::ServeArgs),
    Credentials(credentials::CredentialsArguments),
    Admin(admin::AdminArguments),
    Play(play::PlayArgs),
    View(view::ViewArguments),
}

/// Adds the texts of the contests to the commands. `contest_of` returns the contest that the command line names
/// if its command has the given name.
pub(super) fn describe(
    command: clap::Command,
    contest_of: impl Fn(&str) -> Option<&'static dyn ContestCommands>,
) -> clap::Command {
    command
        .mut_subcommand("serve", |it| help::serve(it, contest_of("serve")))
        .mut_subcommand("play", |it| help::play(it, contest_of("play")))
}

/// Runs the command.
pub(super) fn run(command: &LiveCommand) -> anyhow::Result<ExitCode> {
    match command {
        LiveCommand::Serve(args) => serve::run(args),
        LiveCommand::Credentials(arguments) => credentials::run(arguments),
        LiveCommand::Admin(arguments) => admin::run(arguments),
        LiveCommand::Play(args) => play::run(args),
        LiveCommand::View(arguments) => view::run(arguments),
    }
}
