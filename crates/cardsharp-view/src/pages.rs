//! The pages.

use std::fmt::Write;

use super::game_list::{GameFilter, GamePage};
use super::journal_index::{GameLine, JournalIndex};
use super::library::Library;
use super::rating_curve::rating_curve;
use crate::shown_advice::ShownAdvice;
use cardsharp_arena::tournament::{AgentStanding, Standings};
use cardsharp_arena::{Estimate, Tally, Unit};
use cardsharp_game::Replay;
use cardsharp_net::http::html::escape;
use cardsharp_net::shell::{agent, page, replay_section};
use cardsharp_terminal::counted::counted;

/// Which page of a journal a reader is on, for the links on top.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Standings,
    Games,
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
                if tournament.is_complete() {
                    "It is over."
                } else {
                    "It is not over."
                }
            );
            let standings = Standings::of(tournament);
            inside.push_str(&table_of(&standings.agents, settings.unit == Unit::Rounds));
            inside.push_str(&cross_table(&standings));
        }
        None if journal.is_served() || journal.matches.len() > 1 => {
            let _ = write!(inside, "<p>{}</p>", escape(journal.contest()));
            let standings = standings_of(journal);
            inside.push_str(&table_of(&standings.agents, journal.unit() == Unit::Rounds));
            inside.push_str(&cross_table(&standings));
        }
        None => {
            let _ = write!(inside, "<p>{}</p>", escape(journal.contest()));
            for (_, tally) in &journal.matches {
                inside.push_str(&match_table(tally));
            }
        }
    }
    inside.push_str(&rating_curve(&agents_of(journal), journal));
    let _ = write!(
        inside,
        "<p class=\"note\"><a href=\"/journals/{number}/file\">The journal</a> as a file of JSON lines.</p>"
    );
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

/// The standings of the matches of a journal that is of no tournament.
fn standings_of(journal: &JournalIndex) -> Standings {
    let counted: Vec<&Tally> = journal
        .matches
        .iter()
        .map(|(_, tally)| tally)
        .filter(|tally| tally.moments().sets() > 0)
        .collect();
    let names: Vec<String> = distinct(counted.iter().copied())
        .into_iter()
        .map(str::to_owned)
        .collect();
    let index = |name: &String| names.iter().position(|other| other == name);
    let agents = |tally: &Tally| tally.agents.iter().filter_map(index).collect();
    let matches: Vec<_> = counted
        .iter()
        .map(|tally| (agents(tally), *tally))
        .collect();
    Standings::of_matches(&names, &matches)
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
        let rounds = if with_rounds {
            format!(
                "<td class=\"number\">{}</td>",
                percent(standing.round_share)
            )
        } else {
            String::new()
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
            let _ = if all > 0.0 {
                let share = 100.0 * met.won / all;
                // Steps of a tenth, whose colours the style sheet has.
                let step = (share / 10.0).round() as u8;
                write!(rows, "<td class=\"number share{step}\">{share:.1} %</td>")
            } else {
                write!(rows, "<td></td>")
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
    distinct(journal.matches.iter().map(|(_, tally)| tally))
}

/// The names of the agents of matches, each once.
fn distinct<'a>(matches: impl Iterator<Item = &'a Tally>) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for name in matches.flat_map(|tally| &tally.agents) {
        if !names.contains(&name.as_str()) {
            names.push(name);
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
        let name = game_name(game_number, game);
        let shown = if game.recorded {
            format!("<a href=\"/journals/{number}/games/{game_number}\">{name}</a>")
        } else {
            name
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

/// The name of a game: by its number in the journal, or that by which a server's clients know it.
fn game_name(index: usize, game: &GameLine) -> String {
    format!("game {}", game.id.unwrap_or(index as u64))
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
    advice: Option<(&str, Vec<ShownAdvice>)>,
) -> serde_json::Result<String> {
    let seats = 0..journal.match_of(game).agents.len();
    let names: Vec<&str> = seats.map(|seat| journal.agent_in(game, seat)).collect();
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
        "<p>Won by {}. {around}</p>{}",
        outcome(journal, game),
        replay_section(&names, replay, advice)?,
    );
    let top = links(library, number, Place::Games);
    let title = format!("Game {}", game.id.unwrap_or(game_number as u64));
    Ok(page(&title, &top, None, &inside))
}

/// A page that says what is wrong.
pub(super) fn fault(title: &str, text: &str) -> String {
    let inside = format!("<p>{}</p>", escape(text));
    page(title, "<a href=\"/\">Home</a>", None, &inside)
}
