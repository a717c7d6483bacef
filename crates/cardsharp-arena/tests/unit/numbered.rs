use super::*;

#[test]
fn equal_agents_are_numbered() {
    let names = ["expert", "greedy", "expert"].map(str::to_owned);
    assert_eq!(numbered(&names), ["expert (1)", "greedy", "expert (2)"]);
}
