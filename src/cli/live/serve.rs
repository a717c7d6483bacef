//! `cardsharp serve`: the contest server.

use std::fs::OpenOptions;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{ArgMatches, Args, FromArgMatches};

use super::sides::{log_to_stderr, server_of};
use crate::cli::candidates;
use crate::cli::contest::by_name;
use crate::contests;
use cardsharp_commands::ContestCommands;
use cardsharp_commands::serve::ServeOptions;
use cardsharp_files::store::make_folder;
use cardsharp_game::{BadUsage, ServedJournal};
use cardsharp_view::{Library, RunningView};

/// Run a contest's server.
///
/// `cardsharp serve CONTEST --help` lists the flags of that contest's server, too.
///
/// Stops on Ctrl-C, SIGTERM and SIGHUP, and by itself after --games. Ends with the standings on standard output.
#[derive(Args)]
pub struct ServeArgs {
    /// The contest
    #[arg(value_parser = by_name, add = candidates::contests())]
    contest: &'static dyn ContestCommands,
    #[command(flatten)]
    options: ServeOptions,
    /// Log errors only
    #[arg(long)]
    quiet: bool,
}

/// The flags of a server whose journal can be shown in a browser.
#[derive(Args)]
pub(super) struct PagesFlags {
    /// Port of the pages for a browser, 0 for any that is free; without it there are none
    #[arg(long, value_name = "PORT")]
    pages: Option<u16>,
}

/// Starts the pages of the server's journal on this port.
fn pages(journal: ServedJournal, options: &ServeOptions, port: u16) -> anyhow::Result<RunningView> {
    let Some(folder) = &options.data else {
        bail!(BadUsage::new("the pages (--pages) show the server's journal: name its folder with --data"));
    };
    let path = folder.join(journal.file);
    let failed = || format!("the journal {} cannot be opened", path.display());
    make_folder(folder, options.sync.unwrap_or_default())?;
    // The server may be new.
    let mut file = OpenOptions::new();
    file.create(true).append(true);
    drop(file.open(&path).with_context(failed)?);
    let library = Library::open(&path, contests::without_commands())?;
    Ok(RunningView::start(library, None, Vec::new(), options.bind, port)?)
}

/// Runs the command: serves until the server is stopped.
///
/// # Errors
///
/// An option does not fit the contest, or the server fails.
pub fn run(args: &ServeArgs, flags: &ArgMatches) -> anyhow::Result<ExitCode> {
    log_to_stderr(args.quiet);
    let options = &args.options;
    let server = server_of(args.contest)?;
    let pages = match args.contest.served_journal() {
        Some(journal) => {
            PagesFlags::from_arg_matches(flags)?.pages.map(|port| pages(journal, options, port)).transpose()?
        }
        None => None,
    };
    if let Some(pages) = &pages {
        tracing::info!("pages on http://{}/", pages.address());
    }
    (server.serve)(options, flags).with_context(|| format!("serving {}", args.contest.name()))?;
    Ok(ExitCode::SUCCESS)
}
