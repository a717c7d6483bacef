//! A Digest login (RFC 7616 with MD5 and `qop=auth`, as the arena offers it): its fields, and the
//! response that both sides compute.

use std::collections::HashSet;
use std::fmt;

use md5::{Digest, Md5};

use super::login_offer::{DigestOffer, fields, quoted};

/// The hash that Digest starts from: the MD5 of `id:realm:password`. It is as good as the password
/// for its realm and is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Ha1(String);

impl fmt::Debug for Ha1 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ha1(..)")
    }
}

impl Ha1 {
    /// The hash of a player.
    pub fn of(id: &str, realm: &str, password: &str) -> Ha1 {
        Ha1(md5_hex(&format!("{id}:{realm}:{password}")))
    }

    /// Reads the written form: 32 hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Ha1> {
        let fits = text.len() == 32 && hex::decode(text).is_ok();
        fits.then(|| Ha1(text.to_ascii_lowercase()))
    }

    /// The digits, to be stored where nobody else can read them.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn md5_hex(text: &str) -> String {
    hex::encode(Md5::digest(text.as_bytes()))
}

/// A login that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MalformedDigest;

/// The fields of a Digest login. Its printed form is the value of an `Authorization` header.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct DigestLogin {
    /// The id of the login.
    pub username: String,
    /// The realm of the login.
    pub realm: String,
    /// The server's nonce.
    pub nonce: String,
    /// Path and query of the request.
    pub uri: String,
    /// The proof that the client has the password.
    pub response: String,
    /// The quality of protection, which must be `auth`.
    pub qop: String,
    /// The number of times that the nonce was used, this time included: eight hexadecimal digits.
    pub nc: String,
    /// The client's nonce.
    pub cnonce: String,
    /// The algorithm; none stands for MD5.
    pub algorithm: Option<String>,
    /// A value that the client must return unchanged.
    pub opaque: Option<String>,
}

impl fmt::Debug for DigestLogin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("DigestLogin");
        shown.field("username", &self.username);
        shown.field("uri", &self.uri).finish_non_exhaustive()
    }
}

impl DigestLogin {
    /// Reads the part of the header after `Digest`.
    ///
    /// # Errors
    ///
    /// [`MalformedDigest`] if it is no list of fields, or has a field twice.
    pub fn read(text: &str) -> Result<DigestLogin, MalformedDigest> {
        let mut login = DigestLogin::default();
        let mut seen = HashSet::new();
        for (key, value) in fields(text).ok_or(MalformedDigest)? {
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
                "opaque" => login.opaque = Some(value),
                _ => {}
            }
            if !seen.insert(key) {
                return Err(MalformedDigest);
            }
        }
        Ok(login)
    }

    /// Answers an offer for one request. `count` is the number of times that its nonce was used, this time included.
    pub fn answer(
        offer: &DigestOffer,
        username: &str,
        ha1: &Ha1,
        request: (&str, &str),
        count: u32,
        cnonce: &str,
    ) -> DigestLogin {
        let (method, uri) = request;
        let mut login = DigestLogin {
            username: username.to_owned(),
            realm: offer.realm.clone(),
            nonce: offer.nonce.clone(),
            uri: uri.to_owned(),
            response: String::new(),
            qop: "auth".to_owned(),
            nc: format!("{count:08x}"),
            cnonce: cnonce.to_owned(),
            algorithm: Some("MD5".to_owned()),
            opaque: offer.opaque.clone(),
        };
        login.response = login.expected(ha1, method);
        login
    }

    /// The number of times that the nonce was used; none if its form is wrong.
    pub fn count(&self) -> Option<u32> {
        let digits = self.nc.len() == 8 && self.nc.bytes().all(|byte| byte.is_ascii_hexdigit());
        u32::from_str_radix(&self.nc, 16).ok().filter(|_| digits)
    }

    /// The response that these fields must have (RFC 7616, 3.4.1).
    pub fn expected(&self, ha1: &Ha1, method: &str) -> String {
        let ha2 = md5_hex(&format!("{method}:{}", self.uri));
        let DigestLogin { nonce, nc, cnonce, qop, .. } = self;
        md5_hex(&format!("{}:{nonce}:{nc}:{cnonce}:{qop}:{ha2}", ha1.0))
    }
}

impl fmt::Display for DigestLogin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DigestLogin { username, realm, nonce, uri, response, qop, nc, cnonce, algorithm, opaque } = self;
        write!(
            f,
            "Digest username={}, realm={}, nonce={}, uri={}, response=\"{response}\", \
             qop={qop}, nc={nc}, cnonce={}",
            quoted(username),
            quoted(realm),
            quoted(nonce),
            quoted(uri),
            quoted(cnonce)
        )?;
        if let Some(algorithm) = algorithm {
            write!(f, ", algorithm={algorithm}")?;
        }
        match opaque {
            Some(opaque) => write!(f, ", opaque={}", quoted(opaque)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
#[path = "../../tests/unit/wire/digest.rs"]
mod tests;
