//! `cardsharp confine`: runs a program under the rules.

use std::error::Error;
use std::ffi::OsString;
use std::fs::File;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};

use bytesize::ByteSize;
use clap::Parser;
use nix::sys::signal::{Signal, raise};

use super::breach::{BREACH_EXIT, NOT_STARTED_EXIT, Report};
use super::command::{COMMAND, LANDLOCK, NAMESPACES, SIGNAL_SCOPE, options_of};
use super::enclosure::{has_landlock, has_signal_scope, limit_resources, restrict_files};
use super::namespaces::{give_up_privileges, reap_orphans, separate};
use super::program::find;
use super::rules::Rules;
use super::syscalls::filter;
use super::tracer::{End, Tracer};
use cardsharp_terminal::{eprintln, println};

/// Run a program without files, without network and with little memory
#[derive(Parser)]
#[command(name = "cardsharp confine")]
struct Arguments {
    /// Memory that the program may take after it has begun to read its input
    #[arg(long, value_name = "SIZE", default_value = "4MiB")]
    memory: ByteSize,
    /// File of another contestant, which the program may not read; may be repeated
    #[arg(long, value_name = "PATH")]
    foreign: Vec<PathBuf>,
    /// Become the program, for a launcher that traces this process
    #[arg(long, hide = true)]
    inner: bool,
    /// The process is in namespaces of its own
    #[arg(long, hide = true)]
    separate: bool,
    /// Be the parent of the orphans in a namespace
    #[arg(long, hide = true)]
    first: bool,
    /// Confine a program that does nothing, and print the means that the system has
    #[arg(long = "try")]
    trial: bool,
    /// The program and its arguments
    #[arg(last = true, value_name = "PROGRAM", required_unless_present_any = ["trial", "first"])]
    program: Vec<String>,
}

/// Runs the launcher with these arguments.
pub(super) fn run(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let words = [OsString::from("cardsharp confine")].into_iter().chain(arguments);
    let arguments = match Arguments::try_parse_from(words) {
        Ok(arguments) => arguments,
        Err(answer) => {
            let _ = answer.print();
            return ExitCode::from(answer.exit_code() as u8);
        }
    };
    let outcome = if arguments.first {
        reap_orphans().map_or_else(|error| Err(error.into()), |()| Ok(ExitCode::SUCCESS))
    } else if arguments.inner {
        become_program(&arguments)
    } else if arguments.trial {
        try_means()
    } else {
        launch(&arguments)
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("{}", Report::not_started(&error.to_string()));
        ExitCode::from(NOT_STARTED_EXIT)
    })
}

/// Lays the restrictions on this process, and becomes the program. Returns only if that fails.
fn become_program(arguments: &Arguments) -> Result<ExitCode, Box<dyn Error>> {
    let [word, rest @ ..] = &arguments.program[..] else {
        return Err("no program is given".into());
    };
    // A launcher that is killed before it traces leaves nobody behind either.
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
    let program = find(word)?;
    let rules = Rules::of(&arguments.program, &arguments.foreign);
    limit_resources(arguments.memory.as_u64())?;
    restrict_files(&rules)?;
    nix::sys::ptrace::traceme()?;
    give_up_privileges();
    filter(arguments.separate || has_signal_scope())?;
    // The launcher sets the options of its tracing now.
    raise(Signal::SIGSTOP)?;
    Err(Command::new(program).arg0(word).args(rest).exec().into())
}

/// Runs a program that does nothing, and prints what confines it.
fn try_means() -> Result<ExitCode, Box<dyn Error>> {
    let own = std::env::current_exe()?.display().to_string();
    let arguments = Arguments {
        memory: ByteSize::gib(1),
        foreign: Vec::new(),
        inner: false,
        separate: false,
        first: false,
        trial: false,
        program: vec![own, "--version".to_owned()],
    };
    let (tracer, first) = start(&arguments, Stdio::null)?;
    match tracer.run()? {
        End::Exited(0) => {}
        other => return Err(format!("a program cannot be confined here: {other:?}").into()),
    }
    let means = [(has_landlock(), LANDLOCK), (has_signal_scope(), SIGNAL_SCOPE), (first.is_some(), NAMESPACES)];
    for (_, name) in means.iter().filter(|(has, _)| *has) {
        println!("{name}");
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs the program, and ends as it has ended.
fn launch(arguments: &Arguments) -> Result<ExitCode, Box<dyn Error>> {
    // A judge that is killed leaves no program behind.
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
    let (tracer, _first) = start(arguments, Stdio::inherit)?;
    release_streams()?;
    match tracer.run()? {
        End::Exited(code) => Ok(ExitCode::from(code as u8)),
        End::Killed(signal) => {
            if let Ok(signal) = Signal::try_from(signal) {
                // The handler of a first SIGSEGV, which notices overflows of the stack, only resets itself.
                let _ = raise(signal);
                let _ = raise(signal);
            }
            Ok(ExitCode::from(128_u8.wrapping_add(signal as u8)))
        }
        End::Breach(breach) => {
            eprintln!("{}", breach.line());
            Ok(ExitCode::from(BREACH_EXIT))
        }
    }
}

/// Starts the inner launcher with these streams, in namespaces of its own if the system allows it, and returns the
/// first process of these. The tracer follows the inner launcher and the program that it becomes.
fn start(arguments: &Arguments, streams: fn() -> Stdio) -> Result<(Tracer, Option<Child>), Box<dyn Error>> {
    let first = separate()?;
    let input = std::fs::read_link("/proc/self/fd/0").unwrap_or_default();
    let memory = arguments.memory.as_u64().to_string();
    let inner = Command::new(std::env::current_exe()?)
        .args([COMMAND, "--inner", "--memory", &memory])
        .args(first.is_some().then_some("--separate"))
        .args(options_of("--foreign", &arguments.foreign))
        .arg("--")
        .args(&arguments.program)
        // Python would write the bytecode of modules beside them.
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(streams())
        .stdout(streams())
        .spawn()?;
    let rules = Rules::of(&arguments.program, &arguments.foreign);
    let program = inner.id().cast_signed();
    Ok((Tracer::of(program, rules, arguments.memory, input), first))
}

/// Lets go of standard input and output, which the program has. Whoever holds their other ends then sees it when the
/// program closes them.
fn release_streams() -> std::io::Result<()> {
    let nothing = File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&nothing)?;
    rustix::stdio::dup2_stdout(&nothing)?;
    Ok(())
}
