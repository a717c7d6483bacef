//! What an address asks for.

use form_urlencoded::Serializer;

use super::lock_query;
use cardsharp_contest::explorer::{Place, Setting};
use cardsharp_contest::locked::{Lock, Resolved};

/// The address of a hand at a place in the policy with this number.
pub(crate) fn address_of(policy: usize, place: Place, hand: String) -> String {
    let request = Request { place, hand: Some(hand), ..Request::default() };
    format!("/explore/{policy}{}", request.query())
}

/// The query of an address.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Request {
    /// The place in the tree.
    pub(super) place: Place,
    /// Only hands with these cards.
    pub(super) holds: String,
    /// The name of the grouping whose classes are shown, if there is one.
    pub(super) by: String,
    /// The column that the classes are sorted by.
    pub(super) sort: String,
    /// The figure that the grid is coloured by; empty for the play.
    pub(super) show: String,
    /// The column that the hands are sorted by; empty for their reach.
    pub(super) order: String,
    /// The row and the column of the cell whose hands are listed.
    pub(super) cell: Option<(usize, usize)>,
    /// The hand that is looked at.
    pub(super) hand: Option<String>,
    /// A written position.
    pub(super) position: Option<String>,
    /// The decisions that are locked.
    pub(super) locks: Vec<Lock>,
    /// The decisions that are solved again around them.
    pub(super) resolved: Resolved,
    /// The weights of a lock that is to be added, at the place of the request.
    pub(super) weights: Vec<f64>,
    /// The hand of this lock; empty for the whole list.
    pub(super) of: String,
}

/// The value of `resolve` in an address for [`Resolved::Replies`].
const REPLIES: &str = "replies";

impl Request {
    /// The request of a query. Keys that are neither known nor of `settings` are left out.
    pub(super) fn of(query: &str, settings: &[Setting]) -> Request {
        let mut request = Request::default();
        for (key, value) in form_urlencoded::parse(query.as_bytes()) {
            match key.as_ref() {
                "step" => request.place.steps.push(value.into_owned()),
                "holds" => request.holds = value.trim().to_owned(),
                "by" => request.by = value.into_owned(),
                "sort" => request.sort = value.into_owned(),
                "show" => request.show = value.into_owned(),
                "order" => request.order = value.into_owned(),
                "cell" => {
                    let pair = value.split_once('-');
                    request.cell = pair.and_then(|(row, column)| Some((row.parse().ok()?, column.parse().ok()?)));
                }
                "hand" => request.hand = Some(value.trim().to_owned()),
                "position" => request.position = Some(value.trim().to_owned()),
                "lock" => request.locks.push(lock_query::read(&value)),
                "resolve" if value == REPLIES => request.resolved = Resolved::Replies,
                "weight" => request.weights.push(lock_query::weight(&value)),
                "of" => request.of = value.into_owned(),
                key if settings.iter().any(|setting| setting.key == key) => {
                    let settings = &mut request.place.settings;
                    settings.insert(key.to_owned(), value.into_owned());
                }
                _ => {}
            }
        }
        for lock in &mut request.locks {
            lock.place.settings.clone_from(&request.place.settings);
        }
        request
    }

    /// The query that [`Request::of`] reads, with the `?` before it. It is empty if nothing is asked for.
    pub(super) fn query(&self) -> String {
        let mut query = Serializer::new(String::new());
        for (key, value) in &self.place.settings {
            query.append_pair(key, value);
        }
        for step in &self.place.steps {
            query.append_pair("step", step);
        }
        if !self.holds.is_empty() {
            query.append_pair("holds", &self.holds);
        }
        let words = [("by", &self.by), ("sort", &self.sort), ("show", &self.show), ("order", &self.order)];
        for (key, value) in words {
            if !value.is_empty() {
                query.append_pair(key, value);
            }
        }
        if let Some((row, column)) = self.cell {
            query.append_pair("cell", &format!("{row}-{column}"));
        }
        if let Some(hand) = &self.hand {
            query.append_pair("hand", hand);
        }
        if let Some(position) = &self.position {
            query.append_pair("position", position);
        }
        for lock in &self.locks {
            query.append_pair("lock", &lock_query::written(lock));
        }
        if self.resolved == Resolved::Replies {
            query.append_pair("resolve", REPLIES);
        }
        let query = query.finish();
        if query.is_empty() { query } else { format!("?{query}") }
    }

    /// The request for another place, with the same filter.
    pub(super) fn to(&self, place: Place) -> Request {
        Request {
            place,
            holds: self.holds.clone(),
            by: self.by.clone(),
            show: self.show.clone(),
            order: self.order.clone(),
            ..self.to_locks()
        }
    }

    /// The request for the beginning with the same locks and nothing else.
    pub(super) fn to_locks(&self) -> Request {
        Request { locks: self.locks.clone(), resolved: self.resolved, ..Request::default() }
    }

    /// The request with the lock added that it asks for; `None` if it asks for none.
    pub(super) fn with_new_lock(&self) -> Option<Request> {
        if self.weights.is_empty() {
            return None;
        }
        let mut request = self.to(self.place.clone());
        let hand = Some(self.of.clone()).filter(|hand| !hand.is_empty());
        // Another lock of the same decision is no more.
        request.locks.retain(|old| old.place != self.place || old.hand != hand);
        request.locks.push(Lock { place: self.place.clone(), hand, weights: self.weights.clone() });
        Some(request)
    }

    /// The request without the lock of this number.
    pub(super) fn without_lock(&self, number: usize) -> Request {
        let mut request = self.to(self.place.clone());
        request.locks.remove(number);
        request
    }

    /// The request with these decisions solved again.
    pub(super) fn resolving(&self, resolved: Resolved) -> Request {
        Request { resolved, ..self.to(self.place.clone()) }
    }

    /// The request for the classes at the same place by a grouping.
    pub(super) fn grouped_by(&self, grouping: &str) -> Request {
        Request { by: grouping.to_owned(), ..self.to(self.place.clone()) }
    }

    /// The request for the classes at the same place, sorted by a column.
    pub(super) fn sorted_by(&self, column: &str) -> Request {
        Request { sort: column.to_owned(), ..self.to(self.place.clone()) }
    }

    /// The request for the same page, with this figure in the grid.
    pub(super) fn showing(&self, figure: &str) -> Request {
        Request { show: figure.to_owned(), ..self.clone() }
    }

    /// The request for the same page, with the hands sorted by a column.
    pub(super) fn ordered_by(&self, column: &str) -> Request {
        Request { order: column.to_owned(), ..self.clone() }
    }

    /// The request for the hands of a cell at the same place.
    pub(super) fn to_cell(&self, cell: (usize, usize)) -> Request {
        Request { cell: Some(cell), ..self.to(self.place.clone()) }
    }

    /// The request for a hand at the same place.
    pub(super) fn to_hand(&self, hand: &str) -> Request {
        Request { hand: Some(hand.to_owned()), cell: self.cell, ..self.to(self.place.clone()) }
    }

    /// The cards that hands must have.
    pub(super) fn cards(&self) -> Vec<&str> {
        let cards = self.holds.split([',', ' ', '+']);
        cards.filter(|card| !card.is_empty()).collect()
    }
}

#[cfg(test)]
#[path = "../../tests/unit/explorer/request.rs"]
mod tests;
