//! The play of one game: the bid, then a card in each own turn.

use std::time::Instant;

use super::calls::ApiClient;
use super::connection::{Connection, End};
use super::ending::finish;
use super::session_file::SavedGame;
use super::tracker::Tracker;
use cardsharp_game::mixture::Mixture;
use cardsharp_skullwhist_bots::SkullWhistGame;
use cardsharp_skullwhist_bots::agents::Agent;
use cardsharp_skullwhist_game::rules::{Card, Cards, MISSING_BID, Move};
use cardsharp_skullwhist_game::wire::{Answer, Dealt, ROUNDS, StatusReport};

/// The number of bids that the server may refuse before the game is played without one.
const MAX_REFUSED_BIDS: u8 = 3;
/// The bid if the agent has none: half the tricks.
const PLAIN_BID: u8 = 6;

/// The game under way.
pub(super) struct LiveGame {
    id: u64,
    opponent: u64,
    agent: Box<dyn Agent<SkullWhistGame>>,
    tracker: Tracker,
    /// The time of our bid.
    bid: Option<Instant>,
    refused_bids: u8,
    /// A bid that may or may not have arrived.
    unsure_bid: Option<u8>,
    /// Cards that were refused in this round.
    refused: Cards,
    round: Option<u8>,
    /// True if the server could not be reached since the last status of the game.
    away: bool,
}

impl LiveGame {
    /// A newly dealt game.
    pub(super) fn new(agent: Box<dyn Agent<SkullWhistGame>>, dealt: &Dealt) -> LiveGame {
        LiveGame::with(agent, dealt.game, dealt.opponent, Tracker::new(dealt.cards.0))
    }

    /// A game that another client has begun; none if its notes are invalid.
    pub(super) fn resume(agent: Box<dyn Agent<SkullWhistGame>>, saved: &SavedGame) -> Option<LiveGame> {
        let tracker = Tracker::resume(&saved.tracker)?;
        let bid = tracker.own_bid();
        let mut game = LiveGame::with(agent, saved.id, saved.opponent, tracker);
        game.bid = bid.map(|_| Instant::now());
        game.unsure_bid = saved.bid.filter(|_| bid.is_none());
        game.away = true;
        Some(game)
    }

    fn with(mut agent: Box<dyn Agent<SkullWhistGame>>, id: u64, opponent: u64, tracker: Tracker) -> LiveGame {
        agent.start_game();
        LiveGame {
            id,
            opponent,
            agent,
            tracker,
            bid: None,
            refused_bids: 0,
            unsure_bid: None,
            refused: Cards::EMPTY,
            round: None,
            away: false,
        }
    }

    /// The opponent, and what the agent remembers of them.
    pub(super) fn learned(&self) -> (u64, Option<Mixture>) {
        (self.opponent, self.agent.memory().cloned())
    }

    fn has_bid(&mut self, bid: u8) {
        self.tracker.bid(bid);
        self.bid = Some(Instant::now());
        self.unsure_bid = None;
    }

    /// The notes from which the game can be continued, if this bid or this card is sent now.
    fn notes(&self, bid: Option<u8>, card: Option<Card>) -> SavedGame {
        let mut tracker = self.tracker.clone();
        if let Some(card) = card {
            tracker.sent(card);
        }
        SavedGame { id: self.id, opponent: self.opponent, bid, tracker: tracker.notes() }
    }
}

/// Plays a game to its end.
pub(super) fn play(connection: &mut Connection<'_>, game: &mut LiveGame) -> Result<(), End> {
    let _running = connection.link.backoff.begin_game();
    if game.tracker.observation().is_none() {
        connection.link.report.odd_messages += 1;
        tracing::warn!("game {} cannot be followed: it has begun already", game.id);
    }
    tracing::info!("game {} against bot {}", game.id, game.opponent);
    connection.save(Some(game.notes(game.unsure_bid, None)));
    loop {
        let sent = Instant::now();
        match connection.ask(ApiClient::status)? {
            Some((Answer::Success(report), _)) if report.game != Some(game.id) => {
                if let Some(seen) = finish(connection, game.id, game.tracker.rounds(), game.away)? {
                    game.agent.see(&seen);
                }
                connection.save(None);
                return Ok(());
            }
            Some((Answer::Success(report), arrived)) => {
                game.away = false;
                see(connection, game, &report);
                act(connection, game, &report, (sent, arrived))?;
            }
            Some((Answer::Retry(_), _)) => connection.link.hold(sent)?,
            Some((Answer::Failure(reason), _)) => {
                game.away = true;
                tracing::warn!("no status: {}", connection.api.loggable(&reason));
                connection.renew(sent)?;
            }
            None => game.away = true,
        }
    }
}

/// Updates the game by a report.
fn see(connection: &mut Connection<'_>, game: &mut LiveGame, report: &StatusReport) {
    if report.round != game.round {
        game.round = report.round;
        game.refused = Cards::EMPTY;
    }
    if let Err(error) = game.tracker.see(report) {
        connection.link.report.odd_messages += 1;
        tracing::warn!("game {} cannot be followed: {error}", game.id);
    }
}

/// Makes the due move, or waits. `sent` is the time of the request for the report, `arrived` the time of its arrival.
fn act(
    connection: &mut Connection<'_>,
    game: &mut LiveGame,
    report: &StatusReport,
    (sent, arrived): (Instant, Instant),
) -> Result<(), End> {
    if let Some(bid) = game.unsure_bid
        && report.opponent_bid.is_some()
    {
        // The server shows the other's bid only after the own bid.
        game.has_bid(bid);
    }
    let Some(bid_at) = game.bid else {
        return make_bid(connection, game, (sent, arrived));
    };
    let other_has_bid = report.opponent_bid.is_some_and(|bid| bid > 0);
    let waits = !other_has_bid && bid_at.elapsed() < connection.api.patience.other_bid;
    // No card is left once all were sent; a later report shows the end.
    let out = game.tracker.hand().is_empty();
    if report.your_turn != Some(true) || waits || out {
        return connection.link.hold(sent);
    }
    play_card(connection, game, (sent, arrived))
}

fn make_bid(connection: &mut Connection<'_>, game: &mut LiveGame, times: (Instant, Instant)) -> Result<(), End> {
    let (sent, arrived) = times;
    let bid = match game.unsure_bid {
        Some(bid) => bid,
        None => choose_bid(connection, game),
    };
    if game.agent.has_left() {
        return Err(End::Stopped);
    }
    note_time(connection, arrived);
    connection.save(Some(game.notes(Some(bid), None)));
    match connection.ask(|api| api.bid(bid))? {
        Some((Answer::Success(_), _)) => {
            count_move(connection);
            game.has_bid(bid);
            Ok(())
        }
        Some((Answer::Retry(_), _)) => connection.link.hold(sent),
        Some((Answer::Failure(reason), _)) => {
            tracing::warn!("bid {bid} is refused: {}", connection.api.loggable(&reason));
            game.refused_bids += 1;
            // After a lost answer, this error only shows that the bid had arrived.
            if game.unsure_bid.is_none() {
                connection.link.report.illegal_moves += 1;
            }
            if game.unsure_bid.is_some() || game.refused_bids >= MAX_REFUSED_BIDS {
                game.has_bid(bid);
            }
            connection.link.hold(sent)
        }
        None => {
            game.away = true;
            game.unsure_bid = Some(bid);
            Ok(())
        }
    }
}

/// The agent's bid; a plain one if there is none or the server has refused it.
fn choose_bid(connection: &mut Connection<'_>, game: &mut LiveGame) -> u8 {
    let observation = game.tracker.observation();
    let chosen = observation.and_then(|observation| match game.agent.choose(&observation) {
        Move::Bid(bid) => Some(bid),
        Move::Play(_) => None,
    });
    let allowed = |bid: &u8| (1..=ROUNDS).contains(bid) && game.refused_bids == 0;
    chosen.filter(allowed).unwrap_or_else(|| {
        connection.link.report.fallbacks += 1;
        PLAIN_BID
    })
}

fn play_card(connection: &mut Connection<'_>, game: &mut LiveGame, times: (Instant, Instant)) -> Result<(), End> {
    let (sent, arrived) = times;
    let card = match choose_card(connection, game) {
        Some(card) => card,
        None => return connection.link.hold(sent),
    };
    if game.agent.has_left() {
        return Err(End::Stopped);
    }
    note_time(connection, arrived);
    connection.save(Some(game.notes(None, Some(card))));
    match connection.ask(|api| api.play(card))? {
        Some((Answer::Success(_), _)) => {
            count_move(connection);
            game.tracker.played(card);
            Ok(())
        }
        Some((Answer::Retry(_), _)) => connection.link.hold(sent),
        Some((Answer::Failure(reason), _)) => {
            connection.link.report.illegal_moves += 1;
            game.refused = game.refused.with(card);
            tracing::warn!("{card} is refused: {}", connection.api.loggable(&reason));
            connection.link.hold(sent)
        }
        None => {
            game.away = true;
            game.tracker.sent(card);
            Ok(())
        }
    }
}

/// The agent's card, or the lowest playable card if that one cannot be played. Refused cards
/// are tried again only after all others.
fn choose_card(connection: &mut Connection<'_>, game: &mut LiveGame) -> Option<Card> {
    let playable = game.tracker.hand().playable(game.tracker.led());
    let fresh = playable.minus(game.refused);
    let chosen = game.tracker.observation().and_then(|mut observation| {
        // The contest's server allows a card without a bid.
        observation.bids[0].get_or_insert(MISSING_BID);
        match game.agent.choose(&observation) {
            Move::Play(card) => Some(card),
            Move::Bid(_) => None,
        }
    });
    if let Some(card) = chosen
        && fresh.contains(card)
    {
        return Some(card);
    }
    connection.link.report.fallbacks += 1;
    if fresh.is_empty() {
        game.refused = Cards::EMPTY;
    }
    fresh.first().or(playable.first())
}

/// Counts a move that the server has accepted.
fn count_move(connection: &mut Connection<'_>) {
    connection.link.backoff.moved();
    connection.link.report.moves += 1;
}

fn note_time(connection: &mut Connection<'_>, arrived: Instant) {
    let taken = arrived.elapsed().as_secs_f64() * 1000.0;
    connection.link.report.slowest_answer_ms = connection.link.report.slowest_answer_ms.max(taken);
}
