//! A player of an outside agent in the seat of a game.

use std::sync::Arc;

use super::{OnFailure, Outside, OutsideFailure, OutsidePlayer, Request};

/// A player of an outside agent, whose answers are checked. A contest's adapter holds one and translates its
/// positions to requests.
pub struct OutsideSeat {
    outside: Outside,
    name: String,
    player: Box<dyn OutsidePlayer>,
}

impl OutsideSeat {
    /// A player of the agent, which is called `name` in its failure. `seed` is that of [`Outside::player`].
    pub fn new(outside: &Outside, name: &str, seed: u64) -> OutsideSeat {
        OutsideSeat {
            player: outside.player(seed),
            outside: outside.clone(),
            name: name.to_owned(),
        }
    }

    /// A new game begins.
    pub fn start_game(&mut self) {
        self.player.start_game();
    }

    /// True if the agent has failed and plays no more: see [`OnFailure`].
    pub fn has_left(&self) -> bool {
        self.outside.on_failure() == OnFailure::Leave && self.outside.has_failed()
    }

    /// The agent's action, which is legal. If the agent fails or has left, it is the first legal
    /// action.
    ///
    /// Returns `None` only if no action is legal.
    pub fn choose(&mut self, request: Request) -> Option<usize> {
        let request = Arc::new(request);
        let first = request.legal().first().copied();
        if first.is_none() || self.has_left() {
            return first;
        }
        let failure = match self.player.choose(&request) {
            Ok(action) if request.allows(action) => return Some(action),
            Ok(action) => OutsideFailure::illegal(&self.name, action, &request),
            Err(source) => OutsideFailure::Failed {
                agent: self.name.clone(),
                source,
            },
        };
        if self.outside.on_failure() == OnFailure::PlayOn {
            tracing::warn!("{failure}; the first legal action is played");
        }
        self.outside.fail(failure);
        first
    }
}
