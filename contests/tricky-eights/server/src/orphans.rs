//! The orphans of contestants: processes whose parents have ended.
//!
//! A [`ProcessTree`](super::process_tree::ProcessTree) finds a contestant's processes by their mark
//! and by their ancestors. An orphan that has cleared its environment has neither. On Linux the
//! judge's process therefore adopts all orphans below it. When the contestants of a game have been
//! ended, all remaining children of the judge's process are orphans, except those that it had at
//! its start: a shell that replaces itself by the judge leaves its own children to it.

use std::time::Duration;

use cardsharp_system::processes::{adopt_orphans, children, end_adopted};

/// The most searches for processes that were started while others were being ended.
const MAX_SEARCHES: usize = 50;
/// Time between two searches.
const PAUSE: Duration = Duration::from_millis(10);

/// The adoption of orphans by this process. From its beginning on, the process must not start
/// children other than contestants.
#[derive(Debug)]
pub(super) struct Orphans {
    /// The children that the process had before.
    others: Vec<u32>,
}

impl Orphans {
    /// Adopts from now on all orphans among the descendants of this process. Only Linux can do this.
    pub(super) fn adopt() -> Orphans {
        if let Err(error) = adopt_orphans() {
            tracing::warn!(%error, "processes that contestants leave behind may go on");
        }
        Orphans { others: children() }
    }

    /// Ends all new children of this process, and the children that it adopts meanwhile.
    pub(super) async fn end(&self) {
        for _ in 0..MAX_SEARCHES {
            let mut children = children();
            children.retain(|child| !self.others.contains(child));
            if children.is_empty() {
                return;
            }
            for child in children {
                end_adopted(child);
            }
            tokio::time::sleep(PAUSE).await;
        }
        tracing::warn!("a process that a contestant has left behind cannot be ended");
    }
}
