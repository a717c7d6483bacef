use super::*;

#[test]
fn a_script_may_load_code_beside_it_and_no_data() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    for name in ["bot.py", "cards.py", "book.dat"] {
        std::fs::write(folder.join(name), "").unwrap();
    }
    let script = folder.join("bot.py").display().to_string();
    let words = ["sh".to_owned(), "-c".to_owned(), format!("exec x {script}")];
    let rules = Rules::of(&words, &[]);
    assert!(rules.may_read(&folder.join("bot.py")));
    assert!(rules.may_read(&folder.join("cards.py")));
    assert!(rules.may_read(&folder.join("__pycache__/cards.pyc")));
    assert!(!rules.may_read(&folder.join("book.dat")));
    assert!(!rules.may_read(&folder));
    assert_eq!(rules.listed().collect::<Vec<_>>(), [&folder]);
    assert!(rules.may_read(Path::new("/usr/lib/anything")));
    assert!(!rules.may_read(Path::new("/etc/shadow")));
    assert!(!rules.may_read(Path::new("/usrlocal")));
}

#[test]
fn dots_are_left_out() {
    assert_eq!(without_dots(Path::new("/a/./b/../../c")), Path::new("/c"));
}
