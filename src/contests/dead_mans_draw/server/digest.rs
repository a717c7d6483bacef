//! The fields of a Digest login, and whether they are right (RFC 7616 with MD5 and `qop=auth`).

use super::secrets::{Ha1, md5_hex, same};
use crate::contests::dead_mans_draw::wire::REALM;

/// Why a Digest login is not good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DigestFault {
    /// A field is missing or cannot be read, or something was asked for that is not offered.
    Malformed,
    /// The response is another, or was made for another request.
    Wrong,
}

/// The fields of a Digest login.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DigestLogin {
    pub(super) username: String,
    realm: String,
    pub(super) nonce: String,
    uri: String,
    response: String,
    qop: String,
    /// The count as it was written, eight hexadecimal digits.
    nc: String,
    pub(super) count: u32,
    cnonce: String,
    algorithm: Option<String>,
}

impl DigestLogin {
    pub(super) fn read(text: &str) -> Result<DigestLogin, DigestFault> {
        let mut login = DigestLogin::default();
        let mut seen = Vec::new();
        for (key, value) in fields(text).ok_or(DigestFault::Malformed)? {
            if seen.contains(&key) {
                return Err(DigestFault::Malformed);
            }
            match key.as_str() {
                "username" => login.username = value,
                "realm" => login.realm = value,
                "nonce" => login.nonce = value,
                "uri" => login.uri = value,
                "response" => login.response = value.to_ascii_lowercase(),
                "qop" => login.qop = value,
                "nc" => login.nc = value,
                "cnonce" => login.cnonce = value,
                "algorithm" => login.algorithm = Some(value),
                _ => {}
            }
            seen.push(key);
        }
        let digits = login.nc.len() == 8 && login.nc.bytes().all(|sign| sign.is_ascii_hexdigit());
        login.count = match u32::from_str_radix(&login.nc, 16) {
            Ok(count) if digits => count,
            _ => return Err(DigestFault::Malformed),
        };
        Ok(login)
    }

    /// Whether it was made with this secret for this request.
    pub(super) fn check(&self, ha1: &Ha1, method: &str, target: &str) -> Result<(), DigestFault> {
        let md5 = |algorithm: &str| algorithm.eq_ignore_ascii_case("md5");
        if self.qop != "auth" || !self.algorithm.as_deref().is_none_or(md5) {
            return Err(DigestFault::Malformed);
        }
        let ha2 = md5_hex(&format!("{method}:{}", self.uri));
        let DigestLogin {
            nonce,
            nc,
            cnonce,
            qop,
            ..
        } = self;
        let whole = format!("{}:{nonce}:{nc}:{cnonce}:{qop}:{ha2}", ha1.as_str());
        let right = same(&self.response, &md5_hex(&whole));
        match right && self.realm == REALM && self.uri == target {
            true => Ok(()),
            false => Err(DigestFault::Wrong),
        }
    }
}

/// `key=value` and `key="value"` with commas between; none if it is anything else.
fn fields(text: &str) -> Option<Vec<(String, String)>> {
    let mut fields = Vec::new();
    let mut rest = text.trim_start_matches([' ', ',']);
    while !rest.is_empty() {
        let (key, after) = rest.split_once('=')?;
        let token = |sign: char| sign.is_ascii_alphanumeric() || "-_".contains(sign);
        let key = key.trim();
        if !key.chars().all(token) {
            return None;
        }
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted_string(quoted)?,
            None => {
                let end = after.find(',').unwrap_or(after.len());
                (after[..end].trim().to_owned(), &after[end..])
            }
        };
        fields.push((key.to_ascii_lowercase(), value));
        let after = after.trim_start();
        if !after.is_empty() && !after.starts_with(',') {
            return None;
        }
        rest = after.trim_start_matches([' ', '\t', ',']);
    }
    Some(fields)
}

/// What stands up to the closing quote, without the backslashes, and what follows.
fn quoted_string(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut letters = text.char_indices();
    while let Some((place, letter)) = letters.next() {
        match letter {
            '"' => return Some((value, &text[place + 1..])),
            '\\' => value.push(letters.next()?.1),
            _ => value.push(letter),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLE: &str = r#"username="7", realm="SLCEE-2023-PC", nonce="n", uri="//api/whoami?x=1",
        qop=auth, nc=00000001, cnonce="0a4f", response="RESPONSE", opaque="a\"b, c""#;

    /// The response, worked out by the formula of the RFC.
    fn example() -> String {
        let ha1 = md5_hex("7:SLCEE-2023-PC:secret");
        let ha2 = md5_hex("GET://api/whoami?x=1");
        let response = md5_hex(&format!("{ha1}:n:00000001:0a4f:auth:{ha2}"));
        EXAMPLE.replace("RESPONSE", &response)
    }

    #[test]
    fn md5_is_the_one_of_the_rfc() {
        assert_eq!(md5_hex("abc"), "900150983cd24fb0d6963f7d28e17f72");
        // RFC 7616, 3.9.1.
        let ha1 = md5_hex("Mufasa:http-auth@example.org:Circle of Life");
        let ha2 = md5_hex("GET:/dir/index.html");
        let nonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v";
        let cnonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ";
        let whole = format!("{ha1}:{nonce}:00000001:{cnonce}:auth:{ha2}");
        assert_eq!(md5_hex(&whole), "8ca523f5e9506fed4657c9700eebdbec");
    }

    #[test]
    fn a_login_is_good_for_its_request_only() {
        let login = DigestLogin::read(&example()).unwrap();
        assert_eq!((login.username.as_str(), login.count), ("7", 1));
        let check = |login: &DigestLogin, password, method, target| {
            login.check(&Ha1::of("7", password), method, target)
        };
        let target = "//api/whoami?x=1";
        assert_eq!(check(&login, "secret", "GET", target), Ok(()));
        let wrong = Err(DigestFault::Wrong);
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
            let read = DigestLogin::read(&text);
            let fault = read
                .and_then(|login| login.check(&Ha1::of("7", "secret"), "GET", "//api/whoami?x=1"));
            assert_eq!(fault, Err(DigestFault::Malformed), "{text}");
        }
    }
}
