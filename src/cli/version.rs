//! `cardsharp --version --json`: what the program was built from.

use std::env::consts::{ARCH, OS};
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use serde::Serialize;

use cardsharp_terminal::output;

/// The sources, the compiler and the target of the program.
#[derive(Serialize)]
struct Build {
    program: &'static str,
    version: &'static str,
    /// The commit of the sources, if the build was told. A commit with changes ends with `-dirty`.
    commit: Option<&'static str>,
    /// The compiler, if the build was told.
    rustc: Option<&'static str>,
    target: Target,
    features: Vec<&'static str>,
    /// True if the compiler checks arithmetic and assertions of a debug build.
    debug_assertions: bool,
}

/// The system that the program is for.
#[derive(Serialize)]
struct Target {
    arch: &'static str,
    os: &'static str,
    /// The C library, where a system has several.
    env: Option<&'static str>,
    /// True if the C library is a part of the program.
    is_static: bool,
}

/// The content of the build.
fn build() -> Build {
    let features =
        [("highs", cfg!(feature = "highs")), ("live", cfg!(feature = "live")), ("png", cfg!(feature = "png"))];
    let env =
        [("gnu", cfg!(target_env = "gnu")), ("msvc", cfg!(target_env = "msvc")), ("musl", cfg!(target_env = "musl"))];
    Build {
        program: "cardsharp",
        version: env!("CARGO_PKG_VERSION"),
        commit: option_env!("CARDSHARP_COMMIT"),
        rustc: option_env!("CARDSHARP_RUSTC"),
        target: Target { arch: ARCH, os: OS, env: named(&env).next(), is_static: cfg!(target_feature = "crt-static") },
        features: named(&features).collect(),
        debug_assertions: cfg!(debug_assertions),
    }
}

/// The names of what is there.
fn named<'a>(all: &'a [(&'static str, bool)]) -> impl Iterator<Item = &'static str> + 'a {
    all.iter().filter(|(_, is)| *is).map(|(name, _)| *name)
}

/// Answers a command line of `--version` and `--json`. The flag `--version` of the parser prints a line, and looks
/// at nothing after it.
pub(super) fn answered(words: &[OsString]) -> Option<ExitCode> {
    let [_, first, second] = words else {
        return None;
    };
    let is_version = |word: &OsString| word == "--version" || word == "-V";
    let asked = (is_version(first) && second == "--json") || (first == "--json" && is_version(second));
    if !asked {
        return None;
    }
    output::write(|out| {
        serde_json::to_writer(&mut *out, &build())?;
        writeln!(out)
    });
    Some(ExitCode::SUCCESS)
}
