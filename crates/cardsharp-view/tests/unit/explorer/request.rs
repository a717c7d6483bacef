use super::*;

#[test]
fn a_query_is_read_back() {
    let settings = [Setting {
        key: "score",
        label: "Score",
        values: Vec::new(),
    }];
    let mut request = Request::of(
        "?x=1&score=3%2C4&step=a%2Fb&step=&step=%3Cscript%3E&holds=13,+9&by=pairs&sort=value&cell=3-4&hand=13+9&nothing=1",
        &settings,
    );
    assert_eq!(request.place.steps, ["a/b", "", "<script>"]);
    assert_eq!(request.cards(), ["13", "9"]);
    assert_eq!(request.cell, Some((3, 4)));
    assert_eq!(Request::of(&request.query()[1..], &settings), request);
    request.cell = None;
    assert_eq!(Request::of("cell=-1-2&cell=x", &settings).cell, None);
    assert_eq!(Request::default().query(), "");
}
