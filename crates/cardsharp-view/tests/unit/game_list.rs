use super::*;

#[test]
fn a_query_is_read_back() {
    let filter = GameFilter { agent: "a&b=<script>".to_owned(), winner: "ä+ü".to_owned(), recorded: true, page: 7 };
    assert_eq!(GameFilter::of_query(&filter.query(7)), filter);
    let odd = GameFilter::of_query("page=-3&page=x&foo=bar&agent=%ff");
    assert_eq!(odd.page, 1);
}
