//! The devices of the tests: the host build of the kernels, and a card if there is one.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use cardsharp_challenge_game::rules::Params;
use cardsharp_challenge_gpu::{HandOptions, HandSolver, Precision, host_build_facts, kernels_for};
use cardsharp_challenge_solver::infosets::Payoffs;
use cardsharp_gpu::{CudaDevice, Device, HostDevice};
use sha2::{Digest, Sha256};

/// Set where a C++ compiler must be there. Without it, tests that find none say so and end.
const REQUIRED: &str = "CARDSHARP_REQUIRE_HOST_BUILD";

fn compiler() -> Option<String> {
    let named = std::env::var("CXX").ok();
    let usual = ["g++", "clang++"].map(str::to_owned);
    let works = |name: &String| {
        let version = Command::new(name).arg("--version").output();
        version.is_ok_and(|output| output.status.success())
    };
    let found = named.into_iter().chain(usual).find(works);
    assert!(
        found.is_some() || std::env::var_os(REQUIRED).is_none(),
        "no C++ compiler was found, though {REQUIRED} is set"
    );
    found
}

/// The host builds of this process, by ranks and bits of a number. A compiler takes seconds for each.
type HostBuilds = HashMap<(u8, u8), Option<Arc<HostDevice>>>;

fn bits(precision: Precision) -> u8 {
    match precision {
        Precision::Half => 16,
        Precision::Single => 32,
    }
}

fn host_device(ranks: u8, precision: Precision) -> Option<Arc<HostDevice>> {
    static BUILDS: LazyLock<Mutex<HostBuilds>> = LazyLock::new(Mutex::default);
    // A build that failed is tried again, and fails in each test that needs it.
    let mut builds = BUILDS.lock().unwrap_or_else(PoisonError::into_inner);
    let build = builds.entry((ranks, bits(precision)));
    build.or_insert_with(|| new_host_device(ranks, precision)).clone()
}

fn new_host_device(ranks: u8, precision: Precision) -> Option<Arc<HostDevice>> {
    let Some(compiler) = compiler() else {
        eprintln!("not run on the processor: no C++ compiler is here (g++, clang++, or the one that CXX names)");
        return None;
    };
    let folder = tempfile::tempdir().unwrap();
    let library = build(&compiler, folder.path(), ranks, precision);
    // SAFETY: the library has just been built from the kernels.
    let device = unsafe { HostDevice::open(&library, 2) }.unwrap();
    for fact in host_build_facts(ranks) {
        // SAFETY: the facts are functions without arguments.
        let found = unsafe { device.ask(&fact.name) }.unwrap();
        assert_eq!(found, fact.expected, "{} with {ranks} ranks", fact.name);
    }
    Some(Arc::new(device))
}

/// The folder of the kernels; not that of the build if the tests are brought to another machine.
fn kernels() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    here.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into()).join("kernels")
}

fn build(compiler: &str, folder: &Path, ranks: u8, precision: Precision) -> PathBuf {
    let kernels = kernels();
    let library = folder.join("kernels.so");
    let output = Command::new(compiler)
        .args(["-std=c++17", "-O1", "-shared", "-fPIC"])
        .args(["-Wall", "-Wextra", "-Werror"])
        .args([format!("-DRANKS={ranks}"), format!("-DNUMBER_BITS={}", bits(precision))])
        .arg("-o")
        .arg(&library)
        .arg(kernels.join("host_build.cpp"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    library
}

/// All devices that are here. Cards have 16-bit numbers only.
pub fn devices(ranks: u8, precision: Precision) -> Vec<Arc<dyn Device>> {
    let mut found: Vec<Arc<dyn Device>> = Vec::new();
    if let Some(host) = host_device(ranks, precision) {
        found.push(host);
    }
    if precision == Precision::Half {
        match CudaDevice::open(&kernels_for(ranks).unwrap()) {
            Ok(card) => {
                println!("run on {}", card.name());
                found.push(Arc::new(card));
            }
            Err(error) => println!("not run on a card: {error}"),
        }
    }
    found
}

/// A solver on each device.
pub fn solvers(rules: Params, payoffs: Payoffs, options: HandOptions) -> Vec<HandSolver> {
    let devices = devices(rules.ranks(), options.precision).into_iter();
    let solvers = devices.map(|device| HandSolver::new(device, rules, payoffs, options).unwrap());
    solvers.collect()
}

/// The sizes of structures and endgames, as either language computes them, for odd and even numbers of ranks.
///
/// Slow: the kernels are compiled for the processor, for three numbers of ranks.
#[test]
fn the_sizes_of_both_languages_are_the_same() {
    for ranks in [3, 4, 13] {
        host_device(ranks, Precision::Half);
    }
}

/// A changed kernel has to be compiled again (`kernels/compile.py`).
#[test]
fn the_compiled_kernels_are_those_of_the_sources() {
    let folder = kernels();
    let entries = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let is_source = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "cuh" || extension == "cu");
    let mut sources: Vec<PathBuf> = entries.filter(is_source).collect();
    sources.sort();
    let mut hash = Sha256::new();
    for path in &sources {
        hash.update(std::fs::read(path).unwrap());
    }
    let found: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let recorded = std::fs::read_to_string(folder.join("compiled/sources.sha256")).unwrap();
    assert_eq!(recorded.trim(), found, "the sources have changed: run kernels/compile.py");
    for ranks in 3..=13 {
        assert!(kernels_for(ranks).unwrap().contains(".entry update_open"), "{ranks} ranks");
    }
    assert!(kernels_for(2).unwrap_err().to_string().contains("3 to 13"));
}

/// Rounded to the nearest, a mean of 16 bits stays at 0 where its steps are below half of the last place, 2^-24.
///
/// Slow: the kernels are compiled for the processor.
#[test]
fn small_reaches_are_not_lost_in_16_bits() {
    for precision in [Precision::Half, Precision::Single] {
        let Some(device) = host_device(4, precision) else {
            return;
        };
        // SAFETY: the function has no arguments.
        let found = unsafe { device.ask("mean_of_small_reaches") }.unwrap();
        assert!((950..=1050).contains(&found), "{precision:?}: {found} thousandths");
    }
}
