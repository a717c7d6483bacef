use super::*;

#[test]
fn a_file_holds_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p");
    let read = |text: &str| {
        std::fs::write(&path, text).unwrap();
        Password::read(&path)
    };
    for good in ["open sesame", "open sesame\n", "open sesame\r\n"] {
        let password = read(good).unwrap();
        assert_eq!(password.reveal(), "open sesame");
        assert_eq!(format!("{password:?}"), "Password(..)");
    }
    for bad in ["", "\n", "sesame\nsesame\n", &"x".repeat(1025)] {
        let error = read(bad).unwrap_err();
        assert!(matches!(error, PasswordError::NotALine(_)));
        assert!(!error.to_string().contains("sesame"));
    }
    let error = Password::read(folder.path()).unwrap_err();
    assert!(matches!(error, PasswordError::Unreadable { .. }));
}
