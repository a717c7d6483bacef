//! Policies loaded for a command.

use crate::container::ContainerError;
use cardsharp_terminal::eprintln;

/// Returns the policy that was loaded. If the newest generation of its file is damaged, prints the damage, and that the
/// command uses the previous generation. `doing` is the verb of that message: `showing`, for example.
pub fn loaded<P>((policy, instead_of): (P, Option<ContainerError>), doing: &str) -> P {
    if let Some(damage) = instead_of {
        eprintln!("{damage}; {doing} the policy before it");
    }
    policy
}
