use super::*;

#[test]
fn a_task_is_a_wave_after_those_that_it_needs() {
    assert_eq!(waves(&example()), [vec![0, 1], vec![2]]);
}
