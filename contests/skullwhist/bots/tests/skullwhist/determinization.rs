//! The loss of determinization, compared with the exact solution of small members, and the part of
//! it that re-solving the last tricks from ranges regains.

use cardsharp_skullwhist_bots::infosets::{Decision, History, Recall, WholeGame};
use cardsharp_skullwhist_bots::search::OpenHands;
use cardsharp_skullwhist_game::observation::Observation;
use cardsharp_skullwhist_game::rules::{Cards, Move, Objective, Params, SkullWhist, State, score};
use cardsharp_solvers::best_response::exploitability;
use cardsharp_solvers::cfr::{Cfr, Preset};
use cardsharp_solvers::game::{Game, InfosetKey, Player, Turn};
use cardsharp_solvers::strategy::{Strategy, distribution};
use cardsharp_solvers::tree::{Tree, TreeStrategy};
use std::collections::{BTreeMap, HashMap};

/// The assumed probability of an error, for computing ranges: an action that a strategy never takes may still occur.
const SLIPS: f64 = 0.01;

/// The strategy at every information set.
#[derive(Clone, Default)]
struct Written(HashMap<InfosetKey, Vec<f64>>);

impl<G: Game> Strategy<G> for Written {
    fn probabilities(&self, game: &G, state: &G::State, out: &mut [f64]) {
        match self.0.get(&game.infoset(state)) {
            Some(shares) => out.copy_from_slice(shares),
            None => out.fill(1.0 / out.len() as f64),
        }
    }
}

impl Written {
    /// Stores the probabilities that `decide` returns at every information set of `game`.
    fn of<G: Game>(game: &G, mut decide: impl FnMut(&G::State) -> Vec<f64>) -> Written {
        let mut written = Written::default();
        let mut open = vec![game.root()];
        while let Some(state) = open.pop() {
            let children = match game.turn(&state) {
                Turn::Terminal => 0,
                Turn::Chance { outcomes } => outcomes,
                Turn::Decision { actions, .. } => {
                    let entry = written.0.entry(game.infoset(&state));
                    entry.or_insert_with(|| decide(&state));
                    actions
                }
            };
            open.extend((0..children).map(|index| game.child(&state, index)));
        }
        written
    }
}

fn subsets(cards: &[cardsharp_skullwhist_game::rules::Card], size: usize) -> Vec<Cards> {
    match (size, cards.split_first()) {
        (0, _) => vec![Cards::EMPTY],
        (_, None) => Vec::new(),
        (_, Some((&first, rest))) => {
            let with = subsets(rest, size - 1);
            let with = with.into_iter().map(|hand| hand.with(first));
            with.chain(subsets(rest, size)).collect()
        }
    }
}

/// Every hand that the opponent may hold.
fn worlds(observation: &Observation) -> Vec<Cards> {
    let cards: Vec<_> = observation.possible().into_iter().collect();
    subsets(&cards, usize::from(observation.other_holds()))
}

/// The strategy of the agent `determinize` if it solves every hand that the opponent may hold, each
/// once: the bid with the best mean score, and the best card.
fn determinized(solver: &mut OpenHands, objective: Objective, decision: &Decision) -> Vec<f64> {
    let observation = decision.observation();
    let choices = &decision.infoset.candidates;
    let mut sums = vec![0_i64; choices.len()];
    for held in worlds(&observation) {
        if observation.bids[0].is_none() {
            let mut hands = [observation.hand, held];
            if observation.seat == Player::ONE {
                hands.reverse();
            }
            let mut position = *decision.state.position();
            (position.hands, position.bids) = (hands, [None; 2]);
            let leaders = solver.tricks(&State::at(&position).unwrap());
            let tricks = match observation.seat {
                Player::ZERO => leaders,
                _ => observation.game.hand_size() - leaders,
            };
            for (sum, choice) in sums.iter_mut().zip(choices) {
                if let Move::Bid(bid) = *choice {
                    *sum += i64::from(score(bid, tricks));
                }
            }
            continue;
        }
        let bids = observation.bids.map(|bid| bid.unwrap());
        let utility = |tricks| {
            let difference = Objective::Difference.utility(bids, tricks);
            match objective {
                Objective::Win => 10_000 * difference.signum() + difference,
                Objective::Difference => difference,
            }
        };
        let solved = solver.solve_for(&observation.with_other(held).unwrap(), utility);
        for (card, value) in solved.cards {
            let index = choices.iter().position(|&choice| choice == Move::Play(card));
            sums[index.unwrap()] += i64::from(value);
        }
    }
    let best = sums.iter().max().unwrap();
    let first = sums.iter().position(|sum| sum == best).unwrap();
    (0..choices.len()).map(|index| f64::from(index == first)).collect()
}

/// The rest of a game from one public state on. Chance deals the hands with which both players reach it.
struct Rest<'a> {
    game: &'a WholeGame<'a>,
    roots: Vec<(History, f64)>,
}

/// A history of the rest.
#[derive(Clone)]
enum RestHistory {
    Root,
    After(History),
}

impl Game for Rest<'_> {
    type State = RestHistory;

    fn root(&self) -> RestHistory {
        RestHistory::Root
    }

    fn turn(&self, state: &RestHistory) -> Turn {
        match state {
            RestHistory::Root => Turn::Chance { outcomes: self.roots.len() },
            RestHistory::After(history) => self.game.turn(history),
        }
    }

    fn child(&self, state: &RestHistory, index: usize) -> RestHistory {
        RestHistory::After(match state {
            RestHistory::Root => self.roots[index].0.clone(),
            RestHistory::After(history) => self.game.child(history, index),
        })
    }

    fn chance_probability(&self, _: &RestHistory, index: usize) -> f64 {
        self.roots[index].1
    }

    fn utility(&self, state: &RestHistory, player: Player) -> f64 {
        match state {
            RestHistory::Root => 0.0,
            RestHistory::After(history) => self.game.utility(history, player),
        }
    }

    fn utility_bounds(&self) -> (f64, f64) {
        self.game.utility_bounds()
    }

    fn infoset(&self, state: &RestHistory) -> InfosetKey {
        match state {
            RestHistory::Root => InfosetKey(0),
            RestHistory::After(history) => self.game.infoset(history),
        }
    }
}

/// The strategy `base`, but with the last `last` rounds re-solved at each public state, from the ranges with which
/// `base` reaches it. Nothing keeps the opponent from reaching it with another range.
fn solved_again(game: &WholeGame<'_>, base: &Written, last: usize) -> Written {
    let rounds = usize::from(game.params().rules.hand_size()) - last;
    let mut public_states: BTreeMap<String, Vec<(History, f64)>> = BTreeMap::new();
    let mut open = vec![(game.root(), 1.0)];
    while let Some((history, reach)) = open.pop() {
        if let History::Decision(decision) = &history {
            let begins = decision.rounds.len() == rounds && decision.state.led().is_none();
            if begins && decision.state.bids().iter().all(Option::is_some) {
                let public = format!("{:?} {:?}", decision.state.bids(), decision.rounds);
                public_states.entry(public).or_default().push((history, reach));
                continue;
            }
        }
        let weights = match game.turn(&history) {
            Turn::Terminal => continue,
            Turn::Chance { outcomes } => vec![1.0 / outcomes as f64; outcomes],
            Turn::Decision { actions, .. } => {
                let shares = distribution(game, base, &history).into_iter();
                let slip = SLIPS / actions as f64;
                shares.map(|share| (1.0 - SLIPS) * share + slip).collect()
            }
        };
        for (index, weight) in weights.into_iter().enumerate() {
            open.push((game.child(&history, index), reach * weight));
        }
    }
    let mut written = base.clone();
    for mut roots in public_states.into_values() {
        let total: f64 = roots.iter().map(|(_, reach)| reach).sum();
        roots.iter_mut().for_each(|(_, reach)| *reach /= total);
        let rest = Rest { game, roots };
        let tree = Tree::compile(&rest).unwrap();
        let mut solver = Cfr::new(&tree, Preset::by_name("dcfr").unwrap());
        solver.advance(60);
        let strategy = TreeStrategy::new(&tree, solver.plan());
        written.0.extend(Written::of(&rest, |state| distribution(&rest, &strategy, state)).0);
    }
    written
}

/// The NashConv of determinization, of its cards after the bids of an equilibrium, and of both with
/// the last two rounds re-solved.
fn losses(params: Params) -> [f64; 4] {
    let everything = Recall::new(params.rules).unwrap();
    let game = WholeGame::new(params, &everything);
    let tree = Tree::compile(&game).unwrap();
    let mut solver = Cfr::new(&tree, Preset::by_name("dcfr").unwrap());
    solver.advance(60);
    let equilibrium = TreeStrategy::new(&tree, solver.plan());
    let mut open_hands = OpenHands::new(10);
    let mut decide = |bids_too: bool, history: &History| {
        let History::Decision(decision) = history else {
            return Vec::new();
        };
        if decision.state.bids().contains(&None) && !bids_too {
            distribution(&game, &equilibrium, history)
        } else {
            determinized(&mut open_hands, params.objective, decision)
        }
    };
    let plain = Written::of(&game, |history| decide(true, history));
    let cards = Written::of(&game, |history| decide(false, history));
    let [plain_again, cards_again] = [&plain, &cards].map(|found| solved_again(&game, found, 2));
    [plain, plain_again, cards, cards_again].map(|found| exploitability(&game, &found).nash_conv())
}

fn small(suits: u8, ranks: u8, hand_size: u8, objective: Objective) -> Params {
    Params { rules: SkullWhist::new(suits, ranks, hand_size).unwrap(), objective }
}

#[test]
fn determinization_loses_a_little_in_the_bids_of_a_small_member() {
    let [plain, _, cards, _] = losses(small(2, 3, 2, Objective::Win));
    assert!((plain - 1.0 / 90.0).abs() < 1e-3, "{plain}");
    assert!(cards.abs() < 1e-4, "{cards}");
}

/// The figures of data/skullwhist/determinization.csv.
#[test]
#[ignore = "a measurement: cargo test --release -p cardsharp-skullwhist-bots --test skullwhist figures -- --ignored --nocapture"]
fn figures() {
    println!("game,determinized,solved again,cards determinized,cards solved again");
    for objective in Objective::ALL {
        for (suits, ranks, hand_size) in MEASURED {
            let params = small(suits, ranks, hand_size, objective);
            let found = losses(params).map(|loss| format!("{:.4}", loss.max(0.0)));
            println!("\"{params}\",{}", found.join(","));
        }
    }
}

const MEASURED: [(u8, u8, u8); 5] = [(2, 3, 2), (1, 7, 3), (2, 4, 3), (4, 2, 3), (3, 3, 3)];
