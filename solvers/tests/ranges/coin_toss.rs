//! The game with which N. Brown and T. Sandholm, "Safe and nested subgame solving for imperfect-information games",
//! NIPS 2017, show that a subgame cannot be solved in isolation. A coin is tossed, and only the first player sees it.
//! The first player sells it, for 0.5 if it shows heads and for -0.5 if tails, or plays. After a play the second player
//! guesses. The first player pays 1 for a right guess and gets 1 for a wrong one. The right guess depends on the
//! prices, which are not part of the subgame after a play.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{DecisionLayout, RangeGame, RangeTurn};

/// The price of the coin: heads, tails.
pub const SOLD: [f32; 2] = [0.5, -0.5];

/// The game.
pub struct CoinToss;

/// The actions so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toss {
    Tossed,
    Sold,
    Played,
    /// The guess of the second player.
    Guessed(usize),
}

impl RangeGame for CoinToss {
    type Public = Toss;

    fn root(&self) -> Toss {
        Toss::Tossed
    }

    fn prior(&self, player: Player, out: &mut [f32]) {
        out.fill(if player == Player::ZERO { 0.5 } else { 1.0 });
    }

    fn hands(&self, _: &Toss, player: Player) -> usize {
        if player == Player::ZERO { 2 } else { 1 }
    }

    fn turn(&self, public: &Toss) -> RangeTurn {
        match public {
            Toss::Tossed => RangeTurn::Decision { player: Player::ZERO },
            Toss::Played => RangeTurn::Decision { player: Player::ONE },
            Toss::Sold | Toss::Guessed(_) => RangeTurn::Terminal,
        }
    }

    fn layout(&self, public: &Toss) -> DecisionLayout<'_> {
        let hands = if *public == Toss::Tossed { 2 } else { 1 };
        DecisionLayout { moved: &[], run: 1, kept: 2, uniform: &[0.5; 2][..hands] }
    }

    fn act(&self, public: &Toss, action: usize) -> Toss {
        match (public, action) {
            (Toss::Tossed, 0) => Toss::Sold,
            (Toss::Tossed, _) => Toss::Played,
            _ => Toss::Guessed(action),
        }
    }

    fn evaluate(&self, public: &Toss, player: Player, other: &[f32], out: &mut [f32], _: &mut [f32]) {
        let value = |coin: usize| match *public {
            Toss::Guessed(guess) if guess == coin => -1.0,
            Toss::Guessed(_) => 1.0,
            _ => SOLD[coin],
        };
        if player == Player::ZERO {
            for (coin, out) in out.iter_mut().enumerate() {
                *out = other[0] * value(coin);
            }
        } else {
            out[0] = -(0..2).map(|coin| other[coin] * value(coin)).sum::<f32>();
        }
    }
}
