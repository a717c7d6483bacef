use super::*;

#[test]
fn a_query_is_read_back() {
    let settings = [Setting { key: "score", label: "Score", values: Vec::new() }];
    let mut request = Request::of(
        "?x=1&score=3%2C4&step=a%2Fb&step=&step=%3Cscript%3E&holds=13,+9&by=pairs&sort=value&show=reach&order=13&cell=3-4&hand=13+9&nothing=1",
        &settings,
    );
    assert_eq!(request.place.steps, ["a/b", "", "<script>"]);
    assert_eq!(request.cards(), ["13", "9"]);
    assert_eq!(request.cell, Some((3, 4)));
    assert_eq!(Request::of(&request.query()[1..], &settings), request);
    // Another place keeps what is shown, and a cell too.
    let there = request.to(request.place.up_to(1));
    assert_eq!((there.show.as_str(), there.order.as_str(), there.hand), ("reach", "13", None));
    assert_eq!(request.showing("value").cell, request.cell);
    assert_eq!(request.ordered_by("value").show, "reach");
    request.cell = None;
    assert_eq!(Request::of("cell=-1-2&cell=x", &settings).cell, None);
    assert_eq!(Request::default().query(), "");
}

#[test]
fn locks_go_with_every_link_of_a_page() {
    let asked = Request::of("step=a%26b&step=c&weight=30&weight=x&of=+J+&show=value", &[]);
    let mut request = asked.with_new_lock().unwrap();
    let lock = &request.locks[0];
    assert_eq!((lock.place.steps.len(), lock.hand.as_deref()), (2, Some(" J ")));
    assert!(lock.weights[0] == 30.0 && lock.weights[1].is_nan());
    request.locks[0].weights[1] = 0.5;
    assert_eq!(request.with_new_lock(), None);
    let again = Request::of(&request.query()[1..], &[]);
    assert_eq!(again, request);
    let there = request.resolving(Resolved::Replies).to(Place::default()).to_hand("x");
    assert_eq!((there.locks.len(), there.resolved), (1, Resolved::Replies));
    assert_eq!(Request::of(&there.query()[1..], &[]), there);
    assert!(request.without_lock(0).locks.is_empty());
    // The whole list has no name.
    let whole = Request::of("weight=1&of=", &[]).with_new_lock().unwrap();
    assert_eq!(Request::of(&whole.query()[1..], &[]).locks[0].hand, None);
}
