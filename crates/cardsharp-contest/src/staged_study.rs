//! A study whose parts need the results of other parts.

/// A study of a contest as parts, each a command line, that other machines can run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StagedStudy {
    /// The parts. Each comes after those that it needs.
    pub parts: Vec<StudyPart>,
    /// The flag before the files of the parts that a part needs.
    pub needs_flag: &'static str,
    /// The name of the file that each part writes.
    pub file: &'static str,
    /// The command line that puts the files of all parts together. Their names follow it.
    pub gather: Vec<String>,
}

/// A part of a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyPart {
    /// The name of the part.
    pub name: String,
    /// The words of its command line, without the files that it needs.
    pub words: Vec<String>,
    /// The indices of the parts that it needs.
    pub needs: Vec<usize>,
}
