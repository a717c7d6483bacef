//! Text from outside, made safe for messages and logs.

/// Escapes all characters of a text that a terminal interprets or does not show, in Rust's notation: `\u{1b}`
/// for an escape character.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        // Besides control characters: marks of the direction of writing, spaces without width, and line
        // separators.
        let unseen = matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
        if character.is_control() || unseen {
            escaped.extend(character.escape_debug());
        } else {
            escaped.push(character);
        }
    }
    escaped
}

/// The first 60 characters of a text, with `?` for control characters and `...` if the text is longer.
pub fn sanitize(text: &str) -> String {
    const MAX_SHOWN: usize = 60;
    let fit = |character: char| {
        if character.is_control() {
            '?'
        } else {
            character
        }
    };
    let mut shown: String = text.chars().take(MAX_SHOWN).map(fit).collect();
    if text.chars().nth(MAX_SHOWN).is_some() {
        shown.push_str("...");
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_written_out() {
        assert_eq!(
            escaped("\x1b]0;owned\x07\r\u{9b}2J \u{202e}\\ \"Grün\""),
            "\\u{1b}]0;owned\\u{7}\\r\\u{9b}2J \\u{202e}\\ \"Grün\""
        );
    }
}
