//! Ratings: Elo by maximum likelihood with error bars, and Glicko-2.

use nalgebra::{DMatrix, DVector};
use serde::Serialize;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use crate::Moments;
use cardsharp_game::interval::quantile;

/// The rating of an average agent.
const AVERAGE: f64 = 1500.0;
/// Rating points for a difference of 1 in natural logarithms of strength.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;
/// The most steps of Newton's method.
const MAX_STEPS: usize = 100;
/// The games that every agent is taken to have won and lost against an average one, so that one who won all has a
/// finite rating.
const PRIOR: f64 = 1.0;

/// The results at a table of the same agents.
#[derive(Clone, Debug)]
pub struct TableResults {
    /// The agents at the table.
    pub agents: Vec<usize>,
    /// Their results there, in this order.
    pub moments: Moments,
}

/// A rating in Elo points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// The rating. The mean of all agents is 1500.
    pub rating: f64,
    /// Half the width of its 95 % confidence interval.
    pub half_width: f64,
}

/// The chances of the agents at a table, from the logarithms of their strengths: those of Bradley, Terry and Luce.
fn chances(strengths: &DVector<f64>, agents: &[usize]) -> Vec<f64> {
    let highest = agents.iter().map(|&agent| strengths[agent]);
    let highest = highest.fold(f64::NEG_INFINITY, f64::max);
    let powers = agents.iter().map(|&agent| (strengths[agent] - highest).exp());
    let powers: Vec<f64> = powers.collect();
    let all: f64 = powers.iter().sum();
    powers.iter().map(|power| power / all).collect()
}

/// The likelihood of results, its derivative, and the matrix of its second derivatives with the opposite sign.
struct Likelihood {
    logarithm: f64,
    gradient: DVector<f64>,
    information: DMatrix<f64>,
}

fn likelihood(strengths: &DVector<f64>, results: &[TableResults]) -> Likelihood {
    let agents = strengths.len();
    let mut found =
        Likelihood { logarithm: 0.0, gradient: DVector::zeros(agents), information: DMatrix::zeros(agents, agents) };
    for agent in 0..agents {
        let chance = 1.0 / (1.0 + (-strengths[agent]).exp());
        found.logarithm += PRIOR * (chance.ln() + (1.0 - chance).ln());
        found.gradient[agent] += PRIOR * (1.0 - 2.0 * chance);
        found.information[(agent, agent)] += 2.0 * PRIOR * chance * (1.0 - chance);
    }
    for TableResults { agents, moments } in results {
        let chances = chances(strengths, agents);
        for (index, &agent) in agents.iter().enumerate() {
            let (score, chance) = (moments.score(index), chances[index]);
            found.logarithm += score * chance.ln();
            found.gradient[agent] += score - moments.played() * chance;
            for (other, &at) in agents.iter().enumerate() {
                let own = f64::from(u8::from(other == index));
                found.information[(agent, at)] += moments.played() * chance * (own - chances[other]);
            }
        }
    }
    found
}

/// The Elo ratings of maximum likelihood (R. A. Bradley, M. E. Terry, "Rank analysis of incomplete block designs",
/// Biometrika 39, 1952), at tables of more than two by the winner of each game (R. D. Luce, 1959). A draw is an equal
/// part of a win for each. Every agent has besides won and lost one game against an average one.
///
/// The errors are those of sets of duplicates as single draws (K.-Y. Liang, S. L. Zeger, "Longitudinal data analysis
/// using generalized linear models", Biometrika 73, 1986). `None` if nothing was played.
pub fn elo(agents: usize, results: &[TableResults]) -> Option<Vec<Elo>> {
    if results.iter().all(|table| table.moments.sets() == 0) {
        return None;
    }
    let mut strengths = DVector::zeros(agents);
    let mut at = likelihood(&strengths, results);
    for _ in 0..MAX_STEPS {
        let step = at.information.clone().cholesky()?.solve(&at.gradient);
        let mut scale = 1.0;
        let next = loop {
            let there = &strengths + &step * scale;
            let found = likelihood(&there, results);
            if found.logarithm >= at.logarithm || scale < 1e-6 {
                break (there, found);
            }
            scale /= 2.0;
        };
        (strengths, at) = next;
        if step.amax() < 1e-10 {
            break;
        }
    }
    let inverse = at.information.clone().cholesky()?.inverse();
    let covariance = &inverse * scatter(&strengths, results) * &inverse;
    // Only differences of strengths count: the mean is taken from all.
    let of_mean = DMatrix::from_element(agents, agents, 1.0 / agents as f64);
    let centred = DMatrix::identity(agents, agents) - of_mean;
    let covariance = &centred * covariance * &centred;
    let mean = strengths.mean();
    let width = quantile(f64::INFINITY) * POINTS;
    let rating = |agent: usize| Elo {
        rating: AVERAGE + POINTS * (strengths[agent] - mean),
        half_width: width * covariance[(agent, agent)].max(0.0).sqrt(),
    };
    Some((0..agents).map(rating).collect())
}

/// The sum over independent draws of the products of the derivatives of their likelihoods.
fn scatter(strengths: &DVector<f64>, results: &[TableResults]) -> DMatrix<f64> {
    let agents = strengths.len();
    let mut found = DMatrix::zeros(agents, agents);
    for agent in 0..agents {
        let chance = 1.0 / (1.0 + (-strengths[agent]).exp());
        // A game won and a game lost.
        found[(agent, agent)] += PRIOR * ((1.0 - chance).powi(2) + chance * chance);
    }
    for TableResults { agents, moments } in results {
        let chances = chances(strengths, agents);
        if moments.sets() == 0 {
            continue;
        }
        for (index, &agent) in agents.iter().enumerate() {
            for (other, &at) in agents.iter().enumerate() {
                let expected = [chances[index], chances[other]];
                found[(agent, at)] += moments.covariance([index, other], expected);
            }
        }
    }
    found
}

/// A rating by Glicko-2 (M. E. Glickman, "Example of the Glicko-2 system", 2013).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Glicko {
    /// The rating. Every agent begins at 1500.
    pub rating: f64,
    /// Its deviation.
    pub deviation: f64,
    /// Its volatility.
    pub volatility: f64,
}

/// The fewest and the most games of an agent in a rating period.
const PERIOD: [f64; 2] = [15.0, 500.0];

/// The Glicko-2 ratings after some stages. The games of a stage are spread evenly over rating periods: of 15 games for
/// each agent first, as its author advises, and then of a quarter of those before.
pub fn glicko(agents: usize, stages: &[Vec<TableResults>]) -> Vec<Glicko> {
    let mut ratings = vec![Glicko2Rating::new(); agents];
    for stage in stages {
        let of_agent = |agent: usize| -> f64 {
            let tables = stage.iter().filter(|table| table.agents.contains(&agent));
            tables.map(|table| table.moments.played()).sum()
        };
        let busiest = (0..agents).map(of_agent).fold(0.0, f64::max);
        let mut before: f64 = 0.0;
        while before < busiest {
            let period = (before / 4.0).clamp(PERIOD[0], PERIOD[1]);
            let after = (before + period).min(busiest);
            rate(&mut ratings, stage, [before / busiest, after / busiest]);
            before = after;
        }
    }
    let plain = |rating: &Glicko2Rating| Glicko {
        rating: rating.rating,
        deviation: rating.deviation,
        volatility: rating.volatility,
    };
    ratings.iter().map(plain).collect()
}

/// A rating period with the games between two shares of those of a stage.
fn rate(ratings: &mut [Glicko2Rating], stage: &[TableResults], between: [f64; 2]) {
    let mut met: Vec<Vec<(Glicko2Rating, Outcomes)>> = vec![Vec::new(); ratings.len()];
    for TableResults { agents, moments } in stage {
        for (index, &agent) in agents.iter().enumerate() {
            for (other, &opponent) in agents.iter().enumerate().filter(|&(at, _)| at != index) {
                let against = [moments.score(index), moments.score(other)];
                let outcomes = games(against, between);
                met[agent].extend(outcomes.map(|outcome| (ratings[opponent], outcome)));
            }
        }
    }
    let config = Glicko2Config::new();
    for (rating, met) in ratings.iter_mut().zip(&met).filter(|(_, met)| !met.is_empty()) {
        *rating = glicko2_rating_period(rating, met, &config);
    }
}

/// Of the games that two agents at a table have won, those between two shares; what is left of the draws is drawn.
fn games([own, other]: [f64; 2], between: [f64; 2]) -> impl Iterator<Item = Outcomes> {
    let drawn = (own - own.floor() + other - other.floor()).round();
    let counts = [(own.floor(), Outcomes::WIN), (other.floor(), Outcomes::LOSS), (drawn, Outcomes::DRAW)];
    counts.into_iter().flat_map(move |(count, outcome)| {
        let [from, to] = between.map(|share| (share * count).round() as usize);
        std::iter::repeat_n(outcome, to - from)
    })
}

#[cfg(test)]
#[path = "../../tests/unit/tournament/ratings.rs"]
mod tests;
