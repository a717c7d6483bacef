//! A table at which the bot sits with three players who give their lowest legal card.

use std::io::{BufRead, BufReader, Write};
use std::process::ChildStdin;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use cardsharp_commands::check::Bench;
use cardsharp_solvers::game::Player;
use cardsharp_tricky_eights_game::deals::deal_of;
use cardsharp_tricky_eights_game::rules::{Card, Game, Params, Phase, Round, Step};
use cardsharp_tricky_eights_game::wire::{Command, Request, parse_answer};
use cardsharp_tricky_eights_server::ANSWER_TIME;

/// The time for a card.
const PATIENCE: Duration = ANSWER_TIME;
/// The time for the first card of a process: a busy machine starts programs slowly.
pub(super) const FIRST_PATIENCE: Duration = Duration::from_secs(20);
/// The pause of a slow judge, longer than any time in the document.
const LONG_PAUSE: Duration = Duration::from_secs(5);
/// The pause between two pieces of a line.
const PIECE_PAUSE: Duration = Duration::from_millis(4);
/// The seed of the deals.
const SEED: u64 = 8;

/// The way in which commands are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    Plain,
    Pieces,
    /// Lines that need no answer wait for the next request.
    Together,
    /// The words of the document's examples.
    OtherWords,
    EmptyLines,
    /// The first round is followed by a pause.
    Slow,
}

/// The bot at its table.
pub(super) struct Table<'a> {
    bench: &'a Bench,
    input: ChildStdin,
    lines: Receiver<String>,
    seat: Player,
    manner: Manner,
    held: String,
    patience: Duration,
}

impl<'a> Table<'a> {
    /// Starts the bot, which has `first` for its first card.
    pub(super) fn start(bench: &'a Bench, seat: u8, manner: Manner, first: Duration) -> anyhow::Result<Table<'a>> {
        let (input, output) = bench.start_piped()?;
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            lines.map(|line| sender.send(line)).take_while(Result::is_ok).for_each(drop);
        });
        Ok(Table { bench, input, lines, seat: Player::new(seat), manner, held: String::new(), patience: first })
    }

    /// Plays a game to its end.
    pub(super) fn game(&mut self) -> anyhow::Result<()> {
        let mut game = Game::new(Params::CONTEST);
        while game.winner().is_none() {
            self.round(&mut game)?;
        }
        Ok(())
    }

    /// Plays the next round of a game.
    pub(super) fn round(&mut self, game: &mut Game) -> anyhow::Result<()> {
        let deal = deal_of(SEED, game.rounds());
        let mut round = Round::new(&deal, game.dealer());
        let seat = self.seat;
        let (hand, pool) = (round.hand(seat), deal.pool());
        self.tell(&Command::StartHand { seat, hand, pool }, false)?;
        while let Some(player) = round.to_act() {
            let lowest = || round.legal().iter().min_by_key(|card| card.rank());
            let card = if player == seat { self.ask(&round)? } else { lowest().context("no legal card")? };
            match round.apply(card)? {
                Step::Follows => {}
                Step::Taken(row) => self.tell(&Command::AfterTake(row), false)?,
                Step::Won(trick) => self.tell(&Command::Result(trick.row), false)?,
            }
        }
        let points = (self.manner == Manner::OtherWords).then_some([6, 3, 11, 5]);
        self.tell(&Command::EndRound { points }, false)?;
        if self.manner == Manner::Slow && game.rounds() == 0 {
            thread::sleep(LONG_PAUSE);
        }
        game.record(round.board().points());
        Ok(())
    }

    /// Asks the bot for a card, which must be legal.
    fn ask(&mut self, round: &Round) -> anyhow::Result<Card> {
        if let Ok(line) = self.lines.try_recv() {
            bail!("it wrote `{line}` without a take or play: standard output is for cards alone");
        }
        let row = round.board().row().clone();
        let request = Request { row, player: self.seat, answer: None };
        let command = match round.board().phase() {
            Phase::Takes(_) => Command::Take(request),
            _ => Command::Play(request),
        };
        self.tell(&command, true)?;
        let line = match self.lines.recv_timeout(self.patience) {
            Ok(line) => line,
            Err(RecvTimeoutError::Disconnected) => bail!("it closed its output instead of answering `{command}`"),
            Err(RecvTimeoutError::Timeout) => {
                bail!("`{command}` was not answered within {} s; is the answer flushed?", self.patience.as_secs())
            }
        };
        self.patience = PATIENCE;
        let card = parse_answer(&line).with_context(|| format!("`{command}` was answered by `{line}`"))?;
        let hand = round.hand(self.seat);
        round.check(card).with_context(|| format!("`{command}` was answered by `{line}` with the hand {hand}"))?;
        Ok(card)
    }

    /// Sends a command. If it `waits` for an answer, all that was held is sent, too.
    fn tell(&mut self, command: &Command, waits: bool) -> anyhow::Result<()> {
        let mut line = command.to_string();
        match self.manner {
            Manner::OtherWords => line = line.replace("endround", "end").replace("result", "resultoftrick"),
            Manner::EmptyLines => line.push_str(" \n"),
            _ => {}
        }
        self.held.push_str(&line);
        self.held.push('\n');
        if self.manner == Manner::Together && !waits {
            return Ok(());
        }
        let text = std::mem::take(&mut self.held);
        let size = if self.manner == Manner::Pieces { text.len().div_ceil(3) } else { text.len() };
        for piece in text.as_bytes().chunks(size) {
            let written = self.input.write_all(piece).and_then(|()| self.input.flush());
            written.with_context(|| format!("it no longer reads its input: `{line}` could not be sent"))?;
            if self.manner == Manner::Pieces {
                thread::sleep(PIECE_PAUSE);
            }
        }
        Ok(())
    }

    /// Ends the input. The bot must end by itself.
    pub(super) fn end(self) -> anyhow::Result<()> {
        let Table { bench, input, lines, .. } = self;
        drop(input);
        let mut status = None;
        bench.wait_until(3, "ended after its input had ended", || {
            status = bench.ended();
            status.is_some()
        })?;
        ensure!(status.is_some_and(|status| status.success()), "its input has ended, and it failed");
        ensure!(lines.try_iter().all(|line| line.trim().is_empty()), "it wrote a line after its input had ended");
        Ok(())
    }
}
