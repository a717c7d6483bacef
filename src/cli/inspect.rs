//! `cardsharp inspect`: what a policy file holds, and what it does in a position.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;

use super::quantities::bytes;
use crate::contests::challenge::agents::{Sight, Source, choices, score_of, state_of};
use crate::contests::challenge::measure::{Belief, PositionValue, Sampled, UNIT, evaluate};
use crate::contests::challenge::rules::Due;
use crate::contests::challenge::text::{parse_position, print_move, print_position};
use crate::contests::challenge::training::{Blueprint, Score};
use crate::policy::container::{self, Header};

/// Shows what a policy file holds, or what it does in a position and what each action is worth.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp inspect tricks.policy
  cardsharp inspect tricks.policy 'hand=12,9,8,8,1 score=3-4'
  cardsharp inspect tricks.policy 'hand=12,8,8,1 table=7 played=9*-6 led=yes score=3-4' --json

A position is key=value words: hand, table, tricks, score, challenge (open, offered, accepted), led,
played, and more. The value of an action is the chance of winning the game if both players follow
the policy after it, sampled; the opponent's hands are as likely as the shoe and the policy make
them.")]
pub struct InspectArguments {
    /// The policy file.
    policy: PathBuf,
    /// A position, in one argument.
    position: Option<String>,
    /// Times each action is played out.
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..))]
    samples: u32,
    /// Seed of the sampling.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print one JSON object on standard output.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &InspectArguments) -> anyhow::Result<ExitCode> {
    let (blueprint, instead_of) = Blueprint::load(&arguments.policy)?;
    if let Some(damage) = instead_of {
        eprintln!("{damage}; showing the policy before it");
    }
    match &arguments.position {
        None => show_file(arguments, &blueprint)?,
        Some(text) => {
            let sight = parse_position(text)?;
            show_position(arguments, &blueprint, &sight)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What `--json` prints of a file.
#[derive(Serialize)]
struct File<'a> {
    header: &'a Header,
    infosets: String,
    rows: u64,
    classes: usize,
    bytes: u64,
    sections: Vec<SectionSize>,
}

#[derive(Serialize)]
struct SectionSize {
    name: String,
    element: String,
    count: u64,
    stored: u64,
}

fn show_file(arguments: &InspectArguments, blueprint: &Blueprint) -> anyhow::Result<()> {
    let reader = container::open_newest(&arguments.policy)?.reader;
    let size = |path: &Path| {
        let metadata = std::fs::metadata(path);
        metadata
            .map(|metadata| metadata.len())
            .with_context(|| format!("cannot look at {}", path.display()))
    };
    let file = File {
        header: &blueprint.header,
        infosets: blueprint.infosets.summary(),
        rows: match blueprint.table.rows() {
            Some(rows) => rows as u64,
            None => blueprint.infosets.count(&blueprint.game),
        },
        classes: blueprint.classes.payoffs.len(),
        bytes: size(reader.path())?,
        sections: reader
            .sections()
            .map(|entry| SectionSize {
                name: entry.name.clone(),
                element: entry.element.to_string(),
                count: entry.count,
                stored: entry.stored,
            })
            .collect(),
    };
    match arguments.json {
        true => println!("{}", serde_json::to_string(&file)?),
        false => print_file(&file),
    }
    Ok(())
}

fn print_file(file: &File<'_>) {
    let header = file.header;
    println!("game              {}", header.game);
    println!("made by           {}, {}", header.made_by, header.kind);
    println!("solver            {}, seed {}", header.solver, header.seed);
    println!("iterations        {}", header.iterations);
    println!(
        "information sets  {} ({}), {} rows",
        header.infosets, file.infosets, file.rows
    );
    println!("classes of scores {}", file.classes);
    for (name, value) in &header.parameters {
        println!("{name:17} {value}");
    }
    match &header.nash_conv {
        Some(measured) => println!(
            "NashConv          {:.5} ± {:.5} {}, {} own hands a seat",
            measured.value, measured.half_width, measured.unit, measured.hands
        ),
        None => println!("NashConv          not measured: see `cardsharp exploit`"),
    }
    println!("file              {}", bytes(file.bytes));
    for section in &file.sections {
        println!(
            "  {:15} {} x {}, {} in the file",
            section.name,
            section.count,
            section.element,
            bytes(section.stored)
        );
    }
}

/// What `--json` prints of a position.
#[derive(Serialize)]
struct Position {
    position: String,
    source: Source,
    actions: Vec<Action>,
    /// How the opponent's hands are weighted; null if nothing was played out.
    belief: Option<Belief>,
    opponent_hands: Option<usize>,
    samples: u32,
    unit: &'static str,
}

#[derive(Serialize)]
struct Action {
    action: String,
    probability: Option<f64>,
    value: Option<f64>,
    half_width: Option<f64>,
}

fn show_position(
    arguments: &InspectArguments,
    blueprint: &Blueprint,
    sight: &Sight,
) -> anyhow::Result<()> {
    let (choices, source) = choices(blueprint, sight);
    let value = value(arguments, blueprint, sight)?;
    let mut actions = Vec::new();
    for (place, chosen) in sight.legal_moves().enumerate() {
        let probability = choices.iter().find(|(known, _)| *known == chosen);
        let sampled: Option<Sampled> = value
            .as_ref()
            .and_then(|value| value.actions.get(place).copied());
        actions.push(Action {
            action: print_move(chosen),
            probability: match source {
                Source::Rule => None,
                _ => Some(probability.map_or(0.0, |(_, probability)| *probability)),
            },
            value: sampled.map(|sampled| sampled.value),
            half_width: sampled.map(|sampled| sampled.half_width),
        });
    }
    let position = Position {
        position: print_position(sight),
        source,
        actions,
        belief: value.as_ref().map(|value| value.belief),
        opponent_hands: value.as_ref().map(|value| value.hands),
        samples: arguments.samples,
        unit: UNIT,
    };
    match arguments.json {
        true => println!("{}", serde_json::to_string(&position)?),
        false => print_the(&position),
    }
    Ok(())
}

/// None where the hand is decided, and the solver's game over.
fn value(
    arguments: &InspectArguments,
    blueprint: &Blueprint,
    sight: &Sight,
) -> anyhow::Result<Option<PositionValue>> {
    let closed = sight.due == Due::Card && !sight.can_challenge && !sight.in_challenge;
    if sight.is_won() || sight.is_lost() || closed {
        return Ok(None);
    }
    let Some(mut state) = state_of(&blueprint.game, sight) else {
        bail!(
            "the position is none of {}: compare cards and tricks with the game, and give over=N \
             where hands are not of 5 cards",
            blueprint.header.game
        );
    };
    let score: Score = score_of(sight, &state);
    state.class = blueprint.classes.class(score);
    let samples = arguments.samples as usize;
    let value = evaluate(
        &blueprint.game,
        blueprint,
        &state,
        sight.gone,
        samples,
        arguments.seed,
    );
    value
        .context("there are no cards left that the opponent could hold")
        .map(Some)
}

fn print_the(position: &Position) {
    println!("{}", position.position);
    println!(
        "probabilities: {}",
        match position.source {
            Source::Certain => "certain; the hand is decided or there is one move",
            Source::Own => "the policy's row for this score",
            Source::NearestClass => "the policy's row for the nearest score that has one",
            Source::Rule =>
                "none, the policy does not know the position; the agent expert plays it",
        }
    );
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["action", "probability", "value", "±"]);
    let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.4}"));
    for action in &position.actions {
        table.add_row([
            action.action.clone(),
            number(action.probability),
            number(action.value),
            number(action.half_width),
        ]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    println!("{table}");
    let how = match position.belief {
        None => {
            println!("no values: the hand is decided, or a challenge is neither possible nor on");
            return;
        }
        Some(Belief::Strategy) => "as the shoe and the policy's play so far make them likely",
        Some(Belief::HistoryUnknown) => {
            "as the shoe makes them likely: what has been played, or who led, is not known completely"
        }
        Some(Belief::NeverPlayed) => {
            "as the shoe makes them likely: the policy never plays as the opponent has"
        }
    };
    println!(
        "value: chance of winning the game, {} play-outs an action, 95 % confidence intervals",
        position.samples
    );
    println!(
        "opponent's hands: {}, {how}",
        position.opponent_hands.unwrap_or(0)
    );
}
