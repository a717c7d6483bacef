//! Requests to the arena with a login. The session uses a login that the server offers, and logs in
//! again if the server no longer knows it.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use cardsharp_dead_mans_draw_game::wire::{DigestLogin, DigestOffer, Ha1, LoginOffer};
use cardsharp_net::Password;
use cardsharp_net::http::client::{Ask, HttpClient, HttpFault, Reply};

/// The number of times that one request is sent: without a login, with an expired nonce, with a new
/// nonce, and with Basic after Digest was refused.
const TRIES: usize = 4;

/// The way of logging in.
enum Way {
    Basic,
    Digest {
        offer: DigestOffer,
        ha1: Ha1,
        /// The number of times that the nonce was used.
        count: u32,
        /// True if the server accepted it.
        taken: bool,
    },
}

/// The login of a player, made when the server first asks for it.
pub(super) struct Session {
    pub(super) http: HttpClient,
    pub(super) user: String,
    password: Password,
    /// None until the server has listed the logins that it accepts.
    way: Option<Way>,
    /// True once Basic is used. Digest is not tried again then.
    no_digest: bool,
}

/// The result of a request.
pub(super) enum Answer {
    /// A response. Its status is 401 only if it offers no login.
    Reply(Reply),
    /// The server refused every login that was sent.
    LoginRefused,
    /// The server offers no login that this client knows.
    NoLoginOffered,
}

impl Session {
    pub(super) fn new(http: HttpClient, user: &str, password: Password) -> Session {
        Session { http, user: user.to_owned(), password, way: None, no_digest: false }
    }

    /// Sends a request, and logs in if the server asks for it.
    ///
    /// # Errors
    ///
    /// The reason why there is no response.
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
                range: None,
                body,
                patience,
            })?;
            if reply.status != 401 {
                if let Some(Way::Digest { taken, .. }) = &mut self.way {
                    *taken = true;
                }
                return Ok(Answer::Reply(reply));
            }
            let offers: Vec<LoginOffer> = reply.texts("www-authenticate").flat_map(LoginOffer::read).collect();
            if offers.is_empty() {
                // The login was accepted, but the request is not allowed. Or the server offers no
                // login that the client knows.
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

    /// Chooses the next way to log in, after the last was refused; false if there is none. Digest comes first, since it
    /// does not send the password. If a nonce was accepted before, it may only have expired.
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

    /// The value of the header that contains the login.
    fn authorization(&mut self, method: &str, path: &str) -> Option<String> {
        match &mut self.way {
            None => None,
            Some(Way::Basic) => {
                let pair = format!("{}:{}", self.user, self.password.reveal());
                Some(format!("Basic {}", STANDARD.encode(pair)))
            }
            Some(Way::Digest { offer, ha1, count, .. }) => {
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
