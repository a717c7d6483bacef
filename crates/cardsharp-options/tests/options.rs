//! Options, and the names of games.

use std::time::Duration;

use cardsharp_options::game_name::{is_meant, parameters, read};
use cardsharp_options::{OptionError, Options, choose, milliseconds, nearest, seconds, within};
use serde::Deserialize;

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Written {
    count: Option<u8>,
    share: f32,
    exact: bool,
    order: Order,
    #[serde(deserialize_with = "within::<1, 1_000_000, _, _>")]
    worlds: u32,
    #[serde(deserialize_with = "milliseconds")]
    time: Option<Duration>,
    #[serde(deserialize_with = "seconds::<600, _>")]
    start_up: Option<Duration>,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Order {
    #[default]
    AsDealt,
    ByRank,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Needed {
    policy: String,
}

#[test]
fn every_kind_of_value_is_read() {
    let text = "count=3, share = 0.5,exact=True,order=by-rank,worlds=1e6,time=2.5,start-up=0.01";
    let wanted = Written {
        count: Some(3),
        share: 0.5,
        exact: true,
        order: Order::ByRank,
        worlds: 1_000_000,
        time: Some(Duration::from_micros(2500)),
        start_up: Some(Duration::from_millis(10)),
    };
    assert_eq!(Options::parse(text).unwrap().read(), Ok(wanted));
    assert_eq!(Options::default().read(), Ok(Written::default()));
}

#[test]
fn a_refusal_names_the_key_and_what_is_valid() {
    let refused = |text: &str| {
        let read = Options::parse(text).and_then(|options| options.read::<Written>());
        read.unwrap_err().to_string()
    };
    for (text, reason) in [
        ("count=256", "`count` is a whole number, not `256`"),
        ("share=half", "`share` is a number, not `half`"),
        ("exact=1", "`exact` is true or false, not `1`"),
        ("order=red", "`order` is one of as-dealt, by-rank, not `red`"),
        ("worlds=0", "`worlds` is a whole number from 1 to 1000000, not `0`"),
        ("worlds=1.5", "`worlds` is a whole number from 1 to 1000000, not `1.5`"),
        ("worlds=NaN", "`worlds` is a whole number from 1 to 1000000, not `NaN`"),
        ("time=0", "`time` is a number from 1 to 600000, not `0`"),
        ("start-up=601", "`start-up` is a number from 0.01 to 600, not `601`"),
        ("count=1,count=2", "`count` is given twice; leave one out"),
        ("count", "`count` has no value: write key=value"),
        ("", "`` has no value: write key=value"),
    ] {
        assert_eq!(refused(text), reason);
    }
    assert!(refused("suits=4").contains("there is no `suits`: choose count, share"));
    let missing = Options::default().read::<Needed>();
    assert_eq!(missing, Err(OptionError::Missing("policy")));
}

#[test]
fn a_misspelt_name_is_recognised() {
    let contests = ["challenge", "skullwhist", "tricky-eights"];
    for (name, meant) in [("chalenge", Some("challenge")), ("trickyeights", Some("tricky-eights")), ("chess", None)] {
        assert_eq!(nearest(name, contests), meant);
    }
    let solvers = ["cfr", "cfr+", "dcfr", "pcfr+", "hs-pcfr+", "linear-mccfr", "lp"];
    for (name, meant) in [
        ("cfrplus", "cfr+"),
        ("CFR+", "cfr+"),
        ("pcfr_plus", "pcfr+"),
        ("hspcfr", "hs-pcfr+"),
        ("linearmccfr", "linear-mccfr"),
    ] {
        assert_eq!(nearest(name, solvers), Some(meant), "{name}");
    }
    assert_eq!(choose("wrld", &["worlds", "time"]), "did you mean `worlds`? Choose worlds, time");
    assert_eq!(choose("", &["worlds", "time"]), "choose worlds, time");
}

#[test]
fn options_that_are_given_come_before_defaults() {
    let [given, defaults] = ["a=1,b=2", "b=3,c=4"].map(|text| Options::parse(text).unwrap());
    let both = given.or(defaults);
    let pairs: Vec<_> = both.iter().collect();
    assert_eq!(pairs, [("a", "1"), ("b", "2"), ("c", "4")]);
}

#[test]
fn names_of_games_are_told_from_other_names() {
    for text in ["whist", " whist ", "whist()", "whist ( )"] {
        assert_eq!(parameters(text, "whist"), Ok(Some(Options::default())));
    }
    let read = parameters("whist( suits = 2 ,ranks=a+b)", "whist");
    assert_eq!(read, Options::parse("suits=2,ranks=a+b").map(Some));
    for text in ["whist(", "whist(suits)", "whist(suits=2", "whist(suits=2)x", "whist((a=1))"] {
        assert!(parameters(text, "whist").is_err(), "{text}");
        assert!(is_meant(text, "whist"), "{text}");
    }
    for text in ["whis", "whist2", "bridge(suits=2)"] {
        assert_eq!(parameters(text, "whist"), Ok(None));
        assert!(!is_meant(text, "whist"), "{text}");
    }
}

#[test]
fn a_name_without_a_game_is_shown_the_way() {
    let made = |text| read(text, "whist(count=4)", |Written { count, .. }| count.ok_or("no count"));
    assert_eq!(made("whist(count=2)"), Ok(2));
    let error = made("whist").unwrap_err().to_string();
    assert_eq!(error, "\"whist\" names no game: no count; write whist(count=4)");
    assert!(made("bridge").unwrap_err().to_string().contains("write whist(count=4)"));
}

/// A name that comes with a file may be long. If each option were compared with all before it, this would take minutes.
#[test]
fn many_options_are_read_one_after_the_other() {
    let text: Vec<String> = (0..200_000).map(|number| format!("k{number}=1")).collect();
    let text = text.join(",");
    assert_eq!(Options::parse(&text).map(|options| options.iter().count()), Ok(200_000));
    let twice = format!("{text},k7=2");
    assert_eq!(Options::parse(&twice), Err(OptionError::Repeated("k7".to_owned())));
}
