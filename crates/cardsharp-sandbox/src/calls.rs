//! The system calls of a traced process, with their arguments.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

/// The longest path, in bytes.
const MAX_PATH: usize = libc::PATH_MAX as usize;

/// A system call that changes the disk by a path.
pub(super) struct Change {
    pub(super) number: i64,
    pub(super) name: &'static str,
    /// The arguments that are the folder, if there is one, and the path.
    folder: Option<usize>,
    path: usize,
}

const fn change(number: i64, name: &'static str, folder: Option<usize>, path: usize) -> Change {
    Change { number, name, folder, path }
}

/// The system calls that change the disk by a path.
pub(super) const CHANGES: &[Change] = &[
    change(libc::SYS_fchmodat, "fchmodat", Some(0), 1),
    change(libc::SYS_fchownat, "fchownat", Some(0), 1),
    change(libc::SYS_linkat, "linkat", Some(2), 3),
    change(libc::SYS_mkdirat, "mkdirat", Some(0), 1),
    change(libc::SYS_mknodat, "mknodat", Some(0), 1),
    #[cfg(target_arch = "x86_64")]
    change(libc::SYS_renameat, "renameat", Some(2), 3),
    change(libc::SYS_renameat2, "renameat2", Some(2), 3),
    change(libc::SYS_setxattr, "setxattr", None, 0),
    change(libc::SYS_symlinkat, "symlinkat", Some(1), 2),
    change(libc::SYS_truncate, "truncate", None, 0),
    change(libc::SYS_unlinkat, "unlinkat", Some(0), 1),
    change(libc::SYS_utimensat, "utimensat", Some(0), 1),
    #[cfg(target_arch = "x86_64")]
    change(libc::SYS_chmod, "chmod", None, 0),
    #[cfg(target_arch = "x86_64")]
    change(libc::SYS_chown, "chown", None, 0),
    #[cfg(target_arch = "x86_64")]
    change(libc::SYS_link, "link", None, 1),
    #[cfg(target_arch = "x86_64")]
    change(libc::SYS_mkdir, "mkdir", None, 0),
    #[cfg(target_arch = "x86_64")]
    change(libc::SYS_mknod, "mknod", None, 0),
    #[cfg(target_arch = "x86_64")]
    change(libc::SYS_rename, "rename", None, 1),
    #[cfg(target_arch = "x86_64")]
    change(libc::SYS_rmdir, "rmdir", None, 0),
    #[cfg(target_arch = "x86_64")]
    change(libc::SYS_symlink, "symlink", None, 1),
    #[cfg(target_arch = "x86_64")]
    change(libc::SYS_unlink, "unlink", None, 0),
];

/// The system calls that open a file.
pub(super) const OPENS: &[i64] = &[
    libc::SYS_openat,
    libc::SYS_openat2,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_open,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_creat,
];

/// The system calls that make a pipe or a pair of sockets.
pub(super) const PIPES: &[i64] = &[
    libc::SYS_pipe2,
    libc::SYS_socketpair,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_pipe,
];

/// The system calls that read from the file that is their first argument.
const READS: &[i64] = &[libc::SYS_read, libc::SYS_readv, libc::SYS_preadv2, libc::SYS_splice, libc::SYS_tee];

/// A path as a process names it.
pub(super) struct NamedPath {
    /// The number of the open folder that it begins in; none for the working folder.
    pub(super) folder: Option<i32>,
    pub(super) path: PathBuf,
}

/// A system call, as far as the rules say something about it.
pub(super) enum Call {
    /// A file is opened, with the flags of `open`.
    Open(NamedPath, i32),
    /// The disk is changed, by the call of this name.
    Change(NamedPath, &'static str),
    /// A socket is opened, of this domain and type.
    Socket(i32, i32),
    /// Memory is mapped: its length in bytes, its protection and flags.
    Map(u64, i32, i32),
    /// A mapping is changed from a length to another.
    Remap(u64, u64),
    /// The heap grows or shrinks.
    Heap,
    /// A pipe or a pair of sockets is made.
    Pipe,
    /// The open file of this number is read.
    Read(i32),
    /// Another call, or one with arguments that cannot be read.
    Other,
}

/// The stopped system call of a process: its number and arguments.
struct Registers {
    number: i64,
    arguments: [u64; 6],
}

/// The system calls of a process, as the system shows them.
#[derive(Debug)]
pub(super) struct Calls {
    pid: i32,
    current: File,
}

impl Calls {
    /// The system calls of this process or thread.
    pub(super) fn of(pid: i32) -> io::Result<Calls> {
        let current = File::open(format!("/proc/{pid}/syscall"))?;
        Ok(Calls { pid, current })
    }

    /// The system call that the process has stopped in; none if the system does not show it.
    pub(super) fn current(&self) -> Option<Call> {
        let registers = self.registers()?;
        // The system, too, refuses a call whose arguments cannot be read.
        Some(self.call(&registers).unwrap_or(Call::Other))
    }

    fn call(&self, Registers { number, arguments }: &Registers) -> Option<Call> {
        let word = |argument: usize| arguments[argument] as i32;
        match *number {
            libc::SYS_openat => {
                let path = self.path(Some(arguments[0]), arguments[1])?;
                Some(Call::Open(path, word(2)))
            }
            libc::SYS_openat2 => {
                let mut flags = [0; 8];
                let memory = self.memory()?;
                memory.read_exact_at(&mut flags, arguments[2]).ok()?;
                let path = self.path(Some(arguments[0]), arguments[1])?;
                Some(Call::Open(path, u64::from_ne_bytes(flags) as i32))
            }
            #[cfg(target_arch = "x86_64")]
            libc::SYS_open => Some(Call::Open(self.path(None, arguments[0])?, word(1))),
            #[cfg(target_arch = "x86_64")]
            libc::SYS_creat => {
                let flags = libc::O_CREAT | libc::O_WRONLY | libc::O_TRUNC;
                Some(Call::Open(self.path(None, arguments[0])?, flags))
            }
            libc::SYS_socket => Some(Call::Socket(word(0), word(1))),
            libc::SYS_mmap => Some(Call::Map(arguments[1], word(2), word(3))),
            libc::SYS_mremap => Some(Call::Remap(arguments[1], arguments[2])),
            libc::SYS_brk => Some(Call::Heap),
            pipe if PIPES.contains(&pipe) => Some(Call::Pipe),
            read if READS.contains(&read) => Some(Call::Read(word(0))),
            _ => {
                let change = CHANGES.iter().find(|change| change.number == *number)?;
                let folder = change.folder.map(|folder| arguments[folder]);
                let path = self.path(folder, arguments[change.path])?;
                Some(Call::Change(path, change.name))
            }
        }
    }

    fn registers(&self) -> Option<Registers> {
        let mut bytes = [0; 256];
        let read = self.current.read_at(&mut bytes, 0).ok()?;
        let text = std::str::from_utf8(&bytes[..read]).ok()?;
        let mut words = text.split_ascii_whitespace();
        let number: i64 = words.next()?.parse().ok()?;
        let mut arguments = [0; 6];
        for argument in &mut arguments {
            let digits = words.next()?.strip_prefix("0x")?;
            *argument = u64::from_str_radix(digits, 16).ok()?;
        }
        Some(Registers { number, arguments })
    }

    fn memory(&self) -> Option<File> {
        File::open(format!("/proc/{}/mem", self.pid)).ok()
    }

    /// The path at an address.
    fn path(&self, folder: Option<u64>, address: u64) -> Option<NamedPath> {
        let mut bytes = [0; MAX_PATH];
        // The read ends early where the memory does.
        let read = self.memory()?.read_at(&mut bytes, address).ok()?;
        let end = bytes[..read].iter().position(|&byte| byte == 0)?;
        let folder = folder.map(|folder| folder as i32);
        Some(NamedPath {
            folder: folder.filter(|&folder| folder != libc::AT_FDCWD),
            path: OsStr::from_bytes(&bytes[..end]).into(),
        })
    }
}
