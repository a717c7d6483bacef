//! A check of the game contract: one call verifies that a game keeps all that the solvers rely on.
//!
//! [`check`] walks the whole game if it is small enough, else random paths. It checks:
//!
//! - Chance probabilities are positive and sum to 1. Fractions, if given, equal them and sum to
//!   exactly 1.
//! - An information set has one player, one number of actions, and action names in one order.
//! - Perfect recall: the same own actions lead to every state of an information set.
//! - Information sets have distinct names, as they have distinct keys. Siblings have distinct
//!   names.
//! - Utilities are finite and within the bounds, and both bounds are reached (whole walk).
//! - [`Game::sample_chance`] draws children with their probabilities. Children are distinguished by
//!   a few paths below them, at some chance states.
//!
//! On random paths the same is checked of the states that they visit. A violation found is proof of an error, but none
//! found is no proof of the contract. See [`game`](crate::game) for an example game with its check.

mod chance;
mod draws;
mod report;
mod violation;
mod walk;

pub use report::{CheckOptions, Coverage, Report};
pub use violation::{History, Violation};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::game::Game;

/// Checks that `game` keeps the contract of [`Game`], and counts its histories and information sets.
///
/// # Errors
/// The first [`Violation`] that is found.
pub fn check<G: Game>(game: &G, options: &CheckOptions) -> Result<Report, Violation> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(options.seed);
    let mut walk = walk::Walk::new(game, options.deepest)?;
    let coverage = if is_within(game, options.most_histories) {
        walk.whole()?;
        walk.bounds_are_tight()?;
        Coverage::Whole
    } else {
        for _ in 0..options.walks {
            walk.random(&mut rng)?;
        }
        Coverage::Walks(options.walks)
    };
    draws::check(game, options, &mut rng)?;
    Ok(walk.report(coverage))
}

/// True if the game has at most `most` histories.
fn is_within<G: Game>(game: &G, most: u64) -> bool {
    let mut seen = 0;
    let mut open = vec![game.root()];
    while let Some(state) = open.pop() {
        seen += 1;
        let children = game.turn(&state).children();
        if seen + (open.len() + children) as u64 > most {
            return false;
        }
        open.extend((0..children).map(|index| game.child(&state, index)));
    }
    true
}
