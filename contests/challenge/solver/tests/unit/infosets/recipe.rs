use super::*;

#[test]
fn a_recipe_is_read_trick_by_trick() {
    let recipe: Recipe = "all,seen+own4+pairs,seen".parse().unwrap();
    assert_eq!(recipe.keeps(0), Keeps::ALL);
    assert_eq!(recipe.keeps(1), Keeps::ALL);
    let two = recipe.keeps(2);
    assert_eq!((two.theirs, two.own), (Grain::Exact, Grain::Groups(4)));
    assert!(two.pairs && !two.order && !two.led);
    for over in 3..5 {
        assert_eq!(recipe.keeps(over).theirs, Grain::Exact);
        assert_eq!(recipe.keeps(over).own, Grain::Nothing);
    }
    assert_eq!(recipe.to_string(), "all,seen+own4+pairs,seen");
}

#[test]
fn what_says_nothing_and_what_is_regained_is_refused() {
    for name in ["", "none", "seen+", "seen1", "own0", "seen,", "own-3"] {
        let error = name.parse::<Recipe>().unwrap_err();
        assert_eq!(error, RecipeError::Unknown(name.to_owned()));
    }
    for name in ["tricks,seen", "seen4,seen3", "own3,own", "seen,seen+order"] {
        let error = name.parse::<Recipe>().unwrap_err();
        assert_eq!(error, RecipeError::Regained(name.to_owned()));
    }
    assert!("seen6+own,seen3+own4,tricks".parse::<Recipe>().is_ok());
}

#[test]
fn groups_are_neighbours_of_nearly_equal_size() {
    let groups = |grain: Grain| (1..=13).map(|rank| grain.symbol(rank, 13)).collect();
    let found: Vec<u16> = groups(Grain::Groups(4));
    assert_eq!(found, [0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
    let found: Vec<u16> = groups(Grain::Nothing);
    assert_eq!(found, [0; 13]);
    let found: Vec<u16> = groups(Grain::Exact);
    assert_eq!(found, (0..13).collect::<Vec<_>>());
    assert_eq!(Grain::Groups(7).symbols(3), 3);
}
