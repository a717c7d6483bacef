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
mod tests {
    use super::*;

    #[test]
    fn every_place_is_filled_and_no_line_is_longer_than_asked() {
        let program = filled(&["a = @A@;", " b = @B@;"], &[("@A@", "1"), ("@B@", "2")]);
        assert_eq!(program, "a = 1; b = 2;");
        let items = ["12,", "345,", "6,"].map(str::to_owned);
        assert_eq!(in_lines(items, 7), "12,345,\n6,");
    }
}
