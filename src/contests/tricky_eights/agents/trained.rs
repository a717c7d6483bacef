//! A trained policy at the table.

use std::sync::Arc;

use super::{Agent, Random, Sight};
use crate::contests::tricky_eights::rules::Card;
use crate::contests::tricky_eights::training::Blueprint;

/// Takes and plays what the table of a policy file does most often, of several alike what is appraised
/// higher: nothing is left to chance, so that a program in another language plays the same
/// cards. A table learnt from samples plays better so than as it is written (purification: Ganzfried,
/// Sandholm and Waugh, 2012).
#[derive(Clone, Debug)]
pub struct Trained(Arc<Blueprint>);

impl Trained {
    /// A player of `blueprint`.
    pub fn new(blueprint: Arc<Blueprint>) -> Trained {
        Trained(blueprint)
    }
}

impl Agent for Trained {
    fn choose(&mut self, sight: &Sight<'_>) -> Card {
        // Whoever is asked has a legal card.
        let chosen = self.0.choose(sight);
        chosen.unwrap_or_else(|| Random::new(0).one_of(sight.legal()))
    }
}
