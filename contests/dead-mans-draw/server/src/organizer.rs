//! The organizers of a tournament: they announce it, create its matches and announce the ranking.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Number;
use tokio::time::sleep;

use super::accounts::Accounts;
use super::config::{ServeError, ServerConfig, TournamentConfig};
use super::ids::PlayerId;
use super::journal::{Contents, Journal, JournalError};
use super::ranking;
use super::refusal::Refusal;
use super::state::{Event, ServerState, now};
use super::tournament::{DueMatch, Opening};
use cardsharp_dead_mans_draw_game::wire::CreationParams;

/// The creator of the matches of a tournament. No account can have this id.
const ORGANIZERS: &str = "(tournament)";
/// The tag of all matches of a tournament.
pub(super) const TAG: &str = "tournament";
/// The interval at which late turns are ended.
const WATCHDOG: Duration = Duration::from_secs(1);
/// The shortest interval, for tournaments with very little time for a move.
const FAST_WATCHDOG: Duration = Duration::from_millis(20);
/// The pause after a match could not be created.
const PAUSE: Duration = Duration::from_secs(1);

/// The settings of the server's tournament: those of the journal, or new ones, which are written to the journal.
///
/// # Errors
///
/// There are fewer than two entrants, the journal has a tournament of another form, or it cannot be written.
pub(super) fn opening(
    config: &ServerConfig,
    journal: Option<&mut (Journal, Contents)>,
) -> Result<Option<Opening>, ServeError> {
    let found = journal.as_ref().and_then(|(_, contents)| contents.opening.clone());
    match (found, config.tournament) {
        (Some(found), Some(wanted)) if found.format != wanted.format => {
            Err(ServeError::OtherTournament(found.format.name()))
        }
        (Some(found), wanted) => {
            if wanted.is_some() && found.entrants != config.accounts.entrants() {
                tracing::warn!("the tournament keeps the entrants of its beginning");
            }
            Ok(Some(found))
        }
        (None, Some(wanted)) => {
            let opening = announced(wanted, &config.accounts)?;
            if let Some((journal, _)) = journal {
                journal.opened(&opening).map_err(JournalError::from)?;
            }
            Ok(Some(opening))
        }
        (None, None) => Ok(None),
    }
}

fn announced(wanted: TournamentConfig, accounts: &Accounts) -> Result<Opening, ServeError> {
    let entrants = accounts.entrants();
    if entrants.len() < 2 {
        return Err(ServeError::TooFewEntrants(entrants.len()));
    }
    let at = now();
    let open_play = u64::try_from(wanted.open_play.as_millis()).unwrap_or(u64::MAX);
    Ok(Opening { at, begins: at.saturating_add(open_play), format: wanted.format, entrants })
}

/// The interval at which the server ends the turns of late players by itself; none if it does not.
pub(super) fn watchdog_interval(config: &ServerConfig) -> Option<Duration> {
    match config.tournament {
        Some(tournament) => Some((tournament.move_time / 4).clamp(FAST_WATCHDOG, WATCHDOG)),
        None => config.watchdog.then_some(WATCHDOG),
    }
}

/// A time in seconds, as a whole number if it is one: some clients read only those.
fn seconds(time: Duration) -> Option<Number> {
    match time.subsec_nanos() {
        0 => Some(time.as_secs().into()),
        _ => Number::from_f64(time.as_secs_f64()),
    }
}

impl ServerState {
    /// Runs the tournament, if there is one to run: creates its matches when their players are free, and lets the
    /// server stop after the last one.
    pub(super) async fn run_tournament(self: Arc<Self>) {
        let (Some(event), Some(config)) = (&self.event, self.config.tournament) else {
            return;
        };
        if !self.wait_for_beginning(event).await {
            return;
        }
        let mut changes = event.changed.subscribe();
        loop {
            // A change after this point causes another look.
            changes.mark_unchanged();
            let (due, is_over) = {
                let tournament = event.tournament();
                (tournament.due(), tournament.is_over())
            };
            if is_over {
                break;
            }
            let failed = due.into_iter().any(|due| self.create_due(event, due, config).is_err());
            tokio::select! {
                _ = changes.changed() => {}
                () = sleep(PAUSE), if failed => {}
                () = self.stopped() => return,
            }
        }
        let ranking = ranking::of(&event.tournament(), &self.config.accounts);
        tracing::info!("the tournament is over: {ranking}");
        self.enough.send_replace(true);
    }

    /// Waits until open play is over; false if the server is stopped before.
    async fn wait_for_beginning(&self, event: &Event) -> bool {
        let (begins, entrants) = {
            let opening = &event.tournament().opening;
            (opening.begins, opening.entrants.len())
        };
        let left = Duration::from_millis(begins.saturating_sub(now()));
        if !left.is_zero() {
            let left = humantime::format_duration(Duration::from_secs(left.as_secs()));
            tracing::info!("open play: the tournament of {entrants} players begins in {left}");
        }
        tokio::select! {
            () = sleep(left) => {}
            () = self.stopped() => return false,
        }
        tracing::info!("the tournament of {entrants} players goes on");
        true
    }

    /// Creates a match of the tournament.
    fn create_due(&self, event: &Event, due: DueMatch, config: TournamentConfig) -> Result<(), Refusal> {
        let DueMatch { place, stage, seats } = due;
        let tags = vec![TAG.to_owned(), format!("stage-{}", stage + 1), format!("meeting-{}", place.meeting + 1)];
        let params =
            CreationParams { tags: Some(tags), timeout: seconds(config.move_time), ..CreationParams::default() };
        // Nobody hears of the match, and so nobody ends it, before it is known here.
        let mut tournament = event.tournament();
        let created = self.create(PlayerId::from(ORGANIZERS), seats, params, Some(place));
        match created {
            Ok(_) => {
                tournament.begin(place);
                Ok(())
            }
            Err(error) => {
                tracing::error!(%error, "a match of the tournament could not be created");
                Err(error)
            }
        }
    }
}
