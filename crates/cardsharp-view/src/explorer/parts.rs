//! The parts that pages share.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use maud::{Markup, Render, html};

use super::colours::{self, UNKNOWN};
use super::lock_query;
use super::request::Request;
use cardsharp_contest::explorer::{Exploration, Explorer, HandAction, HandDetail, HandLine, Node, NodeTurn, Setting};
use cardsharp_net::shell::{link, table};
use cardsharp_plots::picture::WITH_PNG;

/// The links to a part of the page as pictures, whose address is this but for the form.
pub(super) fn picture_links(part: &str, query: &str) -> Markup {
    html! {
        p {
            a href={ (part) ".svg" (query) } { "As SVG" }
            @if WITH_PNG { " or " a href={ (part) ".png" (query) } { "PNG" } }
        }
    }
}

/// A policy that is looked at, with its name.
pub struct NamedExplorer {
    /// The name: that of its file.
    pub name: String,
    /// The policy.
    pub exploration: Exploration,
    /// The policies with locks that were solved last, by their locks in an address.
    pub(super) locked: Mutex<Vec<(String, Arc<dyn Explorer>)>>,
}

impl NamedExplorer {
    /// A policy with this name.
    pub fn new(name: String, exploration: Exploration) -> NamedExplorer {
        let locked = Mutex::default();
        NamedExplorer { name, exploration, locked }
    }
}

/// The width of a bar.
const BAR: f64 = 160.0;

/// A share as text: `12.50 %`.
pub(super) fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

/// A value as text, and a dash where there is none.
pub(super) fn number(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.4}"))
}

/// A length in a drawing, in tenths of a pixel.
pub(crate) fn tenths(length: f64) -> String {
    format!("{length:.1}")
}

/// A cell of a table with a number. The attribute has all its digits.
pub(super) fn cell_of(value: Option<f64>, text: impl Render) -> Markup {
    html! { td.number data-number=[value] { (text) } }
}

/// The links on top. `here` is the address of this page, without the query.
pub(super) fn top(explorers: &[NamedExplorer], here: &str, request: &Request, home: bool) -> Markup {
    let query = request.to(request.place.clone()).query();
    let to = |address: &str, name: &str| {
        let name = html! { bdi { (name) } };
        link(&format!("{address}{query}"), address == here, name)
    };
    html! {
        @if home { (link("/", false, "Home")) }
        @for (index, explorer) in explorers.iter().enumerate() {
            (to(&format!("/explore/{index}"), &explorer.name))
        }
        @if explorers.len() == 2 { (to("/compare", "Compare")) }
    }
}

/// The steps to a node, each a link to the place after it.
pub(super) fn path(node: &Node, address: &str, request: &Request) -> Markup {
    let all = node.steps.len();
    let to = |count| request.to(request.place.up_to(count)).query();
    let is_here = |count| (count == all).then_some("page");
    let is_before = |count| (count + 1 == all).then_some("prev");
    let names = node.steps.iter().map(|(actor, step)| html! { small { (actor) } " " bdi { (step) } });
    let names = std::iter::once(html! { "Start" }).chain(names);
    html! {
        nav aria-label="path" {
            ol.path {
                @for (count, name) in names.enumerate() {
                    li {
                        a href={ (address) (to(count)) } aria-current=[is_here(count)] rel=[is_before(count)] { (name) }
                    }
                }
            }
        }
    }
}

/// The form of the settings and of the filter.
pub(super) fn form(settings: &[Setting], node: &Node, request: &Request) -> Markup {
    if settings.is_empty() && !node.hands_are_cards {
        return Markup::default();
    }
    html! {
        form method="get" {
            @for step in &request.place.steps { input type="hidden" name="step" value=(step); }
            @if !request.by.is_empty() { input type="hidden" name="by" value=(request.by); }
            @for lock in &request.locks { input type="hidden" name="lock" value=(lock_query::written(lock)); }
            (setting_fields(settings, &request.place.settings))
            @if node.hands_are_cards {
                label {
                    "Only hands that hold "
                    input name="holds" value=(request.holds) size="8" placeholder="13, 9";
                }
                " "
            }
            button { "Show" }
        }
    }
}

/// The fields of the settings in a form.
pub(super) fn setting_fields(settings: &[Setting], chosen: &BTreeMap<String, String>) -> Markup {
    html! {
        @for setting in settings {
            @let chosen = chosen.get(setting.key);
            label {
                (setting.label) " "
                select name=(setting.key) {
                    @for value in &setting.values { option selected[chosen == Some(value)] { (value) } }
                }
            }
            " "
        }
    }
}

/// Who acts, and the facts of the position.
pub(super) fn facts(node: &Node) -> Markup {
    html! {
        p #turn {
            @match &node.turn {
                NodeTurn::Player(_, name) => { "To act: " (name) "." }
                NodeTurn::Chance => { "Chance moves." }
                NodeTurn::Over => { "The end." }
            }
        }
        dl.facts {
            @for (name, value) in &node.facts { div { dt { (name) } dd { bdi { (value) } } } }
        }
    }
}

/// The notes below the numbers.
pub(super) fn notes(notes: &[String]) -> Markup {
    html! { @for note in notes { p.note { (note) } } }
}

/// The square in the colour of an action.
pub(super) fn swatch(colour: &str) -> Markup {
    html! {
        svg.swatch width="14" height="14" aria-hidden="true" { rect width="14" height="14" rx="2" fill=(colour) {} }
    }
}

/// The parts of a bar from `start` on, as wide as `width` times their shares: where each begins, and how wide it is.
pub(super) fn side_by_side(
    start: f64,
    width: f64,
    shares: impl IntoIterator<Item = f64>,
) -> impl Iterator<Item = (f64, f64)> {
    shares.into_iter().scan(start, move |end, share| {
        let (x, width) = (*end, width * share);
        *end += width;
        Some((x, width))
    })
}

/// A bar of the probabilities of all actions. `shares` is empty where the policy knows nothing.
pub(super) fn bar(node: &Node, shares: &[f64]) -> Markup {
    let parts = side_by_side(0.0, BAR, shares.iter().copied());
    let drawn = node.actions.iter().zip(parts).filter(|(_, (_, width))| *width > 0.0);
    html! {
        svg.bar width=(BAR) height="14" viewBox={ "0 0 " (BAR) " 14" } aria-hidden="true" {
            rect width=(BAR) height="14" fill=(UNKNOWN) {}
            @for (action, (x, width)) in drawn {
                rect x=(format_args!("{x:.2}")) width=(format_args!("{width:.2}")) height="14"
                    fill=(colours::of_tone(action.tone)) {}
            }
        }
    }
}

/// The probabilities of the actions in words: `9 61.20 %, challenge 38.80 %`.
pub(super) fn words(node: &Node, shares: &[f64]) -> String {
    let taken = node.actions.iter().zip(shares);
    let taken = taken.filter(|(_, share)| **share > 0.0);
    let words: Vec<String> = taken.map(|(action, share)| format!("{} {}", action.name, percent(*share))).collect();
    words.join(", ")
}

/// The probabilities of a hand in words, and the remark on them.
pub(super) fn marked_words(node: &Node, hand: &HandLine) -> Markup {
    html! {
        (words(node, &hand.probabilities))
        @if let Some(remark) = hand.remark { " " em.remark { "(" (remark) ")" } }
    }
}

/// The table of the actions of one hand, with a star at the one that was taken.
pub(super) fn action_table(actions: &[HandAction], taken: Option<usize>) -> Markup {
    let rows = html! {
        @for (at, (action, regret)) in actions.iter().zip(HandAction::regrets(actions)).enumerate() {
            @let value = html! {
                (number(action.value)) @if let Some(width) = action.half_width { (format_args!(" ± {width:.4}")) }
            };
            tr {
                th scope="row" { bdi { (action.name) } @if taken == Some(at) { " ★" } }
                (cell_of(action.probability, action.probability.map_or("–".to_owned(), percent)))
                (cell_of(action.value, value))
                (cell_of(regret, number(regret)))
            }
        }
    };
    let heads = html! {
        th { "Action" } th.number { "Probability" } th.number { "Value" } th.number { "Regret" }
    };
    table(None, heads, rows)
}

/// The table of one hand or position.
pub(super) fn detail(title: &str, detail: &HandDetail, command: &str) -> Markup {
    html! {
        section #hand {
            h2 { (title) }
            (action_table(&detail.actions, None))
            (notes(&detail.notes))
            p.note { "The same on the command line: " code { (command) } }
        }
    }
}
