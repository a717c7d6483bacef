//! The same invalid response several times in a row: another request would not help.

/// The number of times that the same invalid response ends the client.
const MAX_SENSELESS: usize = 8;

/// The subject of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// The login.
    Login,
    /// The list of matches.
    List,
    /// The state of a match.
    Look,
    /// An action in a match.
    Act,
}

/// The invalid responses in a row that are the same and answer the same request.
#[derive(Debug, Default)]
pub(super) struct Senseless {
    last: Option<(Question, String)>,
    times: usize,
}

impl Senseless {
    /// Counts an invalid response; returns the number in a row if that is too many.
    pub(super) fn again(&mut self, question: Question, what: &str) -> Option<usize> {
        let same = |(asked, last): &(Question, String)| *asked == question && last == what;
        if !self.last.as_ref().is_some_and(same) {
            self.last = Some((question, what.to_owned()));
            self.times = 0;
        }
        self.times += 1;
        (self.times >= MAX_SENSELESS).then_some(self.times)
    }

    /// Records a valid response to this request.
    pub(super) fn sensible(&mut self, question: Question) {
        if self
            .last
            .as_ref()
            .is_some_and(|(asked, _)| *asked == question)
        {
            self.clear();
        }
    }

    /// Forgets the invalid responses, because a match has made progress.
    pub(super) fn clear(&mut self) {
        *self = Senseless::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_answer_to_the_same_question_counts() {
        let mut senseless = Senseless::default();
        let often = |senseless: &mut Senseless, times: usize| {
            (0..times).find_map(|_| senseless.again(Question::Look, "a"))
        };
        assert_eq!(often(&mut senseless, MAX_SENSELESS - 1), None);
        assert_eq!(senseless.again(Question::Look, "b"), None);
        assert_eq!(often(&mut senseless, MAX_SENSELESS - 1), None);
        // Valid responses to other requests do not reset the count.
        senseless.sensible(Question::List);
        assert_eq!(senseless.again(Question::Look, "a"), Some(MAX_SENSELESS));
        senseless.sensible(Question::Look);
        assert_eq!(often(&mut senseless, MAX_SENSELESS - 1), None);
        senseless.clear();
        assert_eq!(often(&mut senseless, MAX_SENSELESS), Some(MAX_SENSELESS));
    }
}
