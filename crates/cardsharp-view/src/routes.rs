//! The addresses and their answers.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::LOCATION;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use maud::Markup;

use super::analysis_page::Analyses;
use super::explorer::{self, NamedExplorer};
use super::game_list::GameFilter;
use super::journal_file;
use super::journal_index::JournalIndex;
use super::library::Library;
use super::named_advisor::NamedAdvisor;
use super::pages;
use crate::shown_advice::ShownAdvice;
use cardsharp_net::shell;

/// All that is shown.
pub(super) struct Shown {
    pub(super) library: Library,
    pub(super) advisor: Option<Arc<NamedAdvisor>>,
    /// The policies that are shown node by node.
    pub(super) explorers: Arc<Vec<NamedExplorer>>,
    /// The losses of the decisions of the journals by the values of `advisor`.
    pub(super) analyses: Arc<Analyses>,
}

impl Shown {
    /// These journals, with policies beside them.
    pub(super) fn new(library: Library, advisor: Option<NamedAdvisor>, explorers: Vec<NamedExplorer>) -> Shown {
        let (advisor, explorers) = (advisor.map(Arc::new), Arc::new(explorers));
        Shown {
            library,
            analyses: Arc::new(Analyses::new(advisor.clone(), Arc::clone(&explorers))),
            advisor,
            explorers,
        }
    }

    /// True if the policy beside a journal values its decisions.
    fn analyses(&self, journal: &JournalIndex) -> bool {
        let contest = self.advisor.as_ref().map(|advisor| &advisor.contest);
        contest.is_some_and(|contest| contest == journal.contest())
    }
}

pub(super) fn router(shown: Arc<Shown>) -> Router {
    Router::new().fallback(answer).with_state(shown)
}

async fn answer(State(shown): State<Arc<Shown>>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = request.uri().path().to_owned();
    let query = request.uri().query().unwrap_or_default().to_owned();
    let range = journal_file::range_of(request.headers());
    if is_foreign(request.headers()) && query.contains("lock=") {
        let text = "Locks are solved for requests from these pages alone, and not for links of other sites: open the \
                    address by hand.";
        let page = pages::fault("Not from here", text);
        return shell::with_headers((StatusCode::FORBIDDEN, page).into_response());
    }
    // A journal may be long to read.
    let found = move || find(&shown, &path, &query, range);
    let answered = tokio::task::spawn_blocking(found).await;
    shell::with_headers(answered.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response()))
}

/// True if a page of another site made the browser ask.
fn is_foreign(headers: &HeaderMap) -> bool {
    let site = headers.get("sec-fetch-site");
    site.is_some_and(|site| site == "cross-site" || site == "same-site")
}

fn find(shown: &Shown, path: &str, query: &str, range: Option<(u64, u64)>) -> Response {
    let library = &shown.library;
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    if let [name] = parts[..]
        && let Some(asset) = shell::asset(name)
    {
        return asset;
    }
    let home = !library.is_empty();
    if let Some(answer) = explorer::find(&shown.explorers, &parts, query, home) {
        return answer;
    }
    let (number, rest) = match parts[..] {
        [] if !library.has_home() => {
            let to = match (library.len(), shown.explorers.len()) {
                (1, _) => "/journals/0/",
                (_, 1) => "/explore/0",
                _ => "/explore",
            };
            return (StatusCode::FOUND, [(LOCATION, to)]).into_response();
        }
        [] => return pages::journals(library).into_response(),
        ["games", id] => return game_of_id(library, id).unwrap_or_else(nowhere),
        ["journals", number, ref rest @ ..] => (number.parse().ok(), rest),
        _ => (None, &[][..]),
    };
    let Some(number) = number else {
        return nowhere();
    };
    let shown_page = |address: &str, make: &dyn Fn(&JournalIndex) -> Markup| {
        let page = library.page(number, address, make);
        page.map_or_else(nowhere, |page| page.into_response())
    };
    match *rest {
        [] => shown_page("", &|journal| pages::standings(library, number, journal, shown.analyses(journal))),
        ["losses"] => match library.journal(number).filter(|journal| shown.analyses(journal)) {
            Some(journal) => {
                let job = shown.analyses.job(number, &journal);
                // Read before the content, which may be newer.
                let version = job.version();
                let inside = shown.analyses.content(number, &job);
                pages::losses(library, number, version.as_deref(), inside).into_response()
            }
            None => nowhere(),
        },
        ["games"] => {
            let filter = GameFilter::of_query(query);
            let address = filter.query(filter.page);
            let make = |journal: &JournalIndex| pages::games(library, number, journal, &filter);
            shown_page(&format!("games?{address}"), &make)
        }
        ["file"] => library.journal(number).filter(|journal| !journal.has_secrets).map_or_else(nowhere, |journal| {
            journal_file::answer(&journal.path, range)
                .unwrap_or_else(|error| unreadable(&format!("The journal cannot be read: {error}")))
        }),
        ["games", game] => match (game.parse(), library.journal(number)) {
            (Ok(game), Some(journal)) => replay(shown, (number, &journal), game),
            _ => nowhere(),
        },
        _ => nowhere(),
    }
}

/// The address of the game that a server's clients know by this number, in the first journal that has it.
fn game_of_id(library: &Library, id: &str) -> Option<Response> {
    let place = |number| Some((number, library.journal(number)?.index_of(id)?));
    let (number, game) = (0..library.len()).find_map(place)?;
    let address = format!("/journals/{number}/games/{game}");
    Some((StatusCode::FOUND, [(LOCATION, address)]).into_response())
}

fn replay(shown: &Shown, (number, journal): (usize, &JournalIndex), game: usize) -> Response {
    let Some(line) = journal.games.get(game) else {
        return nowhere();
    };
    let contest = shown.library.contest(journal.contest());
    let record = match journal.record(line) {
        Ok(Some(record)) => record,
        Ok(None) => {
            let text = "The journal does not have the moves of this game: --records writes them, and servers write them, but \
                        for those of earlier versions.";
            return (StatusCode::NOT_FOUND, pages::fault("No moves", text)).into_response();
        }
        Err(error) => {
            let text = format!("The game cannot be read: {error}");
            return unreadable(&text);
        }
    };
    let replayed = match contest {
        Some(contest) => contest.replay(&record).map_err(anyhow::Error::from),
        None => Err(anyhow::anyhow!("there is no contest {}", journal.contest())),
    };
    let advisor = shown.advisor.as_deref();
    let advisor = advisor.filter(|advisor| advisor.contest == journal.contest());
    let page = replayed.and_then(|replay| {
        let advice = match advisor {
            Some(NamedAdvisor { name, advisor, .. }) => {
                let advice = advisor.advise(&record)?;
                let policy = shown.explorers.iter().position(|explorer| explorer.name == *name);
                let shown = advice.into_iter().map(|frame| ShownAdvice {
                    actions: frame.actions,
                    more: policy
                        .zip(frame.place)
                        .map(|(policy, (place, hand))| explorer::address_of(policy, place, hand)),
                });
                Some((name.as_str(), shown.collect()))
            }
            None => None,
        };
        let of = (number, journal);
        Ok(pages::game(&shown.library, of, (game, line), &replay, advice)?)
    });
    match page {
        Ok(page) => page.into_response(),
        Err(error) => unreadable(&format!("The game cannot be shown: {error:#}")),
    }
}

fn unreadable(text: &str) -> Response {
    let page = pages::fault("Damaged game", text);
    (StatusCode::INTERNAL_SERVER_ERROR, page).into_response()
}

fn nowhere() -> Response {
    let page = pages::fault("Not found", "There is no such page.");
    (StatusCode::NOT_FOUND, page).into_response()
}
