use super::*;

#[test]
fn only_the_same_answer_to_the_same_question_counts() {
    let mut invalid_responses = InvalidResponses::default();
    let count_times = |invalid_responses: &mut InvalidResponses, times: usize| {
        (0..times).find_map(|_| invalid_responses.count(RequestKind::Match, "a"))
    };
    assert_eq!(count_times(&mut invalid_responses, MAX_REPEATS - 1), None);
    assert_eq!(invalid_responses.count(RequestKind::Match, "b"), None);
    assert_eq!(count_times(&mut invalid_responses, MAX_REPEATS - 1), None);
    // Valid responses to other requests do not reset the count.
    invalid_responses.reset_for(RequestKind::List);
    assert_eq!(invalid_responses.count(RequestKind::Match, "a"), Some(MAX_REPEATS));
    invalid_responses.reset_for(RequestKind::Match);
    assert_eq!(count_times(&mut invalid_responses, MAX_REPEATS - 1), None);
    invalid_responses.clear();
    assert_eq!(count_times(&mut invalid_responses, MAX_REPEATS), Some(MAX_REPEATS));
}
