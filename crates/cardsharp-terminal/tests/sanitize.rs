//! Text of strangers, as it is shown.

use cardsharp_terminal::sanitize::{escaped, sanitize};

#[test]
fn what_a_terminal_would_obey_is_written_out() {
    assert_eq!(
        escaped("\x1b]0;owned\x07\r\u{9b}2J \u{202e}\u{e0041}\\ \"Grün\""),
        "\\u001b]0;owned\\u0007\\r\\u009b2J \\u202e\\udb40\\udc41\\ \"Grün\""
    );
    let hidden = "\u{ad}\u{61c}\u{180e}\u{200b}\u{2028}\u{2060}\u{2066}\u{206f}\u{feff}\u{fff9}";
    assert!(escaped(hidden).is_ascii());
    assert_eq!(sanitize("a\u{202e}b\x1b"), "a\\u202eb\\u001b");
    assert_eq!(sanitize(&"é".repeat(61)), "é".repeat(60) + "...");
}

/// JSON that is printed has the same meaning after it.
#[test]
fn json_keeps_its_meaning() {
    let text = "\u{202e}\u{7f}\u{e0041}\u{9b}";
    let json = serde_json::to_string(text).unwrap();
    let shown = escaped(&json);
    assert!(shown.is_ascii());
    assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), text);
}
