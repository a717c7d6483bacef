//! `cardsharp respond`: responses to a player who is modelled by a policy.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use cardsharp_files::replace_by;
use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::dyn_game::DynGame;
use cardsharp_solvers::exploit::{Method, Responder, TableStrategy};
use cardsharp_solvers::game::{Game, InfosetKey, Player};
use cardsharp_solvers::nodes::Nodes;
use cardsharp_solvers::strategy::Strategy;
use cardsharp_solvers::until::Until;
use cardsharp_terminal::counted::counted;
use cardsharp_terminal::println;
use clap::Args;
use serde::Serialize;

use super::exploit::unknown_game;
use crate::contests::family_of;
use crate::explicit::{self, ExplicitGame, FINGERPRINT, Locks, UNIT};
use cardsharp_arena::columns::columns;
use cardsharp_commands::candidates;
use cardsharp_commands::overwrite::{self, Overwrite};
use cardsharp_contest::{ResponseCurve, ResponsePoint, ResponseRequest};
use cardsharp_game::BadUsage;
use cardsharp_plots::picture;
use cardsharp_plots::trade_off::{TradeOff, draw};
use cardsharp_policy::container::{self, Reader};
use cardsharp_policy::loaded;

/// Compute responses to one player of a policy: for each trade-off what the response wins against that player, and what
/// a best response takes from it
#[derive(Args)]
#[command(after_help = "\
Example:
  cardsharp respond leduc.policy --player 1 --out responses.csv --plot responses.svg
  cardsharp respond kuhn.policy --lock data/locks/kuhn-honest.csv
  cardsharp respond small.policy --trade-offs 0,0.5,1 --iterations 500

The response to trade-off P is the equilibrium strategy against an opponent who follows the policy with
probability P and otherwise plays as they like: a restricted Nash response (Johanson, Zinkevich and Bowling 2007). For a
policy of Challenge the opponent is drawn so at each decision: a data-biased response (Johanson and Bowling 2009), at the
score 0-0. 0 is an equilibrium of the game, 1 a best response to the policy. The game must fit in memory.")]
pub struct RespondArguments {
    /// The policy of the opponent
    #[arg(add = candidates::policies())]
    policy: PathBuf,
    /// The opponent's number, 0 or 1
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..2))]
    player: u8,
    /// Probabilities with which the opponent follows the policy
    #[arg(long, value_name = "P,...", value_delimiter = ',', value_parser = probability,
        default_values_t = [0.0, 0.25, 0.5, 0.75, 0.9, 1.0])]
    trade_offs: Vec<f64>,
    /// Let the opponent play the information sets of this file as it says, and not as the policy does (node locking). The
    /// columns are player,infoset,action,probability, as `cardsharp solve --out` writes them
    #[arg(long, value_name = "FILE.csv")]
    lock: Option<PathBuf>,
    /// The iterations of each response, where it is not found by linear programming [default: 2,000; for Challenge 200]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Option<u64>,
    /// A table to write
    #[arg(long, value_name = "FILE.csv", value_parser = overwrite::csv_file)]
    out: Option<PathBuf>,
    /// A picture to write, as its name ends: .svg or .png
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Print one JSON object on standard output
    #[arg(long)]
    json: bool,
}

fn probability(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| format!("{text} is no probability: write a number from 0 to 1"))
}

/// The largest game that is solved by linear programs, in histories.
const MAX_FOR_LP: u64 = 10_000;
/// Iterations for larger games.
const ITERATIONS: u64 = 2000;

/// The output of `--json`.
#[derive(Serialize)]
struct Output<'a> {
    game: &'a str,
    opponent: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    locked: Option<usize>,
    game_value: f64,
    responses: &'a [ResponsePoint],
    unit: &'static str,
}

/// The strategy of a policy, by the keys of the stored game.
struct Stored(HashMap<InfosetKey, Vec<f64>>);

impl Strategy<Nodes> for Stored {
    fn probabilities(&self, game: &Nodes, state: &u32, out: &mut [f64]) {
        match self.0.get(&game.infoset(state)) {
            Some(row) => out.copy_from_slice(row),
            None => out.fill(1.0 / out.len() as f64),
        }
    }
}

/// Runs the command.
///
/// # Errors
///
/// The policy cannot be read, its game does not fit in memory or is not for two players with a constant sum, or
/// a file cannot be written.
pub fn run(arguments: &RespondArguments) -> anyhow::Result<ExitCode> {
    for path in arguments.out.iter().chain(&arguments.plot) {
        arguments.overwrite.require(path)?;
    }
    if let Some(path) = &arguments.plot {
        picture::check_name(path).map_err(BadUsage::new)?;
    }
    let newest = container::open_newest(&arguments.policy)?;
    let request = ResponseRequest {
        opponent: arguments.player,
        trade_offs: arguments.trade_offs.clone(),
        iterations: arguments.iterations,
    };
    let header = newest.reader.header();
    let (curve, locked) = if header.rules_fingerprint == FINGERPRINT {
        let reader = loaded((newest.reader, newest.instead_of), "responding to");
        responses(&reader, &request, arguments.lock.as_deref())?
    } else {
        let contest = family_of(&header.game).ok_or_else(|| unknown_game(&header.game))?;
        if arguments.lock.is_some() {
            return Err(BadUsage::new("--lock is for games that `cardsharp solve` compiles").into());
        }
        (contest.policies()?.responses(&arguments.policy, &request)?, None)
    };
    let found = Output {
        game: &curve.game,
        opponent: arguments.player,
        locked,
        game_value: curve.game_value,
        responses: &curve.responses,
        unit: curve.unit,
    };
    report(arguments, &found)
}

/// The responses in a compiled game, and the number of information sets that are locked.
fn responses(
    reader: &Reader,
    request: &ResponseRequest,
    lock: Option<&Path>,
) -> anyhow::Result<(ResponseCurve, Option<usize>)> {
    let name = &reader.header().game;
    let game = ExplicitGame::open(name)?;
    let tree = game.game().compile()?;
    let plan = explicit::read_with_note(reader, &tree)?;
    let nodes = game.game().compile_nodes()?;
    // Both lists are in the order of a depth-first walk of the same game.
    let own = game.game().infosets().into_iter().map(|infoset| infoset.key);
    let stored = DynGame::infosets(&nodes).into_iter().map(|infoset| infoset.key);
    let keys: HashMap<InfosetKey, InfosetKey> = own.zip(stored).collect();
    let mut rows = HashMap::new();
    plan.for_each_behaviour(&tree, |_, key, shares| {
        if let Some(&stored) = keys.get(&key) {
            rows.insert(stored, shares.to_vec());
        }
    });
    let opponent = Player::new(request.opponent);
    let locks = lock.map(|path| Locks::read(path, game.game()));
    let locks = locks.transpose()?.map(|locks| locks.of(opponent)).transpose()?;
    for (key, row) in locks.iter().flatten() {
        if let Some(&stored) = keys.get(key) {
            rows.insert(stored, row.clone());
        }
    }
    let model = TableStrategy::of(&nodes, opponent, &Stored(rows))?;
    let method = if tree.histories() <= MAX_FOR_LP {
        Method::Lp
    } else {
        Method::Cfr(Preset::PCFR_PLUS, Until::iterations(request.iterations.unwrap_or(ITERATIONS)))
    };
    let responder = Responder::new(&nodes, model, method)?;
    let curve = responder.curve(&request.trade_offs)?;
    let points = curve.iter().map(|point| ResponsePoint {
        trade_off: point.trade_off,
        value: point.response.value,
        exploitability: point.response.exploitability,
    });
    let game_value = responder.game_value();
    let curve = ResponseCurve { game: name.clone(), game_value, responses: points.collect(), unit: UNIT };
    Ok((curve, locks.map(|locks| locks.len())))
}

fn report(arguments: &RespondArguments, found: &Output<'_>) -> anyhow::Result<ExitCode> {
    let rows = found.responses;
    if let Some(path) = &arguments.out {
        let written = replace_by(path, |file| -> Result<(), csv::Error> {
            let mut table = csv::Writer::from_writer(file);
            rows.iter().try_for_each(|row| table.serialize(row))?;
            Ok(table.flush()?)
        });
        written.with_context(|| format!("cannot write {}", path.display()))?;
    }
    if let Some(path) = &arguments.plot {
        let points = rows.iter().map(|row| (row.exploitability, row.value));
        let points: Vec<(f64, f64)> = points.collect();
        let title = format!("{}: responses to player {}", found.game, found.opponent);
        let plot = TradeOff { title: &title, unit: found.unit, points: &points };
        draw(path, &plot)?;
    }
    if arguments.json {
        println!("{}", serde_json::to_string(found)?);
        return Ok(ExitCode::SUCCESS);
    }
    println!("{}, value to the responder {:.6} {}", found.game, found.game_value, found.unit);
    if let Some(count) = found.locked {
        let sets = counted(count as u64, "information set");
        println!("{sets} of player {} as the file of --lock says", found.opponent);
    }
    let mut table = columns(["trade-off", "value", "exploitability"], ..);
    for row in rows {
        table.add_row([row.trade_off.to_string(), format!("{:.6}", row.value), format!("{:.6}", row.exploitability)]);
    }
    println!("{table}");
    Ok(ExitCode::SUCCESS)
}
