//! A contestant's handling of the commands: it tracks the round, keeps the score, and answers.

use std::time::Duration;

use cardsharp_solvers::game::Player;
use thiserror::Error;

use cardsharp_commands::ClientGame;
use cardsharp_net::PlayReport;
use cardsharp_tricky_eights_bots::TrickyEightsGame;
use cardsharp_tricky_eights_bots::agents::Agent;
use cardsharp_tricky_eights_game::observation::Observation;
use cardsharp_tricky_eights_game::replay::RecordedRound;
use cardsharp_tricky_eights_game::rules::{Board, Card, CardSet, Deal, Game, IllegalCard, Params, Phase, Row};
use cardsharp_tricky_eights_game::text::seat_name;
use cardsharp_tricky_eights_game::wire::{Command, Request};

/// A card, and whether the agent has chosen it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The card.
    pub card: Card,
    /// True if the agent has chosen the card. Otherwise it is the lowest card that seems legal: the
    /// commands about the round contradict each other, or the agent's card is not legal.
    pub by_agent: bool,
}

/// A contestant's side of the protocol.
///
/// No command announces a new game or gives its score. The session begins a new game once the last
/// one is won by the rules. No command confirms the contestant's own answer either. The cards taken
/// and played are those of the summaries.
pub struct Session {
    agent: Box<dyn Agent<TrickyEightsGame>>,
    game: Game,
    hand: Option<Hand>,
    report: PlayReport,
    /// The rounds of the game so far; none once a round could not be followed to its end.
    record: Option<Vec<RecordedRound>>,
    /// The game that is over.
    over: Option<ClientGame>,
}

/// A round as seen from one seat.
struct Hand {
    seat: Player,
    cards: CardSet,
    /// The cards still in the pool.
    pool: CardSet,
    /// The pool at the beginning.
    dealt_pool: CardSet,
    /// The cards in the order in which they were taken and played.
    shown: Vec<Card>,
    tracker: Tracker,
}

/// The tracked state of a round.
enum Tracker {
    /// No player has taken a card yet, so the dealer is not known.
    NotStarted,
    /// The open part of the round so far.
    Board(Box<Board>),
    /// A command did not fit. The session tracks the next round again.
    Lost,
    /// The points of the round have been added to the score.
    Over,
}

/// The reason why a command does not fit the earlier ones.
#[derive(Debug, Error)]
enum Mismatch {
    #[error("these are not the cards of this turn")]
    Row,
    #[error(transparent)]
    Card(#[from] IllegalCard),
}

impl Session {
    /// A contestant that plays as `agent` does.
    pub fn new(mut agent: Box<dyn Agent<TrickyEightsGame>>) -> Session {
        agent.start_game();
        Session {
            agent,
            game: Game::new(Params::CONTEST),
            hand: None,
            record: Some(Vec::new()),
            over: None,
            report: PlayReport { connections: 1, ..PlayReport::default() },
        }
    }

    /// True if the agent plays no more. Its last answer is not to be sent.
    pub fn has_left(&self) -> bool {
        self.agent.has_left()
    }

    /// The report of the games so far.
    pub fn report(&self) -> &PlayReport {
        &self.report
    }

    /// The final report.
    pub fn into_report(self) -> PlayReport {
        self.report
    }

    /// The points of the game so far, by player number.
    pub fn scores(&self) -> &[u32] {
        self.game.scores()
    }

    /// The game that the last command has ended.
    pub fn take_game(&mut self) -> Option<ClientGame> {
        self.over.take()
    }

    /// Counts a line that is no command.
    pub fn count_invalid_line(&mut self) {
        self.report.odd_messages += 1;
    }

    /// Records that the answer was written, and the time since its request came.
    pub fn answered(&mut self, after: Duration) {
        self.report.moves += 1;
        let milliseconds = after.as_secs_f64() * 1e3;
        self.report.slowest_answer_ms = self.report.slowest_answer_ms.max(milliseconds);
    }

    /// Handles a command; returns the answer if the command asks for one.
    pub fn handle(&mut self, command: &Command) -> Option<Answer> {
        match command {
            Command::StartHand { seat, hand, pool } => {
                // If no command has ended the last round, its points are those of its tricks.
                self.end_round(None);
                self.hand = Some(Hand {
                    seat: *seat,
                    cards: *hand,
                    pool: *pool,
                    dealt_pool: *pool,
                    shown: Vec::new(),
                    tracker: Tracker::NotStarted,
                });
                None
            }
            Command::Take(request) => self.answer(request, true),
            Command::Play(request) => self.answer(request, false),
            Command::AfterTake(row) => {
                self.summary(row, true);
                None
            }
            Command::Result(row) => {
                self.summary(row, false);
                None
            }
            Command::EndRound { points } => {
                self.end_round(*points);
                None
            }
        }
    }

    fn summary(&mut self, row: &Row, taking: bool) {
        match &mut self.hand {
            Some(hand) => hand.summary(row, taking),
            None => self.report.odd_messages += 1,
        }
    }

    fn answer(&mut self, request: &Request, taking: bool) -> Option<Answer> {
        let Some(hand) = self.hand.as_mut().filter(|hand| hand.seat == request.player) else {
            self.report.odd_messages += 1;
            return None;
        };
        hand.track(&request.row, taking);
        let chosen = match &hand.tracker {
            Tracker::Board(board) => {
                let card = self.agent.choose(&Observation {
                    board,
                    seat: hand.seat,
                    hand: hand.cards,
                    scores: self.game.scores(),
                });
                board.check(card, hand.cards).is_ok().then_some(card)
            }
            _ => None,
        };
        let by_agent = chosen.is_some();
        if !by_agent {
            self.report.fallbacks += 1;
        }
        let card = chosen.or_else(|| hand.lowest(&request.row, taking))?;
        Some(Answer { card, by_agent })
    }

    fn end_round(&mut self, points: Option<[u32; 4]>) {
        let Some(hand) = &mut self.hand else { return };
        let points = match (&hand.tracker, points) {
            (Tracker::Over | Tracker::NotStarted, _) => return,
            (_, Some(points)) => points.map(|points| points.min(255) as u8),
            (Tracker::Board(board), None) if board.phase() == Phase::Over => {
                let points = board.points().try_into();
                points.unwrap_or_default()
            }
            _ => {
                tracing::warn!("a round's points are not known: the score is wrong from here on");
                self.record = None;
                return hand.tracker = Tracker::Over;
            }
        };
        let round = hand.record(&points);
        hand.tracker = Tracker::Over;
        match (&mut self.record, round) {
            (Some(record), Some(round)) => record.push(round),
            _ => self.record = None,
        }
        self.game.record(&points);
        if let Some(winner) = self.game.winner() {
            let seat = hand.seat;
            self.end_game(seat, winner);
        }
    }

    fn end_game(&mut self, seat: Player, winner: Player) {
        let game = std::mem::replace(&mut self.game, Game::new(Params::CONTEST));
        self.agent.start_game();
        self.report.games += 1;
        self.report.won += u64::from(winner == seat);
        let players = (0..Params::CONTEST.players()).map(Player::new);
        let cards = u64::from(Params::CONTEST.takes() + Params::CONTEST.tricks());
        tracing::info!(
            "game {} as {}: {} wins, points n e s w: {:?}",
            self.report.games,
            seat_name(seat),
            seat_name(winner),
            game.scores()
        );
        self.over = Some(ClientGame {
            players: players.map(|player| seat_name(player).to_owned()).collect(),
            seat: seat.index(),
            winner: Some(winner.index()),
            points: game.scores().iter().copied().map(f64::from).collect(),
            moves: vec![cards * u64::from(game.rounds()); game.scores().len()],
            // The record consists of texts and numbers, which always have a JSON form.
            record: self.record.replace(Vec::new()).and_then(|rounds| serde_json::to_value(rounds).ok()),
        });
    }
}

impl Hand {
    /// Updates the board with these cards of the turn.
    fn track(&mut self, row: &Row, taking: bool) {
        if matches!(self.tracker, Tracker::NotStarted) {
            let board = Board::new(Params::CONTEST, row.leader(), self.pool);
            self.tracker = Tracker::Board(Box::new(board));
        }
        let Tracker::Board(board) = &mut self.tracker else {
            return;
        };
        if let Err(mismatch) = catch_up(board, row, taking, &mut self.shown) {
            tracing::warn!("lost track of the round: {mismatch}");
            self.tracker = Tracker::Lost;
        }
    }

    fn summary(&mut self, row: &Row, taking: bool) {
        self.track(row, taking);
        let own = row.card_of(self.seat);
        if taking {
            self.pool = row.cards().iter().copied().fold(self.pool, CardSet::without);
            self.cards = own.map_or(self.cards, |card| self.cards.with(card));
        } else {
            self.cards = own.map_or(self.cards, |card| self.cards.without(card));
        }
    }

    /// The record of the round; none if it was not followed to its end. The hands are those that were played, without the
    /// cards taken.
    fn record(&self, points: &[u8]) -> Option<RecordedRound> {
        let Tracker::Board(board) = &self.tracker else {
            return None;
        };
        if board.phase() != Phase::Over {
            return None;
        }
        let players = (0..Params::CONTEST.players()).map(Player::new);
        let hands: Vec<_> = players.map(|player| board.played(player).minus(board.taken(player))).collect();
        let deal = Deal::new(Params::CONTEST, &hands, self.dealt_pool).ok()?;
        let mut record = RecordedRound::begin(board.dealer(), &deal);
        record.cards = self.shown.iter().map(ToString::to_string).collect();
        record.points = points.to_vec();
        Some(record)
    }

    /// The lowest card that seems legal from this turn alone.
    fn lowest(&self, row: &Row, taking: bool) -> Option<Card> {
        let on_table: CardSet = row.cards().iter().copied().collect();
        let led = row.cards().first().map(|card| self.cards.of_suit(card.suit()));
        let legal = match led {
            _ if taking => self.pool.minus(on_table),
            Some(following) if !following.is_empty() => following,
            _ => self.cards,
        };
        legal.iter().min_by_key(|card| card.rank())
    }
}

fn catch_up(board: &mut Board, row: &Row, taking: bool, shown: &mut Vec<Card>) -> Result<(), Mismatch> {
    let same_kind = match board.phase() {
        Phase::Takes(_) => taking,
        Phase::Tricks(_) => !taking,
        Phase::Over => false,
    };
    let known = board.row().cards().len();
    let fits = board.row().leader() == row.leader() && row.cards().starts_with(board.row().cards());
    if !same_kind || !fits {
        return Err(Mismatch::Row);
    }
    for &card in &row.cards()[known..] {
        board.show(card)?;
        shown.push(card);
    }
    Ok(())
}
