//! The subgame of a hand from a public state on, and its solution.

use std::time::Instant;

use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{BestResponder, Reaches, Root, worth};
use cardsharp_solvers::resolve::{Constraint, ResolveError, Resolver};

use super::Trunk;
use crate::contest::{AgentError, AgentSpec};
use crate::contests::challenge::infosets::HandState;
use crate::contests::challenge::policy::HandStrategy;
use crate::contests::challenge::ranges::RangeHand;

/// The constraint that keeps the other player from gaining by another range than expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safety {
    /// No constraint.
    Unsafe,
    /// No hand of the other player may be worth more than against the table
    /// ([`Constraint::Resolving`]).
    Resolving,
    /// Every hand of the other player shall be worth as little as possible
    /// ([`Constraint::MaxMargin`]).
    MaxMargin,
}

/// The options of re-solving.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResolveOptions {
    /// The first trick that its follower re-solves, from 1.
    pub from: u8,
    /// The first trick that its leader re-solves. That subgame is larger by a factor of the number
    /// of ranks.
    pub leads_from: u8,
    /// See [`Safety`].
    pub safety: Safety,
    /// The solver.
    pub preset: Preset,
    /// The number of iterations that the table counts as at the start; 0 starts without the table.
    pub warm: u64,
    /// See [`Trunk::new`].
    pub slips: f32,
    /// With [`Safety::MaxMargin`]: see there.
    pub trust: f32,
    /// The number of iterations of every search, or fewer if a clock does not allow as many. None
    /// uses all the time of the clock.
    pub iterations: Option<u64>,
}

impl Default for ResolveOptions {
    fn default() -> Self {
        ResolveOptions {
            from: 3,
            leads_from: 3,
            safety: Safety::MaxMargin,
            preset: Preset::DCFR,
            warm: 0,
            slips: 0.05,
            trust: 0.3,
            iterations: None,
        }
    }
}

impl ResolveOptions {
    /// The names of the options in [`ResolveOptions::from_spec`].
    pub const KEYS: [&str; 8] = [
        "from",
        "leads-from",
        "safety",
        "solver",
        "warm",
        "slips",
        "trust",
        "iterations",
    ];

    /// The given options, and tuned values for the others.
    ///
    /// # Errors
    ///
    /// [`AgentError`] names a value that is not allowed.
    pub fn from_spec(spec: &AgentSpec) -> Result<ResolveOptions, AgentError> {
        let tuned = ResolveOptions::default();
        let whole = |key, most| {
            let number = spec.number(key, 0.0..=most)?;
            Ok::<_, AgentError>(number.map(|number| number as u64))
        };
        let trick = |key| {
            let number = spec.number(key, 2.0..=6.0)?;
            Ok::<_, AgentError>(number.map(|number| number as u8))
        };
        let safety = ["unsafe", "resolving", "max-margin"];
        let solvers: Vec<&str> = Preset::ALL.iter().map(|preset| preset.name).collect();
        let solver = spec.choice("solver", &solvers)?;
        Ok(ResolveOptions {
            from: trick("from")?.unwrap_or(tuned.from),
            leads_from: trick("leads-from")?.unwrap_or(tuned.leads_from),
            safety: match spec.choice("safety", &safety)? {
                Some(0) => Safety::Unsafe,
                Some(1) => Safety::Resolving,
                Some(_) => Safety::MaxMargin,
                None => tuned.safety,
            },
            preset: solver.map_or(tuned.preset, |place| Preset::ALL[place]),
            warm: whole("warm", 1000.0)?.unwrap_or(tuned.warm),
            slips: spec
                .number("slips", 0.0..=1.0)?
                .map_or(tuned.slips, |slips| slips as f32),
            trust: spec
                .number("trust", 0.0..=1.0)?
                .map_or(tuned.trust, |trust| trust as f32),
            iterations: whole("iterations", 1e9)?,
        })
    }

    /// True if `player` re-solves at this decision. The player then continues with the solution, as
    /// leader or as follower.
    pub fn applies(&self, public: &HandState, player: Player) -> bool {
        let from = match public.table == 0 && public.lead == player {
            true => self.leads_from,
            false => self.from,
        };
        public.over + 1 >= from
    }
}

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The largest number of iterations.
    pub most: u64,
    /// The smallest number of iterations, whatever the clock shows.
    pub least: u64,
    /// The time at which the search stops.
    pub deadline: Option<Instant>,
}

/// The largest memory of a subgame, in bytes.
const MAX_MEMORY: u64 = 4 << 30;

/// Solves the subgame for `player`, from the public state of `trunk`.
///
/// # Errors
///
/// [`ResolveError`] if the subgame is too large.
pub fn resolve<'g, S: HandStrategy + ?Sized>(
    trunk: &Trunk<'g, S>,
    player: Player,
    options: &ResolveOptions,
    effort: Effort,
) -> Result<Resolver<'g, RangeHand>, ResolveError> {
    let other = player.opponent();
    let mut root = Root {
        public: *trunk.public(),
        ranges: trunk.ranges().clone(),
    };
    let constraint = match options.safety {
        Safety::Unsafe => Constraint::None,
        Safety::Resolving | Safety::MaxMargin => {
            root.ranges[other.index()].clone_from(&trunk.possible()[other.index()]);
            let reaches = Reaches {
                own: &root.ranges[other.index()],
                other: &root.ranges[player.index()],
            };
            let (best, blueprint) = (BestResponder, trunk.follows());
            let worths = worth(trunk.hand(), &root.public, other, reaches, best, blueprint);
            match options.safety {
                Safety::MaxMargin => Constraint::MaxMargin {
                    masses: trunk.hand().masses(&root.public, other, reaches.other),
                    trust: options.trust,
                    expected: trunk.ranges()[other.index()].clone(),
                    worths,
                },
                _ => Constraint::Resolving { worths },
            }
        }
    };
    let planned = (options.preset, effort.most);
    let mut resolver = Resolver::new(trunk.hand(), root, player, constraint, planned, MAX_MEMORY)?;
    if options.warm > 0 {
        resolver.warm_start(options.warm, || trunk.follows());
    }
    match effort.deadline {
        Some(deadline) => _ = resolver.advance_until(deadline, effort.least, effort.most),
        None => resolver.advance(effort.most),
    }
    Ok(resolver)
}
