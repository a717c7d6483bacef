//! One game: it sends the requests, limits their time, and penalises failures.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cardsharp_player::Player;

use super::faults::Failure;
use super::house_bot::HouseBot;
use super::messages::{RequestHeading, outcomes};
use super::record::{GameEnd, GameRecord, Port, RoundPlace, seconds_since_1970};
use super::seat::{RETURN_GRACE, Reply, Seat};
use super::server_state::ServerState;
use super::teams::TeamId;
use cardsharp_challenge_game::rules::{Clock, Event, Game, GameStep, Move, Params, Shoe};
use cardsharp_challenge_game::wire::{ResultMessage, ServerMessage};

/// The time that the clock keeps while a team is absent. A team whose clock is used up receives no more requests in the
/// game. Without a reserve it could come back, as the contest allows, but not play.
const RETURN_RESERVE: Duration = Duration::from_millis(500);

/// A player of a game.
#[derive(Debug)]
pub(super) enum Participant {
    /// A team.
    Team(Arc<Seat>),
    /// The practice opponent.
    House(Box<HouseBot>),
}

impl Participant {
    fn team(&self) -> TeamId {
        match self {
            Participant::Team(seat) => seat.team,
            Participant::House(_) => TeamId::HOUSE,
        }
    }

    fn seat(&self) -> Option<&Seat> {
        match self {
            Participant::Team(seat) => Some(seat),
            Participant::House(_) => None,
        }
    }
}

/// The counts of one player in the game up to now.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    clock: Clock,
    moves: u32,
    penalties: u32,
    slowest: Duration,
}

/// A game under way; participant 0 leads its first hand.
#[derive(Debug)]
pub(super) struct Table<'a> {
    state: &'a ServerState,
    port: Port,
    game_id: i32,
    game: Game,
    participants: [Participant; 2],
    tallies: [Tally; 2],
    last_request: i32,
}

impl<'a> Table<'a> {
    /// Prepares game number `game_id` for the players `participants`.
    pub(super) fn new(state: &'a ServerState, port: Port, game_id: i32, participants: [Participant; 2]) -> Self {
        let shoe = Shoe::new(Params::CONTEST, state.shoe_seed(game_id));
        let seats = participants.iter().filter_map(Participant::seat);
        let last_request = seats.map(|seat| seat.last_request()).max().unwrap_or(0);
        Table {
            state,
            port,
            game_id,
            game: Game::new(Params::CONTEST, shoe),
            participants,
            tallies: [Tally::default(); 2],
            last_request,
        }
    }

    /// Plays the game to its end.
    pub(super) async fn play(&mut self) -> Player {
        for seat in self.participants.iter().filter_map(Participant::seat) {
            seat.begin_game();
        }
        while let Some(player) = self.game.to_move() {
            self.take_turn(player).await;
        }
        for seat in self.participants.iter().filter_map(Participant::seat) {
            if let Err(fault) = seat.end_game() {
                self.state.log.note(seat.host, self.port, &fault);
            }
        }
        self.game.winner().unwrap_or(Player::ZERO)
    }

    async fn take_turn(&mut self, player: Player) {
        let answer = self.answer(player).await;
        let made = answer.and_then(|chosen| self.game.apply(chosen).map_err(Failure::Illegal));
        match made {
            Ok(step) => {
                let tally = &mut self.tallies[player.index()];
                tally.clock.credit_good_move();
                tally.moves += 1;
                self.report_step(&step, None).await;
            }
            Err(failure) => self.penalize(player, &failure).await,
        }
    }

    /// The answer of the player to move, if it comes in time. The game waits for a team that is
    /// absent or loses its connection, and sends it the request again.
    async fn answer(&mut self, player: Player) -> Result<Move, Failure> {
        let seat = match &mut self.participants[player.index()] {
            Participant::House(bot) => return bot.decide(self.game.hand()).ok_or(Failure::Away),
            Participant::Team(seat) => seat.clone(),
        };
        let mut failure = Failure::Away;
        let mut deadline = None;
        loop {
            if self.tallies[player.index()].clock.is_exhausted() {
                return Err(Failure::OutOfTime);
            }
            if seat.is_connected() {
                match self.ask(player, &seat).await {
                    Err(lost @ (Failure::Away | Failure::ConnectionLost)) => failure = lost,
                    answer => return answer,
                }
            }
            // One deadline per turn: a team that leaves and returns repeatedly gains no further wait.
            let deadline = *deadline.get_or_insert_with(|| Instant::now() + self.absence_allowed(player, &seat));
            if !self.comes_back(player, &seat, deadline).await {
                return Err(failure);
            }
        }
    }

    /// Sends a team one request.
    async fn ask(&mut self, player: Player, seat: &Seat) -> Result<Move, Failure> {
        self.last_request = self.last_request.checked_add(1).unwrap_or(1);
        let clock = self.tallies[player.index()].clock.remaining();
        let heading = RequestHeading {
            game_id: self.game_id,
            request_id: self.last_request,
            opponent: self.participants[player.opponent().index()].team(),
            remaining: (clock.as_secs_f64() * 1e4).round() / 1e4,
        };
        let Reply { answer, thought } = seat.ask(&self.game, heading, clock).await;
        let tally = &mut self.tallies[player.index()];
        tally.slowest = tally.slowest.max(thought);
        if tally.clock.spend(thought) {
            answer
        } else {
            // A fault in the answer is reported all the same.
            answer.and(Err(Failure::OutOfTime))
        }
    }

    /// The time that the game waits in this turn for an absent team. It waits while the team's clock runs, down to the
    /// reserve, and at least for the server's interval. It never waits longer than the team is expected back.
    fn absence_allowed(&self, player: Player, seat: &Seat) -> Duration {
        let interval = self.state.config.absence_interval;
        let clock = self.tallies[player.index()].clock;
        if interval.is_zero() || clock.is_exhausted() {
            return Duration::ZERO;
        }
        let by_clock = clock.remaining().saturating_sub(RETURN_RESERVE);
        interval.max(by_clock).min(seat.expected_for(RETURN_GRACE))
    }

    /// Waits for an absent team. Its clock runs meanwhile, down to the reserve.
    async fn comes_back(&mut self, player: Player, seat: &Seat, deadline: Instant) -> bool {
        let began = Instant::now();
        let wait = deadline.saturating_duration_since(began);
        let is_back = seat.connected_within(wait).await;
        let clock = &mut self.tallies[player.index()].clock;
        let spare = clock.remaining().saturating_sub(RETURN_RESERVE);
        clock.spend(began.elapsed().min(spare));
        is_back && !wait.is_zero()
    }

    async fn penalize(&mut self, player: Player, failure: &Failure) {
        self.tallies[player.index()].penalties += 1;
        let reason = failure.to_string();
        match self.game.penalize(&reason) {
            Ok(step) => self.report_step(&step, Some(&reason)).await,
            // While a move is due there is always a card to take.
            Err(error) => tracing::error!(%error, "a penalty could not be given"),
        }
        let Some(seat) = self.participants[player.index()].seat() else {
            return;
        };
        let team = self.state.config.teams.label(seat.team);
        let what = format!("game {}: {team} is penalised: {reason}", self.game_id);
        self.state.log.note(seat.host, self.port, &what);
    }

    async fn report_step(&self, step: &GameStep, failure: Option<&str>) {
        let results = outcomes(step, failure);
        for (index, (outcomes, participant)) in (0u8..).zip(results.into_iter().zip(&self.participants)) {
            let Some(seat) = participant.seat() else {
                continue;
            };
            for result in outcomes {
                let message = ServerMessage::Result(ResultMessage { your_player_num: Player::new(index), result });
                if let Err(fault) = seat.post(&message).await {
                    self.state.log.note(seat.host, self.port, &fault);
                }
            }
        }
    }

    /// The record of the finished game.
    pub(super) fn record(&self, winner: Player, round: Option<RoundPlace>) -> GameRecord {
        let challenged = self.game.hand().end().is_some_and(|end| end.wins_game());
        let teams = [0, 1].map(|index| self.participants[index].team());
        GameRecord {
            game_id: self.game_id,
            port: self.port,
            round,
            teams,
            names: teams.map(|team| self.state.config.teams.name(team)),
            winner: self.participants[winner.index()].team(),
            ended: if challenged { GameEnd::Challenge } else { GameEnd::Points },
            points: Player::BOTH.map(|player| self.game.points(player)),
            moves: self.tallies.map(|tally| tally.moves),
            penalties: self.tallies.map(|tally| tally.penalties),
            slowest_ms: self.tallies.map(|tally| tally.slowest.as_secs_f64() * 1e3),
            finished_at: seconds_since_1970(),
            events: self.game.events().to_vec(),
        }
    }

    /// The record of the finished game as part of a round, whose score now is `score`.
    pub(super) fn record_in_round(&self, winner: Player, place: RoundPlace, score: [u32; 2]) -> GameRecord {
        let mut record = self.record(winner, Some(place));
        // At most 21 games are won in a round.
        let [player0_score, player1_score] = score.map(|wins| u8::try_from(wins).unwrap_or(u8::MAX));
        record.events.push(Event::NewRoundScore { player0_score, player1_score });
        record
    }
}
