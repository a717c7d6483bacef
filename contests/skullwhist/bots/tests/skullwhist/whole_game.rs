//! The game as the solvers see it: its contract, its counts, its payoffs, its solutions.

use std::collections::HashSet;

use cardsharp_policy::TableInfosets as _;
use cardsharp_skullwhist_bots::infosets::{
    Counts, History, Infosets, InfosetsError, MAX_CANDIDATES, Recall, WholeGame, by_name,
};
use cardsharp_skullwhist_game::rules::{Deal, Move, Objective, Params, SkullWhist, State, Turn};
use cardsharp_solvers::best_response::exploitability;
use cardsharp_solvers::cfr::{Cfr, Preset};
use cardsharp_solvers::contract::{self, CheckOptions};
use cardsharp_solvers::game::{Game, Player, Turn as SolverTurn};
use cardsharp_solvers::lp;
use cardsharp_solvers::sampled::Numbering;
use cardsharp_solvers::tree::{Tree, TreeStrategy};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn params(suits: u8, ranks: u8, hand_size: u8, objective: Objective) -> Params {
    Params { rules: SkullWhist::new(suits, ranks, hand_size).unwrap(), objective }
}

/// Histories and information sets by the rules alone. A game counts as over if every division of
/// the remaining tricks has the same payoff.
struct Count {
    objective: Objective,
    histories: usize,
    infosets: [HashSet<Vec<Move>>; 2],
}

impl Count {
    fn of(params: Params) -> Count {
        let mut count = Count { objective: params.objective, histories: 1, infosets: Default::default() };
        let mut firsts = HashSet::new();
        for deal in Deal::all(params.rules) {
            firsts.insert(deal.hands()[0]);
            count.walk(&deal, &State::new(&deal), &mut Vec::new());
        }
        count.histories += firsts.len();
        count
    }

    fn is_open(&self, state: &State) -> bool {
        let [Some(zero), Some(one)] = state.bids() else {
            return true;
        };
        let [taken, others] = state.tricks();
        let left = state.game().hand_size() - taken - others;
        let utility = |more| {
            let tricks = [taken + more, others + left - more];
            self.objective.utility([zero, one], tricks)
        };
        (1..=left).any(|more| utility(more) != utility(0))
    }

    fn walk(&mut self, deal: &Deal, state: &State, moves: &mut Vec<Move>) {
        self.histories += 1;
        let player = match state.turn() {
            Turn::Bid(player) | Turn::Play(player) if self.is_open(state) => player,
            _ => return,
        };
        // The hand as moves, and then the observations: bids only once both are made.
        let hand = deal.hands()[player.index()];
        let mut seen: Vec<Move> = hand.into_iter().map(Move::Play).collect();
        if matches!(state.turn(), Turn::Play(_)) {
            seen.extend(moves.iter().copied());
        }
        self.infosets[player.index()].insert(seen);
        for chosen in state.legal_moves() {
            let mut next = *state;
            next.apply(chosen).unwrap();
            moves.push(chosen);
            self.walk(deal, &next, moves);
            moves.pop();
        }
    }
}

#[test]
fn the_game_keeps_its_contract_and_has_the_histories_of_the_rules() {
    let known = [
        (params(2, 2, 2, Objective::Win), 257, [78, 102]),
        (params(2, 2, 2, Objective::Difference), 289, [94, 118]),
        (params(2, 3, 2, Objective::Win), 3886, [633, 759]),
        (params(1, 5, 2, Objective::Difference), 1901, [410, 490]),
        (params(2, 3, 3, Objective::Win), 6851, [2117, 2477]),
    ];
    for (params, histories, infosets) in known {
        let everything = Recall::new(params.rules).unwrap();
        let game = WholeGame::new(params, &everything);
        let report = contract::check(&game, &CheckOptions::default()).unwrap();
        let count = Count::of(params);
        assert_eq!(report.histories, count.histories as u64, "{params}");
        let by_rules = count.infosets.map(|infosets| infosets.len());
        assert_eq!(report.infosets, by_rules, "{params}");
        assert_eq!((report.histories, by_rules), (histories, infosets), "{params}");
        let deals = Deal::all(params.rules).count() as u64;
        assert_eq!(game.deals(), Some(deals));
        // Two deals, two bids, the cards, and the root: so many histories end as one.
        let depth = 5 + 2 * u64::from(params.rules.hand_size());
        assert!(game.max_terminals().unwrap() * depth >= histories);
    }
}

#[test]
fn cfr_finds_the_value_of_the_linear_program_with_bids_and_three_cards() {
    for objective in Objective::ALL {
        for (suits, ranks, hand_size) in [(2, 2, 2), (1, 5, 2), (2, 3, 3)] {
            // The larger program takes seconds.
            if objective == Objective::Difference && hand_size == 3 {
                continue;
            }
            let params = params(suits, ranks, hand_size, objective);
            let everything = Recall::new(params.rules).unwrap();
            let game = WholeGame::new(params, &everything);
            let tree = Tree::compile(&game).unwrap();
            let most = game.utility_bounds().1;
            let mut solver = Cfr::new(&tree, Preset::by_name("dcfr").unwrap());
            solver.advance(200);
            let found = solver.exploitability();
            let gap = found.nash_conv();
            assert!(gap < 1e-3 * most, "{params}: {gap}");
            let exact = lp::solve(&tree).unwrap();
            let off = (found.values[0] - exact.value).abs();
            assert!(off <= gap + 1e-6 * most, "{params}: {} {}", found.values[0], exact.value);
            let strategy = TreeStrategy::new(&tree, exact.plan);
            let left = exploitability(&game, &strategy).nash_conv();
            assert!(left.abs() < 1e-6 * most, "{params}: {left}");
        }
    }
}

#[test]
fn members_of_three_cards_with_cards_out_of_play_are_solved() {
    for (params, value) in [(params(2, 4, 3, Objective::Win), 0.5), (params(1, 7, 3, Objective::Win), 0.45)] {
        let everything = Recall::new(params.rules).unwrap();
        let game = WholeGame::new(params, &everything);
        let tree = Tree::compile(&game).unwrap();
        let mut solver = Cfr::new(&tree, Preset::by_name("dcfr").unwrap());
        solver.advance(30);
        let found = solver.exploitability();
        assert!(found.nash_conv() < 1e-3, "{params}: {found:?}");
        assert!((found.values[0] - value).abs() < 1e-3, "{params}: {found:?}");
    }
}

/// For all information sets and objectives: choices are legal, rows fit the table and always have
/// the same number of choices, and playing on changes nothing.
#[test]
fn what_is_remembered_fits_the_table_the_position_and_the_rules() {
    let members = [
        Params::CONTEST,
        params(4, 13, 13, Objective::Difference),
        params(3, 6, 7, Objective::Win),
        params(1, 4, 2, Objective::Difference),
        params(2, 4, 3, Objective::Win),
    ];
    for params in members {
        for name in ["counts", "recall"] {
            let infosets = match by_name(name, params) {
                Ok(infosets) => infosets,
                Err(error) => {
                    assert_eq!(error, InfosetsError::TooLarge(params.rules));
                    continue;
                }
            };
            play_through(params, &*infosets);
        }
    }
    assert!(by_name("tricks", Params::CONTEST).is_err());
    assert!(Recall::new(SkullWhist::CONTEST).is_err());
}

fn play_through(params: Params, infosets: &dyn Infosets) {
    let game = WholeGame::new(params, infosets);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut widths = std::collections::HashMap::new();
    for _ in 0..300 {
        let mut history = game.root();
        let end = loop {
            history = match game.turn(&history) {
                SolverTurn::Terminal => break history,
                SolverTurn::Chance { .. } => game.sample_chance(&history, &mut rng),
                SolverTurn::Decision { player, actions } => {
                    let History::Decision(decision) = &history else {
                        panic!("nobody to decide");
                    };
                    assert_eq!(player, decision.player);
                    let legal = decision.state.legal_moves();
                    let choices = &decision.infoset.candidates;
                    assert!(choices.iter().all(|choice| legal.contains(choice)));
                    assert!((1..=MAX_CANDIDATES).contains(&actions));
                    let distinct: HashSet<_> = choices.iter().collect();
                    assert_eq!(distinct.len(), actions);
                    if actions > 1 {
                        let row = decision.infoset.row;
                        assert_eq!(*widths.entry(row).or_insert(actions), actions);
                        if let Numbering::Dense { cells } = infosets.numbering() {
                            assert!(row.0 + actions as u64 <= cells);
                        }
                    }
                    game.child(&history, rng.random_range(0..actions))
                }
            };
        };
        let History::Terminal(mut state) = end else {
            panic!("not over");
        };
        let utility = [0, 1].map(|player| game.utility(&end, Player::new(player)));
        while let Some(player) = state.to_play() {
            let cards: Vec<_> = state.playable().into_iter().collect();
            state.play(player, cards[rng.random_range(0..cards.len())]).unwrap();
        }
        let [zero, one] = state.scores().map(f64::from);
        let expected = match params.objective {
            Objective::Win => 0.5 + 0.5 * (zero - one).clamp(-1.0, 1.0),
            Objective::Difference => zero - one,
        };
        assert_eq!(utility[0], expected);
        let (least, most) = game.utility_bounds();
        assert!((utility[0] + utility[1] - least - most).abs() < 1e-9);
    }
}

#[test]
fn every_row_of_a_table_has_its_own_place() {
    let infosets = Counts::new(Params::CONTEST);
    let Numbering::Dense { cells } = infosets.numbering() else {
        panic!("no places");
    };
    let mut next = 0;
    infosets.for_each_row(&mut |first, width| {
        assert_eq!(first, next);
        next = first + width as u64;
    });
    assert_eq!(next, cells);
}
