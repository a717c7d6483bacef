//! The parts that Rust's own library lacks for this contest: JSON, and HTTP without TLS. A bot need not change it.
#![allow(dead_code)]

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{Error, ErrorKind, Read, Result, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A value of JSON. What is absent is null.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

fn malformed(what: &str) -> Error {
    Error::new(ErrorKind::InvalidData, what)
}

impl Json {
    pub fn read(text: &str) -> Result<Json> {
        let mut reader = Reader { text: text.as_bytes(), at: 0 };
        let value = reader.value(0)?;
        match reader.peek() {
            0 => Ok(value),
            _ => Err(malformed("text after JSON")),
        }
    }

    pub fn get(&self, key: &str) -> &Json {
        let found = self.fields().iter().find(|(name, _)| name == key);
        found.map_or(&Json::Null, |(_, value)| value)
    }

    pub fn is_null(&self) -> bool {
        *self == Json::Null
    }

    pub fn is_true(&self) -> bool {
        *self == Json::Bool(true)
    }

    pub fn integer(&self) -> i64 {
        if let Json::Number(number) = self { *number as i64 } else { 0 }
    }

    pub fn text(&self) -> &str {
        if let Json::Text(text) = self { text } else { "" }
    }

    pub fn list(&self) -> &[Json] {
        if let Json::List(list) = self { list } else { &[] }
    }

    pub fn fields(&self) -> &[(String, Json)] {
        if let Json::Object(fields) = self { fields } else { &[] }
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    /// The next byte that is not a space, or 0 at the end.
    fn peek(&mut self) -> u8 {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn skip(&mut self, wanted: u8) -> bool {
        let found = self.peek() == wanted;
        self.at += usize::from(found);
        found
    }

    fn want(&mut self, wanted: u8) -> Result<()> {
        if self.skip(wanted) {
            return Ok(());
        }
        Err(malformed(&format!("JSON without {}", wanted as char)))
    }

    fn value(&mut self, depth: usize) -> Result<Json> {
        if depth > 100 {
            return Err(malformed("JSON is nested too deeply"));
        }
        match self.peek() {
            b'"' => Ok(Json::Text(self.string()?)),
            b'[' => {
                let mut list = Vec::new();
                self.at += 1;
                if !self.skip(b']') {
                    list.push(self.value(depth + 1)?);
                    while self.skip(b',') {
                        list.push(self.value(depth + 1)?);
                    }
                    self.want(b']')?;
                }
                Ok(Json::List(list))
            }
            b'{' => {
                let mut fields = Vec::new();
                self.at += 1;
                if !self.skip(b'}') {
                    loop {
                        let key = self.string()?;
                        self.want(b':')?;
                        fields.push((key, self.value(depth + 1)?));
                        if !self.skip(b',') {
                            break;
                        }
                    }
                    self.want(b'}')?;
                }
                Ok(Json::Object(fields))
            }
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<Json> {
        let rest = &self.text[self.at..];
        let end = rest.iter().position(|byte| b",]} \t\r\n".contains(byte)).unwrap_or(rest.len());
        self.at += end;
        let word = String::from_utf8_lossy(&rest[..end]);
        match &*word {
            "null" => Ok(Json::Null),
            "true" => Ok(Json::Bool(true)),
            "false" => Ok(Json::Bool(false)),
            number => number.parse().map(Json::Number).map_err(|_| malformed("no JSON")),
        }
    }

    fn byte(&mut self) -> Result<u8> {
        let byte = self.text.get(self.at).copied();
        self.at += 1;
        byte.ok_or_else(|| malformed("JSON ends in a text"))
    }

    fn string(&mut self) -> Result<String> {
        self.want(b'"')?;
        let mut bytes = Vec::new();
        loop {
            match self.byte()? {
                b'"' => return String::from_utf8(bytes).map_err(|_| malformed("no UTF-8")),
                b'\\' => {
                    let letter = self.escaped()?;
                    bytes.extend(letter.encode_utf8(&mut [0; 4]).bytes());
                }
                byte => bytes.push(byte),
            }
        }
    }

    fn escaped(&mut self) -> Result<char> {
        Ok(match self.byte()? {
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let mut units = vec![self.unit()?];
                if (0xD800..0xDC00).contains(&units[0]) && self.text[self.at..].starts_with(b"\\u") {
                    self.at += 2;
                    units.push(self.unit()?);
                }
                let letter = char::decode_utf16(units).next();
                letter.and_then(|letter| letter.ok()).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            byte => byte as char,
        })
    }

    fn unit(&mut self) -> Result<u16> {
        let digits = self.text.get(self.at..self.at + 4).and_then(|digits| std::str::from_utf8(digits).ok());
        self.at += 4;
        let unit = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok());
        unit.ok_or_else(|| malformed("no letter in JSON"))
    }
}

/// A text as JSON.
pub fn quoted(text: &str) -> String {
    let mut result = String::from("\"");
    for letter in text.chars().filter(|letter| !letter.is_control()) {
        if letter == '"' || letter == '\\' {
            result.push('\\');
        }
        result.push(letter);
    }
    result + "\""
}

/// The status and the body of an answer over HTTP, from an address such as http://127.0.0.1:8080. `headers` are whole
/// lines, each with its "\r\n".
pub fn ask(url: &str, method: &str, path: &str, headers: &str, body: &str) -> Result<(u16, String)> {
    let address = url.strip_prefix("http://");
    let address = address.unwrap_or_else(|| panic!("no address of a server with http: {url}"));
    let (host, base) = address.split_at(address.find('/').unwrap_or(address.len()));
    let base = base.trim_end_matches('/');
    let port = if host.contains(':') { "" } else { ":80" };
    let mut connection = TcpStream::connect(format!("{host}{port}"))?;
    connection.set_read_timeout(Some(Duration::from_secs(60)))?;
    let length = body.len();
    let request = format!(
        "{method} {base}{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n{headers}\r\n{body}"
    );
    connection.write_all(request.as_bytes())?;
    let mut answer = String::new();
    connection.read_to_string(&mut answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(|| malformed("the answer is cut off"))?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| malformed("no HTTP"))?;
    let chunked = head.to_lowercase().contains("transfer-encoding: chunked");
    Ok((status, if chunked { unchunked(body)? } else { body.to_owned() }))
}

fn unchunked(mut text: &str) -> Result<String> {
    let cut_off = || malformed("the answer is cut off");
    let mut body = String::new();
    loop {
        let (length, rest) = text.split_once("\r\n").ok_or_else(cut_off)?;
        let length = usize::from_str_radix(length.trim(), 16).map_err(|_| cut_off())?;
        if length == 0 {
            return Ok(body);
        }
        body += rest.get(..length).ok_or_else(cut_off)?;
        text = rest.get(length + 2..).ok_or_else(cut_off)?;
    }
}

pub fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut result = String::new();
    for group in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, index| bits << 8 | group.get(index).copied().unwrap_or(0) as usize);
        for index in 0..4 {
            let letter = LETTERS[bits >> (18 - 6 * index) & 63];
            result.push(if index <= group.len() { letter as char } else { '=' });
        }
    }
    result
}

/// A random number below `bound`. The standard library has no other source of chance.
pub fn random_below(bound: usize) -> usize {
    RandomState::new().build_hasher().finish() as usize % bound
}

/// One of the values of a list that is not empty.
pub fn one_of<T>(list: &[T]) -> &T {
    &list[random_below(list.len())]
}
