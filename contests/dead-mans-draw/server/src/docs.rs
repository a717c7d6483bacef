//! The description of the interface, for programs (OpenAPI) and for people.

use std::sync::LazyLock;

use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse, Response};
use maud::{Markup, html};
use serde_json::Value;

use cardsharp_net::http::html::{meanings, plain_page, plain_table};

/// The description of the interface. Tests compare this file with the routes.
const OPENAPI: &str = include_str!("openapi.json");

static DESCRIPTION: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(OPENAPI).unwrap_or_default());

/// The page. It is generated from the description, so that they cannot differ.
static PAGE: LazyLock<String> = LazyLock::new(|| page_of(&DESCRIPTION).into_string());

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
    let paths = DESCRIPTION["paths"].as_object().cloned().unwrap_or_default();
    paths.into_iter()
}

fn page_of(description: &Value) -> Markup {
    let info = &description["info"];
    let inside = html! {
        (paragraphs(&info["description"]))
        p { "The same for programs: " a href="/swagger.json" { "/swagger.json" } }
        p { "Matches in a browser: " a href="/matches" { "/matches" } }
        @for (path, methods) in paths() {
            @for (method, does) in methods.as_object().into_iter().flatten() { (section(&path, method, does)) }
        }
    };
    plain_page(words(&info["title"]), Markup::default(), inside)
}

fn section(path: &str, method: &str, does: &Value) -> Markup {
    let examples = &does["requestBody"]["content"]["application/json"]["examples"];
    html! {
        h2 { code { (method.to_uppercase()) " " (path) } }
        (paragraphs(&does["summary"]))
        (paragraphs(&does["description"]))
        @if let Some(parameters) = does["parameters"].as_array() {
            (meanings("Parameter", parameters.iter().map(meaning)))
        }
        @for (_, example) in examples.as_object().into_iter().flatten() {
            pre { (format_args!("{:#}", example["value"])) }
        }
        @if let Some(responses) = does["responses"].as_object() {
            @let rows = html! {
                @for (status, response) in responses {
                    tr { td { (status) } td { (words(&response["description"])) } }
                }
            };
            (plain_table(&["Status", "When"], rows))
        }
    }
}

/// The name of a parameter, and what it means.
fn meaning(parameter: &Value) -> (&str, &str) {
    (words(&parameter["name"]), words(&parameter["description"]))
}

fn words(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn paragraphs(text: &Value) -> Markup {
    html! { @for part in words(text).split("\n\n").filter(|part| !part.is_empty()) { p { (part) } } }
}

#[cfg(test)]
#[path = "../tests/unit/docs.rs"]
mod tests;
