use super::*;

#[test]
fn two_do_not_hold_one_lock_and_it_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.csv");
    let first = Lock::on(&path).unwrap();
    let said = Lock::on(&path).unwrap_err().to_string();
    assert!(said.contains("a.csv is being written by another run"), "{said}");
    drop(first);
    drop(Lock::on(&path).unwrap());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn only_what_would_be_lost_is_in_the_way() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.csv");
    assert!(claim(std::slice::from_ref(&path), false).is_ok());
    fs::write(&path, "").unwrap();
    assert!(claim(std::slice::from_ref(&path), false).is_ok());
    fs::write(&path, "a result").unwrap();
    let said = claim(std::slice::from_ref(&path), false).unwrap_err();
    assert!(said.to_string().contains("--force"), "{said}");
    assert!(claim(std::slice::from_ref(&path), true).is_ok());
    let twice = [path.clone(), path];
    assert!(matches!(claim(&twice, true), Err(ClaimError::Twice { .. })));
    assert!(claim(&[PathBuf::from("/dev/null")], false).is_ok());
}
