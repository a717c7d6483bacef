//! Variants of counterfactual regret minimization as data: a regret rule, an averaging rule, an
//! order of updates. The published variants have names.

/// A variant of CFR.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preset {
    /// The name on the command line.
    pub name: &'static str,
    /// A one-line summary with its paper.
    pub summary: &'static str,
    /// The change of the regrets so far before those of an iteration are added.
    pub regrets: Regrets,
    /// True if the next strategy counts the latest regrets twice, as a prediction of the next ones.
    pub predictive: bool,
    /// The weight of each iteration's strategy in the average.
    pub averaging: Averaging,
    /// The order of the players' updates.
    pub updates: Updates,
}

/// The change of the regrets so far before those of iteration `t + 1` are added.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Regrets {
    /// No change (regret matching).
    Plain,
    /// Positive regrets are multiplied by t^a / (t^a + 1) with the exponent `positive`, negative
    /// ones likewise with `negative`.
    Discounted {
        /// The exponent for positive regrets (alpha).
        positive: Schedule,
        /// The exponent for negative regrets (beta).
        negative: Schedule,
    },
    /// Negative regrets are raised to zero (regret matching+).
    Floored,
    /// Negative regrets are raised to zero, and positive ones are discounted.
    FlooredDiscounted {
        /// The exponent for positive regrets (alpha).
        positive: Schedule,
    },
}

/// The weight of iteration `t` in the average strategy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Averaging {
    /// In proportion to t^c with this exponent (gamma): 0 uniform, 1 linear, 2 quadratic. If the
    /// exponent changes, each iteration multiplies the earlier weights by ((t - 1) / t)^c.
    Power(Schedule),
    /// The last strategy alone has a weight.
    LastIterate,
}

/// The order of the players' updates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Updates {
    /// One player after the other, each against the strategies that the others have just updated.
    Alternating,
    /// All players at once, against the others' strategies of before the iteration.
    Simultaneous,
}

/// A number that may change from the first iteration to the last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Schedule {
    /// The same number in all iterations.
    Constant(f64),
    /// A straight line from the beginning to the iteration planned as the last, and constant from
    /// then on.
    Linear {
        /// The value at the beginning.
        from: f64,
        /// The value at the end.
        to: f64,
    },
}

impl Schedule {
    /// The value at `iteration`, with `planned` iterations in all.
    pub fn at(self, iteration: u64, planned: u64) -> f64 {
        match self {
            Schedule::Constant(value) => value,
            Schedule::Linear { from, to } => {
                let share = iteration.min(planned) as f64 / planned.max(1) as f64;
                from + (to - from) * share
            }
        }
    }
}

impl Regrets {
    /// The factors for positive and negative regrets after `iteration`.
    pub(super) fn factors(self, iteration: u64, planned: u64) -> [f64; 2] {
        let factor = |exponent: Schedule| {
            let power = (iteration as f64).powf(exponent.at(iteration, planned));
            if power.is_infinite() {
                1.0
            } else {
                power / (power + 1.0)
            }
        };
        match self {
            Regrets::Plain => [1.0, 1.0],
            Regrets::Floored => [1.0, 0.0],
            Regrets::Discounted { positive, negative } => [factor(positive), factor(negative)],
            Regrets::FlooredDiscounted { positive } => [factor(positive), 0.0],
        }
    }

    /// The least regret that is kept.
    pub(super) fn floor(self) -> f64 {
        match self {
            Regrets::Plain | Regrets::Discounted { .. } => f64::NEG_INFINITY,
            Regrets::Floored | Regrets::FlooredDiscounted { .. } => 0.0,
        }
    }
}

const fn linear(from: f64, to: f64) -> Schedule {
    Schedule::Linear { from, to }
}

const fn power(exponent: f64) -> Averaging {
    Averaging::Power(Schedule::Constant(exponent))
}

impl Preset {
    /// True if the strategies depend on the number of iterations that is planned.
    pub fn needs_plan(&self) -> bool {
        let changes = |schedule: Schedule| matches!(schedule, Schedule::Linear { .. });
        let regrets = match self.regrets {
            Regrets::Plain | Regrets::Floored => false,
            Regrets::Discounted { positive, negative } => changes(positive) || changes(negative),
            Regrets::FlooredDiscounted { positive } => changes(positive),
        };
        let averaging = match self.averaging {
            Averaging::Power(exponent) => changes(exponent),
            Averaging::LastIterate => false,
        };
        regrets || averaging
    }

    /// Vanilla CFR: regret matching, uniform average.
    pub const CFR: Preset = Preset {
        name: "cfr",
        summary: "regret matching, uniform average (Zinkevich et al. 2007)",
        regrets: Regrets::Plain,
        predictive: false,
        averaging: power(0.0),
        updates: Updates::Alternating,
    };

    /// Vanilla CFR with simultaneous updates, as first published.
    pub const CFR_SIMULTANEOUS: Preset = Preset {
        name: "cfr-simultaneous",
        summary: "cfr with all players updated at once, as first published",
        updates: Updates::Simultaneous,
        ..Preset::CFR
    };

    /// CFR+: regret matching+, linear average.
    pub const CFR_PLUS: Preset = Preset {
        name: "cfr+",
        summary: "regrets floored at zero, linear average (Tammelin 2014)",
        regrets: Regrets::Floored,
        averaging: power(1.0),
        ..Preset::CFR
    };

    /// Linear CFR: iteration t has the weight t, in regrets and average.
    pub const LCFR: Preset = Preset {
        name: "lcfr",
        summary: "linear: iteration t counts t times, in regrets and average (Brown & Sandholm 2019)",
        regrets: Regrets::Discounted {
            positive: Schedule::Constant(1.0),
            negative: Schedule::Constant(1.0),
        },
        predictive: false,
        averaging: power(1.0),
        updates: Updates::Alternating,
    };

    /// Discounted CFR: good from the first iterations on, without a planned number of iterations.
    pub const DCFR: Preset = Preset {
        name: "dcfr",
        summary: "discounted, exponents 3/2, 0 and 2 (Brown & Sandholm 2019)",
        regrets: Regrets::Discounted {
            positive: Schedule::Constant(1.5),
            negative: Schedule::Constant(0.0),
        },
        predictive: false,
        averaging: power(2.0),
        updates: Updates::Alternating,
    };

    /// Predictive CFR+: regret matching+ with a prediction, quadratic average.
    pub const PCFR_PLUS: Preset = Preset {
        name: "pcfr+",
        summary: "cfr+ with a prediction, quadratic average (Farina, Kroer & Sandholm 2021)",
        regrets: Regrets::Floored,
        predictive: true,
        averaging: power(2.0),
        updates: Updates::Alternating,
    };

    /// Predictive CFR+ with discounts.
    pub const PDCFR_PLUS: Preset = Preset {
        name: "pdcfr+",
        summary: "pcfr+ with discounts, exponents 2.3 and 5 (Xu et al. 2024)",
        regrets: Regrets::FlooredDiscounted {
            positive: Schedule::Constant(2.3),
        },
        averaging: power(5.0),
        ..Preset::PCFR_PLUS
    };

    /// DCFR with a hyperparameter schedule; it needs the planned number of iterations.
    pub const HS_DCFR: Preset = Preset {
        name: "hs-dcfr",
        summary: "dcfr whose exponents change on the way (HS-DCFR(30), Zhang, McAleer & Sandholm 2024)",
        regrets: Regrets::Discounted {
            positive: linear(1.0, 4.0),
            negative: linear(-1.0, -3.0),
        },
        averaging: Averaging::Power(linear(30.0, 25.0)),
        ..Preset::DCFR
    };

    /// Predictive CFR+ with an averaging schedule; it needs the planned number of iterations.
    pub const HS_PCFR_PLUS: Preset = Preset {
        name: "hs-pcfr+",
        summary: "pcfr+ whose averaging changes on the way (HS-PCFR+(30), Zhang, McAleer & Sandholm 2024)",
        averaging: Averaging::Power(linear(30.0, 25.0)),
        ..Preset::PCFR_PLUS
    };

    /// Every named variant.
    pub const ALL: &'static [Preset] = &[
        Preset::CFR,
        Preset::CFR_SIMULTANEOUS,
        Preset::CFR_PLUS,
        Preset::LCFR,
        Preset::DCFR,
        Preset::PCFR_PLUS,
        Preset::PDCFR_PLUS,
        Preset::HS_DCFR,
        Preset::HS_PCFR_PLUS,
    ];

    /// The variant with this name; `None` if there is none.
    pub fn by_name(name: &str) -> Option<Preset> {
        Self::ALL.iter().copied().find(|preset| preset.name == name)
    }
}
