//! The reader of strategic games: players choose once, without seeing each other's choices.
//!
//! Source: "The strategic game (.nfg) file format, payoff version" and "outcome version" in the documentation of
//! Gambit. After the players come their strategies, by name or by number, and a comment. Then comes one entry for each
//! combination of strategies, in an order in which the first player's strategy changes fastest: all players' payoffs,
//! or the number of an outcome in a list that comes before, where 0 is none.

use crate::error::EfgError;
use crate::lexer::Token;
use crate::parser::Parser;
use crate::parts::{Move, Node};

/// The strategies of a player.
enum Strategies {
    Named(Vec<String>),
    /// So many without names.
    Counted(u64),
}

impl Strategies {
    fn count(&self) -> u64 {
        match self {
            Strategies::Named(names) => names.len() as u64,
            Strategies::Counted(count) => *count,
        }
    }
}

impl Parser<'_> {
    /// Reads the rest of a strategic game after `NFG`.
    pub(crate) fn strategic(&mut self) -> Result<(), EfgError> {
        self.expect(&Token::Number("1"), "1, the version of the format")?;
        self.title_and_players()?;
        let strategies = self.strategies()?;
        self.comment()?;
        let rows = if self.next.token == Token::Open { self.outcome_rows()? } else { self.payoff_rows()? };
        let counts = strategies.iter().map(|one| u128::from(one.count()));
        let cells = counts.fold(1_u128, u128::saturating_mul);
        if cells != rows.len() as u128 {
            return Err(EfgError::CellCount { at: self.next.at, found: rows.len(), cells });
        }
        // There is an entry in the file for each strategy, so their number is no danger.
        for (player, strategies) in strategies.into_iter().enumerate() {
            let described = Move {
                player: Some(player),
                number: 1,
                name: None,
                actions: match strategies {
                    Strategies::Named(names) => names,
                    Strategies::Counted(count) => vec![String::new(); count as usize],
                },
                probabilities: Vec::new(),
            };
            self.memory.set(&described, self.next.at)?;
            self.parts.moves.push(described);
        }
        if self.parts.players.len() >= self.depth {
            return Err(EfgError::TooDeep { at: self.next.at, limit: self.depth });
        }
        self.choose(0, &rows, (0, 1))?;
        Ok(())
    }

    fn strategies(&mut self) -> Result<Vec<Strategies>, EfgError> {
        self.expect(&Token::Open, "'{' and the strategies")?;
        let mut strategies = Vec::new();
        while self.next.token != Token::Close {
            let at = self.next.at;
            let found = if self.next.token == Token::Open {
                self.take()?;
                let mut names = Vec::new();
                while self.next.token != Token::Close {
                    names.push(self.label("the name of a strategy, or '}'")?);
                }
                self.take()?;
                Strategies::Named(names)
            } else {
                Strategies::Counted(self.whole("the strategies of a player, or '}'")?.0)
            };
            if found.count() == 0 {
                return Err(EfgError::NoActions { at });
            }
            strategies.push(found);
        }
        let at = self.take()?.at;
        let (found, players) = (strategies.len(), self.parts.players.len());
        if found == players { Ok(strategies) } else { Err(EfgError::StrategyLists { at, found, players }) }
    }

    /// Reads the payoffs of all combinations, and returns the row of each in the payoff table.
    fn payoff_rows(&mut self) -> Result<Vec<u32>, EfgError> {
        let players = self.parts.players.len();
        let (mut rows, mut payoffs) = (Vec::new(), Vec::new());
        while self.next.token != Token::End {
            let (payoff, at) = self.number("a payoff")?;
            payoffs.push(payoff);
            self.skip_comma()?;
            if payoffs.len() == players {
                rows.push(self.row(Some(&payoffs), at)?);
                payoffs.clear();
            }
        }
        if payoffs.is_empty() {
            return Ok(rows);
        }
        let (at, found) = (self.next.at, payoffs.len());
        Err(EfgError::PayoffCount { at, found, players })
    }

    /// Reads a list of outcomes and their numbers, and returns what [`Parser::payoff_rows`] does.
    fn outcome_rows(&mut self) -> Result<Vec<u32>, EfgError> {
        self.take()?;
        // Outcome 0 is none, and the first row of the table is a payoff of 0 for everybody.
        let mut outcomes = vec![0];
        while self.next.token != Token::Close {
            let at = self.expect(&Token::Open, "'{' and an outcome, or '}'")?;
            self.label("the name of the outcome in quotes (it may be \"\")")?;
            self.skip_comma()?;
            let payoffs = self.payoffs()?;
            outcomes.push(self.row(Some(&payoffs), at)?);
        }
        self.take()?;
        let mut rows = Vec::new();
        while self.next.token != Token::End {
            let (number, at) = self.whole("the number of an outcome")?;
            self.skip_comma()?;
            let outcome = usize::try_from(number).ok().and_then(|number| outcomes.get(number));
            rows.push(*outcome.ok_or(EfgError::UndefinedOutcome { at, number })?);
        }
        Ok(rows)
    }

    fn skip_comma(&mut self) -> Result<(), EfgError> {
        if self.next.token == Token::Comma {
            self.take()?;
        }
        Ok(())
    }

    /// Adds the node at which `player` chooses, and those below. The entries of the players before
    /// lie at `first`, and two strategies of this player are `step` entries apart.
    fn choose(&mut self, player: usize, rows: &[u32], (first, step): (usize, usize)) -> Result<u32, EfgError> {
        let node = self.next_node(self.next.at)?;
        let Some(described) = self.parts.moves.get(player) else {
            self.parts.nodes.push(Node::Terminal { row: rows[first] });
            return Ok(node);
        };
        let count = described.actions.len();
        self.parts.nodes.push(Node::Move { set: 0, first: 0 });
        let children = (0..count).map(|strategy| {
            let place = (first + strategy * step, step * count);
            self.choose(player + 1, rows, place)
        });
        let children: Vec<u32> = children.collect::<Result<_, _>>()?;
        self.parts.nodes[node as usize] = Node::Move { set: player as u32, first: self.parts.children.len() as u32 };
        self.parts.children.extend(children);
        Ok(node)
    }
}
