//! Games in this process.

use serde::Serialize;

use super::agents::{Agent, Factory};
use cardsharp_game::{Ending, GameResult, Setup, Table, derive_seed};
use cardsharp_tricky_eights_game::deals::deal_of;
use cardsharp_tricky_eights_game::observation::Observation;
use cardsharp_tricky_eights_game::rules::{Game, Params, Round};
use cardsharp_tricky_eights_game::text::seat_letter;

/// The number of players at a table.
const SEATS: usize = Params::CONTEST.players() as usize;

/// The number of rounds after which a game that is still level is given up as a draw.
const MAX_ROUNDS: u32 = 10_000;

/// Four agents at a table.
pub struct TrickyEightsTable {
    factories: [Factory; SEATS],
}

/// A round in the record of a game.
#[derive(Debug, Serialize)]
struct RoundRecord {
    /// The seat of the dealer.
    dealer: &'static str,
    /// The hands, by seat.
    hands: Vec<String>,
    /// The pool.
    pool: String,
    /// All cards in the order in which they were taken and played.
    cards: Vec<String>,
    /// Points of the round, by seat.
    points: Vec<u8>,
}

impl TrickyEightsTable {
    /// A table for agents made by `factories`.
    pub fn new(factories: [Factory; SEATS]) -> TrickyEightsTable {
        TrickyEightsTable { factories }
    }

    /// The agents of one game, by player number. The randomness of an agent is a function of the
    /// game's seed and the seat.
    fn seat(&self, setup: Setup) -> [Box<dyn Agent>; SEATS] {
        std::array::from_fn(|player| {
            let agent = (player + setup.first) % SEATS;
            self.factories[agent].agent(derive_seed(setup.seed, player as u64))
        })
    }
}

/// The counts of a game, by player number.
#[derive(Default)]
struct Counts {
    moves: [u64; SEATS],
    penalties: [u64; SEATS],
}

/// Plays a round to its end, and returns its cards in order; `None` if an agent leaves. An illegal card is counted, and
/// the first legal card is taken or played instead.
fn play_round(
    round: &mut Round,
    scores: &[u32],
    agents: &mut [Box<dyn Agent>; SEATS],
    counts: &mut Counts,
) -> Option<Vec<String>> {
    let mut cards = Vec::new();
    while let Some(seat) = round.to_act() {
        let at = seat.index();
        let observation = Observation::of(round, seat, scores);
        let mut card = agents[at].choose(&observation);
        if agents[at].has_left() {
            return None;
        }
        match round.apply(card) {
            Ok(_) => counts.moves[at] += 1,
            Err(_) => {
                counts.penalties[at] += 1;
                // The player to act has a legal card.
                let Some(legal) = round.legal().first() else {
                    break;
                };
                card = legal;
                if round.apply(legal).is_err() {
                    break;
                }
            }
        }
        cards.push(card.to_string());
    }
    Some(cards)
}

impl Table for TrickyEightsTable {
    /// Plays one game to 300 points, in which the first seat deals first. The deals depend on the
    /// seed alone.
    fn play_game(&self, setup: Setup) -> GameResult {
        let mut agents = self.seat(setup);
        let mut game = Game::new(Params::CONTEST);
        let mut counts = Counts::default();
        let mut record = Vec::new();
        let mut ending = Ending::Completed;
        agents.iter_mut().for_each(|agent| agent.start_game());
        while game.winner().is_none() && game.rounds() < MAX_ROUNDS {
            let deal = deal_of(setup.seed, game.rounds());
            let mut round = Round::new(&deal, game.dealer());
            let played = play_round(&mut round, game.scores(), &mut agents, &mut counts);
            let Some(cards) = played else {
                ending = Ending::Abandoned;
                break;
            };
            let points = round.board().points();
            if setup.record {
                record.push(RoundRecord {
                    dealer: seat_letter(game.dealer()),
                    hands: deal.hands().iter().map(ToString::to_string).collect(),
                    pool: deal.pool().to_string(),
                    cards,
                    points: points.to_vec(),
                });
            }
            game.record(points);
        }
        // The seat of an agent. The inverse is `(seat + first) % SEATS`.
        let seat_of = |agent: usize| (agent + SEATS - setup.first % SEATS) % SEATS;
        let by_agent =
            |counts: [u64; SEATS]| (0..SEATS).map(|agent| counts[seat_of(agent)]).collect();
        let winner = game.winner();
        GameResult {
            winner: winner.map(|player| (player.index() + setup.first) % SEATS),
            ending,
            first: setup.first,
            points: (0..SEATS)
                .map(|agent| f64::from(game.scores()[seat_of(agent)]))
                .collect(),
            moves: by_agent(counts.moves),
            penalties: by_agent(counts.penalties),
            // The record consists of texts and numbers, which always have a JSON form.
            record: setup
                .record
                .then(|| serde_json::to_value(&record).unwrap_or_default()),
        }
    }
}
