//! Variants of counterfactual regret minimization as data: a regret rule, an averaging rule, an order
//! of updates; the published ones have names.

/// A variant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preset {
    /// What the command line calls it.
    pub name: &'static str,
    /// One line about it, with its paper.
    pub summary: &'static str,
    /// What is done to the regrets so far before those of an iteration are added.
    pub regrets: Regrets,
    /// Whether the next strategy counts the latest regrets twice, as a prediction of the next ones.
    pub predictive: bool,
    /// How much the strategy of each iteration counts in the average.
    pub averaging: Averaging,
    /// Who learns when.
    pub updates: Updates,
    /// What is left out, if anything.
    pub pruning: Option<Pruning>,
}

/// Which actions are left out for some iterations, with all that follows on them: N. Brown, T. Sandholm,
/// "Regret-based pruning in extensive-form games", NIPS 2015, with a threshold and full iterations
/// at fixed distances as in N. Brown, T. Sandholm, "Superhuman AI for multiplayer poker", Science 2019.
///
/// An action that is left out is not played, and the strategy below it stays as it is. Its
/// regrets, and those below it, are made up for before the next full iteration, exactly: by the sum of
/// the other player's plans meanwhile. Only two players prune, and only with regrets that are not
/// floored and are discounted alike, positive or negative; others go without.
///
/// It does not pay here. In liar's dice with six sides `pruned-lcfr` comes to a NashConv of 0.0022 in
/// 1,000 iterations, `lcfr` to 0.0020; it works out 88 % of the values, making up included, but hardly
/// a unit of up to 64 information sets is closed as a whole (668,828 are swept, `lcfr` sweeps
/// 631,000), and on one thread it takes 1.2 to 1.7 times as long
/// (`cargo test -p cardsharp-solvers --test explicit -- --nocapture liars_dice`). With `below` 0 and
/// `every` 10 only 40 % of the values are left to work out, in about the time of `lcfr`, but NashConv is
/// 40 times as high.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pruning {
    /// An action that is not played is left out if its regret is below minus this many times the
    /// sum of the positive regrets of its information set.
    pub below: f64,
    /// In one iteration of so many, the first among them, nothing is left out, and afterwards what to
    /// leave out is decided anew; at least 1.
    pub every: u64,
}

/// What is done to the regrets so far before those of iteration `t + 1` are added.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Regrets {
    /// Nothing (regret matching).
    Plain,
    /// Positive ones are multiplied by t^a / (t^a + 1) with the exponent `positive`, negative ones
    /// likewise with `negative`.
    Discounted {
        /// The exponent for positive regrets (alpha).
        positive: Schedule,
        /// The exponent for negative regrets (beta).
        negative: Schedule,
    },
    /// Negative ones are raised to zero (regret matching+).
    Floored,
    /// Negative ones are raised to zero, positive ones discounted.
    FlooredDiscounted {
        /// The exponent for positive regrets (alpha).
        positive: Schedule,
    },
}

/// How much the strategy of iteration `t` counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Averaging {
    /// In proportion to t^c with this exponent (gamma): 0 all alike, 1 linear, 2 quadratic. Where
    /// the exponent changes, each iteration multiplies what came before by ((t - 1) / t)^c.
    Power(Schedule),
    /// The last strategy alone.
    LastIterate,
}

/// Who learns when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Updates {
    /// One player after the other, against what the others have just learnt.
    Alternating,
    /// All at once, against what the others did before.
    Simultaneous,
}

/// A number that may change from the first iteration to the last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Schedule {
    /// Always the same.
    Constant(f64),
    /// On a straight line from the beginning to the iteration that was planned as the last, and
    /// constant from then on.
    Linear {
        /// At the beginning.
        from: f64,
        /// At the end.
        to: f64,
    },
}

impl Schedule {
    /// Its value at `iteration` of `planned`.
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

    /// Whether actions can be left out for some iterations and made up for in one go: negative
    /// regrets are kept, and discounted as positive ones are.
    pub(super) fn prunes(self) -> bool {
        match self {
            Regrets::Plain => true,
            Regrets::Discounted { positive, negative } => positive == negative,
            Regrets::Floored | Regrets::FlooredDiscounted { .. } => false,
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

const fn power(exponent: f64) -> Averaging {
    Averaging::Power(Schedule::Constant(exponent))
}

impl Preset {
    /// Vanilla CFR: regret matching, uniform average.
    pub const CFR: Preset = Preset {
        name: "cfr",
        summary: "regret matching, uniform average (Zinkevich et al. 2007)",
        regrets: Regrets::Plain,
        predictive: false,
        averaging: power(0.0),
        updates: Updates::Alternating,
        pruning: None,
    };

    /// Vanilla CFR with simultaneous updates, as first published.
    pub const CFR_SIMULTANEOUS: Preset = Preset {
        name: "cfr-simultaneous",
        summary: "cfr with all players updated at once, as first published",
        regrets: Regrets::Plain,
        predictive: false,
        averaging: power(0.0),
        updates: Updates::Simultaneous,
        pruning: None,
    };

    /// CFR+: regret matching+, linear average.
    pub const CFR_PLUS: Preset = Preset {
        name: "cfr+",
        summary: "regrets floored at zero, linear average (Tammelin 2014)",
        regrets: Regrets::Floored,
        predictive: false,
        averaging: power(1.0),
        updates: Updates::Alternating,
        pruning: None,
    };

    /// Linear CFR: iteration t counts t times, in regrets and average.
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
        pruning: None,
    };

    /// Linear CFR with regret-based pruning; [`Pruning`] says what it costs here.
    pub const PRUNED_LCFR: Preset = Preset {
        name: "pruned-lcfr",
        summary: "lcfr that leaves out actions of very negative regret; no faster here (after Brown & Sandholm 2015)",
        regrets: Regrets::Discounted {
            positive: Schedule::Constant(1.0),
            negative: Schedule::Constant(1.0),
        },
        predictive: false,
        averaging: power(1.0),
        updates: Updates::Alternating,
        pruning: Some(Pruning {
            below: 10.0,
            every: 10,
        }),
    };

    /// Discounted CFR: good from the first iterations on, and in no need of a planned number of them.
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
        pruning: None,
    };

    /// Predictive CFR+: regret matching+ with a prediction, quadratic average.
    pub const PCFR_PLUS: Preset = Preset {
        name: "pcfr+",
        summary: "cfr+ with a prediction, quadratic average (Farina, Kroer & Sandholm 2021)",
        regrets: Regrets::Floored,
        predictive: true,
        averaging: power(2.0),
        updates: Updates::Alternating,
        pruning: None,
    };

    /// Predictive CFR+ with discounts.
    pub const PDCFR_PLUS: Preset = Preset {
        name: "pdcfr+",
        summary: "pcfr+ with discounts, exponents 2.3 and 5 (Xu et al. 2024)",
        regrets: Regrets::FlooredDiscounted {
            positive: Schedule::Constant(2.3),
        },
        predictive: true,
        averaging: power(5.0),
        updates: Updates::Alternating,
        pruning: None,
    };

    /// DCFR with a hyperparameter schedule; it needs the planned number of iterations.
    pub const HS_DCFR: Preset = Preset {
        name: "hs-dcfr",
        summary: "dcfr whose exponents change on the way (HS-DCFR(30), Zhang, McAleer & Sandholm 2024)",
        regrets: Regrets::Discounted {
            positive: Schedule::Linear { from: 1.0, to: 4.0 },
            negative: Schedule::Linear {
                from: -1.0,
                to: -3.0,
            },
        },
        predictive: false,
        averaging: Averaging::Power(Schedule::Linear {
            from: 30.0,
            to: 25.0,
        }),
        updates: Updates::Alternating,
        pruning: None,
    };

    /// Predictive CFR+ with an averaging schedule; it needs the planned number of iterations.
    pub const HS_PCFR_PLUS: Preset = Preset {
        name: "hs-pcfr+",
        summary: "pcfr+ whose averaging changes on the way (HS-PCFR+(30), Zhang, McAleer & Sandholm 2024)",
        regrets: Regrets::Floored,
        predictive: true,
        averaging: Averaging::Power(Schedule::Linear {
            from: 30.0,
            to: 25.0,
        }),
        updates: Updates::Alternating,
        pruning: None,
    };

    /// Every named variant.
    pub const ALL: &'static [Preset] = &[
        Preset::CFR,
        Preset::CFR_SIMULTANEOUS,
        Preset::CFR_PLUS,
        Preset::LCFR,
        Preset::PRUNED_LCFR,
        Preset::DCFR,
        Preset::PCFR_PLUS,
        Preset::PDCFR_PLUS,
        Preset::HS_DCFR,
        Preset::HS_PCFR_PLUS,
    ];

    /// The variant with this name.
    pub fn by_name(name: &str) -> Option<Preset> {
        Self::ALL.iter().copied().find(|preset| preset.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::{Averaging, Preset, Regrets};

    /// The paper's equation (4), with n iterations planned: alpha 1 + 3 t/n, beta -1 - 2 t/n and
    /// gamma 30 - 5 t/n; the last alone in HS-PCFR+(30).
    #[test]
    fn hyperparameter_schedules_are_those_of_the_paper() {
        let gamma = |name: &str, t: u64| match Preset::by_name(name).unwrap().averaging {
            Averaging::Power(exponent) => exponent.at(t, 1000),
            Averaging::LastIterate => f64::NAN,
        };
        let dcfr = Preset::HS_DCFR;
        for t in [0, 250, 500, 1000] {
            let share = t as f64 / 1000.0;
            let Regrets::Discounted { positive, negative } = dcfr.regrets else {
                panic!("{:?}", dcfr.regrets);
            };
            let found = [positive, negative].map(|exponent| exponent.at(t, 1000));
            assert_eq!(found, [1.0 + 3.0 * share, -1.0 - 2.0 * share]);
            for name in ["hs-dcfr", "hs-pcfr+"] {
                assert_eq!(gamma(name, t), 30.0 - 5.0 * share);
            }
        }
        let predictive = Preset::HS_PCFR_PLUS;
        assert!(predictive.predictive && predictive.regrets == Regrets::Floored);
    }
}
