//! What a game is called on the command line, and what it is.

use std::path::Path;

use cardsharp_solvers::efg::{EfgError, EfgGame};
use cardsharp_solvers::yardsticks::{BadYardstick, GameVisitor, Yardstick};
use thiserror::Error;

use crate::contests::challenge::infosets::{TooManyDeals, WrittenHand};
use crate::contests::challenge::rules::{BadName, Challenge};
use crate::contests::skullwhist::infosets::{InfosetsError, Recall, WholeGame};
use crate::contests::skullwhist::text::{BadMember, Member};
use crate::contests::tricky_eights::infosets::{ExactRound, TooManyDeals as TooManyRounds};
use crate::contests::tricky_eights::rules::{BadName as BadRoundName, TrickyEights};

/// Ends of histories of a member of the SkullWhist family that are taken to fit memory.
const MOST_ENDS: u64 = 100_000_000;

/// A game that fits memory.
#[derive(Debug)]
pub enum ExplicitGame {
    /// A stranger's, from a file.
    File {
        /// Where it was read.
        path: String,
        /// What it is.
        game: Box<EfgGame>,
    },
    /// One with known values.
    Yardstick(Yardstick),
    /// A small member of the Challenge family.
    Challenge {
        /// Its name.
        name: String,
        /// What it is.
        game: Box<WrittenHand>,
    },
    /// A small member of the SkullWhist family.
    SkullWhist {
        /// Its name.
        member: Member,
        /// What its players remember.
        everything: Recall,
    },
    /// A round of a small member of the Tricky Eights family.
    TrickyEights(ExactRound),
}

/// Why there is no such game.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The file cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file.
        path: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file holds no game.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: String,
        /// What is wrong with it, and where.
        source: Box<EfgError>,
    },
    /// Neither a file nor the name of a game.
    #[error("{text} is neither an .efg file nor a game: {source}")]
    Name {
        /// What was asked for.
        text: String,
        /// What is wrong with it as a name.
        source: BadYardstick,
    },
    /// No member of the Challenge family.
    #[error(transparent)]
    Challenge(#[from] BadName),
    /// Too large a member.
    #[error(transparent)]
    TooManyDeals(#[from] TooManyDeals),
    /// No member of the SkullWhist family.
    #[error(transparent)]
    SkullWhist(#[from] BadMember),
    /// Information sets that do not fit.
    #[error(transparent)]
    Infosets(#[from] InfosetsError),
    /// Too large a member.
    #[error("{0} is too large to be written out: choose fewer cards, or train it by sampling")]
    TooManyEnds(Member),
    /// No member of the Tricky Eights family.
    #[error(transparent)]
    TrickyEights(#[from] BadRoundName),
    /// Too large a member.
    #[error(transparent)]
    TooManyRounds(#[from] TooManyRounds),
}

impl OpenError {
    /// Whether the name is wrong, and not what a file holds.
    pub fn is_name(&self) -> bool {
        !matches!(self, OpenError::Read { .. } | OpenError::File { .. })
    }
}

fn is_file(text: &str) -> bool {
    let path = Path::new(text);
    path.extension().is_some_and(|end| end == "efg") || path.is_file()
}

impl ExplicitGame {
    /// The game of that name: an .efg file, a yardstick with OpenSpiel's name and parameters, or
    /// `challenge(ranks=R,copies=K,hand_size=N)`, `skullwhist(suits=S,ranks=R,hand_size=N)` or
    /// `tricky-eights(players=P,suits=S,ranks=R,pool=N)`.
    pub fn open(text: &str) -> Result<ExplicitGame, OpenError> {
        if is_file(text) {
            let bytes = std::fs::read(text).map_err(|source| OpenError::Read {
                path: text.to_owned(),
                source,
            })?;
            let game = EfgGame::parse_bytes(&bytes).map_err(|source| OpenError::File {
                path: text.to_owned(),
                source: Box::new(source),
            })?;
            return Ok(ExplicitGame::File {
                path: text.to_owned(),
                game: Box::new(game),
            });
        }
        if Self::is_of_challenge(text) {
            let rules: Challenge = text.trim().parse()?;
            return Ok(ExplicitGame::Challenge {
                name: rules.to_string(),
                game: Box::new(WrittenHand::new(rules)?),
            });
        }
        if Member::is_meant(text) {
            let member: Member = text.parse()?;
            let everything = Recall::new(member.rules)?;
            let ends = WholeGame::new(member, &everything).most_ends();
            if ends.is_none_or(|ends| ends > MOST_ENDS) {
                return Err(OpenError::TooManyEnds(member));
            }
            return Ok(ExplicitGame::SkullWhist { member, everything });
        }
        if Self::is_of_tricky_eights(text) {
            let member: TrickyEights = text.trim().parse()?;
            return Ok(ExplicitGame::TrickyEights(ExactRound::new(member)?));
        }
        let yardstick = text.parse().map_err(|source| OpenError::Name {
            text: text.to_owned(),
            source,
        })?;
        Ok(ExplicitGame::Yardstick(yardstick))
    }

    /// `text` if it is the name of a game, however large, or of a file, whatever is in it; else what is
    /// wrong with it.
    pub fn checked_name(text: &str) -> Result<String, String> {
        let name = text.trim();
        if !is_file(name) {
            let refused = if Self::is_of_challenge(name) {
                name.parse::<Challenge>()
                    .err()
                    .map(|error| error.to_string())
            } else if Member::is_meant(name) {
                name.parse::<Member>().err().map(|error| error.to_string())
            } else if Self::is_of_tricky_eights(name) {
                name.parse::<TrickyEights>()
                    .err()
                    .map(|error| error.to_string())
            } else {
                name.parse::<Yardstick>().err().map(|error| {
                    format!(
                        "{error}, challenge, skullwhist and tricky-eights with their parameters, and .efg files"
                    )
                })
            };
            if let Some(refused) = refused {
                return Err(refused);
            }
        }
        Ok(name.to_owned())
    }

    /// Whether this names a member of the Challenge family, however large.
    pub fn is_of_challenge(text: &str) -> bool {
        !is_file(text) && text.trim_start().starts_with("challenge")
    }

    /// Whether this names a member of the Tricky Eights family, however large.
    pub fn is_of_tricky_eights(text: &str) -> bool {
        !is_file(text) && TrickyEights::is_meant(text)
    }

    /// What opens it again.
    pub fn name(&self) -> String {
        match self {
            ExplicitGame::File { path, .. } => path.clone(),
            ExplicitGame::Yardstick(yardstick) => yardstick.to_string(),
            ExplicitGame::Challenge { name, .. } => name.clone(),
            ExplicitGame::SkullWhist { member, .. } => member.to_string(),
            ExplicitGame::TrickyEights(round) => round.member().to_string(),
        }
    }

    /// What people call it.
    pub fn title(&self) -> String {
        match self {
            ExplicitGame::File { game, .. } if !game.title().is_empty() => game.title().to_owned(),
            _ => self.name(),
        }
    }

    /// The yardsticks with published figures.
    pub fn published() -> impl Iterator<Item = Result<ExplicitGame, OpenError>> {
        Yardstick::PUBLISHED.into_iter().map(ExplicitGame::open)
    }

    /// Calls `visitor` with the game.
    pub fn visit<V: GameVisitor>(&self, visitor: V) -> V::Output {
        match self {
            ExplicitGame::File { game, .. } => visitor.visit(&**game),
            ExplicitGame::Yardstick(yardstick) => yardstick.visit(visitor),
            ExplicitGame::Challenge { game, .. } => visitor.visit(&**game),
            ExplicitGame::SkullWhist { member, everything } => {
                visitor.visit(&WholeGame::new(*member, everything))
            }
            ExplicitGame::TrickyEights(round) => visitor.visit(round),
        }
    }
}
