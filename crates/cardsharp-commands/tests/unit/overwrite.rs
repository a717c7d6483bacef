use super::*;

#[test]
fn a_policy_is_not_written_to_what_something_else_is_called() {
    for name in ["x.checkpoint", "y.csv", "a/b.CSV", "z.manifest.json", "a.policy.previous"] {
        let said = policy_file(name).unwrap_err();
        assert!(said.contains(".policy"), "{name}: {said}");
    }
    for name in ["x.policy", "x", "run.7", "/dev/null"] {
        assert_eq!(policy_file(name), Ok(PathBuf::from(name)));
    }
    assert!(csv_file("x.policy").is_err() && csv_file("x.checkpoint").is_err());
    assert!(csv_file("x.csv").is_ok() && csv_file("/dev/stdout").is_ok());
}

#[test]
fn two_members_of_a_family_have_two_names() {
    assert_eq!(file_stem("challenge"), "challenge");
    let small = "challenge(ranks=3, copies=3,hand_size=2)";
    assert_eq!(file_stem(small), "challenge-ranks-3-copies-3-hand-size-2");
    assert_eq!(file_stem("data/kuhn.efg"), "data-kuhn-efg");
}
