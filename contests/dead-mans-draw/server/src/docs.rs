//! The description of the interface, for programs (OpenAPI) and for people.

use std::fmt::Write;
use std::sync::LazyLock;

use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse, Response};
use serde_json::Value;

use cardsharp_net::http::html::{STYLE, escape};

/// The description of the interface. Tests compare this file with the routes.
const OPENAPI: &str = include_str!("openapi.json");

static DESCRIPTION: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(OPENAPI).unwrap_or_default());

/// The page. It is generated from the description, so that they cannot differ.
static PAGE: LazyLock<String> = LazyLock::new(|| page_of(&DESCRIPTION));

/// `GET /swagger.json`
pub(super) async fn openapi() -> Response {
    ([(CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

/// `GET /docs`
pub(super) async fn page() -> Html<&'static str> {
    Html(PAGE.as_str())
}

/// The addresses of the description, each with its entry for the methods.
pub(super) fn paths() -> impl Iterator<Item = (String, Value)> {
    let paths = DESCRIPTION["paths"]
        .as_object()
        .cloned()
        .unwrap_or_default();
    paths.into_iter()
}

fn page_of(description: &Value) -> String {
    let mut page = String::new();
    let info = &description["info"];
    let title = escape(words(&info["title"]));
    // Writing to a text cannot fail.
    let _ = write!(
        page,
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>{title}</title>\
         <style>{STYLE}</style><h1>{title}</h1>{}<p>The same for programs: \
         <a href=\"/swagger.json\">/swagger.json</a></p>\
         <p>Matches in a browser: <a href=\"/matches\">/matches</a></p>",
        paragraphs(words(&info["description"]))
    );
    for (path, methods) in paths() {
        for (method, does) in methods.as_object().into_iter().flatten() {
            section(&mut page, &path, method, does);
        }
    }
    page.push_str("</html>\n");
    page
}

fn section(page: &mut String, path: &str, method: &str, does: &Value) {
    let _ = write!(
        page,
        "<h2><code>{} {}</code></h2>{}{}",
        method.to_uppercase(),
        escape(path),
        paragraphs(words(&does["summary"])),
        paragraphs(words(&does["description"]))
    );
    rows(page, "Parameter", &does["parameters"], |parameter| {
        (words(&parameter["name"]), words(&parameter["description"]))
    });
    let body = &does["requestBody"]["content"]["application/json"];
    if let Value::Object(examples) = &body["examples"] {
        for example in examples.values() {
            let text = serde_json::to_string_pretty(&example["value"]).unwrap_or_default();
            let _ = write!(page, "<pre>{}</pre>", escape(&text));
        }
    }
    if let Value::Object(responses) = &does["responses"] {
        page.push_str("<table><tr><th>Status</th><th>When</th></tr>");
        for (status, response) in responses {
            let when = escape(words(&response["description"]));
            let _ = write!(page, "<tr><td>{status}</td><td>{when}</td></tr>");
        }
        page.push_str("</table>");
    }
}

fn rows<'a>(
    page: &mut String,
    head: &str,
    list: &'a Value,
    row: impl Fn(&'a Value) -> (&'a str, &'a str),
) {
    let Value::Array(list) = list else { return };
    let _ = write!(page, "<table><tr><th>{head}</th><th>Meaning</th></tr>");
    for (name, meaning) in list.iter().map(row) {
        let (name, meaning) = (escape(name), escape(meaning));
        let _ = write!(
            page,
            "<tr><td><code>{name}</code></td><td>{meaning}</td></tr>"
        );
    }
    page.push_str("</table><p></p>");
}

fn words(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn paragraphs(text: &str) -> String {
    let parts = text.split("\n\n").filter(|part| !part.is_empty());
    parts
        .map(|part| format!("<p>{}</p>", escape(part)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_every_address_and_needs_nothing_from_elsewhere() {
        let page = page_of(&DESCRIPTION);
        for (path, _) in paths() {
            assert!(page.contains(&escape(&path)), "{path}");
        }
        assert!(!page.contains("src=") && !page.contains("http://") && !page.contains("https://"));
        assert!(page.contains("seed of a rated match"));
    }
}
