//! `search`: a tree of one's own decisions, over what the other may hold and how he may play.
//!
//! | noun | file |
//! |---|---|
//! | how the other may bid and play | `ways` |
//! | what he may hold, and which of these is likely | `beliefs` |
//! | one's own decisions and what came of them | `tree` |
//! | the last two rounds, solved from what both may hold | `last_two` |

mod beliefs;
mod last_two;
mod tree;
mod ways;

use std::time::Duration;

use arrayvec::ArrayVec;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;

use self::beliefs::{Beliefs, Other};
use self::tree::{Tree, Walk};
pub use self::ways::Way;
use super::chance::Chance;
use super::{Agent, Expert, ExpertOptions, Sight, objective};
use crate::contests::in_time::in_time;
use crate::contests::skullwhist::rules::{Card, Cards, MISSING_BID, State, Trick};
use crate::contests::skullwhist::search::{Objective, OpenHands};
use crate::contests::{AgentError, AgentSpec};
use cardsharp_solvers::game::Player;
use cardsharp_solvers::strategy::drawn;

/// Games between two looks at the clock.
const AT_A_TIME: u32 = 64;
/// Positions each agent's solver remembers, as a power of two: 4 MiB.
const TABLE_LOG2: u32 = 18;
/// No difference of scores is larger: one bids 13 and takes all, the other bids 13 and takes none.
const LARGEST_DIFFERENCE: f64 = 260.0;

/// How [`Search`] searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchOptions {
    /// Games played out in thought for a decision, at most.
    pub games: u32,
    /// Time for a decision, if it is limited. What is played then depends on the machine.
    pub time: Option<Duration>,
    /// What it is after.
    pub objective: Objective,
    /// How the other is known to play, if that is known.
    pub against: Option<Way>,
    /// Whether the last two rounds are solved from what both players may hold, instead of played out.
    pub exact: bool,
}

impl SearchOptions {
    /// What is used where nothing is said.
    pub const DEFAULT: SearchOptions = SearchOptions {
        games: 5000,
        time: None,
        objective: Objective::Win,
        against: None,
        exact: false,
    };

    /// What `spec` asks for: options `games`, `time` (milliseconds), `objective`, `against`, the name
    /// of a [`Way`], and `exact`, the rounds at the end that are solved from ranges, 0 or 2.
    ///
    /// # Errors
    ///
    /// [`AgentError`] names the option that is not understood.
    pub fn from_spec(spec: &AgentSpec) -> Result<SearchOptions, AgentError> {
        spec.allow_options(&["games", "time", "objective", "against", "exact"])?;
        let mut options = SearchOptions::DEFAULT;
        if let Some(games) = spec.number("games", 1.0..=1e7)? {
            options.games = games as u32;
        }
        options.time = spec.milliseconds("time")?;
        options.objective = objective(spec)?;
        let way = spec.choice("against", &Way::ALL.map(Way::name))?;
        options.against = way.map(|place| Way::ALL[place]);
        options.exact = spec.choice("exact", &["0", "2"])? == Some(1);
        Ok(options)
    }

    /// How the other may play.
    fn ways(&self) -> &[Way] {
        match &self.against {
            Some(way) => std::slice::from_ref(way),
            None => &Way::ALL,
        }
    }

    /// The hand-written player who is after the same.
    fn expert(self) -> Expert {
        Expert::new(ExpertOptions {
            objective: self.objective,
        })
    }
}

/// Plays many games in thought to find what to do in this one: partially observable Monte-Carlo planning
/// (Silver and Veness, 2010), on the tree of one's own information sets (Cowling, Powley and Whitehouse,
/// 2012: ISMCTS).
///
/// Each begins with one whom the other may be, a hand and a way to play, as likely as what he has
/// bid and played makes him (`beliefs`). He plays in his way, without seeing the own hand; the own
/// decisions are chosen by what came of them in earlier games with the same cards seen, or beyond the
/// tree as [`Expert`] does. Against a skilled other the game is solved with open hands instead after
/// the first decision, as [`Determinize`](super::Determinize) does it: so nothing is hoped for from a
/// good player but what the hands give, and from a weak one what he gives away.
pub struct Search {
    options: SearchOptions,
    solver: OpenHands,
    chance: Chance,
}

impl Search {
    /// The agent with this seed.
    pub fn new(options: SearchOptions, seed: u64) -> Search {
        Search {
            options,
            solver: OpenHands::new(TABLE_LOG2),
            chance: Chance::new(seed),
        }
    }

    /// A card drawn from what solving the last two rounds says.
    fn solve(&self, sight: &Sight) -> Option<Card> {
        let options = &self.options;
        let shares = last_two::solved(sight, options.objective, options.ways(), options.expert())?;
        let share: f64 = self.chance.roll(sight).random();
        let place = drawn(shares.iter().map(|&(_, share)| share), share)?;
        shares.get(place).map(|&(card, _)| card)
    }

    /// What was best in most games that began here, if any could be.
    fn decide(&mut self, sight: &Sight, choices: impl Iterator<Item = u8>) -> Option<u8> {
        let numbers = in_time(self.options.games, self.options.time, AT_A_TIME);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.chance.roll(sight).random());
        let mut thought = Thought {
            sight,
            objective: self.options.objective,
            expert: self.options.expert(),
            solver: &mut self.solver,
            tricks: FxHashMap::default(),
            cards: FxHashMap::default(),
            tree: Tree::new(choices),
        };
        let beliefs = Beliefs::of(sight, self.options.ways(), thought.expert, &mut rng);
        for _ in numbers {
            thought.game(beliefs.draw(&mut rng)?, &mut rng)?;
        }
        thought.tree.most_tried()
    }
}

impl Agent for Search {
    fn start_game(&mut self) {
        self.chance.start_game();
    }

    fn bid(&mut self, sight: &Sight) -> u8 {
        let bids = 1..=sight.game.hand_size();
        let decided = self.decide(sight, bids);
        decided.unwrap_or_else(|| self.options.expert().bid(sight))
    }

    fn play(&mut self, sight: &Sight) -> Option<Card> {
        let playable = sight.playable();
        if playable.len() < 2 {
            return playable.first();
        }
        let last_two = self.options.exact && sight.hand.len() == 2;
        let solved = last_two.then(|| self.solve(sight)).flatten();
        solved
            .or_else(|| card_at(self.decide(sight, places(playable))?, playable))
            // Where no hand of the other fits what was seen, nothing can be decided.
            .or_else(|| self.options.expert().play(sight))
    }
}

fn places(cards: Cards) -> impl Iterator<Item = u8> {
    cards.into_iter().map(Card::place)
}

fn card_at(place: u8, of: Cards) -> Option<Card> {
    of.into_iter().find(|card| card.place() == place)
}

/// What is thought about one decision.
struct Thought<'a> {
    sight: &'a Sight,
    objective: Objective,
    expert: Expert,
    solver: &'a mut OpenHands,
    /// By the other's hand: the tricks that one takes with open hands.
    tricks: FxHashMap<Cards, u8>,
    /// By the other's hand: what each card is worth with open hands, by its place.
    cards: FxHashMap<Cards, [f32; 64]>,
    tree: Tree,
}

impl Thought<'_> {
    /// One game against this other.
    fn game(&mut self, other: Other, rng: &mut impl Rng) -> Option<()> {
        let mut walk = Walk::default();
        let state = self.sight.with_other(other.held).ok()?;
        let worth = match (other.way, self.sight.bids[0]) {
            (Way::Skilled, None) => self.bid_for_open_hands(&mut walk, state, other, rng)?,
            (Way::Skilled, Some(_)) => self.open_hands(&mut walk, &state, other.held)?,
            _ => self.played_out(&mut walk, state, other.way, rng)?,
        };
        self.tree.learn(&walk, worth);
        Some(())
    }

    /// Bids, and takes the tricks that the hands give.
    fn bid_for_open_hands(
        &mut self,
        walk: &mut Walk,
        state: State,
        other: Other,
        rng: &mut impl Rng,
    ) -> Option<f64> {
        let rounds = self.sight.game.hand_size();
        let bid = self.tree.choose(walk, 1..=rounds)?;
        let others_bid = other
            .way
            .bid(&self.sight.others_first(other.held), self.expert, rng);
        let solver = &mut *self.solver;
        let tricks = self.tricks.entry(other.held);
        let own = *tricks.or_insert_with(|| solver.tricks_of(self.sight.seat, &state));
        Some(self.worth([bid, others_bid], [own, rounds - own]))
    }

    /// Plays a card, and takes what the hands give after it.
    fn open_hands(&mut self, walk: &mut Walk, state: &State, held: Cards) -> Option<f64> {
        let card = self.tree.choose(walk, places(state.playable()))?;
        let solver = &mut *self.solver;
        let objective = self.objective;
        let solved = self.cards.entry(held).or_insert_with(|| {
            let mut worth = [0.0; 64];
            for (card, value) in solver.solve(state, objective).cards {
                worth[usize::from(card.place())] = scaled(objective, value) as f32;
            }
            worth
        });
        Some(f64::from(solved[usize::from(card)]))
    }

    /// Plays the game to its end.
    fn played_out(
        &mut self,
        walk: &mut Walk,
        mut state: State,
        way: Way,
        rng: &mut impl Rng,
    ) -> Option<f64> {
        let [me, other] = [self.sight.seat, self.sight.seat.opponent()];
        let mut rounds: ArrayVec<Trick, 13> = self.sight.rounds.clone();
        if self.sight.bids[0].is_none() {
            let bids = 1..=self.sight.game.hand_size();
            let others_bid = way.bid(&Sight::of(&state, other, &rounds), self.expert, rng);
            state.bid(me, self.tree.choose(walk, bids)?).ok()?;
            state.bid(other, others_bid).ok()?;
            walk.saw(others_bid);
        }
        while let Some(player) = state.to_play() {
            let view = Sight::of(&state, player, &rounds);
            let card = if player == other {
                let card = way.card(&view, self.expert, rng)?;
                walk.saw(card.place());
                card
            } else {
                let playable = view.playable();
                match self.tree.choose(walk, places(playable)) {
                    Some(place) => card_at(place, playable)?,
                    None => self.expert.play(&view)?,
                }
            };
            rounds.extend(state.play(player, card).ok()?.trick);
        }
        let bids = state.bids().map(|bid| bid.unwrap_or(MISSING_BID));
        let mine = |pair: [u8; 2]| [me, other].map(|player: Player| pair[player.index()]);
        Some(self.worth(mine(bids), mine(state.tricks())))
    }

    /// What a game is worth, 0 to 1, from bids and tricks of oneself and the other.
    fn worth(&self, bids: [u8; 2], tricks: [u8; 2]) -> f64 {
        scaled(self.objective, self.objective.worth(bids, tricks))
    }
}

fn scaled(objective: Objective, value: i32) -> f64 {
    let largest = match objective {
        Objective::Win => 1.0,
        Objective::Difference => LARGEST_DIFFERENCE,
    };
    (f64::from(value) / largest + 1.0) / 2.0
}
