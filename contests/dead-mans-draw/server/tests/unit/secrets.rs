use super::*;

#[test]
fn a_password_is_verified_once_and_then_remembered() {
    let stored = Secrets::stored(&password_hash::make("open sesame").unwrap(), None).unwrap();
    let secrets = stored;
    assert!(!secrets.remembers("open sesame"));
    assert!(!secrets.verify("sesame"));
    assert!(secrets.verify("open sesame"));
    assert!(secrets.remembers("open sesame") && !secrets.remembers("sesame"));
    assert!(!format!("{secrets:?}").contains("sesame"));
}

#[test]
fn what_everybody_knows_needs_no_hash() {
    let secrets = Secrets::known("a", "b");
    assert!(secrets.verify("b") && !secrets.verify("c"));
    assert!(!format!("{:?}", secrets.ha1()).contains(Ha1::of("a", REALM, "b").as_str()));
}

#[test]
fn hashes_that_are_none_or_too_heavy_are_refused() {
    let stored = |hash: &str, ha1| Secrets::stored(hash, ha1).unwrap_err();
    assert_eq!(stored("plain", None), SecretError::NotArgon2);
    let bcrypt = "$2b$12$abcdefghijklmnopqrstuu";
    assert_eq!(stored(bcrypt, None), SecretError::NotArgon2);
    let good = password_hash::make("x").unwrap();
    assert_eq!(stored(&good, Some("zz")), SecretError::NotHa1);
    let heavy = good.replace("m=19456", "m=4000000");
    assert_ne!(heavy, good);
    assert_eq!(stored(&heavy, None), SecretError::TooHeavy);
}
