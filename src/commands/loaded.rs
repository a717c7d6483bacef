//! Policies loaded for a command.

use crate::policy::container::ContainerError;

/// The policy that was loaded. If it is the generation before the newest, tells what is wrong with that,
/// and that the one before is gone on with: by `doing`, such as `showing`.
pub fn loaded<P>((policy, instead_of): (P, Option<ContainerError>), doing: &str) -> P {
    if let Some(damage) = instead_of {
        eprintln!("{damage}; {doing} the policy before it");
    }
    policy
}
