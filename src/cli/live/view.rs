//! `cardsharp view`: journals of matches and tournaments in a browser.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::sides::log_to_stderr;
use crate::cli::exploit::unknown_game;
use crate::contests;
use crate::contests::family_of;
use crate::live::server_thread::StopSignals;
use crate::output;
use crate::policy::container::{self, Kind};
use crate::view::{Library, NamedAdvisor, RunningView};

/// Show journals of matches and tournaments in a browser: standings, lists of games, and games move by move.
///
/// Serves pages until Ctrl-C. A journal that grows is shown as it is.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp match challenge expert greedy --rounds 5 --journal games.jsonl --records
  cardsharp view games.jsonl
  cardsharp view games.jsonl --policy data/challenge/all-scores.policy
  cardsharp view . --port 8090")]
pub struct ViewArguments {
    /// A journal, or a folder of journals (*.jsonl).
    #[arg(default_value = ".")]
    path: PathBuf,
    /// A policy: games of its contest show what it would have done.
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
    /// Address to listen on.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// Port, 0 for any that is free.
    #[arg(long, default_value_t = 8090)]
    port: u16,
    /// Log errors only.
    #[arg(long)]
    quiet: bool,
}

/// The policy of a file, as one that looks at games.
fn advisor(path: &Path) -> anyhow::Result<NamedAdvisor> {
    let newest = container::open_newest(path)?;
    newest.reader.require_kind(Kind::Policy)?;
    let game = &newest.reader.header().game;
    let contest = family_of(game).ok_or_else(|| unknown_game(game))?;
    let name = path.file_name().unwrap_or_default();
    Ok(NamedAdvisor {
        contest: contest.name().to_owned(),
        name: name.to_string_lossy().into_owned(),
        advisor: contest.advisor(path)?,
    })
}

/// Runs the command: serves until it is told to stop. The address is printed on standard output.
///
/// # Errors
///
/// There is nothing to show, or the port cannot be opened.
pub fn run(arguments: &ViewArguments) -> anyhow::Result<ExitCode> {
    log_to_stderr(arguments.quiet);
    let signals = StopSignals::listen()?;
    let library = Library::open(&arguments.path, contests::all().collect())?;
    let advisor = arguments.policy.as_deref().map(advisor).transpose()?;
    let view = RunningView::start(library, advisor, arguments.bind, arguments.port)?;
    output::write(|out| writeln!(out, "http://{}/", view.address()));
    view.serve_until(signals)?;
    Ok(ExitCode::SUCCESS)
}
