//! The explorer against the arithmetic of single positions, and against a loop over all pairs of hands.

use cardsharp_solvers::game::Player;

use super::*;
use cardsharp_challenge_game::observation::parse_position;
use cardsharp_contest::explorer::NodeTurn;

fn explorer() -> PolicyExplorer {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../solver/data/all-scores.policy");
    PolicyExplorer::load(&path).unwrap()
}

fn policy_of(explorer: &PolicyExplorer) -> &TrainedPolicy {
    match &explorer.play {
        Play::Policy(policy) => policy,
        Play::Solved(_) => panic!("a policy was opened"),
    }
}

fn place(score: &str, steps: &str) -> Place {
    Place {
        settings: [(SCORE.to_owned(), score.to_owned())].into(),
        steps: steps.split_whitespace().map(str::to_owned).collect(),
    }
}

#[test]
fn a_node_is_sound_and_its_rows_are_those_of_the_policy() {
    let explorer = explorer();
    for (score, steps) in
        [("0,0", ""), ("7,2", "challenge"), ("3,4", "5"), ("3,4", "5 9 13"), ("3,4", "5 9 challenge accept 2")]
    {
        let place = place(score, steps);
        let node = explorer.node(&place).unwrap();
        let sum: f64 = node.hands.iter().map(|hand| hand.reach).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{steps}: {sum}");
        let shares: f64 = node.actions.iter().map(|action| action.share).sum();
        assert!((shares - 1.0).abs() < 1e-6, "{steps}: {shares}");
        let ground = explorer.ground(&place).unwrap();
        let spot = explorer.spot(&ground, &place).unwrap();
        for hand in node.hands.iter().step_by(97) {
            let cards = hand.name.split(' ').map(|card| parse_rank(card).unwrap());
            let position = print_position(&ground.observation(&spot.state, cards.collect()));
            let (known, _) = choices(policy_of(&explorer), &parse_position(&position).unwrap());
            assert!(!known.is_empty(), "{position}");
            for (action, share) in node.actions.iter().zip(&hand.probabilities) {
                let found = known.iter().find(|(chosen, _)| print_move(*chosen) == action.name);
                let expected = found.map_or(0.0, |(_, share)| *share);
                assert!((share - expected).abs() < 1e-12, "{position}");
            }
        }
    }
}

/// The range by a loop over all pairs of hands.
#[test]
fn the_range_is_that_of_all_pairs_of_hands() {
    let explorer = explorer();
    let place = place("3,4", "5 9 3 3");
    let node = explorer.node(&place).unwrap();
    let ground = explorer.ground(&place).unwrap();
    let spot = explorer.spot(&ground, &place).unwrap();
    let game = &policy_of(&explorer).game;
    let space = game.space();
    let me = spot.state.to_move();
    assert_eq!(me, Player::ONE);
    let dealt = |player: Player, hand: HandId| {
        let played = space.cards(spot.state.played[player.index()]);
        let both = played.descending().try_fold(hand, |hand, rank| space.try_with(hand, rank.value()));
        both.unwrap()
    };
    // The probability of the own plays is the reach without the weight of the deal.
    let plays = |player: Player, hand: HandId| {
        let (index, local) = (player.index(), space.local(hand));
        spot.reach[index][local] / spot.dealt[index][local]
    };
    let cards = ground.cards(&spot.state);
    let mut weights = Vec::new();
    for own in space.of_size(cards) {
        let own_dealt = dealt(me, own);
        let met = space.of_size(cards).map(|other| {
            let other_dealt = dealt(me.opponent(), other);
            game.ways(other_dealt, own_dealt) * plays(me.opponent(), other)
        });
        let met: f64 = met.sum();
        weights.push(game.ways(own_dealt, HandId::EMPTY) * plays(me, own) * met);
    }
    let sum: f64 = weights.iter().sum();
    for (hand, weight) in space.of_size(cards).zip(weights) {
        let expected = weight / sum;
        let name = space.cards(hand).to_string();
        let found = node.hands.iter().find(|line| line.name == name);
        let found = found.map_or(0.0, |line| line.reach);
        assert!((found - expected).abs() < 1e-6, "{name}: {found} and {expected}");
    }
}

/// The values agree with those that are sampled for one hand.
#[test]
fn values_are_those_of_sampled_play() {
    let explorer = explorer();
    let mut checked = 0;
    for (score, steps) in [
        ("0,0", "5 9 3 3"),
        ("3,4", "13 9 12 12"),
        ("3,4", "5 9 13 2 7"),
        ("8,8", "5 9 13 2 7 7 challenge"),
        ("0,0", "5 9 13 2 2 7 4 4"),
        ("0,0", "5 9 13 2 2 7 4 4 8"),
        ("0,0", "5 9 13 2 2 7 4 4 8 challenge"),
        ("5,1", "5 9 challenge accept 9 9 4 4 3"),
    ] {
        let place = place(score, steps);
        let node = explorer.node(&place).unwrap();
        assert!(!node.unit.is_empty(), "{steps}");
        for hand in node.hands.iter().take(120).step_by(60) {
            let detail = explorer.hand(&place, &hand.name).unwrap().unwrap();
            for action in detail.actions {
                let (Some(sampled), Some(half_width)) = (action.value, action.half_width) else {
                    continue;
                };
                let number = node.actions.iter().position(|one| one.name == action.name);
                let exact = hand.values[number.unwrap()].unwrap();
                // Half widths are of 95 %; among this many a few are missed by more than one.
                assert!(
                    (exact - sampled).abs() < 2.5 * half_width + 1e-4,
                    "{}: {exact} and {sampled} ± {half_width}",
                    detail.position
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 20, "{checked}");
}

#[test]
fn impossible_steps_are_named() {
    let explorer = explorer();
    let says = |score: &str, steps: &str| {
        let error = explorer.node(&place(score, steps)).unwrap_err();
        error.to_string()
    };
    let text = says("0,0", "5 14");
    assert!(text.starts_with("step 2, `14`, is not possible"), "{text}");
    assert!(says("0,0", "accept").contains("choose one of 1, 2"));
    assert!(says("0,0", "challenge 5").contains("choose one of accept, reject"));
    let text = says("0,0", "challenge reject 5");
    assert!(text.contains("step 3, `5`") && text.contains("over"), "{text}");
    assert!(says("10,0", "").contains("cannot be `10,0`"));
    assert!(says("0,0", &"1 ".repeat(100)).contains("at most"));
    for hand in ["", "14", "13 13", "13 13 13 13 13 13", "x", "13 12 11 10 9 8"] {
        let error = explorer.hand(&place("0,0", ""), hand).unwrap_err();
        assert!(matches!(error, ExploreError::Hand { .. }), "{hand}");
    }
    // A rank of which all copies have been played.
    let over = explorer.node(&place("0,0", "challenge reject")).unwrap();
    assert_eq!(over.turn, NodeTurn::Over);
    assert!(over.actions.is_empty() && over.facts.iter().any(|(name, _)| name == "end"));
}

/// Along the likeliest actions, from the deal to the end of a hand.
#[test]
fn a_walk_along_the_likeliest_actions_comes_to_an_end() {
    let explorer = explorer();
    let mut steps: Vec<String> = Vec::new();
    loop {
        let node = explorer.node(&place("0,0", &steps.join(" "))).unwrap();
        let actions = node.actions.iter();
        let likeliest = actions.max_by(|one, two| one.share.total_cmp(&two.share));
        let Some(likeliest) = likeliest else {
            assert_eq!(node.turn, NodeTurn::Over);
            break;
        };
        assert!(likeliest.share > 0.0, "{steps:?}");
        let reaches: Vec<f64> = node.hands.iter().map(|hand| hand.reach).collect();
        assert!(reaches.is_sorted_by(|one, two| one >= two), "{steps:?}");
        steps.push(likeliest.name.clone());
    }
    assert!(steps.len() >= 2, "{steps:?}");
}

fn solved(text: &str) -> PolicyExplorer {
    PolicyExplorer::solved(text.parse().unwrap(), Duration::from_secs(5)).unwrap()
}

fn steps(text: &str) -> Place {
    Place { steps: text.split_whitespace().map(str::to_owned).collect(), ..Place::default() }
}

/// The value at the start is that of the solver, and at every node the values of the actions make that of the node before.
#[test]
fn a_hand_that_is_solved_at_once_has_values_at_every_node() {
    let explorer = solved("challenge(ranks=4,copies=3,hand_size=3)");
    let [leader, follower] = explorer.lockable().unwrap().values()[..] else {
        panic!("two players");
    };
    assert!((leader + follower - 1.0).abs() < 1e-6);
    let mut path = String::new();
    for _ in 0..20 {
        let node = explorer.node(&steps(&path)).unwrap();
        let NodeTurn::Player(..) = node.turn else {
            return;
        };
        let shares: f64 = node.actions.iter().map(|action| action.share).sum();
        assert!((shares - 1.0).abs() < 1e-6, "{path}: {shares}");
        let means = node.hands.iter().map(|hand| hand.reach * hand.value().unwrap_or(f64::NAN));
        let mean: f64 = means.sum();
        if path.is_empty() {
            assert!((mean - leader).abs() < 1e-5, "{mean}, {leader}");
        }
        // A solved hand loses next to nothing by its own play, where it comes.
        let lost: f64 = node.hands.iter().map(|hand| hand.reach * hand.loss().unwrap_or(0.0)).sum();
        assert!(lost < 2e-3, "{path}: {lost}");
        // The value of the most frequent action is what the other player is left with.
        let most = |one: &&cardsharp_contest::explorer::NodeAction,
                    other: &&cardsharp_contest::explorer::NodeAction| {
            one.share.total_cmp(&other.share)
        };
        let action = node.actions.iter().max_by(most).unwrap();
        let next = explorer.node(&steps(&format!("{path} {}", action.name))).unwrap();
        if let (NodeTurn::Player(mover, _), NodeTurn::Player(before, _)) = (&next.turn, &node.turn) {
            let means = next.hands.iter().map(|hand| hand.reach * hand.value().unwrap_or(f64::NAN));
            let after: f64 = means.sum();
            let after = if mover == before { after } else { 1.0 - after };
            assert!((after - action.value.unwrap()).abs() < 1e-4, "{path}: {after}, {action:?}");
        }
        path = format!("{path} {}", action.name);
    }
}

/// With a challenge of every hand locked at the start, the follower answers it as by the written-out game.
#[test]
fn a_locked_hand_is_that_of_the_game_written_out() {
    use cardsharp_challenge_solver::infosets::WrittenHand;
    use cardsharp_solvers::built::BuiltGame;
    use cardsharp_solvers::cfr::Cfr;
    use cardsharp_solvers::dyn_game::DynGame;
    use cardsharp_solvers::locked::Locked;
    use cardsharp_solvers::until::Until;

    let rules: Params = "challenge(ranks=3,copies=3,hand_size=2)".parse().unwrap();
    let explorer = PolicyExplorer::solved(rules, Duration::from_secs(5)).unwrap();
    let lock = |weights: [f64; 4], hand: Option<&str>| Lock {
        place: Place::default(),
        hand: hand.map(str::to_owned),
        weights: weights.to_vec(),
    };
    let written = WrittenHand::new(rules).unwrap();
    let stored = written.named(1_000_000).unwrap();
    for (locks, only) in
        [(vec![lock([0.0, 0.0, 0.0, 1.0], None)], None), (vec![lock([1.0, 1.0, 1.0, 1.0], Some("1 1"))], Some("1-1"))]
    {
        let mut locked = Locked::new(&stored);
        for infoset in DynGame::infosets(&stored) {
            let hand = infoset.name.strip_prefix("leader ").filter(|rest| !rest.contains(' '));
            let Some(hand) = hand.filter(|hand| only.is_none_or(|only| only == *hand)) else {
                continue;
            };
            let count = infoset.actions.len();
            let row: Vec<f64> = match only {
                None => (0..count).map(|at| f64::from(at + 1 == count)).collect(),
                Some(_) => vec![1.0 / count as f64; count],
            };
            locked.lock(infoset.key, &row).unwrap_or_else(|error| panic!("{hand}: {error}"));
        }
        let stored = BuiltGame::of(&locked, 1_000_000).unwrap();
        let tree = stored.compile().unwrap();
        let exact =
            Cfr::new(&tree, cardsharp_solvers::cfr::Preset::PCFR_PLUS).run(Until::nash_conv(1e-6)).value(Player::ZERO);
        let found = explorer.lockable().unwrap().locked(&locks, Resolved::Everything, Duration::from_secs(5));
        let found = found.unwrap();
        let value = found.lockable().unwrap().values()[0];
        assert!((value - exact).abs() < 1e-4, "{value}, {exact}");
        let before = explorer.lockable().unwrap().values()[0];
        assert!(value < before + 1e-4, "a lock of the leader is no gain: {value}, {before}");
    }
    replies_are_best(&explorer, &written, &[lock([0.0, 0.0, 0.0, 1.0], None)]);
    replies_are_best(&explorer, &written, &[lock([1.0, 1.0, 1.0, 1.0], Some("1 1"))]);
    let follower = Lock { place: steps("3"), weights: vec![0.0, 0.0, 1.0, 0.0], hand: None };
    replies_are_best(&explorer, &written, std::slice::from_ref(&follower));
    let both = [follower, lock([1.0; 4], None)];
    let found = explorer.lockable().unwrap().locked(&both, Resolved::Replies, Duration::ZERO);
    assert!(found.map(|_| ()).unwrap_err().to_string().contains("both players"));
    // Impossible locks are named.
    let fault = |lock: Lock| {
        let found = explorer.lockable().unwrap().locked(&[lock], Resolved::Everything, Duration::from_secs(1));
        found.map(|_| ()).unwrap_err().to_string()
    };
    assert!(fault(lock([1.0; 4], Some("9 9"))).contains("`9 9`"));
    assert!(fault(lock([0.0; 4], None)).contains("all 0"));
    let many = vec![lock([1.0; 4], None); 201];
    let found = explorer.lockable().unwrap().locked(&many, Resolved::Everything, Duration::from_secs(1));
    assert!(found.is_err(), "more locks than are taken are refused");
    let late = Lock { place: steps("1 1"), ..lock([0.0, 0.0, 0.0, 1.0], None) };
    let found = explorer.lockable().unwrap().locked(std::slice::from_ref(&late), Resolved::Replies, Duration::ZERO);
    assert!(found.map(|_| ()).unwrap_err().to_string().contains("last trick"));
    // A challenge of every last card, wherever it leads.
    let mut locked = Locked::new(&stored);
    let mut count = 0;
    for infoset in DynGame::infosets(&stored) {
        let words: Vec<&str> = infoset.name.split(' ').collect();
        if let ["leader", _, "1", "1"] = words[..] {
            locked.lock(infoset.key, &[0.0, 1.0]).unwrap();
            count += 1;
        }
    }
    assert_eq!(count, 3);
    let tree = BuiltGame::of(&locked, 1_000_000).unwrap().compile().unwrap();
    let exact =
        Cfr::new(&tree, cardsharp_solvers::cfr::Preset::PCFR_PLUS).run(Until::nash_conv(1e-6)).value(Player::ZERO);
    let found = explorer.lockable().unwrap().locked(&[late], Resolved::Everything, Duration::from_secs(5)).unwrap();
    let value = found.lockable().unwrap().values()[0];
    assert!((value - exact).abs() < 1e-4, "{value}, {exact}");
    for path in ["", "1", "1 1", "1 1 challenge", "2 1 3"] {
        let node = found.node(&steps(path)).unwrap();
        let mean: f64 = node.hands.iter().map(|hand| hand.reach * hand.value().unwrap()).sum();
        let shown = node.actions.iter().map(|action| action.share).sum::<f64>();
        assert!((shown - 1.0).abs() < 1e-6 && (0.0..=1.0).contains(&mean), "{path}: {shown} {mean}");
        if path == "1 1" {
            assert!((node.actions[3].share - 1.0).abs() < 1e-9, "{:?}", node.actions);
        }
    }
    let wrong = Lock { place: steps("7"), ..lock([1.0; 4], None) };
    assert!(fault(wrong).contains("`7`"));
}

/// The play of a solution in a game whose deals are listed.
struct Written<'a>(&'a super::solution::Solution);

impl cardsharp_solvers::strategy::Strategy<cardsharp_challenge_solver::infosets::WrittenHand> for Written<'_> {
    fn probabilities(
        &self,
        _: &cardsharp_challenge_solver::infosets::WrittenHand,
        state: &Option<cardsharp_challenge_solver::infosets::HandState>,
        out: &mut [f64],
    ) {
        self.0.probabilities(self.0.hand.game(), state.as_ref().unwrap(), out);
    }
}

/// With the replies alone solved, the other player's play is worth what a best response is in the game written out, and the
/// locked player plays on as before.
fn replies_are_best(
    explorer: &PolicyExplorer,
    written: &cardsharp_challenge_solver::infosets::WrittenHand,
    locks: &[Lock],
) {
    use cardsharp_solvers::best_response::best_response;

    let Play::Solved(before) = &explorer.play else {
        panic!("a hand was solved");
    };
    let replied = before.replied(locks).unwrap();
    let node = PolicyExplorer::of_solved(before.replied(locks).unwrap()).unwrap().node(&Place::default()).unwrap();
    let shown: f64 = node.hands.iter().map(|hand| hand.reach * hand.value().unwrap()).sum();
    assert!((shown - replied.values[0]).abs() < 1e-5, "{shown} {:?}", replied.values);
    let replier = Player::BOTH[1 - locks[0].place.steps.len() % 2];
    let best = best_response(written, &Written(&replied.solution), replier).value;
    assert!((best - replied.values[replier.index()]).abs() < 1e-5, "{best} {:?}", replied.values);
    assert!(best > before.values[replier.index()] - 1e-5, "{best} {:?}", before.values);
    // Against the player without locks the locked one gains no more than by the best play of all.
    let free = best_response(written, &Written(&replied.solution), replier.opponent()).value;
    assert!(free > replied.values[replier.opponent().index()] - 1e-5);
}
