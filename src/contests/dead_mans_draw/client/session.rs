//! Asking the arena, logged in: takes up what the server offers, and logs in again where it has
//! forgotten us.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::contests::Password;
use crate::contests::dead_mans_draw::wire::{DigestLogin, DigestOffer, Ha1, LoginOffer};
use crate::contests::http_client::{Ask, HttpClient, HttpFault, Reply};

/// How often one question is asked: without a login, with a nonce that is over, with a new one, and
/// with Basic where Digest was refused.
const TRIES: usize = 4;

/// How one logs in.
enum Way {
    Basic,
    Digest {
        offer: DigestOffer,
        ha1: Ha1,
        /// How often the nonce was used.
        count: u32,
        /// Whether it was taken.
        taken: bool,
    },
}

/// Somebody who is logged in, or will be.
pub(super) struct Session {
    pub(super) http: HttpClient,
    pub(super) user: String,
    password: Password,
    /// None until the server has said what it takes.
    way: Option<Way>,
    /// Basic is taken only where Digest was refused, and then for good.
    no_digest: bool,
}

/// What came of a question.
pub(super) enum Answer {
    /// An answer, which is no 401 unless it offers no login.
    Reply(Reply),
    /// Whatever login was sent was refused.
    LoginRefused,
    /// The server offers no login that is known here.
    NoLoginOffered,
}

impl Session {
    pub(super) fn new(http: HttpClient, user: &str, password: Password) -> Session {
        Session {
            http,
            user: user.to_owned(),
            password,
            way: None,
            no_digest: false,
        }
    }

    /// Asks, and logs in where that is wanted.
    ///
    /// # Errors
    ///
    /// Why there is no answer.
    pub(super) fn ask(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&[u8]>,
        patience: Duration,
    ) -> Result<Answer, HttpFault> {
        for _ in 0..TRIES {
            let authorization = self.authorization(method, path);
            let reply = self.http.ask(Ask {
                method,
                path,
                authorization: authorization.as_deref(),
                body,
                patience,
            })?;
            if reply.status != 401 {
                if let Some(Way::Digest { taken, .. }) = &mut self.way {
                    *taken = true;
                }
                return Ok(Answer::Reply(reply));
            }
            let offers: Vec<LoginOffer> = reply
                .texts("www-authenticate")
                .flat_map(LoginOffer::read)
                .collect();
            if offers.is_empty() {
                // Logged in, and not allowed all the same; or nothing that we could do.
                return Ok(match self.way {
                    Some(_) => Answer::Reply(reply),
                    None => Answer::NoLoginOffered,
                });
            }
            if !self.take_up(offers) {
                return Ok(Answer::LoginRefused);
            }
        }
        Ok(Answer::LoginRefused)
    }

    /// The next way to log in, after the last was refused; false if there is none. Digest goes first: it
    /// keeps the password to itself, and a nonce that was good may just be over.
    fn take_up(&mut self, offers: Vec<LoginOffer>) -> bool {
        let mut basic = false;
        let mut digest = None;
        for offer in offers {
            match offer {
                LoginOffer::Basic { .. } => basic = true,
                LoginOffer::Digest(offer) => digest = digest.or(Some(offer)),
            }
        }
        let way = match (&self.way, digest) {
            (Some(Way::Basic), _) => return false,
            (Some(Way::Digest { taken: false, .. }), Some(offer)) if !offer.stale => None,
            (_, Some(offer)) if !self.no_digest => Some(offer),
            _ => None,
        };
        self.way = match way {
            Some(offer) => Some(Way::Digest {
                ha1: Ha1::of(&self.user, &offer.realm, self.password.reveal()),
                offer,
                count: 0,
                taken: false,
            }),
            None if basic => {
                tracing::debug!("logging in by Basic");
                self.no_digest = true;
                Some(Way::Basic)
            }
            None => return false,
        };
        true
    }

    /// The value of the header that logs in.
    fn authorization(&mut self, method: &str, path: &str) -> Option<String> {
        match &mut self.way {
            None => None,
            Some(Way::Basic) => {
                let pair = format!("{}:{}", self.user, self.password.reveal());
                Some(format!("Basic {}", STANDARD.encode(pair)))
            }
            Some(Way::Digest {
                offer, ha1, count, ..
            }) => {
                *count += 1;
                let cnonce = hex::encode(rand::random::<[u8; 8]>());
                let target = self.http.target(path);
                let request = (method, target.as_str());
                let login = DigestLogin::answer(offer, &self.user, ha1, request, *count, &cnonce);
                Some(login.to_string())
            }
        }
    }
}
