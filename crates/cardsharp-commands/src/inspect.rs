//! The command `inspect`: its arguments and its report.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::candidates;
use super::quantities::{bytes, file_size};
use cardsharp_arena::columns::columns;
use cardsharp_contest::PositionAction;
use cardsharp_policy::container::{self, Header};
use cardsharp_terminal::counted::counted;
use cardsharp_terminal::println;

/// Show what a policy file holds, or what it does in a position and what each action is worth; or what agents
/// have learned of their opponents; or a game of a journal, move by move.
#[derive(Args)]
#[command(after_help = "\
Examples:
  cardsharp inspect leduc.policy
  cardsharp inspect leduc.policy 'Jh:cc:Qs:c' --json
  cardsharp inspect opponents.json
  cardsharp inspect club.jsonl 3

A position of a game that fits in memory is an information set as `cardsharp solve --out` writes it.
`cardsharp inspect FILE --help` says how a position of the policy's contest is written.")]
pub struct InspectArguments {
    /// The policy file; or a file that `cardsharp play --memory` has written, which ends in .json; or a journal
    /// with records, which ends in .jsonl.
    #[arg(add = candidates::policies())]
    pub policy: PathBuf,
    /// A position, in one argument; of a journal the number of a game [default: the end of the last].
    pub position: Option<String>,
    /// Times each action is played out.
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub samples: u32,
    /// Seed of the sampling.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Print one JSON object on standard output.
    #[arg(long)]
    pub json: bool,
}

/// Facts of a policy that its header does not contain.
pub struct About {
    /// The information sets, in words.
    pub infosets: String,
    /// The number of rows with a choice, if they are counted.
    pub rows: Option<u64>,
    /// The number of classes of scores, if there are any.
    pub classes: Option<usize>,
    /// The unit of the samples of a measurement, in the plural: `deals`.
    pub samples: &'static str,
}

impl About {
    /// The facts of a policy without classes of scores.
    pub fn of(infosets: &str, rows: Option<u64>, samples: &'static str) -> About {
        About { infosets: infosets.to_owned(), rows, classes: None, samples }
    }
}

/// The output of `--json` for a file.
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

/// Prints the header and the sections of the file, and the facts of `about`.
///
/// # Errors
///
/// The file cannot be read.
pub fn show_file(arguments: &InspectArguments, header: &Header, about: About) -> anyhow::Result<()> {
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
    if arguments.json {
        println!("{}", serde_json::to_string(&file)?);
    } else {
        print_file(&file, about.samples);
    }
    Ok(())
}

fn print_file(file: &File<'_>, samples: &str) {
    let header = file.header;
    println!("game              {}", header.game);
    println!("made by           {}, {}", header.made_by, header.kind);
    println!("solver            {}, seed {}", header.solver, header.seed);
    println!("iterations        {}", header.iterations);
    let infosets = match header.infosets.as_str() {
        "" => file.infosets.clone(),
        name => format!("{name} ({})", file.infosets),
    };
    let rows = file.rows.map_or(String::new(), |rows| format!(", {}", counted(rows, "row")));
    println!("information sets  {infosets}{rows}");
    if let Some(classes) = file.classes {
        println!("classes of scores {classes}");
    }
    for (name, value) in &header.parameters {
        println!("{name:17} {value}");
    }
    match &header.measured {
        Some(measured) => {
            let sampled = match measured.hands {
                0 => String::new(),
                count => format!(", {count} {samples}"),
            };
            println!(
                "{:17} {:.5} ± {:.5} {}{sampled}",
                measured.quantity.to_string(),
                measured.value,
                measured.half_width,
                measured.unit
            );
        }
        None => println!("measure           none: see `cardsharp exploit`"),
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

/// Prints actions as a table, with their values if they have some.
pub fn print_actions(actions: &[PositionAction]) {
    let mut titles = vec!["action", "probability"];
    if actions.iter().any(|action| action.value.is_some()) {
        titles.push("value");
    }
    if actions.iter().any(|action| action.regret.is_some()) {
        titles.push("regret");
    }
    let mut table = columns(titles, 1..);
    for action in actions {
        let probability = format!("{:.4}", action.probability);
        let figures = [action.value, action.regret].into_iter().flatten();
        let figures = figures.map(|figure| format!("{figure:.4}"));
        table.add_row([action.action.clone(), probability].into_iter().chain(figures));
    }
    println!("{table}");
}
