//! A round as a game of states.

use cardsharp_solvers::game::{Game, InfosetKey, Player, Turn};
use cardsharp_solvers::sampled::{Abstraction, Numbering, RowKey};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::infoset::{CELLS, Infoset, NAME, ROWS, SUMMARY, infoset_of};
use super::layout::layout;
use cardsharp_policy::{DigitLayout, TableInfosets};
use cardsharp_tricky_eights_game::observation::Observation;
use cardsharp_tricky_eights_game::rules::{Deal, MAX_PLAYERS, Params, Phase, Round};

/// A round of any member in agent form (Selten, 1975). Every seat is played by as many agents as there are takes and
/// tricks. Each agent has one decision, and receives the points of the seat. A traversal then tries the cards of one
/// decision and samples all others, so that its cost does not grow with the number of decisions of a seat. The actions
/// are only the candidates of the information sets, and all seats share the rows.
///
/// The score of the game is left out on purpose: every round is worth its points.
#[derive(Clone, Copy, Debug)]
pub struct RoundGame {
    game: Params,
}

/// A state of a round.
#[derive(Clone, Debug)]
pub enum RoundState {
    /// The cards are to be dealt.
    Start,
    /// A player chooses a card.
    Choice(Round, Infoset),
    /// The round is over.
    Over(Round),
}

/// The number of seeds for the generator that samples a deal. The deals are too many to be listed.
const DEALS: usize = 1 << 31;
/// The most players that a sampling solver distinguishes.
const MAX_AGENTS: u8 = 64;

impl RoundGame {
    /// The rounds of this member.
    pub fn new(game: Params) -> RoundGame {
        RoundGame { game }
    }

    fn deal(&self, rng: &mut impl Rng) -> RoundState {
        let deal = Deal::shuffled(self.game, rng);
        let dealer = Player::new(rng.random_range(0..self.game.players()));
        next_choice(Round::new(&deal, dealer))
    }

    /// The player of the solver that decides: every turn of every seat has an agent of its own.
    fn agent(&self, round: &Round) -> Player {
        let turn = match round.board().phase() {
            Phase::Takes(turn) => turn,
            Phase::Tricks(number) => self.game.takes() + number,
            Phase::Over => 0,
        };
        let seat = round.to_act().map_or(0, Player::index) as u8;
        Player::new(turn % self.turns() * self.game.players() + seat)
    }

    /// The number of decisions of a seat that have an agent of their own. The last trick is forced.
    /// If there are more decisions than the solver can distinguish, some share an agent.
    fn turns(&self) -> u8 {
        let turns = self.game.takes() + self.game.tricks() - 1;
        turns.clamp(1, MAX_AGENTS / self.game.players())
    }
}

/// The next state with a choice.
fn next_choice(mut round: Round) -> RoundState {
    loop {
        let Some(seat) = round.to_act() else {
            return RoundState::Over(round);
        };
        let infoset = infoset_of(&Observation::of(&round, seat, &[0; MAX_PLAYERS]));
        match infoset.candidates[..] {
            [card] if round.apply(card).is_ok() => {}
            _ => return RoundState::Choice(round, infoset),
        }
    }
}

impl Game for RoundGame {
    type State = RoundState;

    fn players(&self) -> usize {
        usize::from(self.game.players() * self.turns())
    }

    fn root(&self) -> RoundState {
        RoundState::Start
    }

    fn turn(&self, state: &RoundState) -> Turn {
        match state {
            RoundState::Start => Turn::Chance { outcomes: DEALS },
            RoundState::Choice(round, infoset) => {
                Turn::Decision { player: self.agent(round), actions: infoset.candidates.len() }
            }
            RoundState::Over(_) => Turn::Terminal,
        }
    }

    fn child(&self, before: &RoundState, index: usize) -> RoundState {
        match before {
            RoundState::Start => self.deal(&mut Xoshiro256PlusPlus::seed_from_u64(index as u64)),
            RoundState::Choice(round, infoset) => {
                let mut next = round.clone();
                // The candidates are legal.
                let _ = next.apply(infoset.candidates[index]);
                next_choice(next)
            }
            RoundState::Over(_) => before.clone(),
        }
    }

    fn chance_probability(&self, _: &RoundState, _: usize) -> f64 {
        1.0 / DEALS as f64
    }

    fn utility(&self, state: &RoundState, player: Player) -> f64 {
        let seat = player.index() % usize::from(self.game.players());
        match state {
            RoundState::Over(round) => f64::from(round.board().points()[seat]),
            _ => 0.0,
        }
    }

    fn utility_bounds(&self) -> (f64, f64) {
        (0.0, f64::from(self.game.round_points()))
    }

    /// The row of the information sets. This game has imperfect recall.
    fn infoset(&self, state: &RoundState) -> InfosetKey {
        match state {
            RoundState::Choice(_, infoset) => InfosetKey(infoset.row.0),
            _ => InfosetKey(0),
        }
    }

    fn sample_chance(&self, state: &RoundState, rng: &mut impl Rng) -> RoundState {
        match state {
            RoundState::Start => self.deal(rng),
            _ => state.clone(),
        }
    }
}

/// The rows of the game's own information sets.
#[derive(Clone, Copy, Debug)]
pub struct AppraisalRows;

impl Abstraction<RoundGame> for AppraisalRows {
    fn numbering(&self) -> Numbering {
        TableInfosets::numbering(self)
    }

    fn row(&self, _: &RoundGame, state: &RoundState) -> RowKey {
        match state {
            RoundState::Choice(_, infoset) => infoset.row,
            _ => RowKey(0),
        }
    }
}

impl TableInfosets for AppraisalRows {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        SUMMARY
    }

    fn numbering(&self) -> Numbering {
        Numbering::Dense { cells: CELLS }
    }

    fn rows(&self) -> Option<u64> {
        Some(ROWS as u64)
    }

    fn layout(&self) -> Option<DigitLayout> {
        Some(layout())
    }
}
