//! Colours of actions.

use cardsharp_contest::explorer::Tone;

/// The scale of cards from the lowest to the highest: after viridis, whose first colours are too dark for a dark page.
const SCALE: [[u8; 3]; 5] = [[122, 79, 182], [65, 105, 170], [33, 145, 140], [94, 201, 98], [253, 231, 37]];
/// Colours that people with any colour vision tell apart (M. Okabe, K. Ito, "Color universal design", 2008).
const NUMBERED: [&str; 8] = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#999999"];
/// What the policy does not know.
pub(super) const UNKNOWN: &str = "#b9bcc0";

/// The colour of an action, as `#rrggbb`.
pub(super) fn of_tone(tone: Tone) -> String {
    match tone {
        Tone::Raises => "#d1495b".to_owned(),
        Tone::GivesUp => "#8d99ae".to_owned(),
        Tone::Numbered(number) => NUMBERED[number % NUMBERED.len()].to_owned(),
        Tone::Scaled(place) => between(&SCALE, place),
    }
}

/// The colour of a player by number.
pub(super) fn of_player(player: usize) -> &'static str {
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7"][player % 4]
}

/// The colour of a difference between two policies: 0 is none, 1 is complete.
pub(super) fn of_difference(share: f64) -> String {
    between(&[[226, 228, 233], [202, 126, 178], [122, 1, 119]], share)
}

fn between(scale: &[[u8; 3]], place: f64) -> String {
    let last = scale.len() - 1;
    let at = place.clamp(0.0, 1.0) * last as f64;
    let below = (at as usize).min(last - 1);
    let part = at - below as f64;
    let mix = |channel: usize| {
        let [low, high] = [below, below + 1].map(|step| f64::from(scale[step][channel]));
        (low + part * (high - low)).round() as u8
    };
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}

#[cfg(test)]
#[path = "../../tests/unit/explorer/colours.rs"]
mod tests;
