//! Which address does what.

use std::sync::Arc;

use axum::Router;
use axum::http::Uri;
use axum::http::uri::PathAndQuery;
use axum::routing::{MethodRouter, delete, get, post};

use super::arena::Arena;
use super::refusal::Refusal;
use super::{account_routes, docs, match_routes, matches_routes};

/// The addresses, each with what it does.
fn routes() -> [(&'static str, MethodRouter<Arc<Arena>>); 13] {
    use account_routes::{hello, player, players, session_info, who_am_i};
    use match_routes::{act, show, terminate};
    use matches_routes::{busy_days, create, list, watchdog};
    [
        ("/api/hello", get(hello)),
        ("/api/whoami", get(who_am_i)),
        ("/api/sessioninfo", get(session_info)),
        ("/api/players", get(players)),
        ("/api/players/{id}", get(player)),
        ("/api/matches", get(list).post(create)),
        ("/api/matches/busydays", get(busy_days)),
        ("/api/matches/watchdog", post(watchdog)),
        ("/api/matches/{id}", get(show).post(act)),
        ("/api/matches/{id}/terminate", delete(terminate)),
        ("/swagger.json", get(docs::openapi)),
        ("/docs", get(docs::page)),
        ("/", get(docs::page)),
    ]
}

pub(super) fn router(arena: Arc<Arena>) -> Router {
    let mut router = Router::new();
    for (path, does) in routes() {
        let other_method = async || Refusal::OtherMethod;
        router = router.route(path, does.fallback(other_method));
    }
    router
        .fallback(async || Refusal::NoSuchAddress)
        .with_state(arena)
}

/// Folds doubled slashes of a path, which clients send that join a base ending in a slash to a path
/// beginning with one (measured on the arena's example clients).
pub(super) fn fold(uri: &Uri) -> Option<Uri> {
    if !uri.path().contains("//") {
        return None;
    }
    let mut folded = String::with_capacity(uri.path().len());
    for sign in uri.path().chars() {
        if sign != '/' || !folded.ends_with('/') {
            folded.push(sign);
        }
    }
    if let Some(query) = uri.query() {
        folded.push('?');
        folded.push_str(query);
    }
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(PathAndQuery::try_from(folded).ok()?);
    Uri::from_parts(parts).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slashes_are_folded_in_the_path_only() {
        let fold = |text: &str| fold(&text.parse().unwrap()).map(|uri| uri.to_string());
        assert_eq!(
            fold("//api///matches?tags=a//b"),
            Some("/api/matches?tags=a//b".to_owned())
        );
        assert_eq!(fold("/api/matches?tags=a//b"), None);
    }

    #[test]
    fn the_description_has_every_address_and_no_other() {
        let mut described: Vec<String> = docs::paths().map(|(path, _)| path).collect();
        described.sort();
        let pages = ["/docs", "/swagger.json", "/"];
        let routes = routes();
        let mut there: Vec<&str> = routes.iter().map(|(path, _)| *path).collect();
        there.retain(|path| !pages.contains(path));
        there.sort_unstable();
        assert_eq!(described, there);
    }
}
