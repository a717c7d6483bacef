//! The contest that a command names.

use crate::contests;
use cardsharp_commands::ContestCommands;
use cardsharp_options::choose;

/// The contest of this name.
///
/// # Errors
///
/// There is no such contest. The error lists the contests.
pub(super) fn by_name(name: &str) -> Result<&'static dyn ContestCommands, String> {
    contests::by_name(name).ok_or_else(|| {
        let names: Vec<_> = contests::all().map(|contest| contest.name()).collect();
        format!("there is no contest `{name}`: {}", choose(name, &names))
    })
}
