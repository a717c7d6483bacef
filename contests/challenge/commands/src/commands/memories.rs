//! The memories of opponents in words.

use std::collections::BTreeMap;

use cardsharp_challenge_bots::agents::Memory;

/// A line for each thing that is believed of each opponent. `None` if the bytes are no memories.
pub fn in_words(bytes: &[u8]) -> Option<Vec<String>> {
    let by_team: BTreeMap<i32, Memory> = serde_json::from_slice(bytes).ok()?;
    let mut lines = Vec::new();
    for (team, memory) in by_team {
        lines.push(format!("team {team}: {} hands seen, {} games won, {} lost", memory.hands, memory.won, memory.lost));
        let model = memory.model.iter().flat_map(|model| model.lines());
        lines.extend(model.map(|line| format!("  {line}")));
    }
    Some(lines)
}
