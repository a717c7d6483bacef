//! `cardsharp inspect`: what a policy file holds, and what it does in a position.

mod actions;
mod challenge;
mod dead_mans_draw;
mod explicit;
mod skullwhist;
mod tricky_eights;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;

pub(super) use self::explicit::table;
use super::train::what;
use crate::cli::candidates;
use crate::commands::loaded::loaded;
use crate::commands::quantities::{bytes, file_size};
use crate::contests::challenge::text::parse_position;
use crate::contests::challenge::training::Blueprint;
use crate::contests::dead_mans_draw::text::Member;
use crate::contests::dead_mans_draw::training as dead_mans_draw_training;
use crate::contests::skullwhist::text::Member as SkullWhistMember;
use crate::contests::skullwhist::training as skullwhist_training;
use crate::contests::tricky_eights::infosets::{ROWS, SUMMARY};
use crate::contests::tricky_eights::rules::TrickyEights;
use crate::contests::tricky_eights::training as tricky_eights_training;
use crate::explicit::FINGERPRINT;
use crate::policy::container::{self, Header, Kind, Measured};

/// Shows what a policy file holds, or what it does in a position and what each action is worth.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp inspect tricks.policy
  cardsharp inspect leduc.policy
  cardsharp inspect tricks.policy 'hand=12,9,8,8,1 score=3-4'
  cardsharp inspect tricks.policy 'hand=12,8,8,1 table=7 played=9*-6 led=yes score=3-4' --json
  cardsharp inspect dead.policy 'bank0=key-3 bank1=map-7,sword-5 area=hook-4,anchor-2'
  cardsharp inspect whist.policy 'hand=C02,C13,D04,D05,D12,H01,H07,H10,S01,S03,S08,S11,S13 seat=1'

A position of Challenge is key=value words: hand, table, tricks, score, challenge (open, offered, accepted), led,
played, and more. The value of an action is the chance of winning the game if both players follow
the policy after it, sampled; the opponent's hands are as likely as the shoe and the policy make
them.

A position of Dead Man's Draw is key=value words too: to-move, bank0, bank1, area, discard, next, pile,
pending, late. The value of an action is the chance of winning the match by the policy's learnt value.

A position of SkullWhist is what one player sees: hand, seat (0 leads first), bids (one's own first; left
out, the player has to bid), rounds (LED-ANSWER,LED-ANSWER, and so on), led.

A position of a game that fits memory is an information set as `cardsharp solve --out` writes it.

A position of Tricky Eights is what a contestant was told of the round, in the commands of the protocol from
starthand on, up to the request that is asked about.")]
pub struct InspectArguments {
    /// The policy file.
    #[arg(add = candidates::policies())]
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
    let newest = container::open_newest(&arguments.policy)?;
    newest.reader.require_kind(Kind::Policy)?;
    let header = newest.reader.header();
    let game = &header.game;
    if header.rules_fingerprint == FINGERPRINT {
        let policy = loaded((&newest.reader, newest.instead_of), "showing");
        explicit::show(arguments, policy)?;
    } else if Member::is_meant(game) {
        of_dead_mans_draw(arguments)?;
    } else if SkullWhistMember::is_meant(game) {
        of_skullwhist(arguments)?;
    } else if TrickyEights::is_meant(game) {
        of_tricky_eights(arguments)?;
    } else {
        of_challenge(arguments)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn of_challenge(arguments: &InspectArguments) -> anyhow::Result<()> {
    let policy = loaded(Blueprint::load(&arguments.policy)?, "showing");
    if let Some(text) = &arguments.position {
        return challenge::show(arguments, &policy, &parse_position(text)?);
    }
    let about = About {
        infosets: policy.infosets.summary(),
        rows: Some(match policy.table.rows() {
            Some(rows) => rows as u64,
            None => policy.infosets.count(&policy.game),
        }),
        classes: Some(policy.classes.payoffs.len()),
    };
    show_file(arguments, &policy.header, about)
}

fn of_dead_mans_draw(arguments: &InspectArguments) -> anyhow::Result<()> {
    let policy = loaded(
        dead_mans_draw_training::Blueprint::load(&arguments.policy)?,
        "showing",
    );
    if let Some(text) = &arguments.position {
        return dead_mans_draw::show(arguments, &policy, text);
    }
    let about = About::of(policy.infosets.summary(), None);
    show_file(arguments, &policy.header, about)
}

fn of_skullwhist(arguments: &InspectArguments) -> anyhow::Result<()> {
    let policy = loaded(
        skullwhist_training::Blueprint::load(&arguments.policy)?,
        "showing",
    );
    if let Some(text) = &arguments.position {
        return skullwhist::show(arguments, &policy, text);
    }
    let rows = policy.table.rows().map(|rows| rows as u64);
    let about = About::of(policy.infosets.summary(), rows);
    show_file(arguments, &policy.header, about)
}

fn of_tricky_eights(arguments: &InspectArguments) -> anyhow::Result<()> {
    let policy = loaded(
        tricky_eights_training::Blueprint::load(&arguments.policy)?,
        "showing",
    );
    if let Some(text) = &arguments.position {
        return tricky_eights::show(arguments, policy, text);
    }
    let about = About::of(SUMMARY, Some(ROWS as u64));
    show_file(arguments, &policy.header, about)
}

/// What the contest knows of its table.
struct About {
    /// What is remembered.
    infosets: String,
    /// Rows with a choice, where they are counted.
    rows: Option<u64>,
    /// Classes of scores, where there are any.
    classes: Option<usize>,
}

impl About {
    /// Of a contest without classes of scores.
    fn of(infosets: &str, rows: Option<u64>) -> About {
        About {
            infosets: infosets.to_owned(),
            rows,
            classes: None,
        }
    }
}

/// What `--json` prints of a file.
#[derive(Serialize)]
struct File<'a> {
    header: &'a Header,
    infosets: String,
    rows: Option<u64>,
    classes: Option<usize>,
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

fn show_file(arguments: &InspectArguments, header: &Header, about: About) -> anyhow::Result<()> {
    let reader = container::open_newest(&arguments.policy)?.reader;
    let file = File {
        header,
        infosets: about.infosets,
        rows: about.rows,
        classes: about.classes,
        bytes: file_size(reader.path())?,
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

/// What a measure was made on.
fn sampled(file: &File<'_>, measured: &Measured) -> String {
    match (file.classes, measured.hands) {
        (Some(_), hands) => format!(", {hands} own hands a seat"),
        (None, 0) => String::new(),
        (None, deals) if SkullWhistMember::is_meant(&file.header.game) => {
            format!(", {deals} deals")
        }
        (None, rounds) if TrickyEights::is_meant(&file.header.game) => format!(", {rounds} rounds"),
        (None, matches) => format!(", {matches} matches"),
    }
}

fn print_file(file: &File<'_>) {
    let header = file.header;
    println!("game              {}", header.game);
    println!("made by           {}, {}", header.made_by, header.kind);
    println!("solver            {}, seed {}", header.solver, header.seed);
    println!("iterations        {}", header.iterations);
    let infosets = match header.infosets.as_str() {
        "" => file.infosets.clone(),
        name => format!("{name} ({})", file.infosets),
    };
    let rows = file
        .rows
        .map_or(String::new(), |rows| format!(", {rows} rows"));
    println!("information sets  {infosets}{rows}");
    if let Some(classes) = file.classes {
        println!("classes of scores {classes}");
    }
    for (name, value) in &header.parameters {
        println!("{name:17} {value}");
    }
    match &header.nash_conv {
        Some(measured) => println!(
            "{:17} {:.5} ± {:.5} {}{}",
            what(measured),
            measured.value,
            measured.half_width,
            measured.unit,
            sampled(file, measured)
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
