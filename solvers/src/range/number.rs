//! The types in which regrets and sums of strategies are stored.

/// A stored number. Arithmetic is done in `f32`.
pub trait Number: Copy + Default + Send + Sync + std::fmt::Debug + 'static {
    /// The name of the type in checkpoints.
    const NAME: &'static str;

    /// The stored value.
    fn load(self) -> f32;

    /// The number to store for `value`. `random` has 32 random bits, for types that round.
    fn store(value: f32, random: u32) -> Self;

    /// The bytes of a list of numbers, lowest byte first, appended to `out`.
    fn write(numbers: &[Self], out: &mut Vec<u8>);

    /// Reads `out.len()` numbers from the beginning of `bytes`, which must be long enough.
    fn read(bytes: &[u8], out: &mut [Self]);
}

impl Number for f32 {
    const NAME: &'static str = "f32";

    #[inline(always)]
    fn load(self) -> f32 {
        self
    }

    #[inline(always)]
    fn store(value: f32, _random: u32) -> f32 {
        value
    }

    fn write(numbers: &[f32], out: &mut Vec<u8>) {
        out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }

    fn read(bytes: &[u8], out: &mut [f32]) {
        for (out, bytes) in out.iter_mut().zip(bytes.as_chunks::<4>().0) {
            *out = f32::from_le_bytes(*bytes);
        }
    }
}

/// The upper half of an `f32`: the same range, and a fraction of 7 bits. It is rounded up or down by
/// chance, so that the expected value is the number itself and small additions are not lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bf16(u16);

impl Number for Bf16 {
    const NAME: &'static str = "bf16";

    #[inline(always)]
    fn load(self) -> f32 {
        f32::from_bits(u32::from(self.0) << 16)
    }

    #[inline(always)]
    fn store(value: f32, random: u32) -> Bf16 {
        Bf16((value.to_bits().wrapping_add(random >> 16) >> 16) as u16)
    }

    fn write(numbers: &[Bf16], out: &mut Vec<u8>) {
        out.extend(numbers.iter().flat_map(|number| number.0.to_le_bytes()));
    }

    fn read(bytes: &[u8], out: &mut [Bf16]) {
        for (out, bytes) in out.iter_mut().zip(bytes.as_chunks::<2>().0) {
            *out = Bf16(u16::from_le_bytes(*bytes));
        }
    }
}

/// Random bits for the cells of a list: a function of the list's key and of the cell alone, whatever
/// the number of threads.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Noise {
    key: u32,
    /// The number of the next cell.
    pub(super) next: u32,
}

impl Noise {
    pub(super) fn new(key: u64) -> Noise {
        let mixed = (key ^ 0x9E37_79B9_7F4A_7C15).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        Noise { key: (mixed >> 32) as u32, next: 0 }
    }

    /// The bits of the cell `index` after the next one.
    #[inline(always)]
    pub(super) fn at(self, index: usize) -> u32 {
        let cell = self.next.wrapping_add(index as u32);
        let mixed = (cell ^ self.key).wrapping_mul(0x9E37_79B1);
        let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x85EB_CA77);
        mixed ^ mixed >> 13
    }
}

#[cfg(test)]
#[path = "../../tests/unit/range/number.rs"]
mod tests;
