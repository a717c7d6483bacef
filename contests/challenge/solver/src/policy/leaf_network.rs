//! The network of a policy that is a trunk: the values of the leaves where its table ends.

use std::sync::Arc;

use cardsharp_solvers::value_network::Network;

use cardsharp_policy::PolicyError;
use cardsharp_policy::container::{ContainerError, Reader, Section};

/// The sections: the number of tricks, and the network.
const OVER: &str = "network_over";
const NETWORK: &str = "network";
/// The most bytes of a network.
const MAX_BYTES: u64 = 1 << 28;

/// A network that has learned the values of the beginnings of a trick.
#[derive(Clone, Debug, PartialEq)]
pub struct LeafNetwork {
    /// The number of tricks before.
    pub over: u8,
    /// The network.
    pub network: Arc<Network>,
}

impl LeafNetwork {
    /// The network of a file, if it has one.
    pub(super) fn read(reader: &Reader) -> Result<Option<LeafNetwork>, PolicyError> {
        let has_network = reader.sections().any(|entry| entry.name == NETWORK);
        if !has_network {
            return Ok(None);
        }
        let read = || -> Result<Option<LeafNetwork>, ContainerError> {
            let over: Vec<u8> = reader.section_within(OVER, 1)?;
            let bytes: Vec<u8> = reader.section_within(NETWORK, MAX_BYTES)?;
            let network = Network::from_bytes(&bytes).ok().map(Arc::new);
            let both = over.first().copied().zip(network);
            Ok(both.map(|(over, network)| LeafNetwork { over, network }))
        };
        let what = "its network is damaged; train or export it again";
        let found = read()?.ok_or_else(|| PolicyError::damaged(reader, what))?;
        Ok(Some(found))
    }

    /// The content of the sections.
    pub(super) fn parts(&self) -> ([u8; 1], Vec<u8>) {
        ([self.over], self.network.to_bytes())
    }

    /// The sections of a file.
    pub(super) fn sections((over, network): &([u8; 1], Vec<u8>)) -> [Section<'_>; 2] {
        [Section::new(OVER, over), Section::new(NETWORK, network)]
    }
}
