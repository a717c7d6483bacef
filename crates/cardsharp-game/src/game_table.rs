//! Agents at a table of this process.

use crate::table_game::{Agent, Applied, TableGame};
use crate::{AgentFactory, Ending, Forfeit, GameResult, RoundResult, Setup, Table, derive_seed};

/// Agents that play the game `G`.
pub struct GameTable<G: TableGame> {
    factories: Vec<AgentFactory<G>>,
    interactive: bool,
}

/// What the agents keep from game to game, by agent.
type Memories<G> = Vec<Option<<G as TableGame>::Memory>>;

impl<G: TableGame> GameTable<G> {
    /// A table of agents made by `factories`, one for each seat.
    pub fn new(factories: impl Into<Vec<AgentFactory<G>>>) -> GameTable<G> {
        GameTable { factories: factories.into(), interactive: false }
    }

    /// The table, at which a person plays if `interactive`.
    pub fn interactive(self, interactive: bool) -> GameTable<G> {
        GameTable { interactive, ..self }
    }

    /// The agents of one game, by seat. The random numbers of an agent are a function of the game's seed and the seat:
    /// an agent against itself mirrors every game when seats are exchanged.
    fn seat(&self, setup: Setup) -> Vec<Box<dyn Agent<G>>> {
        let agent = |seat: usize| {
            let factory = &self.factories[(seat + setup.first) % G::SEATS];
            let mut agent = factory.agent(derive_seed(setup.seed, seat as u64));
            agent.play_without_clock();
            agent
        };
        (0..G::SEATS).map(agent).collect()
    }

    /// Plays a game. Agents take over their memories of earlier games, and leave theirs.
    fn play(&self, setup: Setup, memories: &mut Memories<G>) -> GameResult {
        let mut state = G::begin(setup.seed, setup.record);
        let mut agents = self.seat(setup);
        let seat_of = |agent: usize| (agent + G::SEATS - setup.first % G::SEATS) % G::SEATS;
        for (agent, memory) in memories.iter().enumerate() {
            agents[seat_of(agent)].recall(memory.as_ref());
        }
        let counts = play_out::<G>(&mut state, &mut agents);
        for (agent, memory) in memories.iter_mut().enumerate() {
            *memory = agents[seat_of(agent)].memory().cloned();
        }
        let points = G::points(&state);
        let by_agent = |counts: &[u64]| (0..G::SEATS).map(|agent| counts[seat_of(agent)]).collect();
        let winner = match (counts.ending, &counts.forfeit) {
            (Ending::Completed, _) => G::winner(&state),
            (Ending::Forfeited, Some((loser, _))) => best_but(*loser, &points),
            _ => None,
        };
        let agent_in = |seat: usize| (seat + setup.first) % G::SEATS;
        let forfeit = counts.forfeit.map(|(seat, reason)| Forfeit { agent: agent_in(seat), reason });
        GameResult {
            winner: winner.map(agent_in),
            ending: counts.ending,
            forfeit,
            first: setup.first,
            points: (0..G::SEATS).map(|agent| points[seat_of(agent)]).collect(),
            moves: by_agent(&counts.moves),
            penalties: by_agent(&counts.penalties),
            record: setup.record.then(|| G::record(&state)),
        }
    }
}

impl<G: TableGame> Table for GameTable<G> {
    fn interactive(&self) -> bool {
        self.interactive
    }

    fn play_game(&self, setup: Setup) -> GameResult {
        self.play(setup, &mut vec![None; G::SEATS])
    }

    fn play_round(&self, setup: Setup) -> RoundResult {
        let mut memories = vec![None; G::SEATS];
        G::round(setup, &mut |setup| self.play(setup, &mut memories))
    }
}

/// The counts of one game, by seat.
#[derive(Clone, Debug)]
pub struct Counts {
    /// The end of the game.
    pub ending: Ending,
    /// The seat of the player whose failure ended a forfeited game, and the failure.
    pub forfeit: Option<(usize, String)>,
    /// Legal moves.
    pub moves: Vec<u64>,
    /// Illegal moves.
    pub penalties: Vec<u64>,
}

/// Plays a game to its end.
pub fn play_out<G: TableGame>(state: &mut G::State, agents: &mut [Box<dyn Agent<G>>]) -> Counts {
    let mut counts =
        Counts { ending: Ending::Completed, forfeit: None, moves: vec![0; G::SEATS], penalties: vec![0; G::SEATS] };
    for agent in agents.iter_mut() {
        agent.start_game();
    }
    while let Some(seat) = G::to_act(state) {
        let Some(chosen) = G::observe(state).map(|observation| agents[seat].choose(&observation)) else {
            break;
        };
        if agents[seat].has_left() {
            counts.ending = match agents[seat].forfeit() {
                Some(reason) => {
                    counts.forfeit = Some((seat, reason.to_owned()));
                    Ending::Forfeited
                }
                None => Ending::Abandoned,
            };
            break;
        }
        let over = G::parts_over(state);
        match G::apply(state, chosen) {
            Applied::Legal => counts.moves[seat] += 1,
            Applied::Penalised => counts.penalties[seat] += 1,
            Applied::Stuck => {
                counts.penalties[seat] += 1;
                break;
            }
        }
        if G::parts_over(state) != over {
            show::<G>(state, agents);
        }
    }
    counts
}

/// The seat with the most points but that of the loser; the first of equal ones.
fn best_but(loser: usize, points: &[f64]) -> Option<usize> {
    let others = points.iter().enumerate().filter(|&(seat, _)| seat != loser);
    others.reduce(|best, other| if other.1 > best.1 { other } else { best }).map(|(seat, _)| seat)
}

/// Shows the part that is over to the agents who keep a memory. Most keep none, and play thousands of games a second.
fn show<G: TableGame>(state: &G::State, agents: &mut [Box<dyn Agent<G>>]) {
    for (seat, agent) in agents.iter_mut().enumerate() {
        if agent.memory().is_some()
            && let Some(shown) = G::shown(state, seat)
        {
            agent.see(&shown);
        }
    }
}
