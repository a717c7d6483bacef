//! The same senseless answer again and again: asking once more will not mend it.

/// So often the same senseless answer is taken.
const MAX_SENSELESS: usize = 8;

/// What the arena is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// To log in.
    Login,
    /// Which matches there are.
    List,
    /// How a match stands.
    Look,
    /// To act in a match.
    Act,
}

/// The senseless answers to one question that came one after the other and were all the same.
#[derive(Debug, Default)]
pub(super) struct Senseless {
    last: Option<(Question, String)>,
    times: usize,
}

impl Senseless {
    /// A senseless answer; says how often it has come if that is too often.
    pub(super) fn again(&mut self, question: Question, what: &str) -> Option<usize> {
        let same = |(asked, last): &(Question, String)| *asked == question && last == what;
        if !self.last.as_ref().is_some_and(same) {
            self.last = Some((question, what.to_owned()));
            self.times = 0;
        }
        self.times += 1;
        (self.times >= MAX_SENSELESS).then_some(self.times)
    }

    /// An answer to this question that makes sense.
    pub(super) fn sensible(&mut self, question: Question) {
        if self
            .last
            .as_ref()
            .is_some_and(|(asked, _)| *asked == question)
        {
            self.clear();
        }
    }

    /// Something has gone on in spite of it.
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
        // Other answers do not make it better.
        senseless.sensible(Question::List);
        assert_eq!(senseless.again(Question::Look, "a"), Some(MAX_SENSELESS));
        senseless.sensible(Question::Look);
        assert_eq!(often(&mut senseless, MAX_SENSELESS - 1), None);
        senseless.clear();
        assert_eq!(often(&mut senseless, MAX_SENSELESS), Some(MAX_SENSELESS));
    }
}
