//! What an acknowledged change survives.

/// The disasters that an acknowledged change survives, in a server that keeps a folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SyncPolicy {
    /// The disk has a change before it is acknowledged (fsync), so that it survives power loss
    #[default]
    Always,
    /// The operating system has a change before it is acknowledged, so that it survives a crash of the
    /// server, but not power loss
    Os,
}
