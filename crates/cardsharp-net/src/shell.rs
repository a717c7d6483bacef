//! What all pages have in common: their frame, names, the replay of a game, and the files that they refer to.

use std::fmt::Write;

use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::http::html::escape;
use cardsharp_game::Replay;

/// The files that pages refer to: path, type and content.
const ASSETS: [(&str, &str, &str); 3] = [
    (
        "style.css",
        "text/css; charset=utf-8",
        include_str!("assets/style.css"),
    ),
    (
        "view.js",
        "text/javascript; charset=utf-8",
        include_str!("assets/view.js"),
    ),
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
pub fn page(title: &str, top: &str, version: Option<&str>, inside: &str) -> String {
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

/// A name of an agent, from outside.
pub fn agent(name: &str) -> String {
    format!("<bdi class=\"agent\">{}</bdi>", escape(name))
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
) -> serde_json::Result<String> {
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
    Ok(format!(
        "<section id=\"replay\" aria-label=\"replay\"><p id=\"caption\" role=\"status\"></p><div id=\"table\"></div><div id=\"advice\" class=\"wide\"></div>\
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
        list_of(replay),
    ))
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
