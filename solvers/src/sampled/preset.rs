//! Solver variants as data.

/// The regret rule, applied after each update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regrets {
    /// A regret is kept as it is (regret matching).
    Plain,
    /// A negative regret is raised to zero (regret matching+).
    Floored,
}

/// The weight of iteration `t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Averaging {
    /// All iterations have the same weight.
    Uniform,
    /// The weight is proportional to `t`, in regrets and averages both (linear CFR).
    Linear,
}

/// The decisions at which a traversal tries all of the traverser's actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tries {
    /// Every decision, and every decision below each of its actions (external sampling).
    Everywhere,
    /// The decisions on one path, on which the traverser's own actions are drawn uniformly. Each
    /// action is played out once, by all players' strategies.
    AlongOnePath,
}

/// A named combination of rules.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preset {
    /// The name on the command line.
    pub name: &'static str,
    /// A one-line summary with its paper.
    pub summary: &'static str,
    /// The regret rule.
    pub regrets: Regrets,
    /// The weights of iterations.
    pub averaging: Averaging,
    /// The decisions at which all actions are tried.
    pub tries: Tries,
    /// The pruning threshold. An action is skipped in 19 of 20 traversals if its regret is below
    /// minus this many times the range of utilities times the mean weight of an iteration.
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
        averaging: Averaging::Uniform,
        ..Preset::LINEAR_MCCFR
    };

    /// External sampling with regret matching+, linear average.
    pub const MCCFR_PLUS: Preset = Preset {
        name: "mccfr+",
        summary: "external sampling, regrets floored at zero, linear average (after Tammelin 2014)",
        regrets: Regrets::Floored,
        ..Preset::LINEAR_MCCFR
    };

    /// External sampling with linear weights and regret-based pruning. In large games it walks several times as many
    /// deals a second as the others, once it has learnt which actions to skip.
    pub const PRUNED_MCCFR: Preset = Preset {
        name: "pruned-mccfr",
        summary: "linear-mccfr that mostly skips actions of very negative regret (Brown & Sandholm 2019)",
        prune_below: Some(1.0),
        ..Preset::LINEAR_MCCFR
    };

    /// The preset for games in which a player decides so often in a row that a walk of all of the
    /// player's choices from one deal would not end.
    ///
    /// A traversal draws one history: the other players act by their strategies, and the traverser draws uniformly. At
    /// each of the traverser's decisions on it, every action is played out, and the regrets of that decision are
    /// updated. Chance is drawn in the same way in every traversal. So an information set's regrets are those of
    /// counterfactual regret minimization times a constant, which regret matching cancels. There are no importance
    /// weights, but the histories played out are noisy. Source of the probing idea: R. Gibson, M. Lanctot, N. Burch, D.
    /// Szafron, M. Bowling, "Generalized sampling and variance in counterfactual regret minimization", AAAI 2012.
    pub const PATH_MCCFR: Preset = Preset {
        name: "path-mccfr",
        summary: "tries all actions along one path and plays them out (after Gibson et al. 2012), linear",
        tries: Tries::AlongOnePath,
        ..Preset::LINEAR_MCCFR
    };

    /// The preset used if the caller names none.
    pub const DEFAULT: &'static Preset = &Preset::PRUNED_MCCFR;

    /// The preset for games with many decisions in a row.
    pub const PATHS: &'static Preset = &Preset::PATH_MCCFR;

    /// All presets of external sampling.
    pub const ALL: &'static [Preset] = &[Preset::LINEAR_MCCFR, Preset::MCCFR, Preset::MCCFR_PLUS, Preset::PRUNED_MCCFR];

    /// The preset with this name.
    pub fn by_name(name: &str) -> Option<Preset> {
        let presets = Self::ALL.iter().chain([Self::PATHS]).copied();
        presets.into_iter().find(|preset| preset.name == name)
    }
}
