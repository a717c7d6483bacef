//! The standings of a judge's contestants, as a table for people.

use comfy_table::Table;

use super::journal::GameRecord;
use cardsharp_arena::columns::columns;
use cardsharp_player::Player;
use cardsharp_tricky_eights_game::rules::Params;
use cardsharp_tricky_eights_game::text::seat_name;

/// The standings after these games, one row for each seat.
pub(super) fn standings(games: &[GameRecord]) -> Table {
    let header = ["seat", "games won", "points", "disqualified", "contestant"];
    let mut table = columns(header, 1..4);
    for seat in 0..Params::CONTEST.players() {
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
