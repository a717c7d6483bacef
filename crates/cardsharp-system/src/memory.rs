//! The memory that this process uses.

/// Bytes of memory that the process uses. On Linux without the program itself.
pub fn taken() -> u64 {
    #[cfg(target_os = "linux")]
    {
        // The first three numbers are the pages in all, those in memory, and those in memory that a file backs.
        let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
        let mut pages = pages.split(' ').skip(1).map_while(|text| text.parse().ok());
        let (resident, shared): (u64, u64) = (pages.next().unwrap_or(0), pages.next().unwrap_or(0));
        resident.saturating_sub(shared) * rustix::param::page_size() as u64
    }
    #[cfg(not(target_os = "linux"))]
    {
        use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};
        let own = Pid::from_u32(std::process::id());
        let mut system = System::new();
        let kind = ProcessRefreshKind::nothing().with_memory();
        system.refresh_processes_specifics(ProcessesToUpdate::Some(&[own]), false, kind);
        system.process(own).map_or(0, sysinfo::Process::memory)
    }
}
