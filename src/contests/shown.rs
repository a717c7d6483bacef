//! Text from outside, as it may stand in messages and logs.

/// The start of a text from outside, fit for a message or a log.
pub fn shown(text: &str) -> String {
    const MOST: usize = 60;
    let fit = |sign: char| if sign.is_control() { '?' } else { sign };
    let mut shown: String = text.chars().take(MOST).map(fit).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push_str("...");
    }
    shown
}
