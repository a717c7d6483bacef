//! A public position as a node of the tree.

use cardsharp_solvers::game::Player;

use super::moves::{action_index, moves};
use super::range::{Range, Weighing};
use super::solved::Play;
use super::values::{self, MAX_TRICKS};
use super::walk::{Ground, Spot};
use crate::agents::Source;
use cardsharp_challenge_game::rules::{Move, Rank};
use cardsharp_challenge_game::text::print_move;
use cardsharp_challenge_solver::infosets::{Ending, HandId, Stake};
use cardsharp_contest::explorer::{Grid, HandLine, Node, NodeAction, NodeTurn, Tone};

/// The name of a player, who is known by the first trick.
pub fn name(player: Player) -> &'static str {
    match player {
        Player::ZERO => "leader",
        _ => "follower",
    }
}

/// The node of a spot, after these steps.
pub fn node(ground: &Ground<'_>, spot: &Spot, steps: Vec<(String, String)>) -> Node {
    let mut node = Node { steps, facts: facts(ground, spot), ..Node::of_cards(NodeTurn::Over) };
    if spot.state.ending.is_some() {
        return node;
    }
    let player = spot.state.to_move();
    node.turn = NodeTurn::Player(player.index(), name(player).to_owned());
    let Some(range) = Range::of(ground, spot) else {
        node.notes.push("No two hands can have made these plays.".to_owned());
        return node;
    };
    let moves = moves(ground.hand, &spot.state);
    let values = values::are_near(ground, &spot.state).then(|| values::values(ground, spot, &range, &moves)).flatten();
    node.grid = grid(ground, spot);
    node.hands = hands(ground, spot, (&range, &moves), values.as_deref());
    node.actions = actions(ground, &moves, &node.hands);
    if values.is_some() {
        node.unit = values::unit(ground);
    }
    node.notes = notes(spot, &range);
    node.notes.extend(of_values(ground, values.is_some()));
    node
}

/// The step of a move, for the list of steps.
pub fn step(spot: &Spot, step: &str) -> (String, String) {
    (name(spot.state.to_move()).to_owned(), step.to_owned())
}

fn facts(ground: &Ground<'_>, spot: &Spot) -> Vec<(String, String)> {
    let state = &spot.state;
    let stake = match state.stake {
        Stake::Open => "open".to_owned(),
        Stake::Offered(by) if state.ending.is_some() => {
            format!("offered by the {}, rejected", name(by))
        }
        Stake::Offered(by) => format!("offered by the {}", name(by)),
        Stake::Accepted => "accepted: the hand decides the game".to_owned(),
    };
    let [leader, follower] = state.tricks;
    let mut facts = vec![("tricks".to_owned(), format!("{leader}–{follower}")), ("challenge".to_owned(), stake)];
    if let Play::Policy(_) = ground.play {
        facts.insert(0, ("score".to_owned(), ground.score.to_string()));
    }
    if let Some(rank) = Rank::new(state.table) {
        facts.push(("on the table".to_owned(), rank.to_string()));
    }
    if let Some(ending) = state.ending {
        let staked = state.stake == Stake::Accepted;
        let end = match ending {
            Ending::Won(player) if staked => format!("the {} wins the game", name(player)),
            Ending::Won(player) => format!("the {} scores the point", name(player)),
            Ending::Tied => "nobody scores".to_owned(),
        };
        facts.push(("end".to_owned(), end));
    }
    facts
}

/// The two highest cards of a hand; one row of cards where there is one.
fn grid(ground: &Ground<'_>, spot: &Spot) -> Option<Grid> {
    let names = || {
        let ranks = ground.hand.game().rules().all_ranks();
        let mut names: Vec<String> = ranks.map(|rank| rank.to_string()).collect();
        names.reverse();
        names
    };
    let (row_label, column_label, rows) = match ground.cards(&spot.state) {
        0 => return None,
        1 => ("", "the card", vec![String::new()]),
        _ => ("highest card", "second highest card", names()),
    };
    Some(Grid { row_label, column_label, rows, columns: names() })
}

fn cell(ground: &Ground<'_>, hand: HandId) -> Option<(usize, usize)> {
    let ranks = usize::from(ground.hand.game().rules().ranks());
    let mut cards = ground.hand.space().cards(hand).descending();
    let first = ranks - 1 - cards.next()?.index();
    match cards.next() {
        Some(second) => Some((first, ranks - 1 - second.index())),
        None => Some((0, first)),
    }
}

fn hands(
    ground: &Ground<'_>,
    spot: &Spot,
    (range, moves): (&Range, &[Move]),
    values: Option<&[Vec<Option<f64>>]>,
) -> Vec<HandLine> {
    let space = ground.hand.space();
    let first = space.first(ground.cards(&spot.state)).index();
    let shares = range.shares.iter().enumerate();
    let lines = shares.filter(|(_, reach)| **reach > 0.0);
    let lines = lines.filter_map(|(local, &reach)| {
        let hand = HandId::from_index(first + local);
        let row = spot.rows[local].as_ref()?;
        let share = |&chosen: &Move| {
            let index = action_index(space, hand, chosen);
            index.map_or(0.0, |index| row.shares[index])
        };
        Some(HandLine {
            name: space.cards(hand).to_string(),
            cell: cell(ground, hand),
            reach,
            probabilities: match row.source {
                Source::Rule => Vec::new(),
                _ => moves.iter().map(share).collect(),
            },
            values: values.map_or_else(Vec::new, |values| values.iter().map(|values| values[local]).collect()),
            remark: match row.source {
                Source::Certain | Source::Own => None,
                Source::NearestClass => Some("never trained at this score: the row of the nearest score"),
                Source::Rule => Some("never trained"),
            },
        })
    });
    let mut lines: Vec<HandLine> = lines.collect();
    lines.sort_by(|one, two| two.reach.total_cmp(&one.reach));
    lines
}

fn actions(ground: &Ground<'_>, moves: &[Move], hands: &[HandLine]) -> Vec<NodeAction> {
    let highest = f64::from(ground.hand.game().rules().ranks() - 1).max(1.0);
    let action = |(index, &chosen): (usize, &Move)| {
        let (mut share, mut sum, mut valued) = (0.0, 0.0, 0.0);
        for hand in hands {
            let Some(probability) = hand.probabilities.get(index) else {
                continue;
            };
            let weight = hand.reach * probability;
            share += weight;
            if let Some(Some(value)) = hand.values.get(index) {
                sum += weight * value;
                valued += weight;
            }
        }
        NodeAction {
            name: print_move(chosen),
            tone: match chosen {
                Move::Play(rank) => Tone::Scaled(rank.index() as f64 / highest),
                Move::Offer | Move::Accept => Tone::Raises,
                Move::Reject => Tone::GivesUp,
            },
            share,
            value: (valued > 0.0).then(|| sum / valued),
        }
    };
    moves.iter().enumerate().map(action).collect()
}

fn notes(spot: &Spot, range: &Range) -> Vec<String> {
    let mut notes = Vec::new();
    let weighing = match range.weighing {
        Weighing::Policy => None,
        Weighing::OwnPlaysUnlikely => {
            Some("The policy never plays as the player to act has: their hands are as likely as the shoe makes them.")
        }
        Weighing::TheirPlaysUnlikely => {
            Some("The policy never plays as the other player has: their hands are as likely as the shoe makes them.")
        }
        Weighing::Shoe => Some("The policy never plays like this: all hands are as likely as the shoe makes them."),
    };
    notes.extend(weighing.map(str::to_owned));
    let of_source = |wanted: Source| -> f64 {
        let rows = range.shares.iter().zip(&spot.rows);
        let fitting = rows.filter(|(_, row)| row.as_ref().is_some_and(|row| row.source == wanted));
        fitting.map(|(share, _)| share).sum()
    };
    for (source, what) in [
        (Source::NearestClass, "has its row from the nearest score that has one"),
        (Source::Rule, "is not known to the policy, and goes on with all moves equally likely"),
    ] {
        let share = of_source(source);
        if share > 0.0 {
            notes.push(format!("{:.2} % of the range {what}.", 100.0 * share));
        }
    }
    notes
}

/// The source of the values.
fn of_values(ground: &Ground<'_>, are_known: bool) -> Option<String> {
    if let Some(below) = &ground.below_trunk {
        return Some(format!(
            "These tricks are not in the policy: they were solved for this page, with {} iterations.",
            below.iterations
        ));
    }
    let ends_early = matches!(ground.play, Play::Policy(policy) if policy.trunk_tricks().is_some());
    match (ends_early, are_known) {
        (true, true) => Some("Values end at what every hand is worth where the policy's tricks end.".to_owned()),
        (true, false) => Some("No values here: the policy does not say what hands are worth where it ends.".to_owned()),
        (false, true) => None,
        (false, false) => Some(format!(
            "No values here: before the last {MAX_TRICKS} tricks they take too long for the whole range. \
             Choose a hand for sampled values."
        )),
    }
}
