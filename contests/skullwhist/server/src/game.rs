//! One game between two bots: its clock, and the answers about it.

use cardsharp_player::Player;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use super::refusal::Refusal;
use cardsharp_skullwhist_game::rules::{Card, Deal, IllegalMove, SkullWhist, State, Trick};
use cardsharp_skullwhist_game::wire::{Hand, OldGame, ROUNDS, StatusReport, Timestamp, read_card};

/// A game, under way or over.
#[derive(Clone, Debug)]
pub(super) struct Game {
    /// The accounts; the first leads round 1.
    pub(super) bots: [u64; 2],
    deal: Deal,
    state: State,
    tricks: Vec<Trick>,
    /// Microseconds since 1970.
    started: u64,
    finished: Option<u64>,
    pub(super) forfeited_by: Option<u64>,
    /// The time at which each bot's clock runs out.
    pub(super) deadlines: [Instant; 2],
}

/// A game in the form of the database: the deal and the moves. Everything else follows from them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct GameRecord {
    bots: [u64; 2],
    hands: [Hand; 2],
    bids: [Option<u8>; 2],
    /// The cards in the order in which they were played.
    cards: Vec<String>,
    started: u64,
    finished: Option<u64>,
    forfeited_by: Option<u64>,
}

impl Game {
    /// A new game; both clocks end at `deadline`.
    pub(super) fn start(bots: [u64; 2], deal: Deal, deadline: Instant) -> Game {
        Game {
            bots,
            deal,
            state: State::new(&deal),
            tricks: Vec::new(),
            started: Timestamp::now_micros(),
            finished: None,
            forfeited_by: None,
            deadlines: [deadline; 2],
        }
    }

    /// The game of a record; none if the record is invalid.
    pub(super) fn replay(record: &GameRecord, deadline: Instant) -> Option<Game> {
        let hands = record.hands.map(|hand| hand.0);
        let deal = Deal::new(SkullWhist::CONTEST, hands).ok()?;
        let mut game = Game::start(record.bots, deal, deadline);
        for (seat, bid) in record.bids.into_iter().enumerate() {
            if let Some(bid) = bid {
                game.state.bid(player(seat), bid).ok()?;
            }
        }
        for card in &record.cards {
            let card = read_card(card).ok()?;
            let step = game.state.play(game.state.to_play()?, card).ok()?;
            game.tricks.extend(step.trick);
        }
        game.started = record.started;
        game.finished = record.finished;
        game.forfeited_by = record.forfeited_by;
        Some(game)
    }

    /// The record for the database.
    pub(super) fn record(&self) -> GameRecord {
        let both = |trick: &Trick| [trick.led, trick.reply];
        let cards = self.tricks.iter().flat_map(both).chain(self.state.led());
        GameRecord {
            bots: self.bots,
            hands: self.deal.hands().map(Hand),
            bids: self.state.bids(),
            cards: cards.map(|card| card.to_string()).collect(),
            started: self.started,
            finished: self.finished,
            forfeited_by: self.forfeited_by,
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.finished.is_some()
    }

    pub(super) fn tricks(&self) -> &[Trick] {
        &self.tricks
    }

    /// The seat of this account, which must be one of the two.
    pub(super) fn seat(&self, bot: u64) -> Player {
        player(usize::from(self.bots[0] != bot))
    }

    pub(super) fn opponent(&self, bot: u64) -> u64 {
        self.bots[self.seat(bot).opponent().index()]
    }

    /// The present hand of this bot.
    pub(super) fn hand(&self, bot: u64) -> Hand {
        Hand(self.state.hand(self.seat(bot)))
    }

    pub(super) fn has_bid(&self, bot: u64) -> bool {
        self.state.bids()[self.seat(bot).index()].is_some()
    }

    pub(super) fn bid(&mut self, bot: u64, bid: i64) -> Result<(), Refusal> {
        let bid = u8::try_from(bid).map_err(|_| Refusal::Bid)?;
        match self.state.bid(self.seat(bot), bid) {
            Err(IllegalMove::NoSuchBid { .. }) => Err(Refusal::Bid),
            done => Ok(done?),
        }
    }

    /// Plays a card. If `strict`, both bids must be made before.
    pub(super) fn play(&mut self, bot: u64, card: Card, strict: bool) -> Result<(), Refusal> {
        if strict && self.state.bids().contains(&None) {
            return Err(Refusal::Bidding);
        }
        let step = self.state.play(self.seat(bot), card)?;
        self.tricks.extend(step.trick);
        if step.over {
            self.finished = Some(Timestamp::now_micros());
        }
        Ok(())
    }

    pub(super) fn forfeit(&mut self, bot: u64) {
        self.finished = Some(Timestamp::now_micros());
        self.forfeited_by = Some(bot);
    }

    /// The account that won; none for a draw or a running game. A bot that forfeits loses.
    pub(super) fn winner(&self) -> Option<u64> {
        match self.forfeited_by {
            Some(loser) => Some(self.opponent(loser)),
            None => self.state.winner().map(|seat| self.bots[seat.index()]),
        }
    }

    /// Both scores of a game that was played to its end.
    pub(super) fn scores(&self) -> Option<[i16; 2]> {
        let played = self.is_over() && self.forfeited_by.is_none();
        played.then(|| self.state.scores())
    }

    /// The round, 1 to 13.
    pub(super) fn round(&self) -> u8 {
        (self.tricks.len() as u8 + 1).min(ROUNDS)
    }

    /// The answer to `status` for this bot, for game number `id`.
    pub(super) fn status(&self, id: u64, bot: u64, strict: bool) -> StatusReport {
        let seat = self.seat(bot);
        let bids = self.state.bids();
        let bids_missing = bids.contains(&None);
        let other = bids[seat.opponent().index()];
        let shown = if strict { other } else { other.or(Some(0)) };
        let turn = self.state.to_play() == Some(seat);
        let last = self.tricks.last();
        StatusReport {
            game: Some(id),
            round: Some(self.round()),
            opponent: Some(self.opponent(bot)),
            your_turn: Some(turn && !(strict && bids_missing)),
            opponent_bid: bids[seat.index()].and(shown),
            opponent_current_card: self.state.led().filter(|_| turn),
            opponent_previous_card: last.map(|trick| trick.card_of(seat.opponent())),
            you_won_previous_round: last.map(|trick| trick.winner() == seat),
        }
    }

    /// The time of its beginning.
    pub(super) fn started(&self) -> Timestamp {
        Timestamp::at(self.started)
    }

    /// The answer to `old-game`, once it is over.
    pub(super) fn result(&self) -> Option<OldGame> {
        self.finished.map(|finished| self.as_of(finished))
    }

    /// The same for a running game, as if it had ended now.
    pub(super) fn result_so_far(&self) -> OldGame {
        self.as_of(Timestamp::now_micros())
    }

    fn as_of(&self, finished: u64) -> OldGame {
        let [bid1, bid2] = self.state.bids();
        let [tricks1, tricks2] = self.state.tricks().map(Some);
        let [score1, score2] = match self.scores() {
            Some(scores) => scores.map(Some),
            None => [None; 2],
        };
        let [hand1, hand2] = self.deal.hands().map(Hand);
        OldGame {
            bot1: self.bots[0],
            bot2: self.bots[1],
            bid1,
            bid2,
            score1,
            score2,
            hand1,
            hand2,
            started: Timestamp::at(self.started),
            finished: Timestamp::at(finished),
            round: Some(self.round()),
            tricks1,
            tricks2,
            forfeited_by: self.forfeited_by,
        }
    }
}

impl GameRecord {
    pub(super) fn bots(&self) -> [u64; 2] {
        self.bots
    }

    /// Forfeits the game for `bot`. Returns true if the game was running and the bot in it.
    pub(super) fn forfeit(&mut self, bot: u64) -> bool {
        let running = self.finished.is_none() && self.bots.contains(&bot);
        if running {
            self.finished = Some(Timestamp::now_micros());
            self.forfeited_by = Some(bot);
        }
        running
    }
}

fn player(seat: usize) -> Player {
    match seat {
        0 => Player::ZERO,
        _ => Player::ONE,
    }
}
