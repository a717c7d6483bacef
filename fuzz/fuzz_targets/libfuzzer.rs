//! libFuzzer on one target, which the variable `CARDSHARP_FUZZ_TARGET` names.

#![no_main]

use std::process;
use std::sync::OnceLock;

use cardsharp_fuzz::{Outcome, Target, targets};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| (target().run)(input, &mut Outcome::of_input(input)));

fn target() -> &'static Target {
    static TARGET: OnceLock<&Target> = OnceLock::new();
    TARGET.get_or_init(|| {
        let name = std::env::var("CARDSHARP_FUZZ_TARGET").unwrap_or_default();
        let target = targets().iter().find(|target| target.name == name);
        target.unwrap_or_else(|| {
            eprintln!("CARDSHARP_FUZZ_TARGET is no target: `cardsharp-fuzz --list` lists them");
            process::exit(2)
        })
    })
}
