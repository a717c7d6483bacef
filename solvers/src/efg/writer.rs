//! The writer: any game as an extensive-form file, node by node, without recursion.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Write as _;
use std::io;

use cardsharp_gambit::EfgError;

use super::game::EfgGame;
use super::names::{Taken, distinct};
use super::probability;
use crate::game::{Game, InfosetKey, Player, Turn};

/// The size of a written file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The number of nodes.
    pub nodes: u64,
    /// The number of information sets of all players.
    pub infosets: u64,
}

/// Writes a game as an extensive-form file that Gambit and OpenSpiel load. The players are named "Player 1" and so on.
///
/// The information sets of each player are numbered from 1 in the order of the file. Terminal nodes with the same
/// payoffs share one outcome. Payoffs are the shortest decimals that read as the same `f64`. Probabilities are
/// [`Game::chance_fraction`] if the game gives them. Otherwise they are the simplest fractions that round to each
/// `f64`, if these sum to exactly 1. Otherwise they are the `f64`s divided by their sum. Each is then exact to within
/// 2^-63; the likeliest outcome to within 2^-63 times the number of outcomes.
///
/// Gambit's labels hold printable ASCII, without spaces at the ends or two in a row. OpenSpiel's labels hold no quotes.
/// So quotes become apostrophes, white space becomes a single space, and any other character becomes its code, as in
/// `\u{2660}`. Empty or equal names of information sets, and of actions within a set, get numbers.
///
/// Reading the file and writing it again gives the same bytes.
///
/// # Errors
/// An error for a payoff that is not finite; for chance probabilities that are not positive or do not sum to 1; for an
/// information set with several players or numbers of actions; and the errors of `out`.
pub fn write<G: Game>(game: &G, title: &str, out: &mut impl io::Write) -> Result<Written, EfgError> {
    let players = (1..=game.players()).map(|number| format!("Player {number}"));
    write_named(game, title, players.collect(), "", out)
}

impl EfgGame {
    /// Writes the game as [`write()`] does, with its title, comment and players' names. The payoffs
    /// along a path are summed at its terminal node.
    ///
    /// # Errors
    /// The errors of [`write()`].
    pub fn write(&self, out: &mut impl io::Write) -> Result<Written, EfgError> {
        let players = self.player_names().to_vec();
        write_named(self, self.title(), players, self.comment(), out)
    }
}

fn write_named<G: Game>(
    game: &G,
    title: &str,
    players: Vec<String>,
    comment: &str,
    out: &mut impl io::Write,
) -> Result<Written, EfgError> {
    let players = players.iter().map(|name| label(name)).collect();
    let players = distinct(players, |index| format!("Player {}", index + 1));
    let players: String = players.iter().map(|name| format!("\"{name}\" ")).collect();
    writeln!(out, "EFG 2 R \"{}\" {{ {players}}}", label(title))?;
    writeln!(out, "\"{}\"\n", label(comment))?;
    let mut writer = Writer {
        game,
        open: Vec::new(),
        infosets: HashMap::new(),
        owned: vec![0; game.players()],
        outcomes: HashMap::new(),
        names: Taken::default(),
        events: 0,
        nodes: 0,
    };
    writer.tree(out)?;
    Ok(Written { nodes: writer.nodes, infosets: writer.owned.iter().sum() })
}

/// A node whose children are being written.
struct Frame<S> {
    state: S,
    next: usize,
    children: usize,
}

/// An information set that has been described. Later nodes repeat its description, since OpenSpiel
/// does not accept a number alone.
struct Described {
    player: Player,
    actions: usize,
    text: String,
}

struct Writer<'a, G: Game> {
    game: &'a G,
    open: Vec<Frame<G::State>>,
    infosets: HashMap<InfosetKey, Described>,
    /// The number of information sets of each player.
    owned: Vec<u64>,
    /// The number of each outcome, by its payoffs.
    outcomes: HashMap<String, u64>,
    /// The names of information sets.
    names: Taken,
    events: u64,
    nodes: u64,
}

impl<G: Game> Writer<'_, G> {
    fn tree(&mut self, out: &mut impl io::Write) -> Result<(), EfgError> {
        let mut state = self.game.root();
        loop {
            let children = self.node(&state, out)?;
            self.nodes += 1;
            if children > 0 {
                self.open.push(Frame { state, next: 0, children });
            }
            while self.open.pop_if(|frame| frame.next == frame.children).is_some() {}
            let Some(frame) = self.open.last_mut() else {
                return Ok(());
            };
            state = self.game.child(&frame.state, frame.next);
            frame.next += 1;
        }
    }

    /// Writes one node, and returns the number of its children.
    fn node(&mut self, state: &G::State, out: &mut impl io::Write) -> Result<usize, EfgError> {
        match self.game.turn(state) {
            Turn::Terminal => {
                let payoffs = self.payoffs(state)?;
                let fresh = self.outcomes.len() as u64 + 1;
                let number = *self.outcomes.entry(payoffs.clone()).or_insert(fresh);
                writeln!(out, "t \"\" {number} \"\" {{ {payoffs} }}")?;
                Ok(0)
            }
            Turn::Chance { outcomes } => {
                let actions = self.chance(state, outcomes)?;
                self.events += 1;
                writeln!(out, "c \"\" {} \"\" {{ {actions}}} 0", self.events)?;
                Ok(outcomes)
            }
            Turn::Decision { player, actions } => {
                let description = self.decision(state, player, actions)?;
                writeln!(out, "p \"\" {} {description} 0", player.index() + 1)?;
                Ok(actions)
            }
        }
    }

    fn payoffs(&self, state: &G::State) -> Result<String, EfgError> {
        let mut payoffs = String::new();
        for player in 0..self.owned.len() {
            let payoff = self.game.utility(state, Player::new(player as u8));
            if !payoff.is_finite() {
                return Err(EfgError::UnwritablePayoff { node: path(&self.open), player: player + 1, payoff });
            }
            let separator = if player == 0 { "" } else { ", " };
            // Writing to a string cannot fail.
            let _ = write!(payoffs, "{separator}{}", decimal(payoff));
        }
        Ok(payoffs)
    }

    fn chance(&self, state: &G::State, outcomes: usize) -> Result<String, EfgError> {
        let given = (0..outcomes).map(|index| self.game.chance_fraction(state, index));
        let floats = (0..outcomes).map(|index| self.game.chance_probability(state, index));
        let exact = probability::exact(given.collect(), &floats.collect::<Vec<f64>>());
        let exact = exact.ok_or_else(|| EfgError::UnwritableChance { node: path(&self.open) })?;
        let mut text = String::new();
        for (name, fraction) in action_names(self.game, state, outcomes).iter().zip(exact) {
            let _ = write!(text, "\"{name}\" {} ", probability::text(fraction));
        }
        Ok(text)
    }

    fn decision(&mut self, state: &G::State, player: Player, actions: usize) -> Result<&str, EfgError> {
        let open = &self.open;
        let unwritable = || EfgError::UnwritableInfoset { node: path(open) };
        match self.infosets.entry(self.game.infoset(state)) {
            Entry::Occupied(entry) => {
                let known = entry.into_mut();
                let same = known.player == player && known.actions == actions;
                same.then_some(known.text.as_str()).ok_or_else(unwritable)
            }
            Entry::Vacant(entry) => {
                let number = self.owned.get_mut(player.index()).ok_or_else(unwritable)?;
                *number += 1;
                let default = format!("({},{number})", player.index() + 1);
                let name = self.names.take(label(&self.game.infoset_name(state)), default);
                let names = action_names(self.game, state, actions);
                let names: String = names.iter().map(|name| format!("\"{name}\" ")).collect();
                let described =
                    entry.insert(Described { player, actions, text: format!("{number} \"{name}\" {{ {names}}}") });
                Ok(&described.text)
            }
        }
    }
}

fn action_names<G: Game>(game: &G, state: &G::State, count: usize) -> Vec<String> {
    let names = (0..count).map(|index| label(&game.action_name(state, index)));
    distinct(names.collect(), |index| (index + 1).to_string())
}

/// The path to the node being written, as the indices of children.
fn path<S>(open: &[Frame<S>]) -> String {
    let steps = open.iter().map(|frame| format!("/{}", frame.next - 1));
    let path: String = steps.collect();
    if path.is_empty() { "/".to_owned() } else { path }
}

/// The shortest decimal that reads as the same `f64`.
fn decimal(number: f64) -> String {
    // This also covers negative zero, which a rational cannot represent.
    if number == 0.0 {
        return "0".to_owned();
    }
    if (1e-5..1e16).contains(&number.abs()) { number.to_string() } else { format!("{number:e}") }
}

/// A name as a label that Gambit and OpenSpiel read, without its quotes.
fn label(name: &str) -> String {
    let mut label = String::with_capacity(name.len());
    for word in name.split_whitespace() {
        if !label.is_empty() {
            label.push(' ');
        }
        for letter in word.chars() {
            match letter {
                '"' => label.push('\''),
                letter if letter.is_ascii_graphic() => label.push(letter),
                other => label.extend(other.escape_unicode()),
            }
        }
    }
    // A backslash before the closing quote would keep the label open.
    if label.ends_with('\\') {
        label.pop();
        label.extend('\\'.escape_unicode());
    }
    label
}
