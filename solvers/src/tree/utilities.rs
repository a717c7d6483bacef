//! The utilities of terminal histories, as differences from a base of each player.
//!
//! What a player gets at every terminal history decides nothing, and yet large it would take the
//! digits of what does. So the compiled game holds differences from a *base*: 0, or the player's
//! utility nearest to 0 if that is larger than the difference between any two of the player's
//! utilities. Without such an offset the differences are the utilities themselves, to the bit.

use crate::game::{Game, Player};

use super::error::CompileError;

/// The differences that a compiled game can handle. Their sums and squares over all iterations
/// stay far from the limits of `f64`.
const DIFFERENCES: std::ops::RangeInclusive<f64> = 1e-100..=1e100;
/// The part of the largest difference by which the sum of utilities may vary in a constant-sum game
/// that does not know its utilities exactly.
const TOLERANCE: f64 = 1e-9;

/// The base of a player whose utilities go from `least` to `most`, `spread` apart.
pub(crate) fn offset_of(least: f64, most: f64, spread: f64) -> f64 {
    if least > spread {
        least
    } else if most < -spread {
        most
    } else {
        0.0
    }
}

/// A utility: an `f64`, and what that lacks to the exact number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Utility {
    rounded: f64,
    remainder: f64,
}

impl Utility {
    /// The utility of `player` in a terminal state.
    fn of<G: Game>(game: &G, state: &G::State, player: usize) -> Utility {
        let player = Player::new(player as u8);
        Utility {
            rounded: game.utility(state, player),
            remainder: game.utility_remainder(state, player).unwrap_or(0.0),
        }
    }

    /// The difference from `base`.
    fn above(self, base: Utility) -> f64 {
        let (large, small) = (self.rounded - base.rounded, self.remainder - base.remainder);
        // Nothing is added to a zero, which would lose its sign.
        if small == 0.0 { large } else { large + small }
    }
}

/// The utilities of terminal histories in the order of a walk.
pub(super) struct Utilities {
    players: usize,
    /// One utility of each player for each terminal history.
    rounded: Vec<f64>,
    /// What they lack to the exact numbers; 0 beyond the end of the list.
    remainders: Vec<f64>,
    /// True if the game knows all its utilities exactly.
    exact: bool,
}

/// The utilities of a compiled game.
pub(super) struct Differences {
    /// The base of each player.
    pub(super) bases: Vec<f64>,
    /// The largest difference between two utilities of one player.
    pub(super) spread: f64,
    /// The sum of the players' utilities, if it is the same everywhere but for rounding.
    pub(super) constant_sum: Option<f64>,
    /// The sum of the players' differences, if it is the same everywhere to the bit.
    pub(super) rest: Option<f64>,
    /// The probability of chance times the difference of each player.
    pub(super) weighted: Vec<f64>,
}

impl Utilities {
    pub(super) fn new(players: usize) -> Utilities {
        Utilities { players, rounded: Vec::new(), remainders: Vec::new(), exact: true }
    }

    /// Adds a terminal history.
    pub(super) fn push<G: Game>(&mut self, game: &G, state: &G::State) -> Result<(), CompileError> {
        for player in 0..self.players {
            let Utility { rounded, remainder } = Utility::of(game, state, player);
            if !rounded.is_finite() {
                return Err(CompileError::NotFinite { player, utility: rounded });
            }
            if remainder != 0.0 {
                self.remainders.resize(self.rounded.len(), 0.0);
                self.remainders.push(remainder);
            }
            self.rounded.push(rounded);
        }
        let known = game.utility_remainder(state, Player::ZERO);
        self.exact &= known.is_some();
        Ok(())
    }

    fn get(&self, index: usize) -> Utility {
        Utility { rounded: self.rounded[index], remainder: self.remainders.get(index).copied().unwrap_or(0.0) }
    }

    /// The base of a player, and the largest difference between two of the player's utilities.
    fn base(&self, player: usize) -> Result<(Utility, f64), CompileError> {
        let utilities = (player..self.rounded.len()).step_by(self.players);
        let mut utilities = utilities.map(|index| self.get(index));
        let first = utilities.next().unwrap_or_default();
        let (least, most) = utilities.fold((first, first), |(least, most), next| {
            (if next.above(least) < 0.0 { next } else { least }, if next.above(most) > 0.0 { next } else { most })
        });
        let spread = most.above(least);
        if spread > 0.0 && !DIFFERENCES.contains(&spread) {
            return Err(CompileError::Spread { player, spread });
        }
        let nearest = match offset_of(least.rounded, most.rounded, spread) {
            0.0 => Utility::default(),
            offset if offset > 0.0 => least,
            _ => most,
        };
        Ok((nearest, spread))
    }

    /// The differences, weighted by the probability of chance at each terminal history.
    pub(super) fn differences(self, chances: &[f64]) -> Result<Differences, CompileError> {
        let bases: Result<Vec<_>, _> = (0..self.players).map(|player| self.base(player)).collect();
        let bases = bases?;
        let spread = bases.iter().map(|(_, spread)| *spread).fold(0.0, f64::max);
        let (mut least, mut most, mut largest) = (f64::INFINITY, f64::NEG_INFINITY, 0.0_f64);
        let mut weighted = Vec::with_capacity(self.rounded.len());
        for (leaf, chance) in chances.iter().enumerate() {
            let mut sum = 0.0;
            for (player, (base, _)) in bases.iter().enumerate() {
                let utility = self.get(leaf * self.players + player);
                let above = utility.above(*base);
                largest = largest.max(utility.rounded.abs());
                weighted.push(chance * above);
                sum += above;
            }
            (least, most) = (least.min(sum), most.max(sum));
        }
        let rounding = 8.0 * f64::EPSILON * self.players as f64;
        let tolerance = if self.exact { rounding * spread } else { TOLERANCE * spread + rounding * largest };
        let offsets: f64 = bases.iter().map(|(base, _)| base.rounded).sum();
        let constant = most - least <= tolerance;
        Ok(Differences {
            spread,
            constant_sum: constant.then_some(offsets + least),
            rest: (least.to_bits() == most.to_bits()).then_some(least),
            weighted,
            bases: bases.iter().map(|(base, _)| base.rounded).collect(),
        })
    }
}
