//! The log of a process.

use std::io::{self, Write};
use std::process::Command;
use std::sync::{Arc, Mutex};

use tracing::Level;
use tracing_subscriber::fmt::MakeWriter;

/// A log that is kept.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Log;

    fn make_writer(&self) -> Log {
        self.clone()
    }
}

/// The variable that a test finds set in a process of its own.
const ALONE: &str = "CARDSHARP_TEST_ALONE";

/// True in a process that runs the test `name` and no other. In any other process it runs the test in such a process, and
/// fails if that fails. The log of a process that runs other tests beside has theirs too, and slows all of them down.
pub fn is_alone(name: &str) -> bool {
    if std::env::var_os(ALONE).is_some() {
        return true;
    }
    let mut process = Command::new(std::env::current_exe().unwrap());
    let output = process.args(["--exact", name]).env(ALONE, "1").output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{output:?}");
    false
}

impl Log {
    /// Records all log messages of this process at every level, including those of libraries that
    /// log by `log`. May be called once in a process.
    pub fn hear_everything() -> Log {
        let log = Log::default();
        let subscriber = tracing_subscriber::fmt().with_max_level(Level::TRACE).with_ansi(false);
        subscriber.with_writer(log.clone()).init();
        log
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}
