//! The tracer: it follows a confined program with its threads and children, and judges their system calls.
//!
//! Until the program first reads its input, the tracer sees every system call, to notice that read. From then on the
//! program plays: it may take only so much more memory, and it is told of those calls only that the filter names, so
//! that a read costs nothing.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

use bytesize::ByteSize;
use nix::sys::ptrace::{self, Options};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use rustix::io::Errno;
use rustix::process::{WaitOptions, WaitStatus, wait};

use super::breach::Breach;
use super::calls::{Call, Calls, NamedPath};
use super::enclosure::has_landlock;
use super::memory::{buffers_of, data_of, limit, process_of};
use super::rules::{CORE_FILTER, Rules, SINKS, TERMINAL, without_dots};
use super::syscalls::LARGE;

/// The most processes and threads of a program. Runtimes with a thread for each core stay below it.
const MAX_TASKS: usize = 64;
/// The stops of system calls are told from others by this bit.
const SYSTEM_CALL: i32 = libc::SIGTRAP | 0x80;

/// The end of a confined program.
#[derive(Debug)]
pub(super) enum End {
    /// It has ended with this exit code.
    Exited(i32),
    /// It was ended by this signal.
    Killed(i32),
    /// It has broken a rule, and was ended.
    Breach(Breach),
}

/// A thread or process of the program.
#[derive(Debug, Default)]
struct Task {
    /// Its process; none until it is known.
    process: Option<i32>,
    calls: Option<Calls>,
}

/// The tracer of a program.
#[derive(Debug)]
pub(super) struct Tracer {
    /// The program's first process.
    program: i32,
    rules: Rules,
    memory: ByteSize,
    /// The file that is the program's input.
    input: PathBuf,
    landlock: bool,
    /// True once the first process has become the program.
    started: bool,
    /// True once the program has read its input.
    playing: bool,
    tasks: HashMap<i32, Task>,
    /// The limits of the processes' memory, in bytes, while the program plays.
    limits: HashMap<i32, u64>,
    /// The memory that the program has mapped as shared, in bytes, which the system's limit does not count.
    shared: u64,
}

impl Tracer {
    /// A tracer of this process, which is going to stop and then to become the program.
    pub(super) fn of(program: i32, rules: Rules, memory: ByteSize, input: PathBuf) -> Tracer {
        Tracer {
            program,
            rules,
            memory,
            input,
            landlock: has_landlock(),
            started: false,
            playing: false,
            tasks: HashMap::new(),
            limits: HashMap::new(),
            shared: 0,
        }
    }

    /// Follows the program to its end.
    ///
    /// # Errors
    ///
    /// The system refuses to trace.
    pub(super) fn run(mut self) -> io::Result<End> {
        loop {
            let (pid, status) = match wait(WaitOptions::empty()) {
                Ok(Some((pid, status))) => (pid.as_raw_nonzero().get(), status),
                Ok(None) | Err(Errno::INTR) => continue,
                Err(error) => return Err(error.into()),
            };
            if let Some(signal) = status.stopping_signal() {
                if let Err(breach) = self.at_stop(pid, signal, status) {
                    self.kill_all();
                    return Ok(End::Breach(breach));
                }
                continue;
            }
            self.tasks.remove(&pid);
            if pid == self.program {
                let signal = status.terminating_signal().map(End::Killed);
                return Ok(signal.unwrap_or(End::Exited(status.exit_status().unwrap_or(0))));
            }
        }
    }

    /// Ends all processes. Those that are missed end with this process, by the options of the tracing.
    fn kill_all(&self) {
        for &pid in self.tasks.keys() {
            let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
        }
    }

    /// A task has stopped: it is judged, and goes on.
    fn at_stop(&mut self, pid: i32, signal: i32, status: WaitStatus) -> Result<(), Breach> {
        if self.tasks.is_empty() {
            self.begin(pid);
        }
        self.task(pid);
        let mut passed = None;
        match (status.as_raw() >> 16, signal) {
            (0, SYSTEM_CALL) => self.at_any_call(pid),
            (0, libc::SIGSTOP | libc::SIGTSTP | libc::SIGTTIN | libc::SIGTTOU) => {}
            // A real-time signal has no name here, and is not passed on.
            (0, signal) => passed = Signal::try_from(signal).ok(),
            (libc::PTRACE_EVENT_SECCOMP, _) if self.started => self.at_named_call(pid)?,
            (libc::PTRACE_EVENT_EXEC, _) => self.at_exec(pid),
            (libc::PTRACE_EVENT_EXIT, _) => self.at_exit(pid)?,
            (libc::PTRACE_EVENT_CLONE | libc::PTRACE_EVENT_FORK | libc::PTRACE_EVENT_VFORK, _) => {
                self.at_start_of_task(pid)?
            }
            _ => {}
        }
        let next = Pid::from_raw(pid);
        // A task that another one has ended meanwhile does not go on.
        let _ = if self.playing { ptrace::cont(next, passed) } else { ptrace::syscall(next, passed) };
        Ok(())
    }

    /// The first process has stopped for the first time.
    fn begin(&self, pid: i32) {
        let options = Options::PTRACE_O_EXITKILL
            | Options::PTRACE_O_TRACECLONE
            | Options::PTRACE_O_TRACEEXEC
            | Options::PTRACE_O_TRACEEXIT
            | Options::PTRACE_O_TRACEFORK
            | Options::PTRACE_O_TRACESECCOMP
            | Options::PTRACE_O_TRACESYSGOOD
            | Options::PTRACE_O_TRACEVFORK;
        if ptrace::setoptions(Pid::from_raw(pid), options).is_err() {
            let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
        }
    }

    fn task(&mut self, pid: i32) -> &mut Task {
        self.tasks.entry(pid).or_default()
    }

    /// The process of a task.
    fn process(&mut self, pid: i32) -> i32 {
        let task = self.task(pid);
        *task.process.get_or_insert_with(|| process_of(pid).unwrap_or(pid))
    }

    /// The system call that a task has stopped in; none if the system does not show it.
    fn call(&mut self, pid: i32) -> Option<Call> {
        let task = self.task(pid);
        if task.calls.is_none() {
            task.calls = Calls::of(pid).ok();
        }
        task.calls.as_ref()?.current()
    }

    fn at_exec(&mut self, pid: i32) {
        self.started = true;
        // A thread that becomes a program takes the number of its process.
        if let Ok(former) = ptrace::getevent(Pid::from_raw(pid))
            && former as i32 != pid
        {
            self.tasks.remove(&(former as i32));
        }
        self.tasks.insert(pid, Task::default());
    }

    fn at_start_of_task(&mut self, pid: i32) -> Result<(), Breach> {
        if let Ok(new) = ptrace::getevent(Pid::from_raw(pid)) {
            let new = new as i32;
            self.task(new);
            let (parent, process) = (self.process(pid), self.process(new));
            if let Some(&limit) = self.limits.get(&parent) {
                self.limits.entry(process).or_insert(limit);
            }
        }
        if self.tasks.len() > MAX_TASKS { Err(Breach::Processes(MAX_TASKS)) } else { self.check_memory(pid, 0) }
    }

    /// A program that ends by a failure while it has no more memory has failed for that reason.
    fn at_exit(&mut self, pid: i32) -> Result<(), Breach> {
        let process = self.process(pid);
        let failed = ptrace::getevent(Pid::from_raw(pid)).is_ok_and(|status| status != 0);
        if failed && process == self.program {
            self.check_memory(pid, LARGE)?;
        }
        Ok(())
    }

    /// A system call before the program plays.
    fn at_any_call(&mut self, pid: i32) {
        if self.playing || !self.started {
            return;
        }
        if let Some(Call::Read(file)) = self.call(pid)
            && std::fs::read_link(format!("/proc/{pid}/fd/{file}")).is_ok_and(|it| it == self.input)
        {
            self.begin_play();
        }
    }

    /// The program reads its input for the first time.
    fn begin_play(&mut self) {
        self.playing = true;
        self.shared = 0;
        let tasks: Vec<i32> = self.tasks.keys().copied().collect();
        for pid in tasks {
            let process = self.process(pid);
            if !self.limits.contains_key(&process)
                && let Some(limit) = limit(process, self.memory)
            {
                self.limits.insert(process, limit);
            }
        }
    }

    /// A system call that the filter names.
    fn at_named_call(&mut self, pid: i32) -> Result<(), Breach> {
        match self.call(pid) {
            Some(Call::Open(path, flags)) => self.check_open(pid, &path, flags),
            Some(Call::Change(path, call)) => {
                let path = path.path.display().to_string();
                Err(Breach::Change { call, path })
            }
            Some(Call::Socket(domain, kind)) => Err(Breach::Socket(socket_name(domain, kind))),
            Some(Call::Map(length, protection, flags)) => {
                let nowhere = flags & libc::MAP_ANONYMOUS != 0;
                let writable = protection & libc::PROT_WRITE != 0;
                if flags & libc::MAP_SHARED != 0 && (nowhere || writable) {
                    self.shared = self.shared.saturating_add(length);
                    self.check_memory(pid, self.shared)
                } else if writable {
                    self.check_memory(pid, length)
                } else {
                    Ok(())
                }
            }
            Some(Call::Remap(before, after)) => self.check_memory(pid, after.saturating_sub(before)),
            Some(Call::Heap) => self.check_memory(pid, 0),
            Some(Call::Pipe) => self.check_pipes(),
            Some(Call::Read(_) | Call::Other) => Ok(()),
            None => {
                // Only the judgement keeps a call from the network.
                let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
                Ok(())
            }
        }
    }

    /// Checks that the program may make another pipe.
    fn check_pipes(&mut self) -> Result<(), Breach> {
        let tasks: Vec<i32> = self.tasks.keys().copied().collect();
        let processes: HashSet<i32> = tasks.into_iter().map(|pid| self.process(pid)).collect();
        if self.playing && buffers_of(&processes) > self.memory.as_u64() {
            Err(Breach::Memory(self.memory))
        } else {
            Ok(())
        }
    }

    /// Checks that a task may take `more` memory, in bytes, beside what the program's other processes have taken.
    fn check_memory(&mut self, pid: i32, more: u64) -> Result<(), Breach> {
        let process = self.process(pid);
        let Some(&limit) = self.limits.get(&process) else {
            return Ok(());
        };
        let others = self.limits.iter().filter(|&(&other, _)| other != process);
        let others = others.filter_map(|(&other, limit)| {
            let before = limit.saturating_sub(self.memory.as_u64());
            Some(data_of(other)?.saturating_sub(before))
        });
        let taken = others.sum::<u64>() + data_of(pid).unwrap_or(0);
        if taken.saturating_add(more) > limit { Err(Breach::Memory(self.memory)) } else { Ok(()) }
    }

    fn check_open(&mut self, pid: i32, named: &NamedPath, flags: i32) -> Result<(), Breach> {
        // The file is named, but not opened.
        if flags & libc::O_PATH != 0 {
            return Ok(());
        }
        let process = self.process(pid);
        let path = resolved(process, named);
        let own = PathBuf::from(format!("/proc/{process}"));
        if path == Path::new(TERMINAL) || path == own.join(CORE_FILTER) {
            return Ok(());
        }
        let shown = || named.path.display().to_string();
        let changing = libc::O_CREAT | libc::O_TRUNC | (libc::O_TMPFILE & !libc::O_DIRECTORY);
        if flags & libc::O_ACCMODE != libc::O_RDONLY || flags & changing != 0 {
            // The files of the folder `fd` that cannot be resolved are pipes.
            let sink = SINKS.iter().any(|sink| path == Path::new(sink));
            return if sink || path.starts_with(own.join("fd")) { Ok(()) } else { Err(Breach::Write(shown())) };
        }
        // What a runtime looks for at its start, and does not need, is refused by the system.
        let tolerated = !self.playing && (self.landlock || !path.is_file()) || path.is_dir();
        if tolerated || path.starts_with(own) || self.rules.may_read(&path) {
            Ok(())
        } else {
            Err(Breach::Read(shown()))
        }
    }
}

/// The path that a process means, without links.
fn resolved(process: i32, named: &NamedPath) -> PathBuf {
    let base = match named.folder {
        Some(folder) => format!("/proc/{process}/fd/{folder}"),
        None => format!("/proc/{process}/cwd"),
    };
    let base = std::fs::read_link(base).unwrap_or_default();
    // An absolute path replaces the base.
    let path = without_dots(&base.join(&named.path));
    let aliases = [
        ("/proc/self", format!("/proc/{process}")),
        ("/proc/thread-self", format!("/proc/{process}")),
        ("/dev/fd", format!("/proc/{process}/fd")),
        ("/dev/stdin", format!("/proc/{process}/fd/0")),
        ("/dev/stdout", format!("/proc/{process}/fd/1")),
        ("/dev/stderr", format!("/proc/{process}/fd/2")),
    ];
    let meant = aliases.iter().find_map(|(alias, meant)| {
        let rest = path.strip_prefix(alias).ok()?;
        Some(if rest.as_os_str().is_empty() { PathBuf::from(meant) } else { Path::new(meant).join(rest) })
    });
    let path = meant.unwrap_or(path);
    path.canonicalize().unwrap_or(path)
}

/// A socket, in words.
fn socket_name(domain: i32, kind: i32) -> &'static str {
    // The type is in the low bits, and flags above them.
    match (domain, kind & 0xf) {
        (libc::AF_INET | libc::AF_INET6, libc::SOCK_STREAM) => "a TCP socket",
        (libc::AF_INET | libc::AF_INET6, libc::SOCK_DGRAM) => "a UDP socket",
        (libc::AF_INET | libc::AF_INET6, _) => "a raw internet socket",
        _ => "a socket of the system",
    }
}
