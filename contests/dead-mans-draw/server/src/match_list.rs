//! The page of matches: filters, and a hundred matches to a page.

use std::collections::HashSet;
use std::sync::Arc;

use maud::{Markup, html};

use super::accounts::Accounts;
use super::ids::PlayerId;
use super::lobby::LobbyMatch;
use super::page_parts::{NAME, Viewer, growing_page, name, short};
use super::state::ServerState;
use super::view;
use cardsharp_net::shell::{self, link};
use cardsharp_terminal::counted::counted;

/// The matches on a page.
const PAGE: usize = 100;
/// The tags of a match that are shown.
const TAGS: usize = 4;

/// Which matches are asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MatchFilter {
    /// Only matches with a player of this id, or with a name that has this text in it.
    player: String,
    /// Only matches with this tag.
    tag: String,
    /// Only matches that are over, or only those that go on.
    over: Option<bool>,
    /// The page, from 1.
    page: usize,
}

impl MatchFilter {
    /// The filter of the query of an address. What it does not know is left out.
    fn of_query(query: &str) -> MatchFilter {
        let mut filter = MatchFilter { page: 1, ..MatchFilter::default() };
        for (key, value) in form_urlencoded::parse(query.as_bytes()) {
            match key.as_ref() {
                "player" => filter.player = value.trim().chars().take(NAME).collect(),
                "tag" => filter.tag = value.into_owned(),
                "state" => {
                    filter.over = match value.as_ref() {
                        "over" => Some(true),
                        "running" => Some(false),
                        _ => None,
                    }
                }
                "page" => filter.page = value.parse().unwrap_or(1).max(1),
                _ => {}
            }
        }
        filter
    }

    fn state(&self) -> &'static str {
        match self.over {
            Some(true) => "over",
            Some(false) => "running",
            None => "",
        }
    }

    /// The query of another page with this filter.
    fn query(&self, page: usize) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        let given = [("player", self.player.as_str()), ("tag", &self.tag), ("state", self.state())];
        for (key, value) in given.into_iter().filter(|(_, value)| !value.is_empty()) {
            query.append_pair(key, value);
        }
        query.append_pair("page", &page.to_string());
        query.finish()
    }

    /// The matches that the reader may see and that fit, newest first.
    fn matches(&self, server: &ServerState, viewer: &Viewer) -> Vec<Arc<LobbyMatch>> {
        let accounts = &server.config.accounts;
        // Names are compared once for each account, and not for each match.
        let meant: Option<HashSet<PlayerId>> = (!self.player.is_empty()).then(|| accounts.named_like(&self.player));
        let tags = if self.tag.is_empty() { Vec::new() } else { vec![self.tag.clone()] };
        let is_meant = |id: &PlayerId, meant: &HashSet<PlayerId>| meant.contains(id) || **id == *self.player;
        let fits = |entry: &Arc<LobbyMatch>| {
            let creation = &entry.creation;
            self.over.is_none_or(|over| over == entry.is_over())
                && creation.has_tag(&tags)
                && meant.as_ref().is_none_or(|meant| creation.seats.iter().any(|id| is_meant(id, meant)))
                && viewer.sees(entry, accounts)
        };
        let mut matches = server.lobby.newest_first();
        matches.retain(fits);
        matches
    }
}

/// The page of matches.
pub(super) fn page(server: &ServerState, viewer: &Viewer, query: &str) -> Markup {
    let filter = MatchFilter::of_query(query);
    let matches = filter.matches(server, viewer);
    let pages = matches.len().div_ceil(PAGE).max(1);
    let at = filter.page.min(pages);
    let shown = matches.iter().skip((at - 1) * PAGE).take(PAGE);
    let inside = html! {
        (form(&filter))
        p { (counted(matches.len() as u64, "match")) ", page " (at) " of " (pages) }
        (table("matches", shown, &server.config.accounts))
        p {
            @for (to, name) in [(at - 1, "Previous page"), (at + 1, "Next page")] {
                @if (1..=pages).contains(&to) { (link(&format!("/matches?{}", filter.query(to)), false, name)) }
            }
        }
        @if viewer.0.is_none() {
            p.note { "Practice matches are shown to their players: " a href="/login" { "log in" } "." }
        }
    };
    growing_page("Matches", "/matches", viewer, inside)
}

fn form(filter: &MatchFilter) -> Markup {
    html! {
        form method="get" {
            label { "Player " input name="player" maxlength=(NAME) value=(filter.player); }
            " " label { "Tag " input name="tag" value=(filter.tag); }
            " " label {
                "State "
                select name="state" {
                    @for (value, name) in [("", "any"), ("running", "running"), ("over", "over")] {
                        option value=(value) selected[value == filter.state()] { (name) }
                    }
                }
            }
            " " button { "Show" }
        }
    }
}

/// A table of matches.
pub(super) fn table<'a>(id: &str, matches: impl Iterator<Item = &'a Arc<LobbyMatch>>, accounts: &Accounts) -> Markup {
    let heads = html! {
        th { "Match" } th { "Players" } th.number { "Points" } th { "State" } th { "Tags" } th { "Begun" }
    };
    let rows = html! { @for entry in matches { (row(entry, accounts)) } };
    shell::table(Some(id), heads, rows)
}

fn row(entry: &LobbyMatch, accounts: &Accounts) -> Markup {
    let creation = &entry.creation;
    let (scores, winner, turn, is_over) = {
        let game = entry.game();
        let winner = game.state.end().and_then(|end| end.verdict.winner());
        let turn = game.state.counters().turn;
        (game.state.scores(), winner, turn, game.is_over())
    };
    let names = creation.seats.each_ref().map(|id| name(accounts, id));
    html! {
        tr {
            td { a href={ "/matches/" (creation.id) } { code { (creation.id) } } }
            td { (names[0]) " – " (names[1]) }
            td.number { (scores[0]) " : " (scores[1]) }
            td {
                @match (is_over, winner) {
                    (false, _) => { "turn " (turn) }
                    (true, Some(winner)) => { "won by " (names[winner.index()]) }
                    (true, None) => { "over, no winner" }
                }
            }
            td { (tags(creation.params.tags.as_deref().unwrap_or_default())) }
            td { (view::time(creation.at)) }
        }
    }
}

/// The first tags of a match, each with a link to the matches that have it.
pub(super) fn tags(tags: &[String]) -> Markup {
    let query = |tag: &String| {
        let filter = MatchFilter { tag: tag.clone(), ..MatchFilter::default() };
        filter.query(1)
    };
    html! {
        @for tag in tags.iter().take(TAGS) {
            (link(&format!("/matches?{}", query(tag)), false, shell::agent(&short(tag))))
        }
        @if tags.len() > TAGS { "…" }
    }
}

#[cfg(test)]
#[path = "../tests/unit/match_list.rs"]
mod tests;
