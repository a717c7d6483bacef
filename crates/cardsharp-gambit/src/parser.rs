//! The reader: from words to nodes. It does not recurse, so no file can exhaust the stack.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::Limits;
use crate::error::{EfgError, Position};
use crate::lexer::{Lexer, Placed, Token, shortened};
use crate::memory::Memory;
use crate::number;
use crate::parts::{Move, Node, Parts, Rounded};

/// The greatest difference of the sum of probabilities from 1 that passes for rounding.
const ROUNDING: f64 = 1e-9;

/// The greatest number of players: they are numbered by a `u8`.
const MAX_PLAYERS: usize = 256;

/// One payoff for each player.
type Payoffs = Rc<Vec<BigRational>>;

/// The total payoffs at a node, its own outcome included.
struct Paid {
    /// The total; `None` if no outcome has been reached.
    sum: Option<Payoffs>,
    /// The row of the payoff table with this total, if there is one.
    row: Option<u32>,
}

/// The payoffs of an outcome, and the row of the payoff table for a path with this outcome alone.
struct Outcome {
    name: Option<String>,
    payoffs: Payoffs,
    row: u32,
}

/// A node whose children are being read.
struct Frame {
    /// The index of the node; `None` below an outcome of probability 0.
    node: Option<u32>,
    set: usize,
    /// The number of children read.
    read: usize,
    /// The children that the game keeps.
    children: Vec<u32>,
    /// The total payoffs on the path to its children; `None` if no outcome has been reached.
    paid: Option<Payoffs>,
}

pub(crate) struct Parser<'a> {
    lexer: Lexer<'a>,
    pub(crate) next: Placed<'a>,
    pub(crate) parts: Parts,
    sets: HashMap<(Option<usize>, u64), usize>,
    outcomes: HashMap<u64, Outcome>,
    frames: Vec<Frame>,
    pub(crate) memory: Memory,
    /// The greatest number of nodes on a path.
    pub(crate) depth: usize,
}

/// Reads a game within `limits`.
pub(crate) fn parse(text: &str, limits: &Limits) -> Result<Parts, EfgError> {
    let mut lexer = Lexer::new(text);
    let next = lexer.next()?;
    let mut parser = Parser {
        lexer,
        next,
        parts: Parts::default(),
        sets: HashMap::new(),
        outcomes: HashMap::new(),
        frames: Vec::new(),
        memory: Memory::new(limits.bytes),
        depth: limits.depth,
    };
    match parser.next.token {
        Token::Word("EFG") => {
            parser.take()?;
            parser.extensive()?;
        }
        Token::Word("NFG") => {
            parser.take()?;
            parser.strategic()?;
        }
        _ => {
            return Err(parser.unexpected("'EFG' or 'NFG', which start an extensive or a strategic game"));
        }
    }
    parser.parts.bytes = parser.memory.taken();
    match parser.next.token {
        Token::End => Ok(parser.parts),
        token => Err(EfgError::Trailing { at: parser.next.at, found: token.describe() }),
    }
}

/// The methods that read words.
impl<'a> Parser<'a> {
    pub(crate) fn take(&mut self) -> Result<Placed<'a>, EfgError> {
        let next = self.lexer.next()?;
        Ok(std::mem::replace(&mut self.next, next))
    }

    /// The error for a next word that the format does not allow.
    fn unexpected(&self, expected: &'static str) -> EfgError {
        let at = self.next.at;
        match &self.next.token {
            Token::End => EfgError::Truncated { at, expected },
            token => EfgError::Unexpected { at, expected, found: token.describe() },
        }
    }

    pub(crate) fn expect(&mut self, token: &Token<'_>, expected: &'static str) -> Result<Position, EfgError> {
        if self.next.token == *token { Ok(self.take()?.at) } else { Err(self.unexpected(expected)) }
    }

    pub(crate) fn label(&mut self, expected: &'static str) -> Result<String, EfgError> {
        if !matches!(self.next.token, Token::Label(_)) {
            return Err(self.unexpected(expected));
        }
        match self.take()?.token {
            Token::Label(label) => Ok(label),
            _ => Ok(String::new()),
        }
    }

    fn number_text(&mut self, expected: &'static str) -> Result<(&'a str, Position), EfgError> {
        match self.next.token {
            Token::Number(text) => Ok((text, self.take()?.at)),
            _ => Err(self.unexpected(expected)),
        }
    }

    pub(crate) fn whole(&mut self, expected: &'static str) -> Result<(u64, Position), EfgError> {
        let (text, at) = self.number_text(expected)?;
        Ok((number::whole(text, at)?, at))
    }

    pub(crate) fn number(&mut self, expected: &'static str) -> Result<(BigRational, Position), EfgError> {
        let (text, at) = self.number_text(expected)?;
        Ok((number::parse(text, at)?, at))
    }
}

/// The methods that read the header.
impl Parser<'_> {
    /// Reads the rest of an extensive game after `EFG`.
    fn extensive(&mut self) -> Result<(), EfgError> {
        self.expect(&Token::Number("2"), "2, the version of the format")?;
        self.title_and_players()?;
        self.comment()?;
        self.body()
    }

    pub(crate) fn title_and_players(&mut self) -> Result<(), EfgError> {
        match self.next.token {
            Token::Word("R" | "D") => self.take()?,
            _ => return Err(self.unexpected("'R'")),
        };
        self.parts.title = self.label("the title in quotes")?;
        self.expect(&Token::Open, "'{' and the players")?;
        while self.next.token != Token::Close {
            if self.parts.players.len() == MAX_PLAYERS {
                return Err(EfgError::TooManyPlayers { at: self.next.at, limit: MAX_PLAYERS });
            }
            let name = self.label("the name of a player, or '}'")?;
            self.parts.players.push(name);
        }
        let at = self.take()?.at;
        if self.parts.players.is_empty() {
            return Err(EfgError::NoPlayers { at });
        }
        // The first row of the table: a payoff of 0 for every player.
        self.parts.payoffs = vec![0.0; self.parts.players.len()];
        Ok(())
    }

    pub(crate) fn comment(&mut self) -> Result<(), EfgError> {
        if matches!(self.next.token, Token::Label(_)) {
            self.parts.comment = self.label("a comment")?;
        }
        Ok(())
    }
}

/// The methods that read nodes.
impl Parser<'_> {
    fn body(&mut self) -> Result<(), EfgError> {
        loop {
            self.node()?;
            while let Some(frame) = self.frames.last() {
                if frame.read < self.parts.moves[frame.set].actions.len() {
                    break;
                }
                self.close();
            }
            if self.frames.is_empty() {
                return Ok(());
            }
        }
    }

    /// Stores the children of the deepest open node, all of which have been read.
    fn close(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let Some(node) = frame.node else {
            return;
        };
        self.parts.nodes[node as usize] = Node::Move { set: frame.set as u32, first: self.parts.children.len() as u32 };
        self.parts.children.extend(frame.children);
    }

    fn node(&mut self) -> Result<(), EfgError> {
        let at = self.next.at;
        let kind = match self.next.token {
            Token::Word(kind @ ("c" | "p" | "t")) => kind,
            _ => return Err(self.unexpected("a node, that is 'c', 'p' or 't'")),
        };
        self.take()?;
        if self.frames.len() == self.depth {
            return Err(EfgError::TooDeep { at, limit: self.depth });
        }
        self.label("the name of the node in quotes (it may be \"\")")?;
        let set = match kind {
            "c" => Some(self.chance()?),
            "p" => Some(self.decision()?),
            _ => None,
        };
        let Paid { sum, row } = self.outcome()?;
        let index = self.next_node(at)?;
        let node = self.happens().then_some(index);
        if let Some(frame) = self.frames.last_mut() {
            frame.read += 1;
            frame.children.extend(node);
        }
        match set {
            Some(set) => {
                if node.is_some() {
                    self.parts.nodes.push(Node::Move { set: set as u32, first: 0 });
                }
                self.frames.push(Frame { node, set, read: 0, children: Vec::new(), paid: sum });
            }
            None if node.is_some() => {
                let row = match row {
                    Some(row) => row,
                    None => self.row(sum.as_deref(), at)?,
                };
                self.parts.nodes.push(Node::Terminal { row });
            }
            None => {}
        }
        Ok(())
    }

    /// The index of the next node, whose memory is taken.
    pub(crate) fn next_node(&mut self, at: Position) -> Result<u32, EfgError> {
        // The last index stays free, so that the counts of nodes and sets fit u32 as well.
        const LIMIT: u32 = u32::MAX - 1;
        let index = self.parts.nodes.len() as u32;
        if index == LIMIT {
            return Err(EfgError::TooManyNodes { at, limit: LIMIT });
        }
        self.memory.node(at)?;
        Ok(index)
    }

    /// True if the node being read is not below an outcome of probability 0.
    fn happens(&self) -> bool {
        self.frames.last().is_none_or(|frame| {
            let chances = &self.parts.moves[frame.set].probabilities;
            let chance = chances.get(frame.read);
            frame.node.is_some() && chance.is_none_or(|chance| !chance.is_zero())
        })
    }
}

/// The methods that read information sets and chance events.
impl Parser<'_> {
    fn decision(&mut self) -> Result<usize, EfgError> {
        let (player, at) = self.whole("the number of the player")?;
        let players = self.parts.players.len();
        let index = usize::try_from(player).ok().filter(|&player| (1..=players).contains(&player));
        let Some(index) = index else {
            return Err(EfgError::UnknownPlayer { at, number: player, players });
        };
        self.set(Some(index - 1), "the number of the information set")
    }

    fn chance(&mut self) -> Result<usize, EfgError> {
        self.set(None, "the number of the chance event")
    }

    fn set(&mut self, player: Option<usize>, expected: &'static str) -> Result<usize, EfgError> {
        let (number, at) = self.whole(expected)?;
        let known = self.sets.get(&(player, number)).copied();
        if !matches!(self.next.token, Token::Label(_) | Token::Open) {
            return known.ok_or_else(|| EfgError::UndefinedMove { at, set: Move::title(player, number) });
        }
        let at = self.next.at;
        let described = self.description(player, number)?;
        match known {
            Some(index) => {
                let what = difference(&self.parts.moves[index], &described);
                what.map_or(Ok(index), |what| {
                    Err(EfgError::InconsistentMove { at, set: Move::title(player, number), what })
                })
            }
            None => {
                self.memory.set(&described, at)?;
                let index = self.parts.moves.len();
                self.parts.moves.push(described);
                self.sets.insert((player, number), index);
                Ok(index)
            }
        }
    }

    /// Reads a name (which old files leave out) and a list of actions.
    fn description(&mut self, player: Option<usize>, number: u64) -> Result<Move, EfgError> {
        let mut described = Move { player, number, name: None, actions: Vec::new(), probabilities: Vec::new() };
        if matches!(self.next.token, Token::Label(_)) {
            described.name = Some(self.label("a name")?);
        }
        self.expect(&Token::Open, "'{' and the actions")?;
        let mut sum = BigRational::zero();
        while self.next.token != Token::Close {
            let action = self.label("the name of an action, or '}'")?;
            described.actions.push(action);
            if player.is_none() {
                let (probability, at) = self.number("the probability of this action")?;
                if probability.is_negative() {
                    return Err(EfgError::NegativeProbability { at, value: shortened(&probability.to_string()) });
                }
                number::add(&mut sum, &probability, at)?;
                described.probabilities.push(probability);
            }
        }
        let at = self.take()?.at;
        if described.actions.is_empty() {
            return Err(EfgError::NoActions { at });
        }
        if player.is_none() && !sum.is_one() {
            self.normalize(&mut described.probabilities, &sum, at)?;
        }
        Ok(described)
    }
}

impl Parser<'_> {
    /// Divides probabilities by their sum, if that is 1 but for the rounding of decimals.
    fn normalize(
        &mut self,
        probabilities: &mut [BigRational],
        sum: &BigRational,
        at: Position,
    ) -> Result<(), EfgError> {
        let off = (sum - BigRational::one()).abs().to_f64();
        if off.is_none_or(|off| off > ROUNDING) {
            let sum = shortened(&sum.to_string());
            return Err(EfgError::ProbabilitySum { at, sum });
        }
        for probability in probabilities {
            *probability /= sum;
        }
        let rounded = self.parts.rounded.get_or_insert(Rounded { at, count: 0 });
        rounded.count += 1;
        Ok(())
    }
}

/// The first difference between two descriptions, if any. Numbers are compared by value. A name
/// that is left out is no difference.
fn difference(first: &Move, second: &Move) -> Option<&'static str> {
    if second.name.is_some() && first.name != second.name {
        Some("another name")
    } else if first.actions.len() != second.actions.len() {
        Some("another number of actions")
    } else if first.actions != second.actions {
        Some("other actions")
    } else if first.probabilities != second.probabilities {
        Some("other probabilities")
    } else {
        None
    }
}

/// The methods that read outcomes.
impl Parser<'_> {
    /// Reads the outcome of a node.
    fn outcome(&mut self) -> Result<Paid, EfgError> {
        let (number, at) = self.whole("the number of the outcome (0 for none)")?;
        if matches!(self.next.token, Token::Label(_) | Token::Open) {
            self.describe_outcome(number)?;
        }
        let before = self.frames.last().and_then(|frame| frame.paid.clone());
        if number == 0 {
            let row = before.is_none().then_some(0);
            return Ok(Paid { sum: before, row });
        }
        let Some(outcome) = self.outcomes.get(&number) else {
            return Err(EfgError::UndefinedOutcome { at, number });
        };
        let Some(before) = before else {
            return Ok(Paid { sum: Some(Rc::clone(&outcome.payoffs)), row: Some(outcome.row) });
        };
        let mut sums = Vec::clone(&before);
        for (sum, payoff) in sums.iter_mut().zip(outcome.payoffs.iter()) {
            number::add(sum, payoff, at)?;
        }
        Ok(Paid { sum: Some(Rc::new(sums)), row: None })
    }

    fn describe_outcome(&mut self, number: u64) -> Result<(), EfgError> {
        let at = self.next.at;
        if number == 0 {
            return Err(EfgError::NullOutcome { at });
        }
        let mut name = None;
        if matches!(self.next.token, Token::Label(_)) {
            name = Some(self.label("a name")?);
        }
        self.expect(&Token::Open, "'{' and the payoffs")?;
        let payoffs = self.payoffs()?;
        let what = match self.outcomes.get(&number) {
            Some(known) if name.is_some() && known.name != name => Some("another name"),
            Some(known) if *known.payoffs != payoffs => Some("other payoffs"),
            _ => None,
        };
        if let Some(what) = what {
            return Err(EfgError::InconsistentOutcome { at, number, what });
        }
        if !self.outcomes.contains_key(&number) {
            self.memory.outcome(name.as_deref(), &payoffs, at)?;
            let row = self.row(Some(&payoffs), at)?;
            if let Entry::Vacant(entry) = self.outcomes.entry(number) {
                entry.insert(Outcome { name, payoffs: Rc::new(payoffs), row });
            }
        }
        Ok(())
    }

    /// Reads the payoffs after a '{', separated by nothing or a comma, and the '}'.
    pub(crate) fn payoffs(&mut self) -> Result<Vec<BigRational>, EfgError> {
        let players = self.parts.players.len();
        let mut payoffs = Vec::new();
        while self.next.token != Token::Close {
            let (payoff, at) = self.number("a payoff, or '}'")?;
            payoffs.push(payoff);
            if payoffs.len() > players {
                let found = payoffs.len();
                return Err(EfgError::PayoffCount { at, found, players });
            }
            if self.next.token == Token::Comma {
                self.take()?;
            }
        }
        let at = self.take()?.at;
        let found = payoffs.len();
        if found == players { Ok(payoffs) } else { Err(EfgError::PayoffCount { at, found, players }) }
    }

    /// Adds a row to the payoff table.
    pub(crate) fn row(&mut self, payoffs: Option<&Vec<BigRational>>, at: Position) -> Result<u32, EfgError> {
        let players = self.parts.players.len();
        let row = self.parts.payoffs.len() / players;
        self.memory.row(players, at)?;
        for payoff in payoffs.into_iter().flatten() {
            match payoff.to_f64().filter(|payoff| payoff.is_finite()) {
                Some(rounded) => self.push_payoff(payoff, rounded, at)?,
                None => return Err(EfgError::PayoffTooLarge { at }),
            }
        }
        Ok(row as u32)
    }

    fn push_payoff(&mut self, exact: &BigRational, rounded: f64, at: Position) -> Result<(), EfgError> {
        let remainder = number::remainder(exact, rounded);
        if remainder != 0.0 {
            let Parts { payoffs, remainders, .. } = &mut self.parts;
            self.memory.row(payoffs.len() + 1 - remainders.len(), at)?;
            remainders.resize(payoffs.len(), 0.0);
            remainders.push(remainder);
        }
        self.parts.payoffs.push(rounded);
        Ok(())
    }
}
