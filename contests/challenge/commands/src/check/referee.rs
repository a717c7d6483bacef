//! A referee: the other end of a bot's connection, which plays games with it in the messages of the server.

use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use cardsharp_challenge_game::rules::{Clock, Due, Game, GameStep, Move, Params, Shoe};
use cardsharp_challenge_game::wire::{
    FrameDecoder, Outcome, Reading, RequestMessage, ResultMessage, ServerMessage, encode_frame, read_answer,
};
use cardsharp_challenge_server::{RequestHeading, TeamId, outcomes, request};
use cardsharp_commands::check::Bench;
use cardsharp_commands::check::relay::{add_unknown_keys, write_pieces};
use cardsharp_solvers::game::Player;

/// The pause of a slow server.
const LONG_PAUSE: Duration = Duration::from_secs(6);

/// The way in which the referee treats the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    Plain,
    Pieces,
    /// Results wait for the next request.
    Together,
    Unknown,
    /// Every fourth answer is refused and penalised.
    Errors,
    /// In the first game no request is sent, as after the end of a clock.
    NotAsked,
    /// A pause comes after some requests.
    Slow,
}

/// A game under way.
pub(super) struct Playing {
    number: i32,
    game: Game,
    bot: Player,
    clock: Clock,
    /// The number of the bot's turns so far.
    turns: usize,
}

impl Playing {
    /// A game with this number. The bot leads in those with an even one.
    pub(super) fn new(number: i32) -> Playing {
        Playing {
            number,
            game: Game::new(Params::CONTEST, Shoe::new(Params::CONTEST, u64::from(number.unsigned_abs()))),
            bot: if number % 2 == 0 { Player::ZERO } else { Player::ONE },
            clock: Clock::default(),
            turns: 0,
        }
    }

    /// The opponent's move. They offer and accept in some hands.
    fn opponents_move(&self) -> anyhow::Result<Move> {
        let (hand, id) = (self.game.hand(), self.game.hand_id());
        if hand.due() == Due::Answer {
            return Ok(if id % 4 == 0 { Move::Accept } else { Move::Reject });
        }
        if hand.can_challenge() && hand.tricks_over() >= 3 && id % 3 == 0 {
            return Ok(Move::Offer);
        }
        let mut moves = hand.legal_moves();
        moves.find(|legal| matches!(legal, Move::Play(_))).context("no legal card")
    }
}

/// The referee with the bot's connection.
pub(super) struct Referee {
    pub(super) listener: TcpListener,
    pub(super) stream: TcpStream,
    decoder: FrameDecoder,
    manner: Manner,
    held: Vec<u8>,
    request_id: i32,
}

impl Referee {
    /// Starts the bot, and greets it when it connects within these seconds.
    pub(super) fn meet(bench: &Bench, manner: Manner, seconds: u64) -> anyhow::Result<Referee> {
        let listener = bench.start()?;
        let stream = bench.accept(&listener, seconds)?;
        let mut referee =
            Referee { listener, stream, decoder: FrameDecoder::default(), manner, held: Vec::new(), request_id: 0 };
        referee.greet()?;
        Ok(referee)
    }

    /// Greets the bot on a new connection.
    pub(super) fn greet(&mut self) -> anyhow::Result<()> {
        self.decoder = FrameDecoder::default();
        self.send(&ServerMessage::GreetingsProgram { team_id: 1 }, true)
    }

    /// Plays on until the end of the game, or until the bot has been asked this many times.
    pub(super) fn play(&mut self, playing: &mut Playing, most: usize) -> anyhow::Result<()> {
        while let Some(player) = playing.game.to_move() {
            if player != playing.bot {
                let chosen = playing.opponents_move()?;
                let step = playing.game.apply(chosen)?;
                self.report(playing.bot, &step, None)?;
                continue;
            }
            playing.turns += 1;
            if playing.turns > most {
                break;
            }
            let failure = match self.manner {
                Manner::NotAsked if playing.number == 1 => Some("out of time"),
                Manner::Errors if playing.turns.is_multiple_of(4) => Some("refused by cardsharp check"),
                _ => None,
            };
            let step = self.turn(playing, failure)?;
            self.report(playing.bot, &step, failure)?;
        }
        Ok(())
    }

    /// A turn of the bot, which is penalised for a `failure`.
    fn turn(&mut self, playing: &mut Playing, failure: Option<&str>) -> anyhow::Result<GameStep> {
        if let Some(failure) = failure.filter(|_| self.manner == Manner::NotAsked) {
            return Ok(playing.game.penalize(failure)?);
        }
        if self.manner == Manner::Slow && playing.number == 1 && playing.turns == 3 {
            thread::sleep(LONG_PAUSE);
        }
        let left = playing.clock.remaining();
        let heading = RequestHeading {
            game_id: playing.number,
            request_id: self.request_id + 1,
            opponent: TeamId(2),
            remaining: left.as_secs_f64(),
        };
        let message = request(&playing.game, heading).context("no move is due")?;
        let text = serde_json::to_string(&message)?;
        let (chosen, thought) = self.answer_to(message, left)?;
        let turns = playing.turns;
        ensure!(playing.clock.spend(thought), "its clock was used up by {turns} answers, the last in {thought:?}");
        playing.clock.credit_good_move();
        match failure {
            Some(failure) => Ok(playing.game.penalize(failure)?),
            None => playing.game.apply(chosen).with_context(|| format!("{text} was answered by {chosen:?}")),
        }
    }

    /// Sends a request. Returns the bot's answer and its time, which is at most `patience`.
    pub(super) fn answer_to(
        &mut self,
        message: RequestMessage,
        patience: Duration,
    ) -> anyhow::Result<(Move, Duration)> {
        let id = message.request_id;
        self.request_id = id;
        let text = serde_json::to_string(&message)?;
        self.send(&ServerMessage::Request(message), true)?;
        let (asked, mut stale) = (Instant::now(), "");
        loop {
            let left = patience.saturating_sub(asked.elapsed());
            let Some(frame) = self.hear(left).with_context(|| format!("after the request {text}"))? else {
                bail!("no answer came within {:.1} s to {text}{stale}", patience.as_secs_f64());
            };
            match read_answer(&frame, id) {
                Reading::Answer(chosen) => return Ok((chosen, asked.elapsed())),
                // Servers drop an answer to an earlier request.
                Reading::Stale => stale = ", but an answer with an earlier request_id",
                Reading::Fault(fault) => {
                    bail!("{text} was answered by {}: {fault}", String::from_utf8_lossy(&frame));
                }
            }
        }
    }

    /// The next message of the bot, if one comes in time.
    pub(super) fn hear(&mut self, patience: Duration) -> anyhow::Result<Option<Vec<u8>>> {
        let end = Instant::now() + patience;
        let mut bytes = [0; 2048];
        loop {
            let frame = self.decoder.next_frame().context("it sent a length that is not big-endian, or too large")?;
            if let Some(frame) = frame {
                return Ok(Some(frame.to_vec()));
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                ensure!(!self.decoder.is_inside_frame(), "it sent fewer bytes than its length says");
                return Ok(None);
            }
            self.stream.set_read_timeout(Some(left))?;
            match self.stream.read(&mut bytes) {
                Ok(0) => bail!("it closed the connection"),
                Ok(count) => self.decoder.push(&bytes[..count]),
                Err(error) if [ErrorKind::WouldBlock, ErrorKind::TimedOut].contains(&error.kind()) => {}
                Err(error) => bail!("it closed the connection: {error}"),
            }
        }
    }

    fn report(&mut self, bot: Player, step: &GameStep, failure: Option<&str>) -> anyhow::Result<()> {
        let [first, second] = outcomes(step, failure);
        let results = if bot == Player::ZERO { first } else { second };
        results.into_iter().try_for_each(|result| self.tell(bot, result))
    }

    /// Sends a result.
    pub(super) fn tell(&mut self, bot: Player, result: Outcome) -> anyhow::Result<()> {
        let is_last = matches!(result, Outcome::GameWon { .. });
        let message = ResultMessage { your_player_num: bot, result };
        self.send(&ServerMessage::Result(message), is_last)
    }

    /// Sends a message. If something is `due` after it, all that was held is sent, too.
    fn send(&mut self, message: &ServerMessage, due: bool) -> anyhow::Result<()> {
        let mut value = serde_json::to_value(message)?;
        if self.manner == Manner::Unknown {
            add_unknown_keys(&mut value);
            for key in ["state", "result"] {
                value.get_mut(key).into_iter().for_each(add_unknown_keys);
            }
        }
        self.held.extend(encode_frame(&value)?);
        if self.manner == Manner::Together && !due {
            return Ok(());
        }
        let bytes = std::mem::take(&mut self.held);
        let sent = match self.manner {
            Manner::Pieces => write_pieces(&mut self.stream, &bytes),
            _ => self.stream.write_all(&bytes),
        };
        sent.with_context(|| format!("it closed the connection: {value} could not be sent"))
    }
}
