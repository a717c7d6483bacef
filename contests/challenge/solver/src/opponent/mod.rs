//! A model of the opponent: a posterior distribution over parametric players, by Bayes' rule from
//! what was played and shown.
//!
//! A player is composed of four kinds of rules: when to offer a challenge, when to accept one, which
//! card to lead, and which to follow with. Offers and answers may depend on the stage of the hand, on who leads, or on the
//! score. Each kind has its own posterior. The prior gives the trained policy the largest
//! weight. Cards that stay hidden are summed over.
//!
//! | noun | file |
//! |---|---|
//! | a trained policy, to which models refer | `reference` |
//! | the features that rules compare with thresholds | `feature` |
//! | a decision of a player, with its features | `sight` |
//! | the chance to win the tricks of a hand against an unknown one | `equity` |
//! | the rules about challenges | `stake_rule` |
//! | the rules about cards | `card_rule` |
//! | all rules, with their priors | `families` |
//! | what a rule about challenges may depend on | `context` |
//! | the posterior over rules that may depend on the context | `contextual` |
//! | the posteriors of all kinds | `beliefs` |
//! | the hands that an opponent may hold | `unseen` |
//! | the model | `model` |
//! | what the model expects at a decision | `forecast` |
//! | the decisions of a hand, replayed | `replayed` |
//! | the best response to a known player within a hand | `hand_response` |
//! | the model in words | `words` |

mod beliefs;
mod card_rule;
mod context;
mod contextual;
mod equity;
mod families;
mod feature;
mod forecast;
mod hand_response;
mod model;
mod reference;
mod replayed;
mod sight;
mod stake_rule;
mod unseen;
mod words;

pub use context::ScoreSituation;
pub use feature::{Feature, strength};
pub use forecast::{Forecast, ForecastPlayer, Style};
pub use hand_response::{HandResponse, Possible, Valuation};
pub use model::OpponentModel;
pub use reference::Reference;
pub use replayed::{Replayed, other_hand};
pub use sight::Sight;
pub use unseen::{list_hands, sample_hands, systematic_counts, unseen_hands};
