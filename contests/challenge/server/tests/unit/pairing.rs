use super::*;

fn free(team: i32, since: Instant) -> PresentTeam {
    PresentTeam::free(TeamId(team), since)
}

fn busy(team: i32) -> PresentTeam {
    PresentTeam { free_since: None, playing: true, ..free(team, Instant::now()) }
}

fn meetings(pairs: &[(i32, i32, u32)]) -> Pairing {
    let met = pairs.iter().map(|&(one, two, met)| ([TeamId(one), TeamId(two)], met));
    Pairing::new(met.collect(), Vec::new())
}

#[test]
fn fewest_meetings_come_first_then_the_longest_wait() {
    let start = Instant::now();
    let at = |seconds| start + Duration::from_secs(seconds);
    let present = [free(1, at(0)), free(2, at(1)), free(3, at(2)), free(4, at(3))];
    let mut pairing = meetings(&[(1, 2, 1), (1, 3, 2), (1, 4, 2), (2, 3, 1), (2, 4, 1)]);
    // 3 and 4 have never met.
    assert_eq!(pairing.choose(&present, at(4)), PairChoice::Pair([2, 3], None));
    let rest = [free(1, at(0)), free(2, at(1)), busy(3), busy(4)];
    assert_eq!(pairing.choose(&rest, at(4)), PairChoice::Pair([0, 1], None));
    let mut pairing = meetings(&[]);
    assert_eq!(pairing.choose(&present, at(4)), PairChoice::Pair([0, 1], None));
}

#[test]
fn a_pair_waits_for_one_that_has_met_less_but_not_for_ever() {
    let now = Instant::now();
    let present = [free(1, now), free(2, now), busy(3), busy(4)];
    let mut pairing = meetings(&[(1, 2, 1), (3, 4, 1)]);
    let ready = now + FEWER_MEETINGS_WAIT;
    assert_eq!(pairing.choose(&present, now), PairChoice::Later(ready));
    assert_eq!(pairing.choose(&present, ready), PairChoice::Pair([0, 1], None));
    // One of the others becomes free.
    let present = [free(1, now), free(2, now), free(3, now), busy(4)];
    let PairChoice::Pair([_, 2], None) = pairing.choose(&present, now) else { panic!("team 3 has met neither") };
}

#[test]
fn two_alone_wait_a_moment_for_a_third() {
    let now = Instant::now();
    let mut present = [free(1, now), free(2, now)];
    let mut pairing = meetings(&[]);
    assert_eq!(pairing.choose(&present[..1], now), PairChoice::Nobody);
    assert_eq!(pairing.choose(&present, now), PairChoice::Pair([0, 1], None));
    present[0].last_opponent = Some(TeamId(2));
    present[1].last_opponent = Some(TeamId(1));
    let ready = now + THIRD_TEAM_WAIT;
    assert_eq!(pairing.choose(&present, now), PairChoice::Later(ready));
    let three = [present[0], present[1], free(3, now)];
    let PairChoice::Pair([_, 2], None) = pairing.choose(&three, now) else { panic!("the third has come") };
    assert_eq!(pairing.choose(&present, ready), PairChoice::Pair([0, 1], None));
}

#[test]
fn an_interrupted_round_goes_on_first_and_with_its_sides() {
    let now = Instant::now();
    let round = OpenRound { number: 7, teams: [TeamId(2), TeamId(1)], wins: [3, 4], stage: None };
    let met = HashMap::from([([TeamId(1), TeamId(2)], 5)]);
    let mut pairing = Pairing::new(met, vec![round]);
    let present = [free(1, now), free(2, now), free(3, now)];
    let going_on = PairChoice::Pair([1, 0], Some(round));
    assert_eq!(pairing.choose(&present, now), going_on);
    assert_eq!(pairing.met(TeamId(2), TeamId(1)), 5, "counted when it began");
    let PairChoice::Pair([_, 2], None) = pairing.choose(&present, now) else { panic!("it goes on once") };
}
