use super::*;

const SCORE: Setting = Setting { key: "score", label: "Score", values: Vec::new() };

fn of(query: &str) -> PracticeRequest {
    PracticeRequest::of(query, &[SCORE], 2)
}

#[test]
fn a_query_is_read_as_it_is_written() {
    let request = of("score=3%2C4&seed=7&seat=0&again=1&took=13&took=a%26b&other=1");
    assert!(!request.is_new);
    assert_eq!(request.deal.root.settings["score"], "3,4");
    assert_eq!((request.deal.seed, request.deal.seat, request.again), (7, 0, 1));
    assert_eq!(request.taken, ["13", "a&b"]);
    assert_eq!(of(&request.query()[1..]), request);
    // Another seat has not done the same, and a spot is tried again from its decision on.
    let other = request.with_seat(1);
    assert_eq!((other.deal.seat, other.again, other.taken.len()), (1, 0, 0));
    let spot = request.spot(1);
    assert_eq!((spot.again, spot.taken), (1, vec!["13".to_owned()]));
    assert_eq!(request.after("x").taken, ["13", "a&b", "x"]);
}

#[test]
fn a_game_without_a_seed_is_new_and_has_a_seat_of_the_game() {
    for wrong in ["", "seed=x", "seed=-1"] {
        let request = of(wrong);
        assert!(request.is_new && request.deal.seat < 2, "{wrong}");
    }
    assert_eq!(of("seed=5").deal.seat, 1);
    assert_eq!(of("seed=5&seat=2").deal.seat, 1);
}
