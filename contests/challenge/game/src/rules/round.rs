//! A round: games between the same two sides until one side leads by enough.

/// The lead in games that wins a round.
pub const GAMES_AHEAD: u32 = 5;
/// The number of games that wins a round, whatever the lead.
pub const GAMES_TO_WIN: u32 = 21;

/// The score of a round between side 0 and side 1. Sides are not players. The side that leads a
/// game's first hand is player 0 of that game. The sides alternate as player 0, and side 0 begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Round {
    wins: [u32; 2],
}

impl Round {
    /// A round in which each side has already won this many games.
    pub fn at(wins: [u32; 2]) -> Round {
        Round { wins }
    }

    /// Games won by `side`.
    pub fn wins(&self, side: usize) -> u32 {
        self.wins[side]
    }

    /// Games played.
    pub fn games(&self) -> u32 {
        self.wins[0] + self.wins[1]
    }

    /// The side that leads the first hand of the next game.
    pub fn first_lead(&self) -> usize {
        (self.games() % 2) as usize
    }

    /// Counts a game won by `side`. Does nothing after the end of the round.
    pub fn record_win(&mut self, side: usize) {
        if self.winner().is_none() {
            self.wins[side] += 1;
        }
    }

    /// The side that has won: 5 games ahead, or 21 games.
    pub fn winner(&self) -> Option<usize> {
        (0..2).find(|&side| {
            let (own, other) = (self.wins[side], self.wins[1 - side]);
            own >= other + GAMES_AHEAD || own >= GAMES_TO_WIN
        })
    }
}
