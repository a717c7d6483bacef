//! The connection of an account with the server: the calls, the session, and the waiting times.

use std::time::Instant;

use super::calls::{ApiClient, CallError, LoginOutcome};
use super::error::ClientError;
use super::session_file::{SavedGame, SavedSession, SessionFile};
use crate::contests::skullwhist::wire::Answer;
use crate::live::PlayReport;
use crate::live::backoff::{Backoff, NoMore};
use crate::live::sanitize::sanitize;

/// The reason why a client ends.
pub(super) enum End {
    /// All requested games are over.
    Done,
    /// The stop flag was set.
    Stopped,
    /// An error that cannot be repaired.
    Failed(ClientError),
}

/// The connection of one account.
pub(super) struct Connection<'a> {
    pub(super) api: ApiClient,
    pub(super) file: SessionFile,
    pub(super) backoff: Backoff<'a>,
    pub(super) report: PlayReport,
}

impl<'a> Connection<'a> {
    pub(super) fn new(api: ApiClient, file: SessionFile, backoff: Backoff<'a>) -> Connection<'a> {
        Connection {
            api,
            file,
            backoff,
            report: PlayReport::default(),
        }
    }

    /// Logs in, or registers.
    pub(super) fn log_in(&mut self) -> Result<(), End> {
        loop {
            match self.api.log_in_or_register() {
                Ok(LoginOutcome::LoggedIn) => break,
                Ok(LoginOutcome::Refused {
                    login,
                    registration,
                    hint,
                }) => {
                    return Err(End::Failed(ClientError::LoginRefused {
                        name: sanitize(&self.api.name),
                        login,
                        registration,
                        hint,
                    }));
                }
                Err(error) => self.wait_after_failure(error)?,
            }
        }
        self.answered();
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
        match self.api.status() {
            Ok((Answer::Failure(_), _)) => {
                self.answered();
                tracing::info!("the session is over");
                self.hold(sent)?;
                self.log_in()
            }
            Ok(_) => {
                self.answered();
                self.hold(sent)
            }
            Err(error) => self.wait_after_failure(error),
        }
    }

    /// Waits before the next request, after the one at `sent`.
    pub(super) fn hold(&mut self, sent: Instant) -> Result<(), End> {
        self.backoff.hold(sent).map_err(|no| self.no_more(no, ""))
    }

    /// Records an answer of the server.
    pub(super) fn answered(&mut self) {
        if self.backoff.is_failing() || self.report.connections == 0 {
            self.report.connections += 1;
        }
        self.backoff.answered();
    }

    /// Waits after a failure.
    pub(super) fn wait_after_failure(&mut self, error: CallError) -> Result<(), End> {
        if self.backoff.is_stopped() {
            return Err(End::Stopped);
        }
        let fatal = match error {
            CallError::Transient(failure) => {
                let waited = failure.wait(&mut self.report, &mut self.backoff);
                return waited.map_err(|no| self.no_more(no, &failure.what));
            }
            CallError::Moved(location) => ClientError::Moved(location),
            CallError::NoServer(status) => ClientError::NoServer(status),
        };
        Err(End::Failed(fatal))
    }

    fn no_more(&self, no: NoMore, last: &str) -> End {
        match no {
            NoMore::Stopped => End::Stopped,
            NoMore::GaveUp { attempts } => End::Failed(ClientError::Unreachable {
                attempts,
                last: last.to_owned(),
            }),
        }
    }
}
