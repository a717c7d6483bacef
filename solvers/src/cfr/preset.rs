//! Variants of counterfactual regret minimization as data: a regret rule, a prediction, an averaging
//! rule, an order of updates. The published variants have names.

use super::regrets::{Discount, Regrets, Volatility};
use super::schedule::Schedule;
use super::tree_rule::TreeRule;

/// A variant of CFR.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preset {
    /// The name on the command line.
    pub name: &'static str,
    /// A one-line summary with its paper.
    pub summary: &'static str,
    /// The treatment of regrets from one iteration to the next.
    pub regrets: Regrets,
    /// The weight of the latest regrets in the next strategy, as a prediction of the next ones: 0 for
    /// none, 1 to count them twice. What it is added to is discounted as before the next iteration.
    pub prediction: Schedule,
    /// The exponent of positive regrets in the next strategy: 1 for regret matching.
    pub power: f64,
    /// The weight of each iteration's strategy in the average.
    pub averaging: Averaging,
    /// The order of the players' updates.
    pub updates: Updates,
    /// A rule that the engine of compiled games alone has; `None` for a preset of every engine.
    pub tree_rule: Option<TreeRule>,
}

/// The weight of iteration `t` in the average strategy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Averaging {
    /// In proportion to t^c with this exponent (gamma): 0 uniform, 1 linear, 2 quadratic. If the
    /// exponent changes, each iteration multiplies the earlier weights by ((t - 1) / t)^c.
    Power(Schedule),
    /// The same without the first iterations. Until they are over, the answer is the last strategy.
    Delayed {
        /// The exponent (gamma).
        exponent: Schedule,
        /// The number of iterations that have no weight.
        skipped: u64,
    },
    /// The last strategy alone has a weight.
    LastIterate,
}

impl Averaging {
    /// The exponent; `None` without an average.
    pub fn exponent(self) -> Option<Schedule> {
        match self {
            Averaging::Power(exponent) | Averaging::Delayed { exponent, .. } => Some(exponent),
            Averaging::LastIterate => None,
        }
    }

    /// The number of iterations at the beginning that have no weight.
    pub fn skipped(self) -> u64 {
        match self {
            Averaging::Power(_) => 0,
            Averaging::Delayed { skipped, .. } => skipped,
            Averaging::LastIterate => u64::MAX,
        }
    }
}

/// The order of the players' updates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Updates {
    /// One player after the other, each against the strategies that the others have just updated.
    Alternating,
    /// All players at once, against the others' strategies of before the iteration.
    Simultaneous,
}

const NO_PREDICTION: Schedule = Schedule::Constant(0.0);

const fn power(exponent: f64) -> Averaging {
    Averaging::Power(Schedule::Constant(exponent))
}

const fn exponent(exponent: f64) -> Discount {
    Discount::Exponent(Schedule::Constant(exponent))
}

const fn linear(from: f64, to: f64) -> Schedule {
    Schedule::Linear { from, to }
}

impl Preset {
    /// True if the strategies depend on the number of iterations that is planned.
    pub fn needs_plan(&self) -> bool {
        let exponents = [self.regrets.positive, self.regrets.negative].map(Discount::exponent);
        let schedules = exponents.into_iter().chain([self.averaging.exponent()]).flatten();
        schedules.chain([self.prediction]).any(Schedule::needs_plan)
    }

    /// True if the next strategy is made of other numbers than the regrets.
    pub(crate) fn transforms(&self) -> bool {
        self.prediction != NO_PREDICTION || self.power != 1.0
    }

    /// The number of numbers that the engine of compiled games keeps for each sequence besides regrets, two strategies
    /// and their sum, and for each information set.
    pub(super) fn memory(&self) -> [usize; 2] {
        let observes = usize::from(self.regrets.volatility.is_some());
        self.tree_rule.map_or([0, observes], TreeRule::memory)
    }

    /// Vanilla CFR: regret matching, uniform average.
    pub const CFR: Preset = Preset {
        name: "cfr",
        summary: "regret matching, uniform average (Zinkevich et al. 2007)",
        regrets: Regrets::PLAIN,
        prediction: NO_PREDICTION,
        power: 1.0,
        averaging: power(0.0),
        updates: Updates::Alternating,
        tree_rule: None,
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
        regrets: Regrets::FLOORED,
        averaging: power(1.0),
        ..Preset::CFR
    };

    /// Linear CFR: iteration t has the weight t, in regrets and average.
    pub const LCFR: Preset = Preset {
        name: "lcfr",
        summary: "linear: iteration t counts t times, in regrets and average (Brown & Sandholm 2019)",
        regrets: Regrets { positive: exponent(1.0), negative: exponent(1.0), ..Regrets::PLAIN },
        averaging: power(1.0),
        ..Preset::CFR
    };

    /// Discounted CFR: good from the first iterations on, without a planned number of iterations.
    pub const DCFR: Preset = Preset {
        name: "dcfr",
        summary: "discounted, exponents 3/2, 0 and 2 (Brown & Sandholm 2019)",
        regrets: Regrets { positive: exponent(1.5), negative: exponent(0.0), ..Regrets::PLAIN },
        averaging: power(2.0),
        ..Preset::CFR
    };

    /// Discounted CFR+: CFR+ with discounts, as in table 1 of arXiv 2404.13891. The program published with
    /// the paper adds 1.5 in the denominator of the discount where the paper and this preset add 1.
    pub const DCFR_PLUS: Preset = Preset {
        name: "dcfr+",
        summary: "cfr+ with discounts, exponents 3/2 and 4 (Xu et al. 2024)",
        regrets: Regrets { positive: exponent(1.5), ..Regrets::FLOORED },
        averaging: power(4.0),
        ..Preset::CFR
    };

    /// Predictive CFR+: regret matching+ with a prediction, quadratic average.
    pub const PCFR_PLUS: Preset = Preset {
        name: "pcfr+",
        summary: "cfr+ with a prediction, quadratic average (Farina, Kroer & Sandholm 2021)",
        regrets: Regrets::FLOORED,
        prediction: Schedule::Constant(1.0),
        averaging: power(2.0),
        ..Preset::CFR
    };

    /// Predictive CFR+ with a third of the prediction: section 4.2 of arXiv 2503.12770, where alpha is 2
    /// and the weight 1 / (1 + alpha).
    pub const SAPCFR_PLUS: Preset = Preset {
        name: "sapcfr+",
        summary: "pcfr+ with a third of the prediction (Meng et al. 2026)",
        prediction: Schedule::Constant(1.0 / 3.0),
        ..Preset::PCFR_PLUS
    };

    /// Predictive CFR+ whose prediction has at each information set the weight that its errors so far leave it:
    /// section 4.1 of arXiv 2503.12770.
    pub const APCFR_PLUS: Preset = Preset {
        name: "apcfr+",
        summary: "pcfr+ with a weight of the prediction that it learns (Meng et al. 2026)",
        tree_rule: Some(TreeRule::Asymmetry { most: 5.0 }),
        ..Preset::PCFR_PLUS
    };

    /// Reward transformation CFR+, whose last strategy goes to an equilibrium of a zero-sum game. It has no average.
    /// The numbers are those of the paper's runs without fine-tuning.
    pub const RTCFR_PLUS: Preset = Preset {
        name: "rtcfr+",
        summary: "cfr+ towards a reference that follows it; answers with the last strategy (Meng et al. 2025)",
        averaging: Averaging::LastIterate,
        tree_rule: Some(TreeRule::RewardTransformation { weight: 1e-3, mixing: 1e-10, period: 100 }),
        ..Preset::CFR_PLUS
    };

    /// Predictive CFR+ with discounts.
    pub const PDCFR_PLUS: Preset = Preset {
        name: "pdcfr+",
        summary: "pcfr+ with discounts, exponents 2.3 and 5 (Xu et al. 2024)",
        regrets: Regrets { positive: exponent(2.3), ..Regrets::FLOORED },
        averaging: power(5.0),
        ..Preset::PCFR_PLUS
    };

    /// DCFR with a hyperparameter schedule; it needs the planned number of iterations.
    pub const HS_DCFR: Preset = Preset {
        name: "hs-dcfr",
        summary: "dcfr whose exponents change on the way (HS-DCFR(30), Zhang, McAleer & Sandholm 2024)",
        regrets: Regrets {
            positive: Discount::Exponent(linear(1.0, 4.0)),
            negative: Discount::Exponent(linear(-1.0, -3.0)),
            ..Regrets::PLAIN
        },
        averaging: Averaging::Power(linear(30.0, 25.0)),
        ..Preset::DCFR
    };

    /// HS-DCFR with the other schedule of averages in the paper: from the exponent 15 to 10.
    pub const HS_DCFR_15: Preset = Preset {
        name: "hs-dcfr-15",
        summary: "hs-dcfr with a slower average (HS-DCFR(15), Zhang, McAleer & Sandholm 2024)",
        averaging: Averaging::Power(linear(15.0, 10.0)),
        ..Preset::HS_DCFR
    };

    /// Predictive CFR+ with an averaging schedule; it needs the planned number of iterations.
    pub const HS_PCFR_PLUS: Preset = Preset {
        name: "hs-pcfr+",
        summary: "pcfr+ whose averaging changes on the way (HS-PCFR+(30), Zhang, McAleer & Sandholm 2024)",
        averaging: Averaging::Power(linear(30.0, 25.0)),
        ..Preset::PCFR_PLUS
    };

    /// Volatility-adaptive discounted CFR: listing 5 of arXiv 2602.16928, which a language model found. Its
    /// numbers suit utilities of about 1 to 10. One rule of the listing is left out: the weight of an
    /// iteration in the average depends on the information set there, by a factor that goes to 1 with the
    /// regrets. Averages here are sums of realization plans.
    pub const VAD_CFR: Preset = Preset {
        name: "vad-cfr",
        summary: "discounts by volatility, a fading prediction, power 3/2; averages from iteration 501 on (Li et al. 2026)",
        regrets: Regrets {
            positive: exponent(1.5),
            negative: exponent(-0.1),
            floor: -20.0,
            boost: 1.1,
            lead: 1,
            volatility: Some(Volatility { scale: 2.0, latest: 0.1, sensitivity: 0.5 }),
        },
        prediction: Schedule::Hyperbolic { from: 1.0, half: 100.0 },
        power: 1.5,
        averaging: Averaging::Delayed { exponent: Schedule::Constant(2.0), skipped: 500 },
        updates: Updates::Alternating,
        tree_rule: None,
    };

    /// VAD-CFR whose average begins with the first iteration: in Leduc 252 iterations to 1e-3 instead of 594.
    pub const VAD_CFR_EARLY: Preset = Preset {
        name: "vad-cfr-early",
        summary: "vad-cfr with an average from the first iteration on",
        averaging: power(2.0),
        ..Preset::VAD_CFR
    };

    /// The variant that took the fewest iterations to an exploitability of 1e-4, or at most 1.1 times as many as the
    /// best, in nine of fifteen games; its other name is `auto`. An iteration takes two to three times as long
    /// as one of DCFR.
    pub const AUTO: Preset = Preset::VAD_CFR;

    /// The other name of [`Preset::AUTO`].
    pub const AUTO_NAME: &'static str = "auto";

    /// Every named variant that all engines have.
    pub const ALL: &'static [Preset] = &[
        Preset::CFR,
        Preset::CFR_SIMULTANEOUS,
        Preset::CFR_PLUS,
        Preset::LCFR,
        Preset::DCFR,
        Preset::DCFR_PLUS,
        Preset::PCFR_PLUS,
        Preset::SAPCFR_PLUS,
        Preset::PDCFR_PLUS,
        Preset::HS_DCFR,
        Preset::HS_DCFR_15,
        Preset::HS_PCFR_PLUS,
        Preset::VAD_CFR,
        Preset::VAD_CFR_EARLY,
    ];

    /// Those with a [`TreeRule`].
    pub const OF_TREES: &'static [Preset] = &[Preset::APCFR_PLUS, Preset::RTCFR_PLUS];

    /// Every named variant that the engine of compiled games has.
    pub fn for_trees() -> impl Iterator<Item = Preset> {
        Self::ALL.iter().chain(Self::OF_TREES).copied()
    }

    /// The variant for compiled games with this name, or [`Preset::AUTO`]; `None` if there is none.
    pub fn by_name_for_trees(name: &str) -> Option<Preset> {
        Self::by_name(name).or_else(|| Self::for_trees().find(|preset| preset.name == name))
    }

    /// The variant of all engines with this name, or [`Preset::AUTO`]; `None` if there is none.
    pub fn by_name(name: &str) -> Option<Preset> {
        if name == Preset::AUTO_NAME {
            return Some(Preset::AUTO);
        }
        Self::ALL.iter().copied().find(|preset| preset.name == name)
    }
}
