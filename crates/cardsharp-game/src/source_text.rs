//! Source text of a program in another language, assembled from parts.

/// Joins `parts` and replaces the first occurrence of each placeholder of `texts` by its text.
pub fn filled(parts: &[&str], texts: &[(&str, &str)]) -> String {
    let fill = |program: String, (placeholder, text): &(&str, &str)| program.replacen(placeholder, text, 1);
    texts.iter().fold(parts.concat(), fill)
}

/// Joins `items` in lines of at most `width` characters. An item longer than that stands alone in its line.
pub fn in_lines(items: impl IntoIterator<Item = String>, width: usize) -> String {
    let mut lines = String::new();
    let mut length = 0;
    for item in items {
        if length > 0 && length + item.len() > width {
            lines.push('\n');
            length = 0;
        }
        length += item.len();
        lines.push_str(&item);
    }
    lines
}

#[cfg(test)]
#[path = "../tests/unit/source_text.rs"]
mod tests;
