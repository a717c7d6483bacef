//! The same invalid response several times in a row: another request would not help.

/// The number of times that the same invalid response ends the client.
const MAX_REPEATS: usize = 8;

/// The kind of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RequestKind {
    /// The login.
    Login,
    /// The list of matches.
    List,
    /// The state of a match.
    Match,
    /// An action in a match.
    Action,
}

/// The invalid responses in a row that are the same and answer the same request.
#[derive(Debug, Default)]
pub(super) struct InvalidResponses {
    last: Option<(RequestKind, String)>,
    times: usize,
}

impl InvalidResponses {
    /// Counts an invalid response; returns the number in a row if that is too many.
    pub(super) fn count(&mut self, kind: RequestKind, fault: &str) -> Option<usize> {
        let same = |(asked, last): &(RequestKind, String)| *asked == kind && last == fault;
        if !self.last.as_ref().is_some_and(same) {
            self.last = Some((kind, fault.to_owned()));
            self.times = 0;
        }
        self.times += 1;
        (self.times >= MAX_REPEATS).then_some(self.times)
    }

    /// Records a valid response to this request.
    pub(super) fn reset_for(&mut self, kind: RequestKind) {
        if self.last.as_ref().is_some_and(|(asked, _)| *asked == kind) {
            self.clear();
        }
    }

    /// Forgets the invalid responses, because a match has made progress.
    pub(super) fn clear(&mut self) {
        *self = InvalidResponses::default();
    }
}

#[cfg(test)]
#[path = "../../tests/unit/client/invalid_responses.rs"]
mod tests;
