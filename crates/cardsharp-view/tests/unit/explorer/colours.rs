use super::*;

#[test]
fn a_scale_goes_from_its_first_colour_to_its_last() {
    assert_eq!(of_tone(Tone::Scaled(0.0)), "#7a4fb6");
    assert_eq!(of_tone(Tone::Scaled(0.5)), "#21918c");
    assert_eq!(of_tone(Tone::Scaled(7.0)), "#fde725");
    assert_eq!(of_tone(Tone::Numbered(8)), "#0072b2");
}
