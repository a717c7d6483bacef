use cardsharp_game::agent_spec::*;

#[test]
fn reads_names_options_and_paths() {
    let spec: AgentSpec = "greedy-challenge:offer=0.7,accept=0.6".parse().unwrap();
    assert_eq!(spec.name(), "greedy-challenge");
    let options: Vec<_> = spec.options().collect();
    assert_eq!(options, [("offer", "0.7"), ("accept", "0.6")]);
    assert_eq!(spec.number("accept", 0.0..=1.0), Ok(Some(0.6)));
    assert_eq!(spec.number("margin", 0.0..=1.0), Ok(None));
    for path in ["out/a.policy", "C:\\out\\a.policy", "b:c.policy"] {
        assert_eq!(path.parse::<AgentSpec>().unwrap(), AgentSpec::named(path));
    }
    let spec: AgentSpec = "out/a.policy:pure=1".parse().unwrap();
    assert_eq!(spec.name(), "out/a.policy");
    let spec: AgentSpec = "resolve:policy=C:\\out\\a.policy,iterations=9"
        .parse()
        .unwrap();
    assert_eq!(spec.name(), "resolve");
    let options: Vec<_> = spec.options().collect();
    assert_eq!(
        options,
        [("policy", "C:\\out\\a.policy"), ("iterations", "9")]
    );
}

#[test]
fn prints_what_it_reads() {
    for text in ["random", "expert:bluff=0.5", "a/b.policy:x=1,y=2"] {
        assert_eq!(text.parse::<AgentSpec>().unwrap().to_string(), text);
    }
}

#[test]
fn refuses_by_name() {
    let refused = |text: &str| text.parse::<AgentSpec>().unwrap_err().to_string();
    assert!(refused("").contains("needs a name"));
    assert!(refused("greedy:offer").contains("`offer` of agent `greedy` has no value"));
    assert!(refused("greedy:").contains("has no value"));
    assert!(refused("a:x=1,x=2").contains("given twice"));
    let spec: AgentSpec = "a:x=2".parse().unwrap();
    let error = spec.allow_options(&["y", "z"]).unwrap_err().to_string();
    assert!(error.contains("no option `x`: choose y, z"), "{error}");
    let error = spec.allow_options(&[]).unwrap_err().to_string();
    assert!(error.contains("it has none"), "{error}");
    let error = spec.number("x", 0.0..=1.0).unwrap_err().to_string();
    assert!(error.contains("cannot be `2`"), "{error}");
}
