//! The seccomp filters of a confined program: the system calls that it has, and those that the launcher is told of.
//!
//! A call that no list names looks as if the system did not have it. Callers then take another way, such as glibc
//! for `clone3` and the runtimes that use io_uring.

use std::collections::BTreeMap;

use seccompiler::SeccompCmpArgLen::{Dword, Qword};
use seccompiler::SeccompCmpOp::{Eq, Ge, MaskedEq, Ne};
use seccompiler::{BpfProgram, SeccompAction, SeccompCondition, SeccompFilter, SeccompRule, apply_filter};

use super::allowed::{ALLOWED, FILE_COMMANDS, OLDER, PROCESS_OPTIONS, TERMINAL_REQUESTS};
use super::calls::{CHANGES, OPENS, PIPES};

/// The length from which the launcher is told of a mapping, in bytes. Allocators ask the system for more than this
/// at a time once their heap cannot grow.
pub(super) const LARGE: u64 = 256 * 1024;

/// The flags of `clone` for another view of the system, and for a process that nobody traces.
const SEPARATE: i32 = libc::CLONE_UNTRACED
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWUTS;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;
type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Gives the filters to this process and all that it starts. They cannot be taken off. The program may send a signal
/// to any process if it is `enclosed`, so that none but its own can be reached, and otherwise only to this process.
pub(super) fn filter(enclosed: bool) -> Result<()> {
    let unknown = SeccompAction::Errno(libc::ENOSYS as u32);
    let filters = [
        (traced()?, SeccompAction::Allow, SeccompAction::Trace(0)),
        (allowed(enclosed)?, unknown, SeccompAction::Allow),
    ];
    for (rules, other, named) in filters {
        let arch = std::env::consts::ARCH.try_into()?;
        let filter = SeccompFilter::new(rules, other, named, arch)?;
        apply_filter(&BpfProgram::try_from(filter)?)?;
    }
    Ok(())
}

/// The system calls that the program has. Those with an argument that reaches beyond the program are named with the
/// arguments that they may have.
fn allowed(enclosed: bool) -> Result<Rules> {
    let changes = CHANGES.iter().map(|change| change.number);
    let listed = OPENS.iter().chain(ALLOWED).chain(OLDER);
    let calls: Vec<i64> = changes.chain(listed.copied()).collect();
    let mut rules = always(&calls);
    let mut allow = |call, conditions| -> Result<()> {
        rules.entry(call).or_default().push(SeccompRule::new(conditions)?);
        Ok(())
    };
    for (call, values) in [(libc::SYS_fcntl, FILE_COMMANDS), (libc::SYS_ioctl, TERMINAL_REQUESTS)] {
        for &value in values {
            allow(call, vec![is(1, value)?])?;
        }
    }
    for &option in PROCESS_OPTIONS {
        allow(libc::SYS_prctl, vec![is(0, option)?])?;
    }
    allow(libc::SYS_clone, vec![lacks(0, SEPARATE)?])?;
    // A stack that grows by itself is counted as no data of the program.
    allow(libc::SYS_mmap, vec![lacks(3, libc::MAP_GROWSDOWN)?])?;
    // The limits of this process can be read, and none can be changed.
    let unchanged = SeccompCondition::new(2, Qword, Eq, 0)?;
    allow(libc::SYS_prlimit64, vec![is(0, 0)?, unchanged])?;
    allow(libc::SYS_sched_setaffinity, vec![is(0, 0)?])?;
    // The launcher judges the sockets of networks. The C library tries local ones for names of users.
    let network = SeccompCondition::new(0, Dword, Ne, libc::AF_UNIX as u64)?;
    allow(libc::SYS_socket, vec![network])?;
    // Both ends of a stream are the program's own. A pair of another type can send to a third socket.
    let stream = SeccompCondition::new(1, Dword, MaskedEq(0xf), libc::SOCK_STREAM as u64)?;
    let local = is(0, libc::AF_UNIX as u64)?;
    allow(libc::SYS_socketpair, vec![local, stream])?;
    let own = u64::from(std::process::id());
    for call in [libc::SYS_kill, libc::SYS_tgkill, libc::SYS_tkill] {
        if enclosed {
            rules.insert(call, Vec::new());
        } else {
            rules.insert(call, vec![SeccompRule::new(vec![is(0, own)?])?]);
        }
    }
    Ok(rules)
}

/// The system calls that the launcher judges.
fn traced() -> Result<Rules> {
    let changes = CHANGES.iter().map(|change| change.number);
    let calls: Vec<i64> = changes.chain(OPENS.iter().chain(PIPES).copied()).collect();
    let mut rules = always(&calls);
    rules.insert(libc::SYS_brk, Vec::new());
    rules.insert(libc::SYS_socket, Vec::new());
    let shared = libc::MAP_SHARED as u64;
    let shared = SeccompCondition::new(3, Dword, MaskedEq(shared), shared)?;
    let large = |argument| SeccompCondition::new(argument, Qword, Ge, LARGE);
    let maps = [large(1)?, shared].map(|condition| SeccompRule::new(vec![condition]));
    rules.insert(libc::SYS_mmap, maps.into_iter().collect::<std::result::Result<_, _>>()?);
    rules.insert(libc::SYS_mremap, vec![SeccompRule::new(vec![large(2)?])?]);
    Ok(rules)
}

fn always(calls: &[i64]) -> Rules {
    calls.iter().map(|&call| (call, Vec::new())).collect()
}

/// The condition that an argument has this value.
fn is(argument: u8, value: u64) -> Result<SeccompCondition> {
    Ok(SeccompCondition::new(argument, Dword, Eq, value)?)
}

/// The condition that an argument has none of these flags.
fn lacks(argument: u8, flags: i32) -> Result<SeccompCondition> {
    let flags = u64::from(flags.cast_unsigned());
    Ok(SeccompCondition::new(argument, Dword, MaskedEq(flags), 0)?)
}
