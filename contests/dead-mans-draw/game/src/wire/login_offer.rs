//! The ways to log in that a server offers: the values of its `WWW-Authenticate` headers (RFC 7235).

use std::fmt;

/// A way to log in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoginOffer {
    /// Basic (RFC 7617): the id and the password in plain form.
    Basic {
        /// The realm of the login.
        realm: String,
    },
    /// Digest (RFC 7616) with MD5 and `qop=auth`.
    Digest(DigestOffer),
}

/// The offer of a Digest login.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DigestOffer {
    /// The realm of the login.
    pub realm: String,
    /// The server's nonce.
    pub nonce: String,
    /// A value that the client must return unchanged.
    pub opaque: Option<String>,
    /// True if the last login was right except for its nonce, which has expired.
    pub stale: bool,
}

impl LoginOffer {
    /// Reads a header, which may contain several offers. Offers that this client cannot use are
    /// left out: other schemes, other algorithms, Digest without `qop=auth`.
    pub fn read(header: &str) -> Vec<LoginOffer> {
        let offers = challenges(header);
        offers.iter().filter_map(LoginOffer::of).collect()
    }

    fn of((scheme, parameters): &(&str, String)) -> Option<LoginOffer> {
        let fields = fields(parameters)?;
        let field = |wanted: &str| {
            let found = fields.iter().find(|(key, _)| key == wanted);
            found.map(|(_, value)| value.clone())
        };
        let realm = field("realm").unwrap_or_default();
        if scheme.eq_ignore_ascii_case("basic") {
            return Some(LoginOffer::Basic { realm });
        }
        let is = |key, word: &str| {
            field(key).is_some_and(|value| {
                let mut words = value.split(',');
                words.any(|one| one.trim().eq_ignore_ascii_case(word))
            })
        };
        let md5 = field("algorithm").is_none() || is("algorithm", "MD5");
        if !scheme.eq_ignore_ascii_case("digest") || !md5 || !is("qop", "auth") {
            return None;
        }
        Some(LoginOffer::Digest(DigestOffer {
            realm,
            nonce: field("nonce")?,
            opaque: field("opaque"),
            stale: is("stale", "true"),
        }))
    }
}

impl fmt::Display for LoginOffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offer = match self {
            LoginOffer::Basic { realm } => {
                return write!(f, "Basic realm={}, charset=\"UTF-8\"", quoted(realm));
            }
            LoginOffer::Digest(offer) => offer,
        };
        let (realm, nonce) = (quoted(&offer.realm), quoted(&offer.nonce));
        write!(f, "Digest realm={realm}, nonce={nonce}, algorithm=MD5, qop=\"auth\"")?;
        if let Some(opaque) = &offer.opaque {
            write!(f, ", opaque={}", quoted(opaque))?;
        }
        if offer.stale { f.write_str(", stale=true") } else { Ok(()) }
    }
}

/// The schemes of a header, each with its parameters. A piece between commas begins the next scheme
/// if it consists of one word or begins with two.
fn challenges(header: &str) -> Vec<(&str, String)> {
    let mut found: Vec<(&str, String)> = Vec::new();
    for piece in pieces(header) {
        let word = piece.find(['=', ' ', '\t']).unwrap_or(piece.len());
        let (first, rest) = piece.split_at(word);
        let rest = rest.trim_start();
        match found.last_mut() {
            Some((_, parameters)) if rest.starts_with('=') => {
                parameters.push(',');
                parameters.push_str(piece);
            }
            _ => found.push((first, rest.to_owned())),
        }
    }
    found
}

/// The pieces between commas outside of quotes.
fn pieces(header: &str) -> impl Iterator<Item = &str> {
    let (mut inside, mut escaped) = (false, false);
    let ends = move |character: char| {
        let comma = character == ',' && !inside;
        if character == '"' && !escaped {
            inside = !inside;
        }
        escaped = inside && character == '\\' && !escaped;
        comma
    };
    let pieces = header.split(ends).map(str::trim);
    pieces.filter(|piece| !piece.is_empty())
}

/// Reads `key=value` and `key="value"` pairs separated by commas, and converts the keys to lower
/// case; none for any other text.
pub(super) fn fields(text: &str) -> Option<Vec<(String, String)>> {
    let mut fields = Vec::new();
    let mut rest = text.trim_start_matches([' ', ',']);
    while !rest.is_empty() {
        let (key, after) = rest.split_once('=')?;
        let token = |character: char| character.is_ascii_alphanumeric() || "-_".contains(character);
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

/// The text up to the closing quote, without its backslashes, and the text after the quote.
fn quoted_string(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut letters = text.char_indices();
    while let Some((index, letter)) = letters.next() {
        match letter {
            '"' => return Some((value, &text[index + 1..])),
            '\\' => value.push(letters.next()?.1),
            _ => value.push(letter),
        }
    }
    None
}

/// A text in quotes.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        if matches!(letter, '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(letter);
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
#[path = "../../tests/unit/wire/login_offer.rs"]
mod tests;
