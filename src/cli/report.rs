//! `cardsharp report`: what a policy does with classes of hands.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use cardsharp_arena::columns::columns;
use cardsharp_commands::candidates;
use cardsharp_commands::overwrite::{self, Overwrite};
use cardsharp_contest::explorer::{Exploration, Explorer, Node, NodeTurn, Place};
use cardsharp_contest::hand_classes::{self, COLUMNS, Grouping, HandClass, classes};
use cardsharp_contest::shown_range::ShownRange;
use cardsharp_files::replace_by;
use cardsharp_game::BadUsage;
use cardsharp_terminal::println;
use clap::Args;
use clap::builder::PossibleValuesParser;
use serde::Serialize;

use super::exploration;

/// Report what a policy does with each class of hands: how often the class comes, the share of each action, and what
/// the class is worth
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp report data/challenge/all-scores.policy --by highest
  cardsharp report data/challenge/all-scores.policy 9 --set score=9,8 --by pairs --out answers.csv
  cardsharp report leduc_poker Js Qh --by action

Values are those of the pages of `cardsharp view`, where it has them. Of the raises of a class, the weak ones are made by
hands that are worth less than the mean of the whole range: they are mostly bluffs.")]
pub struct ReportArguments {
    /// A policy, or a game that fits in memory: its name or a file of Gambit, which is solved
    #[arg(value_name = "POLICY|GAME", add = candidates::policies())]
    shown: PathBuf,
    /// The actions and outcomes that lead to the node, as the pages of `cardsharp view` name them [default: none, the
    /// first decision]
    #[arg(value_name = "STEP")]
    steps: Vec<String>,
    /// The class of a hand: its highest or lowest card, the ranks it has more than once, the action it takes most
    /// often, or the hand itself [default: highest for hands of cards, hand for others]
    #[arg(long, value_name = "CLASS", value_parser = PossibleValuesParser::new(Grouping::ALL.map(|(name, _)| name)))]
    by: Option<String>,
    /// Only hands with these cards: 13,9 for both, 13,13 for two of that rank
    #[arg(long, value_name = "CARD,...", value_delimiter = ',')]
    holds: Vec<String>,
    /// A setting of the tree, such as the points of leader and follower: score=9,8
    #[arg(long, value_name = "KEY=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
    /// Sort by this column, from the greatest: hands, reach, value, weak-raises, or the name of an action
    #[arg(long, value_name = "COLUMN")]
    sort: Option<String>,
    /// A table to write
    #[arg(long, value_name = "FILE.csv", value_parser = overwrite::csv_file)]
    out: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Print one JSON object on standard output
    #[arg(long)]
    json: bool,
}

fn setting(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=');
    let pair = pair.map(|(key, value)| (key.to_owned(), value.to_owned()));
    pair.ok_or_else(|| format!("`{text}` is no setting: write KEY=VALUE"))
}

/// An action of a class.
#[derive(Serialize)]
struct ActionOfClass<'a> {
    action: &'a str,
    probability: f64,
    value: Option<f64>,
}

/// A class, for `--json`.
#[derive(Serialize)]
struct Line<'a> {
    class: &'a str,
    hands: usize,
    reach: f64,
    known: f64,
    value: Option<f64>,
    weak_raises: Option<f64>,
    actions: Vec<ActionOfClass<'a>>,
}

/// The output of `--json`.
#[derive(Serialize)]
struct Output<'a> {
    game: &'a str,
    steps: &'a [String],
    player: &'a str,
    by: &'a str,
    unit: &'a str,
    classes: Vec<Line<'a>>,
    all: Line<'a>,
}

impl<'a> Line<'a> {
    fn of(node: &'a Node, class: &'a HandClass) -> Line<'a> {
        let actions = node.actions.iter().enumerate().map(|(index, action)| ActionOfClass {
            action: &action.name,
            probability: class.probability(index),
            value: class.mix.value(index),
        });
        Line {
            class: &class.name,
            hands: class.mix.hands,
            reach: class.mix.reach,
            known: class.known(),
            value: class.mix.mean(),
            weak_raises: class.weak_raises(),
            actions: actions.collect(),
        }
    }
}

/// Runs the command.
///
/// # Errors
///
/// The policy or the game cannot be opened, it has no such node, or the file cannot be written.
pub fn run(arguments: &ReportArguments) -> anyhow::Result<ExitCode> {
    if let Some(path) = &arguments.out {
        arguments.overwrite.require(path)?;
    }
    let opened = if exploration::is_policy(&arguments.shown) {
        exploration::of_policy(&arguments.shown)?
    } else {
        exploration::of_game(&arguments.shown.to_string_lossy())?
    };
    let Exploration::Tree(explorer) = opened else {
        return Err(BadUsage::new(format!(
            "{} has no tree of nodes: `cardsharp inspect FILE POSITION` asks it about one position",
            opened.game()
        ))
        .into());
    };
    let node = explorer.node(&place(arguments, &*explorer)?)?;
    let NodeTurn::Player(_, player) = &node.turn else {
        let possible = node.actions.iter().take(20).map(|action| action.name.as_str());
        return Err(BadUsage::new(format!(
            "no player acts at this node: add a step, one of {}",
            possible.collect::<Vec<_>>().join(", ")
        ))
        .into());
    };
    let (by, grouping) = grouping(arguments, &node)?;
    let cards = arguments.holds.iter().map(String::as_str).collect::<Vec<_>>();
    let shown = ShownRange::of(&node, &cards);
    let (mut found, all) = classes(&node, &shown, grouping);
    sort(arguments, &node, &mut found)?;
    if let Some(path) = &arguments.out {
        write(path, &node, &found)?;
    }
    if arguments.json {
        let output = Output {
            game: explorer.game(),
            steps: &arguments.steps,
            player,
            by,
            unit: &node.unit,
            classes: found.iter().map(|class| Line::of(&node, class)).collect(),
            all: Line::of(&node, &all),
        };
        println!("{}", serde_json::to_string(&output)?);
        return Ok(ExitCode::SUCCESS);
    }
    println!("{}, {player} acts, {} {}", explorer.game(), node.hands.len(), node.hands_name);
    found.push(all);
    println!("{}", table(&node, &found, by));
    if !node.unit.is_empty() {
        println!("Values: {}", node.unit);
    }
    node.notes.iter().for_each(|note| println!("{note}"));
    Ok(ExitCode::SUCCESS)
}

/// The place that the arguments name.
fn place(arguments: &ReportArguments, explorer: &dyn Explorer) -> anyhow::Result<Place> {
    let known = explorer.settings();
    for (key, _) in &arguments.set {
        if !known.iter().any(|setting| setting.key == key) {
            let keys = known.iter().map(|setting| setting.key);
            let keys = keys.collect::<Vec<_>>().join(", ");
            return Err(BadUsage::new(format!("there is no setting `{key}`; there are: {keys}")).into());
        }
    }
    Ok(Place { settings: arguments.set.iter().cloned().collect(), steps: arguments.steps.clone() })
}

/// The grouping that is asked for, and its name.
fn grouping<'a>(arguments: &'a ReportArguments, node: &Node) -> anyhow::Result<(&'a str, Grouping)> {
    let default = if node.hands_are_cards { "highest" } else { "hand" };
    let name = arguments.by.as_deref().unwrap_or(default);
    let found = Grouping::ALL.into_iter().find(|(known, _)| *known == name);
    match found {
        Some((_, grouping)) if grouping.fits(node) => Ok((name, grouping)),
        _ => Err(BadUsage::new(format!(
            "the {} of this game are no lists of cards, so that they have no `{name}`: choose hand or action",
            node.hands_name
        ))
        .into()),
    }
}

/// Sorts the classes as asked for.
fn sort(arguments: &ReportArguments, node: &Node, found: &mut [HandClass]) -> anyhow::Result<()> {
    let Some(column) = arguments.sort.as_deref() else {
        return Ok(());
    };
    if hand_classes::sort(node, found, column) {
        return Ok(());
    }
    let names = node.actions.iter().map(|action| action.name.as_str());
    let columns: Vec<&str> = COLUMNS.into_iter().chain(names).collect();
    let columns = columns.join(", ");
    Err(BadUsage::new(format!("there is no column `{column}`; there are: {columns}")).into())
}

/// Writes the classes as a table.
fn write(path: &Path, node: &Node, found: &[HandClass]) -> anyhow::Result<()> {
    let written = replace_by(path, |file| -> Result<(), csv::Error> {
        let mut table = csv::Writer::from_writer(file);
        let names = || node.actions.iter().map(|action| &action.name);
        let fixed = ["class", "hands", "reach", "known", "value", "weak_raises"].map(str::to_owned);
        let shares = names().map(|name| format!("{name} probability"));
        let values = names().map(|name| format!("{name} value"));
        table.write_record(fixed.into_iter().chain(shares).chain(values))?;
        let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
        for class in found {
            let fixed = [
                class.name.clone(),
                class.mix.hands.to_string(),
                class.mix.reach.to_string(),
                class.known().to_string(),
                number(class.mix.mean()),
                number(class.weak_raises()),
            ];
            let actions = 0..node.actions.len();
            let shares = actions.clone().map(|action| class.probability(action).to_string());
            let values = actions.map(|action| number(class.mix.value(action)));
            table.write_record(fixed.into_iter().chain(shares).chain(values))?;
        }
        Ok(table.flush()?)
    });
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// The classes, a row each. Columns that no class has anything in are left out.
fn table(node: &Node, found: &[HandClass], by: &str) -> comfy_table::Table {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.4}"));
    let valued = found.iter().any(|class| class.mix.mean().is_some());
    let raised = found.iter().any(|class| class.weak_raises().is_some());
    let partly = found.iter().any(|class| class.known() < 1.0 - 1e-9);
    let mut heads = vec![by.to_owned(), "hands".to_owned(), "reach".to_owned()];
    heads.extend(partly.then(|| "known".to_owned()));
    heads.extend(valued.then(|| "value".to_owned()));
    heads.extend(raised.then(|| "weak raises".to_owned()));
    let is_taken = |index: &usize| found.iter().any(|class| class.probability(*index) > 0.0);
    let taken: Vec<usize> = (0..node.actions.len()).filter(is_taken).collect();
    heads.extend(taken.iter().map(|&index| node.actions[index].name.clone()));
    let mut table = columns(&heads, 1..);
    for class in found {
        let mut row = vec![class.name.clone(), class.mix.hands.to_string(), percent(class.mix.reach)];
        row.extend(partly.then(|| percent(class.known())));
        row.extend(valued.then(|| number(class.mix.mean())));
        row.extend(raised.then(|| class.weak_raises().map_or_else(String::new, percent)));
        row.extend(taken.iter().map(|&index| percent(class.probability(index))));
        table.add_row(row);
    }
    table
}
