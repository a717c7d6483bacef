use super::*;

#[test]
fn names_are_read_as_they_are_shown() {
    for objective in Objective::ALL {
        let rules = SkullWhist::new(2, 4, 3).unwrap();
        let params = Params { rules, objective };
        assert_eq!(params.to_string().parse(), Ok(params));
    }
    assert_eq!("skullwhist".parse(), Ok(Params::CONTEST));
    let short: Params = "skullwhist( objective = difference, ranks=8 )".parse().unwrap();
    assert_eq!((short.rules.suits(), short.rules.ranks()), (4, 8));
    assert_eq!(short.objective, Objective::Difference);
}

#[test]
fn what_is_no_name_is_shown_the_way() {
    for text in [
        "whist",
        "skullwhist(",
        "skullwhist(suits=5)",
        "skullwhist(ranks=2)",
        "skullwhist(objective=lose)",
        "skullwhist(colour=red)",
    ] {
        let error = text.parse::<Params>().unwrap_err().to_string();
        assert!(error.contains(text) && error.contains("suits="), "{error}");
    }
}
