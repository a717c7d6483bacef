//! Solver variants as data.

/// What is done to a regret after it is updated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regrets {
    /// Kept as it is (regret matching).
    Plain,
    /// Raised to zero if negative (regret matching+).
    Floored,
}

/// How much iteration `t` counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Averaging {
    /// All alike.
    Uniform,
    /// In proportion to `t`, regrets and averages both (linear CFR).
    Linear,
}

/// A named combination of rules.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preset {
    /// What the command line calls it.
    pub name: &'static str,
    /// One line about it, with its paper.
    pub summary: &'static str,
    /// The regret rule.
    pub regrets: Regrets,
    /// The weighting.
    pub averaging: Averaging,
    /// Skip an action whose regret is below minus this many times the range of utilities times the
    /// mean weight of an iteration, in 19 traversals out of 20.
    pub prune_below: Option<f32>,
}

impl Preset {
    /// The preset for who asks for none: in large games it walks several times as many deals a
    /// second as the others, once it has learnt what to leave out.
    pub const DEFAULT: &'static Preset = &Preset {
        name: "pruned-mccfr",
        summary: "linear-mccfr that mostly skips actions of very negative regret (Brown & Sandholm 2019)",
        regrets: Regrets::Plain,
        averaging: Averaging::Linear,
        prune_below: Some(1.0),
    };

    /// All presets.
    pub const ALL: &'static [Preset] = &[
        Preset {
            name: "linear-mccfr",
            summary: "external sampling, later iterations count more (Brown & Sandholm 2019)",
            regrets: Regrets::Plain,
            averaging: Averaging::Linear,
            prune_below: None,
        },
        Preset {
            name: "mccfr",
            summary: "external sampling, all iterations count alike (Lanctot et al. 2009)",
            regrets: Regrets::Plain,
            averaging: Averaging::Uniform,
            prune_below: None,
        },
        Preset {
            name: "mccfr+",
            summary: "external sampling, regrets floored at zero, linear average (after Tammelin 2014)",
            regrets: Regrets::Floored,
            averaging: Averaging::Linear,
            prune_below: None,
        },
        *Self::DEFAULT,
    ];

    /// The preset with this name.
    pub fn by_name(name: &str) -> Option<Preset> {
        Self::ALL.iter().copied().find(|preset| preset.name == name)
    }
}
