//! Contestants that reach for the judge, for other contestants, and for memory that no limit counts, each with a real
//! process, and the interpreters and compiled programs that must still play.

use std::path::Path;
use std::process::{Command, Output};

use crate::confinement::{assert_first_is_out, assert_plays, player};
use crate::processes::{cardsharp, script};

/// Runs Python under the launcher, and returns its output. `FIRST` of its text runs after its first line of input.
fn confined(text: &str) -> Output {
    let mut launcher = assert_cmd::Command::cargo_bin("cardsharp").unwrap();
    launcher.args(["confine", "--", "/usr/bin/python3", "-c", text]);
    launcher.write_stdin("line\n").output().unwrap()
}

/// Checks that each of these calls fails, by a program that goes on after it.
fn assert_all_refused(begin: &str, calls: &[&str]) {
    let mut text = format!("import os, sys, ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n{begin}\ninput()\n");
    for call in calls {
        text += &format!(
            "try:\n    done = {call}\n    if not isinstance(done, int) or done >= 0: print({call:?}, done)\nexcept OSError:\n    pass\n"
        );
    }
    text += "print('end')\n";
    let output = confined(&text);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "end\n", "{errors}");
}

#[test]
fn no_contestant_reaches_another_process() {
    let mut other = Command::new("sleep").arg("60").spawn().unwrap();
    let pid = other.id();
    let begin = format!("pid = {pid}\nimport resource, signal");
    assert_all_refused(
        &begin,
        &[
            "os.setpriority(os.PRIO_PROCESS, pid, 19) or 0",
            "os.setpriority(os.PRIO_USER, 0, 19) or 0",
            "os.sched_setaffinity(pid, {0}) or 0",
            "os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0)) or 0",
            "resource.prlimit(pid, resource.RLIMIT_CPU, (1, 1))",
            "resource.setrlimit(resource.RLIMIT_DATA, (1 << 40, 1 << 40)) or 0",
            "os.kill(pid, signal.SIGKILL) or 0",
            "os.kill(-1, signal.SIGKILL) or 0",
            "libc.syscall(251, 1, pid, 3 << 13)",
            "libc.syscall(434, pid, 0)",
            "libc.ptrace(16, pid, 0, 0)",
            "libc.process_vm_readv(pid, 0, 0, 0, 0, 0)",
            "libc.syscall(312, pid, os.getpid(), 0, 0, 0)",
        ],
    );
    let priority = Command::new("ps").args(["-o", "ni=", "-p", &pid.to_string()]).output();
    assert_eq!(String::from_utf8_lossy(&priority.unwrap().stdout).trim(), "0");
    assert_eq!(other.try_wait().unwrap(), None);
    other.kill().unwrap();
    other.wait().unwrap();
}

/// The numbers of processes begin anew where the system has namespaces, and a program that ends leaves none.
#[test]
fn a_contestant_has_processes_of_its_own() {
    let output = confined("import os\ninput()\nprint(os.getpid(), os.getppid())");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "2 0\n", "{output:?}");
    let text = "import os, time\ninput()\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        time.sleep(61.25)\n    os._exit(0)";
    assert!(confined(text).status.success());
    let left = Command::new("ps").args(["-eo", "args"]).output().unwrap();
    assert!(!String::from_utf8_lossy(&left.stdout).contains("sleep(61.25)"));
}

/// A system without namespaces is named, and no signal reaches another process there either.
#[test]
fn what_the_system_lacks_is_said() {
    let binary = assert_cmd::cargo::cargo_bin("cardsharp");
    let data = tempfile::tempdir().unwrap();
    let contestants = vec![format!("'{}'", cardsharp("random").join(" ")); 4].join(" ");
    let no_more = "for kind in pid ipc user; do echo 0 > /proc/sys/user/max_${kind}_namespaces; done";
    let serve = format!(
        "{no_more}; exec {} serve tricky-eights --seed 13 --data {} -- {contestants}",
        binary.display(),
        data.path().display()
    );
    let judge = Command::new("unshare").args(["--user", "--map-root-user", "sh", "-c", &serve]).output().unwrap();
    let said = String::from_utf8_lossy(&judge.stderr).into_owned();
    let lack = "weaker on this system: no PID and IPC namespaces";
    assert!(judge.status.success() && said.contains(lack), "{said}");
    assert!(!said.contains("disqualified"), "{said}");
    let log = std::fs::read_to_string(data.path().join("te.log")).unwrap();
    assert!(log.contains(lack), "{log}");
}

#[test]
fn nothing_outlives_a_contestant_or_is_told_to_another() {
    assert_all_refused(
        "import fcntl\nown = os.open('/usr/bin/python3', os.O_RDONLY)",
        &[
            "libc.shmget(0x77, 1 << 20, 0o1666)",
            "libc.msgget(0x77, 0o1666)",
            "libc.semget(0x77, 8, 0o1666)",
            "libc.syscall(248, b'user', b'note', b'text', 4, -4)",
            "libc.syscall(250, 0, -4, 1)",
            "libc.mq_open(b'/note', os.O_CREAT, 0o600, None)",
            "libc.memfd_create(b'note', 0)",
            "fcntl.flock(own, fcntl.LOCK_SH) or 0",
            "fcntl.lockf(own, fcntl.LOCK_SH) or 0",
            "fcntl.fcntl(own, fcntl.F_SETLEASE, fcntl.F_RDLCK)",
            "fcntl.fcntl(os.pipe()[0], 1031, 1 << 20)",
            "libc.inotify_init()",
            "libc.fchmod(own, 0o777)",
        ],
    );
}

#[test]
fn who_takes_memory_that_is_not_their_own() {
    let reason = "more than 4.0 MiB";
    let zero = "import mmap; kept = mmap.mmap(os.open('/dev/zero', os.O_RDWR), 16 << 20)";
    assert_first_is_out(zero, "disk", "`/dev/zero` for writing");
    assert_first_is_out("kept = [os.pipe() for _ in range(200)]", "memory", reason);
    let pairs = "import socket; kept = [socket.socketpair() for _ in range(50)]";
    assert_first_is_out(pairs, "memory", reason);
    // Many processes that each stay below the limit.
    let many = "\n        for _ in range(20):\n            if os.fork() == 0:\n                kept = bytearray(3 << 20); import time; time.sleep(9)";
    assert_first_is_out(many, "memory", reason);
    let below = "import mmap; kept = mmap.mmap(-1, 16 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x100)";
    assert_first_is_out(below, "ended", "exit status: 1");
}

/// A program in a language plays the first line: it reads, and says so.
fn assert_runs(words: &[&str]) {
    if Command::new(words[0]).arg("--version").output().is_err() {
        eprintln!("skipped: there is no {}", words[0]);
        return;
    }
    let mut launcher = assert_cmd::Command::cargo_bin("cardsharp").unwrap();
    launcher.args(["confine", "--memory", "512MiB", "--"]).args(words);
    let output = launcher.write_stdin("line\n").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "read line\n", "{words:?}: {output:?}");
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn usual_programs_run() {
    assert_runs(&["bash", "-c", "read x; y=$(echo read $x | cat); echo $y"]);
    assert_runs(&["perl", "-e", "$_ = <STDIN>; print \"read $_\""]);
    assert_runs(&[
        "node",
        "-e",
        "require('readline').createInterface(process.stdin).on('line', line => console.log('read ' + line))",
    ]);
    let python = "import asyncio, subprocess, threading, multiprocessing.pool\nasync def main():\n    line = await asyncio.to_thread(input)\n    print('read', line)\nasyncio.run(main())";
    assert_runs(&["/usr/bin/python3", "-c", python]);
    let folder = tempfile::tempdir().unwrap();
    let java = folder.path().join("Bot.java");
    let text = "import java.util.*; class Bot { public static void main(String[] a) { System.out.println(\"read \" + new Scanner(System.in).nextLine()); } }";
    std::fs::write(&java, text).unwrap();
    let done = |program: &str, words: &[&str]| {
        let mut command = Command::new(program);
        let status = command.args(words).current_dir(folder.path()).status();
        status.is_ok_and(|status| status.success())
    };
    if done("javac", &["Bot.java"]) && done("jar", &["cfe", "bot.jar", "Bot", "Bot.class"]) {
        let jar = folder.path().join("bot.jar");
        assert_runs(&["java", "-XX:-UsePerfData", "-jar", jar.to_str().unwrap()]);
    }
}

#[test]
fn compiled_programs_run() {
    let folder = tempfile::tempdir().unwrap();
    let compiles = |compiler: &str, name: &str, text: &str, flags: &[&str]| {
        let (source, program) = (folder.path().join(name), folder.path().join(format!("{name}.bot")));
        std::fs::write(&source, text).unwrap();
        let compiled = Command::new(compiler).args(flags).arg("-o").arg(&program).arg(&source).status();
        if compiled.is_ok_and(|status| status.success()) {
            assert_runs(&[program.to_str().unwrap()]);
        } else {
            eprintln!("skipped: there is no {compiler}");
        }
    };
    let rust = "fn main() { let mut line = String::new(); std::io::stdin().read_line(&mut line).unwrap(); std::thread::spawn(move || print!(\"read {line}\")).join().unwrap(); }";
    compiles("rustc", "bot.rs", rust, &[]);
    let cpp = "#include <iostream>\n#include <thread>\nint main() { std::string l; std::getline(std::cin, l); std::thread t([&] { std::cout << \"read \" << l << std::endl; }); t.join(); }";
    compiles("g++", "bot.cpp", cpp, &["-pthread"]);
    compiles("go", "bot.go", "", &[]);
    assert_plays(script(&format!("exec {}", cardsharp("pseudo-random").join(" "))));
    if let Some(south) = player(folder.path(), "import asyncio, threading, subprocess", "") {
        assert_plays(south);
    }
    assert!(Path::new(folder.path()).exists());
}

/// The lines of the log of a game whose south is this script, with the output of the judge.
fn log_of(south: &str, options: &[&str]) -> (String, String) {
    let data = tempfile::tempdir().unwrap();
    let good = cardsharp("random").join(" ");
    let mut judge = assert_cmd::Command::cargo_bin("cardsharp").unwrap();
    judge.args(["serve", "tricky-eights", "--seed", "13", "--data"]);
    judge.arg(data.path()).args(options).arg("--");
    judge.args([&good, &good, south, &good]);
    judge.env("TOURNAMENT_PASSWORD", "secret").env("BOT_LEVEL", "7");
    let output = judge.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let log = std::fs::read_to_string(data.path().join("te.log")).unwrap();
    (log, said)
}

#[test]
fn a_contestant_sees_nothing_of_the_judges_environment() {
    let bot = cardsharp("random").join(" ");
    let south = format!("sh -c 'env >&2; exec {bot}'");
    let (log, said) = log_of(&south, &[]);
    assert!(log.contains("south: PATH="), "{log}");
    assert!(!log.contains("secret") && !log.contains("BOT_LEVEL"));
    assert!(!log.contains("south: HOME=") && !log.contains("south: CARGO"));
    assert!(!said.contains("disqualified"), "{said}");
    let (log, _) = log_of(&south, &["--pass-env", "BOT_LEVEL"]);
    assert!(log.contains("south: BOT_LEVEL=7") && !log.contains("secret"));
}

/// Starts the bot that its arguments name, if a file can be read at the start.
const READER: &str = "#!/bin/sh\ncat < FILE > /dev/null || exit 9\nexec \"$@\"\n";
/// Reads a file once it plays.
const SPY: &str = "#!/bin/sh\nread line\nread code < FILE\n";

/// Slow: each contestant is confined and tried in turn.
#[test]
fn a_contestant_reads_no_other_ones_code() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let write = |name: &str, text: &str, wanted: &str| {
        std::fs::write(path(name), text.replace("FILE", wanted)).unwrap();
        let mode = Command::new("chmod").args(["+x", &path(name)]).status();
        assert!(mode.unwrap().success());
    };
    std::fs::create_dir_all(path("bin")).unwrap();
    std::fs::create_dir_all(path("lib/other")).unwrap();
    for name in ["one.sh", "bin/two", "lib/other/three.sh", "lib/other/table.sh"] {
        write(name, READER, "/dev/null");
    }
    let bot = cardsharp("random").join(" ");
    let said = |spy: &str| {
        let mut judge = assert_cmd::Command::cargo_bin("cardsharp").unwrap();
        judge.args(["serve", "tricky-eights", "--seed", "13", "--"]);
        for name in ["one.sh", "bin/two", spy, "lib/other/three.sh"] {
            judge.arg(format!("{} {bot}", path(name)));
        }
        String::from_utf8_lossy(&judge.output().unwrap().stderr).into_owned()
    };
    // In the same folder, in that of the program, and among the libraries around it.
    for (spy, wanted) in [
        ("spy.sh", "one.sh"),
        ("bin/spy", "bin/two"),
        ("bin/spy", "lib/other/three.sh"),
        ("bin/spy", "lib/other/table.sh"),
    ] {
        write(spy, SPY, &path(wanted));
        let said = said(spy);
        let reason = format!("south is disqualified: it opened the file `{}`", path(wanted));
        assert!(said.contains(&reason), "{spy} {wanted}: {said}");
        assert_eq!(said.matches("disqualified").count(), 1, "{said}");
    }
    // Its own code is its own, with the modules beside it.
    for own in ["spy.sh", "module.sh"] {
        write("module.sh", READER, "/dev/null");
        write("spy.sh", READER, &path(own));
        let said = said("spy.sh");
        assert!(!said.contains("disqualified"), "{said}");
    }
}
