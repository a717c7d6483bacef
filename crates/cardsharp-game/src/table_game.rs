//! A contest's game as its agents play it.

use crate::outside::{OutsideSeat, Request};
use crate::{GameResult, RoundResult, Setup};

/// A contest's game at a table of this process: what an agent is told, what it may do, and how a game goes on.
pub trait TableGame: Sized + Send + Sync + 'static {
    /// A game under way.
    type State;
    /// What the player to act knows.
    type Observation<'a>;
    /// An action.
    type Action: Copy;
    /// What an agent keeps from game to game against the same opponents; `()` if no agent keeps anything.
    type Memory: Clone + Send + Sync;
    /// What an agent with a memory is shown of a part of the game that is over.
    type Shown;

    /// The number of seats.
    const SEATS: usize;

    /// Begins a game whose chance is a function of `seed`. With `record`, [`TableGame::record`] will be asked for.
    fn begin(seed: u64, record: bool) -> Self::State;

    /// The seat that has to act; none once the game is over.
    fn to_act(state: &Self::State) -> Option<usize>;

    /// What the player to act knows; none once the game is over.
    fn observe(state: &Self::State) -> Option<Self::Observation<'_>>;

    /// Takes the action. An illegal one is penalised by the contest's rule, which also says what happens instead.
    fn apply(state: &mut Self::State, action: Self::Action) -> Applied;

    /// The number of parts of the game that are over, of which agents with a memory are shown something.
    fn parts_over(_: &Self::State) -> u64 {
        0
    }

    /// What the player in `seat` is shown of the part that is over last.
    fn shown(_: &Self::State, _seat: usize) -> Option<Self::Shown> {
        None
    }

    /// The seat that has won.
    fn winner(state: &Self::State) -> Option<usize>;

    /// The points, by seat.
    fn points(state: &Self::State) -> Vec<f64>;

    /// The record of the game in the contest's own format.
    fn record(state: &Self::State) -> serde_json::Value;

    /// Plays a round, the contest's unit of winning. `play` plays a game whose agents remember the earlier games of the
    /// round. A round is one game unless the contest says otherwise.
    fn round(setup: Setup, play: &mut dyn FnMut(Setup) -> GameResult) -> RoundResult {
        let game = play(setup);
        RoundResult { winner: game.winner, games: vec![game] }
    }

    /// The observation and the legal actions, as agents outside the contest see them.
    fn request(observation: &Self::Observation<'_>) -> Request;

    /// The action with this number in the contest's [`ActionSpace`](crate::outside::ActionSpace).
    fn numbered(action: usize) -> Option<Self::Action>;

    /// Any action, for the answer of a player who has left.
    fn any_action(observation: &Self::Observation<'_>) -> Self::Action;
}

/// What became of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applied {
    /// It was legal.
    Legal,
    /// It was illegal, and was penalised.
    Penalised,
    /// It was illegal, and the game cannot go on.
    Stuck,
}

/// A player of the game `G`. One value plays one game at a time. It is asked for an action when its seat has to act, and
/// the action must be legal in its observation.
pub trait Agent<G: TableGame>: Send {
    /// A new game begins: drop the state of the last one.
    fn start_game(&mut self) {}

    /// Plays without a clock, as in matches inside this process: the requested work is done in full.
    fn play_without_clock(&mut self) {}

    /// Chooses the action.
    fn choose(&mut self, observation: &G::Observation<'_>) -> G::Action;

    /// The probabilities of the actions in this position, given the seed, of those that are not 0. `None` if the player
    /// does not know them.
    fn probabilities(&mut self, _: &G::Observation<'_>) -> Option<Vec<(G::Action, f64)>> {
        None
    }

    /// A part of the game is over in which no penalty was taken and nothing was missed. Players without a memory need
    /// not be told.
    fn see(&mut self, _: &G::Shown) {}

    /// What the player keeps from game to game against the same opponents.
    fn memory(&self) -> Option<&G::Memory> {
        None
    }

    /// Other opponents come: takes over the memory of earlier games against them, if there is one.
    fn recall(&mut self, _: Option<&G::Memory>) {}

    /// What the player believes of the opponents, in words: one line for each belief.
    fn memory_in_words(&self) -> Vec<String> {
        Vec::new()
    }

    /// True if the player has left the game. Its last answer does not count then, and it must not be asked again. A
    /// person may leave, and so does an outside agent that has failed.
    fn has_left(&self) -> bool {
        false
    }

    /// The reason, if a player who has left loses the game by it. Otherwise the game is abandoned.
    fn forfeit(&self) -> Option<&str> {
        None
    }
}

/// An agent that is implemented outside the contest.
impl<G: TableGame> Agent<G> for OutsideSeat {
    fn start_game(&mut self) {
        OutsideSeat::start_game(self);
    }

    fn choose(&mut self, observation: &G::Observation<'_>) -> G::Action {
        let chosen = OutsideSeat::choose(self, G::request(observation)).and_then(G::numbered);
        chosen.unwrap_or_else(|| G::any_action(observation))
    }

    fn has_left(&self) -> bool {
        OutsideSeat::has_left(self)
    }

    fn forfeit(&self) -> Option<&str> {
        OutsideSeat::forfeit(self)
    }
}
