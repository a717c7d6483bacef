//! The ranking of a tournament: a table for people.

use super::accounts::Accounts;
use super::standings::shown_name;
use super::tournament::Tournament;
use cardsharp_arena::columns::columns;
use cardsharp_terminal::counted::counted;

/// The ranking so far, best first.
pub(super) fn of(tournament: &Tournament, accounts: &Accounts) -> String {
    let heads =
        ["place", "player", "meetings won", "meetings lost", "matches won", "matches lost", "undecided", "points"];
    let mut table = columns(heads, 2..);
    for rank in tournament.ranking() {
        let [won, lost] = rank.meetings;
        let [matches_won, matches_lost, undecided] = rank.matches;
        let figures = [won, lost, matches_won, matches_lost, undecided];
        let figures = figures.map(|figure| figure.to_string());
        let first = [rank.place.to_string(), shown_name(accounts, &rank.entrant)];
        let points = std::iter::once(rank.points.to_string());
        table.add_row(first.into_iter().chain(figures).chain(points));
    }
    let opening = &tournament.opening;
    let state = if tournament.is_over() { "over" } else { "not over" };
    format!("{}, {}, {state}\n{table}\n", opening.format.name(), counted(opening.entrants.len() as u64, "player"))
}
