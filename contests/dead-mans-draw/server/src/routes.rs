//! The addresses of the interface and their handlers.

use std::sync::Arc;

use axum::Router;
use axum::routing::{MethodRouter, delete, get, post};

use super::refusal::Refusal;
use super::state::ServerState;
use super::{account_routes, docs, frontend, match_routes, matches_routes};

/// The addresses, each with its handler.
fn routes() -> [(&'static str, MethodRouter<Arc<ServerState>>); 13] {
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

pub(super) fn router(server: Arc<ServerState>) -> Router {
    let mut router = Router::new();
    for (path, does) in routes().into_iter().chain(frontend::routes()) {
        let other_method = async || Refusal::OtherMethod;
        router = router.route(path, does.fallback(other_method));
    }
    router.fallback(async || Refusal::NoSuchAddress).with_state(server)
}

#[cfg(test)]
#[path = "../tests/unit/routes.rs"]
mod tests;
