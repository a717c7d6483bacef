//! A hand, as its agents play it.

use std::sync::LazyLock;

use cardsharp::contest::outside::{ActionSpace, Request};
use cardsharp::contest::{Applied, TableGame, derive_seed};
use cardsharp_solvers::game::{Game, Player, Turn};
use cardsharp_solvers::games::{Kuhn, KuhnState};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The stream of a hand's seed that the cards come from. The stream of a player is their number.
const DEAL: u64 = 2;

/// All actions: to check or fold, and to bet or call.
pub static ACTIONS: LazyLock<ActionSpace> = LazyLock::new(|| ActionSpace::new(["pass", "bet"].map(str::to_owned)));

/// The contest's game: one hand. What a player knows is the name of their information set.
pub struct KuhnGame;

/// A hand under way, with the names of its actions.
pub struct Hand(KuhnState, Vec<String>);

impl TableGame for KuhnGame {
    type State = Hand;
    type Observation<'a> = String;
    type Action = usize;
    type Memory = ();
    type Shown = ();

    const SEATS: usize = 2;

    fn begin(seed: u64, _record: bool) -> Hand {
        let mut deal = Xoshiro256PlusPlus::seed_from_u64(derive_seed(seed, DEAL));
        let mut state = Kuhn::TWO.root();
        while let Turn::Chance { .. } = Kuhn::TWO.turn(&state) {
            state = Kuhn::TWO.sample_chance(&state, &mut deal);
        }
        Hand(state, Vec::new())
    }

    fn to_act(Hand(state, _): &Hand) -> Option<usize> {
        match Kuhn::TWO.turn(state) {
            Turn::Decision { player, .. } => Some(player.index()),
            _ => None,
        }
    }

    fn observe(Hand(state, _): &Hand) -> Option<String> {
        Some(Kuhn::TWO.infoset_name(state))
    }

    fn apply(Hand(state, names): &mut Hand, action: usize) -> Applied {
        names.push(Kuhn::TWO.action_name(state, action));
        *state = Kuhn::TWO.child(state, action);
        Applied::Legal
    }

    fn winner(hand: &Hand) -> Option<usize> {
        Self::points(hand).iter().position(|&points| points > 0.0)
    }

    fn points(Hand(state, _): &Hand) -> Vec<f64> {
        let points = |seat| Kuhn::TWO.utility(state, Player::new(seat));
        vec![points(0), points(1)]
    }

    fn record(Hand(_, names): &Hand) -> serde_json::Value {
        serde_json::json!({ "actions": names })
    }

    fn request(infoset: &String) -> Request {
        Request::new(&ACTIONS, vec![0, 1], infoset.clone())
    }

    fn numbered(action: usize) -> Option<usize> {
        (action < 2).then_some(action)
    }

    fn any_action(_: &String) -> usize {
        0
    }
}
