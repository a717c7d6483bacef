//! The pages.

use maud::{Markup, html};

use super::game_list::{GameFilter, GamePage};
use super::journal_index::{GameLine, JournalIndex};
use super::library::Library;
use super::rating_curve::rating_curve;
use crate::shown_advice::ShownAdvice;
use cardsharp_arena::tournament::{AgentStanding, Standings};
use cardsharp_arena::{Estimate, Tally, Unit};
use cardsharp_game::Replay;
use cardsharp_net::shell::{agent, link, page, replay_section, table};
use cardsharp_terminal::counted::counted;

/// Which page of a journal a reader is on, for the links on top.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Standings,
    Games,
    Losses,
}

/// The name of a journal: that of its file.
fn name_of(journal: &JournalIndex) -> String {
    let name = journal.path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn links(library: &Library, number: usize, here: Place) -> Markup {
    let to = |path: &str| format!("/journals/{number}/{path}");
    html! {
        @if library.has_home() { (link("/", false, "Home")) }
        (link(&to(""), here == Place::Standings, "Standings"))
        (link(&to("games"), here == Place::Games, "Games"))
    }
}

/// The list of all journals.
pub(super) fn journals(library: &Library) -> Markup {
    let kind = |journal: &JournalIndex| match &journal.tournament {
        Some(tournament) => tournament.settings.format.name().to_owned(),
        None => counted(journal.matches.len() as u64, "match"),
    };
    let journals = (0..library.len()).filter_map(|at| Some((at, library.journal(at)?)));
    let rows = html! {
        @for (at, journal) in journals {
            tr {
                td { a href={ "/journals/" (at) "/" } { (name_of(&journal)) } }
                td { (journal.contest()) }
                td { (kind(&journal)) }
                td.number { (journal.games.len()) }
            }
        }
    };
    let inside = html! {
        (table(None, html! { th { "Journal" } th { "Contest" } th { "Kind" } th.number { "Games" } }, rows))
        @if library.policies() > 0 { p { a href="/explore" { "Policies, node by node" } } }
    };
    page("Journals", Markup::default(), None, inside)
}

/// The standings of a journal.
pub(super) fn standings(library: &Library, number: usize, journal: &JournalIndex, with_losses: bool) -> Markup {
    let inside = html! {
        @match &journal.tournament {
            Some(tournament) => {
                @let settings = &tournament.settings;
                @let unit = if settings.unit == Unit::Rounds { "round" } else { "game" };
                @let end = if tournament.is_complete() { "It is over." } else { "It is not over." };
                p {
                    (settings.contest) ", " (settings.format.name()) ", matches of " (counted(settings.count, unit))
                    ". " (end)
                }
                (ranking(&Standings::of(tournament), settings.unit))
            }
            None => {
                p { (journal.contest()) }
                @if journal.is_served() || journal.matches.len() > 1 {
                    (ranking(&standings_of(journal), journal.unit()))
                } @else {
                    @for (_, tally) in &journal.matches { (match_table(tally)) }
                }
            }
        }
        (rating_curve(&agents_of(journal), journal))
        @if with_losses { p { a href={ "/journals/" (number) "/losses" } { "What the decisions lose" } } }
        @if !journal.has_secrets {
            p.note { a href={ "/journals/" (number) "/file" } { "The journal" } " as a file of JSON lines." }
        }
        p.note { "Shares with 95 % confidence intervals. Elo by maximum likelihood, the average at 1500." }
        @if journal.left_out > 0 {
            p.note { (counted(journal.left_out as u64, "line")) " of the journal left out: damaged, or of no match." }
        }
    };
    let top = links(library, number, Place::Standings);
    let version = journal.size.to_string();
    page(&name_of(journal), top, Some(&version), inside)
}

/// The page of what the decisions of a journal lose.
pub(super) fn losses(library: &Library, number: usize, version: Option<&str>, inside: Markup) -> Markup {
    page("What the decisions lose", links(library, number, Place::Losses), version, inside)
}

/// The standings of the matches of a journal that is of no tournament.
fn standings_of(journal: &JournalIndex) -> Standings {
    let counted: Vec<&Tally> =
        journal.matches.iter().map(|(_, tally)| tally).filter(|tally| tally.moments().sets() > 0).collect();
    let names: Vec<String> = distinct(counted.iter().copied()).into_iter().map(str::to_owned).collect();
    let index = |name: &String| names.iter().position(|other| other == name);
    let agents = |tally: &Tally| tally.agents.iter().filter_map(index).collect();
    let matches: Vec<_> = counted.iter().map(|tally| (agents(tally), *tally)).collect();
    Standings::of_matches(&names, &matches)
}

fn percent(estimate: Option<Estimate>) -> String {
    match estimate {
        Some(Estimate { share, half_width, .. }) => format!("{:.1} ± {:.1} %", 100.0 * share, 100.0 * half_width),
        None => "–".to_owned(),
    }
}

fn ranking(standings: &Standings, unit: Unit) -> Markup {
    html! {
        (standings_table(&standings.agents, unit == Unit::Rounds))
        h2 { "Who beat whom" }
        (cross_table(standings))
    }
}

fn standings_table(agents: &[AgentStanding], with_rounds: bool) -> Markup {
    let elo = |standing: &AgentStanding| {
        standing.elo.map_or("–".to_owned(), |elo| format!("{:.0} ± {:.0}", elo.rating, elo.half_width))
    };
    let rows = html! {
        @for standing in agents {
            tr {
                td.number { (standing.place) }
                td { (agent(&standing.agent)) }
                td.number { (format_args!("{:.1}", standing.points)) }
                @if with_rounds { td.number { (percent(standing.round_share)) } }
                td.number { (percent(standing.game_share)) }
                td.number { (elo(standing)) }
                td.number { (format_args!("{:.0}", standing.glicko.rating)) }
                td.number { (standing.penalties) }
            }
        }
    };
    let heads = html! {
        th.number { "Place" } th { "Agent" } th.number { "Points" }
        @if with_rounds { th.number { "Rounds won" } }
        th.number { "Games won" } th.number { "Elo" } th.number { "Glicko-2" } th.number { "Penalties" }
    };
    table(Some("standings"), heads, rows)
}

/// The share of games of each agent, in rows, against each other one. The colour says it too.
fn cross_table(standings: &Standings) -> Markup {
    let heads = html! {
        th { "Games won against" }
        @for standing in &standings.agents { th.number { (standing.place) } }
    };
    let rows = html! {
        @for (standing, row) in standings.agents.iter().zip(&standings.head_to_head) {
            tr {
                th { (standing.place) " " (agent(&standing.agent)) }
                @for met in row {
                    @let all = met.won + met.lost;
                    @let share = 100.0 * met.won / all;
                    @if all > 0.0 {
                        // Steps of a tenth, whose colours the style sheet has.
                        td class={ "number share" ((share / 10.0).round()) } { (format_args!("{share:.1} %")) }
                    } @else {
                        td {}
                    }
                }
            }
        }
    };
    table(Some("cross"), heads, rows)
}

fn match_table(tally: &Tally) -> Markup {
    let with_rounds = tally.unit == Unit::Rounds;
    html! {
        div.wide {
            table {
                caption { (counted(tally.games(), "game")) " played" }
                thead {
                    tr {
                        th { "Agent" }
                        @if with_rounds { th.number { "Rounds won" } }
                        th.number { "Games won" } th.number { "Penalties" }
                    }
                }
                tbody {
                    @for standing in tally.standings() {
                        tr {
                            td { (agent(&standing.agent)) }
                            @if with_rounds { td.number { (percent(standing.win_rate)) } }
                            td.number { (percent(standing.game_win_rate)) }
                            td.number { (standing.penalties) }
                        }
                    }
                }
            }
        }
    }
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

fn choice(label: &str, key: &str, names: &[&str], chosen: &str) -> Markup {
    html! {
        label {
            (label) " "
            select name=(key) {
                option value="" { "any" }
                @for name in names { option value=(name) selected[*name == chosen] { (name) } }
            }
        }
        " "
    }
}

/// The games of a journal.
pub(super) fn games(library: &Library, number: usize, journal: &JournalIndex, filter: &GameFilter) -> Markup {
    let GamePage { games, found, page: at, pages } = filter.page_of(journal);
    let names = agents_of(journal);
    let rows = html! {
        @for (game_number, game) in games {
            tr {
                td {
                    @if game.recorded {
                        a href={ "/journals/" (number) "/games/" (game_number) } { (game_name(game_number, game)) }
                    } @else {
                        (game_name(game_number, game))
                    }
                }
                td {
                    @for seat in 0..journal.match_of(game).agents.len() {
                        @if seat > 0 { " – " }
                        (agent(journal.agent_in(game, seat)))
                    }
                }
                td { (outcome(journal, game)) }
            }
        }
    };
    let inside = html! {
        form method="get" {
            (choice("Agent", "agent", &names, &filter.agent))
            (choice("Won by", "winner", &names, &filter.winner))
            label { input type="checkbox" name="recorded" value="1" checked[filter.recorded]; " with moves" }
            " " button { "Show" }
        }
        p { (counted(found as u64, "game")) ", page " (at) " of " (pages) }
        (table(Some("games"), html! { th { "Game" } th { "Seats" } th { "Won by" } }, rows))
        p {
            @for (to, name) in [(at.wrapping_sub(1), "Previous page"), (at + 1, "Next page")] {
                @if (1..=pages).contains(&to) {
                    (link(&format!("/journals/{number}/games?{}", filter.query(to)), false, name))
                }
            }
        }
        @if !journal.is_served() && !journal.games.iter().any(|game| game.recorded) {
            p.note { "The journal has no moves: " code { "--records" } " writes them." }
        }
    };
    let top = links(library, number, Place::Games);
    let title = format!("Games of {}", name_of(journal));
    page(&title, top, Some(&journal.size.to_string()), inside)
}

/// The name of a game: by its number in the journal, or that by which a server's clients know it.
fn game_name(index: usize, game: &GameLine) -> String {
    game.id.as_ref().map_or_else(|| format!("game {index}"), |id| format!("game {id}"))
}

fn outcome(journal: &JournalIndex, game: &GameLine) -> Markup {
    match journal.winner_of(game) {
        Some(winner) => agent(winner),
        None if game.abandoned => html! { "abandoned" },
        None => html! { "nobody" },
    }
}

/// A game move by move, with what a policy would have done.
pub(super) fn game(
    library: &Library,
    (number, journal): (usize, &JournalIndex),
    (game_number, game): (usize, &GameLine),
    replay: &Replay,
    advice: Option<(&str, Vec<ShownAdvice>)>,
) -> serde_json::Result<Markup> {
    let seats = 0..journal.match_of(game).agents.len();
    let names: Vec<&str> = seats.map(|seat| journal.agent_in(game, seat)).collect();
    let neighbours = [(game_number.wrapping_sub(1), "Previous game"), (game_number + 1, "Next game")];
    let has_moves = |at: usize| journal.games.get(at).is_some_and(|game| game.recorded);
    let inside = html! {
        p {
            "Won by " (outcome(journal, game)) ". "
            @for (other, name) in neighbours {
                @if has_moves(other) { (link(&format!("/journals/{number}/games/{other}"), false, name)) }
            }
        }
        (replay_section(&names, replay, advice)?)
    };
    let top = links(library, number, Place::Games);
    let title = game_name(game_number, game).replacen('g', "G", 1);
    Ok(page(&title, top, None, inside))
}

/// A page that says what is wrong.
pub(super) fn fault(title: &str, text: &str) -> Markup {
    page(title, html! { a href="/" { "Home" } }, None, html! { p { (text) } })
}
