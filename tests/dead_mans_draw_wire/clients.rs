//! Clients for tests, and the accounts they log in with.

use std::num::NonZeroUsize;
use std::time::Duration;

use argon2::password_hash::PasswordHasher;
use argon2::{Algorithm, Argon2, Params, Version};
use cardsharp::contest::{Account, AgentSpec, PlayOptions, ServerAddress};
use cardsharp::contests::dead_mans_draw::agents::Factory;
use cardsharp::contests::dead_mans_draw::client::{self, ClientError, ClientOptions, Patience};
use cardsharp::contests::dead_mans_draw::server::AccountEntry;
use cardsharp::contests::dead_mans_draw::wire::{Ha1, REALM, Role};
use cardsharp::live::PlayReport;
use tempfile::TempDir;

use crate::peers::Login;

/// A client: its options, and the folder of its password.
pub struct Client {
    pub options: PlayOptions,
    pub own: ClientOptions,
    pub factory: Factory,
    pub patience: Patience,
    _folder: TempDir,
}

pub fn factory(name: &str) -> Factory {
    Factory::load(&AgentSpec::named(name)).unwrap()
}

impl Client {
    pub fn new(url: &str, (user, password): (&str, &str)) -> Client {
        let folder = tempfile::tempdir().unwrap();
        let password_file = folder.path().join("password");
        std::fs::write(&password_file, format!("{password}\n")).unwrap();
        let options = PlayOptions {
            seed: 5,
            reconnect_wait: Duration::from_millis(200),
            account: Some(Account { user: user.to_owned(), password_file }),
            ..PlayOptions::at(ServerAddress::Url(url.to_owned()))
        };
        Client {
            options,
            own: ClientOptions::default(),
            factory: factory("stop-at-random"),
            patience: Patience::default(),
            _folder: folder,
        }
    }

    pub fn tagged(mut self, tag: &str, games: usize) -> Client {
        self.own.tag = Some(tag.to_owned());
        self.options.games = NonZeroUsize::new(games);
        self
    }

    pub fn for_match(mut self, id: &str) -> Client {
        self.own.match_id = Some(id.to_owned());
        self
    }

    pub fn giving_up_after(mut self, attempts: usize) -> Client {
        self.options.max_attempts = NonZeroUsize::new(attempts);
        self
    }

    pub fn playing(mut self, agent: &str) -> Client {
        self.factory = factory(agent);
        self
    }

    pub fn play(&self) -> Result<PlayReport, ClientError> {
        client::play_with(&self.options, &self.own, self.factory.clone(), self.patience)
    }
}

/// Nothing went wrong.
pub fn assert_clean(report: &PlayReport) {
    let wrong = [report.unseen, report.illegal_moves, report.fallbacks, report.failures, report.odd_messages];
    assert_eq!(wrong, [0; 5], "{report:?}");
    assert_eq!(report.connections, 1, "{report:?}");
}

/// A line of a table of players, with a hash that is quickly made.
pub fn entry((id, password): Login, role: Role, digest: bool) -> AccountEntry {
    owned_entry(id, password, role, digest)
}

pub fn owned_entry(id: &str, password: &str, role: Role, digest: bool) -> AccountEntry {
    let params = Params::new(8, 1, 1, None).unwrap();
    let quick = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let hash = quick.hash_password_with_salt(password.as_bytes(), b"salt salt").unwrap();
    AccountEntry {
        id: id.to_owned(),
        name: None,
        email: None,
        role,
        password: hash.to_string(),
        digest: digest.then(|| Ha1::of(id, REALM, password).as_str().to_owned()),
    }
}
