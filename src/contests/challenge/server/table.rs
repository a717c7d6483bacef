//! One game at the table: who is asked, how long, and what failing costs.

use std::sync::Arc;
use std::time::Duration;

use cardsharp_solvers::game::Player;

use super::Shared;
use super::announce::outcomes;
use super::faults::Failure;
use super::house_bot::HouseBot;
use super::journal::{GameEnd, GameRecord, Port, RoundPlace};
use super::seat::{Reply, Seat};
use super::teams::TeamId;
use crate::contests::challenge::rules::{Challenge, Clock, Event, Game, GameStep, Shoe};
use crate::contests::challenge::wire::{ResultMessage, ServerMessage};

/// How long the game waits after penalising a team for being away, unless it comes back sooner:
/// without it a lost connection would lose the whole game before anybody could return.
const ABSENCE_PAUSE: Duration = Duration::from_millis(100);

/// Who sits in one of the two chairs.
#[derive(Debug)]
pub(super) enum Chair {
    /// A team.
    Team(Arc<Seat>),
    /// The practice opponent.
    House(Box<HouseBot>),
}

impl Chair {
    fn team(&self) -> TeamId {
        match self {
            Chair::Team(seat) => seat.team,
            Chair::House(_) => TeamId::HOUSE,
        }
    }

    fn seat(&self) -> Option<&Seat> {
        match self {
            Chair::Team(seat) => Some(seat),
            Chair::House(_) => None,
        }
    }
}

/// What a player has done in the game so far.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    clock: Clock,
    moves: u32,
    penalties: u32,
    slowest: Duration,
}

/// A game under way; chair 0 leads its first hand.
#[derive(Debug)]
pub(super) struct Table<'a> {
    shared: &'a Shared,
    port: Port,
    game_id: i32,
    game: Game,
    chairs: [Chair; 2],
    tallies: [Tally; 2],
}

impl<'a> Table<'a> {
    /// Sits players down for game number `game_id`.
    pub(super) fn new(shared: &'a Shared, port: Port, game_id: i32, chairs: [Chair; 2]) -> Self {
        let shoe = Shoe::new(Challenge::CONTEST, shared.shoe_seed(game_id));
        Table {
            shared,
            port,
            game_id,
            game: Game::new(Challenge::CONTEST, shoe),
            chairs,
            tallies: [Tally::default(); 2],
        }
    }

    /// Plays the game to its end.
    pub(super) async fn play(&mut self) -> Player {
        for seat in self.chairs.iter().filter_map(Chair::seat) {
            seat.begin_game();
        }
        while let Some(player) = self.game.to_move() {
            self.take_turn(player).await;
        }
        for seat in self.chairs.iter().filter_map(Chair::seat) {
            if let Err(fault) = seat.end_game() {
                self.shared.log.note(seat.host, self.port, &fault);
            }
        }
        self.game.winner().unwrap_or(Player::ZERO)
    }

    async fn take_turn(&mut self, player: Player) {
        let Reply { answer, thought } = self.ask(player).await;
        let tally = &mut self.tallies[player.index()];
        tally.slowest = tally.slowest.max(thought);
        let in_time = tally.clock.spend(thought);
        let made = match answer {
            Ok(chosen) if in_time => self.game.apply(chosen).map_err(Failure::Illegal),
            Ok(_) => Err(Failure::OutOfTime),
            Err(failure) => Err(failure),
        };
        match made {
            Ok(step) => {
                let tally = &mut self.tallies[player.index()];
                tally.clock.credit_good_move();
                tally.moves += 1;
                self.tell(&step, None).await;
            }
            Err(failure) => self.penalize(player, &failure).await,
        }
    }

    async fn ask(&mut self, player: Player) -> Reply {
        let opponent = self.chairs[player.opponent().index()].team();
        let clock = self.tallies[player.index()].clock;
        match &mut self.chairs[player.index()] {
            Chair::House(bot) => Reply {
                answer: bot.decide(self.game.hand()).ok_or(Failure::Away),
                thought: Duration::ZERO,
            },
            Chair::Team(_) if clock.is_exhausted() => Reply {
                answer: Err(Failure::OutOfTime),
                thought: Duration::ZERO,
            },
            Chair::Team(seat) => {
                let game_id = self.game_id;
                seat.ask(&self.game, game_id, opponent, clock.remaining())
                    .await
            }
        }
    }

    async fn penalize(&mut self, player: Player, failure: &Failure) {
        self.tallies[player.index()].penalties += 1;
        let reason = failure.to_string();
        match self.game.penalize(&reason) {
            Ok(step) => self.tell(&step, Some(&reason)).await,
            // There is always a card to take while a move is due.
            Err(error) => tracing::error!(%error, "a penalty could not be given"),
        }
        let Some(seat) = self.chairs[player.index()].seat() else {
            return;
        };
        let what = format!("game {}: penalised: {reason}", self.game_id);
        self.shared.log.note(seat.host, self.port, &what);
        if matches!(failure, Failure::Away | Failure::ConnectionLost) {
            seat.connected_within(ABSENCE_PAUSE).await;
        }
    }

    async fn tell(&self, step: &GameStep, failure: Option<&str>) {
        let told = outcomes(step, failure);
        for (index, (outcomes, chair)) in (0u8..).zip(told.into_iter().zip(&self.chairs)) {
            let Some(seat) = chair.seat() else {
                continue;
            };
            for result in outcomes {
                let message = ServerMessage::Result(ResultMessage {
                    your_player_num: Player::new(index),
                    result,
                });
                if let Err(fault) = seat.post(&message).await {
                    self.shared.log.note(seat.host, self.port, &fault);
                }
            }
        }
    }

    /// The record of the finished game.
    pub(super) fn record(&self, winner: Player, round: Option<RoundPlace>) -> GameRecord {
        let challenged = self.game.hand().end().is_some_and(|end| end.wins_game());
        let since_1970 = std::time::SystemTime::UNIX_EPOCH.elapsed();
        GameRecord {
            game_id: self.game_id,
            port: self.port,
            round,
            teams: [0, 1].map(|index| self.chairs[index].team()),
            winner: self.chairs[winner.index()].team(),
            ended: match challenged {
                true => GameEnd::Challenge,
                false => GameEnd::Points,
            },
            points: [Player::ZERO, Player::ONE].map(|player| self.game.points(player)),
            moves: self.tallies.map(|tally| tally.moves),
            penalties: self.tallies.map(|tally| tally.penalties),
            slowest_ms: self.tallies.map(|tally| tally.slowest.as_secs_f64() * 1e3),
            finished_at: since_1970.map_or(0, |since| since.as_secs()),
            events: self.game.events().to_vec(),
        }
    }

    /// The record of the finished game as part of a round, whose score has just become `score`.
    pub(super) fn record_in_round(
        &self,
        winner: Player,
        place: RoundPlace,
        score: [u32; 2],
    ) -> GameRecord {
        let mut record = self.record(winner, Some(place));
        // At most 21 games are won in a round.
        let [player0_score, player1_score] =
            score.map(|wins| u8::try_from(wins).unwrap_or(u8::MAX));
        record.events.push(Event::NewRoundScore {
            player0_score,
            player1_score,
        });
        record
    }
}
