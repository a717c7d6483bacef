//! The page that compares two policies of one game at one place.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use super::colours;
use super::grid::{differences, grid};
use super::parts::{
    NamedExplorer, bar, cell_of, facts, form, notes, path, percent, swatch, top, words,
};
use super::request::Request;
use super::shown_range::ShownRange;
use cardsharp_contest::explorer::{ExploreError, Explorer, HandLine, Node};
use cardsharp_net::http::html::escape;
use cardsharp_net::shell::page;

/// The address of the page.
const ADDRESS: &str = "/compare";
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

/// The page of the place of `request`, in the trees of both policies.
pub(super) fn comparison(
    explorers: &[NamedExplorer],
    both: [&dyn Explorer; 2],
    request: &Request,
    home: bool,
) -> Result<String, ExploreError> {
    let nodes = [both[0].node(&request.place)?, both[1].node(&request.place)?];
    let cards = request.cards();
    let shown = [&nodes[0], &nodes[1]].map(|node| ShownRange::of(node, &cards));
    let pairs = pairs(&shown);
    let mut inside = format!(
        "<p><bdi>{}</bdi></p>{}{}{}",
        escape(both[0].game()),
        path(&nodes[0], ADDRESS, request),
        form(&both[0].settings(), &nodes[0], request),
        facts(&nodes[0])
    );
    let total: f64 = pairs.iter().map(|pair| pair.weight * pair.difference).sum();
    if !pairs.is_empty() {
        let _ = write!(
            inside,
            "<p>At this node <strong id=\"difference\" data-number=\"{total}\">{}</strong> of the play differs.</p>",
            percent(total)
        );
    }
    inside.push_str("<div class=\"side-by-side\">");
    for ((node, shown), explorer) in nodes.iter().zip(&shown).zip(explorers) {
        let _ = write!(
            inside,
            "<section><h2><bdi>{}</bdi></h2>{}{}</section>",
            escape(&explorer.name),
            grid(node, shown, ADDRESS, request),
            notes(&node.notes)
        );
    }
    let _ = write!(
        inside,
        "<section><h2>Difference</h2>{}</section></div>",
        differences(&nodes[0], &by_cell(&pairs), ADDRESS, request)
    );
    inside.push_str(&shares(&nodes, &shown, request));
    inside.push_str(&list(&nodes[0], &pairs, request));
    inside.push_str(
        "<p class=\"note\">The play of a hand differs by half the sum of the differences of its probabilities: by \
         how often the policies must act differently. Hands count by the mean of their reach in both ranges.</p>",
    );
    let top = top(explorers, ADDRESS, request, home);
    Ok(page("Two policies", &top, None, &inside))
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
        let names =
            [one, two].map(|pair| pair.hands.iter().flatten().next().map(|hand| &hand.name));
        order(two)
            .total_cmp(&order(one))
            .then_with(|| names[0].cmp(&names[1]))
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
fn shares(
    nodes: &[std::sync::Arc<Node>; 2],
    shown: &[ShownRange<'_>; 2],
    request: &Request,
) -> String {
    let mut rows = String::new();
    for (index, action) in nodes[0].actions.iter().enumerate() {
        let share = |side: usize| {
            if nodes[side].hands_are_cards {
                shown[side].all.share(index)
            } else {
                nodes[side]
                    .actions
                    .get(index)
                    .map_or(0.0, |action| action.share)
            }
        };
        let (one, other) = (share(0), share(1));
        let to = request.to(request.place.after(&action.name));
        let _ = write!(
            rows,
            "<tr><td>{} <a href=\"{ADDRESS}{}\"><bdi>{}</bdi></a></td>{}{}{}</tr>",
            swatch(&colours::of_tone(action.tone)),
            escape(&to.query()),
            escape(&action.name),
            cell_of(Some(one), &percent(one)),
            cell_of(Some(other), &percent(other)),
            cell_of(
                Some(other - one),
                &format!("{:+.2} %", 100.0 * (other - one))
            )
        );
    }
    if rows.is_empty() {
        String::new()
    } else {
        format!(
            "<div class=\"wide\"><table id=\"shares\"><thead><tr><th>Action</th><th class=\"number\">First</th>\
             <th class=\"number\">Second</th><th class=\"number\">Difference</th></tr></thead>\
             <tbody>{rows}</tbody></table></div>"
        )
    }
}

/// The hands that differ most, or those of the chosen cell.
fn list(node: &Node, pairs: &[Pair<'_>], request: &Request) -> String {
    let of_cell = |pair: &&Pair<'_>| {
        let cell = pair.hands.iter().flatten().find_map(|hand| hand.cell);
        request.cell.is_none() || request.cell == cell
    };
    let mut rows = String::new();
    for pair in pairs.iter().filter(of_cell).take(LISTED) {
        let name = pair.hands.iter().flatten().next();
        let name = name.map_or("", |hand| &hand.name);
        let side = |hand: Option<&HandLine>| match hand {
            Some(hand) => format!(
                "<td>{}</td><td>{}</td>",
                bar(node, &hand.probabilities),
                escape(&words(node, &hand.probabilities))
            ),
            None => "<td></td><td>never here</td>".to_owned(),
        };
        let _ = write!(
            rows,
            "<tr><th scope=\"row\"><bdi>{}</bdi></th>{}{}{}{}</tr>",
            escape(name),
            cell_of(Some(pair.weight), &percent(pair.weight)),
            cell_of(Some(pair.difference), &percent(pair.difference)),
            side(pair.hands[0]),
            side(pair.hands[1])
        );
    }
    if rows.is_empty() {
        String::new()
    } else {
        format!(
            "<h2 id=\"hands\">Where they differ most</h2><div class=\"wide\"><table id=\"hand-list\"><thead><tr>\
             <th>Name</th><th class=\"number\">Reach</th><th class=\"number\">Difference</th><th colspan=\"2\">First</th>\
             <th colspan=\"2\">Second</th></tr></thead><tbody>{rows}</tbody></table></div>"
        )
    }
}
