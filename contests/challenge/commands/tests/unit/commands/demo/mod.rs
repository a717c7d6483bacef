use super::*;

#[test]
fn longer_training_is_announced_as_longer() {
    assert!(announcement(TIME).contains("under two minutes"));
    let long = announcement(Duration::from_secs(600));
    assert!(long.contains("about 12 minutes"), "{long}");
}
