//! The examples of a target.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::Target;

/// The root of the repository.
pub fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own)
}

/// The folder with a folder of examples for every target.
pub fn folder() -> PathBuf {
    root().join("fuzz/corpus")
}

/// The examples of a target, each with its path: the files of its folder in `corpus`, in order, and its further examples.
///
/// # Errors
///
/// A file cannot be read, or there is none.
pub fn read(target: &Target, corpus: &Path) -> anyhow::Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut paths: Vec<PathBuf> = target.examples.iter().map(|path| root().join(path)).collect();
    let own = corpus.join(target.name);
    if own.is_dir() {
        for entry in fs::read_dir(&own)? {
            paths.push(entry?.path());
        }
    }
    paths.sort();
    ensure!(!paths.is_empty(), "{} has no examples in {}", target.name, own.display());
    let read = |path: PathBuf| {
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok((path, bytes))
    };
    paths.into_iter().map(read).collect()
}
