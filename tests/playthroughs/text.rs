//! The lines of a playthrough.

use serde_json::{Map, Value};

/// The greatest length of a line, unless a single word is longer.
const WIDTH: usize = 118;

/// The column at which what a line says begins.
pub const MARGIN: usize = 12;

/// A text that grows by lines: a label in the margin and what it says.
#[derive(Default)]
pub struct Text {
    text: String,
    lines: usize,
}

impl Text {
    /// Adds a line as it is.
    pub fn line(&mut self, line: &str) {
        self.text += line.trim_end();
        self.text.push('\n');
        self.lines += 1;
    }

    /// Adds what is said under this label. Long lines are broken at spaces.
    pub fn says(&mut self, label: &str, said: &str) {
        let mut line = format!("  {label:<width$}", width = MARGIN - 2);
        let mut has_words = false;
        for word in said.split(' ') {
            let length = line.chars().count() + 1 + word.chars().count();
            if has_words && length > WIDTH {
                self.line(&line);
                line = " ".repeat(MARGIN);
                has_words = false;
            }
            if has_words {
                line.push(' ');
            }
            line += word;
            has_words = true;
        }
        self.line(&line);
    }

    /// The number of lines.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// The whole text.
    pub fn finish(self) -> String {
        self.text
    }
}

/// The fields of a record in the order of their names, which the order of the map is only without a feature of
/// `serde_json` that another crate may turn on.
pub fn fields(record: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut fields: Vec<_> = record.iter().collect();
    fields.sort_by_key(|(name, _)| *name);
    fields
}

/// A value in short: texts without quotes, lists without commas.
pub fn short(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(list) => {
            let items: Vec<String> = list.iter().map(short).collect();
            format!("[{}]", items.join(" "))
        }
        Value::Object(record) => format!("{{{}}}", short_fields(fields(record))),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

/// Fields with their values in short.
pub fn short_fields<'a>(fields: impl IntoIterator<Item = (&'a String, &'a Value)>) -> String {
    let field = |(name, value): (&String, &Value)| format!("{name}={}", short(value));
    let fields: Vec<String> = fields.into_iter().map(field).collect();
    fields.join(", ")
}
