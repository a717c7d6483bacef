//! The words of a file: labels, numbers, braces and commas, each with its position.

use crate::error::{EfgError, Position};

/// One word of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// Letters without quotes: `EFG`, `R`, `c`.
    Word(&'a str),
    /// A label, without its quotes and escapes.
    Label(String),
    /// A word that starts like a number, not yet parsed.
    Number(&'a str),
    Open,
    Close,
    Comma,
    /// The end of the file.
    End,
    /// A character that starts no word.
    Stray(char),
}

impl Token<'_> {
    /// The token in words, for an error message.
    pub(crate) fn describe(&self) -> String {
        match self {
            Token::Word(word) => format!("'{}'", shortened(word)),
            Token::Label(label) => format!("the label {:?}", shortened(label)),
            Token::Number(text) => format!("the number {}", shortened(text)),
            Token::Open => "'{'".to_owned(),
            Token::Close => "'}'".to_owned(),
            Token::Comma => "','".to_owned(),
            Token::End => "the end of the file".to_owned(),
            Token::Stray(stray) => format!("the character {stray:?}"),
        }
    }
}

/// The first characters of a text that may be long.
pub(crate) fn shortened(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// A token and the position of its first character.
#[derive(Clone, Debug)]
pub(crate) struct Placed<'a> {
    pub(crate) token: Token<'a>,
    pub(crate) at: Position,
}

/// Cuts a text into words.
pub(crate) struct Lexer<'a> {
    text: &'a str,
    offset: usize,
    place: Position,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str) -> Lexer<'a> {
        // Some editors mark UTF-8 by an invisible first character.
        let offset = if text.starts_with('\u{feff}') { 3 } else { 0 };
        Lexer { text, offset, place: Position { line: 1, column: 1 } }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.offset..].chars().next()
    }

    fn advance(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.offset += next.len_utf8();
        self.pass(next);
        Some(next)
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.offset..];
        let taken = &rest[..rest.find(|next| !wanted(next)).unwrap_or(rest.len())];
        self.offset += taken.len();
        for letter in taken.chars() {
            self.pass(letter);
        }
        taken
    }

    /// Moves the position past a character.
    fn pass(&mut self, letter: char) {
        if letter == '\n' {
            self.place.line += 1;
            self.place.column = 1;
        } else {
            self.place.column += 1;
        }
    }

    /// The next word. At the end of the file every call returns [`Token::End`].
    pub(crate) fn next(&mut self) -> Result<Placed<'a>, EfgError> {
        self.take_while(char::is_whitespace);
        let at = self.place;
        let token = match self.peek() {
            None => Token::End,
            Some('"') => self.label(at)?,
            Some(first) if starts_number(first) => Token::Number(self.take_while(in_number)),
            Some(first) if first.is_alphabetic() => Token::Word(self.take_while(char::is_alphanumeric)),
            Some(single) => {
                self.advance();
                match single {
                    '{' => Token::Open,
                    '}' => Token::Close,
                    ',' => Token::Comma,
                    stray => Token::Stray(stray),
                }
            }
        };
        Ok(Placed { token, at })
    }

    /// Reads a label: everything up to the next quote without a backslash before it. A backslash
    /// before anything but a quote is an ordinary character, as in Gambit.
    fn label(&mut self, at: Position) -> Result<Token<'a>, EfgError> {
        self.advance();
        let mut label = String::new();
        loop {
            match self.advance() {
                None => return Err(EfgError::OpenLabel { at }),
                Some('"') => return Ok(Token::Label(label)),
                Some('\\') if self.peek() == Some('"') => {
                    self.advance();
                    label.push('"');
                }
                Some(other) => label.push(other),
            }
        }
    }
}

fn starts_number(first: char) -> bool {
    first.is_ascii_digit() || matches!(first, '+' | '-' | '.')
}

/// True for the characters of a number. Letters are among them, so that `12abc` is refused as one bad number.
fn in_number(next: char) -> bool {
    next.is_alphanumeric() || matches!(next, '+' | '-' | '.' | '/' | '_')
}

#[cfg(test)]
#[path = "../tests/unit/lexer.rs"]
mod tests;
