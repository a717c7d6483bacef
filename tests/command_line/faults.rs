//! The error messages of the commands.

use crate::binary::run;

/// The standard error of a command that must fail with this code.
fn fails(folder: &std::path::Path, line: &str, code: i32) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let output = run(folder, &words);
    assert_eq!(output.status.code(), Some(code), "{line}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn nothing_is_said_twice() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("junk.json"), "{}").unwrap();
    for (line, code, said) in [
        ("solve bridge", 2, "no game is called"),
        ("solve missing.efg", 1, "No such file"),
        ("match challenge missing.policy expert", 1, "missing.policy"),
        ("serve challenge --config missing.json --port 0 --test-port 0", 1, "No such file"),
        ("serve dead-mans-draw --config junk.json --port 0", 1, "missing field"),
        ("serve challenge --data junk.json --port 0 --test-port 0", 1, "os error"),
        ("play dead-mans-draw --url http://127.0.0.1:1 --user a --password-file missing", 1, "No such file"),
    ] {
        let told = fails(folder.path(), line, code);
        assert_eq!(told.matches(said).count(), 1, "{line}: {told}");
    }
}

#[test]
fn one_is_not_plural() {
    let folder = tempfile::tempdir().unwrap();
    let nobody = "--host 127.0.0.1 --port 1 --max-attempts 1 --quiet";
    let told = fails(folder.path(), &format!("play challenge {nobody}"), 1);
    assert!(told.contains("gave up after 1 attempt to play"), "{told}");
    let told = fails(folder.path(), "match challenge expert", 2);
    assert!(told.contains("1 agent given"), "{told}");
}

#[test]
fn one_iteration_is_not_plural() {
    let folder = tempfile::tempdir().unwrap();
    let said = |line: &str| {
        let output = run(folder.path(), &line.split(' ').collect::<Vec<_>>());
        assert!(output.status.success(), "{line}: {output:?}");
        let text = [output.stdout, output.stderr].concat();
        String::from_utf8(text).unwrap()
    };
    for line in [
        "solve kuhn_poker --iterations 1",
        "solve challenge --hand-size 1 --iterations 1",
        "train kuhn_poker --iterations 1 --out k.policy",
        "exploit k.policy",
        "train challenge(ranks=3,copies=3,hand_size=2) --score 0,0 --iterations 1 --out c.policy --samples 2",
    ] {
        let said = said(line);
        assert!(said.contains("1 iteration"), "{line}: {said}");
        let one = said.split_whitespace().zip(said.split_whitespace().skip(1));
        let plural: Vec<_> = one
            .filter(|(count, noun)| *count == "1" && noun.trim_end_matches(',').ends_with('s'))
            .filter(|(_, noun)| !["s", "pass"].contains(noun))
            .collect();
        assert!(plural.is_empty(), "{line}: {plural:?}");
    }
}

/// A temporary name is of no use to anybody: the file is gone.
#[test]
fn no_message_has_a_temporary_name() {
    let folder = tempfile::tempdir().unwrap();
    let told = fails(folder.path(), "values --plot missing/v.svg", 1);
    assert!(told.contains("missing/v.svg"), "{told}");
    assert!(!told.contains(".tmp") && !told.contains("writing-"), "{told}");
}

/// A hand that another program has solved comes as a folder.
#[test]
fn an_import_names_the_file_that_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let base = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let base = base.join("data/challenge/all-scores.policy");
    let line = format!("import nowhere --out x.policy --base {}", base.display());
    let told = fails(folder.path(), &line, 1);
    assert!(told.contains("nowhere/about.json"), "{told}");
    let told = fails(folder.path(), "import nowhere --out x.policy --base y.policy", 1);
    assert!(told.contains("y.policy"), "{told}");
}

/// The limit of the file size stands for a full disk. Without the signal, writing fails.
#[cfg(unix)]
#[test]
fn no_message_of_a_full_disk_has_a_temporary_name() {
    let folder = tempfile::tempdir().unwrap();
    let binary = assert_cmd::cargo::cargo_bin("cardsharp");
    for (line, name) in [
        ("values --plot v.svg", "v.svg"),
        ("train liars_dice --iterations 1 --out p.policy", "p.checkpoint"),
        ("solve challenge --hand-size 2 --iterations 1 --checkpoint c.solve", "c.solve"),
    ] {
        let limited = format!("trap '' XFSZ; ulimit -f 4; exec {} {line}", binary.display());
        let mut shell = std::process::Command::new("sh");
        let output = shell.args(["-c", &limited]).current_dir(folder.path());
        let output = output.output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{line}: {told}");
        assert!(told.contains(name), "{line}: {told}");
        assert!(!told.contains(".tmp") && !told.contains("writing-"), "{line}: {told}");
    }
}

/// What a command is to replace stays as it is if its disk is full.
#[cfg(unix)]
#[test]
fn a_full_disk_costs_no_file_that_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let binary = assert_cmd::cargo::cargo_bin("cardsharp");
    let train = "train challenge(ranks=2,copies=2,hand_size=2) --iterations 10 --samples 0 --out a.policy --quiet";
    let kuhn = "train kuhn_poker --iterations 10 --out kuhn.policy --quiet";
    for line in [train, kuhn] {
        let output = run(folder.path(), &line.split(' ').collect::<Vec<_>>());
        assert!(output.status.success(), "{output:?}");
    }
    for (line, name) in [
        ("solve kuhn_poker --iterations 10 --out k.csv --force", "k.csv"),
        ("solve challenge --ranks 2 --hand-size 1 --iterations 10 --out h.csv --force", "h.csv"),
        ("export game kuhn_poker --out g.efg --force", "g.efg"),
        ("export challenge --policy a.policy --source a.py --force", "a.py"),
        ("respond kuhn.policy --out r.csv --force", "r.csv"),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, "what was there").unwrap();
        let limited = format!("trap '' XFSZ; ulimit -f 0; exec {} {line}", binary.display());
        let mut shell = std::process::Command::new("sh");
        let output = shell.args(["-c", &limited]).current_dir(folder.path());
        let output = output.output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{line}: {told}");
        assert!(told.contains(name), "{line}: {told}");
        assert_eq!(std::fs::read(&path).unwrap(), b"what was there", "{line}");
    }
}

/// The first two lines on standard error that contain `shown` and are no measurement, within a minute.
fn progress_lines(folder: &std::path::Path, line: &str, shown: &str) -> Vec<String> {
    use std::io::{BufRead, BufReader};
    use std::time::{Duration, Instant};
    let words: Vec<&str> = line.split(' ').collect();
    let mut child = crate::binary::start(folder, &words);
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
    let end = Instant::now() + Duration::from_secs(60);
    let mut found = Vec::new();
    while found.len() < 2
        && let Ok(said) = receiver.recv_timeout(end.saturating_duration_since(Instant::now()))
    {
        // The line of a measurement has its seconds in a column.
        if said.contains(shown) && !said.contains(" s  ") {
            found.push(said);
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    found
}

/// Slow: nine commands that need all cores run side by side until each has said two lines, four seconds apart.
#[test]
fn a_long_command_says_a_line_now_and_then_without_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
    let exploit = format!("exploit {data}/dead_mans_draw/arena.policy --matches 1000000");
    let commands = [
        ("match skullwhist search search --games 100000", "/100000 games"),
        ("train liars_dice --time 1h", " iterations"),
        (
            "train challenge(ranks=5,copies=8,hand_size=5) --solver trunk --infosets all --score 0,0 \
             --time 1h --out trunk.policy",
            " iterations",
        ),
        ("solve liars_dice --time 1h", " iterations"),
        ("solve liars_dice --solver lp", "no measure yet"),
        ("solve challenge --hand-size 3 --time 1h", " iterations"),
        (&exploit[..], "measuring for "),
        ("values --solve --out v.json --time-per-score 1h", "/100 scores"),
        ("bench --plot presets.svg", "/9 games"),
    ];
    std::thread::scope(|scope| {
        let runs = commands.map(|(line, shown)| {
            let folder = folder.path();
            (line, scope.spawn(move || progress_lines(folder, line, shown)))
        });
        for (line, run) in runs {
            let shown = run.join().unwrap();
            // One line may be the first sign of life. The second shows that the command goes on.
            assert_eq!(shown.len(), 2, "{line}: {shown:?}");
            for said in shown {
                assert!(!said.contains(['\r', '\u{1b}', '█']), "{line}: {said:?}");
            }
        }
    });
}
