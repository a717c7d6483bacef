use super::*;

#[test]
fn a_query_is_read_back() {
    let filter = MatchFilter { player: "a&b=<script>".to_owned(), tag: "ä+ü".to_owned(), over: Some(false), page: 7 };
    assert_eq!(MatchFilter::of_query(&filter.query(7)), filter);
    let odd = MatchFilter::of_query("page=-3&page=x&state=foo&bar&player=%ff");
    assert_eq!((odd.page, odd.over), (1, None));
}
