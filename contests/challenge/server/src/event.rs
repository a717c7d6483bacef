//! The event of the contest: open play, its last hour, and the tournament, by the clock.
//!
//! The document: connected teams are matched without end; in the final hour of open play absent teams must play too,
//! and lose; then the standings seed a single elimination of the teams that are connected. The event begins when the
//! server is started for the first time, so that a server that is started again goes on in the same phase.

use std::time::{Duration, Instant, SystemTime};

use serde::{Deserialize, Serialize};

use super::seat::RETURN_GRACE;
use super::teams::TeamId;
use cardsharp_arena::tournament::Format;

/// The default time of open play: an afternoon.
pub const OPEN_PLAY: Duration = Duration::from_secs(4 * 3600);
/// The default part of open play in which absent teams must play.
pub const LAST_HOUR: Duration = Duration::from_secs(3600);
/// The default time between two rounds that an absent team loses: about that of a round of programs.
pub const FORFEIT_PAUSE: Duration = Duration::from_secs(30);

/// The settings of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventSettings {
    /// Who meets whom in the tournament.
    pub format: Format,
    /// The time of open play.
    pub open_play: Duration,
    /// The last part of open play, in which absent teams must play.
    pub last_hour: Duration,
    /// The time between two rounds that an absent team loses in the last hour.
    pub forfeit_pause: Duration,
    /// The time that an absent team has to come back when the tournament begins, and when a round of it is due.
    pub grace: Duration,
}

impl EventSettings {
    /// The event that ends with a tournament of this form. A time that is not given is the default.
    pub fn new(format: Format, open_play: Option<Duration>, last_hour: Option<Duration>) -> EventSettings {
        let open_play = open_play.unwrap_or(OPEN_PLAY);
        EventSettings {
            format,
            open_play,
            last_hour: last_hour.unwrap_or(LAST_HOUR).min(open_play),
            forfeit_pause: FORFEIT_PAUSE,
            grace: RETURN_GRACE,
        }
    }
}

/// A line of the journal about the event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum EventRecord {
    /// Open play begins.
    OpenPlay {
        /// The time, in seconds since 1970.
        began_at: u64,
    },
    /// The tournament begins.
    Tournament {
        /// Who meets whom.
        format: Format,
        /// The teams, the best seed first.
        teams: Vec<TeamId>,
    },
}

/// A part of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Connected teams play, until this moment.
    OpenPlay(Instant),
    /// All teams play, until this moment.
    LastHour(Instant),
    /// The teams of the tournament play.
    Tournament,
}

/// The clock of an event.
#[derive(Clone, Copy, Debug)]
pub(super) struct EventClock {
    last_hour: Instant,
    end: Instant,
}

impl EventClock {
    /// The clock of an event that began at `began_at`, in seconds since 1970.
    pub(super) fn new(settings: &EventSettings, began_at: u64) -> EventClock {
        let elapsed = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        let elapsed = elapsed.saturating_sub(Duration::from_secs(began_at));
        let until = |time: Duration| Instant::now() + time.saturating_sub(elapsed);
        EventClock {
            last_hour: until(settings.open_play.saturating_sub(settings.last_hour)),
            end: until(settings.open_play),
        }
    }

    /// The phase at a moment.
    pub(super) fn phase(&self, now: Instant) -> Phase {
        match now {
            now if now < self.last_hour => Phase::OpenPlay(self.last_hour),
            now if now < self.end => Phase::LastHour(self.end),
            _ => Phase::Tournament,
        }
    }
}

#[cfg(test)]
#[path = "../tests/unit/event.rs"]
mod tests;
