//! Escape sequences on terminals.

use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;

/// The output of a command in a terminal with this name.
fn shown(terminal: &str, arguments: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let program = cargo_bin("cardsharp");
    // It runs the command in a pseudo-terminal.
    let output = Command::new("script")
        .args(["--quiet", "--return", "--command"])
        .arg(format!("{} {arguments}", program.display()))
        .arg("/dev/null")
        .current_dir(folder.path())
        .env("TERM", terminal)
        .env("CI", "true")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_terminal_without_a_name_or_a_dumb_one_gets_none() {
    for arguments in [
        "--help",
        "solve --no-such-flag",
        "solve kuhn_poker --iterations 20",
        "demo --help",
        "play challenge --host 127.0.0.1 --port 1 --max-attempts 1",
    ] {
        for terminal in ["", "dumb"] {
            let text = shown(terminal, arguments);
            assert!(!text.trim().is_empty(), "{arguments}");
            assert!(!text.contains('\u{1b}'), "`{terminal}`, {arguments}: {text:?}");
        }
    }
    // The terminal is one, to which others write in colours.
    assert!(shown("xterm", "--help").contains('\u{1b}'));
}
