//! HTML pages: their style, and escaped text.

/// The style sheet of every page.
pub const STYLE: &str = "body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;\
    color:#222}code,pre{font:14px/1.4 monospace;background:#f3f3f0}pre{padding:.7rem;overflow:auto}\
    h2{margin-top:2rem;border-top:1px solid #ccc;padding-top:1rem}table{border-collapse:collapse}\
    td,th{border:1px solid #ccc;padding:.2rem .6rem;text-align:left;vertical-align:top}";

/// Escapes a text for use in a page, between tags or in a quoted attribute.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
