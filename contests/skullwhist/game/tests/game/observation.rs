use cardsharp_skullwhist_game::observation::*;
use cardsharp_skullwhist_game::rules::*;

fn read(text: &str) -> Result<Observation, ObservationError> {
    parse_observation(text, SkullWhist::new(2, 4, 3).unwrap())
}

#[test]
fn what_is_seen_is_read_back() {
    for text in [
        "hand=H01,H04,S02 seat=1",
        "hand=H01,H04,S02 seat=0 bids=1,2",
        "hand=H04,S02 seat=1 bids=2,2 rounds=H02-H01 led=S01",
        "hand=H04,S02 seat=0 bids=2,2 rounds=H02-H01",
    ] {
        let observation = read(text).unwrap();
        assert_eq!(print_observation(&observation), text);
    }
    let observation = read("hand=S02 bids=1,3 rounds=H02-S01,S04-S03 led=H01").unwrap();
    assert_eq!((observation.tricks(), observation.other_holds()), ([0, 2], 0));
}

#[test]
fn what_cannot_be_seen_is_refused() {
    for (text, says) in [
        ("hand", "key=value"),
        ("colour=red", "key=value"),
        ("hand=H1", "form"),
        ("hand=H01,H01,S02", "twice"),
        ("hand=H01,H09,S02", "pack"),
        ("hand=H01,S02", "2 cards held"),
        ("hand=H01,H02,S02 seat=2", "0 or 1"),
        ("hand=H01,H02,S02 bids=1", "two bids"),
        ("hand=H01,H02,S02 bids=1,4", "two bids"),
        ("hand=H01,S02 rounds=H02-H03", "after both bids"),
        ("hand=H01,S02 bids=1,1 rounds=H02-H03", "nothing to decide"),
        ("hand=H01,S02 bids=1,1 rounds=H02", "pairs of cards"),
    ] {
        let said = read(text).unwrap_err().to_string();
        assert!(said.contains(says), "{text}: {said}");
    }
}
