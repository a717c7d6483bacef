//! Examples of help texts, which can be copied from a terminal.

/// The width of the narrowest terminal that examples are written for.
const WIDTH: usize = 80;
const INDENT: &str = "  ";
/// The indent of the further lines of an example.
const FURTHER: &str = "      ";

/// The text with every example in lines that are no longer than a terminal is wide. A shell takes them as one line.
pub(super) fn broken(text: &str) -> String {
    // An example that the text itself breaks is put together first.
    let whole = text.replace(&format!("\\\n{FURTHER}"), "");
    let lines = whole.split('\n').map(|line| match line.strip_prefix(INDENT) {
        Some(example) if example.starts_with("cardsharp ") && line.chars().count() > WIDTH => broken_example(example),
        _ => line.to_owned(),
    });
    lines.collect::<Vec<String>>().join("\n")
}

fn broken_example(example: &str) -> String {
    let (mut lines, mut line) = (Vec::new(), INDENT.to_owned());
    for word in words(example) {
        // The space and the backslash at the end of a line that goes on.
        let length = line.chars().count() + word.chars().count() + " \\".len();
        if length >= WIDTH {
            lines.push(format!("{}\\", std::mem::replace(&mut line, FURTHER.to_owned())));
        }
        line.push_str(word);
        line.push(' ');
    }
    lines.push(line.trim_end().to_owned());
    lines.join("\n")
}

/// The words of a command line. Spaces between quotes are parts of words.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    line.split(move |letter| {
        is_quoted ^= letter == '\'';
        letter == ' ' && !is_quoted
    })
}

#[cfg(test)]
#[path = "../../tests/unit/cli/examples.rs"]
mod tests;
