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
        (
            "serve challenge --config missing.json --port 0 --test-port 0",
            1,
            "No such file",
        ),
        (
            "serve dead-mans-draw --config junk.json --port 0",
            1,
            "missing field",
        ),
        (
            "serve challenge --data junk.json --port 0 --test-port 0",
            1,
            "os error",
        ),
        (
            "play dead-mans-draw --url http://127.0.0.1:1 --user a --password-file missing",
            1,
            "No such file",
        ),
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
fn a_long_command_says_a_line_now_and_then_without_a_terminal() {
    use std::io::{BufRead, BufReader};
    let folder = tempfile::tempdir().unwrap();
    let line = [
        "match",
        "skullwhist",
        "search",
        "search",
        "--games",
        "100000",
    ];
    let mut child = crate::binary::start(folder.path(), &line);
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let said = lines.next().unwrap().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(said.contains("/100000 games"), "{said}");
    assert!(!said.contains(['\r', '\u{1b}', '█']), "{said:?}");
}
