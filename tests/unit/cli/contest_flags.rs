use std::ffi::OsString;

use clap::Arg;

use super::*;

#[test]
fn the_value_of_a_flag_is_no_argument() {
    let data = Arg::new("data").long("data").visible_alias("folder");
    let open = Arg::new("open").long("open");
    let command = Command::new("serve").arg(data).arg(open.action(clap::ArgAction::SetTrue));
    let first = |line: &str| {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        first_argument(&command, &words).map(str::to_owned)
    };
    assert_eq!(first("--data a --open b c").as_deref(), Some("b"));
    assert_eq!(first("--folder=a b").as_deref(), Some("b"));
    assert_eq!(first("--folder a"), None);
    assert_eq!(first("--open -- a"), None);
}
