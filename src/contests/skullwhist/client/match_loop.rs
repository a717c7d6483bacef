//! The play of one game: the bid, then a card in each own turn.

use std::time::Instant;

use super::follow::Follow;
use super::player::{End, Player};
use super::session_file::KeptGame;
use crate::contests::skullwhist::agents::Agent;
use crate::contests::skullwhist::rules::{Card, Cards};
use crate::contests::skullwhist::wire::{Answer, Dealt, ROUNDS, StatusReport};

/// The number of bids that the server may refuse before the game is played without one.
const MAX_REFUSED_BIDS: u8 = 3;
/// The bid if the agent has none: half the tricks.
const PLAIN_BID: u8 = 6;

/// The game under way.
pub(super) struct Sitting {
    id: u64,
    opponent: u64,
    agent: Box<dyn Agent>,
    follow: Follow,
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

impl Sitting {
    /// A newly dealt game.
    pub(super) fn new(agent: Box<dyn Agent>, dealt: &Dealt) -> Sitting {
        Sitting::with(
            agent,
            dealt.game,
            dealt.opponent,
            Follow::new(dealt.cards.0),
        )
    }

    /// A game that another client has begun; none if its notes are invalid.
    pub(super) fn resume(agent: Box<dyn Agent>, game: &KeptGame) -> Option<Sitting> {
        let follow = Follow::resume(&game.follow)?;
        let bid = follow.own_bid();
        let mut sitting = Sitting::with(agent, game.id, game.opponent, follow);
        sitting.bid = bid.map(|_| Instant::now());
        sitting.unsure_bid = game.bid.filter(|_| bid.is_none());
        sitting.away = true;
        Some(sitting)
    }

    fn with(mut agent: Box<dyn Agent>, id: u64, opponent: u64, follow: Follow) -> Sitting {
        agent.start_game();
        Sitting {
            id,
            opponent,
            agent,
            follow,
            bid: None,
            refused_bids: 0,
            unsure_bid: None,
            refused: Cards::EMPTY,
            round: None,
            away: false,
        }
    }

    fn has_bid(&mut self, bid: u8) {
        self.follow.bid(bid);
        self.bid = Some(Instant::now());
        self.unsure_bid = None;
    }

    /// The notes from which the game can be continued, if this bid or this card is sent now.
    fn notes(&self, bid: Option<u8>, card: Option<Card>) -> KeptGame {
        let mut follow = self.follow.clone();
        if let Some(card) = card {
            follow.sent(card);
        }
        KeptGame {
            id: self.id,
            opponent: self.opponent,
            bid,
            follow: follow.notes(),
        }
    }
}

impl Player<'_> {
    /// Plays a game to its end.
    pub(super) fn sit(&mut self, mut sitting: Sitting) -> Result<(), End> {
        let _running = self.backoff.begin_game();
        if sitting.follow.sanitize().is_none() {
            self.report.odd_messages += 1;
            tracing::warn!(
                "game {} cannot be followed: it has begun already",
                sitting.id
            );
        }
        tracing::info!("game {} against bot {}", sitting.id, sitting.opponent);
        self.keep(Some(sitting.notes(sitting.unsure_bid, None)));
        loop {
            let asked = Instant::now();
            match self.service.status() {
                Ok((Answer::Success(report), _)) if report.game != Some(sitting.id) => {
                    self.answered();
                    self.finish(sitting.id, sitting.away)?;
                    self.keep(None);
                    return Ok(());
                }
                Ok((Answer::Success(report), since)) => {
                    self.answered();
                    sitting.away = false;
                    self.see(&mut sitting, &report);
                    self.act(&mut sitting, &report, (asked, since))?;
                }
                Ok((Answer::Retry(_), _)) => {
                    self.answered();
                    self.hold(asked)?;
                }
                Ok((Answer::Failure(reason), _)) => {
                    self.answered();
                    sitting.away = true;
                    tracing::warn!("no status: {}", self.service.told(&reason));
                    self.renew(asked)?;
                }
                Err(trouble) => {
                    sitting.away = true;
                    self.stumble(trouble)?;
                }
            }
        }
    }

    fn see(&mut self, sitting: &mut Sitting, report: &StatusReport) {
        if report.round != sitting.round {
            sitting.round = report.round;
            sitting.refused = Cards::EMPTY;
        }
        if let Err(error) = sitting.follow.see(report) {
            self.report.odd_messages += 1;
            tracing::warn!("game {} cannot be followed: {error}", sitting.id);
        }
    }

    /// Makes the due move, or waits. `asked` is the time of the request for the report, `since` the
    /// time of its arrival.
    fn act(
        &mut self,
        sitting: &mut Sitting,
        report: &StatusReport,
        (asked, since): (Instant, Instant),
    ) -> Result<(), End> {
        if let Some(bid) = sitting.unsure_bid
            && report.opponent_bid.is_some()
        {
            // The server shows the other's bid only after the own bid.
            sitting.has_bid(bid);
        }
        let Some(bid_at) = sitting.bid else {
            return self.bid(sitting, (asked, since));
        };
        let other_has_bid = report.opponent_bid.is_some_and(|bid| bid > 0);
        let waits = !other_has_bid && bid_at.elapsed() < self.service.patience.other_bid;
        // No card is left once all were sent; a later report shows the end.
        let out = sitting.follow.hand().is_empty();
        if report.your_turn != Some(true) || waits || out {
            return self.hold(asked);
        }
        self.play_card(sitting, (asked, since))
    }

    fn bid(&mut self, sitting: &mut Sitting, times: (Instant, Instant)) -> Result<(), End> {
        let (asked, since) = times;
        let bid = match sitting.unsure_bid {
            Some(bid) => bid,
            None => self.choose_bid(sitting),
        };
        self.note_time(since);
        self.keep(Some(sitting.notes(Some(bid), None)));
        match self.service.bid(bid) {
            Ok((Answer::Success(_), _)) => {
                self.answered();
                self.backoff.moved();
                self.report.moves += 1;
                sitting.has_bid(bid);
                Ok(())
            }
            Ok((Answer::Retry(_), _)) => {
                self.answered();
                self.hold(asked)
            }
            Ok((Answer::Failure(reason), _)) => {
                self.answered();
                tracing::warn!("bid {bid} is refused: {}", self.service.told(&reason));
                sitting.refused_bids += 1;
                // After a lost answer, this error only shows that the bid had arrived.
                if sitting.unsure_bid.is_none() {
                    self.report.illegal_moves += 1;
                }
                if sitting.unsure_bid.is_some() || sitting.refused_bids >= MAX_REFUSED_BIDS {
                    sitting.has_bid(bid);
                }
                self.hold(asked)
            }
            Err(trouble) => {
                sitting.away = true;
                sitting.unsure_bid = Some(bid);
                self.stumble(trouble)
            }
        }
    }

    /// The agent's bid; a plain one if there is none or the server has refused it.
    fn choose_bid(&mut self, sitting: &mut Sitting) -> u8 {
        let observation = sitting.follow.sanitize();
        let chosen = observation.map(|observation| sitting.agent.bid(&observation));
        let allowed = |bid: &u8| (1..=ROUNDS).contains(bid) && sitting.refused_bids == 0;
        chosen.filter(allowed).unwrap_or_else(|| {
            self.report.fallbacks += 1;
            PLAIN_BID
        })
    }

    fn play_card(&mut self, sitting: &mut Sitting, times: (Instant, Instant)) -> Result<(), End> {
        let (asked, since) = times;
        let card = match self.choose(sitting) {
            Some(card) => card,
            None => return self.hold(asked),
        };
        self.note_time(since);
        self.keep(Some(sitting.notes(None, Some(card))));
        match self.service.play(card) {
            Ok((Answer::Success(_), _)) => {
                self.answered();
                self.backoff.moved();
                self.report.moves += 1;
                sitting.follow.played(card);
                Ok(())
            }
            Ok((Answer::Retry(_), _)) => {
                self.answered();
                self.hold(asked)
            }
            Ok((Answer::Failure(reason), _)) => {
                self.answered();
                self.report.illegal_moves += 1;
                sitting.refused = sitting.refused.with(card);
                tracing::warn!("{card} is refused: {}", self.service.told(&reason));
                self.hold(asked)
            }
            Err(trouble) => {
                sitting.away = true;
                sitting.follow.sent(card);
                self.stumble(trouble)
            }
        }
    }

    /// The agent's card, or the lowest playable card if that one cannot be played. Refused cards
    /// are tried again only after all others.
    fn choose(&mut self, sitting: &mut Sitting) -> Option<Card> {
        let playable = sitting.follow.hand().playable(sitting.follow.led());
        let fresh = playable.minus(sitting.refused);
        let chosen = sitting
            .follow
            .sanitize()
            .and_then(|observation| sitting.agent.play(&observation));
        if let Some(card) = chosen
            && fresh.contains(card)
        {
            return Some(card);
        }
        self.report.fallbacks += 1;
        if fresh.is_empty() {
            sitting.refused = Cards::EMPTY;
        }
        fresh.first().or(playable.first())
    }

    fn note_time(&mut self, since: Instant) {
        let taken = since.elapsed().as_secs_f64() * 1000.0;
        self.report.slowest_answer_ms = self.report.slowest_answer_ms.max(taken);
    }
}
