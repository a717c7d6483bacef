//! From an agent's name to the agent.

use super::{Agent, Expert, ExpertOptions, OneCard, StopAtRandom, Threshold};
use crate::contests::{AgentError, AgentSpec, LadderRung};

/// The hand-written agents, weakest first.
///
/// `cardsharp match dead-mans-draw A B --games 10000`, seed 1, share of A, ties counted half, with 95 %
/// intervals:
///
/// | A | B | matches |
/// |---|---|---|
/// | `stop-at-random` | `one-card` | 73.4 % ± 0.9 |
/// | `threshold` | `stop-at-random` | 91.2 % ± 0.6 |
/// | `expert` | `one-card` | 99.6 % ± 0.2 |
/// | `expert` | `stop-at-random` | 94.2 % ± 0.5 |
/// | `expert` | `threshold` | 58.2 % ± 1.0 |
pub const LADDER: &[LadderRung] = &[
    LadderRung {
        name: "one-card",
        summary: "draws one card and stops",
    },
    LadderRung {
        name: "stop-at-random",
        summary: "stops with a chance of 30 % after every card",
    },
    LadderRung {
        name: "threshold",
        summary: "draws while the next card brings more points than it risks (option further)",
    },
    LadderRung {
        name: "expert",
        summary: "weighs the chance to win, effects included (options further, swing, map, kraken)",
    },
];

/// An agent loaded.
#[derive(Clone, Copy, Debug)]
pub enum Factory {
    /// One card a turn.
    OneCard,
    /// Stops at random.
    StopAtRandom,
    /// Risk against value.
    Threshold(Threshold),
    /// The best hand-written agent.
    Expert(ExpertOptions),
}

impl Factory {
    /// Loads the agent asked for.
    ///
    /// # Errors
    ///
    /// [`AgentError`] if there is none of that name, or it has no such options.
    pub fn load(spec: &AgentSpec) -> Result<Factory, AgentError> {
        let factory = match spec.name() {
            "one-card" => Factory::OneCard,
            "stop-at-random" => Factory::StopAtRandom,
            "threshold" => {
                spec.allow_options(&["further"])?;
                let further = spec.number("further", 0.0..=100.0)?;
                let threshold = Threshold::new(further.unwrap_or(Threshold::FURTHER));
                return Ok(Factory::Threshold(threshold));
            }
            "expert" => return ExpertOptions::from_spec(spec).map(Factory::Expert),
            name => {
                let names: Vec<&str> = LADDER.iter().map(|rung| rung.name).collect();
                return Err(AgentError::Unknown {
                    name: name.to_owned(),
                    known: names.join(", "),
                });
            }
        };
        spec.allow_options(&[])?;
        Ok(factory)
    }

    /// An agent, whose own chance is a function of `seed`.
    pub fn agent(&self, seed: u64) -> Box<dyn Agent> {
        match *self {
            Factory::OneCard => Box::new(OneCard),
            Factory::StopAtRandom => Box::new(StopAtRandom::new(seed)),
            Factory::Threshold(threshold) => Box::new(threshold),
            Factory::Expert(options) => Box::new(Expert::new(options)),
        }
    }
}
