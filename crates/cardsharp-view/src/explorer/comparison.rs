//! The page that compares two policies of one game at one place.

use std::collections::{BTreeMap, HashMap};

use maud::{Markup, html};

use super::colours;
use super::grid::{differences, grid};
use super::parts::{NamedExplorer, bar, cell_of, facts, form, marked_words, notes, path, percent, swatch, top};
use super::request::Request;
use cardsharp_contest::explorer::{ExploreError, Explorer, HandLine, Node};
use cardsharp_contest::shown_range::ShownRange;
use cardsharp_net::shell::{page, table};

/// The largest number of hands that are listed.
const LISTED: usize = 60;

/// A hand in both policies.
struct Pair<'a> {
    hands: [Option<&'a HandLine>; 2],
    /// The mean of its shares of both ranges.
    weight: f64,
    /// The probability that the two policies cannot be made to act alike: half the sum of the differences. A hand
    /// that one of them does not know or does not have counts as no difference.
    difference: f64,
}

impl Pair<'_> {
    fn name(&self) -> &str {
        let hand = self.hands.iter().flatten().next();
        hand.map_or("", |hand| &hand.name)
    }
}

/// The page of the place of `request`, in the trees of both policies, each with its name.
pub(super) fn comparison(
    explorers: &[NamedExplorer],
    address: &str,
    named: [(&str, &dyn Explorer); 2],
    request: &Request,
    home: bool,
) -> Result<Markup, ExploreError> {
    let both = named.map(|(_, explorer)| explorer);
    let nodes = [both[0].node(&request.place)?, both[1].node(&request.place)?];
    let cards = request.cards();
    let shown = [&nodes[0], &nodes[1]].map(|node| ShownRange::of(node, &cards));
    let pairs = pairs(&shown);
    let total: f64 = pairs.iter().map(|pair| pair.weight * pair.difference).sum();
    let inside = html! {
        p { bdi { (both[0].game()) } }
        (path(&nodes[0], address, request))
        (form(&both[0].settings(), &nodes[0], request))
        (facts(&nodes[0]))
        @if !pairs.is_empty() {
            p {
                "At this node " strong #difference data-number=(total) { (percent(total)) } " of the play differs."
            }
        }
        div.side-by-side {
            @for ((node, shown), explorer) in nodes.iter().zip(&shown).zip(named) {
                section {
                    h2 { bdi { (explorer.0) } }
                    (grid(node, shown, address, request))
                    (notes(&node.notes))
                }
            }
            section { h2 { "Difference" } (differences(&nodes[0], &by_cell(&pairs), address, request)) }
        }
        (shares(&nodes, &shown, address, request))
        (list(&nodes[0], &pairs, request))
        p.note {
            "The play of a hand differs by half the sum of the differences of its probabilities: by how often the \
             policies must act differently. Hands count by the mean of their reach in both ranges."
        }
    };
    let top = top(explorers, address, request, home);
    Ok(page("Two policies", top, None, inside))
}

/// The hands of both ranges, those that differ most first.
fn pairs<'a>(shown: &[ShownRange<'a>; 2]) -> Vec<Pair<'a>> {
    let mut found: HashMap<&str, [Option<(&HandLine, f64)>; 2]> = HashMap::new();
    for (side, shown) in shown.iter().enumerate() {
        for (hand, reach) in &shown.hands {
            found.entry(&hand.name).or_default()[side] = Some((hand, *reach));
        }
    }
    let pairs = found.into_values().map(|sides| {
        let reach = sides.map(|side| side.map_or(0.0, |(_, reach)| reach));
        let hands = sides.map(|side| side.map(|(hand, _)| hand));
        Pair {
            hands,
            weight: (reach[0] + reach[1]) / 2.0,
            difference: match hands {
                [Some(one), Some(other)] => difference(one, other),
                _ => 0.0,
            },
        }
    });
    let mut pairs: Vec<Pair<'_>> = pairs.collect();
    let order = |pair: &Pair<'_>| pair.weight * pair.difference;
    pairs.sort_by(|one, two| {
        let by_weight = order(two).total_cmp(&order(one));
        by_weight.then_with(|| one.name().cmp(two.name()))
    });
    pairs
}

fn difference(one: &HandLine, other: &HandLine) -> f64 {
    if one.probabilities.len() != other.probabilities.len() {
        return 0.0;
    }
    let pairs = one.probabilities.iter().zip(&other.probabilities);
    pairs.map(|(one, other)| (one - other).abs()).sum::<f64>() / 2.0
}

/// By cell: the weight of its hands, and how much of it differs.
fn by_cell(pairs: &[Pair<'_>]) -> BTreeMap<(usize, usize), (f64, f64)> {
    let mut cells: BTreeMap<(usize, usize), (f64, f64)> = BTreeMap::new();
    for pair in pairs {
        let cell = pair.hands.iter().flatten().find_map(|hand| hand.cell);
        if let Some(cell) = cell {
            let (weight, difference) = cells.entry(cell).or_default();
            *weight += pair.weight;
            *difference += pair.weight * pair.difference;
        }
    }
    cells
}

/// The shares of the actions in both ranges.
fn shares(nodes: &[std::sync::Arc<Node>; 2], shown: &[ShownRange<'_>; 2], address: &str, request: &Request) -> Markup {
    if nodes[0].actions.is_empty() {
        return Markup::default();
    }
    let share = |side: usize, index: usize| {
        if nodes[side].hands_are_cards {
            return shown[side].all.share(index);
        }
        let action = nodes[side].actions.get(index);
        action.map_or(0.0, |action| action.share)
    };
    let to = |action| request.to(request.place.after(action)).query();
    let rows = html! {
        @for (index, action) in nodes[0].actions.iter().enumerate() {
            @let (one, other) = (share(0, index), share(1, index));
            tr {
                td {
                    (swatch(&colours::of_tone(action.tone)))
                    " " a href={ (address) (to(&action.name)) } { bdi { (action.name) } }
                }
                (cell_of(Some(one), percent(one)))
                (cell_of(Some(other), percent(other)))
                (cell_of(Some(other - one), format!("{:+.2} %", 100.0 * (other - one))))
            }
        }
    };
    let heads = html! { th { "Action" } th.number { "First" } th.number { "Second" } th.number { "Difference" } };
    table(Some("shares"), heads, rows)
}

/// The hands that differ most, or those of the chosen cell.
fn list(node: &Node, pairs: &[Pair<'_>], request: &Request) -> Markup {
    let of_cell = |pair: &&Pair<'_>| {
        let cell = pair.hands.iter().flatten().find_map(|hand| hand.cell);
        request.cell.is_none() || request.cell == cell
    };
    let mut shown = pairs.iter().filter(of_cell).take(LISTED).peekable();
    if shown.peek().is_none() {
        return Markup::default();
    }
    let heads = html! {
        th { "Name" } th.number { "Reach" } th.number { "Difference" }
        th colspan="2" { "First" } th colspan="2" { "Second" }
    };
    let rows = html! {
        @for pair in shown {
            tr {
                th scope="row" { bdi { (pair.name()) } }
                (cell_of(Some(pair.weight), percent(pair.weight)))
                (cell_of(Some(pair.difference), percent(pair.difference)))
                @for hand in pair.hands {
                    @if let Some(hand) = hand {
                        td { (bar(node, &hand.probabilities)) }
                        td { (marked_words(node, hand)) }
                    } @else {
                        td {} td { "never here" }
                    }
                }
            }
        }
    };
    html! {
        h2 #hands { "Where they differ most" }
        (table(Some("hand-list"), heads, rows))
    }
}
