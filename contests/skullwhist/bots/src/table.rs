//! Games between two agents in this process.

use arrayvec::ArrayVec;
use cardsharp_solvers::game::Player;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;

use super::agents::{Agent, Factory};
use cardsharp_game::{Ending, GameResult, RoundResult, Setup, Table, derive_seed};
use cardsharp_skullwhist_game::observation::Observation;
use cardsharp_skullwhist_game::rules::{Card, Cards, Deal, SkullWhist, State, Trick, Turn};

/// The number of the seed's stream for the deal; the players' streams have their numbers.
const DEAL: u64 = 2;

/// Two agents that play each other.
pub struct SkullWhistTable {
    factories: [Factory; 2],
}

impl SkullWhistTable {
    /// A table for agents made by `factories`.
    pub fn new(factories: [Factory; 2]) -> SkullWhistTable {
        SkullWhistTable { factories }
    }

    /// Agents for one game, by player number. Their random numbers depend on the game and the seat.
    fn seat(&self, setup: Setup) -> [Box<dyn Agent>; 2] {
        [0, 1].map(|player| {
            let agent = (player + setup.first) % 2;
            self.factories[agent].agent(derive_seed(setup.seed, player as u64))
        })
    }
}

/// A game under way, with counts by player.
struct Play {
    state: State,
    rounds: ArrayVec<Trick, 13>,
    moves: [u64; 2],
    penalties: [u64; 2],
}

impl Play {
    /// Makes this player's bid. An illegal bid is penalised and counts as the lowest.
    fn bid(&mut self, player: Player, agent: &mut dyn Agent) {
        let bid = agent.bid(&Observation::of(&self.state, player, &self.rounds));
        let bids = self.state.bid(player, bid);
        self.count(player, bids.is_ok());
        if bids.is_err() {
            // A player who has not bid may bid 1.
            let _ = self.state.bid(player, 1);
        }
    }

    /// Plays this player's card. An illegal card is penalised, and the first legal one replaces it.
    fn play(&mut self, player: Player, agent: &mut dyn Agent) {
        let chosen = agent.play(&Observation::of(&self.state, player, &self.rounds));
        let allowed = chosen.filter(|&card| self.state.check(player, card).is_ok());
        self.count(player, allowed.is_some());
        let card = allowed.or(self.state.playable().first());
        let step = card.map(|card| self.state.play(player, card));
        if let Some(Ok(step)) = step {
            self.rounds.extend(step.trick);
        }
    }

    fn count(&mut self, player: Player, allowed: bool) {
        let counts = if allowed {
            &mut self.moves
        } else {
            &mut self.penalties
        };
        counts[player.index()] += 1;
    }

    /// The game in the form of the contest's old games, and its rounds, each as the card led and
    /// the answer.
    fn record(&self, deal: &Deal) -> serde_json::Value {
        let text = |cards: Cards| cards.into_iter().map(|card| card.to_string());
        let hand = |player: usize| text(deal.hands()[player]).collect::<Vec<_>>();
        let rounds = self.rounds.iter().map(|trick| {
            let cards: [Card; 2] = [trick.led, trick.reply];
            cards.map(|card| card.to_string())
        });
        let ([bid1, bid2], [tricks1, tricks2]) = (self.state.bids(), self.state.tricks());
        let [score1, score2] = self.state.scores();
        json!({
            "hand1": hand(0), "hand2": hand(1), "bid1": bid1, "bid2": bid2,
            "tricks1": tricks1, "tricks2": tricks2, "score1": score1, "score2": score2,
            "rounds": rounds.collect::<Vec<_>>(),
        })
    }
}

impl Table for SkullWhistTable {
    /// One deal: both bids, thirteen rounds. The player of the first seat leads.
    fn play_game(&self, setup: Setup) -> GameResult {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(derive_seed(setup.seed, DEAL));
        let deal = Deal::random(SkullWhist::CONTEST, &mut rng);
        let mut agents = self.seat(setup);
        let mut play = Play {
            state: State::new(&deal),
            rounds: ArrayVec::new(),
            moves: [0; 2],
            penalties: [0; 2],
        };
        agents.iter_mut().for_each(|agent| agent.start_game());
        let ending = loop {
            let player = match play.state.turn() {
                Turn::Bid(player) => {
                    play.bid(player, &mut *agents[player.index()]);
                    player
                }
                Turn::Play(player) => {
                    play.play(player, &mut *agents[player.index()]);
                    player
                }
                Turn::Over => break Ending::Completed,
            };
            if agents[player.index()].has_left() {
                break Ending::Abandoned;
            }
        };
        let seat = |agent: usize| (agent + setup.first) % 2;
        let by_agent = |counts: [u64; 2]| [0, 1].map(|agent| counts[seat(agent)]).to_vec();
        let scores = play.state.scores().map(f64::from);
        let winner = play.state.winner().filter(|_| ending == Ending::Completed);
        GameResult {
            winner: winner.map(|player| seat(player.index())),
            ending,
            first: setup.first,
            points: [0, 1].map(|agent| scores[seat(agent)]).to_vec(),
            moves: by_agent(play.moves),
            penalties: by_agent(play.penalties),
            record: setup.record.then(|| play.record(&deal)),
        }
    }

    /// One game: the contest has no larger unit, since every game is a single deal.
    fn play_round(&self, setup: Setup) -> RoundResult {
        let game = self.play_game(setup);
        RoundResult {
            winner: game.winner,
            games: vec![game],
        }
    }
}
