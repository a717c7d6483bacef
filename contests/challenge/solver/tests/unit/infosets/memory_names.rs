use super::*;
use crate::infosets::Payoffs;

fn names(recipe: &str) -> Vec<Vec<String>> {
    let rules = "challenge(ranks=3,copies=2,hand_size=3)".parse().unwrap();
    let game = HandGame::new(rules, vec![Payoffs::EARLY]);
    memory_names(&game, &recipe.parse().unwrap())
}

#[test]
fn every_memory_class_has_a_name_of_its_own() {
    for recipe in ["seen", "seen+own", "all", "seen2+own+took", "all,seen2+own2", "seen+pairs+led"] {
        let names = names(recipe);
        for level in &names {
            let distinct: std::collections::HashSet<_> = level.iter().collect();
            assert_eq!(distinct.len(), level.len(), "{recipe}: {level:?}");
        }
    }
    assert_eq!(names("seen")[1], ["seen=1", "seen=2", "seen=3"]);
    assert_eq!(names("seen2+own")[1][0], "seen=1..2 own=1");
    assert!(names("all")[1].contains(&"seen1/own2/took:won/led:yes led-hand=yes".to_owned()));
}
