//! Changed copies of examples.

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The longest input.
pub const MOST_BYTES: usize = 1 << 17;

/// Bytes at the limits of types, and those that syntaxes are made of.
const BYTES: &[u8] = b"\x00\x01\x7f\x80\xfe\xff\n\r\t \"\\'{}[]()<>,:;=+-./#%&?*0129aAzZnN";

/// Numbers at the limits of types.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "7",
    "13",
    "52",
    "64",
    "127",
    "128",
    "255",
    "256",
    "1023",
    "32767",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "-2147483649",
    "9007199254740993",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "0.5",
    "-0",
    "1e308",
    "1e309",
    "-1e309",
    "1e-400",
    "1e19",
    "NaN",
    "inf",
    "00",
    "0x10",
    "1/3",
    "1/0",
    "0.1e-3",
];

/// The longest span that is copied, removed or inserted.
const MOST_SPAN: usize = 64;

/// Changes an input a few times. `other` is another input, for parts of it.
pub fn mutate(input: &mut Vec<u8>, other: &[u8], words: &[&str], rng: &mut Xoshiro256PlusPlus) {
    let times = 1 + rng.random_range(0..4u32).min(rng.random_range(0..4));
    for _ in 0..times {
        mutate_once(input, other, words, rng);
    }
    input.truncate(MOST_BYTES);
}

fn mutate_once(input: &mut Vec<u8>, other: &[u8], words: &[&str], rng: &mut Xoshiro256PlusPlus) {
    match rng.random_range(0..13) {
        0 => flip(input, rng),
        1 | 2 => set(input, rng),
        3 | 4 => replace_number(input, rng),
        5 => remove(input, rng),
        6 => repeat(input, rng),
        7 => insert(input, &[BYTES.choose(rng).copied().unwrap_or_default()], rng),
        8 | 9 => insert(input, words.choose(rng).unwrap_or(&"0").as_bytes(), rng),
        10 => splice(input, other, rng),
        11 => set_word(input, rng),
        _ => cut(input, rng),
    }
}

/// A place in `input`; `None` if it is empty.
fn place(input: &[u8], rng: &mut Xoshiro256PlusPlus) -> Option<usize> {
    (!input.is_empty()).then(|| rng.random_range(0..input.len()))
}

/// The beginning and the end of a part of `input`.
fn span(input: &[u8], rng: &mut Xoshiro256PlusPlus) -> Option<(usize, usize)> {
    let from = place(input, rng)?;
    let most = (input.len() - from).min(MOST_SPAN);
    Some((from, from + rng.random_range(1..=most)))
}

fn flip(input: &mut [u8], rng: &mut Xoshiro256PlusPlus) {
    if let Some(at) = place(input, rng) {
        input[at] ^= 1 << rng.random_range(0..8);
    }
}

fn set(input: &mut [u8], rng: &mut Xoshiro256PlusPlus) {
    if let Some(at) = place(input, rng) {
        input[at] = BYTES.choose(rng).copied().unwrap_or_default();
    }
}

/// Puts a number of four or eight bytes at the limits of its type, lowest byte first.
fn set_word(input: &mut [u8], rng: &mut Xoshiro256PlusPlus) {
    let Some(at) = place(input, rng) else {
        return;
    };
    let word = [0, 1, u64::MAX, u64::MAX >> 1, 1 << 31, 1 << 32, u64::from(u32::MAX), 1 << 63];
    let word = word.choose(rng).copied().unwrap_or_default().to_le_bytes();
    let size = if rng.random() { 4 } else { 8 };
    let end = input.len().min(at + size);
    input[at..end].copy_from_slice(&word[..end - at]);
}

/// Replaces one of the numbers of a text.
fn replace_number(input: &mut Vec<u8>, rng: &mut Xoshiro256PlusPlus) {
    let Some(from) = place(input, rng) else {
        return;
    };
    let Some(first) = input[from..].iter().position(u8::is_ascii_digit) else {
        return;
    };
    let start = from + first;
    let length = input[start..].iter().position(|byte| !byte.is_ascii_digit());
    let end = length.map_or(input.len(), |length| start + length);
    let number = NUMBERS.choose(rng).unwrap_or(&"0");
    input.splice(start..end, number.bytes());
}

fn remove(input: &mut Vec<u8>, rng: &mut Xoshiro256PlusPlus) {
    if let Some((from, to)) = span(input, rng) {
        input.drain(from..to);
    }
}

/// Copies a part to another place, or many times to its own.
fn repeat(input: &mut Vec<u8>, rng: &mut Xoshiro256PlusPlus) {
    let Some((from, to)) = span(input, rng) else {
        return;
    };
    let times = if rng.random_ratio(1, 16) { 1 << rng.random_range(4..10) } else { 1 };
    let copy = input[from..to].repeat(times);
    let at = if times == 1 { rng.random_range(0..=input.len()) } else { to };
    input.splice(at..at, copy);
}

fn insert(input: &mut Vec<u8>, what: &[u8], rng: &mut Xoshiro256PlusPlus) {
    let at = rng.random_range(0..=input.len());
    let until = if rng.random() { at } else { input.len().min(at + what.len()) };
    input.splice(at..until, what.iter().copied());
}

/// Ends the input as the other one ends, or puts a part of the other one in.
fn splice(input: &mut Vec<u8>, other: &[u8], rng: &mut Xoshiro256PlusPlus) {
    let (Some(at), Some((from, to))) = (place(input, rng), span(other, rng)) else {
        return;
    };
    if rng.random() {
        input.truncate(at);
        input.extend_from_slice(&other[from..]);
    } else {
        input.splice(at..at, other[from..to].iter().copied());
    }
}

fn cut(input: &mut Vec<u8>, rng: &mut Xoshiro256PlusPlus) {
    if let Some(at) = place(input, rng) {
        input.truncate(at);
    }
}
