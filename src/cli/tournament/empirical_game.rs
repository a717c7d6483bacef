//! The empirical game between the agents of a tournament: each of two players chooses an agent, and the payoff is what the
//! two have won of each other (M. P. Wellman, "Methods for empirical game-theoretic analysis", AAAI 2006).

use cardsharp_arena::tournament::TournamentProgress;
use cardsharp_arena::{Moments, numbered};
use cardsharp_game::derive_seed;
use cardsharp_game::interval::normal_quantile;
use cardsharp_solvers::built::{BuildError, BuiltGame, GameBuilder};
use cardsharp_solvers::dyn_game::DynGame as _;
use cardsharp_solvers::game::Player;
use cardsharp_solvers::lp;
use serde::Serialize;

/// The games that are drawn for the bootstrap.
const DRAWN: usize = 1000;
/// The most agents whose game is solved.
const MAX_AGENTS: usize = 200;

/// A Nash equilibrium of the empirical game. As the game is symmetric, both players choose alike.
#[derive(Debug, Serialize)]
pub(super) struct EmpiricalGame {
    /// All agents, in the order in which they were given.
    agents: Vec<Choice>,
    /// The regret of the equilibrium: the most that an agent would gain against it, in shares of games.
    regret: Regret,
}

/// An agent in the equilibrium.
#[derive(Debug, Serialize)]
struct Choice {
    agent: String,
    /// The probability of being chosen.
    probability: f64,
    /// The share of games won against the equilibrium, a draw counting half.
    share: f64,
}

/// The regret of the equilibrium in games that could as well have been seen (B. Wiedenbeck, B.-A. Cassell, M. P. Wellman,
/// "Bootstrap statistics for empirical games", AAMAS 2014). Each share is drawn from the normal distribution of its
/// estimate, whose draws are sets of duplicates.
#[derive(Debug, Serialize)]
struct Regret {
    mean: f64,
    /// The bound for 95 % of them.
    high: f64,
}

/// By row and column: the share that the agent of the row has won of the agent of the column, less a half, and its
/// standard error.
struct Payoffs(Vec<Vec<(f64, f64)>>);

impl Payoffs {
    /// The payoffs of a tournament at tables of two in which all have met; `None` of another.
    fn of(tournament: &TournamentProgress) -> Option<Payoffs> {
        let (settings, count) = (&tournament.settings, tournament.settings.agents.len());
        if settings.seats != 2 || !(2..=MAX_AGENTS).contains(&count) {
            return None;
        }
        let mut met = vec![vec![Moments::none(2); count]; count];
        for one in &tournament.matches {
            let &[first, second] = &one.pairing.agents[..] else {
                return None;
            };
            let moments = one.tally.game_moments();
            met[first][second].add_all(&moments, &[0, 1]);
            met[second][first].add_all(&moments, &[1, 0]);
        }
        let payoff = |row: usize, column: usize| {
            if row == column {
                return Some((0.0, 0.0));
            }
            let moments = &met[row][column];
            // A spread is known of two sets on.
            let known = moments.sets() > 1;
            let share = moments.share(0);
            let variance = moments.covariance([0, 0], [share; 2]).max(0.0);
            known.then(|| (share - 0.5, variance.sqrt() / moments.played()))
        };
        let rows = (0..count).map(|row| (0..count).map(|column| payoff(row, column)).collect());
        rows.collect::<Option<_>>().map(Payoffs)
    }

    /// The game in which the second player does not see the first one's choice.
    fn game(&self) -> Result<BuiltGame, BuildError> {
        let count = self.0.len();
        let names = || (0..count).map(|agent| agent.to_string()).collect::<Vec<_>>();
        let mut game = GameBuilder::new(2);
        let first = game.infoset(Player::ZERO, "first".to_owned(), names())?;
        let second = game.infoset(Player::ONE, "second".to_owned(), names())?;
        game.decision(first)?;
        for row in &self.0 {
            game.decision(second)?;
            row.iter().try_for_each(|&(payoff, _)| game.terminal(&[payoff, -payoff]))?;
        }
        game.finish()
    }

    /// The gain of each agent against a mixture.
    fn against(&self, mixture: &[f64], payoff: impl Fn(usize, usize) -> f64) -> Vec<f64> {
        let count = self.0.len();
        let of = |row: usize| (0..count).map(|column| mixture[column] * payoff(row, column)).sum();
        (0..count).map(of).collect()
    }

    /// The regret of a mixture in games that are drawn by a seed.
    fn regret(&self, mixture: &[f64], seed: u64) -> Regret {
        let count = self.0.len();
        let drawn = |game: usize| {
            let seed = derive_seed(seed, game as u64);
            let payoff = |row: usize, column: usize| {
                let (low, high) = (row.min(column), row.max(column));
                let (mean, error) = self.0[low][high];
                // One of 2^53 probabilities, none of which is 0 or 1.
                let bits = derive_seed(seed, (low * count + high) as u64) >> 11;
                let share = mean + error * normal_quantile((bits as f64 + 0.5) / (1_u64 << 53) as f64);
                let share = share.clamp(-0.5, 0.5);
                if row == column {
                    0.0
                } else if row < column {
                    share
                } else {
                    -share
                }
            };
            // A mixture wins nothing of itself.
            self.against(mixture, payoff).into_iter().fold(0.0, f64::max)
        };
        let mut regrets: Vec<f64> = (0..DRAWN).map(drawn).collect();
        regrets.sort_by(f64::total_cmp);
        Regret { mean: regrets.iter().sum::<f64>() / DRAWN as f64, high: regrets[DRAWN * 95 / 100] }
    }
}

impl EmpiricalGame {
    /// The game of a tournament at tables of two in which all have met, twice at least; `None` of another.
    pub(super) fn of(tournament: &TournamentProgress) -> Option<EmpiricalGame> {
        let names = numbered(&tournament.settings.agents);
        EmpiricalGame::solved(&Payoffs::of(tournament)?, names, tournament.settings.seed)
    }

    fn solved(payoffs: &Payoffs, names: Vec<String>, seed: u64) -> Option<EmpiricalGame> {
        let tree = payoffs.game().ok()?.compile().ok()?;
        let solved = lp::solve(&tree).ok()?;
        let mut mixture = Vec::new();
        solved.plan.for_each_behaviour(&tree, |player, _, shares| {
            if player == Player::ZERO {
                mixture = shares.to_vec();
            }
        });
        let won = payoffs.against(&mixture, |row, column| payoffs.0[row][column].0);
        let choice =
            |((agent, &probability), won): ((String, &f64), f64)| Choice { agent, probability, share: won + 0.5 };
        Some(EmpiricalGame {
            regret: payoffs.regret(&mixture, seed),
            agents: names.into_iter().zip(&mixture).zip(won).map(choice).collect(),
        })
    }

    /// The equilibrium in a line.
    pub(super) fn line(&self) -> String {
        let mut chosen: Vec<&Choice> = self.agents.iter().filter(|choice| choice.probability >= 5e-4).collect();
        chosen.sort_by(|one, other| other.probability.total_cmp(&one.probability));
        let shares = chosen.iter().map(|choice| format!("{} {:.1} %", choice.agent, 100.0 * choice.probability));
        format!(
            "Nash equilibrium of the choice of an agent: {}; another agent gains {:.1} % of the games at most, at 95 %",
            shares.collect::<Vec<_>>().join(", "),
            100.0 * self.regret.high
        )
    }
}

#[cfg(test)]
#[path = "../../../tests/unit/cli/tournament/empirical_game.rs"]
mod tests;
