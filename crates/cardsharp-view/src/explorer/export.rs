//! The parts of the page of a node as files: hands and classes as CSV; the grid, the classes and the tree as SVG or PNG.

use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use super::class_table::class_picture;
use super::grid::grid_picture;
use super::request::Request;
use super::tree::tree_picture;
use cardsharp_contest::explorer::{ExploreError, Explorer, Node};
use cardsharp_contest::hand_classes::{Grouping, classes, sort};
use cardsharp_contest::shown_range::ShownRange;
use cardsharp_plots::picture::rasterized;

const CSV: &str = "text/csv; charset=utf-8";

/// The file with this name for the node of the request; `None` if there is none.
///
/// # Errors
///
/// [`ExploreError`] names the step or the setting that is not possible.
pub(super) fn file(explorer: &dyn Explorer, request: &Request, name: &str) -> Result<Option<Response>, ExploreError> {
    let node = explorer.node(&request.place)?;
    let shown = ShownRange::of(&node, &request.cards());
    let (part, form) = name.rsplit_once('.').unwrap_or((name, ""));
    let picture = || match part {
        "grid" => grid_picture(&node, &shown, request),
        "classes" => {
            let grouping = grouping_of(&node, request);
            grouping.map(|grouping| class_picture(&node, &shown, grouping, request))
        }
        "tree" => {
            let tree = node.tree.as_ref();
            tree.map(|tree| tree_picture(tree, &explorer.players(), explorer.game()))
        }
        _ => None,
    };
    let (kind, content) = match (part, form) {
        ("hands", "csv") => (CSV, Some(hands(&node, &shown))),
        ("classes", "csv") => {
            let grouping = grouping_of(&node, request);
            (CSV, grouping.map(|grouping| class_rows(&node, &shown, grouping, request)))
        }
        (_, "svg") => ("image/svg+xml", picture().map(String::into_bytes)),
        // A picture that is too large for pixels has no such file.
        (_, "png") => ("image/png", picture().and_then(|svg| rasterized(&svg).ok())),
        _ => ("", None),
    };
    let Some(content) = content else {
        return Ok(None);
    };
    let disposition = format!("attachment; filename=\"{name}\"");
    let headers = [(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, disposition)];
    Ok(Some((headers, content).into_response()))
}

/// A figure in a table; nothing where it is not known.
fn text(figure: Option<f64>) -> String {
    figure.map_or(String::new(), |figure| figure.to_string())
}

/// A table with this head, in bytes.
fn table(head: Vec<String>, rows: impl Iterator<Item = Vec<String>>) -> Vec<u8> {
    let mut table = csv::Writer::from_writer(Vec::new());
    // A table in memory takes any row.
    let _ = table.write_record(head);
    rows.for_each(|row| drop(table.write_record(row)));
    table.into_inner().unwrap_or_default()
}

/// The hands that the filter leaves, with the probabilities and the values of all actions. Unknown figures are empty.
fn hands(node: &Node, shown: &ShownRange<'_>) -> Vec<u8> {
    let actions = || node.actions.iter().map(|action| &action.name);
    let head = ["hand", "reach", "value", "regret"].map(str::to_owned).into_iter();
    let head = head.chain(actions().map(|name| format!("p({name})")));
    let head = head.chain(actions().map(|name| format!("value({name})")));
    let rows = shown.hands.iter().map(|(hand, reach)| {
        let figures = [Some(*reach), hand.value(), hand.loss()].map(text).into_iter();
        let count = node.actions.len();
        let probabilities = (0..count).map(|index| text(hand.probabilities.get(index).copied()));
        let values = (0..count).map(|index| text(hand.values.get(index).copied().flatten()));
        let row = std::iter::once(hand.name.clone()).chain(figures);
        row.chain(probabilities).chain(values).collect::<Vec<String>>()
    });
    table(head.collect(), rows)
}

/// The grouping that the request asks for, if it fits the hands.
fn grouping_of(node: &Node, request: &Request) -> Option<Grouping> {
    let mut fitting = Grouping::ALL.into_iter().filter(|(_, grouping)| grouping.fits(node));
    fitting.find(|(name, _)| *name == request.by).map(|(_, grouping)| grouping)
}

/// The classes of the hands, and all hands as the last row.
fn class_rows(node: &Node, shown: &ShownRange<'_>, grouping: Grouping, request: &Request) -> Vec<u8> {
    let (mut found, all) = classes(node, shown, grouping);
    sort(node, &mut found, &request.sort);
    let head = ["class", "hands", "reach", "value", "weak raises"].map(str::to_owned).into_iter();
    let head = head.chain(node.actions.iter().map(|action| format!("p({})", action.name)));
    let rows = found.iter().chain([&all]).map(|class| {
        let figures = [Some(class.mix.reach), class.mix.mean(), class.weak_raises()].map(text);
        let name = [class.name.clone(), class.mix.hands.to_string()].into_iter();
        let shares = (0..node.actions.len()).map(|action| class.probability(action).to_string());
        name.chain(figures).chain(shares).collect::<Vec<String>>()
    });
    table(head.collect(), rows)
}
