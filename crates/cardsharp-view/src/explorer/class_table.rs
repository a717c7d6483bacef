//! The table of the classes of hands at a node.

use maud::{Markup, html};

use super::parts::{cell_of, number, percent};
use super::request::Request;
use cardsharp_contest::explorer::Node;
use cardsharp_contest::hand_classes::{Grouping, HandClass, classes, sort};
use cardsharp_contest::shown_range::ShownRange;
use cardsharp_net::shell::table;

/// Links to the groupings of the hands that are shown, and the classes of the one that the request asks for.
pub(super) fn class_part(node: &Node, shown: &ShownRange<'_>, address: &str, request: &Request) -> Markup {
    if node.hands.is_empty() {
        return Markup::default();
    }
    let fitting = Grouping::ALL.into_iter().filter(|(_, grouping)| grouping.fits(node));
    let to = |name: &str| format!("{address}{}#classes", request.grouped_by(name).query());
    let is_here = |name: &str| (request.by == name).then_some("true");
    html! {
        p #groupings {
            "Classes by "
            @for (index, (name, _)) in fitting.clone().enumerate() {
                @if index > 0 { ", " }
                a href=(to(name)) aria-current=[is_here(name)] { (name) }
            }
        }
        @for (name, grouping) in fitting {
            @if request.by == name { (class_table(node, shown, (name, grouping), address, request)) }
        }
    }
}

/// The classes, one a row. The heads of the columns sort them.
fn class_table(
    node: &Node,
    shown: &ShownRange<'_>,
    (by, grouping): (&str, Grouping),
    address: &str,
    request: &Request,
) -> Markup {
    let (mut found, all) = classes(node, shown, grouping);
    sort(node, &mut found, &request.sort);
    let valued = all.mix.mean().is_some();
    let raised = all.weak_raises().is_some();
    let head = |column: &str, text: &str| {
        html! { th.number { a href={ (address) (request.sorted_by(column).query()) "#classes" } { (text) } } }
    };
    let heads = html! {
        th { a href={ (address) (request.sorted_by("").query()) "#classes" } { (by) } }
        (head("hands", "Hands")) (head("reach", "Reach"))
        @if valued { (head("value", "Value")) }
        @if raised { (head("weak-raises", "Weak raises")) }
        @for action in &node.actions { (head(&action.name, &action.name)) }
    };
    let row = |class: &HandClass| {
        html! {
            tr {
                th scope="row" { bdi { (class.name) } }
                (cell_of(Some(class.mix.hands as f64), class.mix.hands.to_string()))
                (cell_of(Some(class.mix.reach), percent(class.mix.reach)))
                @if valued { (cell_of(class.mix.mean(), number(class.mix.mean()))) }
                @if raised { (cell_of(class.weak_raises(), class.weak_raises().map_or_else(String::new, percent))) }
                @for action in 0..node.actions.len() {
                    @let share = class.probability(action);
                    (cell_of(Some(share), percent(share)))
                }
            }
        }
    };
    html! {
        h2 #classes { "Classes of " (node.hands_name) " by " (by) }
        (table(Some("class-list"), heads, html! { @for class in &found { (row(class)) } (row(&all)) }))
        p { a href={ (address) "/classes.csv" (request.query()) } { "As CSV" } }
        @if raised {
            p.note { "Weak raises are made by " (node.hands_name) " that are worth less than the mean of the range." }
        }
    }
}
