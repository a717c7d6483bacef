//! Members of the families of games that the contests' own games belong to.

use cardsharp_solvers::dyn_game::DynGame;
use thiserror::Error;

/// Why a member of a contest's family is not written out as a whole.
#[derive(Debug, Error)]
pub enum MemberError {
    /// The text names no member.
    #[error(transparent)]
    Name(Box<dyn std::error::Error + Send + Sync>),
    /// The member is too large, or no member of the family is written out.
    #[error(transparent)]
    TooLarge(Box<dyn std::error::Error + Send + Sync>),
}

impl MemberError {
    /// The text names no member.
    pub fn name(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> MemberError {
        MemberError::Name(error.into())
    }

    /// The member is too large to be written out.
    pub fn too_large(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> MemberError {
        MemberError::TooLarge(error.into())
    }
}

/// A member of a contest's family that is written out as a whole.
pub type WrittenOut = Box<dyn DynGame>;
