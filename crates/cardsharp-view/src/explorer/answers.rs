//! The addresses and their answers.

use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};

use super::comparison::comparison;
use super::export;
use super::lookup_page::lookup_page;
use super::node_page::node_page;
use super::parts::{NamedExplorer, top};
use super::practice_page::{PracticeRequest, practice_page};
use super::request::Request;
use cardsharp_contest::explorer::{Exploration, ExploreError, Place};
use cardsharp_net::shell::page;

/// The answer to an address about policies; `None` if there is no such address. `home` is true if there are
/// journals too.
pub(crate) fn find(explorers: &[NamedExplorer], parts: &[&str], query: &str, home: bool) -> Option<Response> {
    match *parts {
        ["explore"] if !explorers.is_empty() => Some(list(explorers, home).into_response()),
        ["explore", number] => {
            let at: usize = number.parse().ok()?;
            Some(explore(explorers, at, explorers.get(at)?, query, home))
        }
        ["explore", number, name] => {
            let explorer = explorers.get(number.parse::<usize>().ok()?)?;
            let tree = explorer.exploration.tree()?;
            let request = Request::of(query, &tree.settings());
            let locked = explorer.locked(tree, &request);
            let found = locked.and_then(|locked| export::file(locked.as_deref().unwrap_or(tree), &request, name));
            match found {
                Ok(file) => file,
                Err(error) => Some(missing(explorers, &format!("/explore/{number}"), &error.to_string(), home)),
            }
        }
        ["practice", number] => {
            let at: usize = number.parse().ok()?;
            Some(practice(explorers, at, explorers.get(at)?, query, home))
        }
        ["compare"] => match explorers {
            [one, other] => Some(compare(explorers, [one, other], query, home)),
            _ => None,
        },
        ["compare", number] => {
            let at: usize = number.parse().ok()?;
            compare_locked(explorers, at, query, home)
        }
        _ => None,
    }
}

/// The list of the policies.
fn list(explorers: &[NamedExplorer], home: bool) -> Markup {
    let inside = html! {
        ul {
            @for (at, explorer) in explorers.iter().enumerate() {
                li { a href={ "/explore/" (at) } { bdi { (explorer.name) } } ": " (explorer.exploration.game()) }
            }
        }
        @if explorers.len() == 2 { p { a href="/compare" { "Compare them" } } }
    };
    let top = top(explorers, "/explore", &Request::default(), home);
    page("Policies", top, None, inside)
}

fn explore(explorers: &[NamedExplorer], at: usize, explorer: &NamedExplorer, query: &str, home: bool) -> Response {
    match &explorer.exploration {
        Exploration::Tree(tree) => {
            let request = Request::of(query, &tree.settings());
            let address = format!("/explore/{at}");
            if let Some(request) = request.with_new_lock() {
                // A policy with locks has an address of its own.
                let to = format!("{address}{}", request.query());
                return (StatusCode::FOUND, [(LOCATION, to)]).into_response();
            }
            let locked = explorer.locked(&**tree, &request);
            let found =
                locked.and_then(|locked| node_page(explorers, (at, &**tree), locked.as_deref(), &request, home));
            answer(explorers, &address, found, home)
        }
        Exploration::Positions(lookup) => {
            let request = Request::of(query, &[]);
            match lookup_page(explorers, (at, lookup), &request, home) {
                (page, true) => page.into_response(),
                (page, false) => (StatusCode::NOT_FOUND, page).into_response(),
            }
        }
    }
}

fn practice(explorers: &[NamedExplorer], at: usize, explorer: &NamedExplorer, query: &str, home: bool) -> Response {
    let Some(tree) = explorer.exploration.tree() else {
        let text = "A policy that is asked about written positions knows no values, and is not practised against.";
        return missing(explorers, &format!("/explore/{at}"), text, home);
    };
    let request = PracticeRequest::of(query, &tree.settings(), tree.players().len());
    let address = format!("/practice/{at}");
    if request.is_new {
        // A game has an address of its own.
        let to = format!("{address}{}", request.query());
        return (StatusCode::FOUND, [(LOCATION, to)]).into_response();
    }
    let found = practice_page(explorers, (at, tree), &request, home);
    answer(explorers, &address, found, home)
}

fn compare(explorers: &[NamedExplorer], both: [&NamedExplorer; 2], query: &str, home: bool) -> Response {
    let [Some(one), Some(other)] = both.map(|explorer| explorer.exploration.tree()) else {
        let text = "Policies that are asked about written positions are not compared.";
        return missing(explorers, "/explore", text, home);
    };
    if one.game() != other.game() {
        let text = format!(
            "One policy is for {}, and the other for {}: only policies of one game are compared.",
            one.game(),
            other.game()
        );
        return missing(explorers, "/explore", &text, home);
    }
    let request = Request::of(query, &one.settings());
    let names = [&explorers[0].name, &explorers[1].name];
    let both = [(names[0].as_str(), one), (names[1].as_str(), other)];
    let found = comparison(explorers, "/compare", both, &request, home);
    answer(explorers, "/compare", found, home)
}

/// A policy beside itself with locks.
fn compare_locked(explorers: &[NamedExplorer], at: usize, query: &str, home: bool) -> Option<Response> {
    let explorer = explorers.get(at)?;
    let tree = explorer.exploration.tree()?;
    let request = Request::of(query, &tree.settings());
    let address = format!("/compare/{at}");
    let found = explorer.locked(tree, &request).and_then(|locked| {
        let nothing = || ExploreError::Other("nothing is locked that could be compared".to_owned());
        let locked = locked.ok_or_else(nothing)?;
        let both = [(explorer.name.as_str(), tree), ("with locks", &*locked)];
        comparison(explorers, &address, both, &request, home)
    });
    Some(answer(explorers, &format!("/explore/{at}"), found, home))
}

fn answer(explorers: &[NamedExplorer], address: &str, found: Result<Markup, ExploreError>, home: bool) -> Response {
    match found {
        Ok(page) => page.into_response(),
        Err(error) => missing(explorers, address, &error.to_string(), home),
    }
}

/// A page that says what is not possible.
fn missing(explorers: &[NamedExplorer], address: &str, text: &str, home: bool) -> Response {
    let request = Request::default().to(Place::default());
    let top = top(explorers, address, &request, home);
    let inside = html! {
        p #fault role="alert" { bdi { (text) } }
        p { a href=(address) { "Go to the start" } }
    };
    (StatusCode::NOT_FOUND, page("Not found", top, None, inside)).into_response()
}
