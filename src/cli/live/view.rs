//! `cardsharp view`: journals of matches and tournaments in a browser, and policies node by node.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;

use super::sides::log_to_stderr;
use crate::cli::exploit::unknown_game;
use crate::cli::exploration;
use crate::cli::luck;
use crate::contests;
use crate::contests::family_of;
use crate::explicit::ExplicitGame;
use cardsharp_game::BadUsage;
use cardsharp_net::server_thread::StopSignals;
use cardsharp_policy::container::{self, Kind};
use cardsharp_terminal::output;
use cardsharp_view::{Library, MAX_JOURNAL, Mirror, NamedAdvisor, NamedExplorer, RunningView};

/// Show journals of matches and tournaments in a browser, and policies node by node.
///
/// Journals: standings, lists of games, and games move by move; a journal that grows is shown as it is. Policies
/// and games: the tree is walked by clicks, with what every hand does at each node. Two policies are compared side
/// by side. Serves pages until Ctrl-C.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp match challenge expert greedy --rounds 5 --journal games.jsonl --records
  cardsharp view games.jsonl
  cardsharp view games.jsonl --policy data/challenge/all-scores.policy
  cardsharp view data/challenge/all-scores.policy
  cardsharp view first.policy second.policy
  cardsharp view leduc_poker
  cardsharp view http://127.0.0.1:8091/ --port 8092
  cardsharp view . --port 8090")]
pub struct ViewArguments {
    /// Journals: a file or a folder of them (*.jsonl), or the address of another server's pages, whose journal is
    /// followed; or one policy or two; or a game that fits in memory: its name or a file of Gambit. Without any, the
    /// journals of this folder.
    #[arg(value_name = "FILE|DIR|URL|GAME")]
    shown: Vec<PathBuf>,
    /// A policy beside the journals: games of its contest show what it would have done.
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
pub(super) fn advisor(path: &Path) -> anyhow::Result<NamedAdvisor> {
    let newest = container::open_newest(path)?;
    newest.reader.require_kind(Kind::Policy)?;
    let game = &newest.reader.header().game;
    let contest = family_of(game).ok_or_else(|| unknown_game(game))?;
    let name = path.file_name().unwrap_or_default();
    let baseline = path.to_owned();
    Ok(NamedAdvisor {
        contest: contest.name().to_owned(),
        name: name.to_string_lossy().into_owned(),
        advisor: contest.policies()?.advisor(path)?,
        luck: Box::new(move |agents| luck::finder(contest, &baseline, agents)),
    })
}

/// The largest number of policies that are shown.
const MAX_POLICIES: usize = 2;

/// The kind of thing that an argument names.
enum Named {
    Journals,
    Address,
    Policy,
    Game,
}

/// The kind of thing that `path` names. A file that is neither a policy nor a file of Gambit is taken as a journal.
fn named(path: &Path) -> anyhow::Result<Named> {
    let ends = |end: &str| path.extension().is_some_and(|found| found == end);
    if ["http://", "https://"].iter().any(|start| path.to_string_lossy().starts_with(start)) {
        return Ok(Named::Address);
    }
    if exploration::is_policy(path) {
        return Ok(Named::Policy);
    }
    if ends("efg") || ends("nfg") {
        return Ok(Named::Game);
    }
    if path.exists() || ends("jsonl") {
        return Ok(Named::Journals);
    }
    match ExplicitGame::checked_name(&path.to_string_lossy()) {
        Ok(_) => Ok(Named::Game),
        Err(fault) => bail!(BadUsage::new(format!("there is no file {}, and it is no game: {fault}", path.display()))),
    }
}

/// The name of a file, without its folder unless another file has that name too.
fn name(path: &Path, all: &[(PathBuf, Named)]) -> String {
    let of = |path: &Path| path.file_name().unwrap_or_default().to_owned();
    let same = all.iter().filter(|(other, _)| of(other) == of(path));
    match same.count() {
        0 | 1 => of(path).to_string_lossy().into_owned(),
        _ => path.to_string_lossy().into_owned(),
    }
}

/// The journals and policies that the arguments name.
struct Opened {
    library: Library,
    explorers: Vec<NamedExplorer>,
    /// The copy of a journal from elsewhere, which is removed at the end.
    mirror: Option<Mirror>,
}

/// The journals of a file or a folder. Where there are none, the error says how to get them out of a server's database.
fn journals(path: &Path) -> anyhow::Result<Library> {
    Library::open(path, contests::without_commands()).map_err(|error| {
        let databases = contests::all().map(|contest| (contest.name(), format!("{}.redb", contest.name())));
        let mut found = databases.filter(|(_, file)| path.join(file).is_file());
        match found.next() {
            Some((contest, file)) => anyhow::anyhow!(
                "{error}; {file} is the database of a server: `cardsharp admin {contest} --data {} export --out games.jsonl` \
                 writes its games as a journal",
                path.display()
            ),
            None => error.into(),
        }
    })
}

/// Opens the journals and policies that the arguments name.
fn open(arguments: &ViewArguments) -> anyhow::Result<Opened> {
    let (mut library, mut mirror, mut all) = (None, None, Vec::new());
    for path in &arguments.shown {
        match named(path)? {
            Named::Journals | Named::Address if library.is_some() => {
                bail!(BadUsage::new("journals are shown from one file, one folder or one address: give one of them"))
            }
            Named::Journals => library = Some(journals(path)?),
            Named::Address => {
                let copy = mirror.insert(Mirror::start(&path.to_string_lossy(), MAX_JOURNAL)?);
                library = Some(Library::open(copy.path(), contests::without_commands())?);
            }
            kind => all.push((path.clone(), kind)),
        }
    }
    if let Some(policy) = &arguments.policy {
        all.push((policy.clone(), Named::Policy));
    }
    if all.len() > MAX_POLICIES {
        bail!(BadUsage::new(format!(
            "{} policies and games were given: at most {MAX_POLICIES} are shown side by side",
            all.len()
        )));
    }
    let library = match library {
        Some(library) => library,
        None if all.is_empty() => journals(Path::new("."))?,
        // A policy alone may stand beside the journals of this folder.
        None if arguments.shown.is_empty() => {
            Library::open(Path::new("."), contests::without_commands()).unwrap_or_else(|_| Library::none())
        }
        None => Library::none(),
    };
    let explorers = all.iter().map(|(path, kind)| {
        let exploration = match kind {
            Named::Game => exploration::of_game(&path.to_string_lossy())?,
            _ => exploration::of_policy(path)?,
        };
        Ok(NamedExplorer::new(name(path, &all), exploration))
    });
    let explorers: anyhow::Result<_> = explorers.collect();
    Ok(Opened { library, explorers: explorers?, mirror })
}

/// Runs the command: serves until it is told to stop. The address is printed on standard output.
///
/// # Errors
///
/// There is nothing to show, or the port cannot be opened.
pub fn run(arguments: &ViewArguments) -> anyhow::Result<ExitCode> {
    log_to_stderr(arguments.quiet);
    let signals = StopSignals::listen()?;
    let Opened { library, explorers, mirror: _mirror } = open(arguments)?;
    let advisor = match &arguments.policy {
        Some(path) if !library.is_empty() => Some(advisor(path)?),
        _ => None,
    };
    let view = RunningView::start(library, advisor, explorers, arguments.bind, arguments.port)?;
    output::write(|out| writeln!(out, "http://{}/", view.address()));
    view.serve_until(signals)?;
    Ok(ExitCode::SUCCESS)
}
