//! The system calls that a confined program has.
//!
//! They are those with which interpreters and compiled programs compute, start threads and processes of their own,
//! and use what is open. None reaches another process or its priority, outlives the program, or takes memory that no
//! limit counts: System V and POSIX queues, keys, locks of files, memory files, and buffers of another size.

/// The calls that are allowed with any arguments. Those that open or change a file stand elsewhere.
#[rustfmt::skip]
pub(super) const ALLOWED: &[i64] = &[
    // Input and output.
    libc::SYS_read, libc::SYS_write, libc::SYS_readv, libc::SYS_writev, libc::SYS_pread64, libc::SYS_pwrite64,
    libc::SYS_preadv, libc::SYS_pwritev, libc::SYS_preadv2, libc::SYS_pwritev2, libc::SYS_close,
    libc::SYS_close_range, libc::SYS_lseek, libc::SYS_dup, libc::SYS_dup3, libc::SYS_fsync, libc::SYS_fdatasync,
    libc::SYS_ftruncate, libc::SYS_sendfile, libc::SYS_splice, libc::SYS_tee, libc::SYS_copy_file_range,
    libc::SYS_ppoll, libc::SYS_pselect6, libc::SYS_epoll_create1, libc::SYS_epoll_ctl, libc::SYS_epoll_pwait,
    libc::SYS_epoll_pwait2, libc::SYS_eventfd2, libc::SYS_pipe2, libc::SYS_timerfd_create, libc::SYS_timerfd_settime,
    libc::SYS_timerfd_gettime, libc::SYS_signalfd4,
    // Both ends of a pair of sockets.
    libc::SYS_sendto, libc::SYS_recvfrom, libc::SYS_shutdown, libc::SYS_getsockopt, libc::SYS_getsockname,
    libc::SYS_getpeername,
    // Files by name.
    libc::SYS_newfstatat, libc::SYS_statx, libc::SYS_fstat, libc::SYS_faccessat, libc::SYS_faccessat2,
    libc::SYS_readlinkat, libc::SYS_getdents64, libc::SYS_getcwd, libc::SYS_chdir, libc::SYS_fchdir, libc::SYS_umask,
    libc::SYS_statfs, libc::SYS_fstatfs, libc::SYS_fadvise64, libc::SYS_readahead, libc::SYS_getxattr,
    libc::SYS_lgetxattr, libc::SYS_fgetxattr,
    // Memory.
    libc::SYS_munmap, libc::SYS_mprotect, libc::SYS_mremap, libc::SYS_madvise, libc::SYS_brk, libc::SYS_mincore,
    libc::SYS_msync, libc::SYS_membarrier, libc::SYS_pkey_alloc, libc::SYS_pkey_free, libc::SYS_pkey_mprotect,
    // Processes and threads.
    libc::SYS_execve, libc::SYS_execveat, libc::SYS_exit, libc::SYS_exit_group, libc::SYS_wait4, libc::SYS_waitid,
    libc::SYS_getpid, libc::SYS_getppid, libc::SYS_gettid, libc::SYS_getpgid, libc::SYS_setpgid, libc::SYS_getsid,
    libc::SYS_setsid, libc::SYS_getuid, libc::SYS_geteuid, libc::SYS_getgid, libc::SYS_getegid, libc::SYS_getgroups,
    libc::SYS_getresuid, libc::SYS_getresgid, libc::SYS_capget, libc::SYS_set_tid_address, libc::SYS_set_robust_list,
    libc::SYS_get_robust_list, libc::SYS_rseq, libc::SYS_futex, libc::SYS_sched_yield, libc::SYS_sched_getaffinity,
    libc::SYS_sched_getparam, libc::SYS_sched_getscheduler, libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min, libc::SYS_getpriority, libc::SYS_getrusage, libc::SYS_getcpu,
    // Time and signals.
    libc::SYS_clock_gettime, libc::SYS_clock_getres, libc::SYS_clock_nanosleep, libc::SYS_nanosleep,
    libc::SYS_gettimeofday, libc::SYS_times, libc::SYS_getitimer, libc::SYS_setitimer, libc::SYS_timer_create,
    libc::SYS_timer_settime, libc::SYS_timer_gettime, libc::SYS_timer_getoverrun, libc::SYS_timer_delete,
    libc::SYS_rt_sigaction, libc::SYS_rt_sigprocmask, libc::SYS_rt_sigreturn, libc::SYS_rt_sigpending,
    libc::SYS_rt_sigsuspend, libc::SYS_rt_sigtimedwait, libc::SYS_sigaltstack, libc::SYS_restart_syscall,
    // The machine.
    libc::SYS_uname, libc::SYS_sysinfo, libc::SYS_getrandom,
];

/// Calls of an old architecture that have a newer form above.
#[cfg(target_arch = "x86_64")]
#[rustfmt::skip]
pub(super) const OLDER: &[i64] = &[
    libc::SYS_dup2, libc::SYS_poll, libc::SYS_select, libc::SYS_epoll_create, libc::SYS_epoll_wait,
    libc::SYS_eventfd, libc::SYS_pipe, libc::SYS_stat, libc::SYS_lstat, libc::SYS_access, libc::SYS_readlink,
    libc::SYS_getdents, libc::SYS_fork, libc::SYS_vfork, libc::SYS_getpgrp, libc::SYS_getrlimit, libc::SYS_time,
    libc::SYS_alarm, libc::SYS_pause, libc::SYS_arch_prctl,
];
#[cfg(not(target_arch = "x86_64"))]
pub(super) const OLDER: &[i64] = &[];

/// The commands of `fcntl`: none that locks, leases or watches a file, or gives a pipe another size.
pub(super) const FILE_COMMANDS: &[u64] = &[
    libc::F_DUPFD as u64,
    libc::F_DUPFD_CLOEXEC as u64,
    libc::F_GETFD as u64,
    libc::F_SETFD as u64,
    libc::F_GETFL as u64,
    libc::F_SETFL as u64,
    libc::F_GETPIPE_SZ as u64,
];

/// The requests of `ioctl`: what a terminal would be asked, and the flags of a file.
#[allow(clippy::unnecessary_cast, reason = "musl has other types for them")]
pub(super) const TERMINAL_REQUESTS: &[u64] = &[
    libc::TCGETS as u64,
    libc::TIOCGWINSZ as u64,
    libc::TIOCGPGRP as u64,
    libc::FIONREAD as u64,
    libc::FIONBIO as u64,
    libc::FIOCLEX as u64,
    libc::FIONCLEX as u64,
];

/// The options of `prctl`: names, and what a process gives up for itself.
pub(super) const PROCESS_OPTIONS: &[u64] = &[
    libc::PR_SET_NAME as u64,
    libc::PR_GET_NAME as u64,
    libc::PR_SET_VMA as u64,
    libc::PR_GET_DUMPABLE as u64,
    libc::PR_CAPBSET_READ as u64,
    libc::PR_SET_PDEATHSIG as u64,
    libc::PR_GET_PDEATHSIG as u64,
    libc::PR_SET_NO_NEW_PRIVS as u64,
    libc::PR_GET_NO_NEW_PRIVS as u64,
    libc::PR_SET_TIMERSLACK as u64,
    libc::PR_SET_THP_DISABLE as u64,
];
