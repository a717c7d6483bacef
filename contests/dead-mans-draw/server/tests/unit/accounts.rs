use super::*;

fn entry(id: &str) -> AccountEntry {
    AccountEntry {
        id: id.to_owned(),
        name: None,
        email: None,
        role: Role::Player,
        password: "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$wl4oLZLHYsP7qLf2VbmAUA".to_owned(),
        digest: None,
    }
}

#[test]
fn every_fault_of_a_table_has_its_name() {
    let fails = |entries: Vec<AccountEntry>| Accounts::new(entries).unwrap_err().to_string();
    assert!(fails(vec![entry("a:b")]).contains("`a:b` cannot be an id"));
    assert!(fails(vec![entry("")]).contains("cannot be an id"));
    assert!(fails(vec![entry("a"), entry("a")]).contains("the id a is taken"));
    assert!(fails(vec![entry(DUMMY_ID)]).contains("is taken"));
    let plain = AccountEntry { password: "secret".to_owned(), ..entry("a") };
    let error = fails(vec![plain]);
    assert!(error.contains("player a") && !error.contains("secret"), "{error}");
    let digest = AccountEntry { digest: Some("abc".to_owned()), ..entry("a") };
    assert!(fails(vec![digest]).contains("player a"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("players.json");
    assert!(matches!(Accounts::from_file(&path), Err(AccountsError::Unreadable { .. })));
    std::fs::write(&path, r#"{"players": [{"id": "a", "pass": "x"}]}"#).unwrap();
    let error = Accounts::from_file(&path).unwrap_err();
    assert!(matches!(error, AccountsError::Malformed { .. }), "{error}");
}

#[test]
fn everybody_has_a_name() {
    let accounts = Accounts::new(vec![entry("a")]).unwrap();
    assert_eq!(accounts.name_of("a"), "a");
    assert_eq!(accounts.name_of("gone"), "gone");
    assert_eq!(accounts.records().len(), 2);
    assert!(accounts.find(DUMMY_ID).unwrap().is_dummy());
    assert_eq!(Accounts::practice().admins().count(), 1);
}
