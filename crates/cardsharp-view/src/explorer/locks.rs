//! Decisions that a reader of the pages locks, and what the pages show of them.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use maud::{Markup, html};

use super::parts::{NamedExplorer, cell_of, number, percent};
use super::request::Request;
use cardsharp_contest::explorer::{ExploreError, Explorer, Node, NodeTurn};
use cardsharp_contest::locked::Resolved;
use cardsharp_net::shell::table;

/// The time in which the rest is solved again.
const TIME: Duration = Duration::from_secs(2);
/// The most policies with locks that are kept of one policy.
const KEPT: usize = 4;
/// The most information sets that the form offers by name.
const OFFERED: usize = 400;

impl NamedExplorer {
    /// The policy with the locks of the request, solved again; `None` if it has none. The latest are kept. Requests wait
    /// for each other, so that no more than one is solved at a time.
    ///
    /// # Errors
    ///
    /// [`ExploreError`] names the lock that is not possible.
    pub(super) fn locked(
        &self,
        explorer: &dyn Explorer,
        request: &Request,
    ) -> Result<Option<Arc<dyn Explorer>>, ExploreError> {
        if request.locks.is_empty() {
            return Ok(None);
        }
        let lockable = explorer.lockable().ok_or_else(|| {
            let text = "decisions of this policy cannot be locked: open a game that fits in memory".to_owned();
            ExploreError::Other(text)
        })?;
        let key = request.to_locks().query();
        let mut kept = self.locked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = kept.iter().find(|(known, _)| *known == key) {
            return Ok(Some(Arc::clone(known)));
        }
        let solved: Arc<dyn Explorer> = lockable.locked(&request.locks, request.resolved, TIME)?.into();
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push((key, Arc::clone(&solved)));
        Ok(Some(solved))
    }
}

/// The form that locks the decision of a node, filled in with what the policy does there.
pub(super) fn lock_form(node: &Node, explorer: &dyn Explorer, address: &str, request: &Request) -> Markup {
    if !matches!(node.turn, NodeTurn::Player(..)) || node.hands.is_empty() || explorer.lockable().is_none() {
        return Markup::default();
    }
    let chosen = request.hand.as_ref();
    let line = chosen.and_then(|name| node.hands.iter().find(|hand| hand.name == *name));
    let shares = node.actions.iter().enumerate().map(|(index, action)| {
        let own = line.and_then(|line| line.probabilities.get(index).copied());
        (&action.name, own.unwrap_or(action.share))
    });
    html! {
        section #lock {
            h2 { "Lock this decision" }
            form method="get" action=(address) {
                (hidden(&request.to(request.place.clone())))
                label {
                    "Where: "
                    select name="of" {
                        option value="" { "all " (node.hands.len()) " " (node.hands_name) " of the list" }
                        @for hand in node.hands.iter().take(OFFERED) {
                            option value=(hand.name) selected[chosen == Some(&hand.name)] { (hand.name) }
                        }
                    }
                }
                @for (name, share) in shares {
                    " "
                    label.weight {
                        bdi { (name) } " "
                        input name="weight" type="number" min="0" max="100" step="any" required
                            value=(format_args!("{:.2}", 100.0 * share));
                        " %"
                    }
                }
                " "
                button { "Lock, and solve the rest again" }
            }
            p.note { "The weights are divided by their sum." }
        }
    }
}

/// The fields of a request in a form.
fn hidden(request: &Request) -> Markup {
    let query = request.query();
    let pairs = form_urlencoded::parse(query.trim_start_matches('?').as_bytes());
    html! { @for (key, value) in pairs { input type="hidden" name=(key) value=(value); } }
}

/// The locks of the request, with the values before and after.
///
/// # Errors
///
/// [`ExploreError`] names the lock that is not possible.
pub(super) fn lock_list(
    (at, explorer): (usize, &dyn Explorer),
    locked: &dyn Explorer,
    request: &Request,
) -> Result<Markup, ExploreError> {
    let address = format!("/explore/{at}");
    let lines = request.locks.iter().enumerate().map(|(number, lock)| {
        let node = explorer.node(&lock.place)?;
        let shares = lock.shares(node.actions.len())?;
        let actions = node.actions.iter().zip(shares);
        let actions: Vec<String> =
            actions.map(|(action, share)| format!("{} {}", action.name, percent(share))).collect();
        let actor = match &node.turn {
            NodeTurn::Player(_, name) => name.clone(),
            _ => String::new(),
        };
        let whole = format!("all {}", node.hands_name);
        let hand = lock.hand.clone().unwrap_or(whole);
        let after = match lock.place.steps.join(" ") {
            steps if steps.is_empty() => "at the start".to_owned(),
            steps => format!("after {steps}"),
        };
        Ok(html! {
            li {
                bdi { (actor) } " with " bdi { (hand) } " " bdi { (after) } ": " bdi { (actions.join(", ")) } ". "
                a href={ (address) (request.without_lock(number).query()) } { "Unlock" }
            }
        })
    });
    let lines: Result<Vec<Markup>, ExploreError> = lines.collect();
    let ways = explorer.lockable().map(|one| one.ways()).unwrap_or_default();
    let name = |resolved: &Resolved| match resolved {
        Resolved::Everything => "everything else",
        Resolved::Replies => "the replies of the others alone",
    };
    Ok(html! {
        section #locks {
            h2 { "Locked" }
            ul { @for line in lines? { (line) } }
            p {
                "Solved again: "
                @for (number, resolved) in ways.iter().enumerate() {
                    @if number > 0 { ", " }
                    a href={ (address) (request.resolving(*resolved).query()) }
                        aria-current=[(request.resolved == *resolved).then_some("true")] { (name(resolved)) }
                }
                ". "
                a href={ "/compare/" (at) (request.to(request.place.clone()).query()) } { "Compare with the policy without locks" }
            }
            (gains(explorer, locked))
        }
    })
}

/// The value of the game to each player, before and after.
fn gains(explorer: &dyn Explorer, locked: &dyn Explorer) -> Markup {
    let values = [explorer, locked].map(|explorer| explorer.lockable().map(|one| one.values()).unwrap_or_default());
    let [before, after] = &values;
    let rows = html! {
        @for ((name, before), after) in explorer.players().iter().zip(before).zip(after) {
            tr {
                th scope="row" { bdi { (name) } }
                (cell_of(Some(*before), number(Some(*before))))
                (cell_of(Some(*after), number(Some(*after))))
                (cell_of(Some(after - before), format!("{:+.4}", after - before)))
            }
        }
    };
    let heads = html! { th { "Player" } th.number { "Value before" } th.number { "Value now" } th.number { "Gain" } };
    table(Some("gains"), heads, rows)
}
