use cardsharp_tricky_eights_game::rules::*;

#[test]
fn the_name_alone_is_the_contest_and_names_are_read_back() {
    let contest: Params = "tricky-eights".parse().unwrap();
    assert_eq!(contest, Params::CONTEST);
    assert_eq!((contest.dealt(), contest.takes(), contest.tricks()), (10, 3, 13));
    assert_eq!(contest.round_points(), 25);
    assert_eq!(contest.cards(), CardSet::FULL);
    let small = Params::new(2, 2, 3, 2).unwrap();
    assert_eq!(small.to_string(), "tricky-eights(players=2,suits=2,ranks=3,pool=2)");
    assert_eq!(small.to_string().parse(), Ok(small));
    assert_eq!(small.cards().to_string(), "c7 c8 c9 d7 d8 d9");
    assert_eq!((small.dealt(), small.tricks(), small.round_points()), (2, 3, 11));
}

#[test]
fn what_is_no_member_is_refused_by_name() {
    let refused = |text: &str| text.parse::<Params>().unwrap_err().to_string();
    assert!(refused("tricky-nines").contains("write tricky-eights("));
    assert!(refused("tricky-eights(cards=3)").contains("write tricky-eights("));
    assert!(refused("tricky-eights(players=5)").contains("5 players asked for"));
    assert!(refused("tricky-eights(pool=13)").contains("multiple of 4"));
    assert!(refused("tricky-eights(suits=5)").contains("5 suits"));
    assert!(refused("tricky-eights(ranks=14)").contains("14 ranks"));
    assert!(refused("tricky-eights(players=3,pool=3)").contains("52 cards"));
    assert!(refused("tricky-eights(pool=52)").contains("52 cards"));
}

#[test]
fn small_members_keep_the_eight() {
    for ranks in 1..=13 {
        let game = Params::new(2, 2, ranks, 0).unwrap();
        assert_eq!(game.cards().len(), 2 * usize::from(ranks));
        assert_eq!(game.cards().intersection(CardSet::EIGHTS).len(), 2);
    }
}
