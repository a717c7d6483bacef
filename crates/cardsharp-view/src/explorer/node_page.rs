//! The page of a node.

use maud::{Markup, html};

use super::class_table::class_part;
use super::colours;
use super::grid::grid;
use super::locks::{lock_form, lock_list};
use super::parts::{
    NamedExplorer, bar, cell_of, detail, facts, form, marked_words, notes, number, path, percent, picture_links,
    swatch, top,
};
use super::request::Request;
use super::tree::tree;
use cardsharp_contest::explorer::{ExploreError, Explorer, HandLine, Node, NodeTurn};
use cardsharp_contest::shown_range::ShownRange;
use cardsharp_net::shell::{page, table};

/// The largest number of hands that are listed, unless those of one cell are.
const LISTED: usize = 60;

/// The page of the place of `request`, in the tree of explorer number `at`, which may be solved again with locks.
pub(super) fn node_page(
    explorers: &[NamedExplorer],
    (at, unlocked): (usize, &dyn Explorer),
    locked: Option<&dyn Explorer>,
    request: &Request,
    home: bool,
) -> Result<Markup, ExploreError> {
    let explorer = locked.unwrap_or(unlocked);
    let locks = locked.map(|locked| lock_list((at, unlocked), locked, request));
    let node = explorer.node(&request.place)?;
    let name = &explorers[at].name;
    let address = format!("/explore/{at}");
    let cards = request.cards();
    let shown = ShownRange::of(&node, &cards);
    let hand = match &request.hand {
        Some(hand) => explorer.hand(&request.place, hand)?.map(|found| {
            let command = format!("cardsharp inspect {name} '{}'", found.position);
            detail(&format!("The hand {hand}"), &found, &command)
        }),
        None => None,
    };
    let inside = html! {
        p { bdi { (explorer.game()) } ". " bdi { (explorer.summary()) } }
        p { a href={ "/practice/" (at) (Request::default().to(request.place.up_to(0)).query()) } { "Practise against it" } }
        @if let Some(locks) = locks.transpose()? { (locks) }
        (path(&node, &address, request))
        (form(&explorer.settings(), &node, request))
        (facts(&node))
        @if !cards.is_empty() && node.hands_are_cards {
            p #filter {
                "Hands that hold " (cards.join(", ")) ": " (percent(shown.left)) " of the range, "
                (shown.hands.len()) " of " (node.hands.len()) " hands."
            }
        }
        div.columns {
            div { (actions(&node, &shown, &address, request)) }
            div { (grid(&node, &shown, &address, request)) }
        }
        @if let Some(hand) = hand { (hand) }
        (lock_form(&node, explorer, &address, request))
        @if let Some(part) = &node.tree {
            h2 { "The tree from here on" }
            (tree(part, &address, request))
            (picture_links(&format!("{address}/tree"), &request.query()))
        }
        (class_part(&node, &shown, &address, request))
        (hands(&node, &shown, (&address, explorer), request))
        (notes(&node.notes))
    };
    let top = top(explorers, &address, request, home);
    Ok(page(name, top, None, inside))
}

/// The actions or outcomes, each a link to the node after it.
fn actions(node: &Node, shown: &ShownRange<'_>, address: &str, request: &Request) -> Markup {
    if node.actions.is_empty() {
        return Markup::default();
    }
    let with_values = node.actions.iter().any(|action| action.value.is_some());
    // Where hands are filtered, the share is that of the hands that are left.
    let figures = node.actions.iter().enumerate().map(|(index, action)| {
        if node.hands_are_cards {
            (action, shown.all.share(index), shown.all.value(index))
        } else {
            (action, action.share, action.value)
        }
    });
    let to = |action| request.to(request.place.after(action)).query();
    let (what, share) = match node.turn {
        NodeTurn::Chance => ("Outcome", "Probability"),
        _ if node.hands_are_cards => ("Action", "Share"),
        _ => ("Action", "Probability"),
    };
    html! {
        div.wide {
            table #actions {
                thead { tr { th { (what) } th.number { (share) } @if with_values { th.number { "Value" } } } }
                tbody {
                    @for (action, share, value) in figures {
                        tr {
                            td {
                                @if node.turn != NodeTurn::Chance { (swatch(&colours::of_tone(action.tone))) }
                                " " a href={ (address) (to(&action.name)) } { bdi { (action.name) } }
                            }
                            (cell_of(Some(share), percent(share)))
                            @if with_values { (cell_of(value, number(value))) }
                        }
                    }
                }
                @if let Some(mean) = shown.all.mean().filter(|_| node.hands_are_cards) {
                    tfoot { tr { th { "All" } td {} (cell_of(Some(mean), number(Some(mean)))) } }
                }
            }
        }
        @if with_values { p.note { "Value: " (node.unit) "." } }
    }
}

/// The hands, or those of the chosen cell.
fn hands(node: &Node, shown: &ShownRange<'_>, (address, explorer): (&str, &dyn Explorer), request: &Request) -> Markup {
    if node.hands.is_empty() {
        return Markup::default();
    }
    let of_cell = |cell| request.cell.is_none() || request.cell == cell;
    let fitting = shown.hands.iter().filter(|(hand, _)| of_cell(hand.cell));
    let mut fitting: Vec<&(&HandLine, f64)> = fitting.collect();
    let action = node.actions.iter().position(|action| action.name == request.order);
    fitting.sort_by(|(one, _), (other, _)| {
        let [one, other] = [one, other].map(|hand| order_of(hand, &request.order, action));
        other.total_cmp(&one)
    });
    let found = fitting.len();
    let most = if request.cell.is_some() { found } else { LISTED };
    let with_values = node.hands.iter().any(|hand| !hand.values.is_empty());
    let by_regret = request.show == "regret";
    let is_lockable = explorer.lockable().is_some();
    let more = is_lockable || !explorer.settings().is_empty();
    let part = if is_lockable { "#lock" } else { "#hand" };
    let rows = html! {
        @for (hand, reach) in fitting.into_iter().take(most) {
            @let name = html! { bdi { (hand.name) } };
            tr {
                th scope="row" {
                    @if more { a href={ (address) (request.to_hand(&hand.name).query()) (part) } { (name) } }
                    @else { (name) }
                }
                (cell_of(Some(*reach), percent(*reach)))
                td { (bar(node, &hand.probabilities)) }
                td { (marked_words(node, hand)) }
                @if with_values {
                    (cell_of(hand.value(), number(hand.value())))
                    (cell_of(hand.loss(), number(hand.loss())))
                    td { (values(node, if by_regret { hand.regrets() } else { hand.values.clone() })) }
                }
            }
        }
    };
    let heads = html! {
        th { "Name" } th.number { "Reach" } th { "Play" } th { "Probabilities" }
        @if with_values {
            th.number { "Value" } th.number { "Regret" }
            th { @if by_regret { "Regret of each action" } @else { "Value of each action" } }
        }
    };
    let what = match (request.cell, found > most) {
        (Some(_), _) => format!("{found} {} of the cell", node.hands_name),
        (None, true) if request.order.is_empty() => format!("The {most} likeliest of {found} {}", node.hands_name),
        (None, true) => format!("The first {most} of {found} {}", node.hands_name),
        (None, false) => format!("{found} {}", node.hands_name),
    };
    html! {
        h2 #hands { (what) }
        (orders(node, with_values, address, request))
        (table(Some("hand-list"), heads, rows))
        p { a href={ (address) "/hands.csv" (request.query()) } { "All as CSV" } }
        @if with_values { p.note { "Regret: the value that the policy loses with the hand against its best action." } }
    }
}

/// The figure of a hand in the column that hands are sorted by, from the greatest. `action` is the column's, if it is one.
fn order_of(hand: &HandLine, column: &str, action: Option<usize>) -> f64 {
    let figure = match (column, action) {
        (_, Some(action)) => hand.probabilities.get(action).copied(),
        ("value", None) => hand.value(),
        ("regret", None) => hand.loss(),
        _ => Some(hand.reach),
    };
    figure.unwrap_or(f64::NEG_INFINITY)
}

/// Links that sort the hands.
fn orders(node: &Node, with_values: bool, address: &str, request: &Request) -> Markup {
    let figures = if with_values { &["value", "regret"][..] } else { &[] };
    let actions = node.actions.iter().map(|action| action.name.as_str());
    let columns = figures.iter().copied().chain(actions).map(|name| (name, name));
    html! {
        p #orders {
            "Sorted by "
            @for (index, (name, column)) in std::iter::once(("reach", "")).chain(columns).enumerate() {
                @if index > 0 { ", " }
                a href={ (address) (request.ordered_by(column).query()) "#hands" }
                    aria-current=[(request.order == column).then_some("true")] { bdi { (name) } }
            }
        }
    }
}

/// The figures of the actions of a hand in words.
fn values(node: &Node, values: Vec<Option<f64>>) -> String {
    let known = node.actions.iter().zip(values);
    let known = known.filter_map(|(action, value)| Some((&action.name, value?)));
    let words: Vec<String> = known.map(|(name, value)| format!("{name} {value:.4}")).collect();
    words.join(", ")
}
