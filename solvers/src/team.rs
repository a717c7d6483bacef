//! Fork and join for work of microseconds.
//!
//! One iteration over a game of a hundred thousand nodes has several joins and takes a fifth of a
//! millisecond. Threads that go to sleep in between (rayon's) wake up too late for the next one: two
//! of them came out slower than one. The members of a team stay awake from the first join to the
//! last.

use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// Most tasks of a job: one bit each of half a word.
pub(crate) const MOST_TASKS: usize = 31;
/// Turns of an idle member before it lets other threads have its core: soon, because the one it
/// waits for may be among them.
const PATIENCE: u32 = 200;

/// Threads that wait for work.
pub(crate) struct Team {
    /// The number of the current job, and a bit for each of its tasks that is still to be handed out.
    /// Both in one word, so that nobody can take a task of another job than it saw.
    job: AtomicU64,
    /// Tasks of the current job.
    tasks: AtomicUsize,
    /// Members, the leader included.
    members: u32,
    /// Tasks that are not done.
    unfinished: AtomicU32,
    /// What to call, and its first argument.
    call: AtomicPtr<()>,
    work: AtomicPtr<()>,
    dismissed: AtomicBool,
}

/// Calls a closure that a pointer stands for.
type Call = unsafe fn(*const (), usize);

/// SAFETY: `work` must be the address of a `W` that lives, and that threads may share.
unsafe fn call<W: Fn(usize) + Sync>(work: *const (), task: usize) {
    // SAFETY: the caller vouches for it.
    let work = unsafe { &*work.cast::<W>() };
    work(task);
}

impl Team {
    /// Calls `lead` with a team of up to `helpers` threads of the current rayon pool.
    pub(crate) fn with<R>(helpers: usize, lead: impl FnOnce(&Team) -> R) -> R {
        let team = Team {
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
            // Also if `lead` panics.
            let _dismissal = Dismissal(&team);
            lead(&team)
        })
    }

    /// Calls `work` with every number below `tasks`, each once, on whatever members are free, and
    /// returns when all are done. There are at most [`MOST_TASKS`]. A task goes to the same member as
    /// the task of that number before if it is free, since that has the data at hand.
    pub(crate) fn for_each<W: Fn(usize) + Sync>(&self, tasks: usize, work: &W) {
        debug_assert!(tasks <= MOST_TASKS);
        let last = self.job.load(Ordering::Relaxed) >> 32;
        self.call
            .store(call::<W> as Call as *mut (), Ordering::Relaxed);
        let address: *const W = work;
        self.work
            .store(address.cast_mut().cast(), Ordering::Relaxed);
        self.tasks.store(tasks, Ordering::Relaxed);
        self.unfinished.store(tasks as u32, Ordering::Relaxed);
        // What is stored above is seen by whoever sees this.
        let job = (last + 1) << 32 | ((1 << tasks) - 1);
        self.job.store(job, Ordering::Release);
        // Also if a task panics: others may still be at work on what is borrowed here.
        let _join = Join(self);
        let own = self.share(0, tasks);
        while self.take_one(own) {}
    }

    /// The first of the tasks that a member does if nobody is late.
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

    /// Does a task if there is one left, the first from `own` on or the last before it; `false` if
    /// not.
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
            // Also if the task panics, or nobody would ever stop waiting.
            let _done = Done(self);
            // SAFETY: `for_each` made this pointer of a `Call`.
            let function = unsafe { std::mem::transmute::<*mut (), Call>(function) };
            // SAFETY: the number of the job has not changed since before the pointers were read, so
            // they are this job's. Its `for_each` does not return while this task is unfinished.
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

struct Done<'t>(&'t Team);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.unfinished.fetch_sub(1, Ordering::Release);
    }
}

struct Join<'t>(&'t Team);

impl Drop for Join<'_> {
    fn drop(&mut self) {
        let mut idle = 0;
        while self.0.unfinished.load(Ordering::Acquire) > 0 {
            // After a panic tasks may be left that nobody has taken.
            if std::thread::panicking() {
                self.0.discard();
            }
            wait(&mut idle);
        }
    }
}

impl Team {
    /// Takes the tasks that are left without doing them.
    fn discard(&self) {
        let tasks = u64::from(u32::MAX);
        let job = self.job.fetch_and(!tasks, Ordering::AcqRel);
        let left = (job & tasks).count_ones();
        self.unfinished.fetch_sub(left, Ordering::Release);
    }
}

struct Dismissal<'t>(&'t Team);

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
                Team::with(helpers, |team| {
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
                    Team::with(1, |team| team.for_each(8, &|task| assert!(task != bad)));
                });
            }));
            assert!(outcome.is_err());
        }
    }
}
