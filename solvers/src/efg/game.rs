//! A game that was read from an extensive-form file.

use cardsharp_gambit::{EfgError, Limits, Move, Parts, Position, Rounded, read};
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use super::names::distinct;
use crate::built::{self, BuiltGame, BuiltNode, Chance, ImperfectRecall, MAX_DEPTH, Node, Set};
use crate::game::{Fraction, Game, InfosetKey, Player, Turn};

impl Chance {
    fn new(exact: &BigRational) -> Chance {
        let fraction = exact.numer().to_u64().zip(exact.denom().to_u64());
        Chance {
            // The contract of a game requires a positive probability, however small.
            probability: exact.to_f64().unwrap_or(0.0).max(f64::MIN_POSITIVE),
            fraction: fraction.map(|(numerator, denominator)| Fraction { numerator, denominator }),
        }
    }
}

/// A game that was read from a file, in extensive form: any number of players, any payoffs. A
/// strategic game (.nfg) has one information set for each player.
///
/// A file may hold a game without perfect recall. The solvers and best responses of this crate are
/// not valid for such a game: see [`EfgGame::check_perfect_recall`].
#[derive(Clone, Debug)]
pub struct EfgGame {
    title: String,
    comment: String,
    players: Vec<String>,
    game: BuiltGame,
    rounded: Option<Rounded>,
    bytes: u64,
}

impl EfgGame {
    /// Reads a file, an extensive game (.efg) or a strategic one (.nfg).
    ///
    /// # Errors
    /// The error of a file that is not a complete and consistent game, with its line and column.
    pub fn parse(text: &str) -> Result<EfgGame, EfgError> {
        EfgGame::parse_text(text, u64::MAX)
    }

    fn parse_text(text: &str, allowed: u64) -> Result<EfgGame, EfgError> {
        let limits = Limits { bytes: allowed, depth: MAX_DEPTH };
        read(text, &limits).map(EfgGame::assemble)
    }

    /// Reads the bytes of a file, which must be UTF-8.
    ///
    /// # Errors
    /// [`EfgError::NotUtf8`], and the errors of [`EfgGame::parse`].
    pub fn parse_bytes(bytes: &[u8]) -> Result<EfgGame, EfgError> {
        EfgGame::parse_within(bytes, u64::MAX)
    }

    /// Reads the bytes of a file, which must be UTF-8. While it is read, the game takes about
    /// `allowed` bytes of memory at most, besides the file itself.
    ///
    /// # Errors
    /// [`EfgError::TooLarge`], [`EfgError::NotUtf8`], and the errors of [`EfgGame::parse`].
    pub fn parse_within(bytes: &[u8], allowed: u64) -> Result<EfgGame, EfgError> {
        match std::str::from_utf8(bytes) {
            Ok(text) => EfgGame::parse_text(text, allowed),
            Err(error) => {
                let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
                let last = good.rsplit('\n').next().unwrap_or_default();
                let at =
                    Position { line: good.matches('\n').count() as u64 + 1, column: last.chars().count() as u64 + 1 };
                Err(EfgError::NotUtf8 { at })
            }
        }
    }

    fn assemble(parts: Parts) -> EfgGame {
        let players = distinct(parts.players, |index| format!("Player {}", index + 1));
        EfgGame {
            title: parts.title,
            comment: parts.comment,
            game: BuiltGame::assemble(built::Parts {
                players: players.len(),
                sets: sets(parts.moves),
                nodes: parts.nodes.into_iter().map(node).collect(),
                children: parts.children,
                payoffs: parts.payoffs,
                remainders: Some(parts.remainders),
            }),
            players,
            rounded: parts.rounded,
            bytes: parts.bytes,
        }
    }

    /// The title of the game.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The comment after the players; empty if there is none.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// The players' names, in order; "Player 1" and so on if the file has none.
    pub fn player_names(&self) -> &[String] {
        &self.players
    }

    /// The number of nodes of the game. Nodes that never happen are not counted.
    pub fn nodes(&self) -> usize {
        self.game.nodes()
    }

    /// The chance events of the file whose probabilities summed to 1 only to within 1e-9, and were
    /// divided by their sum; `None` if there are none.
    pub fn rounded(&self) -> Option<Rounded> {
        self.rounded
    }

    /// The bytes of memory that the game has taken while it was read, about.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The number of information sets of a player in the file.
    pub fn infosets(&self, player: Player) -> usize {
        self.game.infosets(player)
    }

    /// Checks perfect recall: that every player remembers all own moves and observations.
    ///
    /// # Errors
    /// [`EfgError::ImperfectRecall`] with an information set whose player does not.
    pub fn check_perfect_recall(&self) -> Result<(), EfgError> {
        let checked = self.game.check_perfect_recall();
        checked.map_err(|ImperfectRecall { infoset }| EfgError::ImperfectRecall { infoset })
    }
}

fn node(read: cardsharp_gambit::Node) -> Node {
    match read {
        cardsharp_gambit::Node::Terminal { row } => Node::Terminal { row },
        cardsharp_gambit::Node::Move { set, first } => Node::Move { set, first },
    }
}

fn sets(moves: Vec<Move>) -> Vec<Set> {
    // Chance events need no names, and must not take names from the players' sets.
    let named = moves.iter().filter_map(|set| Some((set, set.player?)));
    let (names, defaults): (Vec<_>, Vec<_>) = named
        .map(|(set, player)| {
            let name = set.name.clone().unwrap_or_default();
            (name, format!("({},{})", player + 1, set.number))
        })
        .unzip();
    let mut names = distinct(names, |index| defaults[index].clone()).into_iter();
    let sets = moves.into_iter().map(|set| {
        let name = set.player.and_then(|_| names.next()).unwrap_or_default();
        let mut actions = distinct(set.actions, |index| (index + 1).to_string());
        let mut happens = set.probabilities.iter().map(|chance| !chance.is_zero());
        actions.retain(|_| happens.next().unwrap_or(true));
        let positive = set.probabilities.iter().filter(|chance| !chance.is_zero());
        Set {
            player: set.player.map(|player| Player::new(player as u8)),
            name,
            actions,
            chances: positive.map(Chance::new).collect(),
        }
    });
    sets.collect()
}

impl Game for EfgGame {
    type State = BuiltNode;

    fn players(&self) -> usize {
        self.game.players()
    }

    fn root(&self) -> BuiltNode {
        self.game.root()
    }

    fn turn(&self, state: &BuiltNode) -> Turn {
        self.game.turn(state)
    }

    fn child(&self, state: &BuiltNode, index: usize) -> BuiltNode {
        self.game.child(state, index)
    }

    fn chance_probability(&self, state: &BuiltNode, index: usize) -> f64 {
        self.game.chance_probability(state, index)
    }

    fn utility(&self, state: &BuiltNode, player: Player) -> f64 {
        self.game.utility(state, player)
    }

    fn utility_remainder(&self, state: &BuiltNode, player: Player) -> Option<f64> {
        self.game.utility_remainder(state, player)
    }

    fn utility_bounds(&self) -> (f64, f64) {
        self.game.utility_bounds()
    }

    fn infoset(&self, state: &BuiltNode) -> InfosetKey {
        self.game.infoset(state)
    }

    fn chance_fraction(&self, state: &BuiltNode, index: usize) -> Option<Fraction> {
        self.game.chance_fraction(state, index)
    }

    fn action_name(&self, state: &BuiltNode, index: usize) -> String {
        self.game.action_name(state, index)
    }

    fn infoset_name(&self, state: &BuiltNode) -> String {
        self.game.infoset_name(state)
    }
}
