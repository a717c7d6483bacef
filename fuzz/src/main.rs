//! Searches the parsers of cardsharp for faults.

use std::process::ExitCode;

use cardsharp_fuzz::memory::Counting;
use cardsharp_fuzz::{command, targets};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() -> anyhow::Result<ExitCode> {
    let mut words = std::env::args();
    let program = words.next().unwrap_or_default();
    command::run(targets(), &[program], words.collect())
}
