//! The names that most programs need: `use cardsharp_solvers::prelude::*;`.

pub use crate::best_response::{self, Exploitability};
pub use crate::cfr::{Cfr, Preset};
pub use crate::contract;
pub use crate::game::{Fraction, Game, InfosetKey, Player, Turn};
pub use crate::games::{Goofspiel, Kuhn, Leduc, LiarsDice};
pub use crate::observers::{self, Observe};
#[cfg(feature = "observers")]
pub use crate::observers::{CsvCurve, ProgressBar};
pub use crate::solution::{Solution, SolutionError};
pub use crate::strategy::{Behaviour, Strategy, Uniform};
pub use crate::tree::Tree;
pub use crate::until::Until;
