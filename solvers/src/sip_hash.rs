//! SipHash-2-4 with the key 0: J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF",
//! INDOCRYPT 2012.
//!
//! The standard library deprecates its hasher of this name, which takes twice as long for short keys,
//! and may change the output of the one that succeeds it.

use std::hash::Hasher;

/// The hash of the bytes so far.
pub(crate) struct SipHash {
    state: [u64; 4],
    /// The bytes after the last whole word, the first one lowest.
    tail: u64,
    length: usize,
}

impl SipHash {
    pub(crate) const NEW: SipHash = SipHash {
        // "somepseudorandomlygeneratedbytes"
        state: [
            0x736f_6d65_7073_6575,
            0x646f_7261_6e64_6f6d,
            0x6c79_6765_6e65_7261,
            0x7465_6462_7974_6573,
        ],
        tail: 0,
        length: 0,
    };

    /// Adds the lowest `count` bytes of a word, whose others are 0.
    #[inline]
    fn push(&mut self, word: u64, count: usize) {
        let waiting = self.length % 8;
        self.length += count;
        self.tail |= word << (8 * waiting);
        if waiting + count >= 8 {
            self.state = compressed(self.state, self.tail);
            self.tail = word.checked_shr(64 - 8 * waiting as u32).unwrap_or(0);
        }
    }
}

impl Hasher for SipHash {
    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.push(number.into(), 1);
    }
    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.push(number.into(), 4);
    }
    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.push(number, 8);
    }
    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.push(number as u64, size_of::<usize>());
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.push(u64::from_le_bytes(*word), 8);
        }
        let last = rest.iter().rev();
        let last = last.fold(0, |word, &byte| word << 8 | u64::from(byte));
        self.push(last, rest.len());
    }

    #[inline]
    fn finish(&self) -> u64 {
        let last = (self.length as u64) << 56 | self.tail;
        let [a, b, c, d] = compressed(self.state, last);
        let end = (0..4).fold([a, b, c ^ 0xff, d], |state, _| sip_round(state));
        end[0] ^ end[1] ^ end[2] ^ end[3]
    }
}

#[inline]
fn compressed([a, b, c, d]: [u64; 4], word: u64) -> [u64; 4] {
    let [a, b, c, d] = sip_round(sip_round([a, b, c, d ^ word]));
    [a ^ word, b, c, d]
}

#[inline]
fn sip_round([mut a, mut b, mut c, mut d]: [u64; 4]) -> [u64; 4] {
    (a, c) = (a.wrapping_add(b), c.wrapping_add(d));
    (b, d) = (b.rotate_left(13) ^ a, d.rotate_left(16) ^ c);
    (c, a) = (c.wrapping_add(b), a.rotate_left(32).wrapping_add(d));
    (b, d) = (b.rotate_left(17) ^ c, d.rotate_left(21) ^ a);
    [a, b, c.rotate_left(32), d]
}
