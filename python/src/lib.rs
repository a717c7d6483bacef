//! The native module `cardsharp_cfr._native`. The Python package wraps it: its users see the classes and
//! functions of the package only.
//!
//! | file | content |
//! |---|---|
//! | `errors` | Rust's errors as the package's exceptions |
//! | `background` | work without the interpreter lock, during which Ctrl-C is heard |
//! | `contests` | the contests, and matches in this process |
//! | `observation` | the observation of a contest's player |
//! | `bot` | a Python object as an agent of a contest |
//! | `episode` | a game that an environment advances |
//! | `live` | play on a contest's server |
//! | `game` | a game that is opened, compiled and measured |
//! | `builder` | a game that the package builds node by node |
//! | `recorded` | a game as its Python object described it, node by node |
//! | `recording` | the walk that asks the Python object |
//! | `solve` | the run of a solver |
//! | `own_rule` | a rule of regrets that is written in Python |
//! | `progress` | the progress of a run, for a callback |
//! | `policy` | a policy file |
//! | `policy_file` | its content |
//! | `policy_rows` | its rows by column |
//! | `policy_lookup` | its actions in a written position |
//! | `policy_node` | the nodes of its public tree |
//! | `policy_measure` | its measure, by the code of the command `exploit` |
//! | `solution` | the answer of a solver |
//! | `saved_game` | the game of a policy file that has no name |
//! | `strategy` | strategies as arrays |
//! | `walk_limits` | the limits of a walk that writes a game out |

mod background;
mod bot;
mod builder;
mod contests;
mod episode;
mod errors;
mod game;
mod live;
mod observation;
mod own_rule;
mod policy;
mod policy_file;
mod policy_lookup;
mod policy_measure;
mod policy_node;
mod policy_rows;
mod progress;
mod recorded;
mod recording;
mod saved_game;
mod solution;
mod solve;
mod strategy;
mod walk_limits;

use pyo3::prelude::*;

/// The module of Python.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::builder::Builder;
    #[pymodule_export]
    use super::contests::{contests, describe_contest, play_games};
    #[pymodule_export]
    use super::episode::Episode;
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::live::{ChallengeServer, play_live};
    #[pymodule_export]
    use super::observation::Observation;
    #[pymodule_export]
    use super::own_rule::solve_by;
    #[pymodule_export]
    use super::policy::Policy;
    #[pymodule_export]
    use super::recording::record;
    #[pymodule_export]
    use super::solution::Solved;
    #[pymodule_export]
    use super::solve::{memory, solve, solvers};
}
