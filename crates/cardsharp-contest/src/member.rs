//! Members of the contests' families of games.

use cardsharp_solvers::dyn_game::DynGame;
use thiserror::Error;

/// The error of a member that cannot be compiled as a whole.
#[derive(Debug, Error)]
pub enum MemberError {
    /// The text names no member.
    #[error(transparent)]
    Name(Box<dyn std::error::Error + Send + Sync>),
    /// The member is too large, or the family has no compiled members.
    #[error(transparent)]
    TooLarge(Box<dyn std::error::Error + Send + Sync>),
}

impl MemberError {
    /// The error of a text that names no member.
    pub fn name(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> MemberError {
        MemberError::Name(error.into())
    }

    /// The error of a member that is too large to be compiled.
    pub fn too_large(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> MemberError {
        MemberError::TooLarge(error.into())
    }
}

/// A member of a contest's family that can be compiled as a whole.
pub type WrittenOut = Box<dyn DynGame>;
