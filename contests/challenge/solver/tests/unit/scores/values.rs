use super::*;

/// A hand that the leader wins with probability 0.4 and the follower with 0.3, without a challenge.
fn fixed(payoffs: Payoffs) -> Bounds {
    Bounds { value: (0.4 * payoffs.win + 0.3 * payoffs.lose) / 0.7, error: 0.001 }
}

#[test]
fn scores_are_solved_after_those_their_hands_lead_to() {
    let mut partial = PartialValues::new(Params::CONTEST, "test".to_owned());
    let mut earlier = Vec::new();
    while let Some((score, payoffs)) = partial.next() {
        let needed = [(score.leader + 1, score.follower), (score.follower + 1, score.leader)];
        for (leader, follower) in needed {
            let over = leader == POINTS_TO_WIN;
            assert!(over || earlier.contains(&Score { leader, follower }));
        }
        assert!(partial.complete().is_none());
        partial.set(score, fixed(payoffs));
        earlier.push(score);
        // The same as from a file, at every score.
        let json = serde_json::to_string(&partial).unwrap();
        assert_eq!(PartialValues::parse(&json, "it").unwrap(), partial);
    }
    let table = partial.complete().unwrap();
    let json = serde_json::to_string(&partial).unwrap();
    assert_eq!(GameValues::parse(&json, "it").unwrap(), table);
    for score in Score::all() {
        let payoffs = table.payoffs(score);
        assert!((fixed(payoffs).value - payoffs.tie).abs() < 1e-12, "{score}");
    }
    // 4/7 is the probability that the leader makes the last point.
    assert!((table.at(9, 9) - 4.0 / 7.0).abs() < 1e-12);
}

#[test]
fn tables_of_some_scores_make_one() {
    let empty = || PartialValues::new(Params::CONTEST, "test".to_owned());
    let of = |score: Score, value| {
        let mut table = empty();
        table.set(score, Bounds { value, error: 0.1 });
        table
    };
    let [last, other] = [(9, 9), (9, 8)].map(|(leader, follower)| Score { leader, follower });
    let mut whole = of(last, 0.6);
    assert_eq!(whole.payoffs(Score { leader: 8, follower: 8 }), None);
    whole.merge(&of(other, 0.7), "b.json").unwrap();
    whole.merge(&of(last, 0.6), "c.json").unwrap();
    assert_eq!(whole.solved(), 2);
    let before = Score { leader: 8, follower: 9 };
    assert_eq!(whole.payoffs(before).map(|payoffs| payoffs.win), Some(0.6));
    let twice = whole.merge(&of(last, 0.5), "d.json").unwrap_err().to_string();
    assert!(twice.starts_with("d.json has another value for 9,9"), "{twice}");
    let stranger = PartialValues::new(Params::CONTEST, "guessed".to_owned());
    let fault = whole.merge(&stranger, "e.json").unwrap_err().to_string();
    assert!(fault.contains("e.json has ") && fault.contains("guessed"), "{fault}");
}

#[test]
fn an_unfinished_table_is_not_a_table() {
    let partial = PartialValues::new(Params::CONTEST, String::new());
    let json = serde_json::to_string(&partial).unwrap();
    let error = GameValues::parse(&json, "half.json").unwrap_err();
    assert!(error.to_string().contains("half.json"), "{error}");
    let odd = json.replacen("null", "1.5", 1);
    assert!(PartialValues::parse(&odd, "odd.json").is_err());
}
