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

/// Where the player for whom a traversal is done tries all of his actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tries {
    /// At every decision, and again at all that come after each (external sampling).
    Everywhere,
    /// At the decisions on one path, on which he himself takes any action alike; every action is played
    /// out once, by everybody's strategy.
    AlongOnePath,
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
    /// Where all actions are tried.
    pub tries: Tries,
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
        tries: Tries::Everywhere,
        prune_below: Some(1.0),
    };

    /// The preset for games in which a player decides so often in a row that a walk of everything he may
    /// do from one deal would not end. A traversal draws one history: others by their strategies, the
    /// traverser any action alike. At every decision of his on it all actions are played out, and the
    /// regrets of the decision learn from that. What he is drawn to by chance is drawn alike in
    /// every traversal, so that an information set's regrets are those of counterfactual regret
    /// minimization times a constant, which regret matching does not see; with no weights of
    /// importance, but with the noise of the histories played out. (Playing out what a sampled
    /// history passes by: R. Gibson, M. Lanctot, N. Burch, D. Szafron, M. Bowling, "Generalized sampling
    /// and variance in counterfactual regret minimization", AAAI 2012.)
    pub const PATHS: &'static Preset = &Preset {
        name: "path-mccfr",
        summary: "tries all actions along one path and plays them out (after Gibson et al. 2012), linear",
        regrets: Regrets::Plain,
        averaging: Averaging::Linear,
        tries: Tries::AlongOnePath,
        prune_below: None,
    };

    /// All presets of external sampling.
    pub const ALL: &'static [Preset] = &[
        Preset {
            name: "linear-mccfr",
            summary: "external sampling, later iterations count more (Brown & Sandholm 2019)",
            regrets: Regrets::Plain,
            averaging: Averaging::Linear,
            tries: Tries::Everywhere,
            prune_below: None,
        },
        Preset {
            name: "mccfr",
            summary: "external sampling, all iterations count alike (Lanctot et al. 2009)",
            regrets: Regrets::Plain,
            averaging: Averaging::Uniform,
            tries: Tries::Everywhere,
            prune_below: None,
        },
        Preset {
            name: "mccfr+",
            summary: "external sampling, regrets floored at zero, linear average (after Tammelin 2014)",
            regrets: Regrets::Floored,
            averaging: Averaging::Linear,
            tries: Tries::Everywhere,
            prune_below: None,
        },
        *Self::DEFAULT,
    ];

    /// The preset with this name.
    pub fn by_name(name: &str) -> Option<Preset> {
        let presets = Self::ALL.iter().chain([Self::PATHS]).copied();
        presets.into_iter().find(|preset| preset.name == name)
    }
}
