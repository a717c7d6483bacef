//! The text of an agent is split into its name and its options.
#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

use cardsharp_game::AgentSpec;

fn parts(text: &str) -> (String, Vec<(String, String)>) {
    let agent: AgentSpec = text.parse().unwrap();
    let options = agent.options().iter();
    let options = options.map(|(key, value)| (key.to_owned(), value.to_owned()));
    (agent.name().to_owned(), options.collect())
}

#[test]
fn options_begin_at_the_first_colon_before_a_key() {
    let option = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    assert_eq!(parts("search"), ("search".to_owned(), vec![]));
    assert_eq!(parts("a:b:c-d=1:e=2"), ("a:b".to_owned(), vec![option("c-d", "1:e=2")]));
    assert_eq!(parts("C:\\x.policy"), ("C:\\x.policy".to_owned(), vec![]));
    assert_eq!(parts("C:\\x.policy:k=1"), ("C:\\x.policy".to_owned(), vec![option("k", "1")]));
    // Neither nothing nor a capital letter begins a key.
    assert_eq!(parts("a:=1:k=2"), ("a:=1".to_owned(), vec![option("k", "2")]));
    assert_eq!(parts("a:K=1"), ("a".to_owned(), vec![option("K", "1")]));
}

/// If the rest of the text were searched at each colon, this would take minutes.
#[test]
fn many_colons_are_read_one_after_the_other() {
    let colons = ":".repeat(4 << 20);
    assert!(matches!(format!("a{colons}k=1").parse::<AgentSpec>(), Ok(agent) if agent.option("k") == Some("1")));
    let unnamed = format!("{colons}=").parse::<AgentSpec>();
    assert!(unnamed.is_ok_and(|agent| agent.option("") == Some("")));
}
