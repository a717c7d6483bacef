//! The CFR family on a compiled game: every iteration sweeps the whole tree.
//!
//! M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, "Regret minimization in games with incomplete information", NIPS
//! 2007; O. Tammelin, "Solving large imperfect information games using CFR+", 2014; N. Brown, T. Sandholm, "Solving
//! imperfect-information games via discounted regret minimization", AAAI 2019; G. Farina, C. Kroer, T. Sandholm,
//! "Faster game solving via predictive Blackwell approachability", AAAI 2021; H. Xu, K. Li, B. Liu, H. Fu, Q. Fu, J.
//! Xing, J. Cheng, "Minimizing weighted counterfactual regret with optimistic online mirror descent", IJCAI 2024; N.
//! Zhang, S. McAleer, T. Sandholm, "Faster game solving via hyperparameter schedules", 2024; Z. Li, J. Schultz, D.
//! Hennes, M. Lanctot, "Discovering multiagent learning algorithms with large language models", 2026; L. Meng, T. Yang,
//! Y. Zhang, Z. Ge, Y. Gao, "Faster game solving via asymmetry of step sizes", AAAI 2026; L. Meng, T. Yang, Y. Zhang,
//! Z. Ge, S. Yang, T. Ding, W. Li, B. An, Y. Gao, "Efficient last-iterate convergence in solving extensive-form games",
//! NeurIPS 2025; N. Brown, T. Sandholm, "Strategy-based warm starting for regret minimization in games", AAAI 2016.
//!
//! The same game and preset give the same bytes with any number of threads. The cut of the work
//! depends on the game alone, and no sum depends on the thread that takes it.

mod engine;
mod extension;
mod learner;
mod own_rule;
mod preset;
mod regrets;
mod rule;
mod schedule;
mod state;
mod tree_rule;
mod update;
mod warm_start;

pub use engine::Cfr;
pub(crate) use extension::{Extension, raised};
pub use own_rule::{OwnCfr, OwnRule, OwnRuleError, OwnRunError};
pub use preset::{Averaging, Preset, Updates};
pub use regrets::{Discount, Regrets, Volatility};
pub(crate) use rule::{Clock, Iteration, Rule};
pub use schedule::Schedule;
pub use state::{CfrState, StateError};
pub use tree_rule::TreeRule;
pub use warm_start::WarmStartError;
pub(crate) use warm_start::Weights;
