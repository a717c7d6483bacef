//! Games and rounds between two agents in this process.

use std::time::Duration;

use cardsharp_solvers::game::Player;

use super::agents::{Agent, Factory, Memory, PERSON};
use cardsharp_challenge_game::observation::{HandSeen, Observation};
use cardsharp_challenge_game::rules::{GAMES_TO_WIN, Game, INITIAL_BANK, Params, Round, Shoe};
use cardsharp_game::{
    AgentError, AgentSpec, Ending, GameResult, RoundResult, Setup, Table, derive_seed,
};

/// The time that agents see on the clock. There is no clock in this process, so that results depend
/// on the seed alone.
const REMAINING: Duration = INITIAL_BANK;

/// The number of the seed's stream for the shoe.
const SHOE: u64 = 2;

/// Two agents that play each other.
pub struct ChallengeTable {
    factories: [Factory; 2],
    interactive: bool,
}

impl ChallengeTable {
    /// A table for these agents.
    pub fn new(agents: &[AgentSpec; 2]) -> Result<ChallengeTable, AgentError> {
        let [zero, one] = agents;
        Ok(ChallengeTable {
            factories: [Factory::load(zero)?, Factory::load(one)?],
            interactive: agents.iter().any(is_person),
        })
    }

    /// Agents for one game, by player number. The random numbers of an agent depend on the game and
    /// the player number alone. An agent against itself therefore mirrors every game when seats are
    /// exchanged.
    fn seat(&self, setup: Setup) -> [Box<dyn Agent>; 2] {
        [0, 1].map(|player| {
            let agent = (player + setup.first) % 2;
            let mut agent = self.factories[agent].agent(derive_seed(setup.seed, player as u64));
            agent.play_without_clock();
            agent
        })
    }
}

fn is_person(agent: &AgentSpec) -> bool {
    agent.name() == PERSON && agent.implementation().is_none()
}

impl Table for ChallengeTable {
    fn interactive(&self) -> bool {
        self.interactive
    }

    fn play_game(&self, setup: Setup) -> GameResult {
        self.play(setup, &mut Memories::default())
    }

    fn play_round(&self, setup: Setup) -> RoundResult {
        let mut round = Round::default();
        let mut games = Vec::with_capacity(2 * GAMES_TO_WIN as usize);
        let mut memories = Memories::default();
        while round.winner().is_none() {
            let setup_of_game = Setup {
                seed: derive_seed(setup.seed, u64::from(round.games())),
                // Side 0 of the round is the agent who has its first seat.
                first: (setup.first + round.first_lead()) % 2,
                record: setup.record,
            };
            let game = self.play(setup_of_game, &mut memories);
            let winner = game.winner;
            games.push(game);
            match winner {
                Some(agent) => round.record_win((agent + setup.first) % 2),
                None => break,
            }
        }
        RoundResult {
            winner: round.winner().map(|side| (side + setup.first) % 2),
            games,
        }
    }
}

impl ChallengeTable {
    /// Plays a game. Agents take over their memories of earlier games, and leave theirs.
    fn play(&self, setup: Setup, memories: &mut Memories) -> GameResult {
        let shoe = Shoe::new(Params::CONTEST, derive_seed(setup.seed, SHOE));
        let mut game = Game::new(Params::CONTEST, shoe);
        let mut agents = self.seat(setup);
        let by_agent = |agent: usize| Player::new(((agent + setup.first) % 2) as u8);
        for (agent, memory) in memories.iter().enumerate() {
            agents[by_agent(agent).index()].recall(memory.as_ref());
        }
        let counts = play_out(&mut game, &mut agents);
        for (agent, memory) in memories.iter_mut().enumerate() {
            *memory = agents[by_agent(agent).index()].memory().cloned();
        }
        let of = |counts: [u64; 2]| [0, 1].map(|agent| counts[by_agent(agent).index()]).to_vec();
        GameResult {
            winner: game
                .winner()
                .map(|player| (player.index() + setup.first) % 2),
            ending: counts.ending,
            first: setup.first,
            points: [0, 1]
                .map(|agent| f64::from(game.points(by_agent(agent))))
                .to_vec(),
            moves: of(counts.moves),
            penalties: of(counts.penalties),
            // The record is made of plain enums and numbers, which always have a JSON form.
            record: setup
                .record
                .then(|| serde_json::to_value(game.events()).unwrap_or_default()),
        }
    }
}

/// What agents keep from game to game of a round, by agent.
type Memories = [Option<Memory>; 2];

/// Shows the hand that is over to the agents who keep a memory. Most keep none, and play thousands of
/// games a second.
fn show_hand(game: &Game, agents: &mut [Box<dyn Agent>; 2]) {
    for (player, agent) in [Player::ZERO, Player::ONE].into_iter().zip(agents) {
        if agent.memory().is_none() {
            continue;
        }
        if let Some(hand) = HandSeen::last_of(game, player) {
            agent.see_hand(&hand);
        }
    }
}

/// The counts of one game, by player number.
pub struct Counts {
    ending: Ending,
    moves: [u64; 2],
    penalties: [u64; 2],
}

/// Plays a game to its end.
pub fn play_out(game: &mut Game, agents: &mut [Box<dyn Agent>; 2]) -> Counts {
    let mut counts = Counts {
        ending: Ending::Completed,
        moves: [0; 2],
        penalties: [0; 2],
    };
    for agent in agents.iter_mut() {
        agent.start_game();
    }
    while let Some(observation) = Observation::of(game, REMAINING) {
        let Some(player) = game.to_move() else { break };
        let agent = &mut agents[player.index()];
        let chosen = agent.decide(&observation);
        if agent.has_left() {
            counts.ending = Ending::Abandoned;
            break;
        }
        let hands = game.hand_id();
        match game.apply(chosen) {
            Ok(_) => counts.moves[player.index()] += 1,
            Err(illegal) => {
                counts.penalties[player.index()] += 1;
                // Only a game that is over cannot be penalised, and this one is not over.
                if game.penalize(&illegal.to_string()).is_err() {
                    break;
                }
            }
        }
        if game.hand_id() != hands || game.winner().is_some() {
            show_hand(game, agents);
        }
    }
    counts
}
