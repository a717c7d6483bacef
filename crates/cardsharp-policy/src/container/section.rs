use std::fmt;

use bytemuck::Pod;
use serde::{Deserialize, Serialize};

/// The type of a section's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Element {
    /// Unsigned, 1 byte.
    U8,
    /// Unsigned, 2 bytes.
    U16,
    /// Unsigned, 4 bytes.
    U32,
    /// Unsigned, 8 bytes.
    U64,
    /// IEEE 754 binary32.
    F32,
    /// IEEE 754 binary64.
    F64,
}

impl Element {
    /// Bytes of one number.
    pub const fn size(self) -> u64 {
        match self {
            Element::U8 => 1,
            Element::U16 => 2,
            Element::U32 | Element::F32 => 4,
            Element::U64 | Element::F64 => 8,
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Element::U8 => "u8",
            Element::U16 => "u16",
            Element::U32 => "u32",
            Element::U64 => "u64",
            Element::F32 => "f32",
            Element::F64 => "f64",
        })
    }
}

mod sealed {
    pub trait Sealed {}
}

/// A number that a section can hold.
pub trait Scalar: Pod + sealed::Sealed {
    /// Its name in the section table.
    const ELEMENT: Element;
}

macro_rules! scalar {
    ($($type:ty => $element:ident),* $(,)?) => {$(
        impl sealed::Sealed for $type {}
        impl Scalar for $type {
            const ELEMENT: Element = Element::$element;
        }
    )*};
}

scalar!(u8 => U8, u16 => U16, u32 => U32, u64 => U64, f32 => F32, f64 => F64);

/// The encoding of a section in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Compression {
    /// The same bytes as in memory.
    None,
    /// A raw DEFLATE stream (RFC 1951).
    Deflate,
    /// An .xz stream: a fifth smaller, and some ten times as slow to write.
    Xz,
}

/// A section to be written: a name and borrowed numbers, which are not copied.
#[derive(Clone, Debug)]
pub struct Section<'a> {
    pub(super) name: &'a str,
    pub(super) element: Element,
    pub(super) parts: Vec<&'a [u8]>,
    pub(super) compression: Compression,
}

impl<'a> Section<'a> {
    /// A section of these numbers, uncompressed.
    pub fn new<T: Scalar>(name: &'a str, values: &'a [T]) -> Self {
        Self::from_parts(name, [values])
    }

    /// A section of numbers that lie in several slices. They are read back as one.
    pub fn from_parts<T: Scalar>(name: &'a str, parts: impl IntoIterator<Item = &'a [T]>) -> Self {
        Self {
            name,
            element: T::ELEMENT,
            parts: parts.into_iter().map(bytemuck::cast_slice).collect(),
            compression: Compression::None,
        }
    }

    /// The same section, to be compressed when it is written. The compressed bytes are held in memory during the write.
    #[must_use]
    pub fn compressed(mut self) -> Self {
        self.compression = Compression::Deflate;
        self
    }

    /// The same section, as small as possible if it is to be compressed: for files that are written once and
    /// carried. Writing takes several times the section in memory.
    #[must_use]
    pub fn packed(mut self) -> Self {
        if self.compression != Compression::None {
            self.compression = Compression::Xz;
        }
        self
    }

    /// The number of bytes that its numbers take in memory.
    pub(super) fn length(&self) -> u64 {
        self.parts.iter().map(|part| part.len() as u64).sum()
    }
}

/// A row of the section table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SectionEntry {
    /// Its name, which no other section of the file has.
    pub name: String,
    /// The type of its numbers.
    pub element: Element,
    /// The number of numbers.
    pub count: u64,
    /// The encoding of the numbers in the file.
    pub compression: Compression,
    /// The number of bytes in the file.
    pub stored: u64,
    /// CRC-32 of the bytes in the file.
    pub crc: u32,
}

impl SectionEntry {
    /// The number of bytes that its numbers take in memory. `None` if that number exceeds the range of `u64`.
    pub fn length(&self) -> Option<u64> {
        self.count.checked_mul(self.element.size())
    }
}
