//! The queue of passwords that are to be hashed.

#![allow(clippy::unwrap_used)] // The lint's exception for tests does not reach what they call.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use cardsharp_net::password_queue::{Busy, HASHED_AT_A_TIME, MAX_QUEUED, PasswordQueue};
use tokio::task::JoinHandle;

const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
const THERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(127, 0, 0, 2));

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

/// A queue whose hashes take until the test lets them go.
struct Held {
    queue: PasswordQueue,
    /// The addresses of those whose hash has begun, in that order.
    begun: Arc<Mutex<Vec<IpAddr>>>,
    wait: Arc<Mutex<mpsc::Receiver<()>>>,
}

impl Held {
    fn new() -> (Held, mpsc::Sender<()>) {
        let (go_on, wait) = mpsc::channel();
        let held = Held { queue: PasswordQueue::default(), begun: Arc::default(), wait: Arc::new(Mutex::new(wait)) };
        (held, go_on)
    }

    fn begun(&self) -> Vec<IpAddr> {
        self.begun.lock().unwrap().clone()
    }

    fn start(&self, from: IpAddr) -> JoinHandle<Result<(), Busy>> {
        let (queue, begun) = (self.queue.clone(), self.begun.clone());
        let wait = self.wait.clone();
        tokio::spawn(async move {
            let work = move || {
                begun.lock().unwrap().push(from);
                let _ = wait.lock().unwrap().recv();
            };
            queue.run(from, work).await
        })
    }
}

fn run(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_multi_thread();
    { runtime }.enable_all().build().unwrap().block_on(test);
}

#[test]
fn a_turn_lasts_as_long_as_the_hash_and_the_queue_has_an_end() {
    run(async {
        let (held, go_on) = Held::new();
        // Their callers have stopped waiting, and they still have their turns.
        let given_up: Vec<_> = (0..HASHED_AT_A_TIME).map(|_| held.start(HERE)).collect();
        until(|| held.begun().len() == HASHED_AT_A_TIME).await;
        given_up.iter().for_each(JoinHandle::abort);
        let places = HASHED_AT_A_TIME..MAX_QUEUED;
        let waiting: Vec<_> = places.map(|_| held.start(HERE)).collect();
        until(|| held.queue.queued() == MAX_QUEUED).await;
        assert_eq!(held.queue.run(HERE, || ()).await, Err(Busy));
        // A caller that stops waiting before its turn frees its place.
        waiting.iter().for_each(JoinHandle::abort);
        until(|| held.queue.queued() == HASHED_AT_A_TIME).await;
        drop(go_on);
        until(|| held.queue.queued() == 0).await;
        assert_eq!(held.queue.run(HERE, || 5).await, Ok(5));
    });
}

#[test]
fn one_address_keeps_no_other_from_its_turn() {
    run(async {
        let (held, go_on) = Held::new();
        let many: Vec<_> = (0..MAX_QUEUED).map(|_| held.start(HERE)).collect();
        until(|| held.queue.queued() == MAX_QUEUED).await;
        let other = held.start(THERE);
        until(|| many.iter().any(JoinHandle::is_finished)).await;
        assert_eq!(held.queue.queued(), MAX_QUEUED);
        // The next turn is the other one's, although 126 have waited longer.
        go_on.send(()).unwrap();
        until(|| held.begun().len() == HASHED_AT_A_TIME + 1).await;
        assert_eq!(held.begun(), [HERE, HERE, THERE]);
        let refused = many.iter().filter(|one| one.is_finished()).count();
        assert!(refused <= HASHED_AT_A_TIME + 2, "{refused}");
        drop(go_on);
        assert_eq!(other.await.unwrap(), Ok(()));
    });
}
