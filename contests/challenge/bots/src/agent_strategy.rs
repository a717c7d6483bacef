//! The exact exploitability of an agent in a small member of the family, of which every deal is listed.

use std::collections::HashMap;
use std::time::Duration;

use cardsharp_solvers::best_response::best_response;
use cardsharp_solvers::game::{Game as _, InfosetKey, Player, Turn};
use cardsharp_solvers::strategy::Strategy;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use thiserror::Error;

use crate::ChallengeGame;
use crate::agents::Agent;
use cardsharp_challenge_game::observation::{HandSeen, Observation};
use cardsharp_challenge_game::rules::{BadStack, Game, Move, Params, Rank, Shoe};
use cardsharp_challenge_solver::infosets::{HandId, HandSpace, HandState, Payoffs, Stake, TooManyDeals, WrittenHand};

/// The clock that the agent sees. It plays without a clock.
const REMAINING: Duration = Duration::from_secs(1);

/// A reason why an agent has no strategy that could be measured.
#[derive(Debug, Error)]
pub enum AgentUnmeasured {
    /// The game has too many deals.
    #[error(transparent)]
    TooManyDeals(#[from] TooManyDeals),
    /// The deals are those of no shoe.
    #[error(transparent)]
    NoShoe(#[from] BadStack),
    /// The agent knows no probabilities.
    #[error(
        "the agent does not say with which probabilities it plays in {position}, so that its \
         exploitability cannot be measured exactly"
    )]
    Unknown {
        /// The information set.
        position: String,
    },
}

/// The strategy of an agent at score 0-0 in all information sets of a hand, as it is now: it sees no
/// hand to its end, so it learns nothing.
#[derive(Debug)]
pub struct AgentStrategy {
    game: WrittenHand,
    by_infoset: HashMap<InfosetKey, Vec<f64>>,
}

impl AgentStrategy {
    /// Asks `agent` at every information set of the hand of `rules` with these payoffs. `each` is
    /// called after each of them.
    ///
    /// # Errors
    ///
    /// [`AgentUnmeasured`].
    pub fn ask(
        rules: Params,
        payoffs: Payoffs,
        agent: &mut dyn Agent<ChallengeGame>,
        each: &dyn Fn(),
    ) -> Result<AgentStrategy, AgentUnmeasured> {
        let game = WrittenHand::with_payoffs(rules, payoffs)?;
        let mut by_infoset = HashMap::new();
        let mut asking = Asking { game: &game, agent, each, by_infoset: &mut by_infoset };
        let Turn::Chance { outcomes } = game.turn(&game.root()) else {
            return Ok(AgentStrategy { game, by_infoset });
        };
        for deal in 0..outcomes {
            if let Some(dealt) = game.child(&game.root(), deal) {
                let cards = dealt.hands.map(|hand| game.space().cards(hand));
                let shoe = Shoe::stacked(rules, &[cards], 0)?;
                asking.walk(&dealt, &Game::new(rules, shoe))?;
            }
        }
        Ok(AgentStrategy { game, by_infoset })
    }

    /// The game in which the strategy is one.
    pub fn game(&self) -> &WrittenHand {
        &self.game
    }

    /// The number of information sets.
    pub fn infosets(&self) -> usize {
        self.by_infoset.len()
    }

    /// The number of information sets in which the other strategy of the same game differs.
    pub fn differences(&self, other: &AgentStrategy) -> usize {
        let differs = |(key, row): (&InfosetKey, &Vec<f64>)| other.by_infoset.get(key) != Some(row);
        self.by_infoset.iter().filter(|&row| differs(row)).count()
    }
}

/// Plays hands between `agent` and a player who does what wins most against `strategy`, which is the agent's at the
/// beginning. The agent leads every other hand, sees each to its end, and may learn. Returns the agent's mean payoff.
///
/// # Errors
///
/// [`AgentUnmeasured::NoShoe`].
pub fn play_against_best_response(
    strategy: &AgentStrategy,
    agent: &mut dyn Agent<ChallengeGame>,
    hands: u64,
    seed: u64,
) -> Result<f64, AgentUnmeasured> {
    let game = strategy.game();
    let responses = Player::BOTH.map(|player| best_response(game, strategy, player));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut sum = 0.0;
    agent.start_game();
    for hand in 0..hands {
        let me = Player::new((hand % 2) as u8);
        let mut state = game.sample_chance(&game.root(), &mut rng);
        let dealt = state.map_or([HandId::EMPTY; 2], |state| state.hands);
        let cards = dealt.map(|hand| game.space().cards(hand));
        let shoe = Shoe::stacked(game.rules(), &[cards], 0)?;
        let mut played = Game::new(game.rules(), shoe);
        while let Some(now) = state.filter(|_| game.turn(&state) != Turn::Terminal) {
            let moves = moves_of(game.space(), &now);
            let action = match Observation::of(&played, REMAINING) {
                Some(seen) if now.to_move() == me => {
                    let chosen = agent.choose(&seen);
                    moves.iter().position(|&one| one == chosen)
                }
                _ => {
                    let best = &responses[me.opponent().index()].actions;
                    best.get(&game.infoset(&state)).copied()
                }
            };
            let action = action.unwrap_or(0);
            // The rules allow what the solver's form of the hand allows.
            let Ok(_) = played.apply(moves[action]) else {
                break;
            };
            state = game.child(&state, action);
        }
        if let Some(seen) = HandSeen::last_of(&played, me) {
            agent.see(&seen);
        }
        sum += game.utility(&state, me);
    }
    Ok(sum / hands.max(1) as f64)
}

impl Strategy<WrittenHand> for AgentStrategy {
    fn probabilities(&self, game: &WrittenHand, state: &Option<HandState>, out: &mut [f64]) {
        match self.by_infoset.get(&game.infoset(state)) {
            Some(row) => out.copy_from_slice(row),
            None => out.fill(1.0 / out.len() as f64),
        }
    }
}

/// The walk through a hand by the rules of the contest beside its form for solvers.
struct Asking<'a> {
    game: &'a WrittenHand,
    agent: &'a mut dyn Agent<ChallengeGame>,
    each: &'a dyn Fn(),
    by_infoset: &'a mut HashMap<InfosetKey, Vec<f64>>,
}

impl Asking<'_> {
    fn walk(&mut self, state: &HandState, played: &Game) -> Result<(), AgentUnmeasured> {
        let wrapped = Some(*state);
        let Turn::Decision { actions, .. } = self.game.turn(&wrapped) else {
            return Ok(());
        };
        let moves = moves_of(self.game.space(), state);
        let key = self.game.infoset(&wrapped);
        if !self.by_infoset.contains_key(&key) {
            let row = self
                .row(played, &moves)
                .ok_or_else(|| AgentUnmeasured::Unknown { position: self.game.infoset_name(&wrapped) })?;
            self.by_infoset.insert(key, row);
            (self.each)();
        }
        for (action, &chosen) in moves.iter().enumerate().take(actions) {
            let Some(next) = self.game.child(&wrapped, action) else {
                continue;
            };
            let mut after = played.clone();
            // The rules allow what the solver's form of the hand allows.
            if after.apply(chosen).is_ok() {
                self.walk(&next, &after)?;
            }
        }
        Ok(())
    }

    fn row(&mut self, played: &Game, moves: &[Move]) -> Option<Vec<f64>> {
        let observation = Observation::of(played, REMAINING)?;
        let shares = self.agent.probabilities(&observation)?;
        let row = moves.iter().map(|chosen| {
            let found = shares.iter().filter(|(one, _)| one == chosen);
            found.map(|(_, share)| share).sum()
        });
        let row: Vec<f64> = row.collect();
        let sum: f64 = row.iter().sum();
        ((sum - 1.0).abs() < 1e-9).then_some(row)
    }
}

/// The moves of the player to move, in the order of the solver's actions.
fn moves_of(space: &HandSpace, state: &HandState) -> Vec<Move> {
    if let Stake::Offered(_) = state.stake {
        return vec![Move::Accept, Move::Reject];
    }
    let held = space.distinct(state.hands[state.to_move().index()]);
    let cards = held.iter().filter_map(|&rank| Rank::from_integer(rank.into())).map(Move::Play);
    let offer = (state.stake == Stake::Open).then_some(Move::Offer);
    cards.chain(offer).collect()
}
