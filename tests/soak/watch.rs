//! The memory and the descriptors of a process.

use std::time::{Duration, Instant};

/// Memory and descriptors of a process at one moment.
#[derive(Clone, Copy, Debug, Default)]
pub struct Holdings {
    /// Resident memory, in KiB.
    pub memory: u64,
    /// Open descriptors.
    pub descriptors: usize,
}

impl Holdings {
    /// The holdings of process `id`. `None` if it has ended.
    pub fn of(id: u32) -> Option<Holdings> {
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        Some(Holdings {
            memory: line.split_whitespace().nth(1)?.parse().ok()?,
            descriptors: std::fs::read_dir(format!("/proc/{id}/fd")).ok()?.count(),
        })
    }

    fn most(self, other: Holdings) -> Holdings {
        Holdings { memory: self.memory.max(other.memory), descriptors: self.descriptors.max(other.descriptors) }
    }
}

/// The most that a process held, early in a run and later.
#[derive(Debug)]
pub struct Watch {
    process: u32,
    started: Instant,
    /// The duration of the early part.
    early: Duration,
    pub early_most: Holdings,
    pub late_most: Holdings,
}

impl Watch {
    /// Watches a process through a run of `time`. The first minute is the early part, or the first half if
    /// the run is shorter than two minutes.
    pub fn start(process: u32, time: Duration) -> Watch {
        Watch {
            process,
            started: Instant::now(),
            early: (time / 2).min(Duration::from_secs(60)),
            early_most: Holdings::default(),
            late_most: Holdings::default(),
        }
    }

    /// Records the current holdings. The process must be running.
    pub fn look(&mut self) {
        let now = Holdings::of(self.process).expect("the process has ended");
        let most = if self.started.elapsed() < self.early { &mut self.early_most } else { &mut self.late_most };
        *most = most.most(now);
    }

    /// Fails if the process holds more than early in the run by more than these limits.
    pub fn assert_no_growth(&self, memory: u64, descriptors: usize) {
        let (early, late) = (self.early_most, self.late_most);
        assert!(late.memory > 0, "too short a run");
        assert!(late.memory <= early.memory + memory, "{self:?}");
        let most = early.descriptors + descriptors;
        assert!(late.descriptors <= most, "{self:?}");
    }
}
