//! The command line, and the processes in which targets run.
//!
//! Each target runs in a process of its own, which keeps the input it is at in a file. So an input that ends the process
//! is known, too.

use std::fs::{self, File};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{self, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Parser;

use crate::search::{Found, Plan, Until, search};
use crate::{Target, corpus, guard};

/// Gives mutated input to the parsers of cardsharp, and keeps what makes one of them fail.
#[derive(Clone, Debug, Parser)]
#[command(name = "cardsharp-fuzz")]
struct Arguments {
    /// The seconds for each target.
    #[arg(long, default_value_t = 60, conflicts_with = "runs")]
    seconds: u64,
    /// The number of inputs for each target, in place of a time.
    #[arg(long)]
    runs: Option<u64>,
    /// The seed of the mutations.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A target, all if none is named.
    #[arg(long = "target", value_name = "NAME")]
    targets: Vec<String>,
    /// The folder with a folder of examples for every target.
    #[arg(long, value_name = "FOLDER", default_value_os_t = corpus::folder())]
    corpus: PathBuf,
    /// The folder for inputs that show a fault.
    #[arg(long, value_name = "FOLDER", default_value = "findings")]
    findings: PathBuf,
    /// Gives this file to the target, and nothing else.
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
    /// The most seconds of processor time of an input.
    #[arg(long, default_value_t = guard::PATIENCE)]
    patience: u64,
    /// Lists the targets, and does nothing else.
    #[arg(long)]
    list: bool,
    /// The file for the input of the process that searches one target.
    #[arg(long, value_name = "FILE", hide = true)]
    at: Option<PathBuf>,
}

impl Arguments {
    fn patience(&self) -> Duration {
        Duration::from_secs(self.patience)
    }

    fn plan(&self) -> Plan {
        Plan {
            seed: self.seed,
            until: match self.runs {
                Some(runs) => Until::Runs(runs),
                None => Until::Time(Duration::from_secs(self.seconds)),
            },
            patience: self.patience(),
        }
    }
}

/// The exit code of a process that has met a fault, which it has printed.
const FAULT: u8 = 3;
/// The time after which an input waits for something that does not come.
const LONGEST_WAIT: Duration = Duration::from_secs(300);
/// The number of faults of one target after which it is left.
const MOST_FAULTS: usize = 20;

/// Does what the words of a command line ask for. `program` are the words that start this program.
///
/// # Errors
///
/// A file cannot be read or written, or a process cannot be started.
pub fn run(targets: &[Target], program: &[String], words: Vec<String>) -> anyhow::Result<ExitCode> {
    let name = program.first().cloned().unwrap_or_default();
    let arguments = match Arguments::try_parse_from(std::iter::once(name).chain(words)) {
        Ok(arguments) => arguments,
        Err(error) => {
            error.print()?;
            return Ok(ExitCode::from(error.exit_code() as u8));
        }
    };
    let chosen = chosen(targets, &arguments.targets)?;
    if arguments.list {
        chosen.iter().for_each(|target| println!("{}", target.name));
        return Ok(ExitCode::SUCCESS);
    }
    match (&arguments.at, &arguments.replay, &chosen[..]) {
        (Some(at), _, [target]) => child(target, &arguments, at),
        (_, Some(file), [target]) => replay(target, file, &arguments),
        (None, None, _) => parent(&chosen, program, &arguments),
        _ => bail!("name the one target of the file: --target NAME"),
    }
}

fn chosen(targets: &[Target], names: &[String]) -> anyhow::Result<Vec<Target>> {
    if names.is_empty() {
        return Ok(targets.to_vec());
    }
    let named = |name: &String| {
        let target = targets.iter().find(|target| target.name == name);
        let known = || targets.iter().map(|target| target.name).collect::<Vec<_>>().join(", ");
        target.copied().with_context(|| format!("no target {name}; there are {}", known()))
    };
    names.iter().map(named).collect()
}

/// Gives a file to a target.
fn replay(target: &Target, file: &Path, arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let input = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let watch = Watch::new(arguments.patience());
    watch.begin();
    match guard::on_own_thread(|| guard::run(target, &input, arguments.patience()))? {
        Ok(outcome) => {
            let kinds = outcome.kinds().count();
            println!("{}: no fault, {kinds} different answers", target.name);
            Ok(ExitCode::SUCCESS)
        }
        Err(fault) => {
            println!("{fault}");
            Ok(ExitCode::from(FAULT))
        }
    }
}

/// Ends the process if an input takes too long.
struct Watch {
    /// The processor time at which the input was begun, in milliseconds.
    begun: Arc<AtomicU64>,
}

impl Watch {
    fn new(patience: Duration) -> Watch {
        let begun = Arc::new(AtomicU64::new(u64::MAX));
        let watched = Arc::clone(&begun);
        thread::spawn(move || {
            let mut before = (u64::MAX, Instant::now());
            loop {
                thread::sleep(Duration::from_millis(500));
                let begun = watched.load(Relaxed);
                if begun != before.0 {
                    before = (begun, Instant::now());
                }
                // An input that waits for ever takes no processor time.
                let waits = before.1.elapsed() > LONGEST_WAIT && begun != u64::MAX;
                // An input that ends a little late is found when it has ended.
                if waits || milliseconds().saturating_sub(begun) > 2 * patience.as_millis() as u64 {
                    println!("{}", guard::too_long(patience));
                    process::exit(FAULT.into());
                }
            }
        });
        Watch { begun }
    }

    fn begin(&self) {
        self.begun.store(milliseconds(), Relaxed);
    }
}

/// The processor time of this process so far.
fn milliseconds() -> u64 {
    guard::processor_time().as_millis() as u64
}

/// Searches a target in this process, with the input in the file `at`. Prints the numbers of the search or the fault.
fn child(target: &Target, arguments: &Arguments, at: &Path) -> anyhow::Result<ExitCode> {
    let examples = corpus::read(target, &arguments.corpus)?;
    let examples = examples.into_iter().map(|(_, bytes)| bytes).collect();
    let file = File::create(at)?;
    let watch = Watch::new(arguments.patience());
    let found = guard::on_own_thread(|| {
        search(target, examples, arguments.plan(), |input| {
            watch.begin();
            keep(&file, input);
        })
    })?;
    let Found { runs, taken, kinds, fault } = found;
    println!("{runs} {taken} {kinds} {}", milliseconds());
    match fault {
        None => Ok(ExitCode::SUCCESS),
        Some(fault) => {
            println!("{fault}");
            Ok(ExitCode::from(FAULT))
        }
    }
}

/// Writes the input behind its length, in one call. What an earlier one leaves behind it does not count.
fn keep(file: &File, input: &[u8]) {
    let mut bytes = (input.len() as u64).to_le_bytes().to_vec();
    bytes.extend_from_slice(input);
    if let Err(error) = write_first(file, &bytes) {
        println!("the input cannot be kept: {error}");
        process::exit(1);
    }
}

fn write_first(mut file: &File, bytes: &[u8]) -> io::Result<()> {
    file.rewind()?;
    file.write_all(bytes)
}

/// Reads the input that was kept last.
fn kept(path: &Path) -> anyhow::Result<Vec<u8>> {
    let bytes = fs::read(path)?;
    let (length, rest) = bytes.split_first_chunk().context("no input was kept")?;
    let length = u64::from_le_bytes(*length) as usize;
    Ok(rest.get(..length).context("the input was not kept whole")?.to_vec())
}

/// Searches each target in a process of its own.
fn parent(targets: &[Target], program: &[String], arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let shared = Path::new("/dev/shm");
    let folder = if shared.is_dir() { tempfile::tempdir_in(shared)? } else { tempfile::tempdir()? };
    let mut faults = 0;
    for target in targets {
        let mut session = Session { target, program, arguments, folder: folder.path(), known: Vec::new() };
        faults += session.search()?;
    }
    println!("{} targets, {faults} faults", targets.len());
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::from(FAULT) })
}

/// The search of one target in processes, one after the other.
struct Session<'a> {
    target: &'a Target,
    program: &'a [String],
    arguments: &'a Arguments,
    folder: &'a Path,
    /// The faults so far.
    known: Vec<String>,
}

/// The end of a process.
struct Ended {
    /// Inputs, those that a parser has taken, different answers, and milliseconds of processor time.
    numbers: [u64; 4],
    fault: Option<String>,
}

impl Session<'_> {
    /// Searches for the time that is asked for, with another seed after each fault. Returns the number of faults.
    fn search(&mut self) -> anyhow::Result<usize> {
        let (begun, whole) = (Instant::now(), Duration::from_secs(self.arguments.seconds));
        let (mut all, mut seed) = ([0; 4], self.arguments.seed);
        loop {
            let left = whole.saturating_sub(begun.elapsed());
            let Ended { numbers, fault } = self.run(seed, left)?;
            all = [all[0] + numbers[0], all[1] + numbers[1], all[2].max(numbers[2]), all[3] + numbers[3]];
            let Some(fault) = fault else {
                break;
            };
            self.report(&fault)?;
            seed += 1;
            let is_over = self.arguments.runs.is_some() || begun.elapsed() >= whole;
            if is_over || self.known.len() == MOST_FAULTS {
                break;
            }
        }
        let [runs, taken, kinds, milliseconds] = all;
        let (name, faults) = (self.target.name, self.known.len());
        println!(
            "{name}: {runs} inputs in {:.1} s of processor time, {taken} of them taken, {kinds} different answers, {faults} faults",
            milliseconds as f64 / 1000.0
        );
        Ok(faults)
    }

    /// Runs one process to its end.
    fn run(&self, seed: u64, time: Duration) -> anyhow::Result<Ended> {
        let (first, rest) = self.program.split_first().context("the program has no name")?;
        let mut command = Command::new(first);
        command.args(rest).env("TMPDIR", self.folder);
        command.args(["--target", self.target.name, "--seed", &seed.to_string()]);
        match self.arguments.runs {
            Some(runs) => command.args(["--runs", &runs.to_string()]),
            None => command.args(["--seconds", &time.as_secs_f64().round().to_string()]),
        };
        command.args(["--patience", &self.arguments.patience.to_string()]);
        command.arg("--at").arg(self.at()).arg("--corpus").arg(&self.arguments.corpus);
        let output = command.stderr(Stdio::piped()).stdout(Stdio::piped()).spawn()?.wait_with_output()?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let cried = String::from_utf8_lossy(&output.stderr).into_owned();
        let mut lines = said.lines();
        let numbers = lines.clone().next().and_then(numbers_of);
        if numbers.is_some() {
            lines.next();
        }
        let fault = match output.status.code() {
            Some(0) => None,
            Some(code) if code == i32::from(FAULT) => Some(lines.collect::<Vec<_>>().join("\n")),
            Some(code) => bail!("{} ended with {code}: {said}{cried}", self.target.name),
            None => Some(format!("the process died ({}): {}", output.status, cried.trim())),
        };
        Ok(Ended { numbers: numbers.unwrap_or_default(), fault })
    }

    fn at(&self) -> PathBuf {
        self.folder.join("input")
    }

    /// Keeps the input of a fault that is not known yet.
    fn report(&mut self, fault: &str) -> anyhow::Result<()> {
        // The numbers of a message belong to its input, but for those of its place.
        let kind = fault.split(": ").next().unwrap_or(fault).to_owned();
        if self.known.contains(&kind) {
            return Ok(());
        }
        self.known.push(kind);
        let name = self.target.name;
        let file = self.arguments.findings.join(format!("{name}-{}", self.known.len()));
        fs::create_dir_all(&self.arguments.findings)?;
        fs::write(&file, kept(&self.at())?).with_context(|| format!("cannot write {}", file.display()))?;
        println!("{name}: {fault}");
        println!("    {} --target {name} --replay {}", self.program.join(" "), file.display());
        Ok(())
    }
}

fn numbers_of(line: &str) -> Option<[u64; 4]> {
    let numbers: Option<Vec<u64>> = line.split(' ').map(|word| word.parse().ok()).collect();
    numbers?.try_into().ok()
}
