//! The losses of the decisions of recorded games, by player and by kind: all by a policy's values, which need not be those
//! of the best play.

use std::collections::BTreeMap;

use anyhow::Context;
use serde::Serialize;

use super::journal_index::{GameLine, JournalIndex};
use cardsharp_contest::explorer::{Explorer, HandDetail, Place};
use cardsharp_contest::practice::Verdict;
use cardsharp_contest::{Advisor, Review};
use cardsharp_game::derive_seed;
use cardsharp_game::interval::StandardError;

/// The number of decisions that are valued carefully for each that is listed.
const LOOKED_AT: usize = 5;

/// The number of play-outs of an action, the seed and the number of decisions listed, unless a user says otherwise.
pub const PLAY_OUTS: u32 = 8;
/// See [`PLAY_OUTS`].
pub const SEED: u64 = 1;
/// See [`PLAY_OUTS`].
pub const WORST: usize = 10;

/// A journal that is analysed.
#[derive(Clone, Copy)]
pub struct Analysis<'a> {
    /// The journal.
    pub journal: &'a JournalIndex,
    /// The policy whose values count.
    pub advisor: &'a dyn Advisor,
    /// The number of hands that are played to their end for each action.
    pub play_outs: usize,
    /// The seed of the sampling.
    pub seed: u64,
}

/// The losses of all players, and the worst decisions.
#[derive(Serialize)]
pub struct Analysed {
    /// The number of games that were analysed.
    pub games: usize,
    /// The number of games whose moves are not in the journal, or that were left out.
    pub without_record: usize,
    /// The players, those with the greatest loss first.
    pub players: Vec<PlayerLosses>,
    /// The worst decisions by what the player knew.
    pub worst: Vec<Worst>,
}

impl<'a> Analysis<'a> {
    /// The games with moves, each with its index in the journal.
    pub fn games(&self) -> Vec<(usize, &'a GameLine)> {
        let games = self.journal.games.iter().enumerate();
        games.filter(|(_, line)| line.recorded).collect()
    }

    /// The reviews of a game.
    ///
    /// # Errors
    ///
    /// The moves are gone, or the policy does not value them.
    pub fn review(&self, (game, line): (usize, &GameLine)) -> anyhow::Result<Reviewed> {
        let record = self.journal.record(line)?.context("the moves of a game are gone")?;
        let seed = derive_seed(self.seed, game as u64);
        let reviews = self.advisor.review(&record, self.play_outs, seed);
        let seats = self.journal.match_of(line).agents.len();
        Ok(Reviewed {
            game,
            agents: (0..seats).map(|seat| self.journal.agent_in(line, seat).to_owned()).collect(),
            reviews: reviews.with_context(|| format!("game {}", game + 1))?,
        })
    }

    /// The sums over games, with so many of the worst decisions if the policy is walked as a tree.
    ///
    /// # Errors
    ///
    /// A place is not in the tree.
    pub fn summed_up(
        &self,
        reviewed: &[Reviewed],
        explorer: Option<&dyn Explorer>,
        count: usize,
    ) -> anyhow::Result<Analysed> {
        Ok(Analysed {
            games: reviewed.len(),
            without_record: self.journal.games.len() - reviewed.len(),
            players: players(reviewed),
            worst: match explorer {
                Some(explorer) => worst(reviewed, explorer, count)?,
                None => Vec::new(),
            },
        })
    }
}

/// The losses of one kind of decision, or of all, over some games.
#[derive(Clone, Copy, Debug, Default)]
struct Losses {
    decisions: u64,
    /// By the policy never or seldom taken.
    seldom: u64,
    games: u64,
    sum: f64,
    squares: f64,
}

impl Losses {
    /// Adds the decisions of a game.
    fn add(&mut self, reviews: &[&Review]) {
        let lost: f64 = reviews.iter().map(|review| review.lost).sum();
        self.decisions += reviews.len() as u64;
        self.seldom += reviews.iter().filter(|review| review.probability < Review::SELDOM).count() as u64;
        self.games += 1;
        self.sum += lost;
        self.squares += lost * lost;
    }

    fn line(&self, kind: &'static str) -> LossLine {
        let games = self.games as f64;
        let error = StandardError::of_moments(games, self.sum, self.squares);
        LossLine {
            kind,
            decisions: self.decisions,
            seldom: self.seldom,
            lost: self.sum / games,
            half_width: (self.games > 1).then(|| error.half_width()),
        }
    }
}

/// The losses of a kind of decision.
#[derive(Serialize)]
pub struct LossLine {
    /// The kind of decision; `all` for all of them.
    pub kind: &'static str,
    /// The number of decisions.
    pub decisions: u64,
    /// Those of them that the policy takes with a probability below 0.01.
    pub seldom: u64,
    /// Value lost a game.
    pub lost: f64,
    /// Half the width of the 95 % confidence interval of `lost`; null after one game.
    pub half_width: Option<f64>,
}

/// The losses of a player.
#[derive(Serialize)]
pub struct PlayerLosses {
    /// The player.
    pub agent: String,
    /// The games that the player was in.
    pub games: u64,
    /// All decisions.
    #[serde(flatten)]
    pub all: LossLine,
    /// The decisions by kind.
    pub kinds: Vec<LossLine>,
}

/// A decision that lost much by what the player knew.
#[derive(Serialize)]
pub struct Worst {
    /// The number of the game in the journal, from 1.
    pub game: usize,
    /// The player.
    pub agent: String,
    /// The position, as `cardsharp inspect` reads it.
    pub position: String,
    /// The action that was taken.
    pub action: String,
    /// Its probability by the policy.
    pub probability: f64,
    /// The best action.
    pub best: String,
    /// The value lost against the best action.
    pub lost: f64,
    /// Half the width of the 95 % confidence interval of `lost`.
    pub half_width: f64,
    /// The place in the tree of the policy, and the hand.
    #[serde(skip)]
    pub place: (Place, String),
}

/// The reviews of a game: its index in the journal, and the agents by seat.
pub struct Reviewed {
    game: usize,
    agents: Vec<String>,
    reviews: Vec<Review>,
}

/// The losses of each player by kind, those with the greatest loss first.
fn players(reviewed: &[Reviewed]) -> Vec<PlayerLosses> {
    let mut kinds: Vec<&'static str> =
        reviewed.iter().flat_map(|game| &game.reviews).map(|review| review.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut all: BTreeMap<&str, (Losses, Vec<Losses>)> = BTreeMap::new();
    for game in reviewed {
        for (seat, agent) in game.agents.iter().enumerate() {
            let own: Vec<&Review> = game.reviews.iter().filter(|review| review.seat == seat).collect();
            let empty = || (Losses::default(), vec![Losses::default(); kinds.len()]);
            let (sum, by_kind) = all.entry(agent).or_insert_with(empty);
            sum.add(&own);
            for (kind, losses) in kinds.iter().zip(by_kind) {
                let of_kind = own.iter().copied().filter(|review| review.kind == *kind);
                losses.add(&of_kind.collect::<Vec<_>>());
            }
        }
    }
    let players = all.into_iter().map(|(agent, (sum, by_kind))| PlayerLosses {
        agent: agent.to_owned(),
        games: sum.games,
        all: sum.line("all"),
        kinds: kinds.iter().zip(by_kind).map(|(kind, losses)| losses.line(kind)).collect(),
    });
    let mut players: Vec<PlayerLosses> = players.collect();
    players.sort_by(|one, other| other.all.lost.total_cmp(&one.all.lost));
    players
}

/// The decisions that lose most by what the player knew, of those that the policy seldom takes and that lost most as the
/// cards lay.
fn worst(reviewed: &[Reviewed], explorer: &dyn Explorer, count: usize) -> anyhow::Result<Vec<Worst>> {
    let mut seldom = Vec::new();
    for game in reviewed {
        let placed = game.reviews.iter().filter_map(|review| Some((review, review.place.as_ref()?)));
        seldom.extend(placed.map(|(review, place)| (game, review, place)));
    }
    seldom.sort_by(|(_, one, _), (_, other, _)| other.lost.total_cmp(&one.lost));
    seldom.truncate(count * LOOKED_AT);
    let mut worst = Vec::new();
    for (game, review, (place, hand)) in seldom {
        let detail = explorer.hand(place, hand);
        let where_it_was = || format!("game {}, after {}", game.game + 1, place.steps.join(" "));
        if let Some(detail) = detail.with_context(where_it_was)? {
            worst.extend(Worst::of((game, review), (place, hand), &detail, explorer.span()));
        }
    }
    worst.sort_by(|one, other| other.lost.total_cmp(&one.lost));
    worst.truncate(count);
    Ok(worst)
}

impl Worst {
    /// The decision with the values of its actions; `None` if they are not known.
    fn of(
        (game, review): (&Reviewed, &Review),
        (place, hand): (&Place, &str),
        detail: &HandDetail,
        span: f64,
    ) -> Option<Worst> {
        let taken = detail.actions.iter().position(|action| action.name == review.action)?;
        let verdict = Verdict::of(&detail.actions, taken, span)?;
        Some(Worst {
            game: game.game + 1,
            agent: game.agents[review.seat].clone(),
            position: detail.position.clone(),
            action: review.action.clone(),
            probability: review.probability,
            best: detail.actions[verdict.best].name.clone(),
            lost: verdict.lost,
            half_width: verdict.half_width,
            place: (place.clone(), hand.to_owned()),
        })
    }
}
