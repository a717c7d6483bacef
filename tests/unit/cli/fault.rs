use super::*;
use anyhow::{Context, anyhow};
use cardsharp_game::BadUsage;

#[test]
fn a_cause_is_said_once() {
    let error = anyhow!("a.csv cannot be read: no such file").context("plotting");
    assert_eq!(message(&error), "plotting: a.csv cannot be read: no such file");
    let inner = std::io::Error::other("no such file");
    let error: Result<(), _> = Err(inner).context("a.csv cannot be read: no such file");
    assert_eq!(message(&error.unwrap_err()), "a.csv cannot be read: no such file");
}

#[test]
fn usage_is_found_under_what_it_was_said_of() {
    let wrong = anyhow::Error::from(BadUsage::new("leave it out")).context("playing");
    assert!(is_usage(&wrong));
    let missing = AgentError::Policy { path: "a.policy".to_owned(), reason: "no such file".to_owned() };
    assert!(!is_usage(&anyhow::Error::from(missing)));
    assert!(is_usage(&anyhow::Error::from(AgentError::NoName)));
}
