use super::*;

const EXAMPLE: &str = r#"username="7", realm="SLCEE-2023-PC", nonce="n", uri="//api/whoami?x=1",
        qop=auth, nc=00000001, cnonce="0a4f", response="RESPONSE", opaque="a\"b, c""#;

fn example() -> String {
    let login = DigestLogin::read(EXAMPLE).unwrap();
    let response = login.expected(&Ha1::of("7", REALM, "secret"), "GET");
    EXAMPLE.replace("RESPONSE", &response)
}

#[test]
fn a_login_is_good_for_its_request_only() {
    let login = DigestLogin::read(&example()).unwrap();
    assert_eq!((login.username.as_str(), login.count()), ("7", Some(1)));
    let check = |login: &DigestLogin, password, method, target| {
        let request = LoginRequest { authorization: None, method, target, address: [127, 0, 0, 1].into() };
        super::check(login, &Ha1::of("7", REALM, password), request)
    };
    let target = "//api/whoami?x=1";
    assert_eq!(check(&login, "secret", "GET", target), Ok(1));
    let wrong = Err(LoginFault::Wrong);
    assert_eq!(check(&login, "secret", "POST", target), wrong);
    assert_eq!(check(&login, "secret", "GET", "/api/whoami?x=1"), wrong);
    assert_eq!(check(&login, "other", "GET", target), wrong);
    let mut other = login.clone();
    other.nonce.push('x');
    assert_eq!(check(&other, "secret", "GET", target), wrong);
}

#[test]
fn what_is_not_offered_is_refused() {
    for (from, to) in [
        ("qop=auth", "qop=auth-int"),
        ("qop=auth, nc=00000001,", ""),
        ("nc=00000001", "nc=1"),
        ("nc=00000001", "nc=+0000001"),
        ("qop=auth", "qop=auth, algorithm=SHA-256"),
        ("username=\"7\"", "username=\"7\", username=\"8\""),
        ("cnonce=\"0a4f\"", "cnonce=\"0a4f"),
        ("realm=", "realm"),
    ] {
        let text = example().replace(from, to);
        let request = LoginRequest {
            authorization: None,
            method: "GET",
            target: "//api/whoami?x=1",
            address: [127, 0, 0, 1].into(),
        };
        let read = DigestLogin::read(&text).map_err(|_| LoginFault::Malformed);
        let ha1 = Ha1::of("7", REALM, "secret");
        let fault = read.and_then(|login| check(&login, &ha1, request));
        assert_eq!(fault, Err(LoginFault::Malformed), "{text}");
    }
}
