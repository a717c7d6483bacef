//! The files of the demo, and the command lines that it suggests at the end.

use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;

use crate::overwrite::Overwrite;
use cardsharp_plots::plot::{Abscissa, Curve, Ordinate, Plot, draw};
use cardsharp_policy::report::manifest::{self, Manifest};
use cardsharp_terminal::println;
use cardsharp_training::Files;

/// The files that the demo writes.
#[derive(Serialize, Debug)]
pub struct OutputFiles {
    /// The policy.
    pub policy: PathBuf,
    /// The policy that plays live, if it is another file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contest_policy: Option<PathBuf>,
    /// The picture of the curve.
    pub picture: PathBuf,
    /// The curve.
    pub curve: PathBuf,
    /// The manifest of the curve.
    pub manifest: PathBuf,
    /// The checkpoint that training can continue from.
    pub checkpoint: PathBuf,
    /// The journal of all games that are played live.
    pub journal: PathBuf,
}

impl OutputFiles {
    /// Creates the folder and checks that it can be written to. `journal` is the file name of the journal. Files that
    /// exist already must be those of an earlier demo, unless `overwrite` allows their replacement.
    ///
    /// # Errors
    ///
    /// The folder cannot be written to, or it has files that are not those of a demo.
    pub fn prepare(out: &Path, journal: &str, overwrite: Overwrite) -> anyhow::Result<OutputFiles> {
        std::fs::create_dir_all(out).and_then(|()| tempfile::tempfile_in(out)).with_context(|| {
            format!("cannot write into the folder {}: choose another one with --out", out.display())
        })?;
        let training = Files { policy: out.join("demo.policy") };
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
            let all = [&files.policy, &files.checkpoint, &files.curve, &files.picture];
            all.into_iter().try_for_each(|file| overwrite.require(file))?;
        }
        Ok(files)
    }

    /// True if a demo has written the files, and no other command has continued its run.
    fn are_of_a_demo(&self) -> bool {
        let manifest = Manifest::read(&self.curve).ok().flatten();
        manifest.is_some_and(|made| made.command.get(1).is_some_and(|command| command == "demo"))
    }

    /// Draws the curves by training time into the picture.
    ///
    /// # Errors
    ///
    /// The picture cannot be written.
    pub fn draw(&self, title: &str, curves: Vec<Curve>) -> anyhow::Result<()> {
        let plot = Plot { title: Some(title.to_owned()), x: Abscissa::Seconds, y: Ordinate::Measured, curves };
        draw(&self.picture, &plot)?;
        Ok(())
    }

    /// The folder of the journal.
    pub fn games(&self) -> &Path {
        self.journal.parent().unwrap_or(&self.journal)
    }

    /// Prints the paths of all files on standard output.
    pub fn print(&self) {
        println!("files     {}", self.policy.display());
        let OutputFiles { policy: _, contest_policy, picture, curve, manifest, checkpoint, journal } = self;
        let made = [picture, curve, manifest, checkpoint, journal];
        for file in contest_policy.iter().chain(made) {
            println!("          {}", file.display());
        }
    }
}

/// The command lines that call this program with these arguments from the current folder.
pub fn commands<const N: usize>(arguments: [String; N]) -> Vec<String> {
    let program = program();
    arguments.map(|arguments| format!("{program} {arguments}")).into()
}

/// Prints the command lines under the heading `next`.
pub fn print_next(commands: &[String]) {
    for (index, command) in commands.iter().enumerate() {
        let head = if index == 0 { "next" } else { "" };
        println!("{head:10}{command}");
    }
}

/// The path of this program, as a shell in the current folder takes it.
pub fn program() -> String {
    let Ok(program) = std::env::current_exe() else {
        return "cardsharp".to_owned();
    };
    let here = std::env::current_dir();
    let relative = here
        .ok()
        .and_then(|here| program.strip_prefix(here).ok())
        // A shell searches the PATH for a bare name.
        .filter(|path| path.components().count() > 1);
    quoted(relative.unwrap_or(&program))
}

/// The path, in quotes if a shell needs them.
pub fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |letter: char| letter.is_alphanumeric() || "/._-+:\\".contains(letter);
    if text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

#[cfg(test)]
#[path = "../../tests/unit/demo/files.rs"]
mod tests;
