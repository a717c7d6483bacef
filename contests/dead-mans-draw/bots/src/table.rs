//! Matches and series in this process.

use cardsharp_solvers::game::Player;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::agents::{Agent, Factory};
use cardsharp_dead_mans_draw_game::rules::{
    Dice, RecordedEvent, Rules, Setup as Start, State, Verdict,
};
use cardsharp_dead_mans_draw_game::wire::{EventMessage, EventTexts};
use cardsharp_game::{Ending, GameResult, RoundResult, Setup, Table, derive_seed};

/// The number of matches of a series, unless it is level after them (the contest's document).
const SERIES: u64 = 5;
/// The number of matches after which a series that is still level has no winner.
const LONGEST_SERIES: u64 = 100;

/// The stream of a match's seed that its chance comes from.
const CHANCE: u64 = 2;

/// Two agents at a table.
pub struct DeadMansDrawTable {
    factories: [Factory; 2],
}

impl DeadMansDrawTable {
    /// A table for agents made by `factories`.
    pub fn new(factories: [Factory; 2]) -> DeadMansDrawTable {
        DeadMansDrawTable { factories }
    }

    /// The agents of one match, by player number. The randomness of an agent is a function of the
    /// match's seed and the seat.
    fn seat(&self, setup: Setup) -> [Box<dyn Agent>; 2] {
        [0, 1].map(|player| {
            let agent = (player + setup.first) % 2;
            self.factories[agent].agent(derive_seed(setup.seed, player as u64))
        })
    }
}

/// The events in the arena's form.
fn record(events: &[RecordedEvent]) -> serde_json::Value {
    let message = |one| EventMessage::of(one, EventTexts::default());
    let messages: Vec<EventMessage> = events.iter().map(message).collect();
    // The messages consist of plain enums and numbers, which always have a JSON form.
    serde_json::to_value(messages).unwrap_or_default()
}

impl Table for DeadMansDrawTable {
    /// Plays one match, in which the player of the first seat starts. The cards of the pile depend
    /// on the earlier draws. Two matches of one seed with exchanged seats are therefore only
    /// similar.
    fn play_game(&self, setup: Setup) -> GameResult {
        let mut agents = self.seat(setup);
        let seed = derive_seed(setup.seed, CHANCE);
        let mut chance = Dice(Xoshiro256PlusPlus::seed_from_u64(seed));
        let start = Start {
            starter: Some(Player::ZERO),
            ..Start::default()
        };
        let mut events: Vec<RecordedEvent> = Vec::new();
        let mut state = State::new(&Rules::ARENA, &mut chance);
        if let Ok(begun) = State::start(&Rules::ARENA, &start, &mut chance, &mut events) {
            state = begun;
        }
        let mut moves = [0; 2];
        let mut penalties = [0; 2];
        let mut ending = Ending::Completed;
        agents.iter_mut().for_each(|agent| agent.start_match());
        while let Some(player) = state.to_move() {
            let chosen = agents[player.index()].decide(&state);
            if agents[player.index()].has_left() {
                ending = Ending::Abandoned;
                break;
            }
            let counts = match state.apply(chosen, &mut chance, &mut events) {
                Ok(_) => &mut moves,
                Err(_) => {
                    // The turn is ended as if the agent had been late.
                    if state.time_out(&mut chance, &mut events).is_err() {
                        break;
                    }
                    &mut penalties
                }
            };
            counts[player.index()] += 1;
        }
        let seat = |agent: usize| (agent + setup.first) % 2;
        let by_agent = |counts: [u64; 2]| [0, 1].map(|agent| counts[seat(agent)]).to_vec();
        let winner = match state.end().map(|end| end.verdict) {
            Some(Verdict::Won(player)) => Some(seat(player.index())),
            _ => None,
        };
        let scores = state.scores().map(f64::from);
        GameResult {
            winner,
            ending,
            first: setup.first,
            points: [0, 1].map(|agent| scores[seat(agent)]).to_vec(),
            moves: by_agent(moves),
            penalties: by_agent(penalties),
            record: setup.record.then(|| record(&events)),
        }
    }

    /// Plays five matches, with the seats exchanged after each, and further ones until an agent has
    /// won more than the other.
    fn play_round(&self, setup: Setup) -> RoundResult {
        let mut games = Vec::new();
        let mut won = [0_u64; 2];
        for number in 0..LONGEST_SERIES {
            let first = (setup.first + number as usize) % 2;
            let game = self.play_game(Setup {
                seed: derive_seed(setup.seed, number),
                first,
                record: setup.record,
            });
            if let Some(winner) = game.winner {
                won[winner] += 1;
            }
            let abandoned = game.ending == Ending::Abandoned;
            games.push(game);
            if abandoned {
                return RoundResult {
                    winner: None,
                    games,
                };
            }
            if number + 1 >= SERIES && won[0] != won[1] {
                break;
            }
        }
        let winner = match won[0].cmp(&won[1]) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
        };
        RoundResult { winner, games }
    }
}
