//! What the demo leaves behind, and how to call this program again.

use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;

use crate::commands::overwrite::Overwrite;
use crate::report::manifest::{self, Manifest};
use crate::report::plot::{Abscissa, Curve, Ordinate, Plot, draw};
use crate::training::Files;

/// What the demo has made.
#[derive(Serialize, Debug)]
pub struct OutputFiles {
    /// The policy.
    pub policy: PathBuf,
    /// The policy that plays live, where that is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contest_policy: Option<PathBuf>,
    /// The picture of the curve.
    pub picture: PathBuf,
    /// The curve.
    pub curve: PathBuf,
    /// How the curve came about.
    pub manifest: PathBuf,
    /// What training can go on from.
    pub checkpoint: PathBuf,
    /// Every game played live.
    pub journal: PathBuf,
}

impl OutputFiles {
    /// Makes the folder and sees that it can be written to, before a minute is spent. The journal is a
    /// file of this name. What is there already must be of an earlier demo, or free to be replaced.
    pub fn prepare(out: &Path, journal: &str, overwrite: Overwrite) -> anyhow::Result<OutputFiles> {
        std::fs::create_dir_all(out)
            .and_then(|()| tempfile::tempfile_in(out))
            .with_context(|| {
                format!(
                    "cannot write into the folder {}: choose another one with --out",
                    out.display()
                )
            })?;
        let training = Files {
            policy: out.join("demo.policy"),
        };
        let files = OutputFiles {
            curve: training.curve(),
            manifest: manifest::path_for(&training.curve()),
            checkpoint: training.checkpoint(),
            policy: training.policy,
            contest_policy: None,
            picture: out.join("curve.svg"),
            journal: out.join("games").join(journal),
        };
        if !files.are_of_a_demo() {
            let all = [
                &files.policy,
                &files.checkpoint,
                &files.curve,
                &files.picture,
            ];
            all.into_iter()
                .try_for_each(|file| overwrite.require(file))?;
        }
        Ok(files)
    }

    /// Whether a demo has made what is there, and nobody has gone on with it.
    fn are_of_a_demo(&self) -> bool {
        let manifest = Manifest::read(&self.curve).ok().flatten();
        manifest.is_some_and(|made| made.command.get(1).is_some_and(|command| command == "demo"))
    }

    /// Draws the picture: curves by training time.
    pub fn draw(&self, title: &str, curves: Vec<Curve>) -> anyhow::Result<()> {
        let plot = Plot {
            title: Some(title.to_owned()),
            x: Abscissa::Seconds,
            y: Ordinate::NashConv,
            curves,
        };
        draw(&self.picture, &plot)?;
        Ok(())
    }

    /// The folder of the journal.
    pub fn games(&self) -> &Path {
        self.journal.parent().unwrap_or(&self.journal)
    }

    /// Names them all on standard output.
    pub fn print(&self) {
        println!("files     {}", self.policy.display());
        let OutputFiles {
            policy: _,
            contest_policy,
            picture,
            curve,
            manifest,
            checkpoint,
            journal,
        } = self;
        let made = [picture, curve, manifest, checkpoint, journal];
        for file in contest_policy.iter().chain(made) {
            println!("          {}", file.display());
        }
    }
}

/// These commands of this program, as they can be typed here and now.
pub fn commands<const N: usize>(arguments: [String; N]) -> Vec<String> {
    let program = program();
    arguments
        .map(|arguments| format!("{program} {arguments}"))
        .into()
}

/// Prints them.
pub fn print_next(commands: &[String]) {
    for (index, command) in commands.iter().enumerate() {
        let head = if index == 0 { "next" } else { "" };
        println!("{head:10}{command}");
    }
}

/// This program as it can be called from here.
pub fn program() -> String {
    let Ok(program) = std::env::current_exe() else {
        return env!("CARGO_PKG_NAME").to_owned();
    };
    let here = std::env::current_dir();
    let relative = here
        .ok()
        .and_then(|here| program.strip_prefix(here).ok())
        // A bare name would be looked for in the search path.
        .filter(|path| path.components().count() > 1);
    quoted(relative.unwrap_or(&program))
}

/// A path as a shell takes it.
pub fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |letter: char| letter.is_alphanumeric() || "/._-+:\\".contains(letter);
    match text.chars().all(plain) {
        true => text,
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_can_be_pasted_into_a_shell() {
        assert_eq!(quoted(Path::new("demo-out/a.policy")), "demo-out/a.policy");
        assert_eq!(quoted(Path::new("my demo/a")), "'my demo/a'");
        assert_eq!(quoted(Path::new("it's")), r"'it'\''s'");
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_refused_with_a_way_out() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let kept = Overwrite { force: false };
        let refused = OutputFiles::prepare(&file.join("out"), "games.jsonl", kept);
        let said = format!("{:#}", refused.unwrap_err());
        assert!(said.contains("--out") && said.contains("file"), "{said}");
        assert!(OutputFiles::prepare(&folder.path().join("new/out"), "games.jsonl", kept).is_ok());
    }
}
