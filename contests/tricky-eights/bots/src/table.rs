//! Tricky Eights as its agents play it.

use cardsharp_game::outside::Request;
use cardsharp_game::{Applied, GameTable, TableGame};
use cardsharp_tricky_eights_game::deals::deal_of;
use cardsharp_tricky_eights_game::observation::{ACTIONS, Observation, Seen, action_of, card_of};
use cardsharp_tricky_eights_game::replay::RecordedRound;
use cardsharp_tricky_eights_game::rules::{Card, Game, Params, Rank, Round, Suit};

/// The number of rounds after which a game that is still level is given up as a draw.
const MAX_ROUNDS: u32 = 10_000;

/// The answer if there is no card to choose from. No agent is called then.
pub(crate) const NO_CARD: Card = Card::new(Suit::Clubs, Rank::EIGHT);

/// Four agents at a table.
pub type TrickyEightsTable = GameTable<TrickyEightsGame>;

/// The contest's game: rounds to 300 points, in which the first seat deals first.
#[derive(Clone, Copy, Debug)]
pub struct TrickyEightsGame;

/// A game under way.
pub struct Played {
    seed: u64,
    game: Game,
    round: Round,
    /// The rounds so far, if a record is wanted. The last one is being played.
    record: Option<Vec<RecordedRound>>,
}

/// Deals the next round of `game`, and begins its record. The deals depend on the seed alone.
fn deal(seed: u64, game: &Game, record: &mut Option<Vec<RecordedRound>>) -> Round {
    let deal = deal_of(seed, game.rounds());
    if let Some(record) = record {
        record.push(RecordedRound::begin(game.dealer(), &deal));
    }
    Round::new(&deal, game.dealer())
}

impl Played {
    /// Takes or plays the card, if that is legal.
    fn take(&mut self, card: Card) -> bool {
        if self.round.apply(card).is_err() {
            return false;
        }
        let round = self.record.as_mut().and_then(|record| record.last_mut());
        if let Some(round) = round {
            round.cards.push(card.to_string());
        }
        true
    }

    /// Ends the round, if its last card was played.
    fn end_round(&mut self) {
        if self.round.to_act().is_some() {
            return;
        }
        let points = self.round.board().points();
        let round = self.record.as_mut().and_then(|record| record.last_mut());
        if let Some(round) = round {
            round.points = points.to_vec();
        }
        self.game.record(points);
        if self.game.winner().is_none() && self.game.rounds() < MAX_ROUNDS {
            self.round = deal(self.seed, &self.game, &mut self.record);
        }
    }
}

impl TableGame for TrickyEightsGame {
    type State = Played;
    type Observation<'a> = Observation<'a>;
    type Action = Card;
    type Memory = ();
    type Shown = ();

    const SEATS: usize = Params::CONTEST.players() as usize;

    fn begin(seed: u64, record: bool) -> Played {
        let game = Game::new(Params::CONTEST);
        let mut record = record.then(Vec::new);
        Played { seed, round: deal(seed, &game, &mut record), game, record }
    }

    fn to_act(played: &Played) -> Option<usize> {
        Some(played.round.to_act()?.index())
    }

    fn observe(played: &Played) -> Option<Observation<'_>> {
        let seat = played.round.to_act()?;
        Some(Observation::of(&played.round, seat, played.game.scores()))
    }

    /// The first legal card is taken or played instead of an illegal one.
    fn apply(played: &mut Played, card: Card) -> Applied {
        let applied = if played.take(card) {
            Applied::Legal
        } else if let Some(legal) = played.round.legal().first()
            && played.take(legal)
        {
            Applied::Penalised
        } else {
            return Applied::Stuck;
        };
        played.end_round();
        applied
    }

    fn winner(played: &Played) -> Option<usize> {
        Some(played.game.winner()?.index())
    }

    fn points(played: &Played) -> Vec<f64> {
        played.game.scores().iter().copied().map(f64::from).collect()
    }

    /// The rounds that were played to their end.
    fn record(played: &Played) -> serde_json::Value {
        let rounds = played.record.iter().flatten();
        let over: Vec<&RecordedRound> = rounds.filter(|round| !round.points.is_empty()).collect();
        // The record consists of texts and numbers, which always have a JSON form.
        serde_json::to_value(over).unwrap_or_default()
    }

    fn request(observation: &Observation<'_>) -> Request {
        let legal = observation.legal().iter().map(action_of).collect();
        Request::new(&ACTIONS, legal, Seen::from(observation))
    }

    fn numbered(action: usize) -> Option<Card> {
        card_of(action)
    }

    fn any_action(_: &Observation<'_>) -> Card {
        NO_CARD
    }
}
