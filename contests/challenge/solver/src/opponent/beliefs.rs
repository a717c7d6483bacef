//! The beliefs about an opponent: the posterior of each kind of rule.

use serde::{Deserialize, Serialize};

use super::contextual::Contextual;
use super::families::families;
use cardsharp_game::mixture::Mixture;

/// The posterior of each kind of rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Beliefs {
    /// When the opponent offers a challenge.
    pub offers: Contextual,
    /// When they accept one.
    pub answers: Contextual,
    /// Which card they lead.
    pub leads: Mixture,
    /// Which card they follow with.
    pub follows: Mixture,
}

impl Default for Beliefs {
    /// The prior.
    fn default() -> Self {
        let families = families();
        Beliefs {
            offers: Contextual::new(&families.stakes.prior),
            answers: Contextual::new(&families.stakes.prior),
            leads: Mixture::new(&families.leads.prior),
            follows: Mixture::new(&families.follows.prior),
        }
    }
}

impl Beliefs {
    /// True if there is a weight for every rule of the families.
    pub fn fit(&self) -> bool {
        let families = families();
        let stakes = families.stakes.rules.len();
        self.offers.fits(stakes)
            && self.answers.fits(stakes)
            && self.leads.fits(families.leads.rules.len())
            && self.follows.fits(families.follows.rules.len())
    }

    /// Returns to the prior in part: the opponent has changed with probability `hazard`.
    pub fn forget(&mut self, hazard: f64) {
        let families = families();
        self.offers.forget(&families.stakes.prior, hazard);
        self.answers.forget(&families.stakes.prior, hazard);
        self.leads.forget(&families.leads.prior, hazard);
        self.follows.forget(&families.follows.prior, hazard);
    }
}
