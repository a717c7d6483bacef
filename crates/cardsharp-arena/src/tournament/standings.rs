//! Places, shares and ratings of all agents.

use serde::Serialize;

use super::pairing::Played;
use super::progress::TournamentProgress;
use super::ratings::{Elo, Glicko, TableResults, elo, glicko};
use super::schedule::ranking;
use super::settings::Format;
use super::swiss::Points;
use crate::{Estimate, Moments, Tally, Unit, numbered};

/// What an agent has reached.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgentStanding {
    /// The place, from 1. Agents who are equal in all that counts are in the order of their seeds.
    pub place: usize,
    /// The agent, as the caller named it, and with a number if others have the same name.
    pub agent: String,
    /// The points: for each match the share of the others at the table who were beaten. In the Swiss system sitting
    /// out gives one point.
    pub points: f64,
    /// The sum of the points of those whom the agent met (Buchholz).
    pub opponents_points: f64,
    /// The number of matches.
    pub matches: usize,
    /// The number of rounds; 0 if the unit of a match is games.
    pub rounds: u64,
    /// Rounds won.
    pub round_wins: u64,
    /// The share of rounds won.
    pub round_share: Option<Estimate>,
    /// The number of games.
    pub games: u64,
    /// Games won.
    pub game_wins: u64,
    /// The share of games won. A draw counts as an equal share.
    pub game_share: Option<Estimate>,
    /// Games that ended by the rules without a winner.
    pub game_draws: u64,
    /// The Elo rating, from all games; `None` if none was played.
    pub elo: Option<Elo>,
    /// The Glicko-2 rating, from all games.
    pub glicko: Glicko,
    /// Illegal moves.
    pub penalties: u64,
}

/// The games of two agents against each other. At a table of more than two, those in which one of the two won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct HeadToHead {
    /// Games won by the agent of the row.
    pub won: f64,
    /// Games won by the agent of the column.
    pub lost: f64,
}

/// The standings of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    /// All agents, the first one first.
    pub agents: Vec<AgentStanding>,
    /// The games of every agent against every other, in the order of `agents`; a draw counts half.
    pub head_to_head: Vec<Vec<HeadToHead>>,
}

/// The sums of one agent.
#[derive(Clone)]
struct Sums {
    matches: usize,
    rounds: Moments,
    games: Moments,
    round_wins: u64,
    game_wins: u64,
    game_draws: u64,
    penalties: u64,
}

/// A match as standings count it: the agents at the table, by their indices in the list of all, and the counts.
type CountedMatch<'a> = (&'a [usize], &'a Tally);

impl Standings {
    /// The standings so far.
    pub fn of(tournament: &TournamentProgress) -> Standings {
        let names = &tournament.settings.agents;
        let played = tournament.played();
        let format = tournament.settings.format;
        let byes = matches!(format, Format::Swiss { .. });
        let stages = tournament.matches.chunk_by(|one, next| one.pairing.stage == next.pairing.stage);
        let stages: Vec<Vec<CountedMatch<'_>>> = stages
            .map(|stage| {
                let counted = stage.iter().map(|one| (&one.pairing.agents[..], &one.tally));
                counted.collect()
            })
            .collect();
        let points = Points::after(names.len(), &played, byes);
        let order = ranking(format, names.len(), tournament.settings.seats, &played);
        Standings::assemble(names, &stages, &points, Some(order), Tally::game_moments)
    }

    /// The standings of matches that belong to no tournament, by rating. The Elo ratings are from the matches' units:
    /// rounds, if that is what they are played by.
    pub fn of_matches(names: &[String], matches: &[(Vec<usize>, &Tally)]) -> Standings {
        let played: Vec<Played> = matches
            .iter()
            .filter(|(_, tally)| tally.moments().sets() > 0)
            .map(|(agents, tally)| Played::new(0, agents.clone(), &tally.moments()))
            .collect();
        let points = Points::after(names.len(), &played, false);
        let counted = matches.iter().map(|(agents, tally)| (&agents[..], *tally));
        Standings::assemble(names, &[counted.collect()], &points, None, Tally::moments)
    }

    /// Standings in this order, or by rating. `rated` has the results of a match that count for ratings.
    fn assemble(
        names: &[String],
        stages: &[Vec<CountedMatch<'_>>],
        points: &Points,
        order: Option<Vec<usize>>,
        rated: fn(&Tally) -> Moments,
    ) -> Standings {
        let matches = stages.concat();
        let names = numbered(names);
        let ratings = elo(names.len(), &tables(&matches, rated));
        let rating = |agent: usize| ratings.as_ref().map_or(0.0, |all| all[agent].rating);
        let order = order.unwrap_or_else(|| {
            let mut order: Vec<usize> = (0..names.len()).collect();
            order.sort_by(|&one, &two| rating(two).total_cmp(&rating(one)));
            order
        });
        let stages: Vec<_> = stages.iter().map(|stage| tables(stage, rated)).collect();
        let glicko = glicko(names.len(), &stages);
        let standing = |(place, &agent): (usize, &usize)| {
            let sums = Sums::of(agent, &matches);
            AgentStanding {
                place: place + 1,
                agent: names[agent].clone(),
                points: points.own[agent],
                opponents_points: points.opponents[agent],
                matches: sums.matches,
                rounds: sums.rounds.played() as u64,
                round_wins: sums.round_wins,
                round_share: Estimate::of(&sums.rounds, 0),
                games: sums.games.played() as u64,
                game_wins: sums.game_wins,
                game_share: Estimate::of(&sums.games, 0),
                game_draws: sums.game_draws,
                elo: ratings.as_ref().map(|ratings| ratings[agent]),
                glicko: glicko[agent],
                penalties: sums.penalties,
            }
        };
        let all = met(names.len(), &matches);
        let row = |&agent: &usize| order.iter().map(|&other| all[agent][other]).collect();
        Standings {
            agents: order.iter().enumerate().map(standing).collect(),
            head_to_head: order.iter().map(row).collect(),
        }
    }
}

fn tables(matches: &[CountedMatch<'_>], rated: fn(&Tally) -> Moments) -> Vec<TableResults> {
    let results = |(agents, tally): &CountedMatch<'_>| TableResults { agents: agents.to_vec(), moments: rated(tally) };
    matches.iter().map(results).collect()
}

/// The games of every agent against every other.
fn met(agents: usize, matches: &[CountedMatch<'_>]) -> Vec<Vec<HeadToHead>> {
    let mut all = vec![vec![HeadToHead::default(); agents]; agents];
    for TableResults { agents, moments } in tables(matches, Tally::game_moments) {
        for (index, &agent) in agents.iter().enumerate() {
            for (other, &opponent) in agents.iter().enumerate().filter(|&(at, _)| at != index) {
                all[agent][opponent].won += moments.score(index);
                all[agent][opponent].lost += moments.score(other);
            }
        }
    }
    all
}

impl Sums {
    fn of(agent: usize, matches: &[CountedMatch<'_>]) -> Sums {
        let mut sums = Sums {
            matches: 0,
            rounds: Moments::none(1),
            games: Moments::none(1),
            round_wins: 0,
            game_wins: 0,
            game_draws: 0,
            penalties: 0,
        };
        for (agents, tally) in matches {
            let Some(index) = agents.iter().position(|&other| other == agent) else {
                continue;
            };
            let standing = &tally.standings()[index];
            sums.matches += usize::from(tally.games() > 0);
            sums.games.add_all(&tally.game_moments(), &[index]);
            if tally.unit == Unit::Rounds {
                sums.rounds.add_all(&tally.moments(), &[index]);
                sums.round_wins += standing.wins;
            }
            sums.game_wins += standing.game_wins;
            sums.game_draws += tally.game_draws();
            sums.penalties += standing.penalties;
        }
        sums
    }
}
