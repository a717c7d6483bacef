//! A count with its noun, in words.

/// A count with its noun: `1 game`, `2 games`, `0 matches`. `noun` is in the singular.
pub fn counted(count: u64, noun: &str) -> String {
    let end = if count == 1 {
        ""
    } else if noun.ends_with(['s', 'x']) || noun.ends_with("ch") {
        "es"
    } else {
        "s"
    };
    format!("{count} {noun}{end}")
}

#[cfg(test)]
#[path = "../tests/unit/counted.rs"]
mod tests;
