//! SkullWhist as its agents play it.

use arrayvec::ArrayVec;
use cardsharp_solvers::game::Player;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;

use cardsharp_game::mixture::Mixture;
use cardsharp_game::outside::Request;
use cardsharp_game::{Applied, GameTable, TableGame, derive_seed};
use cardsharp_skullwhist_game::observation::{ACTIONS, DueKind, Observation, Seen, action_of, move_of};
use cardsharp_skullwhist_game::rules::{Card, Cards, Deal, Move, SkullWhist, State, Trick, Turn};

/// The number of the seed's stream for the deal; the players' streams have their numbers.
const DEAL: u64 = 2;

/// Two agents that play each other.
pub type SkullWhistTable = GameTable<SkullWhistGame>;

/// The contest's game: one deal, both bids, thirteen rounds. The player of the first seat leads.
#[derive(Clone, Copy, Debug)]
pub struct SkullWhistGame;

/// A game under way.
pub struct Play {
    deal: Deal,
    state: State,
    rounds: ArrayVec<Trick, 13>,
    /// True if an action was replaced.
    penalised: bool,
}

impl Play {
    fn player(&self) -> Option<Player> {
        match self.state.turn() {
            Turn::Bid(player) | Turn::Play(player) => Some(player),
            Turn::Over => None,
        }
    }

    /// Makes the bid or plays the card, if that is legal.
    fn take(&mut self, player: Player, action: Move) -> bool {
        match action {
            Move::Bid(bid) => self.state.bid(player, bid).is_ok(),
            Move::Play(card) => match self.state.play(player, card) {
                Ok(step) => {
                    self.rounds.extend(step.trick);
                    true
                }
                Err(_) => false,
            },
        }
    }

    /// The game in the form of the contest's old games, and its rounds, each as the card led and the answer.
    fn record(&self) -> serde_json::Value {
        let text = |cards: Cards| cards.into_iter().map(|card| card.to_string());
        let hand = |player: usize| text(self.deal.hands()[player]).collect::<Vec<_>>();
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

impl TableGame for SkullWhistGame {
    type State = Play;
    type Observation<'a> = Observation;
    type Action = Move;
    /// The posterior of the opponent's strategies.
    type Memory = Mixture;
    /// The information of a player once the game is over. The other's hand is known then.
    type Shown = Observation;

    const SEATS: usize = 2;

    fn begin(seed: u64, _record: bool) -> Play {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(derive_seed(seed, DEAL));
        let deal = Deal::random(SkullWhist::CONTEST, &mut rng);
        Play { state: State::new(&deal), deal, rounds: ArrayVec::new(), penalised: false }
    }

    fn to_act(play: &Play) -> Option<usize> {
        Some(play.player()?.index())
    }

    fn observe(play: &Play) -> Option<Observation> {
        Some(Observation::of(&play.state, play.player()?, &play.rounds))
    }

    /// An illegal bid counts as the lowest, and the first legal card replaces an illegal one.
    fn apply(play: &mut Play, action: Move) -> Applied {
        let Some(player) = play.player() else {
            return Applied::Stuck;
        };
        let (due, instead) = match play.state.turn() {
            Turn::Bid(_) => (matches!(action, Move::Bid(_)), Some(Move::Bid(1))),
            _ => {
                let first = play.state.playable().first();
                (matches!(action, Move::Play(_)), first.map(Move::Play))
            }
        };
        if due && play.take(player, action) {
            Applied::Legal
        } else if instead.is_some_and(|instead| play.take(player, instead)) {
            play.penalised = true;
            Applied::Penalised
        } else {
            Applied::Stuck
        }
    }

    fn parts_over(play: &Play) -> u64 {
        u64::from(play.player().is_none())
    }

    fn shown(play: &Play, seat: usize) -> Option<Observation> {
        let seen = || Observation::of(&play.state, Player::new(seat as u8), &play.rounds);
        (!play.penalised).then(seen)
    }

    fn winner(play: &Play) -> Option<usize> {
        Some(play.state.winner()?.index())
    }

    fn points(play: &Play) -> Vec<f64> {
        play.state.scores().map(f64::from).to_vec()
    }

    fn record(play: &Play) -> serde_json::Value {
        play.record()
    }

    fn request(observation: &Observation) -> Request {
        let (due, legal) = match observation.bids[0] {
            None => {
                let bids = 1..=observation.game.hand_size();
                (DueKind::Bid, bids.map(Move::Bid).map(action_of).collect())
            }
            Some(_) => {
                let cards = observation.playable().into_iter();
                (DueKind::Card, cards.map(Move::Play).map(action_of).collect())
            }
        };
        Request::new(&ACTIONS, legal, Seen::of(observation, due))
    }

    fn numbered(action: usize) -> Option<Move> {
        move_of(action)
    }

    fn any_action(_: &Observation) -> Move {
        Move::Bid(1)
    }
}
