use super::*;

#[test]
fn arguments_do_not_contradict_each_other_and_every_command_has_an_example() {
    let mut command = describe(&[]);
    command.clone().debug_assert();
    for command in command.get_subcommands_mut() {
        let name = command.get_name().to_owned();
        let help = command.render_long_help().to_string();
        let example = format!("\n  cardsharp {name}");
        assert!(help.contains("Example") && help.contains(&example), "{help}");
    }
}

#[test]
fn a_server_must_be_named_in_one_way() {
    let parse = |line: &str| parse(line.split(' ')).is_ok();
    assert!(parse("cardsharp play challenge --host h --port 1"));
    assert!(parse("cardsharp play challenge --url http://h"));
    assert!(parse("cardsharp play tricky-eights"));
    assert!(!parse("cardsharp play challenge --host h"));
    assert!(!parse("cardsharp play challenge --host h --port 1 --url http://h"));
    assert!(!parse("cardsharp serve challenge --open --config teams.json"));
}
