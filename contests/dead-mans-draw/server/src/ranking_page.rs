//! The page of the ranking: results on top, the matches that go on below (the document's status page).

use std::fmt::Write;

use axum::response::Html;

use super::accounts::Accounts;
use super::lobby::LobbyMatch;
use super::match_list::table;
use super::page_parts::{Viewer, growing_page, name};
use super::standings::tallies;
use super::state::{ServerState, now};
use super::tournament::{Rank, Tournament};
use super::view;
use cardsharp_terminal::counted::counted;

/// The matches that go on and are shown.
const RUNNING: usize = 100;

/// The page of the ranking.
pub(super) fn page(server: &ServerState, viewer: &Viewer) -> Html<String> {
    let accounts = &server.config.accounts;
    let mut inside = match &server.event {
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
    // Writing to a text cannot fail, here and below.
    let _ = write!(
        inside,
        "<h2>Matches that go on: {}</h2>{}",
        running.len(),
        table("running", shown, accounts)
    );
    growing_page("Ranking", "/ranking", viewer, &inside)
}

fn of_tournament(tournament: &Tournament, accounts: &Accounts) -> String {
    let opening = &tournament.opening;
    let state = match tournament.is_over() {
        true => "It is over.".to_owned(),
        false if opening.begins > now() => {
            format!("It begins after open play, {}.", view::time(opening.begins))
        }
        false => "It is not over.".to_owned(),
    };
    let mut rows = String::new();
    for rank in tournament.ranking() {
        let Rank {
            place,
            entrant,
            meetings,
            matches,
            points,
        } = rank;
        let _ = write!(
            rows,
            "<tr><td class=\"number\">{place}</td><td>{}</td>",
            name(accounts, &entrant)
        );
        for figure in meetings.iter().chain(&matches) {
            let _ = write!(rows, "<td class=\"number\">{figure}</td>");
        }
        let _ = write!(rows, "<td class=\"number\">{points}</td></tr>");
    }
    let heads = [
        "Place",
        "Player",
        "Meetings won",
        "lost",
        "Matches won",
        "lost",
        "undecided",
        "Points",
    ];
    format!(
        "<p>Tournament, {} of {}. {state}</p>{}{}",
        opening.format.name(),
        counted(opening.entrants.len() as u64, "player"),
        ranks(&heads, 1, &rows),
        meetings(tournament, accounts)
    )
}

/// A table of ranks. The column `named` has names, all others have figures.
fn ranks(heads: &[&str], named: usize, rows: &str) -> String {
    let mut head = String::new();
    for (column, text) in heads.iter().enumerate() {
        let class = if column == named {
            ""
        } else {
            " class=\"number\""
        };
        let _ = write!(head, "<th{class}>{text}</th>");
    }
    format!(
        "<div class=\"wide\"><table id=\"ranking\"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
}

/// The meetings, the last ones first.
fn meetings(tournament: &Tournament, accounts: &Accounts) -> String {
    let mut rows = String::new();
    for (number, meeting) in tournament.meetings.iter().enumerate().rev() {
        if !meeting.has_begun() {
            continue;
        }
        let entrants = &tournament.opening.entrants;
        let names = meeting.entrants.map(|one| name(accounts, &entrants[one]));
        let winner = meeting.winner().map_or("", |who| &names[who]);
        let [won, lost] = meeting.won();
        let number = number + 1;
        let _ = write!(
            rows,
            "<tr><td class=\"number\">{}</td><td><a href=\"/matches?tag=meeting-{number}\">meeting {number}</a></td>\
             <td>{} – {}</td><td class=\"number\">{won} : {lost}</td><td>{winner}</td></tr>",
            meeting.stage + 1,
            names[0],
            names[1]
        );
    }
    format!(
        "<h2>Meetings</h2><div class=\"wide\"><table id=\"meetings\"><thead><tr><th class=\"number\">Stage</th>\
         <th>Matches</th><th>Players</th><th class=\"number\">Matches won</th><th>Won by</th></tr></thead>\
         <tbody>{rows}</tbody></table></div>"
    )
}

fn without_tournament(server: &ServerState) -> String {
    let accounts = &server.config.accounts;
    let official = |entry: &LobbyMatch| entry.creation.is_official(accounts);
    let (matches, players) = tallies(&server.lobby, official);
    let mut rows = String::new();
    for (id, tally) in players {
        let _ = write!(rows, "<tr><td>{}</td>", name(accounts, &id));
        for figure in [tally.won, tally.lost, tally.undecided, tally.points] {
            let _ = write!(rows, "<td class=\"number\">{figure}</td>");
        }
        rows.push_str("</tr>");
    }
    let heads = ["Player", "Won", "Lost", "Undecided", "Points"];
    format!(
        "<p>There is no tournament on this server. The organizers' matches that are over: {}.</p>{}",
        counted(matches, "match"),
        ranks(&heads, 0, &rows)
    )
}
