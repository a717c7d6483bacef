//! Arrays in the format of NumPy (version 1.0 of `.npy`): a header, then the numbers.

use std::io::{self, Write};

/// The type of the numbers of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// True or false, 1 byte.
    Bool,
    /// Signed, of this many bytes.
    Signed(usize),
    /// Unsigned, 8 bytes.
    U64,
    /// Double precision.
    F64,
    /// Text of at most this many characters, four bytes each.
    Text(usize),
}

impl Kind {
    /// The smallest signed type for numbers up to `most`, and for -1.
    pub(super) fn holding(most: i64) -> Kind {
        let fits = [(1, i64::from(i8::MAX)), (2, i64::from(i16::MAX)), (4, i64::from(i32::MAX))];
        let bytes = fits.iter().find(|&&(_, limit)| most <= limit);
        Kind::Signed(bytes.map_or(8, |&(bytes, _)| bytes))
    }

    fn description(self) -> String {
        match self {
            Kind::Bool => "|b1".to_owned(),
            Kind::Signed(1) => "|i1".to_owned(),
            Kind::Signed(bytes) => format!("<i{bytes}"),
            Kind::U64 => "<u8".to_owned(),
            Kind::F64 => "<f8".to_owned(),
            Kind::Text(characters) => format!("<U{characters}"),
        }
    }
}

/// Writes the header of an array of `count` numbers in one dimension.
pub(super) fn header(out: &mut impl Write, kind: Kind, count: u64) -> io::Result<()> {
    let description = kind.description();
    let mut text = format!("{{'descr': '{description}', 'fortran_order': False, 'shape': ({count},), }}");
    // The numbers begin at a multiple of 64 bytes. Ten bytes come before the text, and a line end after it.
    let padding = 63 - (10 + text.len()) % 64;
    text.extend(std::iter::repeat_n(' ', padding));
    text.push('\n');
    out.write_all(b"\x93NUMPY\x01\x00")?;
    out.write_all(&(text.len() as u16).to_le_bytes())?;
    out.write_all(text.as_bytes())
}

/// Writes a signed number of an array of this type.
pub(super) fn signed(out: &mut (impl Write + ?Sized), kind: Kind, value: i64) -> io::Result<()> {
    let bytes = match kind {
        Kind::Signed(bytes) => bytes,
        _ => 8,
    };
    out.write_all(&value.to_le_bytes()[..bytes])
}

/// Writes an array of texts.
pub(super) fn texts(out: &mut impl Write, texts: &[String]) -> io::Result<()> {
    let longest = texts.iter().map(|text| text.chars().count()).max();
    let longest = longest.unwrap_or(0).max(1);
    header(out, Kind::Text(longest), texts.len() as u64)?;
    for text in texts {
        let characters = text.chars().map(u32::from);
        let padded = characters.chain(std::iter::repeat(0)).take(longest);
        for character in padded {
            out.write_all(&character.to_le_bytes())?;
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "../../../tests/unit/report/rows/npy.rs"]
mod tests;
