//! Fork and join for work of microseconds.
//!
//! One iteration over a game of a hundred thousand nodes has several joins and takes a fifth of a
//! millisecond. Threads that go to sleep in between, as rayon's do, wake up too late for the next
//! join: two of them were slower than one. The members of a team stay awake from the first join to
//! the last.

use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// The greatest number of tasks of a job: each has a bit of half a word.
pub(crate) const MAX_TASKS: usize = 31;
/// The number of turns that an idle member spins before it yields its core. It is small, because
/// the member that it waits for may need that core.
const PATIENCE: u32 = 200;

/// Threads that wait for jobs.
pub(crate) struct ForkJoin {
    /// The number of the current job, and a bit for each of its tasks that no member has taken.
    /// Both are in one word, so that a member takes a task only of the job that it read.
    job: AtomicU64,
    /// The number of tasks of the current job.
    tasks: AtomicUsize,
    /// The number of members, the leader included.
    members: u32,
    /// The number of tasks that are not done.
    unfinished: AtomicU32,
    /// The function of the current job; `work` is its first argument.
    call: AtomicPtr<()>,
    work: AtomicPtr<()>,
    dismissed: AtomicBool,
}

/// A function that calls the closure behind a pointer.
type Call = unsafe fn(*const (), usize);

/// SAFETY: `work` must be the address of a `W` that lives, and that threads may share.
unsafe fn call<W: Fn(usize) + Sync>(work: *const (), task: usize) {
    // SAFETY: the caller guarantees it.
    let work = unsafe { &*work.cast::<W>() };
    work(task);
}

impl ForkJoin {
    /// Calls `lead` with a team of the leader and up to `helpers` threads of the current rayon
    /// pool.
    pub(crate) fn with<R>(helpers: usize, lead: impl FnOnce(&ForkJoin) -> R) -> R {
        let team = ForkJoin {
            job: AtomicU64::new(0),
            tasks: AtomicUsize::new(0),
            members: helpers as u32 + 1,
            unfinished: AtomicU32::new(0),
            call: AtomicPtr::new(std::ptr::null_mut()),
            work: AtomicPtr::new(std::ptr::null_mut()),
            dismissed: AtomicBool::new(false),
        };
        if helpers == 0 {
            return lead(&team);
        }
        rayon::in_place_scope(|scope| {
            for member in 1..=helpers as u32 {
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
        let last = self.job.load(Ordering::Relaxed) >> 32;
        self.call
            .store(call::<W> as Call as *mut (), Ordering::Relaxed);
        let address: *const W = work;
        self.work
            .store(address.cast_mut().cast(), Ordering::Relaxed);
        self.tasks.store(tasks, Ordering::Relaxed);
        self.unfinished.store(tasks as u32, Ordering::Relaxed);
        // A member that reads this store also sees the stores above.
        let job = (last + 1) << 32 | ((1 << tasks) - 1);
        self.job.store(job, Ordering::Release);
        // The join waits even if a task panics: others may still use what is borrowed here.
        let _join = Join(self);
        let own = self.share(0, tasks);
        while self.take_one(own) {}
    }

    /// The first task of a member if none is late.
    fn share(&self, member: u32, tasks: usize) -> u32 {
        member * tasks as u32 / self.members
    }

    fn help(&self, member: u32) {
        let mut idle = 0;
        while !self.dismissed.load(Ordering::Acquire) {
            if self.take_one(self.share(member, self.tasks.load(Ordering::Relaxed))) {
                idle = 0;
            } else {
                wait(&mut idle);
            }
        }
    }

    /// Does one of the tasks that are left: the first from `own` on, or else the last before it.
    /// Returns `false` if none was left.
    fn take_one(&self, own: u32) -> bool {
        let job = self.job.load(Ordering::Acquire);
        let left = job as u32;
        if left == 0 {
            return false;
        }
        let task = match left >> own {
            0 => 31 - left.leading_zeros(),
            later => own + later.trailing_zeros(),
        };
        let function = self.call.load(Ordering::Relaxed);
        let work = self.work.load(Ordering::Relaxed);
        let rest = job & !(1 << task);
        let taken = self
            .job
            .compare_exchange(job, rest, Ordering::AcqRel, Ordering::Relaxed);
        if taken.is_ok() {
            // The task counts as done even if it panics; otherwise the join would never end.
            let _done = Done(self);
            // SAFETY: `for_each` stored a `Call` in this pointer.
            let function = unsafe { std::mem::transmute::<*mut (), Call>(function) };
            // SAFETY: the number of the job has not changed since before the pointers were read, so
            // they belong to this job. Its `for_each` does not return while this task is
            // unfinished.
            unsafe { function(work, task as usize) };
        }
        true
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

struct Done<'t>(&'t ForkJoin);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.unfinished.fetch_sub(1, Ordering::Release);
    }
}

struct Join<'t>(&'t ForkJoin);

impl Drop for Join<'_> {
    fn drop(&mut self) {
        let mut idle = 0;
        while self.0.unfinished.load(Ordering::Acquire) > 0 {
            // A panic can leave tasks that no member has taken.
            if std::thread::panicking() {
                self.0.discard();
            }
            wait(&mut idle);
        }
    }
}

impl ForkJoin {
    /// Takes the remaining tasks without doing them.
    fn discard(&self) {
        let tasks = u64::from(u32::MAX);
        let job = self.job.fetch_and(!tasks, Ordering::AcqRel);
        let left = (job & tasks).count_ones();
        self.unfinished.fetch_sub(left, Ordering::Release);
    }
}

struct Dismissal<'t>(&'t ForkJoin);

impl Drop for Dismissal<'_> {
    fn drop(&mut self) {
        self.0.dismissed.store(true, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn every_task_of_every_job_is_done_once_before_the_job_ends() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build();
        pool.unwrap().install(|| {
            for helpers in 0..5 {
                ForkJoin::with(helpers, |team| {
                    for job in 0..2_000 {
                        let tasks = job % 9;
                        let done: Vec<AtomicUsize> =
                            (0..tasks).map(|_| AtomicUsize::new(0)).collect();
                        team.for_each(tasks, &|task| {
                            done[task].fetch_add(1, Ordering::Relaxed);
                        });
                        assert!(done.iter().all(|task| task.load(Ordering::Relaxed) == 1));
                    }
                });
            }
        });
    }

    #[test]
    fn a_panic_in_a_task_reaches_the_caller() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
        let pool = pool.unwrap();
        for bad in 0..8 {
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                pool.install(|| {
                    ForkJoin::with(1, |team| team.for_each(8, &|task| assert!(task != bad)));
                });
            }));
            assert!(outcome.is_err());
        }
    }
}
