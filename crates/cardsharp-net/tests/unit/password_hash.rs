use argon2::PasswordVerifier;

use super::*;

#[test]
fn a_hash_is_of_its_password_and_of_no_other() {
    let hash = make("open sesame").unwrap();
    assert!(is_of(&hash, "open sesame") && !is_of(&hash, "sesame"));
    assert!(!hash.contains("sesame") && !is_of("open sesame", "open sesame"));
    assert_ne!(hash, make("open sesame").unwrap());
    assert!(!is_of(&hash.replace("argon2id", "argon2x"), "open sesame"));
    check_nothing("open sesame");
}

#[test]
fn hashes_are_those_of_the_library() {
    let hash = make("open sesame").unwrap();
    let parsed = PasswordHash::new(&hash).unwrap();
    let verified = Argon2::default().verify_password(b"open sesame", &parsed);
    assert!(verified.is_ok() && hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
    // Other parameters, another variant and another version than [`make`] uses.
    let others = "$argon2i$v=16$m=256,t=2,p=1$c29tZXNhbHQ$/U3YPXYsSb3q9XxHvc0MLxur+GP960kN9j7emXX8zwY";
    assert!(is_of(others, "password") && !is_of(others, "passwort"));
}
