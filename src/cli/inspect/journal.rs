//! A game of a journal as text, move by move.

use std::path::Path;

use anyhow::{Context, bail};
use cardsharp_game::{Frame, Replay, SeatFrame, ShownCard, Suit};
use cardsharp_terminal::println;
use cardsharp_view::{GameLine, JournalIndex};

use crate::contests;

/// The ending of a journal's name.
const ENDING: &str = "jsonl";

/// True if the file is a journal by its name.
pub(super) fn is_journal(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == ENDING)
}

/// Prints game `number`, from 1; or the last part of the last game, if no number is given.
///
/// # Errors
///
/// The journal cannot be read, or has no such game, or no record of it.
pub(super) fn show(path: &Path, number: Option<&str>, json: bool) -> anyhow::Result<()> {
    let journal = JournalIndex::read(path, &contests::without_commands())?;
    let count = journal.games.len();
    let index = match number {
        None => count,
        Some(text) => text.parse().with_context(|| format!("`{text}` is no number of a game: write 1 to {count}"))?,
    };
    let Some(game) = index.checked_sub(1).and_then(|at| journal.games.get(at)) else {
        bail!("{} has {count} games, and no game {index}", path.display());
    };
    let record = journal.record(game)?.with_context(|| {
        let journal = path.display();
        format!("{journal} has no record of game {index}: write it with --records")
    })?;
    let contest =
        contests::by_name(journal.contest()).with_context(|| format!("there is no contest {}", journal.contest()))?;
    let replay = contest.replay(&record)?;
    if json {
        println!("{}", serde_json::to_string(&replay)?);
        return Ok(());
    }
    println!("{}", title(&journal, game, index));
    let last = replay.frames.last().map(|frame| frame.part.clone());
    print(&replay, last.filter(|_| number.is_none()).as_deref());
    Ok(())
}

fn title(journal: &JournalIndex, game: &GameLine, index: usize) -> String {
    let agents = journal.match_of(game).agents.len();
    let seats = (0..agents).map(|seat| format!("seat {}: {}", seat + 1, journal.agent_in(game, seat)));
    let seats: Vec<String> = seats.collect();
    let won = journal.winner_of(game);
    let won = won.map_or(String::new(), |winner| format!("; {winner} wins"));
    let count = journal.games.len();
    let contest = journal.contest();
    format!("{contest}, game {index} of {count}; {}{won}", seats.join(", "))
}

/// Prints the frames of one part of the game, or of all: what happens until cards leave the table stands in one line.
fn print(replay: &Replay, only: Option<&str>) {
    let (mut part, mut before, mut line) = ("", 0, Vec::new());
    let shown = |frame: &&Frame| only.is_none_or(|only| frame.part == only);
    for frame in replay.frames.iter().filter(shown) {
        let on_table = frame.seats.iter().map(|seat| seat.played.len()).sum();
        if frame.part != part || on_table < before {
            print_line(&mut line);
        }
        if frame.part != part {
            part = &frame.part;
            println!("{part}");
            for (number, seat) in frame.seats.iter().enumerate() {
                println!("  seat {}: {}", number + 1, described(seat));
            }
        }
        before = on_table;
        line.push(frame.caption.as_str());
    }
    print_line(&mut line);
}

/// Prints what happened, if anything did.
fn print_line(line: &mut Vec<&str>) {
    if !line.is_empty() {
        println!("  {}.", line.join(". "));
        line.clear();
    }
}

fn card(card: &ShownCard) -> String {
    let suit = card.suit.map_or("", Suit::symbol);
    format!("{}{suit}", card.text)
}

/// The cards of a seat, and what else is known of it.
fn described(seat: &SeatFrame) -> String {
    let cards: Vec<String> = seat.hand.iter().map(card).collect();
    let facts = seat.facts.iter().map(|(word, value)| format!("{word} {value}"));
    let facts: Vec<String> = facts.collect();
    format!("{} ({})", cards.join(" "), facts.join(", "))
}
