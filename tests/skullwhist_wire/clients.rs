//! Clients for tests.

use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use std::time::Duration;

use cardsharp::contest::{Account, AgentSpec, PlayOptions, ServerAddress};
use cardsharp::contests::skullwhist::agents::Factory;
use cardsharp::contests::skullwhist::client::{self, ClientError, Patience};
use cardsharp::contests::skullwhist::server::RunningServer;
use cardsharp::live::PlayReport;
use tempfile::TempDir;

/// A client: its options, and the folder of its password.
pub struct Client {
    pub options: PlayOptions,
    pub factory: Factory,
    pub patience: Patience,
    _folder: TempDir,
}

pub fn url(server: &RunningServer) -> String {
    format!("http://{}", server.address())
}

impl Client {
    pub fn new(url: &str, name: &str) -> Client {
        let folder = tempfile::tempdir().unwrap();
        let password_file = folder.path().join("password");
        std::fs::write(&password_file, "open sesame\n").unwrap();
        let options = PlayOptions {
            seed: 5,
            reconnect_wait: Duration::from_millis(200),
            account: Some(Account { user: name.to_owned(), password_file }),
            ..PlayOptions::at(ServerAddress::Url(url.to_owned()))
        };
        Client {
            options,
            factory: Factory::load(&AgentSpec::named("expert")).unwrap(),
            patience: Patience::default(),
            _folder: folder,
        }
    }

    /// Of a server or an opponent that lets it wait.
    pub fn impatient(mut self) -> Client {
        self.patience.answer = Duration::from_secs(2);
        self.patience.other_bid = Duration::from_millis(300);
        self
    }

    pub fn games(mut self, games: usize) -> Client {
        self.options.games = NonZeroUsize::new(games);
        self
    }

    pub fn giving_up_after(mut self, attempts: usize) -> Client {
        self.options.max_attempts = NonZeroUsize::new(attempts);
        self
    }

    pub fn with_password(self, password: &str) -> Client {
        let account = self.options.account.as_ref().unwrap();
        std::fs::write(&account.password_file, password).unwrap();
        self
    }

    pub fn play(&self) -> Result<PlayReport, ClientError> {
        client::play_with(&self.options, self.factory.clone(), self.patience)
    }

    pub fn stop(&self) {
        self.options.stop.store(true, Ordering::Relaxed);
    }
}

/// Both clients play at the same time.
pub fn both(one: &Client, two: &Client) -> [PlayReport; 2] {
    std::thread::scope(|scope| {
        let first = scope.spawn(|| one.play().unwrap());
        let second = two.play().unwrap();
        [first.join().unwrap(), second]
    })
}

/// Nothing went wrong.
pub fn assert_clean(report: &PlayReport) {
    let wrong = [report.unseen, report.illegal_moves, report.fallbacks, report.failures, report.odd_messages];
    assert_eq!(wrong, [0; 5], "{report:?}");
    assert_eq!(report.connections, 1, "{report:?}");
    // A bid and thirteen cards a game.
    assert_eq!(report.moves, 14 * report.games, "{report:?}");
}
