//! A judged game: its contestants, its rounds, and what becomes of who breaks a rule.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use cardsharp_player::Player;

use super::config::{JudgeConfig, ServeError};
use super::contestant::Contestant;
use super::fault::Fault;
use super::journal::{Disqualification, GameRecord};
use super::log::Log;
use cardsharp_terminal::counted::counted;
use cardsharp_tricky_eights_game::deals::deal_of;
use cardsharp_tricky_eights_game::replay::RecordedRound;
use cardsharp_tricky_eights_game::rules::{Board, Card, Deal, Game, Params, Phase, Round, Step};
use cardsharp_tricky_eights_game::text::{seat_letter, seat_name};
use cardsharp_tricky_eights_game::wire::{Command, Request};

/// The contestants and the deals of a game.
pub(super) struct Sitting {
    /// The seed of the deals.
    pub(super) seed: u64,
    /// The command lines of the contestants, in words.
    pub(super) contestants: [Vec<String>; 4],
    /// The reasons why contestants are not started.
    pub(super) out: [Option<String>; 4],
}

/// A seat of a judged game.
struct Seat {
    /// None once the contestant is disqualified.
    contestant: Option<Contestant>,
    slowest: Duration,
}

/// A judged game.
pub(super) struct JudgedGame {
    log: Log,
    seats: [Seat; 4],
    game: Game,
    rounds: Vec<[u8; 4]>,
    record: Vec<RecordedRound>,
    disqualified: Vec<Disqualification>,
}

fn players() -> impl Iterator<Item = Player> + use<> {
    (0..Params::CONTEST.players()).map(Player::new)
}

impl JudgedGame {
    /// Starts the contestants. One that cannot be started is disqualified. The error of the first
    /// of them is returned too.
    pub(super) async fn start(config: &JudgeConfig, sitting: &Sitting, log: &Log) -> (JudgedGame, Option<ServeError>) {
        let vacant = || Seat { contestant: None, slowest: Duration::ZERO };
        let mut judged = JudgedGame {
            log: log.clone(),
            seats: std::array::from_fn(|_| vacant()),
            game: Game::new(Params::CONTEST),
            rounds: Vec::new(),
            record: Vec::new(),
            disqualified: Vec::new(),
        };
        let mut missing = None;
        for (player, words) in players().zip(&sitting.contestants) {
            let name = seat_name(player);
            log.comment(&format!("{name} is {}", words.join(" ")));
            if let Some(reason) = &sitting.out[player.index()] {
                judged.disqualify(player, &Fault::Out(reason.clone())).await;
                continue;
            }
            let (time, confinement) = (config.answer_time, config.confinement.as_ref());
            let others = config.contestants.iter().filter(|other| *other != words);
            let others: Vec<&[String]> = others.map(Vec::as_slice).collect();
            match Contestant::start(words, name, time, confinement, &others, log.clone()) {
                Ok(contestant) => judged.seats[player.index()].contestant = Some(contestant),
                Err(fault) => {
                    judged.disqualify(player, &fault).await;
                    missing.get_or_insert(ServeError::NotStarted {
                        seat: name,
                        command: words.join(" "),
                        reason: match fault {
                            Fault::NotStarted(reason) => reason,
                            other => other.to_string(),
                        },
                    });
                }
            }
        }
        (judged, missing)
    }

    /// The players whose contestants are not disqualified.
    fn active(&self) -> impl Iterator<Item = Player> {
        players().filter(|&player| self.is_active(player))
    }

    fn is_active(&self, player: Player) -> bool {
        self.seats[player.index()].contestant.is_some()
    }

    /// The winner: the one who leads the remaining contestants alone with 300 points or more, or
    /// who is the only one left.
    fn winner(&self) -> Option<Player> {
        let mut left = self.active();
        match (left.next(), left.next()) {
            (Some(only), None) => Some(only),
            _ => self.game.winner_among(|player| self.is_active(player)),
        }
    }

    /// True if the game is decided.
    fn is_decided(&self) -> bool {
        self.active().count() < 2 || self.winner().is_some()
    }

    /// Plays rounds until a contestant has won or none is left.
    pub(super) async fn play(&mut self, seed: u64) {
        while !self.is_decided() {
            let deal = deal_of(seed, self.game.rounds());
            self.play_round(&deal).await;
            self.log.flush();
        }
    }

    /// Plays a round. The round is broken off if fewer than two contestants are left in it.
    async fn play_round(&mut self, deal: &Deal) {
        let dealer = self.game.dealer();
        let number = self.game.rounds() + 1;
        self.log.comment(&format!("round {number}, {} deals", seat_name(dealer)));
        let mut round = Round::new(deal, dealer);
        let mut record = RecordedRound::begin(dealer, deal);
        for player in players() {
            let start = Command::StartHand { seat: player, hand: round.hand(player), pool: deal.pool() };
            self.notify(player, &start).await;
        }
        while let Some(player) = round.to_act() {
            if self.active().count() < 2 {
                return;
            }
            let card = self.card_of(player, &round).await;
            // `card_of` returns legal cards only.
            let Ok(step) = round.apply(card) else { return };
            record.cards.push(card.to_string());
            match step {
                Step::Follows => {}
                Step::Taken(row) => self.notify_all(&Command::AfterTake(row)).await,
                Step::Won(trick) => {
                    self.notify_all(&Command::Result(trick.row)).await;
                    let winner = seat_name(trick.winner);
                    let points = counted(trick.points.into(), "point");
                    self.log.comment(&format!("{winner} wins {points}"));
                }
            }
        }
        self.notify_all(&Command::EndRound { points: None }).await;
        self.count(round.board());
        record.points = round.board().points().to_vec();
        self.record.push(record);
    }

    fn count(&mut self, board: &Board) {
        self.game.record(board.points());
        self.rounds.push(board.points().try_into().unwrap_or_default());
        self.log.comment(&format!("points n e s w: {:?}, in all {:?}", board.points(), self.game.scores()));
    }

    /// The card that a player takes or plays. It is the contestant's card, or the lowest legal card
    /// if the contestant is disqualified.
    async fn card_of(&mut self, player: Player, round: &Round) -> Card {
        let lowest = round.legal().iter().min_by_key(|card| card.rank());
        let Some(lowest) = lowest else { unreachable!("who has to act has a legal card") };
        match self.request(player, round).await {
            Some(card) => card,
            None => {
                let letter = seat_letter(player);
                self.log.comment(&format!("for {letter}: {lowest}"));
                lowest
            }
        }
    }

    async fn request(&mut self, player: Player, round: &Round) -> Option<Card> {
        let request = Request { row: round.board().row().clone(), player, answer: None };
        let command = match round.board().phase() {
            Phase::Takes(_) => Command::Take(request),
            _ => Command::Play(request),
        };
        let line = command.to_string();
        let seat = &mut self.seats[player.index()];
        let contestant = seat.contestant.as_mut()?;
        self.log.to(seat_letter(player), &line);
        let sent = Instant::now();
        let answer = contestant.request(&line).await;
        seat.slowest = seat.slowest.max(sent.elapsed());
        let legal = answer.and_then(|card| {
            self.log.from(seat_letter(player), &card.to_string());
            round.check(card)?;
            Ok(card)
        });
        if let Err(fault) = &legal {
            self.disqualify(player, fault).await;
        }
        legal.ok()
    }

    async fn notify(&mut self, player: Player, command: &Command) {
        if self.is_active(player) {
            let line = command.to_string();
            self.log.to(seat_letter(player), &line);
            self.send(player, &line).await;
        }
    }

    async fn notify_all(&mut self, command: &Command) {
        let line = command.to_string();
        self.log.to("*", &line);
        for player in players() {
            self.send(player, &line).await;
        }
    }

    async fn send(&mut self, player: Player, line: &str) {
        let contestant = &mut self.seats[player.index()].contestant;
        if let Some(contestant) = contestant
            && let Err(fault) = contestant.notify(line).await
        {
            self.disqualify(player, &fault).await;
        }
    }

    async fn disqualify(&mut self, player: Player, fault: &Fault) {
        let round = self.game.rounds() + 1;
        let name = seat_name(player);
        tracing::warn!("round {round}: {name} is disqualified: {fault}");
        self.log.comment(&format!("{name} is disqualified: {fault}"));
        if let Some(contestant) = self.seats[player.index()].contestant.take() {
            contestant.end(false).await;
        }
        self.disqualified.push(Disqualification {
            seat: player.index(),
            round,
            fault: fault.name().to_owned(),
            reason: fault.to_string(),
        });
    }

    /// Ends all processes and returns the record of the game, and its rounds. The fields that the game does not
    /// know are empty.
    pub(super) async fn end(mut self, finished: bool) -> (GameRecord, Vec<RecordedRound>) {
        let winner = self.winner();
        for seat in &mut self.seats {
            if let Some(contestant) = seat.contestant.take() {
                contestant.end(finished).await;
            }
        }
        let outcome = match winner {
            Some(winner) if finished => format!("{} wins", seat_name(winner)),
            None if finished => "nobody is left".to_owned(),
            _ => "broken off".to_owned(),
        };
        let scores = self.game.scores().try_into().unwrap_or_default();
        let rounds = counted(self.rounds.len() as u64, "round");
        let summary = format!("{outcome} after {rounds}, points n e s w: {scores:?}");
        tracing::info!("{summary}");
        self.log.comment(&summary);
        let record = GameRecord {
            game: 0,
            seed: 0,
            contestants: Default::default(),
            winner: winner.map(Player::index),
            scores,
            rounds: self.rounds,
            disqualified: self.disqualified,
            slowest_ms: self.seats.map(|seat| seat.slowest.as_millis() as u64),
            finished_at: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()),
            event: None,
        };
        (record, self.record)
    }
}
