//! What is left of a hand from a public state on, and how it is solved.

use std::time::Instant;

use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{BestResponder, Reaches, Root, worth};
use cardsharp_solvers::resolve::{Constraint, ResolveError, Resolver};

use super::Trunk;
use crate::contests::challenge::infosets::HandState;
use crate::contests::challenge::measure::HandStrategy;
use crate::contests::challenge::ranges::RangeHand;
use crate::contests::{AgentError, AgentSpec};

/// What keeps the other player from gaining by coming with other hands than expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safety {
    /// Nothing.
    Unsafe,
    /// No hand of his may be worth more than it is against the table ([`Constraint::Resolving`]).
    Resolving,
    /// Every hand of his shall be worth as much less as can be ([`Constraint::MaxMargin`]).
    MaxMargin,
}

/// How to solve again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResolveOptions {
    /// The first trick that is solved again, from 1, by who follows in it.
    pub from: u8,
    /// The same by who leads it: what is left then is as many times larger as there are ranks.
    pub leads_from: u8,
    /// See there.
    pub safety: Safety,
    /// The solver.
    pub preset: Preset,
    /// As how many iterations the table counts that it begins with; 0 begins with nothing.
    pub warm: u64,
    /// See [`Trunk::new`].
    pub slips: f32,
    /// With [`Safety::MaxMargin`]: see there.
    pub trust: f32,
    /// How many iterations every time, fewer where a clock does not allow as many; none goes by the clock.
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
    /// What they are called in [`ResolveOptions::from_spec`].
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

    /// Those that are given, the others as tuned.
    ///
    /// # Errors
    ///
    /// [`AgentError`] names a value that cannot be.
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

    /// Whether `player` solves what is left again where he has to decide. Once he has, he goes on with
    /// it, whoever leads.
    pub fn applies(&self, public: &HandState, player: Player) -> bool {
        let from = match public.table == 0 && public.lead == player {
            true => self.leads_from,
            false => self.from,
        };
        public.over + 1 >= from
    }
}

/// How long to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The most iterations.
    pub most: u64,
    /// The fewest, whatever the clock says.
    pub least: u64,
    /// When to stop.
    pub deadline: Option<Instant>,
}

/// Most bytes that a subgame may take.
const MOST_MEMORY: u64 = 4 << 30;

/// Solves what is left of a hand for `player`, from where `trunk` has come to.
///
/// # Errors
///
/// [`ResolveError`] if what is left is too large.
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
    let mut resolver = Resolver::new(trunk.hand(), root, player, constraint, planned, MOST_MEMORY)?;
    if options.warm > 0 {
        resolver.warm_start(options.warm, || trunk.follows());
    }
    match effort.deadline {
        Some(deadline) => _ = resolver.advance_until(deadline, effort.least, effort.most),
        None => resolver.advance(effort.most),
    }
    Ok(resolver)
}
