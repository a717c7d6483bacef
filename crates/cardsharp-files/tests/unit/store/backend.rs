use std::os::fd::OwnedFd;

use super::*;

#[test]
fn a_commit_asks_the_disk_with_always_alone() {
    // A pipe cannot be forced to a disk, so a request for it returns an error.
    let backend = |policy| {
        let (_, writer) = io::pipe().unwrap();
        Backend::new(OwnedFd::from(writer).into(), policy).unwrap()
    };
    backend(SyncPolicy::Always).sync_data().unwrap_err();
    let os = backend(SyncPolicy::Os);
    os.sync_data().unwrap();
    os.close().unwrap_err();
}
