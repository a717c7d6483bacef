//! Games that are stored as their trees.
#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.
use cardsharp_solvers::built::{BuildError, BuiltGame, GameBuilder};
use cardsharp_solvers::contract::{self, CheckOptions};
use cardsharp_solvers::game::{Game, Player, Turn};
use cardsharp_solvers::games::Leduc;

#[test]
fn a_copy_is_the_same_game() {
    let (game, built) = (Leduc::default(), BuiltGame::of(&Leduc::default(), 9457));
    let built = built.unwrap();
    assert!(BuiltGame::of(&game, 9456).is_none());
    let options = CheckOptions::default();
    let [here, there] = [contract::check(&game, &options).unwrap(), contract::check(&built, &options).unwrap()];
    assert_eq!((here.histories, here.infosets), (9457, there.infosets));
    assert_eq!(built.nodes(), 9457);
    assert_eq!(built.check_perfect_recall(), Ok(()));
    #[cfg(feature = "efg")]
    {
        // Fractions are not built: the file of the copy has decimal numbers, and the same game.
        let mut file = Vec::new();
        cardsharp_solvers::efg::write(&built, "leduc", &mut file).unwrap();
        let file = cardsharp_solvers::efg::EfgGame::parse_bytes(&file).unwrap();
        assert_eq!(file.nodes(), 9457);
    }
}

#[test]
fn every_node_is_found_by_its_path() {
    let built = BuiltGame::of(&Leduc::default(), 10_000).unwrap();
    let mut open = vec![(Leduc::default().root(), built.root())];
    while let Some((state, node)) = open.pop() {
        let path = built.path(node);
        let steps: Vec<String> = path.iter().map(|(_, name)| (*name).to_owned()).collect();
        assert_eq!(built.walk(&steps), Ok(node), "{steps:?}");
        let turn = built.turn(&node);
        assert_eq!(turn, Leduc::default().turn(&state));
        if let Turn::Decision { .. } = turn {
            assert_eq!(built.infoset(&node), Leduc::default().infoset(&state));
        }
        for (index, child) in built.children(node).enumerate() {
            open.push((Leduc::default().child(&state, index), child));
        }
    }
    let (root, first) = (built.root(), built.names(built.root())[0].clone());
    let stopped = built.walk(&[first, "fly".to_owned()]);
    assert_eq!(stopped, Err((1, built.child(&root, 0))));
}

#[test]
fn faults_are_named() {
    let names = |count: usize| (0..count).map(|name| name.to_string()).collect();
    let mut builder = GameBuilder::new(2);
    assert!(matches!(
        builder.infoset(Player::new(2), "x".into(), names(1)),
        Err(BuildError::NoSuchPlayer { players: 2, .. })
    ));
    assert!(matches!(builder.infoset(Player::ZERO, "x".into(), names(0)), Err(BuildError::NoAction { .. })));
    let uneven = builder.event(names(2), &[1.0]);
    assert!(matches!(uneven, Err(BuildError::Outcomes { .. })));
    for wrong in [[0.5, 0.4], [1.0, 0.0], [1.5, -0.5], [f64::NAN, 0.5]] {
        let wrong = builder.event(names(2), &wrong);
        assert!(matches!(wrong, Err(BuildError::Probabilities { .. })));
    }
    let coin = builder.event(names(2), &[0.5, 0.5]).unwrap();
    builder.chance(coin).unwrap();
    assert!(matches!(builder.terminal(&[1.0, f64::INFINITY]), Err(BuildError::NotFinite { player: 1, .. })));
    assert!(matches!(builder.terminal(&[1.0]), Err(BuildError::Payoffs { payoffs: 1, .. })));
    builder.terminal(&[1.0, -1.0]).unwrap();
    builder.terminal(&[-1.0, 1.0]).unwrap();
    assert_eq!(builder.terminal(&[0.0, 0.0]), Err(BuildError::Complete));
    let mut builder = GameBuilder::new(2);
    let coin = builder.event(names(2), &[0.5, 0.5]).unwrap();
    builder.chance(coin).unwrap();
    let missing = builder.finish().map(|_| ());
    assert_eq!(missing, Err(BuildError::Incomplete { missing: 2 }));
    let empty = GameBuilder::new(2).finish().map(|_| ());
    assert_eq!(empty, Err(BuildError::Incomplete { missing: 1 }));
}
