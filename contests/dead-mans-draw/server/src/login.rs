//! The logins: Basic (RFC 7617) and Digest (RFC 7616, MD5 and `auth`, as the arena offers it).

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use thiserror::Error;

use super::accounts::{Account, Accounts};
use super::nonces::Nonces;
use super::secrets::same;
use cardsharp_dead_mans_draw_game::wire::{DigestLogin, DigestOffer, Ha1, LoginOffer, REALM};
use cardsharp_net::password_queue::{Busy, PasswordQueue};

/// The reason why a login fails. It does not show which of id and password was wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum LoginFault {
    /// No login was sent.
    #[error("log in by Basic or Digest")]
    Missing,
    /// The login cannot be read.
    #[error("the Authorization header cannot be read: send Basic or Digest")]
    Malformed,
    /// Id or password is wrong.
    #[error("there is no such player with this password")]
    Wrong,
    /// The nonce of the digest is too old or was used before.
    #[error("the nonce of the digest is over: take the new one")]
    Stale,
    /// There are too many passwords to check.
    #[error("too many logins at once: come back in some seconds")]
    Busy,
}

/// The part of a request that its login depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoginRequest<'a> {
    pub(super) authorization: Option<&'a str>,
    pub(super) method: &'a str,
    /// The path and query, as they were sent.
    pub(super) target: &'a str,
    /// The client's address.
    pub(super) address: IpAddr,
}

#[derive(Debug, Default)]
pub(super) struct Logins {
    nonces: Nonces,
    hashing: PasswordQueue,
}

impl Logins {
    /// The logins that a refusal offers: the values of its `WWW-Authenticate` headers.
    pub(super) fn challenges(&self, stale: bool) -> [String; 2] {
        let realm = REALM.to_owned();
        let digest = DigestOffer { realm: realm.clone(), nonce: self.nonces.make(Instant::now()), opaque: None, stale };
        [LoginOffer::Basic { realm }, LoginOffer::Digest(digest)].map(|offer| offer.to_string())
    }

    pub(super) async fn authenticate(
        &self,
        accounts: &Accounts,
        request: LoginRequest<'_>,
    ) -> Result<Arc<Account>, LoginFault> {
        let header = request.authorization.ok_or(LoginFault::Missing)?.trim();
        let (scheme, rest) = header.split_once(' ').ok_or(LoginFault::Malformed)?;
        if scheme.eq_ignore_ascii_case("basic") {
            self.basic(accounts, rest.trim(), request.address).await
        } else if scheme.eq_ignore_ascii_case("digest") {
            self.digest(accounts, rest, request)
        } else {
            Err(LoginFault::Malformed)
        }
    }

    async fn basic(&self, accounts: &Accounts, coded: &str, address: IpAddr) -> Result<Arc<Account>, LoginFault> {
        let pair = STANDARD.decode(coded).map_err(|_| LoginFault::Malformed)?;
        let pair = String::from_utf8(pair).map_err(|_| LoginFault::Malformed)?;
        let (id, password) = pair.split_once(':').ok_or(LoginFault::Malformed)?;
        let account = accounts.find(id);
        if let Some(account) = account.filter(|account| account.secrets.remembers(password)) {
            return Ok(account.clone());
        }
        let account = account.cloned();
        let secrets = match &account {
            Some(account) => account.secrets.clone(),
            // The check takes as long as for an id that exists.
            None => accounts.stand_in(id),
        };
        let password = password.to_owned();
        let check = move || match account {
            Some(account) => secrets.verify(&password).then_some(account),
            None => {
                std::hint::black_box(secrets.is_right(&password));
                None
            }
        };
        match self.hashing.run(address, check).await {
            Ok(right) => right.ok_or(LoginFault::Wrong),
            Err(Busy) => Err(LoginFault::Busy),
        }
    }

    fn digest(&self, accounts: &Accounts, fields: &str, request: LoginRequest<'_>) -> Result<Arc<Account>, LoginFault> {
        let login = DigestLogin::read(fields).map_err(|_| LoginFault::Malformed)?;
        let account = accounts.find(&login.username);
        let ha1 = account.and_then(|account| account.secrets.ha1());
        // The check takes as long as for an id that exists.
        let nobodys = Ha1::of(&login.username, REALM, "");
        let count = check(&login, ha1.unwrap_or(&nobodys), request)?;
        let account = account.filter(|_| ha1.is_some());
        let account = account.ok_or(LoginFault::Wrong)?;
        // The nonce is spent after the checks, so that strangers cannot fill the table of nonces.
        if self.nonces.spend(&login.nonce, count, Instant::now()) {
            Ok(account.clone())
        } else {
            Err(LoginFault::Stale)
        }
    }
}

/// Returns the number of times that the nonce of a Digest login has been used, if the login was
/// made with this secret for this request.
fn check(login: &DigestLogin, ha1: &Ha1, request: LoginRequest<'_>) -> Result<u32, LoginFault> {
    let md5 = |algorithm: &str| algorithm.eq_ignore_ascii_case("md5");
    let offered = login.qop == "auth" && login.algorithm.as_deref().is_none_or(md5);
    let count = login.count().filter(|_| offered);
    let count = count.ok_or(LoginFault::Malformed)?;
    let right = same(&login.response, &login.expected(ha1, request.method));
    if right && login.realm == REALM && login.uri == request.target { Ok(count) } else { Err(LoginFault::Wrong) }
}

#[cfg(test)]
#[path = "../tests/unit/login.rs"]
mod tests;
