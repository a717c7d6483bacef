//! The kernels, compiled ahead.

use std::io::Read;

use cardsharp_gpu::DeviceError;
use lzma_rust2::XzReader;

use crate::arguments::Arguments;
use crate::sizes::EndgameSizes;

macro_rules! compiled {
    ($($ranks:literal),*) => {
        &[$(($ranks, include_bytes!(concat!("../kernels/compiled/", $ranks, ".ptx.xz")).as_slice())),*]
    };
}

/// By number of ranks: the PTX of `kernels/engine.cu` with 16-bit numbers, packed.
const COMPILED: &[(u8, &[u8])] = compiled!(3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13);

/// The kernels for cards, as PTX, for a number of ranks.
///
/// # Errors
///
/// [`DeviceError::Kernels`] if there are none for it: there are for 3 to 13 ranks.
pub fn kernels_for(ranks: u8) -> Result<String, DeviceError> {
    let found = COMPILED.iter().find(|(of, _)| *of == ranks);
    let &(_, packed) =
        found.ok_or_else(|| DeviceError::Kernels(format!("there are none for {ranks} ranks, but for 3 to 13")))?;
    let mut text = String::new();
    let unpacked = XzReader::new(packed, false).read_to_string(&mut text);
    unpacked.map_err(|error| DeviceError::Kernels(error.to_string()))?;
    Ok(text)
}

/// A size that the kernels and this crate must agree on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostBuildFact {
    /// The function of the host build that tells it.
    pub name: String,
    /// The size that this crate takes it for.
    pub expected: u64,
}

/// The sizes to compare with those of a host build for a number of ranks, before it is used.
pub fn host_build_facts(ranks: u8) -> Vec<HostBuildFact> {
    let sizes = EndgameSizes::new(ranks);
    let fact = |name: String, expected| HostBuildFact { name, expected };
    let mut facts = vec![
        fact("arguments_bytes".to_owned(), size_of::<Arguments>() as u64),
        fact("endgame_floats".to_owned(), sizes.floats()),
    ];
    for difference in 0..3 {
        facts.push(fact(format!("open_numbers_{difference}"), sizes.numbers(true, difference)));
        facts.push(fact(format!("accepted_numbers_{difference}"), sizes.numbers(false, difference)));
    }
    facts
}
