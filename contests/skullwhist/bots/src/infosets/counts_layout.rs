//! The digits of the rows of `counts` as named parts.

use super::counts_sizes::{
    BIDS, LEADS, LENGTH, NEEDS, OTHERS, OTHERS_TRUMPS, OWN, PHASE, PHASES, SHORTEST, STEP, STRENGTHS, SURE, THROWS,
    TRUMPS, wanted_sizes,
};
use super::dense_rows::Block;
use cardsharp_policy::{ActionsOf, DigitBlock, DigitLayout, Part, bucket_names};
use cardsharp_skullwhist_game::rules::{Objective, Params};

/// The names of the choices beside bids: first those of a lead, then those of an answer in the suit led, then
/// those of an answer without it.
const CHOICES: [&str; LEADS + 2 + THROWS] = [
    "highest trump",
    "lowest trump",
    "safest winner",
    "highest of shortest suit",
    "lowest of longest suit",
    "cheapest that takes it",
    "lowest of the suit",
    "ruff with lowest trump",
    "throw from shortest suit",
    "throw from longest suit",
];

/// Indices of parts.
const FIRST_HAND: usize = 1;
const STRENGTH: usize = 2;
const ROUNDS_LEFT: usize = 3;
const WANTED: usize = 4;
const OTHERS_PART: usize = 5;
const WINNERS: usize = 6;
const TRUMPS_PART: usize = 7;
const HIGHEST: usize = 8;
const SHORTEST_PART: usize = 9;
const CHOICES_PART: usize = 10;
const TRUMP_LED: usize = 11;
const TAKEN_BY_HIGH: usize = 12;
const LENGTH_PART: usize = 13;
const LED_HIGH: usize = 14;

/// The parts of all rows, and the blocks of their numbers, in the order of their cells.
pub(super) fn layout(params: Params, [bids, leads, following, ruffs, discards]: [Block; 5]) -> DigitLayout {
    let wanted = wanted_sizes(params.objective);
    let table = [(ROUNDS_LEFT, PHASE), (WANTED, wanted), (OTHERS_PART, OTHERS), (WINNERS, SURE)];
    let with = |more: &[(usize, u64)]| [&table[..], more].concat();
    let lead = [(TRUMPS_PART, OWN), (HIGHEST, 2), (SHORTEST_PART, SHORTEST), (CHOICES_PART, 1 << LEADS)];
    let follow = [(TRUMPS_PART, OWN), (TRUMP_LED, 2), (TAKEN_BY_HIGH, 2), (LENGTH_PART, LENGTH)];
    let ruff = [(TRUMPS_PART, OWN), (LED_HIGH, 2), (SHORTEST_PART, SHORTEST), (CHOICES_PART, 1 << THROWS)];
    let bidding: [ActionsOf; BIDS as usize] = [first::<1>, first::<2>, first::<3>, first::<4>, first::<5>, first::<6>];
    let bid = bidding[bids.width() as usize - 1];
    let strength = vec![(STRENGTH, STRENGTHS), (FIRST_HAND, 2)];
    DigitLayout {
        parts: parts(params),
        actions: action_names(params),
        blocks: vec![
            block(0, bids, strength, bid),
            block(1, leads, with(&lead), |digits, actions| masked(digits, 0, actions)),
            block(2, following, with(&follow), |_, actions| {
                actions.extend([LEADS, LEADS + 1].map(choice));
            }),
            block(3, ruffs, with(&ruff), |digits, actions| {
                masked(digits, LEADS + 2, actions);
            }),
            block(4, discards, with(&[(SHORTEST_PART, SHORTEST)]), |_, actions| {
                actions.extend([LEADS + 3, LEADS + 4].map(choice));
            }),
        ],
    }
}

fn block(decision: i64, of: Block, digits: Vec<(usize, u64)>, actions: ActionsOf) -> DigitBlock {
    DigitBlock { decision, first: of.first(), width: of.width(), digits, actions }
}

/// The index of a choice among the names of all actions.
fn choice(index: usize) -> u32 {
    (usize::from(BIDS) + index) as u32
}

/// The first `N` bids.
fn first<const N: u32>(_: &[i64], actions: &mut Vec<u32>) {
    actions.extend(0..N);
}

/// The choices that the last digit, a set, has. The first one of the set has the index `from`.
fn masked(digits: &[i64], from: usize, actions: &mut Vec<u32>) {
    let set = digits.last().copied().unwrap_or(0);
    let there = (0..LEADS).filter(|bit| set >> bit & 1 == 1);
    actions.extend(there.map(|bit| choice(from + bit)));
}

fn action_names(params: Params) -> Vec<String> {
    let rounds = params.rules.hand_size();
    let width = BIDS.min(rounds);
    let lowest = (rounds / 2).saturating_sub(2).clamp(1, rounds + 1 - width);
    let bids = (0..BIDS).map(|bid| match params.objective {
        Objective::Win => format!("bid {}", lowest + bid),
        Objective::Difference => format!("lowest bid + {bid}"),
    });
    bids.chain(CHOICES.map(str::to_owned)).collect()
}

fn parts(params: Params) -> Vec<Part> {
    let strengths = (0..STRENGTHS).map(|strength| (strength as f64 * STEP).to_string());
    let wanted = match params.objective {
        Objective::Win => bucket_names(&NEEDS),
        Objective::Difference => {
            let states = ["made", "easy", "hard", "impossible"];
            let both = |own| states.map(|other| format!("own {own}, other {other}"));
            states.iter().flat_map(both).collect()
        }
    };
    vec![
        Part::label("decision", ["bid", "lead", "follow", "ruff or throw", "throw"]),
        Part::number("leads_first"),
        Part::label("expected_tricks_of_13", strengths),
        Part::label("rounds_left", bucket_names(&PHASES)),
        Part::label("wanted", wanted),
        Part::label("others_trumps", bucket_names(&OTHERS_TRUMPS)),
        Part::label("sure_tricks", ["0", "1", "2+"]),
        Part::label("own_trumps", bucket_names(&TRUMPS)),
        Part::number("holds_highest_trump"),
        Part::label("shortest_suit", ["0", "1", "2", "3+"]),
        Part::number("choices_there"),
        Part::number("trump_led"),
        Part::number("takes_with_high_card"),
        Part::label("cards_of_the_suit", ["2", "3", "4+"]),
        Part::number("led_high_card"),
    ]
}
