//! Fork and join for work of microseconds.
//!
//! One iteration over a game of a hundred thousand nodes has several joins and takes a fifth of a millisecond. A thread
//! of rayon that finds no work goes to sleep, and wakes up too late for the next join: two threads were slower than
//! one. The helpers of a team therefore look for work all the time, from the first join to the last.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// The greatest number of tasks of a job: each has a bit of a word.
pub(crate) const MAX_TASKS: usize = 31;
/// The number of turns that an idle member spins before it yields its core. It is small, because
/// the member that it waits for may need that core.
const PATIENCE: u32 = 200;

thread_local! {
    /// The number of this thread in its team, 0 for the leader; `None` outside of teams.
    static MEMBER: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Threads of a rayon pool that stay awake for jobs.
pub(crate) struct ForkJoin {
    /// The number of members, the leader included.
    members: usize,
    dismissed: AtomicBool,
}

impl ForkJoin {
    /// Calls `lead` in the current rayon pool with a team of the leader and up to `helpers` other threads of the pool.
    pub(crate) fn with<R: Send>(helpers: usize, lead: impl FnOnce(&ForkJoin) -> R + Send) -> R {
        let team = ForkJoin { members: helpers + 1, dismissed: AtomicBool::new(false) };
        if helpers == 0 {
            return lead(&team);
        }
        rayon::scope(|scope| {
            let _leader = Membership::begin(0);
            for member in 1..=helpers {
                let team = &team;
                scope.spawn(move |_| team.help(member));
            }
            // The team is dismissed even if `lead` panics.
            let _dismissal = Dismissal(&team);
            lead(&team)
        })
    }

    /// Calls `work` once with every number below `tasks`, on any free members, and returns when all
    /// calls are done. There are at most [`MAX_TASKS`]. A free member takes the same task numbers
    /// as in the job before, since their data is in its cache.
    pub(crate) fn for_each<W: Fn(usize) + Sync>(&self, tasks: usize, work: &W) {
        debug_assert!(tasks <= MAX_TASKS);
        if self.members == 1 {
            (0..tasks).for_each(work);
            return;
        }
        let job = Job { left: AtomicU32::new((1 << tasks) - 1), unfinished: AtomicU32::new(tasks as u32) };
        rayon::in_place_scope(|scope| {
            for _ in 1..self.members {
                scope.spawn(|_| job.take_all(self.share(tasks), work));
            }
            job.take_all(self.share(tasks), work);
            // The scope would wait too, but its thread would go to sleep.
            let mut idle = 0;
            while job.unfinished.load(Ordering::Acquire) > 0 {
                wait(&mut idle);
            }
        });
    }

    /// The first task of this thread if none is late.
    fn share(&self, tasks: usize) -> usize {
        let member = MEMBER.get().unwrap_or_default() % self.members;
        member * tasks / self.members
    }

    /// Does the pool's work until the team is dismissed.
    fn help(&self, member: usize) {
        // A thread in two teams would keep one of them waiting for the other.
        if MEMBER.get().is_some() {
            return;
        }
        let _member = Membership::begin(member);
        let mut idle = 0;
        while !self.dismissed.load(Ordering::Acquire) {
            match rayon::yield_now() {
                Some(rayon::Yield::Executed) => idle = 0,
                _ => wait(&mut idle),
            }
        }
    }
}

/// The tasks of one fork.
struct Job {
    /// A bit for each task that no member has taken.
    left: AtomicU32,
    /// The number of tasks that are not done.
    unfinished: AtomicU32,
}

impl Job {
    /// Does tasks until none is left: the first from `own` on, or else the last before it.
    fn take_all(&self, own: usize, work: &impl Fn(usize)) {
        let mut left = self.left.load(Ordering::Relaxed);
        while left != 0 {
            let task = match left >> own {
                0 => 31 - left.leading_zeros() as usize,
                later => own + later.trailing_zeros() as usize,
            };
            let bit = 1 << task;
            left = self.left.fetch_and(!bit, Ordering::Relaxed);
            if left & bit != 0 {
                // The task counts as done even if it panics; otherwise the join would never end.
                let _done = Done(self);
                work(task);
            }
            left = self.left.load(Ordering::Relaxed);
        }
    }
}

fn wait(idle: &mut u32) {
    *idle += 1;
    if *idle < PATIENCE {
        std::hint::spin_loop();
    } else {
        std::thread::yield_now();
    }
}

struct Done<'t>(&'t Job);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.unfinished.fetch_sub(1, Ordering::Release);
    }
}

/// The time that this thread is in a team.
struct Membership {
    before: Option<usize>,
}

impl Membership {
    fn begin(member: usize) -> Membership {
        Membership { before: MEMBER.replace(Some(member)) }
    }
}

impl Drop for Membership {
    fn drop(&mut self) {
        MEMBER.set(self.before);
    }
}

struct Dismissal<'t>(&'t ForkJoin);

impl Drop for Dismissal<'_> {
    fn drop(&mut self) {
        self.0.dismissed.store(true, Ordering::Release);
    }
}

#[cfg(test)]
#[path = "../tests/unit/fork_join.rs"]
mod tests;
