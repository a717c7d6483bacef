//! The table of the classes of hands at a node.

use maud::{Markup, html};

use super::colours;
use super::parts::{cell_of, number, percent, picture_links, side_by_side, tenths};
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

/// The height of a row of the picture, and of the bar in it, whose width is the other number.
const ROW: usize = 24;
const BAR: (f64, f64) = (18.0, 480.0);
/// The width of a character of a name, and the least and the most space for all of it; the space for figures.
const CHARACTER: usize = 7;
const NAMES: (usize, usize) = (60, 420);
const FIGURES: usize = 200;
/// The size of the legend of an action.
const LEGEND: usize = 80;

/// The classes as a picture: a bar for each, divided among the actions, with its reach and its value.
pub(super) fn class_picture(node: &Node, shown: &ShownRange<'_>, grouping: Grouping, request: &Request) -> String {
    let (mut found, all) = classes(node, shown, grouping);
    sort(node, &mut found, &request.sort);
    found.push(all);
    let longest = found.iter().map(|class| class.name.chars().count()).max().unwrap_or(0);
    let left = (CHARACTER * longest + 16).clamp(NAMES.0, NAMES.1);
    let width = left + BAR.1 as usize + FIGURES;
    let in_a_row = (width - left) / LEGEND;
    let legend_rows = node.actions.len().div_ceil(in_a_row);
    let height = ROW * (found.len() + legend_rows) + 12;
    let top = |row: usize| (ROW * (row + legend_rows) + 6) as f64;
    let bar = |row: usize, class: &HandClass| {
        let shares = (0..node.actions.len()).map(|action| class.probability(action));
        let parts = node.actions.iter().zip(side_by_side(left as f64, BAR.1, shares));
        let value = class.mix.mean().map_or(String::new(), |value| format!(", value {value:.4}"));
        html! {
            text x=(left - 8) y=(top(row) + 14.0) text-anchor="end" font-size="12" { (class.name) }
            @for (action, (x, width)) in parts.filter(|(_, (_, width))| *width > 0.05) {
                rect x=(tenths(x)) y=(tenths(top(row))) width=(tenths(width)) height=(BAR.0)
                    fill=(colours::of_tone(action.tone)) { title { (action.name) } }
            }
            text x=(left + BAR.1 as usize + 8) y=(top(row) + 14.0) font-size="12" {
                (percent(class.mix.reach)) (value)
            }
        }
    };
    let legend = |at: usize| (left + LEGEND * (at % in_a_row), ROW * (at / in_a_row) + 6);
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" role="img" aria-label="the classes"
            viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height) {
            @for (at, action) in node.actions.iter().enumerate() {
                @let (x, y) = legend(at);
                rect x=(x) y=(y) width="12" height="12" fill=(colours::of_tone(action.tone)) {}
                text x=(x + 16) y=(y + 11) font-size="12" { (action.name) }
            }
            @for (row, class) in found.iter().enumerate() { (bar(row, class)) }
        }
    };
    picture.into_string()
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
        (picture_links(&format!("{address}/classes"), &request.query()))
        @if raised {
            p.note { "Weak raises are made by " (node.hands_name) " that are worth less than the mean of the range." }
        }
    }
}
