//! The queue of passwords that are to be hashed. Each hash takes memory and a core, so few are computed at a
//! time, and the queue has a limit.

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// Number of passwords hashed at a time. Each takes 19 MiB and a core.
const HASHED_AT_A_TIME: usize = 2;
/// Limit of passwords in the queue, those being hashed included.
pub const MAX_QUEUED: usize = 128;
/// Time limit of waiting in the queue.
const TURN_WAIT: Duration = Duration::from_secs(10);

/// The queue is full, or the wait was too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("too many logins at once: come back in some seconds")]
pub struct Busy;

/// The queue of passwords to hash.
#[derive(Debug)]
pub struct PasswordQueue {
    places: Arc<Semaphore>,
    turns: Arc<Semaphore>,
}

impl Default for PasswordQueue {
    fn default() -> PasswordQueue {
        PasswordQueue {
            places: Arc::new(Semaphore::new(MAX_QUEUED)),
            turns: Arc::new(Semaphore::new(HASHED_AT_A_TIME)),
        }
    }
}

impl PasswordQueue {
    /// Waits for its turn and runs `work`, which hashes a password, on a thread for blocking work. A caller
    /// that stops waiting before its turn frees its place. A hash that has begun keeps its turn until it
    /// ends, even if its caller stops waiting.
    ///
    /// # Errors
    ///
    /// [`Busy`] if the queue is full, or the turn does not come in time.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Busy> {
        let place = self.places.clone().try_acquire_owned();
        let place = place.map_err(|_| Busy)?;
        let turn = timeout(TURN_WAIT, self.turns.clone().acquire_owned()).await;
        // The semaphore is never closed.
        let turn = turn.map_err(|_| Busy)?.map_err(|_| Busy)?;
        let hashed = spawn_blocking(move || {
            let _held = (place, turn);
            work()
        });
        hashed.await.map_err(|_| Busy)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;

    use super::*;

    /// Waits until a condition holds.
    async fn until(is: impl Fn() -> bool) {
        for _ in 0..2000 {
            if is() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("it has not come");
    }

    #[test]
    fn a_turn_lasts_as_long_as_the_hash_and_the_queue_has_an_end() {
        let runtime = tokio::runtime::Builder::new_multi_thread();
        let runtime = { runtime }.enable_all().build().unwrap();
        runtime.block_on(async {
            let queue = Arc::new(PasswordQueue::default());
            let under_way = Arc::new(AtomicUsize::new(0));
            let (go_on, wait) = mpsc::channel::<()>();
            let wait = Arc::new(std::sync::Mutex::new(wait));
            let start = || {
                let (queue, under_way, wait) = (queue.clone(), under_way.clone(), wait.clone());
                tokio::spawn(async move {
                    let work = move || {
                        under_way.fetch_add(1, Ordering::SeqCst);
                        let _ = wait.lock().unwrap().recv();
                    };
                    queue.run(work).await
                })
            };
            // Their callers have stopped waiting, and they still have their turns.
            let given_up: Vec<_> = (0..HASHED_AT_A_TIME).map(|_| start()).collect();
            until(|| under_way.load(Ordering::SeqCst) == HASHED_AT_A_TIME).await;
            given_up.iter().for_each(|task| task.abort());
            let waiting: Vec<_> = (HASHED_AT_A_TIME..MAX_QUEUED).map(|_| start()).collect();
            until(|| queue.places.available_permits() == 0).await;
            assert_eq!(queue.run(|| ()).await, Err(Busy));
            assert_eq!(under_way.load(Ordering::SeqCst), HASHED_AT_A_TIME);
            // A caller that stops waiting before its turn frees its place.
            waiting.iter().for_each(|task| task.abort());
            until(|| queue.places.available_permits() == MAX_QUEUED - HASHED_AT_A_TIME).await;
            assert_eq!(queue.turns.available_permits(), 0);
            drop(go_on);
            until(|| queue.turns.available_permits() == HASHED_AT_A_TIME).await;
            assert_eq!(queue.run(|| 5).await, Ok(5));
        });
    }
}
