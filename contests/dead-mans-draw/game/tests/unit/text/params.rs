use super::*;

#[test]
fn names_are_read_as_they_are_shown() {
    for name in [
        "dead-mans-draw",
        "dead-mans-draw(suits=anchor+hook+sword,values=3,variant=arena)",
        "dead-mans-draw(suits=key,values=6,variant=document)",
    ] {
        let params: Params = name.parse().unwrap();
        assert_eq!(params.to_string(), name);
    }
    let short: Params = "dead-mans-draw( suits = k+a , values=2 )".parse().unwrap_or(Params::ARENA);
    // `k` may be key or kraken.
    assert_eq!(short, Params::ARENA);
    let short: Params = "dead-mans-draw(suits=ke+a,values=2)".parse().unwrap();
    assert_eq!(short.rules().unwrap().deck.cards().len(), 4);
}

#[test]
fn what_is_no_name_is_shown_the_way() {
    for text in [
        "dead-mans",
        "dead-mans-draw(",
        "dead-mans-draw(suits=,values=2)",
        "dead-mans-draw(values=7)",
        "dead-mans-draw(values=0)",
        "dead-mans-draw(variant=mine)",
        "dead-mans-draw(colour=red)",
    ] {
        let error = text.parse::<Params>().unwrap_err().to_string();
        assert!(error.contains(text) && error.contains("suits="), "{error}");
    }
}
