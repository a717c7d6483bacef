//! The restrictions that a process lays on itself before it becomes the program.

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreatedAttr, Scope, path_beneath_rules,
};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::rules::{Rules, SINKS};

/// The newest version of Landlock whose rights are taken away. Older systems take away what they know.
const NEWEST: ABI = ABI::V6;

/// The most memory that a program may take before it reads its input, in bytes: that of its runtime.
const RUNTIME_MEMORY: u64 = 1 << 30;

/// True if the system has Landlock.
pub(super) fn has_landlock() -> bool {
    let ruleset = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    ruleset.handle_access(AccessFs::from_all(ABI::V1)).is_ok()
}

/// True if Landlock keeps the signals of a program to its own processes.
pub(super) fn has_signal_scope() -> bool {
    let ruleset = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    ruleset.scope(Scope::Signal).is_ok()
}

/// Takes away from this process all rights to files beyond the rules, to the network, and to send signals to others.
/// Without Landlock it does nothing.
///
/// # Errors
///
/// The rules cannot be laid on.
pub(super) fn restrict_files(rules: &Rules) -> Result<(), Box<dyn std::error::Error>> {
    let read = AccessFs::from_read(NEWEST);
    let sinks = AccessFs::ReadFile | AccessFs::WriteFile;
    // The folder of this process, which stays the same when the process becomes the program.
    let own = PathFd::new("/proc/self")?;
    Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .add_rules(path_beneath_rules(rules.readable(), read))?
        .add_rules(path_beneath_rules(rules.listed(), AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(SINKS, sinks))?
        .add_rule(PathBeneath::new(own, AccessFs::ReadFile | AccessFs::ReadDir))?
        .restrict_self()?;
    Ok(())
}

/// Lowers the limits of this process: no core file, and a stack and a runtime that are not boundless. The stack gets
/// half of the `memory` in bytes: the C library takes the length of a thread's stack from it, and two of them must fit.
///
/// # Errors
///
/// The system refuses.
pub(super) fn limit_resources(memory: u64) -> std::io::Result<()> {
    let limits = [(Resource::Core, 0), (Resource::Stack, memory / 2), (Resource::Data, RUNTIME_MEMORY + memory)];
    for (resource, limit) in limits {
        // Without privileges a limit can only be lowered.
        let maximum = getrlimit(resource).maximum.unwrap_or(limit).min(limit);
        let both = Rlimit { current: Some(maximum), maximum: Some(maximum) };
        setrlimit(resource, both)?;
    }
    Ok(())
}
