//! A player of an outside agent in the seat of a game.

use std::sync::Arc;

use super::{OnFailure, Outside, OutsideFailure, OutsidePlayer, Request};

/// The number of failures after which an agent that forfeits games is not asked again.
pub(super) const MAX_FAILURES: u64 = 20;

/// A player of an outside agent, whose answers are checked. A contest's adapter holds one and translates its
/// positions to requests.
pub struct OutsideSeat {
    outside: Outside,
    name: String,
    player: Box<dyn OutsidePlayer>,
    /// The failure that loses the present game.
    forfeit: Option<String>,
}

impl OutsideSeat {
    /// A player of the agent, which is called `name` in its failure. `seed` is that of [`Outside::player`].
    pub fn new(outside: &Outside, name: &str, seed: u64) -> OutsideSeat {
        OutsideSeat { player: outside.player(seed), outside: outside.clone(), name: name.to_owned(), forfeit: None }
    }

    /// A new game begins.
    pub fn start_game(&mut self) {
        self.forfeit = None;
        self.player.start_game();
    }

    /// True if the agent has failed and plays no more: see [`OnFailure`].
    pub fn has_left(&self) -> bool {
        match self.outside.on_failure() {
            OnFailure::Leave => self.outside.has_failed(),
            OnFailure::Forfeit => self.forfeit.is_some(),
            OnFailure::PlayOn => false,
        }
    }

    /// The failure, if it loses the game.
    pub fn forfeit(&self) -> Option<&str> {
        self.forfeit.as_deref()
    }

    /// The agent's action, which is legal. If the agent fails or has left, it is the first legal action.
    ///
    /// Returns `None` only if no action is legal.
    pub fn choose(&mut self, request: Request) -> Option<usize> {
        let request = Arc::new(request);
        let first = request.legal().first().copied();
        if first.is_none() || self.has_left() {
            return first;
        }
        let forfeits = self.outside.on_failure() == OnFailure::Forfeit;
        if forfeits && self.outside.failures() >= MAX_FAILURES {
            self.forfeit =
                Some(format!("agent `{}` has failed {MAX_FAILURES} times and is not asked again", self.name));
            return first;
        }
        let failure = match self.player.choose(&request) {
            Ok(action) if request.allows(action) => return Some(action),
            Ok(action) => OutsideFailure::illegal(&self.name, action, &request),
            Err(source) => OutsideFailure::Failed { agent: self.name.clone(), source },
        };
        match self.outside.on_failure() {
            OnFailure::Leave => {}
            OnFailure::Forfeit => {
                tracing::warn!("{failure}; the game is lost");
                self.forfeit = Some(failure.to_string());
            }
            OnFailure::PlayOn => tracing::warn!("{failure}; the first legal action is played"),
        }
        self.outside.fail(failure);
        first
    }
}
