//! `search`: beyond card counting.
//!
//! | noun | file |
//! |---|---|
//! | the hands that the others may hold | `worlds` |
//! | a round with all hands open | `open_round` |
//! | how it is likely to end | `playout` |
//! | its last tricks, exactly | `endgame` |
//! | what points are worth in a game to 300 | `standing` |

mod endgame;
mod open_round;
mod playout;
mod standing;
mod worlds;

pub use endgame::solve;
pub use open_round::{OpenRound, unlike};
pub use playout::play_out;
pub use standing::Standing;
pub use worlds::Worlds;

use std::time::Duration;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Agent, Random, Sight};
use crate::contests::in_time::in_time;
use crate::contests::tricky_eights::rules::{Card, CardSet, Phase};
use crate::contests::{AgentError, AgentSpec};

/// Worlds between two looks at the clock.
const AT_A_TIME: u32 = 4;

/// How [`Search`] searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchOptions {
    /// Worlds looked at for a decision, at most.
    pub worlds: u32,
    /// Time for a decision, if it is limited. What is played then depends on the machine.
    pub time: Option<Duration>,
    /// Tricks at the end of a round that are solved.
    pub exact: u8,
}

impl SearchOptions {
    /// What is used where nothing is said.
    pub const DEFAULT: SearchOptions = SearchOptions {
        worlds: 50,
        time: None,
        exact: 2,
    };

    /// What `spec` asks for: options `worlds`, `time` (milliseconds) and `exact`.
    ///
    /// # Errors
    ///
    /// [`AgentError`] names the option that is not understood.
    pub fn from_spec(spec: &AgentSpec) -> Result<SearchOptions, AgentError> {
        spec.allow_options(&["worlds", "time", "exact"])?;
        let mut options = SearchOptions::DEFAULT;
        if let Some(worlds) = spec.number("worlds", 1.0..=1e6)? {
            options.worlds = worlds as u32;
        }
        options.time = spec.milliseconds("time")?;
        if let Some(exact) = spec.number("exact", 1.0..=5.0)? {
            options.exact = exact as u8;
        }
        Ok(options)
    }
}

/// Looks at hands that the others may hold ([`Worlds`]), and in each of them plays the round out after
/// every card it may take or play ([`play_out`]): determinization (Ginsberg, 2001: GIB) with max^n
/// (Luckhardt and Irani, 1986) for the last tricks, where each of the four is after its own points. The
/// card with the best chance to win the game on average ([`Standing`]) is taken or played, so that a
/// point counts for more where it decides the game, and the leader is kept down near the end.
///
/// It so believes that everybody will know all hands from the next card on (strategy fusion: Frank and
/// Basin, 1998), and takes no hint from what others took or led. One tree over all worlds (Cowling,
/// Powley and Whitehouse, 2012: ISMCTS) with the same playouts won no more points in the same time: 6.93
/// a round against three `card-counter`, where this had 7.15 (each within 0.2).
///
/// # Time
///
/// The first take looks at twelve cards in each world and costs most: 4 ms with [`SearchOptions::DEFAULT`]
/// on one core here; a card of the middle of a round costs less than
/// 1 ms. A machine a hundred times slower takes 0.4 s for the first take, a tenth of the 4 s that the contest allows.
/// Option `time` is for machines slower still: it stops between worlds, never before the first.
#[derive(Clone, Debug)]
pub struct Search {
    options: SearchOptions,
    rng: Xoshiro256PlusPlus,
    chance: Random,
}

impl Search {
    /// The agent whose chance is a function of `seed`.
    pub fn new(options: SearchOptions, seed: u64) -> Search {
        Search {
            options,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            chance: Random::new(seed),
        }
    }
}

impl Search {
    /// The sum over worlds of the chance to win the game with each of `cards`, by the card's index.
    fn sums(&mut self, sight: &Sight<'_>, cards: CardSet) -> [f64; Card::COUNT] {
        let numbers = in_time(self.options.worlds, self.options.time, AT_A_TIME);
        let worlds = Worlds::of(sight);
        let standing = Standing::new(sight.scores);
        let player = sight.seat.index();
        let mut sums = [0.0; Card::COUNT];
        for _ in numbers {
            let round = OpenRound::new(sight, worlds.draw(&mut self.rng));
            for card in cards {
                let mut next = round.clone();
                next.apply(card);
                let points = play_out(next, self.options.exact);
                sums[card.index()] += standing.chance(points, player);
            }
        }
        sums
    }
}

/// The legal cards, but of those alike as far as the player knows only the lowest.
fn candidates(sight: &Sight<'_>) -> CardSet {
    let legal = sight.legal();
    let row = match sight.board.phase() {
        Phase::Tricks(_) => sight.board.row().cards(),
        _ => return legal,
    };
    let known = sight.others().map(|player| sight.board.known(player));
    let out = known.fold(sight.unseen(), CardSet::union);
    unlike(legal, out.union(row.iter().copied().collect()))
}

impl Agent for Search {
    fn choose(&mut self, sight: &Sight<'_>) -> Card {
        let cards = candidates(sight);
        if cards.len() < 2 {
            return self.chance.one_of(cards);
        }
        let sums = self.sums(sight, cards);
        let most = cards
            .iter()
            .map(|card| sums[card.index()])
            .fold(0.0, f64::max);
        let best = |card: &Card| sums[card.index()] >= most;
        self.chance.one_of(cards.iter().filter(best).collect())
    }
}
