//! What the pages have in common: their reader, names, and the links on top.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use maud::{Markup, html};

use super::accounts::{Account, Accounts};
use super::lobby::LobbyMatch;
use cardsharp_net::shell;

/// The characters of a name, a tag and a filter that are shown.
pub(super) const NAME: usize = 80;

/// The reader of a page.
#[derive(Debug)]
pub(super) struct Viewer(pub(super) Option<Arc<Account>>);

impl Viewer {
    /// True if the reader may see the match.
    pub(super) fn sees(&self, entry: &LobbyMatch, accounts: &Accounts) -> bool {
        let open = |account: &Arc<Account>| entry.is_open_to(account);
        entry.creation.is_official(accounts) || self.0.as_ref().is_some_and(open)
    }
}

/// The beginning of a text from outside.
pub(super) fn short(text: &str) -> String {
    let mut shown: String = text.chars().take(NAME).collect();
    if text.chars().nth(NAME).is_some() {
        shown.push('…');
    }
    shown
}

/// The name of a player, for a page.
pub(super) fn name(accounts: &Accounts, id: &str) -> Markup {
    shell::agent(&short(&accounts.name_of(id)))
}

/// A page that a browser keeps up to date.
pub(super) fn growing_page(title: &str, here: &str, viewer: &Viewer, inside: Markup) -> Markup {
    let mut version = DefaultHasher::new();
    inside.0.hash(&mut version);
    let version = format!("{:x}", version.finish());
    shell::page(title, top(here, viewer), Some(&version), inside)
}

/// The links on top of every page.
pub(super) fn top(here: &str, viewer: &Viewer) -> Markup {
    html! {
        @for (path, name) in [("/matches", "Matches"), ("/ranking", "Ranking"), ("/docs", "Interface")] {
            (shell::link(path, path == here, name))
        }
        @match &viewer.0 {
            Some(account) => { (shell::agent(&short(&account.name))) }
            None => { a href="/login" { "Log in" } }
        }
    }
}
