use super::*;
use crate::cfr::Preset;
use crate::games::{Kuhn, Leduc};
use crate::tree::Tree;

#[test]
fn every_preset_goes_on_from_its_state_to_the_same_bytes() {
    let tree = Tree::compile(&Leduc::default()).unwrap();
    for preset in Preset::for_trees() {
        let mut whole = Cfr::new(&tree, preset).planned(40);
        whole.advance(15);
        let state = whole.state();
        whole.advance(10);
        // A run with another number of iterations keeps the schedule of the first.
        let mut resumed = Cfr::new(&tree, preset).planned(1_000);
        resumed.restore(&state).unwrap();
        assert_eq!(resumed.iterations(), 15);
        resumed.advance(10);
        assert_eq!(resumed.state(), whole.state(), "{}", preset.name);
        assert_eq!(resumed.plan(), whole.plan(), "{}", preset.name);
    }
}

#[test]
fn a_state_that_no_run_can_have_is_refused_and_changes_nothing() {
    let tree = Tree::compile(&Kuhn::TWO).unwrap();
    let mut solver = Cfr::new(&tree, Preset::DCFR);
    solver.advance(7);
    let sound = solver.state();
    let mut other = Cfr::new(&tree, Preset::DCFR);
    other.advance(3);
    let before = other.state();
    for index in 0..sound.numbers.len() {
        for number in [f64::NAN, f64::INFINITY] {
            let mut damaged = sound.clone();
            damaged.numbers[index] = number;
            assert_eq!(other.restore(&damaged), Err(StateError::Numbers));
        }
    }
    for weight in [f64::NAN, 0.0, -1.0, f64::INFINITY] {
        let damaged = CfrState { weight, ..sound.clone() };
        assert_eq!(other.restore(&damaged), Err(StateError::Numbers));
    }
    let leduc = Tree::compile(&Leduc::default()).unwrap();
    let refused = Cfr::new(&leduc, Preset::DCFR).restore(&sound);
    assert!(matches!(refused, Err(StateError::Size { .. })));
    assert_eq!(other.state(), before);
    assert_eq!(other.restore(&sound), Ok(()));
}
