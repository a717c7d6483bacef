//! The page of a node.

use std::fmt::Write;

use super::colours;
use super::grid::grid;
use super::parts::{
    NamedExplorer, bar, cell_of, detail, facts, form, notes, number, path, percent, swatch, top,
    words,
};
use super::request::Request;
use super::shown_range::ShownRange;
use super::tree::tree;
use cardsharp_contest::explorer::{ExploreError, Explorer, Node, NodeTurn};
use cardsharp_net::http::html::escape;
use cardsharp_net::shell::page;

/// The largest number of hands that are listed, unless those of one cell are.
const LISTED: usize = 60;

/// The page of the place of `request`, in the tree of explorer number `at`.
pub(super) fn node_page(
    explorers: &[NamedExplorer],
    (at, explorer): (usize, &dyn Explorer),
    request: &Request,
    home: bool,
) -> Result<String, ExploreError> {
    let node = explorer.node(&request.place)?;
    let name = &explorers[at].name;
    let address = format!("/explore/{at}");
    let cards = request.cards();
    let shown = ShownRange::of(&node, &cards);
    let mut inside = format!(
        "<p><bdi>{}</bdi>. <bdi>{}</bdi></p>{}{}{}",
        escape(explorer.game()),
        escape(&explorer.summary()),
        path(&node, &address, request),
        form(&explorer.settings(), &node, request),
        facts(&node)
    );
    if !cards.is_empty() && node.hands_are_cards {
        let _ = write!(
            inside,
            "<p id=\"filter\">Hands that hold {}: {} of the range, {} of {} hands.</p>",
            escape(&cards.join(", ")),
            percent(shown.left),
            shown.hands.len(),
            node.hands.len()
        );
    }
    let _ = write!(
        inside,
        "<div class=\"columns\"><div>{}</div><div>{}</div></div>",
        actions(&node, &shown, &address, request),
        grid(&node, &shown, &address, request)
    );
    if let Some(hand) = &request.hand
        && let Some(found) = explorer.hand(&request.place, hand)?
    {
        let command = format!("cardsharp inspect {name} '{}'", found.position);
        inside.push_str(&detail(&format!("The hand {hand}"), &found, &command));
    }
    if let Some(part) = &node.tree {
        let _ = write!(
            inside,
            "<h2>The tree from here on</h2>{}",
            tree(part, &address, request)
        );
    }
    inside.push_str(&hands(&node, &shown, (&address, explorer), request));
    inside.push_str(&notes(&node.notes));
    let top = top(explorers, &address, request, home);
    Ok(page(name, &top, None, &inside))
}

/// The actions or outcomes, each a link to the node after it.
fn actions(node: &Node, shown: &ShownRange<'_>, address: &str, request: &Request) -> String {
    if node.actions.is_empty() {
        return String::new();
    }
    let with_values = node.actions.iter().any(|action| action.value.is_some());
    let mut rows = String::new();
    for (index, action) in node.actions.iter().enumerate() {
        // Where hands are filtered, the share is that of the hands that are left.
        let (share, value) = if node.hands_are_cards {
            (shown.all.share(index), shown.all.value(index))
        } else {
            (action.share, action.value)
        };
        let to = request.to(request.place.after(&action.name));
        let colour = match node.turn {
            NodeTurn::Chance => String::new(),
            _ => swatch(&colours::of_tone(action.tone)),
        };
        let value = if with_values {
            cell_of(value, &number(value))
        } else {
            String::new()
        };
        let _ = write!(
            rows,
            "<tr><td>{colour} <a href=\"{address}{}\"><bdi>{}</bdi></a></td>{}{value}</tr>",
            escape(&to.query()),
            escape(&action.name),
            cell_of(Some(share), &percent(share))
        );
    }
    let (what, share) = match node.turn {
        NodeTurn::Chance => ("Outcome", "Probability"),
        _ if node.hands_are_cards => ("Action", "Share"),
        _ => ("Action", "Probability"),
    };
    let value = if with_values {
        "<th class=\"number\">Value</th>"
    } else {
        ""
    };
    let mean = match shown.all.mean().filter(|_| node.hands_are_cards) {
        Some(mean) => format!(
            "<tfoot><tr><th>All</th><td></td>{}</tr></tfoot>",
            cell_of(Some(mean), &number(Some(mean)))
        ),
        None => String::new(),
    };
    let unit = match node.unit.as_str() {
        unit if with_values => format!("<p class=\"note\">Value: {}.</p>", escape(unit)),
        _ => String::new(),
    };
    format!(
        "<div class=\"wide\"><table id=\"actions\"><thead><tr><th>{what}</th><th class=\"number\">{share}</th>{value}\
         </tr></thead><tbody>{rows}</tbody>{mean}</table></div>{unit}"
    )
}

/// The hands, or those of the chosen cell.
fn hands(
    node: &Node,
    shown: &ShownRange<'_>,
    (address, explorer): (&str, &dyn Explorer),
    request: &Request,
) -> String {
    if node.hands.is_empty() {
        return String::new();
    }
    let of_cell = |cell| request.cell.is_none() || request.cell == cell;
    let fitting = shown.hands.iter().filter(|(hand, _)| of_cell(hand.cell));
    let found = fitting.clone().count();
    let most = if request.cell.is_some() {
        found
    } else {
        LISTED
    };
    let with_values = node.hands.iter().any(|hand| !hand.values.is_empty());
    let more = !explorer.settings().is_empty();
    let mut rows = String::new();
    for (hand, reach) in fitting.take(most) {
        let name = escape(&hand.name);
        let name = if more {
            format!(
                "<a href=\"{address}{}#hand\"><bdi>{name}</bdi></a>",
                escape(&request.to_hand(&hand.name).query())
            )
        } else {
            format!("<bdi>{name}</bdi>")
        };
        let value = if with_values {
            cell_of(hand.value(), &number(hand.value())) + &values(node, &hand.values)
        } else {
            String::new()
        };
        let _ = write!(
            rows,
            "<tr><th scope=\"row\">{name}</th>{}<td>{}</td><td>{}</td>{value}</tr>",
            cell_of(Some(*reach), &percent(*reach)),
            bar(node, &hand.probabilities),
            escape(&words(node, &hand.probabilities))
        );
    }
    let value = if with_values {
        "<th class=\"number\">Value</th><th>Value of each action</th>"
    } else {
        ""
    };
    let what = match (request.cell, found > most) {
        (Some(_), _) => format!("{found} {} of the cell", node.hands_name),
        (None, true) => format!("The {most} likeliest of {found} {}", node.hands_name),
        (None, false) => format!("{found} {}", node.hands_name),
    };
    format!(
        "<h2 id=\"hands\">{what}</h2><div class=\"wide\"><table id=\"hand-list\"><thead><tr><th>Name</th>\
         <th class=\"number\">Reach</th><th>Play</th><th>Probabilities</th>{value}</tr></thead><tbody>{rows}</tbody>\
         </table></div>"
    )
}

/// The values of the actions of a hand.
fn values(node: &Node, values: &[Option<f64>]) -> String {
    let known = node.actions.iter().zip(values);
    let known = known.filter_map(|(action, value)| Some((&action.name, (*value)?)));
    let words: Vec<String> = known
        .map(|(name, value)| format!("{name} {value:.4}"))
        .collect();
    format!("<td>{}</td>", escape(&words.join(", ")))
}
