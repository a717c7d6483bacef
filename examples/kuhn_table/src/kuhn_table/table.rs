//! Hands in this process.

use cardsharp::contest::{Ending, GameResult, Setup, Table, derive_seed};
use cardsharp_solvers::game::{Game, Player, Turn};
use cardsharp_solvers::games::Kuhn;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::agents::Agent;

/// The stream of a hand's seed that the cards come from. The stream of a player is their number.
const DEAL: u64 = 2;

/// Two agents at a table. A game is one hand, and a round is one game.
pub struct KuhnTable {
    agents: [Agent; 2],
}

impl KuhnTable {
    pub fn new(agents: [Agent; 2]) -> KuhnTable {
        KuhnTable { agents }
    }
}

impl Table for KuhnTable {
    fn play_game(&self, setup: Setup) -> GameResult {
        let rng = |stream| Xoshiro256PlusPlus::seed_from_u64(derive_seed(setup.seed, stream));
        let (mut deal, mut chance) = (rng(DEAL), [rng(0), rng(1)]);
        let agent_of = |player: Player| (player.index() + setup.first) % 2;
        let (mut state, mut moves, mut names) = (Kuhn::TWO.root(), [0, 0], Vec::new());
        loop {
            state = match Kuhn::TWO.turn(&state) {
                Turn::Terminal => break,
                Turn::Chance { .. } => Kuhn::TWO.sample_chance(&state, &mut deal),
                Turn::Decision { player, .. } => {
                    let agent = agent_of(player);
                    let bet = self.agents[agent].bet(&Kuhn::TWO.infoset_name(&state));
                    let action =
                        usize::from(chance[player.index()].random_bool(bet.clamp(0.0, 1.0)));
                    names.push(Kuhn::TWO.action_name(&state, action));
                    moves[agent] += 1;
                    Kuhn::TWO.child(&state, action)
                }
            };
        }
        let of_agent = |agent| Kuhn::TWO.utility(&state, Player::new(agent ^ setup.first as u8));
        let points = vec![of_agent(0), of_agent(1)];
        GameResult {
            winner: points.iter().position(|&points| points > 0.0),
            ending: Ending::Completed,
            first: setup.first,
            points,
            moves: moves.to_vec(),
            penalties: vec![0; 2],
            record: setup
                .record
                .then(|| serde_json::json!({ "actions": names })),
        }
    }
}
