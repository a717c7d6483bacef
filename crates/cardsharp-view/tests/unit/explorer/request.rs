use super::*;

#[test]
fn a_query_is_read_back() {
    let settings = [Setting {
        key: "score",
        label: "Score",
        values: Vec::new(),
    }];
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
    assert_eq!(
        (there.show.as_str(), there.order.as_str(), there.hand),
        ("reach", "13", None)
    );
    assert_eq!(request.showing("value").cell, request.cell);
    assert_eq!(request.ordered_by("value").show, "reach");
    request.cell = None;
    assert_eq!(Request::of("cell=-1-2&cell=x", &settings).cell, None);
    assert_eq!(Request::default().query(), "");
}
