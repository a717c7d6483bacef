//! The agents: a probability of betting at every information set.

use std::collections::HashMap;
use std::path::Path;

use cardsharp::contest::{Agent, AgentEntry, AgentError, AgentFactory, NamedAgents};
use cardsharp::explicit;
use cardsharp::policy::container::open_newest;
use cardsharp_solvers::games::Kuhn;
use cardsharp_solvers::strategy::behaviours;
use cardsharp_solvers::tree::{Tree, TreeStrategy};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::game::KuhnGame;

impl NamedAgents for KuhnGame {
    const HAND_WRITTEN: &'static [AgentEntry<Self>] = &[
        AgentEntry {
            name: "random",
            summary: "bets half of the time",
            load: |spec| AgentFactory::plain(spec, |seed| Box::new(Player::new(|_: &str| 0.5, seed))),
        },
        AgentEntry {
            name: "honest",
            summary: "bets with the highest card alone",
            load: |spec| {
                let bet = |infoset: &str| f64::from(u8::from(infoset.starts_with('2')));
                AgentFactory::plain(spec, move |seed| Box::new(Player::new(bet, seed)))
            },
        },
    ];

    fn playing(path: &str) -> Result<AgentFactory<Self>, AgentError> {
        let bets = bets(Path::new(path)).map_err(|error| AgentError::bad_policy(path, &error));
        AgentFactory::with_data(bets, |bets: HashMap<String, f64>, seed| {
            let bet = move |infoset: &str| bets.get(infoset).copied().unwrap_or_default();
            Box::new(Player::new(bet, seed))
        })
    }
}

/// The probability to bet or call, by the name of the information set, of a policy file of this game.
fn bets(path: &Path) -> anyhow::Result<HashMap<String, f64>> {
    let newest = open_newest(path)?;
    let tree = Tree::compile(&Kuhn::TWO)?;
    let plan = explicit::read(&newest.reader, &tree)?;
    let rows = behaviours(&Kuhn::TWO, &TreeStrategy::new(&tree, plan));
    let bet = rows.into_iter().map(|row| (row.infoset, row.actions[1].1));
    Ok(bet.collect())
}

/// A player who bets or calls with the probability that `bet` gives.
struct Player<B> {
    bet: B,
    rng: Xoshiro256PlusPlus,
}

impl<B> Player<B> {
    fn new(bet: B, seed: u64) -> Player<B> {
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Player { bet, rng }
    }
}

impl<B: Fn(&str) -> f64 + Send> Agent<KuhnGame> for Player<B> {
    fn choose(&mut self, infoset: &String) -> usize {
        let bet = (self.bet)(infoset).clamp(0.0, 1.0);
        usize::from(self.rng.random_bool(bet))
    }
}
