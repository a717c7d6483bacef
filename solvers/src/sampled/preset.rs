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
    /// External sampling, linear weights.
    pub const LINEAR_MCCFR: Preset = Preset {
        name: "linear-mccfr",
        summary: "external sampling, later iterations count more (Brown & Sandholm 2019)",
        regrets: Regrets::Plain,
        averaging: Averaging::Linear,
        tries: Tries::Everywhere,
        prune_below: None,
    };

    /// External sampling as first published: uniform weights.
    pub const MCCFR: Preset = Preset {
        name: "mccfr",
        summary: "external sampling, all iterations count alike (Lanctot et al. 2009)",
        regrets: Regrets::Plain,
        averaging: Averaging::Uniform,
        tries: Tries::Everywhere,
        prune_below: None,
    };

    /// External sampling with regret matching+, linear average.
    pub const MCCFR_PLUS: Preset = Preset {
        name: "mccfr+",
        summary: "external sampling, regrets floored at zero, linear average (after Tammelin 2014)",
        regrets: Regrets::Floored,
        averaging: Averaging::Linear,
        tries: Tries::Everywhere,
        prune_below: None,
    };

    /// External sampling with linear weights and regret-based pruning. In large games it walks several
    /// times as many deals a second as the others, once it has learnt what to leave out.
    pub const PRUNED_MCCFR: Preset = Preset {
        name: "pruned-mccfr",
        summary: "linear-mccfr that mostly skips actions of very negative regret (Brown & Sandholm 2019)",
        regrets: Regrets::Plain,
        averaging: Averaging::Linear,
        tries: Tries::Everywhere,
        prune_below: Some(1.0),
    };

    /// The preset for games in which a player decides so often in a row that a walk of all of the
    /// player's choices from one deal would not end.
    ///
    /// A traversal draws one history: the others act by their strategies, the traverser takes any action
    /// with the same probability. At each of the traverser's decisions on it all actions are played
    /// out, and the regrets of that decision are updated. Chance draws the same way in every traversal,
    /// so that an information set's regrets are those of counterfactual regret minimization times a
    /// constant, to which regret matching is blind. There are no importance weights, but the
    /// histories played out are noisy. Source of the probing idea: R. Gibson, M. Lanctot, N. Burch,
    /// D. Szafron, M. Bowling, "Generalized sampling and variance in counterfactual regret
    /// minimization", AAAI 2012.
    pub const PATH_MCCFR: Preset = Preset {
        name: "path-mccfr",
        summary: "tries all actions along one path and plays them out (after Gibson et al. 2012), linear",
        regrets: Regrets::Plain,
        averaging: Averaging::Linear,
        tries: Tries::AlongOnePath,
        prune_below: None,
    };

    /// The preset for a caller who asks for none.
    pub const DEFAULT: &'static Preset = &Preset::PRUNED_MCCFR;

    /// The preset for games with many decisions in a row.
    pub const PATHS: &'static Preset = &Preset::PATH_MCCFR;

    /// All presets of external sampling.
    pub const ALL: &'static [Preset] = &[
        Preset::LINEAR_MCCFR,
        Preset::MCCFR,
        Preset::MCCFR_PLUS,
        Preset::PRUNED_MCCFR,
    ];

    /// The preset with this name.
    pub fn by_name(name: &str) -> Option<Preset> {
        let presets = Self::ALL.iter().chain([Self::PATHS]).copied();
        presets.into_iter().find(|preset| preset.name == name)
    }
}
