//! Who is asking: Basic (RFC 7617) and Digest (RFC 7616, MD5 and `auth`, as the arena offers it).

use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use thiserror::Error;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::accounts::{Account, Accounts};
use super::digest::{DigestFault, DigestLogin};
use super::nonces::Nonces;
use super::secrets::Secrets;
use crate::contests::dead_mans_draw::wire::REALM;

/// How many passwords are hashed at a time. Each takes 19 MiB and a core for some time.
const HASHED_AT_A_TIME: usize = 2;
/// How long a login waits for its turn to be hashed.
const HASHING_WAIT: Duration = Duration::from_secs(10);

/// Why a login fails. Which of id and password was wrong is not said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum LoginFault {
    /// None was sent.
    #[error("log in by Basic or Digest")]
    Missing,
    /// It cannot be read.
    #[error("the Authorization header cannot be read: send Basic or Digest")]
    Malformed,
    /// Id or password is wrong.
    #[error("there is no such player with this password")]
    Wrong,
    /// The digest's nonce is too old or was used before.
    #[error("the nonce of the digest is over: take the new one")]
    Stale,
    /// Too many passwords to check.
    #[error("too many logins at once: come back in some seconds")]
    Busy,
}

/// What the login of a request depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ask<'a> {
    pub(super) authorization: Option<&'a str>,
    pub(super) method: &'a str,
    /// Path and query as they were sent.
    pub(super) target: &'a str,
}

#[derive(Debug)]
pub(super) struct Logins {
    nonces: Nonces,
    hashing: Semaphore,
}

impl Default for Logins {
    fn default() -> Logins {
        Logins {
            nonces: Nonces::default(),
            hashing: Semaphore::new(HASHED_AT_A_TIME),
        }
    }
}

impl Logins {
    /// What a refusal offers: the values of its `WWW-Authenticate` headers.
    pub(super) fn challenges(&self, stale: bool) -> [String; 2] {
        let nonce = self.nonces.make(Instant::now());
        let stale = if stale { ", stale=true" } else { "" };
        [
            format!("Basic realm=\"{REALM}\", charset=\"UTF-8\""),
            format!(
                "Digest realm=\"{REALM}\", nonce=\"{nonce}\", algorithm=MD5, qop=\"auth\"{stale}"
            ),
        ]
    }

    pub(super) async fn who(
        &self,
        accounts: &Accounts,
        ask: Ask<'_>,
    ) -> Result<Arc<Account>, LoginFault> {
        let header = ask.authorization.ok_or(LoginFault::Missing)?.trim();
        let (scheme, rest) = header.split_once(' ').ok_or(LoginFault::Malformed)?;
        if scheme.eq_ignore_ascii_case("basic") {
            self.basic(accounts, rest.trim()).await
        } else if scheme.eq_ignore_ascii_case("digest") {
            self.digest(accounts, rest, ask)
        } else {
            Err(LoginFault::Malformed)
        }
    }

    async fn basic(&self, accounts: &Accounts, coded: &str) -> Result<Arc<Account>, LoginFault> {
        let pair = STANDARD.decode(coded).map_err(|_| LoginFault::Malformed)?;
        let pair = String::from_utf8(pair).map_err(|_| LoginFault::Malformed)?;
        let (id, password) = pair.split_once(':').ok_or(LoginFault::Malformed)?;
        let account = accounts.find(id).ok_or(LoginFault::Wrong)?;
        if account.secrets.remembers(password) {
            return Ok(account.clone());
        }
        let turn = timeout(HASHING_WAIT, self.hashing.acquire()).await;
        let _turn = turn.map_err(|_| LoginFault::Busy)?;
        let secrets: Arc<Secrets> = account.secrets.clone();
        let password = password.to_owned();
        let verify = move || secrets.verify(&password);
        match tokio::task::spawn_blocking(verify).await {
            Ok(true) => Ok(account.clone()),
            Ok(false) => Err(LoginFault::Wrong),
            Err(_) => Err(LoginFault::Busy),
        }
    }

    fn digest(
        &self,
        accounts: &Accounts,
        fields: &str,
        ask: Ask<'_>,
    ) -> Result<Arc<Account>, LoginFault> {
        let login = DigestLogin::read(fields).map_err(|_| LoginFault::Malformed)?;
        let account = accounts.find(&login.username).ok_or(LoginFault::Wrong)?;
        let ha1 = account.secrets.ha1().ok_or(LoginFault::Wrong)?;
        match login.check(ha1, ask.method, ask.target) {
            Ok(()) => {}
            Err(DigestFault::Malformed) => return Err(LoginFault::Malformed),
            Err(DigestFault::Wrong) => return Err(LoginFault::Wrong),
        }
        // Only now, so that strangers cannot fill the table of nonces.
        match self.nonces.spend(&login.nonce, login.count, Instant::now()) {
            true => Ok(account.clone()),
            false => Err(LoginFault::Stale),
        }
    }
}
