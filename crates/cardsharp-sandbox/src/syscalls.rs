//! The seccomp filters of a confined program: the system calls that are refused, and those that the launcher is
//! told of.

use std::collections::BTreeMap;

use seccompiler::SeccompCmpArgLen::{Dword, Qword};
use seccompiler::SeccompCmpOp::{Eq, Ge, MaskedEq};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCondition, SeccompFilter, SeccompRule, apply_filter,
};

use super::calls::{CHANGES, OPENS};

/// The length from which the launcher is told of a mapping, in bytes. Allocators ask the system for more than this
/// at a time once their heap cannot grow.
pub(super) const LARGE: u64 = 256 * 1024;

/// The bit of the numbers of system calls in the x32 ABI, which a filter for x86-64 lets through.
#[cfg(target_arch = "x86_64")]
const X32: i64 = 0x4000_0000;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;
type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Gives the filters to this process and all that it starts. They cannot be taken off.
pub(super) fn filter() -> Result<()> {
    let filters = [
        // Callers have another way, and take it: glibc and the runtimes that use io_uring.
        (missing()?, SeccompAction::Errno(libc::ENOSYS as u32)),
        (refused()?, SeccompAction::Errno(libc::EACCES as u32)),
        (traced()?, SeccompAction::Trace(0)),
    ];
    for (rules, action) in filters {
        let arch = std::env::consts::ARCH.try_into()?;
        let filter = SeccompFilter::new(with_x32(rules), SeccompAction::Allow, action, arch)?;
        apply_filter(&BpfProgram::try_from(filter)?)?;
    }
    Ok(())
}

/// The system calls that look as if the system did not have them. `clone3` has its flags where a filter cannot see
/// them, and io_uring opens files and sockets without a system call.
fn missing() -> Result<Rules> {
    let calls = [
        libc::SYS_clone3,
        libc::SYS_io_uring_setup,
        libc::SYS_memfd_create,
        libc::SYS_memfd_secret,
        libc::SYS_userfaultfd,
    ];
    Ok(always(&calls))
}

/// The system calls that are refused without a report: a process that nobody traces, another view of the system,
/// shared memory that no limit counts, and local sockets, which the C library tries for names of users.
fn refused() -> Result<Rules> {
    let mut rules = always(&[
        libc::SYS_bpf,
        libc::SYS_mount,
        libc::SYS_open_by_handle_at,
        libc::SYS_perf_event_open,
        libc::SYS_pidfd_getfd,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_ptrace,
        libc::SYS_setns,
        libc::SYS_shmget,
        libc::SYS_unshare,
    ]);
    let flags = [
        libc::CLONE_UNTRACED,
        libc::CLONE_NEWCGROUP,
        libc::CLONE_NEWIPC,
        libc::CLONE_NEWNET,
        libc::CLONE_NEWNS,
        libc::CLONE_NEWPID,
        libc::CLONE_NEWUSER,
        libc::CLONE_NEWUTS,
    ];
    let any = flags.map(|flag| {
        let flag = u64::from(flag.cast_unsigned());
        rule([SeccompCondition::new(0, Dword, MaskedEq(flag), flag)?])
    });
    let any = any.into_iter().collect::<Result<_>>()?;
    rules.insert(libc::SYS_clone, any);
    let local = SeccompCondition::new(0, Dword, Eq, libc::AF_UNIX as u64)?;
    rules.insert(libc::SYS_socket, vec![rule([local])?]);
    Ok(rules)
}

/// The system calls that the launcher judges.
fn traced() -> Result<Rules> {
    let changes = CHANGES.iter().map(|change| change.number);
    let calls: Vec<i64> = changes.chain(OPENS.iter().copied()).collect();
    let mut rules = always(&calls);
    rules.insert(libc::SYS_socket, Vec::new());
    let both = (libc::MAP_SHARED | libc::MAP_ANONYMOUS) as u64;
    let shared = SeccompCondition::new(3, Dword, MaskedEq(both), both)?;
    let large = |argument| SeccompCondition::new(argument, Qword, Ge, LARGE);
    rules.insert(libc::SYS_mmap, vec![rule([large(1)?])?, rule([shared])?]);
    rules.insert(libc::SYS_mremap, vec![rule([large(2)?])?]);
    Ok(rules)
}

fn always(calls: &[i64]) -> Rules {
    calls.iter().map(|&call| (call, Vec::new())).collect()
}

/// The rule that holds if all these conditions hold.
fn rule<const N: usize>(conditions: [SeccompCondition; N]) -> Result<SeccompRule> {
    Ok(SeccompRule::new(conditions.into())?)
}

/// The rules, for the x32 numbers as well.
#[cfg(target_arch = "x86_64")]
fn with_x32(rules: Rules) -> Rules {
    let twice = rules.into_iter().flat_map(|(call, rules)| {
        let other = (call | X32, rules.clone());
        [(call, rules), other]
    });
    twice.collect()
}

#[cfg(not(target_arch = "x86_64"))]
fn with_x32(rules: Rules) -> Rules {
    rules
}
