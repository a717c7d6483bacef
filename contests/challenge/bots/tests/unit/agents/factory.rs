use super::*;

#[test]
fn every_agent_loads_and_has_no_unknown_options() {
    for entry in HAND_WRITTEN {
        assert!(Factory::load(&AgentSpec::named(entry.name)).is_ok(), "{}", entry.name);
        let spec: AgentSpec = format!("{}:colour=red", entry.name).parse().unwrap();
        let error = Factory::load(&spec).unwrap_err().to_string();
        assert!(error.contains("there is no `colour`"), "{error}");
    }
}

#[test]
fn an_unknown_name_is_told_what_there_is() {
    let error = Factory::load(&AgentSpec::named("gredy")).unwrap_err().to_string();
    for entry in HAND_WRITTEN {
        assert!(error.contains(entry.name), "{error}");
    }
    assert!(error.contains("human") && error.contains("policy file"), "{error}");
}
