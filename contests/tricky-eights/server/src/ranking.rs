//! The final ranking of an event, as a table for people.

use comfy_table::Table;

use super::event::Event;
use cardsharp_arena::columns::columns;
use cardsharp_terminal::sanitize::escaped;

/// The ranking of an event that is over, one row for each contestant.
pub(super) fn ranking(event: &Event) -> Table {
    let header = ["place", "games", "games won", "points", "last stage", "contestant", ""];
    let mut table = columns(header, 0..5);
    for (place, contestant) in event.order().into_iter().enumerate() {
        let (mut games, mut won, mut points, mut stage) = (0, 0, 0, 0);
        for record in event.games() {
            let Some(game) = &record.event else { continue };
            let seat = game.seats.iter().position(|&other| other == contestant);
            let Some(seat) = seat else { continue };
            games += 1;
            won += usize::from(record.winner == Some(seat));
            points += record.scores[seat];
            stage = game.stage;
        }
        table.add_row([
            (place + 1).to_string(),
            games.to_string(),
            won.to_string(),
            points.to_string(),
            stage.to_string(),
            escaped(&event.settings().contestants[contestant]),
            escaped(event.out(contestant).unwrap_or_default()),
        ]);
    }
    table
}
