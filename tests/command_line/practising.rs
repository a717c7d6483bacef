//! Practice against a policy in a browser: a real server, whose links are followed.

use crate::exploring::{View, assert_as_inspected, between, hand_rows, plain, repository};

/// The addresses of the actions that a user can take.
fn choices(page: &str) -> Vec<(String, String)> {
    let list = between(page, "<ol id=\"choices\">", "</ol>");
    let items = list.split("</li>").filter(|item| item.contains("<li>"));
    let item = |item: &str| (plain(item).trim().to_owned(), plain(between(item, "href=\"", "\"")));
    items.map(item).collect()
}

/// Slow: the first decisions of every game are valued by play-outs, and held against a process of `inspect`.
#[test]
fn a_hand_is_practised_to_its_end_with_the_values_of_inspect() {
    let policy = "data/challenge/all-scores.policy";
    let view = View::start(&repository(""), &[policy]);
    // A new game is drawn.
    let drawn = view.page("/practice/0?score=3%2C4");
    assert!(drawn.contains("Game ") && drawn.contains("data-policy=\"all-scores.policy"));
    let mut path = "/practice/0?score=3%2C4&seed=11&seat=0".to_owned();
    let mut asked = 0;
    loop {
        let page = view.page(&path);
        let decisions = page.matches("<article class=\"decision\"").count();
        assert_eq!(decisions, asked, "{path}");
        if page.contains("id=\"end\"") {
            break;
        }
        // The first player leads, and has five cards, of which one goes in each trick.
        let held = plain(between(&page, "<strong id=\"held\">", "</strong>"));
        let choices = choices(&page);
        if asked == 0 {
            assert_eq!(held.split(' ').count(), 5, "{held}");
            assert!(page.contains("So far: nothing"));
            // The values of the page of this hand are those of the decision.
            let hand = form_urlencoded::byte_serialize(held.as_bytes()).collect::<String>();
            let detail = view.page(&format!("/explore/0?score=3%2C4&hand={hand}"));
            assert_as_inspected(&detail, policy);
            let after = view.page(&choices[0].1);
            let body = between(between(&after, "<article", "</article>"), "<tbody>", "</tbody>");
            for (action, numbers) in hand_rows(&detail) {
                let row = body.split("</tr>").find(|row| row.contains(&format!("<bdi>{action}</bdi>")));
                for number in numbers {
                    assert!(row.unwrap().contains(&format!("data-number=\"{number}\"")), "{action}: {number}");
                }
            }
        }
        asked += 1;
        assert!(asked < 12, "{path}");
        path.clone_from(&choices[0].1);
    }
    assert!(asked >= 3, "{asked} decisions");
    let over = view.page(&path);
    let summary = plain(between(&over, "<p id=\"summary\">", "</p>"));
    let grades = summary.split(". ").nth(1).unwrap().trim_end_matches('.');
    let counted: usize =
        grades.split(", ").map(|grade| grade.rsplit(' ').next().unwrap().parse::<usize>().unwrap()).sum();
    assert_eq!(counted, asked, "{summary}");
    // A spot is tried again from its decision on, which alone counts then.
    let spot = plain(between(&over, "data-spot=\"", "\""));
    assert!(spot.contains(&format!("again={}", asked - 1)), "{spot}");
    let (status, text) = view.get("/practice/0?seed=1&took=14");
    assert!(status == 404 && plain(&text).contains("step 1, `14`, is not possible"), "{text}");
    let (status, _) = view.get("/practice/1?seed=1");
    assert_eq!(status, 404);
}
