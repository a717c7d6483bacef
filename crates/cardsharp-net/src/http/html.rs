//! Parts of HTML: pages without other files, tables, and data for scripts.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;

/// The style sheet of a page without other files.
const STYLE: &str = "body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;\
    color:#222}code,pre{font:14px/1.4 monospace;background:#f3f3f0}pre{padding:.7rem;overflow:auto}\
    h2{margin-top:2rem;border-top:1px solid #ccc;padding-top:1rem}table{border-collapse:collapse}\
    td,th{border:1px solid #ccc;padding:.2rem .6rem;text-align:left;vertical-align:top}";

/// A page that needs no other file. `top` stands above its title.
pub fn plain_page(title: &str, top: Markup, inside: Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            meta charset="utf-8";
            title { (title) }
            style { (STYLE) }
            (top)
            h1 { (title) }
            (inside)
        }
    }
}

/// A table of such a page.
pub fn plain_table(heads: &[&str], rows: Markup) -> Markup {
    html! {
        table {
            tr { @for head in heads { th { (head) } } }
            (rows)
        }
    }
}

/// A table of names, under the title `head`, and of what each means.
pub fn meanings<'a>(head: &str, rows: impl IntoIterator<Item = (&'a str, &'a str)>) -> Markup {
    let rows = html! {
        @for (name, meaning) in rows { tr { td { code { (name) } } td { (meaning) } } }
    };
    html! { (plain_table(&[head, "Meaning"], rows)) p {} }
}

/// A value as JSON inside a `script` element: no text in it ends the element or, as U+2028 and U+2029 do in old
/// JavaScript, a line.
///
/// # Errors
///
/// The value has no JSON form.
pub fn script_data(value: &impl Serialize) -> serde_json::Result<Markup> {
    // JSON has these characters in strings only, where it has another form of them.
    let json = serde_json::to_string(value)?
        .replace('<', "\\u003c")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029");
    Ok(PreEscaped(json))
}

#[cfg(test)]
#[path = "../../tests/unit/http/html.rs"]
mod tests;
