//! The connection of an account with the server: the calls, the session, and the waiting times.

use std::time::Instant;

use super::calls::{ApiClient, CallResult, LoginOutcome};
use super::error::ClientError;
use super::session_file::{SavedGame, SavedSession, SessionFile};
use cardsharp_commands::ClientJournal;
use cardsharp_net::backoff::Backoff;
use cardsharp_net::http::player::{Link, Stop};
use cardsharp_skullwhist_game::wire::Answer;
use cardsharp_terminal::sanitize::sanitize;

pub(super) type End = Stop<ClientError>;

/// The connection of one account.
pub(super) struct Connection<'a> {
    pub(super) api: ApiClient,
    pub(super) file: SessionFile,
    pub(super) link: Link<'a, ClientError>,
    pub(super) journal: ClientJournal,
}

impl<'a> Connection<'a> {
    pub(super) fn new(
        api: ApiClient,
        file: SessionFile,
        backoff: Backoff<'a>,
        journal: ClientJournal,
    ) -> Connection<'a> {
        Connection { api, file, link: Link::new(backoff), journal }
    }

    /// The answer to a call, and the time of its arrival; none after a fault, and after the wait for another try.
    pub(super) fn ask<T>(
        &mut self,
        call: impl FnOnce(&ApiClient) -> CallResult<T>,
    ) -> Result<Option<(Answer<T>, Instant)>, End> {
        match call(&self.api) {
            Ok(answer) => {
                self.link.answered();
                Ok(Some(answer))
            }
            Err(error) => self.link.recover(error).map(|()| None),
        }
    }

    /// Logs in, or registers.
    pub(super) fn log_in(&mut self) -> Result<(), End> {
        loop {
            match self.api.log_in_or_register() {
                Ok(LoginOutcome::LoggedIn) => break,
                Ok(LoginOutcome::Refused { login, registration, hint }) => {
                    return Err(End::Failed(ClientError::LoginRefused {
                        name: sanitize(&self.api.name),
                        login,
                        registration,
                        hint,
                    }));
                }
                Err(error) => self.link.recover(error)?,
            }
        }
        self.link.answered();
        tracing::info!("logged in as {}", sanitize(&self.api.name));
        self.save(None);
        Ok(())
    }

    /// Saves the session and the running game for the next client.
    pub(super) fn save(&mut self, game: Option<SavedGame>) {
        let Some(id) = self.api.id else { return };
        let session = self.api.session().to_owned();
        self.file.write(&SavedSession { session, id, game });
    }

    /// Handles a refusal: logs in again if the session is over, otherwise waits a little.
    pub(super) fn renew(&mut self, sent: Instant) -> Result<(), End> {
        match self.ask(ApiClient::status)? {
            Some((Answer::Failure(_), _)) => {
                tracing::info!("the session is over");
                self.link.hold(sent)?;
                self.log_in()
            }
            Some(_) => self.link.hold(sent),
            None => Ok(()),
        }
    }
}
