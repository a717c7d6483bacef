use super::*;

/// The words of a summary that name options, such as `(options worlds, time in ms)`.
fn named_in(summary: &str) -> Vec<&str> {
    let options = summary.split_once("(option").and_then(|(_, rest)| rest.split_once(')'));
    let options = options.map_or("", |(options, _)| options.trim_start_matches('s').trim());
    let names = options.split(", ").map(|name| name.trim_end_matches(" in ms"));
    names.filter(|name| !name.is_empty()).collect()
}

#[test]
fn every_option_of_an_agent_has_a_meaning_and_no_other() {
    for contest in contests::all() {
        let agents = contest.agents();
        let mut named: Vec<&str> = agents.all().flat_map(|agent| named_in(agent.summary)).collect();
        named.sort_unstable();
        named.dedup();
        let mut explained: Vec<&str> = agents.options.iter().map(|(name, _)| *name).collect();
        explained.sort_unstable();
        assert_eq!(named, explained, "{}", contest.name());
    }
}
