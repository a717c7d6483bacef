//! What all pages have in common: their frame, names, the replay of a game, and the files that they refer to.

use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use maud::{DOCTYPE, Markup, Render, html};
use serde::Serialize;

use crate::http::html::script_data;
use cardsharp_game::Replay;

/// The files that pages refer to: path, type and content.
const ASSETS: [(&str, &str, &str); 3] = [
    ("style.css", "text/css; charset=utf-8", include_str!("assets/style.css")),
    ("view.js", "text/javascript; charset=utf-8", include_str!("assets/view.js")),
    ("icon.svg", "image/svg+xml", include_str!("assets/icon.svg")),
];

/// Nothing is loaded from elsewhere, and nothing that is written in a page runs.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The file with this name, if pages refer to it.
pub fn asset(name: &str) -> Option<Response> {
    let (_, kind, content) = ASSETS.iter().find(|(asset, ..)| *asset == name)?;
    Some(([(CONTENT_TYPE, *kind)], *content).into_response())
}

/// The response with the headers of all pages and their files.
pub fn with_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

/// A page. `version` is the state of what it shows: a page without one does not change.
pub fn page(title: &str, top: Markup, version: Option<&str>, inside: Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                title { (title) }
                link rel="stylesheet" href="/style.css";
                link rel="icon" href="/icon.svg";
                script src="/view.js" defer {}
            }
            body {
                nav aria-label="pages" { (top) }
                main data-version=[version] { h1 { (title) } (inside) }
            }
        }
    }
}

/// A link in a row of links. That to the page itself is marked.
pub fn link(address: &str, is_here: bool, name: impl Render) -> Markup {
    html! { a href=(address) aria-current=[is_here.then_some("page")] { (name) } " " }
}

/// A table, which scrolls sideways if it is too wide for the page. Heads and cells of the class `number` stand on the
/// right.
pub fn table(id: Option<&str>, heads: Markup, rows: Markup) -> Markup {
    html! {
        div.wide {
            table id=[id] {
                thead { tr { (heads) } }
                tbody { (rows) }
            }
        }
    }
}

/// A name of an agent, from outside.
pub fn agent(name: &str) -> Markup {
    html! { bdi.agent { (name) } }
}

/// The replay of a game, frame by frame, with what a policy would have done. `names` are those of the seats. Without
/// JavaScript it is a list of the moves.
///
/// # Errors
///
/// The frames have no JSON form.
pub fn replay_section(
    names: &[&str],
    replay: &Replay,
    advice: Option<(&str, Vec<impl Serialize>)>,
) -> serde_json::Result<Markup> {
    let data = script_data(&serde_json::json!({
        "agents": names,
        "frames": replay.frames,
        "advisor": advice.as_ref().map(|(name, _)| name),
        "advice": advice.as_ref().map(|(_, advice)| advice),
    }))?;
    Ok(html! {
        section #replay aria-label="replay" {
            p #caption role="status" {}
            div #table {}
            div.wide #advice {}
            div.controls {
                button #first title="Home" { "First" }
                button #back title="Left arrow" { "Back" }
                button #play title="Space" { "Play" }
                button #next title="Right arrow" { "Next" }
                button #last title="End" { "Last" }
                label {
                    "Move " input #at type="range" min="0" max=(replay.frames.len().saturating_sub(1)) value="0";
                }
                output #count {}
                label {
                    "Show "
                    select #view {
                        option value="" { "all hands" }
                        @for (seat, name) in names.iter().enumerate() {
                            option value=(seat) { "seat " (seat + 1) ": " (name) }
                        }
                    }
                }
            }
        }
        noscript {
            p { "Without JavaScript the moves are a list:" }
            ol { @for frame in &replay.frames { li { (frame.part) ": " (frame.caption) } } }
        }
        script #data type="application/json" { (data) }
    })
}
