use super::*;

#[test]
fn everybody_meets_everybody_once() {
    let pairs = next_stage(Format::RoundRobin, 8, 2, &[]);
    assert_eq!(pairs.len(), 28);
    assert_eq!(pairs[0].agents, [0, 1]);
    assert_eq!(pairs[27].agents, [6, 7]);
    assert_eq!(next_stage(Format::RoundRobin, 6, 4, &[]).len(), 15);
    let pairs = next_stage(Format::Gauntlet, 8, 2, &[]);
    assert!(pairs.iter().all(|pair| pair.agents[0] == 0));
    assert_eq!(pairs.len(), 7);
    assert_eq!(next_stage(Format::Gauntlet, 6, 4, &[]).len(), 10);
}
