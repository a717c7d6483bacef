//! A game at a table that the caller advances action by action.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

use thiserror::Error;

use crate::Contest;
use cardsharp_game::outside::{OutsideAgent, OutsideError, OutsidePlayer, Request};
use cardsharp_game::{AgentError, AgentSpec, GameResult, Setup};

/// A game that the caller advances action by action, for the environments of reinforcement learning.
///
/// The game runs at the contest's own table, on a thread of its own, which waits while no action is given. It has the
/// deals of the same [`Setup`] at any other table. Dropping the value ends the game and its thread at once.
pub struct Stepwise {
    events: Receiver<Event>,
    pending: Option<Pending>,
    /// The last request of each agent, before the one that waits.
    last: Vec<Option<Arc<Request>>>,
    result: Option<GameResult>,
    table: Option<JoinHandle<()>>,
}

/// A request that waits for its action.
struct Pending {
    agent: usize,
    request: Arc<Request>,
    answer: Sender<usize>,
}

/// A message of the table's thread.
enum Event {
    Asked(Pending),
    Over(GameResult),
}

/// The reason why a game cannot be begun or advanced.
#[derive(Debug, Error)]
pub enum StepwiseError {
    /// The agents make no table.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The table's thread cannot be started.
    #[error("cannot start the thread of the table: {0}")]
    Thread(#[from] std::io::Error),
    /// The game is over.
    #[error("the game is over: begin another")]
    Over,
    /// The action is not legal. The game waits for another.
    #[error("action {action} is not legal here: choose one of {legal:?}")]
    Illegal {
        /// The number of the action.
        action: usize,
        /// The numbers of the legal actions.
        legal: Vec<usize>,
    },
    /// The table's thread has ended without a result, by a fault of an agent or of the contest.
    #[error("the table has ended without a result: look at the standard error for its fault")]
    Lost,
}

impl Stepwise {
    /// Begins a game. The caller plays for every agent that is `None`; the others play by themselves. The numbers of
    /// the agents are their indices in `agents`, and [`Setup::first`] has the agent in the first seat.
    ///
    /// Returns once the first action of the caller is due, or the game is over.
    ///
    /// # Errors
    ///
    /// [`StepwiseError`] if the agents make no table, or its thread cannot be started.
    pub fn new(contest: &dyn Contest, agents: &[Option<AgentSpec>], setup: Setup) -> Result<Stepwise, StepwiseError> {
        let (sender, events) = channel();
        let numbered = agents.iter().enumerate();
        let specs: Vec<AgentSpec> = numbered
            .map(|(agent, given)| match given {
                Some(given) => given.clone(),
                None => {
                    let events = sender.clone();
                    AgentSpec::outside("caller", Caller { agent, events })
                }
            })
            .collect();
        let table = contest.table(&specs)?;
        // Only the table may keep the players' ends of the channel, so that its end is noticed.
        drop(specs);
        let playing = Builder::new().name("table".to_owned()).spawn(move || {
            let result = table.play_game(setup);
            // Nobody wants the result of a game that was dropped.
            let _ = sender.send(Event::Over(result));
        })?;
        let mut game = Stepwise {
            events,
            pending: None,
            last: agents.iter().map(|_| None).collect(),
            result: None,
            table: Some(playing),
        };
        game.advance()?;
        Ok(game)
    }

    /// The agent that must act, and its request; `None` once the game is over.
    pub fn request(&self) -> Option<(usize, &Arc<Request>)> {
        let pending = self.pending.as_ref()?;
        Some((pending.agent, &pending.request))
    }

    /// The last request of an agent, which has its observation: the one that waits, if it is the agent's, else the one
    /// of its last action. What others did since is shown at the agent's next request. `None` before its first request,
    /// and for agents that the caller does not play.
    pub fn last_request(&self, agent: usize) -> Option<&Arc<Request>> {
        match &self.pending {
            Some(pending) if pending.agent == agent => Some(&pending.request),
            _ => self.last.get(agent)?.as_ref(),
        }
    }

    /// Gives the action that is due. Returns once the caller's next action is due, or the game is over.
    ///
    /// # Errors
    ///
    /// [`StepwiseError`] if the action is not legal, which changes nothing, or the game is over.
    pub fn act(&mut self, action: usize) -> Result<(), StepwiseError> {
        let pending = self.pending.take().ok_or(StepwiseError::Over)?;
        if !pending.request.allows(action) {
            let legal = pending.request.legal().to_vec();
            self.pending = Some(pending);
            return Err(StepwiseError::Illegal { action, legal });
        }
        let Pending { agent, request, answer } = pending;
        if let Some(last) = self.last.get_mut(agent) {
            *last = Some(request);
        }
        answer.send(action).map_err(|_| StepwiseError::Lost)?;
        self.advance()
    }

    /// The result, once the game is over.
    pub fn result(&self) -> Option<&GameResult> {
        self.result.as_ref()
    }

    /// Waits for the next request or the result.
    fn advance(&mut self) -> Result<(), StepwiseError> {
        match self.events.recv() {
            Ok(Event::Asked(pending)) => self.pending = Some(pending),
            Ok(Event::Over(result)) => self.result = Some(result),
            Err(_) => return Err(StepwiseError::Lost),
        }
        Ok(())
    }
}

impl Drop for Stepwise {
    fn drop(&mut self) {
        // The player that waits for an action leaves the game without one, and the table ends.
        self.pending = None;
        if let Some(table) = self.table.take() {
            // A panic of the table was reported when it happened.
            let _ = table.join();
        }
    }
}

/// The caller in one seat.
struct Caller {
    agent: usize,
    events: Sender<Event>,
}

impl OutsideAgent for Caller {
    fn player(&self, _seed: u64) -> Box<dyn OutsidePlayer> {
        Box::new(CallerPlayer { agent: self.agent, events: self.events.clone() })
    }
}

/// The caller in one game.
struct CallerPlayer {
    agent: usize,
    events: Sender<Event>,
}

/// The caller has dropped the game.
#[derive(Debug, Error)]
#[error("the game was dropped")]
struct Dropped;

impl OutsidePlayer for CallerPlayer {
    fn choose(&mut self, request: &Arc<Request>) -> Result<usize, OutsideError> {
        let (answer, answered) = channel();
        let asked = Event::Asked(Pending { agent: self.agent, request: Arc::clone(request), answer });
        self.events.send(asked).map_err(|_| Dropped)?;
        Ok(answered.recv().map_err(|_| Dropped)?)
    }
}
