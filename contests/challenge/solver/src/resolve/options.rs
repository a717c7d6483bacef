//! The options of re-solving.

use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::game::Player;

use crate::infosets::HandState;
use crate::policy::TrainedPolicy;
use cardsharp_game::{AgentError, AgentSpec};
use cardsharp_options::within;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// The constraint that keeps the other player from gaining by another range than expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Safety {
    /// No constraint.
    Unsafe,
    /// No hand of the other player may be worth more than against the table, or than a trunk has learned
    /// ([`Resolving`](cardsharp_solvers::resolve::Constraint::Resolving)).
    Resolving,
    /// Every hand of the other player shall be worth as little as possible
    /// ([`MaxMargin`](cardsharp_solvers::resolve::Constraint::MaxMargin)).
    MaxMargin,
}

/// The public state that a subgame begins at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SubgameRoot {
    /// The decision itself. The table tells what happened in the trick before it.
    Decision,
    /// The beginning of the trick. So the leader and the follower solve the same subgame, and an
    /// [`Safety::Unsafe`] solution is one equilibrium of it for both. A trunk has learned values there.
    Trick,
}

/// The options of re-solving.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ResolveOptions {
    /// The first trick that its follower re-solves, from 1.
    #[serde(deserialize_with = "within::<2, 6, _, _>")]
    pub from: u8,
    /// The first trick that its leader re-solves. That subgame is larger by a factor of the number of ranks.
    #[serde(deserialize_with = "within::<2, 6, _, _>")]
    pub leads_from: u8,
    /// See [`SubgameRoot`].
    pub root: SubgameRoot,
    /// A solution is kept to the end of the hand if it begins with so few tricks left, and to the end
    /// of its first trick otherwise.
    #[serde(deserialize_with = "within::<0, 6, _, _>")]
    pub whole: u8,
    /// See [`Safety`].
    pub safety: Safety,
    /// The solver.
    #[serde(rename = "solver", deserialize_with = "preset")]
    pub preset: Preset,
    /// The number of iterations that the table counts as at the start; 0 starts without the table.
    #[serde(deserialize_with = "within::<0, 1000, _, _>")]
    pub warm: u64,
    /// The share of every earlier decision that counts as uniform.
    #[serde(deserialize_with = "within::<0, 1, _, _>")]
    pub slips: f32,
    /// With [`Safety::MaxMargin`]: see there.
    #[serde(deserialize_with = "within::<0, 1, _, _>")]
    pub trust: f32,
    /// The number of iterations of every search, or fewer if a clock does not allow as many. None
    /// uses all the time of the clock.
    #[serde(default, deserialize_with = "within::<0, 1_000_000_000, _, _>")]
    pub iterations: Option<u64>,
    /// The largest number of iterations of a search with at most two tricks left, in place of
    /// [`ResolveOptions::iterations`].
    #[serde(default, deserialize_with = "within::<1, 1_000_000_000, _, _>")]
    pub last_iterations: Option<u64>,
}

/// The preset of this name.
fn preset<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Preset, D::Error> {
    let named = String::deserialize(deserializer)?;
    let known = Preset::ALL.iter().find(|preset| preset.name == named);
    known.copied().ok_or_else(|| {
        let names: Vec<&str> = Preset::ALL.iter().map(|preset| preset.name).collect();
        D::Error::custom(format!("one of {}", names.join(", ")))
    })
}

impl Default for ResolveOptions {
    fn default() -> Self {
        ResolveOptions {
            from: 3,
            leads_from: 3,
            root: SubgameRoot::Decision,
            whole: 2,
            safety: Safety::MaxMargin,
            preset: Preset::DCFR,
            warm: 0,
            slips: 0.05,
            trust: 0.3,
            iterations: None,
            last_iterations: None,
        }
    }
}

impl ResolveOptions {
    /// The options for a policy. If its first tricks were solved as a trunk, what follows is solved from the ranges
    /// that come there, so that no hand of the other player gains on the values that the trunk has learned.
    pub fn for_policy(policy: &TrainedPolicy) -> ResolveOptions {
        let Some(over) = policy.trunk_tricks() else {
            return ResolveOptions::default();
        };
        let hand_size = policy.game.rules().hand_size();
        let left = hand_size.saturating_sub(over);
        // The last two tricks take so little time that more iterations pay there, and under the promise of exact worths
        // discounting loses less than predicting (docs/src/results/log.md). A trunk with learned values is as it was
        // measured.
        let (whole, last_iterations, preset) = match policy.response_values {
            Some(_) => (left.min(2), Some(200), Preset::DCFR),
            None => (left, None, Preset::PCFR_PLUS),
        };
        ResolveOptions {
            from: over + 1,
            leads_from: over + 1,
            root: SubgameRoot::Trick,
            whole,
            last_iterations,
            safety: Safety::MaxMargin,
            trust: 0.5,
            preset,
            slips: 0.001,
            iterations: Some(30),
            ..ResolveOptions::default()
        }
    }

    /// The options of `spec` but for those of the `apart` keys, and `tuned` values for those that are not given.
    ///
    /// # Errors
    ///
    /// [`AgentError`] names the option that is unknown or has an invalid value.
    pub fn from_spec(
        spec: &AgentSpec,
        apart: &[&'static str],
        tuned: ResolveOptions,
    ) -> Result<ResolveOptions, AgentError> {
        let tuned: AgentSpec = format!("{}:{}", spec.name(), tuned.spec()).parse()?;
        let spec = spec.clone().with_defaults(tuned.options().clone());
        spec.read_beside(apart)
    }

    /// All options in the form that [`ResolveOptions::from_spec`] reads.
    pub fn spec(&self) -> String {
        let root = match self.root {
            SubgameRoot::Decision => "decision",
            SubgameRoot::Trick => "trick",
        };
        let safety = match self.safety {
            Safety::Unsafe => "unsafe",
            Safety::Resolving => "resolving",
            Safety::MaxMargin => "max-margin",
        };
        let mut spec = format!(
            "from={},leads-from={},root={root},whole={},safety={safety},solver={},warm={},slips={},trust={}",
            self.from, self.leads_from, self.whole, self.preset.name, self.warm, self.slips, self.trust
        );
        if let Some(iterations) = self.iterations {
            spec.push_str(&format!(",iterations={iterations}"));
        }
        if let Some(iterations) = self.last_iterations {
            spec.push_str(&format!(",last-iterations={iterations}"));
        }
        spec
    }

    /// True if `player` re-solves at this decision. The player then continues with the solution, as
    /// leader or as follower.
    pub fn applies(&self, public: &HandState, player: Player) -> bool {
        let from = if public.table == 0 && public.lead == player { self.leads_from } else { self.from };
        public.over + 1 >= from
    }
}

#[cfg(test)]
#[path = "../../tests/unit/resolve/options.rs"]
mod tests;
