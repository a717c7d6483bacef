//! Solves a hand of Challenge on the card, or on the processor with a host build of the kernels.
//!
//! `solve_hand RANKS HAND_SIZE ITERATIONS|SECONDSs MEASURES RESOLVE_ITERATIONS BOUND [FOLDER|- [LIBRARY [single]]]` prints a
//! line for each measure: the iterations, the seconds of solving, and the NashConv by average values and with re-solved
//! endgames; at the end the time of each kernel. The files of the solution are written to FOLDER.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use cardsharp_challenge_game::rules::Params;
use cardsharp_challenge_gpu::{HandOptions, HandSolver, Precision, Resolving, kernels_for};
use cardsharp_challenge_solver::infosets::Payoffs;
use cardsharp_challenge_solver::ranges::RangeHand;
use cardsharp_gpu::{CudaDevice, Device, DeviceError, HostDevice, Launch};

/// Adds up the time of each kernel.
#[derive(Debug)]
struct Timed {
    device: Box<dyn Device>,
    spent: Mutex<BTreeMap<String, (u64, Duration)>>,
}

impl Device for Timed {
    fn name(&self) -> String {
        self.device.name()
    }
    fn free_bytes(&self) -> Result<u64, DeviceError> {
        self.device.free_bytes()
    }
    fn allocate(&self, bytes: u64) -> Result<u64, DeviceError> {
        self.device.allocate(bytes)
    }
    fn release(&self, address: u64, bytes: u64) {
        self.device.release(address, bytes);
    }
    fn write(&self, address: u64, bytes: &[u8]) -> Result<(), DeviceError> {
        self.device.write(address, bytes)
    }
    fn read(&self, address: u64, bytes: &mut [u8]) -> Result<(), DeviceError> {
        self.device.read(address, bytes)
    }
    fn clear(&self, address: u64, bytes: u64) -> Result<(), DeviceError> {
        self.device.clear(address, bytes)
    }
    unsafe fn launch(&self, kernel: &str, size: Launch, arguments: *const c_void) -> Result<(), DeviceError> {
        let start = Instant::now();
        // SAFETY: the caller answers for the arguments.
        unsafe { self.device.launch(kernel, size, arguments) }?;
        self.device.wait()?;
        let mut spent = self.spent.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let of_kernel = spent.entry(kernel.to_owned()).or_default();
        of_kernel.0 += size.blocks;
        of_kernel.1 += start.elapsed();
        Ok(())
    }
    fn wait(&self) -> Result<(), DeviceError> {
        self.device.wait()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| arguments.get(index).and_then(|text| text.parse::<f64>().ok()).unwrap_or_default();
    let rules = Params::new(number(0) as u8, 8, number(1) as u8)?;
    let device: Box<dyn Device> = match arguments.get(7) {
        // SAFETY: the user names a host build.
        Some(library) => Box::new(unsafe { HostDevice::open(Path::new(library), 2) }?),
        None => Box::new(CudaDevice::open(&kernels_for(rules.ranks())?)?),
    };
    let timed = Arc::new(Timed { device, spent: Mutex::default() });
    let device: Arc<dyn Device> = timed.clone();
    let start = Instant::now();
    let precision = match arguments.get(8).map(String::as_str) {
        Some("single") => Precision::Single,
        _ => Precision::Half,
    };
    let options = HandOptions { precision, ..HandOptions::default() };
    let mut solver = HandSolver::new(Arc::clone(&device), rules, Payoffs::EARLY, options)?;
    println!("{rules} on {}: {:?}, begun after {:.1?}", device.name(), solver.plan(), start.elapsed());
    let resolving = Resolving { iterations: number(4) as u32, trust: 0.5, bound: number(5) as f32 };
    let (iterations, measures) = (number(2) as u64, (number(3) as u64).max(1));
    let seconds = arguments.get(2).and_then(|text| text.strip_suffix('s')).and_then(|text| text.parse::<f64>().ok());
    let mut solving = Duration::ZERO;
    for measure in 1..=measures {
        let start = Instant::now();
        if let Some(seconds) = seconds {
            while start.elapsed().as_secs_f64() < seconds / measures as f64 {
                solver.advance(1)?;
            }
        } else {
            solver.advance(iterations * measure / measures - solver.iterations())?;
        }
        solving += start.elapsed();
        let start = Instant::now();
        let averaged = solver.by_average_values()?;
        print!(
            "{} iterations {:.2?}: by average values {:.6} ({:.2?})",
            solver.iterations(),
            solving,
            averaged.nash_conv(),
            start.elapsed()
        );
        std::io::Write::flush(&mut std::io::stdout())?;
        let folder = arguments.get(6).filter(|folder| *folder != "-" && measure == measures);
        if let Some(folder) = folder {
            let start = Instant::now();
            let solution = solver.solution(&RangeHand::new(rules, Payoffs::EARLY)?)?;
            print!(", solution ({:.2?}", start.elapsed());
            std::fs::create_dir(folder)?;
            solution.write(Path::new(folder))?;
            print!(", with files {:.2?})", start.elapsed());
            std::io::Write::flush(&mut std::io::stdout())?;
        }
        let start = Instant::now();
        if resolving.iterations > 0 {
            let found = solver.resolved(resolving)?;
            print!(
                ", re-solved {:.6} [{:.6}, {:.6}] ({:.2?})",
                found.nash_conv(),
                1.0 - found.follower,
                found.leader,
                start.elapsed()
            );
        }
        println!();
    }
    for (kernel, (blocks, time)) in &*timed.spent.lock().unwrap_or_else(std::sync::PoisonError::into_inner) {
        println!("{kernel}: {time:.2?}, {blocks} blocks, {:.2e} a second", *blocks as f64 / time.as_secs_f64());
    }
    Ok(())
}
