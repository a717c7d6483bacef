//! `human`: a person at the terminal.

use std::io::{self, Write};
use std::sync::mpsc::{self, RecvTimeoutError};

use super::Agent;
use crate::ChallengeGame;
use cardsharp_challenge_game::observation::{Observation, print_position};
use cardsharp_challenge_game::rules::{Due, Move};
use cardsharp_challenge_game::text::{parse_move, print_move};
use cardsharp_system::interrupt;
use cardsharp_system::stop_flag::STOP_CHECK;

/// Reads one line into the buffer; 0 bytes mean the end of input.
type ReadLine = Box<dyn FnMut(&mut String) -> io::Result<usize> + Send>;

/// Reads a line of standard input. If the process must stop, it returns the end of input.
fn read_line_or_leave(line: &mut String) -> io::Result<usize> {
    let (sender, receiver) = mpsc::channel();
    // A read cannot be interrupted: a reading thread may be left when the process ends. It uses the one buffered reader
    // of the process, so that the person of the next game reads on after this one.
    std::thread::Builder::new().spawn(move || {
        let mut line = String::new();
        let read = io::stdin().read_line(&mut line);
        let _ = sender.send(read.map(|_| line));
    })?;
    loop {
        match receiver.recv_timeout(STOP_CHECK) {
            Ok(read) => {
                line.push_str(&read?);
                return Ok(line.len());
            }
            Err(RecvTimeoutError::Timeout) if !interrupt::is_set() => {}
            Err(_) => return Ok(0),
        }
    }
}

/// A person who sees the position and is asked for a move until it is a legal one. The person
/// leaves at `q`, at the end of the input, or if the terminal fails.
pub struct Human {
    read_line: ReadLine,
    show: Box<dyn Write + Send>,
    left: bool,
    /// The hand and the points at the last request, to report how hands ended.
    last_asked: Option<(u32, u8, u8)>,
}

impl Human {
    /// A person who reads standard error and types on standard input.
    pub fn at_terminal() -> Human {
        Human::new(read_line_or_leave, io::stderr())
    }

    /// A person behind a line reader and a writer.
    pub fn new(
        read_line: impl FnMut(&mut String) -> io::Result<usize> + Send + 'static,
        show: impl Write + Send + 'static,
    ) -> Human {
        Human { read_line: Box::new(read_line), show: Box::new(show), left: false, last_asked: None }
    }

    fn ask(&mut self, observation: &Observation) -> io::Result<Option<Move>> {
        self.show_position(observation)?;
        loop {
            write!(self.show, "{}, ? for help, q to leave > ", choices(observation))?;
            self.show.flush()?;
            let mut line = String::new();
            if (self.read_line)(&mut line)? == 0 {
                writeln!(self.show, "\nthe input has ended: you have left the table")?;
                return Ok(None);
            }
            match line.trim() {
                "" => {}
                "q" | "quit" => return Ok(None),
                "?" | "help" => self.show_help(observation)?,
                text => match parse_move(text) {
                    Ok(chosen) if observation.allows(chosen) => return Ok(Some(chosen)),
                    Ok(chosen) => writeln!(self.show, "you cannot do that now: {}", print_move(chosen))?,
                    Err(error) => writeln!(self.show, "{error}")?,
                },
            }
        }
    }

    fn show_position(&mut self, observation: &Observation) -> io::Result<()> {
        let now = (observation.hand_id, observation.own_points, observation.their_points);
        if self.last_asked.map(|last| last.0) != Some(observation.hand_id) {
            self.show_news(observation)?;
        }
        self.last_asked = Some(now);
        writeln!(
            self.show,
            "\ntricks {}-{}{}",
            observation.own_tricks,
            observation.their_tricks,
            if observation.in_challenge { ", THE GAME IS AT STAKE" } else { "" }
        )?;
        for (number, trick) in observation.tricks.iter().enumerate() {
            let number = number + 1;
            match (trick.own, trick.theirs) {
                (Some(own), Some(theirs)) if trick.led => {
                    writeln!(self.show, "  trick {number}: you {own}, they {theirs}")?;
                }
                (Some(own), Some(theirs)) => {
                    writeln!(self.show, "  trick {number}: they {theirs}, you {own}")?;
                }
                _ => writeln!(self.show, "  trick {number}: ended by a penalty")?,
            }
        }
        match (observation.due, observation.table) {
            (Due::Card, Some(table)) => writeln!(self.show, "they play {table}")?,
            (Due::Card, None) => writeln!(self.show, "you lead")?,
            (Due::Answer, Some(table)) => {
                writeln!(self.show, "you played {table}; THEY CHALLENGE YOU")?;
            }
            (Due::Answer, None) => writeln!(self.show, "they lead; THEY CHALLENGE YOU")?,
        }
        writeln!(self.show, "your cards: {}", observation.hand)
    }

    /// Shows the result since the last request, as far as the points show it.
    fn show_news(&mut self, observation: &Observation) -> io::Result<()> {
        if let Some((_, own, theirs)) = self.last_asked {
            let result = if observation.own_points > own {
                "the point is yours"
            } else if observation.their_points > theirs {
                "the point is theirs"
            } else {
                "no point: the tricks were equal"
            };
            writeln!(self.show, "\n{result}")?;
        }
        writeln!(
            self.show,
            "\n== hand {}, points {}-{} (yours first) ==",
            observation.hand_id, observation.own_points, observation.their_points
        )
    }

    fn show_help(&mut self, observation: &Observation) -> io::Result<()> {
        writeln!(
            self.show,
            "the higher card takes the trick and the lead; most of five tricks score a point; ten \
             points win the game.\nonce a hand, whoever is to play may challenge (c): the other \
             rejects (r), and loses the point, or accepts (a), and the hand decides the game.\n\
             this position: {}",
            print_position(observation)
        )
    }
}

impl Agent<ChallengeGame> for Human {
    fn start_game(&mut self) {
        self.last_asked = None;
    }

    fn choose(&mut self, observation: &Observation) -> Move {
        match self.ask(observation) {
            Ok(Some(chosen)) => chosen,
            Ok(None) | Err(_) => {
                self.left = true;
                observation.hand.lowest().map_or(Move::Reject, Move::Play)
            }
        }
    }

    fn has_left(&self) -> bool {
        self.left
    }
}

/// The inputs that are allowed, in words.
fn choices(observation: &Observation) -> String {
    if observation.due == Due::Answer {
        return "a to accept, r to reject".to_owned();
    }
    let ranks: Vec<_> = observation.hand.distinct().map(|rank| rank.to_string()).collect();
    let challenge = if observation.can_challenge { ", c to challenge" } else { "" };
    format!("play {}{challenge}", ranks.join(" "))
}
