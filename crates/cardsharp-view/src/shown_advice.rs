//! The advice of a policy, as the page of a game has it.

use cardsharp_contest::Advice;
use serde::Serialize;

/// The advice of a policy at one frame of a replay.
#[derive(Serialize)]
pub(crate) struct ShownAdvice {
    /// The actions of the player who acts next.
    pub(crate) actions: Vec<Advice>,
    /// The address of the page that says more about the position.
    pub(crate) more: Option<String>,
}
