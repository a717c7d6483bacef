//! How the contestants of a judge have done, as a table for people.

use comfy_table::{CellAlignment, Table, presets};

use super::journal::GameRecord;
use crate::contests::tricky_eights::rules::TrickyEights;
use crate::contests::tricky_eights::text::seat_name;
use cardsharp_solvers::game::Player;

/// The standings after these games, a row a seat.
pub(super) fn standings(games: &[GameRecord]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["seat", "games won", "points", "disqualified", "contestant"]);
    for column in table.column_iter_mut().skip(1).take(3) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for seat in 0..TrickyEights::CONTEST.players() {
        let index = usize::from(seat);
        let won = games.iter().filter(|game| game.winner == Some(index));
        let points: u32 = games.iter().map(|game| game.scores[index]).sum();
        let out = games.iter().flat_map(|game| &game.disqualified);
        let contestant = games.first().map(|game| game.contestants[index].clone());
        table.add_row([
            seat_name(Player::new(seat)).to_owned(),
            won.count().to_string(),
            points.to_string(),
            out.filter(|out| out.seat == index).count().to_string(),
            contestant.unwrap_or_default(),
        ]);
    }
    table
}
