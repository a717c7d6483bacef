use super::*;
use rayon::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[test]
fn every_task_of_every_job_is_done_once_before_the_job_ends() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build();
    pool.unwrap().install(|| {
        for helpers in 0..5 {
            ForkJoin::with(helpers, |team| {
                for job in 0..2_000 {
                    let tasks = job % 9;
                    let done: Vec<AtomicU32> = (0..tasks).map(|_| AtomicU32::new(0)).collect();
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

/// A leader never waits for a team whose leader waits for it.
#[test]
fn teams_of_one_pool_do_not_wait_for_each_other() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build();
    pool.unwrap().install(|| {
        let sums = (0..200_usize).into_par_iter().map(|_| {
            ForkJoin::with(2, |team| {
                let sum = AtomicU32::new(0);
                for _ in 0..20 {
                    team.for_each(8, &|task| {
                        sum.fetch_add(task as u32, Ordering::Relaxed);
                    });
                }
                sum.into_inner()
            })
        });
        assert!(sums.all(|sum| sum == 20 * 28));
    });
}
