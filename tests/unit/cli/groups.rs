use super::*;
use crate::cli::commands;

#[test]
fn every_command_in_a_group_is_one_of_the_program() {
    let all = commands();
    for name in GROUPS.iter().flat_map(|(_, names)| *names) {
        assert!(all.iter().any(|one| one == name), "{name}");
    }
}
