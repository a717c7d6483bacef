//! Text from files and peers, made safe for messages, logs and everything that is printed.

use std::borrow::Cow;
use std::fmt::Write;

/// Escapes all characters of a text that a terminal interprets or does not show, in the notation of JSON: `\u001b`
/// for an escape character. Text in JSON keeps its meaning.
pub fn escaped(text: &str) -> String {
    escape(text, &[]).into_owned()
}

/// The same for text of several lines, with tabs.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    escape(text, &['\n', '\t'])
}

/// The first 60 characters of a text, escaped, with `...` if the text is longer.
pub fn sanitize(text: &str) -> String {
    const MAX_SHOWN: usize = 60;
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => escaped(&text[..end]) + "...",
        None => escaped(text),
    }
}

fn escape<'t>(text: &'t str, kept: &[char]) -> Cow<'t, str> {
    let is_safe = |character: char| !is_unseen(character) || kept.contains(&character);
    if text.chars().all(is_safe) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            safe if is_safe(safe) => escaped.push(safe),
            '\n' | '\r' | '\t' => escaped.extend(character.escape_debug()),
            _ => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    // Writing to a string does not fail.
                    let _ = write!(escaped, "\\u{unit:04x}");
                }
            }
        }
    }
    Cow::Owned(escaped)
}

/// True for control characters, marks of the direction of writing, characters without width, separators of lines, and
/// the tags of Unicode.
fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
        )
}
