//! The commands that run the server or the client of a contest, and those for the accounts of a server.

mod admin;
mod analyse;
mod check;
mod credentials;
mod departure;
pub(super) mod help;
mod play;
mod serve;
mod sides;
mod starter;
mod tree;
mod view;
mod waiting;

use std::process::ExitCode;

use clap::{ArgMatches, Subcommand};

/// The commands of servers and clients.
#[derive(Subcommand)]
pub(super) enum LiveCommand {
    Serve(serve::ServeArgs),
    Credentials(credentials::CredentialsArguments),
    Admin(admin::AdminArguments),
    Play(play::PlayArgs),
    View(view::ViewArguments),
    Analyse(analyse::AnalyseArguments),
    Tree(tree::TreeArguments),
    Starter(starter::StarterArguments),
    Check(check::CheckArguments),
}

/// Runs the command. `flags` has the values of its flags, those of the contest among them.
pub(super) fn run(command: &LiveCommand, flags: &ArgMatches) -> anyhow::Result<ExitCode> {
    match command {
        LiveCommand::Serve(args) => serve::run(args, flags),
        LiveCommand::Credentials(arguments) => credentials::run(arguments),
        LiveCommand::Admin(arguments) => admin::run(arguments),
        LiveCommand::Play(args) => play::run(args, flags),
        LiveCommand::View(arguments) => view::run(arguments),
        LiveCommand::Analyse(arguments) => analyse::run(arguments),
        LiveCommand::Tree(arguments) => tree::run(arguments),
        LiveCommand::Starter(arguments) => starter::run(arguments),
        LiveCommand::Check(arguments) => check::run(arguments),
    }
}
