//! The parts of the page of a node as files.

use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use super::request::Request;
use super::tree::tree_picture;
use cardsharp_contest::explorer::{ExploreError, Explorer, Node};
use cardsharp_contest::shown_range::ShownRange;

/// The file with this name for the node of the request; `None` if there is none.
///
/// # Errors
///
/// [`ExploreError`] names the step or the setting that is not possible.
pub(super) fn file(explorer: &dyn Explorer, request: &Request, name: &str) -> Result<Option<Response>, ExploreError> {
    let node = explorer.node(&request.place)?;
    let (kind, content) = match (name, &node.tree) {
        ("hands.csv", _) => ("text/csv; charset=utf-8", hands(&node, request)),
        ("tree.svg", Some(part)) => {
            let picture = tree_picture(part, &explorer.players(), explorer.game());
            ("image/svg+xml", picture.into_bytes())
        }
        _ => return Ok(None),
    };
    let disposition = format!("attachment; filename=\"{name}\"");
    let headers = [(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, disposition)];
    Ok(Some((headers, content).into_response()))
}

/// The hands that the filter leaves, with the probabilities and the values of all actions. Unknown figures are empty.
fn hands(node: &Node, request: &Request) -> Vec<u8> {
    let shown = ShownRange::of(node, &request.cards());
    let mut table = csv::Writer::from_writer(Vec::new());
    let actions = || node.actions.iter().map(|action| &action.name);
    let head = ["hand", "reach", "value", "regret"].map(str::to_owned).into_iter();
    let head = head.chain(actions().map(|name| format!("p({name})")));
    let head = head.chain(actions().map(|name| format!("value({name})")));
    let text = |figure: Option<f64>| figure.map_or(String::new(), |figure| figure.to_string());
    let rows = shown.hands.iter().map(|(hand, reach)| {
        let figures = [Some(*reach), hand.value(), hand.loss()].map(text).into_iter();
        let count = node.actions.len();
        let probabilities = (0..count).map(|index| text(hand.probabilities.get(index).copied()));
        let values = (0..count).map(|index| text(hand.values.get(index).copied().flatten()));
        let row = std::iter::once(hand.name.clone()).chain(figures);
        row.chain(probabilities).chain(values).collect::<Vec<String>>()
    });
    // A table in memory takes any row.
    let _ = table.write_record(head);
    rows.for_each(|row| drop(table.write_record(row)));
    table.into_inner().unwrap_or_default()
}
