use cardsharp_game::agent_spec::*;
use cardsharp_options::within;
use serde::Deserialize;

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Thresholds {
    offer: Option<f64>,
    #[serde(default, deserialize_with = "within::<0, 1, _, _>")]
    accept: Option<f64>,
}

#[test]
fn reads_names_options_and_paths() {
    let spec: AgentSpec = "greedy-challenge:offer=0.7,accept=0.6".parse().unwrap();
    assert_eq!(spec.name(), "greedy-challenge");
    let options: Vec<_> = spec.options().iter().collect();
    assert_eq!(options, [("offer", "0.7"), ("accept", "0.6")]);
    let [offer, accept] = [0.7, 0.6].map(Some);
    assert_eq!(spec.read(), Ok(Thresholds { offer, accept }));
    for path in ["out/a.policy", "C:\\out\\a.policy", "b:c.policy"] {
        assert_eq!(path.parse::<AgentSpec>().unwrap(), AgentSpec::named(path));
    }
    let spec: AgentSpec = "out/a.policy:pure=1".parse().unwrap();
    assert_eq!(spec.name(), "out/a.policy");
    let spec: AgentSpec = "resolve:policy=C:\\out\\a.policy,iterations=9".parse().unwrap();
    assert_eq!(spec.name(), "resolve");
    let options: Vec<_> = spec.options().iter().collect();
    assert_eq!(options, [("policy", "C:\\out\\a.policy"), ("iterations", "9")]);
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
    assert!(refused("greedy:offer").contains("agent `greedy`: `offer` has no value"));
    assert!(refused("greedy:").contains("has no value"));
    assert!(refused("a:x=1,x=2").contains("`x` is given twice"));
    let spec: AgentSpec = "a:x=2".parse().unwrap();
    let error = spec.read::<Thresholds>().unwrap_err().to_string();
    assert!(error.contains("there is no `x`: choose offer, accept"), "{error}");
    let error = spec.read_beside::<Thresholds>(&["policy"]).unwrap_err();
    assert!(error.to_string().contains("choose policy, offer, accept"));
    let error = spec.without_options().unwrap_err().to_string();
    assert!(error.contains("it has none"), "{error}");
    for (text, wanted) in [("accept=2", "a number from 0 to 1, not `2`"), ("offer=much", "a number, not `much`")] {
        let spec: AgentSpec = format!("a:{text}").parse().unwrap();
        let error = spec.read::<Thresholds>().unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
    }
}
