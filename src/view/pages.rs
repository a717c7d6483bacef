//! The pages.

use std::fmt::Write;

use super::game_list::{GameFilter, GamePage};
use super::journal_index::{GameLine, JournalIndex};
use super::library::Library;
use crate::arena::tournament::{AgentStanding, Standings};
use crate::arena::{Estimate, Tally, Unit};
use crate::contest::{Advice, Replay};
use crate::counted::counted;
use crate::live::http::html::escape;

/// Which page of a journal a reader is on, for the links on top.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Standings,
    Games,
}

/// A page. `version` is the state of what it shows: a page without one does not change.
pub(super) fn page(title: &str, top: &str, version: Option<&str>, inside: &str) -> String {
    let title = escape(title);
    let version = version.map_or(String::new(), |version| {
        format!(" data-version=\"{}\"", escape(version))
    });
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>{title}</title>\
         <link rel=\"stylesheet\" href=\"/style.css\"><link rel=\"icon\" href=\"/icon.svg\">\
         <script src=\"/view.js\" defer></script></head>\
         <body><nav aria-label=\"pages\">{top}</nav><main{version}><h1>{title}</h1>{inside}</main></body></html>\n"
    )
}

/// The name of a journal: that of its file.
fn name_of(journal: &JournalIndex) -> String {
    let name = journal.path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn links(library: &Library, number: usize, here: Place) -> String {
    let mut top = String::new();
    if library.has_home() {
        top.push_str("<a href=\"/\">Home</a> ");
    }
    for (place, path, name) in [
        (Place::Standings, "", "Standings"),
        (Place::Games, "games", "Games"),
    ] {
        let current = if place == here {
            " aria-current=\"page\""
        } else {
            ""
        };
        // Writing to a text cannot fail, here and below.
        let _ = write!(
            top,
            "<a href=\"/journals/{number}/{path}\"{current}>{name}</a> "
        );
    }
    top
}

/// A name of an agent, from outside.
fn agent(name: &str) -> String {
    format!("<bdi class=\"agent\">{}</bdi>", escape(name))
}

/// The list of all journals.
pub(super) fn journals(library: &Library) -> String {
    let mut rows = String::new();
    for number in 0..library.len() {
        let Some(journal) = library.journal(number) else {
            continue;
        };
        let kind = match &journal.tournament {
            Some(tournament) => tournament.settings.format.name().to_owned(),
            None => counted(journal.matches.len() as u64, "match"),
        };
        let _ = write!(
            rows,
            "<tr><td><a href=\"/journals/{number}/\">{}</a></td><td>{}</td><td>{}</td>\
             <td class=\"number\">{}</td></tr>",
            escape(&name_of(&journal)),
            escape(journal.contest()),
            escape(&kind),
            journal.games.len()
        );
    }
    let inside = format!(
        "<div class=\"wide\"><table><thead><tr><th>Journal</th><th>Contest</th><th>Kind</th>\
         <th class=\"number\">Games</th></tr></thead><tbody>{rows}</tbody></table></div>"
    );
    let policies = match library.policies() {
        0 => "",
        _ => "<p><a href=\"/explore\">Policies, node by node</a></p>",
    };
    page("Journals", "", None, &format!("{inside}{policies}"))
}

/// The standings of a journal.
pub(super) fn standings(library: &Library, number: usize, journal: &JournalIndex) -> String {
    let mut inside = String::new();
    match &journal.tournament {
        Some(tournament) => {
            let settings = &tournament.settings;
            let unit = match settings.unit {
                Unit::Rounds => "round",
                Unit::Games => "game",
            };
            let _ = write!(
                inside,
                "<p>{}, {}, matches of {}. {}</p>",
                escape(&settings.contest),
                settings.format.name(),
                counted(settings.count, unit),
                match tournament.is_complete() {
                    true => "It is over.",
                    false => "It is not over.",
                }
            );
            let standings = Standings::of(tournament);
            inside.push_str(&table_of(&standings.agents, settings.unit == Unit::Rounds));
            inside.push_str(&cross_table(&standings));
        }
        None => {
            let _ = write!(inside, "<p>{}</p>", escape(journal.contest()));
            for (_, tally) in &journal.matches {
                inside.push_str(&match_table(tally));
            }
        }
    }
    inside.push_str(
        "<p class=\"note\">Shares with 95 % confidence intervals. Elo by maximum likelihood, the average at 1500.</p>",
    );
    if journal.left_out > 0 {
        let _ = write!(
            inside,
            "<p class=\"note\">{} of the journal left out: damaged, or of no match.</p>",
            counted(journal.left_out as u64, "line")
        );
    }
    let top = links(library, number, Place::Standings);
    let version = journal.size.to_string();
    page(&name_of(journal), &top, Some(&version), &inside)
}

fn percent(estimate: Option<Estimate>) -> String {
    match estimate {
        Some(Estimate {
            share, half_width, ..
        }) => format!("{:.1} ± {:.1} %", 100.0 * share, 100.0 * half_width),
        None => "–".to_owned(),
    }
}

fn table_of(agents: &[AgentStanding], with_rounds: bool) -> String {
    let rounds = if with_rounds {
        "<th class=\"number\">Rounds won</th>"
    } else {
        ""
    };
    let mut rows = String::new();
    for standing in agents {
        let rounds = match with_rounds {
            true => format!(
                "<td class=\"number\">{}</td>",
                percent(standing.round_share)
            ),
            false => String::new(),
        };
        let elo = standing.elo.map_or("–".to_owned(), |elo| {
            format!("{:.0} ± {:.0}", elo.rating, elo.half_width)
        });
        let _ = write!(
            rows,
            "<tr><td class=\"number\">{}</td><td>{}</td><td class=\"number\">{:.1}</td>{rounds}\
             <td class=\"number\">{}</td><td class=\"number\">{elo}</td><td class=\"number\">{:.0}</td>\
             <td class=\"number\">{}</td></tr>",
            standing.place,
            agent(&standing.agent),
            standing.points,
            percent(standing.game_share),
            standing.glicko.rating,
            standing.penalties
        );
    }
    format!(
        "<div class=\"wide\"><table id=\"standings\"><thead><tr><th class=\"number\">Place</th><th>Agent</th>\
         <th class=\"number\">Points</th>{rounds}<th class=\"number\">Games won</th><th class=\"number\">Elo</th>\
         <th class=\"number\">Glicko-2</th><th class=\"number\">Penalties</th></tr></thead>\
         <tbody>{rows}</tbody></table></div>"
    )
}

/// The share of games of each agent, in rows, against each other one. The colour says it too.
fn cross_table(standings: &Standings) -> String {
    let mut head = String::from("<th>Games won against</th>");
    for standing in &standings.agents {
        let _ = write!(head, "<th class=\"number\">{}</th>", standing.place);
    }
    let mut rows = String::new();
    for (standing, row) in standings.agents.iter().zip(&standings.head_to_head) {
        let _ = write!(
            rows,
            "<tr><th>{} {}</th>",
            standing.place,
            agent(&standing.agent)
        );
        for met in row {
            let all = met.won + met.lost;
            let _ = match all > 0.0 {
                true => {
                    let share = 100.0 * met.won / all;
                    // Steps of a tenth, whose colours the style sheet has.
                    let step = (share / 10.0).round() as u8;
                    write!(rows, "<td class=\"number share{step}\">{share:.1} %</td>")
                }
                false => write!(rows, "<td></td>"),
            };
        }
        rows.push_str("</tr>");
    }
    format!(
        "<h2>Who beat whom</h2><div class=\"wide\"><table id=\"cross\"><thead><tr>{head}</tr></thead>\
         <tbody>{rows}</tbody></table></div>"
    )
}

fn match_table(tally: &Tally) -> String {
    let mut rows = String::new();
    for standing in tally.standings() {
        let rounds = match tally.unit {
            Unit::Rounds => format!("<td class=\"number\">{}</td>", percent(standing.win_rate)),
            Unit::Games => String::new(),
        };
        let _ = write!(
            rows,
            "<tr><td>{}</td>{rounds}<td class=\"number\">{}</td><td class=\"number\">{}</td></tr>",
            agent(&standing.agent),
            percent(standing.game_win_rate),
            standing.penalties
        );
    }
    let rounds = match tally.unit {
        Unit::Rounds => "<th class=\"number\">Rounds won</th>",
        Unit::Games => "",
    };
    format!(
        "<div class=\"wide\"><table><caption>{} played</caption><thead><tr><th>Agent</th>{rounds}\
         <th class=\"number\">Games won</th><th class=\"number\">Penalties</th></tr></thead>\
         <tbody>{rows}</tbody></table></div>",
        counted(tally.games(), "game")
    )
}

/// The names of the agents of a journal, each once.
fn agents_of(journal: &JournalIndex) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for (_, tally) in &journal.matches {
        for name in &tally.agents {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
    }
    names
}

fn choice(label: &str, key: &str, names: &[&str], chosen: &str) -> String {
    let mut options = String::from("<option value=\"\">any</option>");
    for name in names {
        let selected = if *name == chosen { " selected" } else { "" };
        let name = escape(name);
        let _ = write!(
            options,
            "<option value=\"{name}\"{selected}>{name}</option>"
        );
    }
    format!("<label>{label} <select name=\"{key}\">{options}</select></label> ")
}

/// The games of a journal.
pub(super) fn games(
    library: &Library,
    number: usize,
    journal: &JournalIndex,
    filter: &GameFilter,
) -> String {
    let GamePage {
        games,
        found,
        page: at,
        pages,
    } = filter.page_of(journal);
    let names = agents_of(journal);
    let recorded = if filter.recorded { " checked" } else { "" };
    let mut inside = format!(
        "<form method=\"get\">{}{}<label><input type=\"checkbox\" name=\"recorded\" value=\"1\"{recorded}> \
         with moves</label> <button>Show</button></form><p>{}, page {at} of {pages}</p>",
        choice("Agent", "agent", &names, &filter.agent),
        choice("Won by", "winner", &names, &filter.winner),
        counted(found as u64, "game"),
    );
    let mut rows = String::new();
    for (game_number, game) in games {
        let seats = 0..journal.match_of(game).agents.len();
        let seats: Vec<String> = seats
            .map(|seat| agent(journal.agent_in(game, seat)))
            .collect();
        let shown = match game.recorded {
            true => {
                format!("<a href=\"/journals/{number}/games/{game_number}\">game {game_number}</a>")
            }
            false => format!("game {game_number}"),
        };
        let _ = write!(
            rows,
            "<tr><td>{shown}</td><td>{}</td><td>{}</td></tr>",
            seats.join(" – "),
            outcome(journal, game)
        );
    }
    let _ = write!(
        inside,
        "<div class=\"wide\"><table id=\"games\"><thead><tr><th>Game</th><th>Seats</th><th>Won by</th></tr></thead>\
         <tbody>{rows}</tbody></table></div><p>"
    );
    for (to, name) in [(at.wrapping_sub(1), "Previous page"), (at + 1, "Next page")] {
        if (1..=pages).contains(&to) {
            let _ = write!(
                inside,
                "<a href=\"/journals/{number}/games?{}\">{name}</a> ",
                escape(&filter.query(to))
            );
        }
    }
    inside.push_str("</p>");
    if !journal.games.iter().any(|game| game.recorded) {
        inside.push_str(
            "<p class=\"note\">The journal has no moves: <code>--records</code> writes them.</p>",
        );
    }
    let top = links(library, number, Place::Games);
    let version = journal.size.to_string();
    page(
        &format!("Games of {}", name_of(journal)),
        &top,
        Some(&version),
        &inside,
    )
}

fn outcome(journal: &JournalIndex, game: &GameLine) -> String {
    match journal.winner_of(game) {
        Some(winner) => agent(winner),
        None if game.abandoned => "abandoned".to_owned(),
        None => "nobody".to_owned(),
    }
}

/// A game move by move, with what a policy would have done.
pub(super) fn game(
    library: &Library,
    (number, journal): (usize, &JournalIndex),
    (game_number, game): (usize, &GameLine),
    replay: &Replay,
    advice: Option<(&str, Vec<Vec<Advice>>)>,
) -> serde_json::Result<String> {
    let seats = 0..journal.match_of(game).agents.len();
    let names: Vec<&str> = seats.map(|seat| journal.agent_in(game, seat)).collect();
    let data = serde_json::json!({
        "agents": names,
        "frames": replay.frames,
        "advisor": advice.as_ref().map(|(name, _)| name),
        "advice": advice.as_ref().map(|(_, advice)| advice),
    });
    // In a script element only `<` could end it.
    let data = serde_json::to_string(&data)?.replace('<', "\\u003c");
    let mut views = String::from("<option value=\"\">all hands</option>");
    for (seat, name) in names.iter().enumerate() {
        let _ = write!(
            views,
            "<option value=\"{seat}\">seat {}: {}</option>",
            seat + 1,
            escape(name)
        );
    }
    let last = replay.frames.len().saturating_sub(1);
    let neighbours = [
        (game_number.wrapping_sub(1), "Previous game"),
        (game_number + 1, "Next game"),
    ];
    let mut around = String::new();
    for (other, name) in neighbours {
        if journal.games.get(other).is_some_and(|other| other.recorded) {
            let _ = write!(
                around,
                "<a href=\"/journals/{number}/games/{other}\">{name}</a> "
            );
        }
    }
    let inside = format!(
        "<p>Won by {}. {around}</p>\
         <section id=\"replay\" aria-label=\"replay\"><p id=\"caption\" role=\"status\"></p><div id=\"table\"></div><div id=\"advice\" class=\"wide\"></div>\
         <div class=\"controls\"><button id=\"first\" title=\"Home\">First</button>\
         <button id=\"back\" title=\"Left arrow\">Back</button>\
         <button id=\"play\" title=\"Space\">Play</button>\
         <button id=\"next\" title=\"Right arrow\">Next</button>\
         <button id=\"last\" title=\"End\">Last</button>\
         <label>Move <input id=\"at\" type=\"range\" min=\"0\" max=\"{last}\" value=\"0\"></label>\
         <output id=\"count\"></output>\
         <label>Show <select id=\"view\">{views}</select></label></div></section>\
         <noscript><p>Without JavaScript the moves are a list:</p>{}</noscript>\
         <script id=\"data\" type=\"application/json\">{data}</script>",
        outcome(journal, game),
        list_of(replay),
    );
    let top = links(library, number, Place::Games);
    Ok(page(&format!("Game {game_number}"), &top, None, &inside))
}

/// The captions of all frames.
fn list_of(replay: &Replay) -> String {
    let mut list = String::from("<ol>");
    for frame in &replay.frames {
        let _ = write!(
            list,
            "<li>{}: {}</li>",
            escape(&frame.part),
            escape(&frame.caption)
        );
    }
    list + "</ol>"
}

/// A page that says what is wrong.
pub(super) fn fault(title: &str, text: &str) -> String {
    let inside = format!("<p>{}</p>", escape(text));
    page(title, "<a href=\"/\">Home</a>", None, &inside)
}
