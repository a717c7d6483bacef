//! The parts that pages share.

use std::fmt::Write;

use super::colours::{self, UNKNOWN};
use super::request::Request;
use cardsharp_contest::explorer::{Exploration, HandDetail, Node, NodeTurn, Setting};
use cardsharp_net::http::html::escape;

/// A policy that is looked at, with its name.
pub struct NamedExplorer {
    /// The name: that of its file.
    pub name: String,
    /// The policy.
    pub exploration: Exploration,
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

/// A cell of a table with a number. The attribute has all its digits.
pub(super) fn cell_of(value: Option<f64>, text: &str) -> String {
    let digits = value.map_or(String::new(), |value| format!(" data-number=\"{value}\""));
    format!("<td class=\"number\"{digits}>{text}</td>")
}

/// The links on top. `here` is the address of this page, without the query.
pub(super) fn top(
    explorers: &[NamedExplorer],
    here: &str,
    request: &Request,
    home: bool,
) -> String {
    let mut top = String::new();
    if home {
        top.push_str("<a href=\"/\">Home</a> ");
    }
    let kept = request.to(request.place.clone());
    let mut link = |address: &str, name: &str| {
        let current = if address == here {
            " aria-current=\"page\""
        } else {
            ""
        };
        // Writing to a text cannot fail, here and below.
        let _ = write!(
            top,
            "<a href=\"{address}{}\"{current}><bdi>{}</bdi></a> ",
            escape(&kept.query()),
            escape(name)
        );
    };
    for (index, explorer) in explorers.iter().enumerate() {
        link(&format!("/explore/{index}"), &explorer.name);
    }
    if explorers.len() == 2 {
        link("/compare", "Compare");
    }
    top
}

/// The steps to a node, each a link to the place after it.
pub(super) fn path(node: &Node, address: &str, request: &Request) -> String {
    let mut path = String::from("<nav aria-label=\"path\"><ol class=\"path\">");
    let all = node.steps.len();
    for count in 0..=all {
        let name = match count.checked_sub(1).map(|before| &node.steps[before]) {
            None => "Start".to_owned(),
            Some((actor, step)) => format!(
                "<small>{}</small> <bdi>{}</bdi>",
                escape(actor),
                escape(step)
            ),
        };
        let to = request.to(request.place.up_to(count));
        let attributes = match (count == all, count + 1 == all) {
            (true, _) => " aria-current=\"page\"",
            (_, true) => " rel=\"prev\"",
            _ => "",
        };
        let _ = write!(
            path,
            "<li><a href=\"{address}{}\"{attributes}>{name}</a></li>",
            escape(&to.query())
        );
    }
    path + "</ol></nav>"
}

/// The form of the settings and of the filter.
pub(super) fn form(settings: &[Setting], node: &Node, request: &Request) -> String {
    if settings.is_empty() && !node.hands_are_cards {
        return String::new();
    }
    let mut form = String::from("<form method=\"get\">");
    for step in &request.place.steps {
        let _ = write!(
            form,
            "<input type=\"hidden\" name=\"step\" value=\"{}\">",
            escape(step)
        );
    }
    for setting in settings {
        let chosen = request.place.settings.get(setting.key);
        let mut options = String::new();
        for value in &setting.values {
            let selected = if chosen == Some(value) {
                " selected"
            } else {
                ""
            };
            let value = escape(value);
            let _ = write!(options, "<option{selected}>{value}</option>");
        }
        let _ = write!(
            form,
            "<label>{} <select name=\"{}\">{options}</select></label> ",
            setting.label, setting.key
        );
    }
    if node.hands_are_cards {
        let _ = write!(
            form,
            "<label>Only hands that hold <input name=\"holds\" value=\"{}\" size=\"8\" placeholder=\"13, 9\"></label> ",
            escape(&request.holds)
        );
    }
    form + "<button>Show</button></form>"
}

/// Who acts, and the facts of the position.
pub(super) fn facts(node: &Node) -> String {
    let turn = match &node.turn {
        NodeTurn::Player(_, name) => format!("To act: {}.", escape(name)),
        NodeTurn::Chance => "Chance moves.".to_owned(),
        NodeTurn::Over => "The end.".to_owned(),
    };
    let mut facts = format!("<p id=\"turn\">{turn}</p><dl class=\"facts\">");
    for (name, value) in &node.facts {
        let _ = write!(
            facts,
            "<div><dt>{}</dt><dd><bdi>{}</bdi></dd></div>",
            escape(name),
            escape(value)
        );
    }
    facts + "</dl>"
}

/// The notes below the numbers.
pub(super) fn notes<'a>(notes: impl IntoIterator<Item = &'a String>) -> String {
    let notes = notes.into_iter();
    notes
        .map(|note| format!("<p class=\"note\">{}</p>", escape(note)))
        .collect()
}

/// The square in the colour of an action.
pub(super) fn swatch(colour: &str) -> String {
    format!(
        "<svg class=\"swatch\" width=\"14\" height=\"14\" aria-hidden=\"true\">\
         <rect width=\"14\" height=\"14\" rx=\"2\" fill=\"{colour}\"/></svg>"
    )
}

/// A bar of the probabilities of all actions. `shares` is empty where the policy knows nothing.
pub(super) fn bar(node: &Node, shares: &[f64]) -> String {
    let mut bar = format!(
        "<svg class=\"bar\" width=\"{BAR}\" height=\"14\" viewBox=\"0 0 {BAR} 14\" aria-hidden=\"true\">\
         <rect width=\"{BAR}\" height=\"14\" fill=\"{UNKNOWN}\"/>"
    );
    let mut x = 0.0;
    for (action, share) in node.actions.iter().zip(shares) {
        let width = BAR * share;
        if width > 0.0 {
            let colour = colours::of_tone(action.tone);
            let _ = write!(
                bar,
                "<rect x=\"{x:.2}\" width=\"{width:.2}\" height=\"14\" fill=\"{colour}\"/>"
            );
        }
        x += width;
    }
    bar + "</svg>"
}

/// The probabilities of the actions in words: `9 61.20 %, challenge 38.80 %`.
pub(super) fn words(node: &Node, shares: &[f64]) -> String {
    if shares.is_empty() {
        return "not known to the policy".to_owned();
    }
    let taken = node.actions.iter().zip(shares);
    let taken = taken.filter(|(_, share)| **share > 0.0);
    let words: Vec<String> = taken
        .map(|(action, share)| format!("{} {}", action.name, percent(*share)))
        .collect();
    words.join(", ")
}

/// The table of one hand or position.
pub(super) fn detail(title: &str, detail: &HandDetail, command: &str) -> String {
    let mut rows = String::new();
    for action in &detail.actions {
        let half_width = match action.half_width {
            Some(half_width) => format!(" ± {half_width:.4}"),
            None => String::new(),
        };
        let _ = write!(
            rows,
            "<tr><th scope=\"row\"><bdi>{}</bdi></th>{}{}</tr>",
            escape(&action.name),
            cell_of(
                action.probability,
                &action.probability.map_or("–".to_owned(), percent)
            ),
            cell_of(action.value, &(number(action.value) + &half_width))
        );
    }
    format!(
        "<section id=\"hand\"><h2>{}</h2><div class=\"wide\"><table><thead><tr><th>Action</th>\
         <th class=\"number\">Probability</th><th class=\"number\">Value</th></tr></thead><tbody>{rows}</tbody></table></div>\
         {}<p class=\"note\">The same on the command line: <code>{}</code></p></section>",
        escape(title),
        notes(&detail.notes),
        escape(command)
    )
}
