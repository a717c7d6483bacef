use super::*;

fn digest(nonce: &str, stale: bool) -> LoginOffer {
    LoginOffer::Digest(DigestOffer { realm: "r, \"x\"".to_owned(), nonce: nonce.to_owned(), opaque: None, stale })
}

#[test]
fn what_is_written_is_read() {
    let realm = "SLCEE-2023-PC".to_owned();
    for offer in [digest("n", true), digest("m", false), LoginOffer::Basic { realm }] {
        assert_eq!(LoginOffer::read(&offer.to_string()), [offer]);
    }
}

#[test]
fn one_header_may_hold_several() {
    let both = format!("Negotiate, basic realm=a , {}", digest("n", false));
    let basic = LoginOffer::Basic { realm: "a".to_owned() };
    assert_eq!(LoginOffer::read(&both), [basic, digest("n", false)]);
}

#[test]
fn what_cannot_be_taken_up_is_left_out() {
    for header in [
        "",
        ",,",
        "Bearer realm=\"x\"",
        "Digest realm=\"r\", nonce=\"n\", algorithm=SHA-256, qop=\"auth\"",
        "Digest realm=\"r\", nonce=\"n\", qop=\"auth-int\"",
        "Digest realm=\"r\", qop=\"auth\"",
        "Digest realm=\"r\", nonce=\"n",
    ] {
        assert_eq!(LoginOffer::read(header), [], "{header}");
    }
    let two = "Digest realm=\"r\", nonce=\"n\", qop=\"auth-int, auth\"";
    assert_eq!(LoginOffer::read(two).len(), 1);
}
