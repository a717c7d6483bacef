//! `cardsharp analyse`: what the decisions of recorded games lose, by player and by kind.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use rayon::prelude::*;
use serde::Serialize;

use super::view;
use crate::cli::exploration;
use crate::contests;
use cardsharp_arena::columns::columns;
use cardsharp_commands::candidates;
use cardsharp_contest::Review;
use cardsharp_contest::explorer::{Exploration, Explorer, HandDetail};
use cardsharp_contest::practice::Verdict;
use cardsharp_game::derive_seed;
use cardsharp_game::interval::StandardError;
use cardsharp_terminal::println;
use cardsharp_view::{GameLine, JournalIndex};

/// The number of decisions that are valued carefully for each that is listed.
const LOOKED_AT: usize = 5;

/// Find what the decisions of recorded games lose, by player and by kind: all by a policy's values, which need not be
/// those of the best play
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp match challenge expert greedy --rounds 1 --journal games.jsonl --records
  cardsharp analyse games.jsonl --policy data/challenge/all-scores.policy
  cardsharp analyse games.jsonl --policy data/challenge/all-scores.policy --worst 3 --json

A decision loses the value of the policy's own play less that of the action taken, if both players follow the policy after
it. Hands are played to their end with the cards of the record, so that a single loss is mostly luck, and a mean over many
games is not. The worst decisions are valued like `cardsharp inspect` does, by what the player knew.")]
pub struct AnalyseArguments {
    /// A journal with records (*.jsonl): of matches, tournaments, a server or `play --journal`
    #[arg(value_name = "JOURNAL")]
    journal: PathBuf,
    /// The policy whose values count
    #[arg(long, value_name = "FILE", add = candidates::policies())]
    policy: PathBuf,
    /// The number of hands that are played to their end for each action
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    play_outs: u32,
    /// The number of decisions that are listed as the worst
    #[arg(long, value_name = "N", default_value_t = 10)]
    worst: usize,
    /// Seed of the sampling
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print one JSON object on standard output
    #[arg(long)]
    json: bool,
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
        self.seldom += reviews
            .iter()
            .filter(|review| review.probability < Review::SELDOM)
            .count() as u64;
        self.games += 1;
        self.sum += lost;
        self.squares += lost * lost;
    }

    fn line(&self, kind: &'static str) -> Line {
        let games = self.games as f64;
        let error = StandardError::of_moments(games, self.sum, self.squares);
        Line {
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
struct Line {
    kind: &'static str,
    decisions: u64,
    /// Those of them that the policy takes with a probability below 0.01.
    seldom: u64,
    /// Value lost a game.
    lost: f64,
    /// Half the width of the 95 % confidence interval of `lost`; null after one game.
    half_width: Option<f64>,
}

/// The losses of a player.
#[derive(Serialize)]
struct PlayerLosses {
    agent: String,
    games: u64,
    #[serde(flatten)]
    all: Line,
    kinds: Vec<Line>,
}

/// A decision that lost much by what the player knew.
#[derive(Serialize)]
struct Worst {
    /// The number of the game in the journal, from 1.
    game: usize,
    agent: String,
    position: String,
    action: String,
    probability: f64,
    best: String,
    lost: f64,
    half_width: f64,
}

/// The output of `--json`.
#[derive(Serialize)]
struct Output {
    contest: String,
    policy: String,
    games: usize,
    without_record: usize,
    play_outs: u32,
    players: Vec<PlayerLosses>,
    worst: Vec<Worst>,
}

/// The reviews of a game: its index in the journal, and the agents by seat.
struct Reviewed {
    game: usize,
    agents: Vec<String>,
    reviews: Vec<Review>,
}

/// Runs the command.
///
/// # Errors
///
/// The journal or the policy cannot be read, they are of different contests, or the policy knows no values.
pub(super) fn run(arguments: &AnalyseArguments) -> anyhow::Result<ExitCode> {
    let journal = JournalIndex::read(&arguments.journal, &contests::without_commands())?;
    let policy = view::advisor(&arguments.policy)?;
    if policy.contest != journal.contest() {
        let (policy, journal) = (policy.contest, journal.contest());
        bail!("the journal has games of {journal}, and the policy is one of {policy}: choose one of the same contest");
    }
    let games: Vec<(usize, &GameLine)> = journal.games.iter().enumerate().collect();
    let recorded: Vec<_> = games.into_iter().filter(|(_, line)| line.recorded).collect();
    if recorded.is_empty() {
        let path = arguments.journal.display();
        bail!("{path} has no moves of any game: --records writes them, and servers write them");
    }
    let review = |&(game, line): &(usize, &GameLine)| -> anyhow::Result<Reviewed> {
        let record = journal.record(line)?.context("the moves of a game are gone")?;
        let seed = derive_seed(arguments.seed, game as u64);
        let reviews = policy.advisor.review(&record, arguments.play_outs as usize, seed);
        let seats = journal.match_of(line).agents.len();
        Ok(Reviewed {
            game,
            agents: (0..seats).map(|seat| journal.agent_in(line, seat).to_owned()).collect(),
            reviews: reviews.with_context(|| format!("game {}", game + 1))?,
        })
    };
    let reviewed: Vec<Reviewed> = recorded.par_iter().map(review).collect::<anyhow::Result<_>>()?;
    let worst = match exploration::of_policy(&arguments.policy)? {
        Exploration::Tree(explorer) => worst(&reviewed, &*explorer, arguments.worst)?,
        Exploration::Positions(_) => Vec::new(),
    };
    let output = Output {
        contest: journal.contest().to_owned(),
        policy: policy.name,
        games: reviewed.len(),
        without_record: journal.games.len() - reviewed.len(),
        play_outs: arguments.play_outs,
        players: players(&reviewed),
        worst,
    };
    if arguments.json {
        println!("{}", serde_json::to_string(&output)?);
    } else {
        print(&output, &arguments.journal);
    }
    Ok(ExitCode::SUCCESS)
}

/// The losses of each player by kind, those with the greatest loss first.
fn players(reviewed: &[Reviewed]) -> Vec<PlayerLosses> {
    let mut kinds: Vec<&'static str> = reviewed
        .iter()
        .flat_map(|game| &game.reviews)
        .map(|review| review.kind)
        .collect();
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
        kinds: kinds
            .iter()
            .zip(by_kind)
            .map(|(kind, losses)| losses.line(kind))
            .collect(),
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
        let placed = game
            .reviews
            .iter()
            .filter_map(|review| Some((review, review.place.as_ref()?)));
        seldom.extend(placed.map(|(review, place)| (game, review, place)));
    }
    seldom.sort_by(|(_, one, _), (_, other, _)| other.lost.total_cmp(&one.lost));
    seldom.truncate(count * LOOKED_AT);
    let mut worst = Vec::new();
    for (game, review, (place, hand)) in seldom {
        if let Some(detail) = explorer.hand(place, hand)? {
            worst.extend(Worst::of(game, review, &detail, explorer.span()));
        }
    }
    worst.sort_by(|one, other| other.lost.total_cmp(&one.lost));
    worst.truncate(count);
    Ok(worst)
}

impl Worst {
    /// The decision with the values of its actions; `None` if they are not known.
    fn of(game: &Reviewed, review: &Review, detail: &HandDetail, span: f64) -> Option<Worst> {
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
        })
    }
}

fn print(output: &Output, journal: &Path) {
    println!(
        "{}: {} games of {}, valued by {} with {} play-outs an action",
        journal.display(),
        output.games,
        output.contest,
        output.policy,
        output.play_outs
    );
    let mut table = columns(["player", "decisions", "number", "seldom", "lost a game", "±"], 2..);
    for player in &output.players {
        let kinds = player.kinds.iter().filter(|line| line.decisions > 0);
        for line in std::iter::once(&player.all).chain(kinds) {
            table.add_row([
                if line.kind == "all" {
                    player.agent.clone()
                } else {
                    String::new()
                },
                line.kind.to_owned(),
                line.decisions.to_string(),
                line.seldom.to_string(),
                format!("{:.4}", line.lost),
                line.half_width.map_or("-".to_owned(), |width| format!("{width:.4}")),
            ]);
        }
    }
    println!("{table}");
    println!("seldom: actions that the policy takes in less than one of a hundred cases");
    if output.worst.is_empty() {
        return;
    }
    println!("\nWorst decisions, by what the player knew:");
    let mut table = columns(["game", "player", "action", "best", "lost", "±"], 4..);
    for (number, worst) in output.worst.iter().enumerate() {
        table.add_row([
            format!("{}. {}", number + 1, worst.game),
            worst.agent.clone(),
            worst.action.clone(),
            worst.best.clone(),
            format!("{:.4}", worst.lost),
            format!("{:.4}", worst.half_width),
        ]);
    }
    println!("{table}");
    for (number, worst) in output.worst.iter().enumerate() {
        println!("{}. '{}'", number + 1, worst.position);
    }
}
