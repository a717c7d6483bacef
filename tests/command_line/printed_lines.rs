//! The command lines that help and book show are run as they stand, page by page, within bounds of time and memory.
//! Those that are not run stand in a list, each with the reason.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use assert_cmd::cargo::cargo_bin;
use cardsharp::cli;

use crate::binary::run;
use crate::documents::{documents, page, shell_lines};

/// Pages whose lines take minutes to days: each stands beside the figure that it makes.
const PAGES_OF_FIGURES: [&str; 2] = ["docs/src/results/", "data/README.md"];

/// Parts of lines that need something else, and what.
const NEED_MORE: &[(&str, &str)] = &[
    ("cardsharp serve ", "waits for players: tests/*_wire run servers with clients"),
    ("cardsharp play ", "waits for a server: tests/*_wire run servers with clients"),
    ("cardsharp check ", "needs a bot: the gate's step `starters` checks the kits"),
    ("cardsharp view ", "waits for a browser: `exploring` and `viewing` run it"),
    ("match challenge human", "waits for a person"),
    ("cardsharp admin ", "needs the folder of a server: tests/skullwhist_wire"),
    ("cardsharp credentials ", "needs a password of one's own: `live`"),
    ("cardsharp import ", "needs a hand that a card has solved: `objects` imports a small one"),
    ("--device gpu", "needs a card: the gate of cards runs it"),
    ("program:command=", "needs a program of one's own: tests/outside_agents"),
    ("inspect opponents.json", "needs what `play` has learned: `challenge_live`"),
    ("> ~/", "writes into the home folder"),
    ("--out ~/", "writes into the home folder"),
    ("> data/", "replaces data of the repository"),
    ("cardsharp run-task ", "needs a task of one's own: `plans`"),
    ("cardsharp gather ", "needs a plan that was run: `plans`"),
];

/// Parts of lines that take longer than [`ALL_BUT_LONG`] allows, and why.
const LONG: &[(&str, &str)] = &[
    ("--time 5m", "trains or solves as long as it says"),
    ("--time 10m", "trains or solves as long as it says"),
    ("--time 20m", "trains or solves as long as it says"),
    (" --time-per-score ", "solves as long as it says"),
    ("cardsharp run-plan ", "runs many tasks: `plans` runs smaller ones"),
    ("cardsharp plan tournament ", "runs thousands of rounds: `plans` runs fewer"),
    ("cardsharp plan values ", "solves 100 hands: `plans` solves smaller ones"),
    ("exploit tricks.policy --shard", "a minute for each hand: `measure_parts` measures smaller members"),
    ("merge tricks.policy", "needs the parts of such a measure"),
    ("--resolve iterations=12 --states 100", "solves again at every decision of 100 subgames"),
    ("tournament challenge data/challenge/all-scores.policy", "20,000 games"),
    (" search ", "`search` thinks for minutes"),
];

/// Parts of lines that the gate's step `printed` runs, and why no other does.
const DEAR: &[(&str, &str)] = &[
    ("cardsharp demo", "trains for 20 seconds"),
    (" --time ", "trains or solves as long as it says"),
    ("cardsharp bench", "half a minute"),
    ("cardsharp plan ", "needs policies of these lines"),
    ("cardsharp respond ", "many linear programs"),
    ("exploit tricks.policy", "a minute for each hand"),
    ("exploit first.policy", "a minute for each hand"),
    ("export data/challenge/", "five million rows"),
    ("export all-scores.policy", "five million rows"),
    ("export challenge ", "five million rows"),
    ("data/challenge/five.policy", "solves again at every decision"),
    ("resolve:policy=", "solves again at every decision"),
    ("--adaptive ", "asks an agent at all information sets"),
    (" expert ", "`expert` thinks for seconds in a round"),
    ("tournament challenge greedy greedy-challenge", "`expert` thinks for seconds in a round"),
    ("three.policy", "100,000 iterations"),
    ("solve challenge --hand-size 3", "half a minute in the tests' build"),
    ("--solver trunk", "solves hands to learn from"),
];

/// The lines that a test runs, and the bounds of each.
#[derive(Clone, Copy)]
struct Selection {
    /// The parts of the lines that are not run.
    left_out: &'static [&'static [(&'static str, &'static str)]],
    /// The seconds of a processor that a line may take.
    seconds: u64,
    /// The kilobytes of address space that a line may take.
    kilobytes: u64,
}

/// The tests' build is a few times slower than that of a release.
const QUICK: Selection = Selection { left_out: &[NEED_MORE, LONG, DEAR], seconds: 20, kilobytes: 3 << 20 };

const ALL_BUT_LONG: Selection = Selection { left_out: &[NEED_MORE, LONG], seconds: 1200, kilobytes: 8 << 20 };

/// Files that lines which are not run would make, from lines that are quick.
const MADE: &[&str] = &[
    "train leduc_poker --solver pdcfr+ --iterations 20 --out leduc.policy",
    "train kuhn_poker --iterations 1000 --out kuhn.policy",
    "train 'challenge(ranks=3,copies=3,hand_size=2)' --score 0,0 --iterations 2000 --out tiny.policy",
];

/// Files of the repository that stand for those that a line which is not run would make.
const COPIED: &[(&str, &str)] = &[
    ("challenge/all-scores.policy", "tricks.policy"),
    ("challenge/all-scores.policy", "first.policy"),
    ("tricky_eights/contest.policy", "eights.policy"),
    ("challenge/curves/tricks.csv", "tricks.csv"),
    ("challenge/curves/seen.csv", "seen.csv"),
    ("challenge/curves/recall.csv", "recall.csv"),
    ("challenge/curves/tricks.csv", "first.csv"),
    ("challenge/curves/seen.csv", "second.csv"),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

impl Selection {
    fn parts(self) -> impl Iterator<Item = &'static str> {
        self.left_out.iter().copied().flatten().map(|(part, _)| *part)
    }

    fn has(self, line: &str) -> bool {
        !self.parts().any(|part| line.contains(part))
    }
}

/// The examples in the help of a command.
fn examples(command: &str) -> Vec<String> {
    let help = String::from_utf8(run(root(), &[command, "--help"]).stdout).unwrap();
    let help = help.replace("\\\n", " ");
    let lines = help.lines().filter_map(|line| line.strip_prefix("  "));
    let lines = lines.filter(|line| line.starts_with("cardsharp "));
    lines.map(str::to_owned).collect()
}

/// Runs a line in a shell within the bounds of `selection`. Returns what went wrong.
fn fault(selection: Selection, folder: &Path, line: &str) -> Option<String> {
    let Selection { seconds, kilobytes, .. } = selection;
    let path = format!("{}:{}", cargo_bin("cardsharp").parent().unwrap().display(), std::env::var("PATH").unwrap());
    let begun = Instant::now();
    let output = Command::new("sh")
        .arg("-c")
        .arg(format!("ulimit -t {seconds}; ulimit -v {kilobytes}; {line}"))
        .current_dir(folder)
        .env("PATH", path)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    println!("{:6.2} s  {line}", begun.elapsed().as_secs_f64());
    let said = String::from_utf8_lossy(&output.stderr);
    (!output.status.success()).then(|| format!("{line}\n{}: {said}", output.status))
}

/// A page's folder, with the data of the repository.
struct PageFolder {
    folder: tempfile::TempDir,
    made: PathBuf,
}

impl PageFolder {
    fn new(made: &Path) -> PageFolder {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(root().join("data"), folder.path().join("data")).unwrap();
        PageFolder { folder, made: made.to_owned() }
    }

    /// Copies the files that the line reads, and that lines which are not run would have made.
    fn bring(&self, line: &str) {
        for word in line.split([' ', ',', '=']) {
            let to = self.folder.path().join(word);
            let is_made = self.made.join(word).is_file() && !line.contains(&format!("--out {word}"));
            if is_made && !to.exists() {
                std::fs::copy(self.made.join(word), to).unwrap();
            }
        }
    }
}

/// The names of the files that a line writes, without their endings.
fn written(line: &str) -> impl Iterator<Item = &str> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let pairs = (1..words.len()).map(move |index| (words[index - 1], words[index]));
    let flags = ["--out", "--journal", "--checkpoint", "--parts"];
    let files = pairs.filter_map(move |(flag, file)| flags.contains(&flag).then_some(file));
    files.map(stem)
}

fn stem(file: &str) -> &str {
    file.split_once('.').map_or(file, |(stem, _)| stem)
}

/// The outcomes of the lines of pages.
#[derive(Default)]
struct Outcome {
    run: usize,
    faults: Vec<String>,
}

/// Runs the lines of pages, each with its name, one after the other in a folder for each page. A line that reads a file
/// of a line which is not run is not run either.
fn run_pages(selection: Selection, pages: &[(String, Vec<String>)]) -> Outcome {
    let made = made();
    let all = pages.iter().flat_map(|(_, lines)| lines);
    let not_run = all.filter(|line| !selection.has(line));
    let absent: BTreeSet<String> = not_run.flat_map(|line| written(line)).map(str::to_owned).collect();
    let mut outcome = Outcome::default();
    for (name, lines) in pages {
        let page = PageFolder::new(made.path());
        for line in lines.iter().filter(|line| selection.has(line)) {
            page.bring(line);
            let writes: Vec<&str> = written(line).collect();
            let lacks = |word: &str| {
                let is_file = word.contains('.') && !writes.contains(&stem(word));
                is_file && absent.contains(stem(word)) && !page.folder.path().join(word).exists()
            };
            if line.split([' ', ',', '=']).any(lacks) {
                continue;
            }
            outcome.run += 1;
            let fault = fault(selection, page.folder.path(), line);
            outcome.faults.extend(fault.map(|fault| format!("{name}: {fault}")));
        }
    }
    outcome
}

fn book() -> Vec<(String, Vec<String>)> {
    let names = documents().into_iter();
    let names = names.filter(|name| !PAGES_OF_FIGURES.iter().any(|page| name.starts_with(page)));
    names.map(|name| (name.clone(), shell_lines(&page(&name)))).collect()
}

fn help() -> Vec<(String, Vec<String>)> {
    let commands = cli::commands().into_iter();
    commands.map(|command| (format!("{command} --help"), examples(&command))).collect()
}

/// A folder with the files of [`MADE`], and curves and policies of the repository under the names that pages use.
fn made() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for line in MADE {
        assert_eq!(fault(QUICK, folder.path(), &format!("cardsharp {line} --quiet")), None);
    }
    for (from, to) in COPIED {
        std::fs::copy(root().join("data").join(from), folder.path().join(to)).unwrap();
    }
    folder
}

/// All pages of the book, and the help of all commands.
fn pages() -> Vec<(String, Vec<String>)> {
    [book(), help()].concat()
}

/// Slow: some sixty commands are run.
#[test]
fn lines_of_help_and_book_do_what_they_say() {
    let pages = pages();
    // Each entry of the lists is on a page.
    let all = || pages.iter().flat_map(|(_, lines)| lines);
    let unused: Vec<&str> = QUICK.parts().filter(|part| !all().any(|line| line.contains(part))).collect();
    assert!(unused.is_empty(), "{unused:?}");
    let found = run_pages(QUICK, &pages);
    assert!(found.faults.is_empty(), "{}", found.faults.join("\n"));
    assert!(found.run > 55, "{}", found.run);
}

#[test]
#[ignore = "minutes a line: the gate's step `printed` runs it"]
fn dear_lines_of_help_and_book_do_what_they_say() {
    let found = run_pages(ALL_BUT_LONG, &pages());
    assert!(found.faults.is_empty(), "{}", found.faults.join("\n"));
    assert!(found.run > 110, "{}", found.run);
}
