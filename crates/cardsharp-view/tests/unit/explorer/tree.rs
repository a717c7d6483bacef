use super::*;

fn end(value: f64) -> TreePart {
    TreePart {
        turn: NodeTurn::Over,
        infoset: String::new(),
        values: vec![value, -value],
        children: Vec::new(),
        left_out: 0,
    }
}

#[test]
fn every_node_is_a_link_and_names_are_escaped() {
    let part = TreePart {
        turn: NodeTurn::Player(0, "player 0".to_owned()),
        infoset: "<script>".to_owned(),
        values: vec![-0.00001, 0.0],
        children: vec![("a&b".to_owned(), 0.25, end(1.0)), ("\"".to_owned(), 0.75, end(-1.0))],
        left_out: 3,
    };
    let svg = tree(&part, "/explore/0", &Request::default()).into_string();
    assert_eq!(svg.matches("<a class=\"node\"").count(), 3);
    assert!(svg.contains("a&amp;b 0.250") && svg.contains("and 3 more"));
    assert!(svg.contains("/explore/0?step=a%26b") && !svg.contains("<script>"));
    assert!(svg.contains("values 0, 0"), "{svg}");
    // A picture alone has no links, and names from a file do nothing in it.
    let players = ["<b>Ann</b>".to_owned(), "Ben".to_owned()];
    let svg = tree_picture(&part, &players, "</svg><script>");
    assert!(!svg.contains("<script>") && !svg.contains("<b>") && !svg.contains("href"), "{svg}");
    assert!(svg.contains("&lt;b&gt;Ann") && svg.ends_with("</svg>"));
}
