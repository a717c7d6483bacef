//! The value of the next point.

/// The probability of winning the game after each outcome of the hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stakes {
    /// After winning the point.
    pub up: f64,
    /// After no point.
    pub same: f64,
    /// After the opponent has won the point.
    pub down: f64,
}

/// The share of hands that decide the game at once by an accepted challenge, half of them for
/// either player. They make a point worth less than in a plain race to ten. The value is set so
/// that a point at 0-0 is worth about as much as in equilibrium (0.56).
const DECIDED_AT_ONCE: f64 = 0.1;
/// Points that win the game.
const TO_WIN: usize = cardsharp_challenge_game::rules::POINTS_TO_WIN as usize;

impl Stakes {
    /// The stakes at this score, the player's own points first. The model is a race to ten points
    /// in which each player wins every hand with equal probability.
    pub fn at(own: u8, theirs: u8) -> Stakes {
        let (own, theirs) = (usize::from(own), usize::from(theirs));
        let chances = race();
        let at = |own: usize, theirs: usize| chances[own.min(TO_WIN)][theirs.min(TO_WIN)];
        Stakes { up: at(own + 1, theirs), same: at(own, theirs), down: at(own, theirs + 1) }
    }

    /// The probability of winning the game after this result of the hand: 1 won, 0 tied, -1 lost.
    pub fn of_point(&self, result: i8) -> f64 {
        match result {
            1 => self.up,
            0 => self.same,
            _ => self.down,
        }
    }

    /// The same if a challenge was accepted.
    pub fn of_game(&self, result: i8) -> f64 {
        match result {
            1 => 1.0,
            0 => self.same,
            _ => 0.0,
        }
    }

    /// The stakes of the opponent.
    pub fn swapped(&self) -> Stakes {
        Stakes { up: 1.0 - self.down, same: 1.0 - self.same, down: 1.0 - self.up }
    }
}

fn race() -> [[f64; TO_WIN + 1]; TO_WIN + 1] {
    let mut chances = [[0.0; TO_WIN + 1]; TO_WIN + 1];
    for own in (0..=TO_WIN).rev() {
        for theirs in (0..=TO_WIN).rev() {
            chances[own][theirs] = if own == TO_WIN {
                1.0
            } else if theirs == TO_WIN {
                0.0
            } else {
                let next = (chances[own + 1][theirs] + chances[own][theirs + 1]) / 2.0;
                DECIDED_AT_ONCE / 2.0 + (1.0 - DECIDED_AT_ONCE) * next
            };
        }
    }
    chances
}

#[cfg(test)]
#[path = "../../../tests/unit/agents/expert/stakes.rs"]
mod tests;
