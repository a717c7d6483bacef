//! Matches and series in this process.

use cardsharp_solvers::game::Player;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::agents::{Agent, Factory};
use super::rules::{Dice, Recorded, Rules, Setup as Start, State, Verdict};
use super::wire::{EventMessage, Words};
use crate::contests::{Ending, GameResult, RoundResult, Setup, Table, derive_seed};

/// Matches of a series, unless it is level after them (the contest's document).
const SERIES: u64 = 5;
/// Matches of a series that stays level, after which nobody has won it.
const LONGEST_SERIES: u64 = 100;

/// Streams of a match's seed.
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

    /// Agents for one match, by player number; their chance is keyed by the match and the seat.
    fn seat(&self, setup: Setup) -> [Box<dyn Agent>; 2] {
        [0, 1].map(|player| {
            let agent = (player + setup.first) % 2;
            self.factories[agent].agent(derive_seed(setup.seed, player as u64))
        })
    }
}

/// What happened, as the arena tells it.
fn record(told: &[Recorded]) -> serde_json::Value {
    let message = |one| EventMessage::of(one, Words::default());
    let messages: Vec<EventMessage> = told.iter().map(message).collect();
    // They are made of plain enums and numbers, which always have a JSON form.
    serde_json::to_value(messages).unwrap_or_default()
}

impl Table for DeadMansDrawTable {
    /// One match, the player of the first seat starting. What comes of the pile depends on what is
    /// drawn when, so that two matches of one seed with exchanged seats are alike and no more.
    fn play_game(&self, setup: Setup) -> GameResult {
        let mut agents = self.seat(setup);
        let seed = derive_seed(setup.seed, CHANCE);
        let mut chance = Dice(Xoshiro256PlusPlus::seed_from_u64(seed));
        let start = Start {
            starter: Some(Player::ZERO),
            ..Start::default()
        };
        let mut told: Vec<Recorded> = Vec::new();
        let mut state = State::new(&Rules::ARENA, &mut chance);
        if let Ok(begun) = State::start(&Rules::ARENA, &start, &mut chance, &mut told) {
            state = begun;
        }
        let mut moves = [0; 2];
        let mut penalties = [0; 2];
        agents.iter_mut().for_each(|agent| agent.start_match());
        while let Some(player) = state.to_move() {
            let chosen = agents[player.index()].decide(&state);
            let counts = match state.apply(chosen, &mut chance, &mut told) {
                Ok(_) => &mut moves,
                Err(_) => {
                    // As if it had been late: the turn is ended for it.
                    if state.time_out(&mut chance, &mut told).is_err() {
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
            ending: Ending::Completed,
            points: [0, 1].map(|agent| scores[seat(agent)]).to_vec(),
            moves: by_agent(moves),
            penalties: by_agent(penalties),
            record: setup.record.then(|| record(&told)),
        }
    }

    /// Five matches, the seats exchanged after each, and more until somebody has won more of them.
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
            games.push(game);
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
