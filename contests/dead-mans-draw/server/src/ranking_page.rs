//! The page of the ranking: results on top, the matches that go on below (the document's status page).

use maud::{Markup, html};

use super::accounts::Accounts;
use super::lobby::LobbyMatch;
use super::match_list::table;
use super::meeting::Meeting;
use super::page_parts::{Viewer, growing_page, name};
use super::standings::tallies;
use super::state::{ServerState, now};
use super::tournament::Tournament;
use super::view;
use cardsharp_net::shell;
use cardsharp_terminal::counted::counted;

/// The matches that go on and are shown.
const RUNNING: usize = 100;

/// The page of the ranking.
pub(super) fn page(server: &ServerState, viewer: &Viewer) -> Markup {
    let accounts = &server.config.accounts;
    let results = match &server.event {
        Some(event) => {
            // A copy, so that a reader does not delay the players.
            let tournament = event.tournament().clone();
            of_tournament(&tournament, accounts)
        }
        None => without_tournament(server),
    };
    let official = |entry: &LobbyMatch| entry.creation.is_official(accounts);
    let mut running = server.lobby.going_on();
    running.retain(|entry| official(entry));
    let shown = running.iter().rev().take(RUNNING);
    let inside = html! {
        (results)
        h2 { "Matches that go on: " (running.len()) }
        (table("running", shown, accounts))
    };
    growing_page("Ranking", "/ranking", viewer, inside)
}

fn of_tournament(tournament: &Tournament, accounts: &Accounts) -> Markup {
    let opening = &tournament.opening;
    let state = if tournament.is_over() {
        "It is over.".to_owned()
    } else if opening.begins > now() {
        format!("It begins after open play, {}.", view::time(opening.begins))
    } else {
        "It is not over.".to_owned()
    };
    let rows = html! {
        @for rank in tournament.ranking() {
            tr {
                td.number { (rank.place) }
                td { (name(accounts, &rank.entrant)) }
                @for figure in rank.meetings.iter().chain(&rank.matches) { td.number { (figure) } }
                td.number { (rank.points) }
            }
        }
    };
    let figures = ["Meetings won", "lost", "Matches won", "lost", "undecided", "Points"];
    let heads = html! {
        th.number { "Place" } th { "Player" }
        @for figure in figures { th.number { (figure) } }
    };
    html! {
        p {
            "Tournament, " (opening.format.name()) " of " (counted(opening.entrants.len() as u64, "player")) ". "
            (state)
        }
        (shell::table(Some("ranking"), heads, rows))
        h2 { "Meetings" }
        (meetings(tournament, accounts))
    }
}

/// The meetings, the last ones first.
fn meetings(tournament: &Tournament, accounts: &Accounts) -> Markup {
    let entrants = &tournament.opening.entrants;
    let row = |number: usize, meeting: &Meeting| {
        let names = meeting.entrants.map(|one| name(accounts, &entrants[one]));
        let [won, lost] = meeting.won();
        html! {
            tr {
                td.number { (meeting.stage + 1) }
                td { a href={ "/matches?tag=meeting-" (number) } { "meeting " (number) } }
                td { (names[0]) " – " (names[1]) }
                td.number { (won) " : " (lost) }
                td { @if let Some(who) = meeting.winner() { (names[who]) } }
            }
        }
    };
    let begun = tournament.meetings.iter().enumerate().rev();
    let begun = begun.filter(|(_, meeting)| meeting.has_begun());
    let rows = html! { @for (before, meeting) in begun { (row(before + 1, meeting)) } };
    let heads = html! {
        th.number { "Stage" } th { "Matches" } th { "Players" } th.number { "Matches won" } th { "Won by" }
    };
    shell::table(Some("meetings"), heads, rows)
}

fn without_tournament(server: &ServerState) -> Markup {
    let accounts = &server.config.accounts;
    let official = |entry: &LobbyMatch| entry.creation.is_official(accounts);
    let (matches, players) = tallies(&server.lobby, official);
    let rows = html! {
        @for (id, tally) in players {
            tr {
                td { (name(accounts, &id)) }
                @for figure in [tally.won, tally.lost, tally.undecided, tally.points] { td.number { (figure) } }
            }
        }
    };
    let heads = html! {
        th { "Player" }
        @for figure in ["Won", "Lost", "Undecided", "Points"] { th.number { (figure) } }
    };
    html! {
        p {
            "There is no tournament on this server. The organizers' matches that are over: "
            (counted(matches, "match")) "."
        }
        (shell::table(Some("ranking"), heads, rows))
    }
}
