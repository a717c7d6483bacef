//! Policies in a browser, node by node: a real server, whose links are followed, and the numbers of `inspect`.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::binary::{cardsharp, object, run};

/// `cardsharp view` with these arguments, and its address. Dropping it ends it.
pub struct View {
    child: Child,
    pub url: String,
}

impl View {
    pub fn start(folder: &Path, arguments: &[&str]) -> View {
        let fixed = ["view", "--port", "0", "--quiet"];
        let mut command = cardsharp(folder, &[&fixed[..], arguments].concat());
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let url = line.trim().trim_end_matches('/').to_owned();
        assert!(url.starts_with("http://"), "{arguments:?}: {line}");
        View { child, url }
    }

    pub fn get(&self, path: &str) -> (u16, String) {
        let agent = ureq::Agent::config_builder().http_status_as_error(false).build().new_agent();
        let url = format!("{}{path}", self.url);
        let mut answer = agent.get(&url).call().unwrap();
        let policy = answer.headers()["content-security-policy"].to_str();
        assert!(policy.unwrap().contains("default-src 'none'"));
        let text = answer.body_mut().read_to_string().unwrap();
        (answer.status().as_u16(), text)
    }

    /// The width and the height of a PNG, in pixels.
    fn png(&self, path: &str) -> [u32; 2] {
        let mut answer = ureq::get(format!("{}{path}", self.url)).call().unwrap();
        let png = answer.body_mut().read_to_vec().unwrap();
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"), "{path}");
        [16, 20].map(|at| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()))
    }

    pub fn page(&self, path: &str) -> String {
        let (status, text) = self.get(path);
        assert_eq!(status, 200, "{path}: {text}");
        // Nothing in a page runs or has a style of its own.
        assert!(!text.contains("style=") && !text.contains("onclick"), "{path}");
        text
    }
}

impl Drop for View {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The width and the height that an SVG says.
fn size_of(svg: &str) -> [u32; 2] {
    ["width", "height"].map(|side| between(svg, &format!(" {side}=\""), "\"").parse().unwrap())
}

/// The text between the first `before` and the next `after`.
pub fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("no {before} in {text}"));
    rest.split_once(after).unwrap().0
}

pub fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for letter in text.chars() {
        match letter {
            '<' => inside = true,
            '>' => inside = false,
            letter if !inside => out.push(letter),
            _ => {}
        }
    }
    let out = out.replace("&lt;", "<").replace("&gt;", ">");
    out.replace("&quot;", "\"").replace("&amp;", "&")
}

/// The rows of a table: the name, the address that it leads to, and the numbers.
pub fn rows(page: &str, table: &str) -> Vec<(String, String, Vec<f64>)> {
    let table = between(page, &format!("<table id=\"{table}\">"), "</table>");
    let body = between(table, "<tbody>", "</tbody>");
    let rows = body.split("</tr>").filter(|row| row.contains("<tr>"));
    let row = |row: &str| {
        let name = plain(between(row, "<tr>", "</t")).trim().to_owned();
        let to = match row.split_once("href=\"") {
            Some((_, rest)) => plain(rest.split_once('"').unwrap().0),
            None => String::new(),
        };
        let numbers = row.split("data-number=\"").skip(1);
        let numbers = numbers.map(|number| number.split_once('"').unwrap().0.parse().unwrap());
        (name, to, numbers.collect())
    };
    rows.map(row).collect()
}

/// The rows of the hand that is looked at: each action with its numbers.
pub fn hand_rows(page: &str) -> Vec<(String, Vec<f64>)> {
    let section = between(page, "<section id=\"hand\">", "</section>");
    let body = between(section, "<tbody>", "</tbody>");
    let rows = body.split("</tr>").filter(|row| row.contains("<tr>"));
    let rows = rows.map(|row| {
        let name = plain(between(row, "<bdi>", "</bdi>"));
        let numbers = row.split("data-number=\"").skip(1);
        let numbers = numbers.map(|number| number.split_once('"').unwrap().0.parse().unwrap());
        (name, numbers.collect())
    });
    rows.collect()
}

/// The numbers of a hand are those of `cardsharp inspect --json`.
pub fn assert_as_inspected(page: &str, policy: &str) {
    let section = between(page, "<section id=\"hand\">", "</section>");
    let command = plain(between(section, "<code>", "</code>"));
    let position = between(&command, "'", "'");
    let folder = repository("");
    let inspected = object(&folder, &["inspect", policy, position, "--json"]);
    let actions = inspected["actions"].as_array().unwrap();
    let shown = hand_rows(page);
    assert_eq!(shown.len(), actions.len(), "{position}");
    for ((name, numbers), action) in shown.iter().zip(actions) {
        assert_eq!(action["action"], name.as_str());
        let wanted = ["probability", "value", "regret"].map(|key| action[key].as_f64());
        let wanted: Vec<f64> = wanted.into_iter().flatten().collect();
        assert_eq!(numbers, &wanted, "{position}: {name}");
    }
}

/// Slow: every page of the walk values hands, and is held against a process of `inspect`.
#[test]
fn a_hand_of_challenge_is_walked_to_its_end_with_the_numbers_of_inspect() {
    let policy = "data/challenge/all-scores.policy";
    let view = View::start(&repository(""), &[policy]);
    let mut path = "/explore/0?score=3%2C4".to_owned();
    let (mut nodes, mut valued) = (0, 0);
    loop {
        let page = view.page(&path);
        nodes += 1;
        if page.contains("The end.") {
            assert!(!page.contains("<table id=\"actions\">"));
            break;
        }
        let actions = rows(&page, "actions");
        let shares: f64 = actions.iter().map(|(_, _, numbers)| numbers[0]).sum();
        assert!((shares - 1.0).abs() < 1e-6, "{path}: {shares}");
        let hands = rows(&page, "hand-list");
        valued += usize::from(hands[0].2.len() > 1);
        // The likeliest hand, as `inspect` has it.
        let detail = view.page(&hands[0].1);
        assert_as_inspected(&detail, policy);
        assert!(nodes < 14, "{path}");
        // A path with cards on the table, so that tricks are played.
        let cards = actions.iter().filter(|(name, ..)| name.parse::<u8>().is_ok());
        let likeliest = cards.max_by(|one, two| one.2[0].total_cmp(&two.2[0]));
        let (_, to, _) = likeliest.unwrap_or(&actions[0]);
        assert!(to.starts_with("/explore/0?score=3%2C4&step="), "{to}");
        path = to.clone();
    }
    assert!(nodes > 5 && valued > 0, "{nodes} nodes, {valued} with values");
}

#[test]
fn hands_are_filtered_by_their_cards_and_listed_by_cell() {
    let policy = repository("data/challenge/all-scores.policy");
    let view = View::start(&repository(""), &[policy.to_str().unwrap()]);
    let all = view.page("/explore/0?step=5");
    let filtered = view.page("/explore/0?step=5&holds=13");
    let left = plain(between(&filtered, "<p id=\"filter\">", "</p>"));
    assert!(left.starts_with("Hands that hold 13: "), "{left}");
    for (name, _, _) in rows(&filtered, "hand-list") {
        assert!(name.starts_with("13 "), "{name}");
    }
    assert!(rows(&all, "hand-list").iter().any(|row| !row.0.starts_with("13 ")));
    let shares = |page: &str| -> f64 { rows(page, "actions").iter().map(|row| row.2[0]).sum() };
    assert!((shares(&filtered) - 1.0).abs() < 1e-6);
    // A cell of the grid leads to its hands.
    let cell = between(&filtered, "<a class=\"cell\" href=\"", "\"").replace("&amp;", "&");
    let cell = cell.strip_suffix("#hands").unwrap();
    let listed = rows(&view.page(cell), "hand-list");
    let pair = |name: &str| name.split(' ').take(2).collect::<Vec<_>>().join(" ");
    assert!(listed.iter().all(|row| pair(&row.0) == pair(&listed[0].0)));
    // The figures of a cell colour it: each figure another picture of the same cells.
    let near = "/explore/0?step=9&step=4&step=3&step=3";
    let plays = view.page(near);
    let cells = |page: &str| page.matches("<a class=\"cell\"").count();
    for figure in ["value", "regret", "reach"] {
        let coloured = view.page(&format!("{near}&show={figure}"));
        assert!(coloured.contains("(violet)") && !plays.contains("(violet)"), "{figure}");
        assert_eq!(cells(&coloured), cells(&plays), "{figure}");
        // The link to a cell keeps the figure.
        let cell = between(&coloured, "<a class=\"cell\" href=\"", "\"");
        assert!(cell.contains(&format!("show={figure}")), "{cell}");
    }
    // The same hands as a file: every probability of the page, to all its digits.
    let (status, table) =
        view.get(&format!("/explore/0/hands.csv{}&holds=9", near.strip_prefix("/explore/0").unwrap()));
    assert_eq!(status, 200, "{table}");
    let mut table = csv::Reader::from_reader(table.as_bytes());
    let heads = table.headers().unwrap().clone();
    assert_eq!(heads.iter().take(4).collect::<Vec<_>>(), ["hand", "reach", "value", "regret"]);
    let mut reach = 0.0;
    let listed = rows(&view.page(&format!("{near}&holds=9")), "hand-list");
    for (row, (name, _, numbers)) in table.records().map(Result::unwrap).zip(&listed) {
        assert_eq!((&row[0], row[1].parse::<f64>().unwrap()), (name.as_str(), numbers[0]));
        assert_eq!(row[2].parse::<f64>().unwrap(), numbers[1], "{name}");
        reach += numbers[0];
    }
    assert!(reach > 0.5 && view.get("/explore/0/other.csv").0 == 404);
    // Before the last three tricks there are no values of all hands.
    assert!(!all.contains("show=value") && all.contains("show=reach"));
    let sorted = rows(&view.page("/explore/0?step=5&order=challenge"), "hand-list");
    let likeliest = rows(&all, "hand-list");
    assert_ne!(sorted[0].0, likeliest[0].0);
    let nothing = view.page("/explore/0?step=5&holds=14");
    assert!(nothing.contains("0 of ") && !nothing.contains("NaN"));
}

/// The page and the command have the same figures of the same classes, filtered and sorted alike.
#[test]
fn classes_of_hands_are_those_of_the_report() {
    let folder = repository("");
    let policy = "data/challenge/all-scores.policy";
    let view = View::start(&folder, &[policy]);
    let place = "/explore/0?score=9%2C8&step=9";
    let plain = view.page(place);
    assert!(plain.contains("id=\"groupings\"") && !plain.contains("id=\"class-list\""));
    for (by, query, flags) in [
        ("highest", "", &[][..]),
        ("pairs", "&sort=challenge", &["--sort", "challenge"]),
        ("lowest", "&holds=13,9", &["--holds", "13,9"]),
    ] {
        let shown = rows(&view.page(&format!("{place}&by={by}{query}")), "class-list");
        let line = ["report", policy, "9", "--set", "score=9,8", "--by", by, "--json"];
        let found = object(&folder, &[&line[..], flags].concat());
        let mut classes = found["classes"].as_array().unwrap().clone();
        classes.push(found["all"].clone());
        assert_eq!(shown.len(), classes.len(), "{by}");
        for ((name, _, numbers), class) in shown.iter().zip(&classes) {
            assert_eq!(*name, class["class"].as_str().unwrap());
            let actions = class["actions"].as_array().unwrap().iter();
            let mut wanted = vec![class["hands"].as_f64().unwrap(), class["reach"].as_f64().unwrap()];
            wanted.extend(actions.map(|action| action["probability"].as_f64().unwrap()));
            assert_eq!(*numbers, wanted, "{by} {name}");
        }
    }
    // With values there are two more columns.
    let values = view.page("/explore/0?score=9%2C8&step=9&step=7&step=5&step=4&step=6&by=highest&sort=value");
    assert!(values.contains(">Weak raises</a>"), "{values}");
    let shown: Vec<f64> = rows(&values, "class-list").iter().map(|row| row.2[2]).collect();
    assert!(shown[..shown.len() - 1].is_sorted_by(|one, other| one >= other), "{shown:?}");
    // The table and the grid as files have the numbers of the page.
    let here = "?score=9%2C8&step=9&step=7&step=5&step=4&step=6&by=highest&sort=value";
    let (_, table) = view.get(&format!("/explore/0/classes.csv{here}"));
    let column = |line: &str| line.split(',').nth(3).unwrap().parse::<f64>().unwrap();
    assert!(table.starts_with("class,hands,reach,value,weak raises,p("), "{table}");
    assert_eq!(table.lines().skip(1).map(column).collect::<Vec<f64>>(), shown);
    assert_eq!(view.get(&format!("/explore/0/classes.csv{}", &here[..12])).0, 404);
    let (status, picture) = view.get(&format!("/explore/0/classes.svg{here}"));
    assert_eq!((status, picture.matches("text-anchor=\"end\"").count()), (200, shown.len()), "{picture}");
    assert!(shown.iter().all(|value| picture.contains(&format!(", value {value:.4}<"))), "{picture}");
    assert_eq!(view.png(&format!("/explore/0/classes.png{here}")).map(|side| side / 2), size_of(&picture));
    for figure in ["", "value"] {
        let (status, picture) = view.get(&format!("/explore/0/grid.svg{here}&show={figure}"));
        assert!(status == 200 && picture.starts_with("<svg class=\"grid\" xmlns="), "{picture}");
        let drawn = picture.matches("<title>").count();
        assert_eq!(drawn, values.matches("<a class=\"cell\"").count(), "{figure}");
        assert!(!picture.contains("href"), "{picture}");
        let pixels = view.png(&format!("/explore/0/grid.png{here}&show={figure}"));
        assert_eq!(pixels.map(|side| side / 2), size_of(&picture));
    }
}

/// Slow: a page of all hands, from a policy of 24 MiB.
#[test]
fn two_policies_are_compared_at_the_same_place() {
    let [first, second] = ["all-scores", "five"].map(|name| format!("data/challenge/{name}.policy"));
    let folder = repository("");
    let view = View::start(&folder, &[&first, &second]);
    let list = view.page("/");
    assert!(list.contains("all-scores.policy") && list.contains("five.policy"));
    let page = view.page("/compare?step=5");
    let shares = rows(&page, "shares");
    assert_eq!(shares.len(), 14);
    for (name, _, numbers) in &shares {
        assert!((numbers[1] - numbers[0] - numbers[2]).abs() < 1e-12, "{name}");
    }
    let differs: f64 = between(&page, "<strong id=\"difference\" data-number=\"", "\"").parse().unwrap();
    assert!(differs > 0.01 && differs < 1.0, "{differs}");
    // Each column is what the policy's own page says.
    for (place, column) in [("/explore/0?step=5", 0), ("/explore/1?step=5", 1)] {
        let own = rows(&view.page(place), "actions");
        for (own, both) in own.iter().zip(&shares) {
            assert_eq!(own.2[0], both.2[column], "{place}: {}", own.0);
        }
    }
    let same = View::start(&folder, &[&first, &format!("./{first}")]);
    let page = same.page("/compare?step=5");
    let differs = between(&page, "<strong id=\"difference\" data-number=\"", "\"");
    assert_eq!(differs.parse::<f64>().unwrap(), 0.0);
}

/// The solved strategy is shown as it is solved, and the known value of the game with it.
#[test]
fn a_solved_game_is_walked_with_its_exact_values() {
    let folder = tempfile::tempdir().unwrap();
    let line = "train kuhn --target 1e-7 --out kuhn.policy --json";
    object(folder.path(), &line.split(' ').collect::<Vec<_>>());
    let view = View::start(folder.path(), &["kuhn.policy"]);
    let root = view.page("/explore/0");
    let value = between(&root, "expected utility of player 0</dt><dd><bdi>", "</bdi>");
    assert!((value.parse::<f64>().unwrap() + 1.0 / 18.0).abs() < 1e-5);
    let mut path = "/explore/0".to_owned();
    for step in ["0", "1", "bet"] {
        let actions = rows(&view.page(&path), "actions");
        let (_, to, _) = actions.into_iter().find(|(name, ..)| name == step).unwrap();
        path = to;
    }
    let page = view.page(&path);
    let inspected = object(folder.path(), &["inspect", "kuhn.policy", "1b", "--json"]);
    for (action, (name, _, numbers)) in inspected["actions"].as_array().unwrap().iter().zip(rows(&page, "actions")) {
        assert_eq!(action["action"], name.as_str());
        let probability = action["probability"].as_f64().unwrap();
        assert!((probability - numbers[0]).abs() < 1e-12, "{name}");
        // A queen that has to answer a bet loses one or is indifferent.
        assert!((numbers[1] + 1.0).abs() < 1e-3, "{name}: {numbers:?}");
        assert_eq!(action["value"].as_f64(), Some(numbers[1]), "{name}");
    }
    // The page lists all hands after a bet. The regrets of each are those of the command: a jack that calls loses one more.
    let page = view.page(&format!("{path}&show=regret&order=regret"));
    let hands = rows(&page, "hand-list");
    let losses: Vec<f64> = hands.iter().map(|(_, _, numbers)| numbers[2]).collect();
    assert_eq!(losses.len(), 3);
    assert!(losses.is_sorted_by(|one, other| one >= other), "{losses:?}");
    let jack = object(folder.path(), &["inspect", "kuhn.policy", "0b", "--json"]);
    let regrets: Vec<f64> = (0..2).map(|at| jack["actions"][at]["regret"].as_f64().unwrap()).collect();
    assert!((regrets[0] - regrets[1] - 1.0).abs() < 1e-9, "{regrets:?}");
    let words = [format!("pass {:.4}", regrets[0]), format!("bet {:.4}", regrets[1])].join(", ");
    assert!(plain(&page).contains(&words), "{words}");
    let (status, picture) = view.get(&path.replace("/explore/0?", "/explore/0/tree.svg?"));
    assert!(status == 200 && picture.starts_with("<svg") && picture.contains("player 1"), "{picture}");
    let pixels = view.png(&path.replace("/explore/0?", "/explore/0/tree.png?"));
    assert_eq!(pixels.map(|side| side / 2), size_of(&picture));
    // On to an end, by the drawing of the tree.
    let tree = between(&page, "<svg class=\"tree\"", "</svg>");
    let nodes = tree.split("<a class=\"node\" href=\"").skip(1);
    let ends: Vec<String> = nodes
        .filter(|node| node.contains("class=\"end\""))
        .map(|node| plain(node.split_once('"').unwrap().0))
        .collect();
    assert_eq!(ends.len(), 2);
    let end = view.page(&ends[0]);
    assert!(end.contains("The end.") && end.contains("utility of player 0"));
}

#[test]
fn games_and_files_are_shown_without_a_policy() {
    let folder = repository("data/efg");
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "efg") {
            let view = View::start(&folder, &[path.to_str().unwrap()]);
            let page = view.page("/explore/0");
            assert!(page.contains("<svg class=\"tree\""), "{}", path.display());
            // A game without perfect recall is shown with uniform play.
            let solved = page.contains("NashConv") != page.contains("all actions are equally likely");
            assert!(solved, "{}", path.display());
        }
    }
    let view = View::start(&folder, &["leduc", "kuhn"]);
    assert!(view.page("/explore/0").contains("leduc_poker"));
    let (status, text) = view.get("/compare");
    assert!(status == 404 && text.contains("only policies of one game are compared"));
    let large = run(&folder, &["view", "challenge"]);
    assert_eq!(large.status.code(), Some(2));
    let nothing = run(&folder, &["view", "nosuchgame"]);
    assert_eq!(nothing.status.code(), Some(2));
    let three = run(&folder, &["view", "kuhn", "kuhn", "leduc"]);
    assert_eq!(three.status.code(), Some(2));
}

/// The contests whose tree is not walked are asked about positions.
#[test]
fn other_contests_are_asked_about_positions() {
    let folder = repository("");
    let hand = "hand=C02,C13,D04,D05,D12,H01,H07,H10,S01,S03,S08,S11,S13 seat=1";
    for (policy, position) in [
        ("data/skullwhist/arena.policy", hand),
        ("data/dead_mans_draw/arena.policy", "bank0=key-3 bank1=map-7,sword-5 area=hook-4,anchor-2"),
        ("data/tricky_eights/contest.policy", ""),
    ] {
        let view = View::start(&folder, &[policy]);
        let page = view.page("/explore/0");
        assert!(page.contains("How a position is written"), "{policy}");
        let (status, text) = view.get("/explore/0?position=%3Cscript%3Enonsense");
        assert!(status == 404 && text.contains("id=\"fault\""), "{policy}");
        assert!(!text.contains("<script>nonsense"), "{policy}");
        if position.is_empty() {
            continue;
        }
        let mut query = form_urlencoded::Serializer::new(String::new());
        let query = query.append_pair("position", position).finish();
        let shown = hand_rows(&view.page(&format!("/explore/0?{query}")));
        let inspected = object(&folder, &["inspect", policy, position, "--json"]);
        let actions = inspected["actions"].as_array().unwrap();
        assert_eq!(shown.len(), actions.len(), "{policy}");
        for ((name, numbers), action) in shown.iter().zip(actions) {
            assert_eq!(action["action"], name.as_str());
            assert_eq!(Some(numbers[0]), action["probability"].as_f64());
        }
    }
}

/// A path is input from outside: a wrong one gets a page that says which step is wrong.
#[test]
fn hostile_paths_get_a_page_that_names_the_step() {
    let policy = repository("data/challenge/all-scores.policy");
    let view = View::start(&repository(""), &[policy.to_str().unwrap(), "kuhn"]);
    let long = "step=1&".repeat(200);
    for (path, said) in [
        ("/explore/0?step=5&step=14", "step 2, `14`, is not possible"),
        ("/explore/0?step=accept", "step 1, `accept`"),
        ("/explore/0?step=challenge&step=reject&step=1", "the game is over before it"),
        ("/explore/0?score=10,0", "cannot be `10,0`"),
        ("/explore/0?step=5&hand=13+13", "cannot hold `13 13`"),
        ("/explore/0?hand=%00%ff", "cannot hold"),
        ("/explore/0?step=%3Cscript%3Ealert(1)%3C/script%3E", "&lt;script&gt;"),
        ("/explore/1?step=0&step=0", "step 2, `0`"),
        ("/explore/1?step=%E2%80%AE", "step 1"),
        (&format!("/explore/0?{long}"), "at most 64"),
        ("/explore/2", "There is no such page"),
        ("/explore/-1", "There is no such page"),
        ("/explore/x", "There is no such page"),
        ("/explore/0/1", "There is no such page"),
        ("/compare/2", "There is no such page"),
        ("/journals/0/", "There is no such page"),
    ] {
        let (status, text) = view.get(path);
        assert_eq!(status, 404, "{path}");
        assert!(text.contains(said), "{path}: {text}");
        assert!(!text.contains("<script>alert"), "{path}");
    }
    // What is not known is left out.
    for path in ["/explore/0?cell=99-99", "/explore/0?cell=x&nothing=1&step=5", "/explore/0?holds=%22%3E%3Cscript%3E"] {
        assert!(!view.page(path).contains("\"><script>"), "{path}");
    }
}

/// Names of files, games, players, actions and information sets come from outside: all pages show them as text.
/// Slow: forty pages are followed from link to link, and those of the policies value hands.
#[test]
fn hostile_names_of_policies_and_games_are_harmless() {
    let folder = tempfile::tempdir().unwrap();
    let hostile = "<img src=x onerror=alert(1)>&\"'";
    let policies = [1, 2].map(|number| format!("{hostile}{number}.policy"));
    for policy in &policies {
        let shipped = repository("data/challenge/all-scores.policy");
        fs::copy(shipped, folder.path().join(policy)).unwrap();
    }
    let quoted = hostile.replace('"', "\\\"");
    let lines = [
        "EFG 2 R \"NAME\" { \"NAME one\" \"NAME two\" }",
        "c \"NAME\" 1 \"NAME\" { \"NAME l\" 1/2 \"NAME r\" 1/2 } 0",
        "p \"NAME\" 1 1 \"NAME set\" { \"NAME a\" \"NAME b\" } 0",
        "t \"NAME\" 1 \"NAME won\" { 1, -1 }",
        "t \"NAME\" 2 \"NAME lost\" { -1, 1 }",
        "t \"NAME\" 3 \"NAME drawn\" { 0, 0 }",
    ];
    let game = format!("{hostile}.efg");
    fs::write(folder.path().join(&game), lines.join("\n").replace("NAME", &quoted)).unwrap();
    for shown in [&policies.each_ref().map(String::as_str)[..], &[&game]] {
        let view = View::start(folder.path(), shown);
        let starts = ["/explore", "/explore/0", "/compare"];
        let mut paths: Vec<String> = starts.map(str::to_owned).into();
        paths.truncate(shown.len() + 1);
        for at in 0..40 {
            let Some(path) = paths.get(at).cloned() else {
                break;
            };
            // A table or a picture of cards is no page: a browser keeps it as a file.
            let kept = [
                ("/hands.csv", "text/csv"),
                ("/classes.csv", "text/csv"),
                ("/classes.svg", "image/svg+xml"),
                ("/classes.png", "image/png"),
                ("/grid.svg", "image/svg+xml"),
                ("/grid.png", "image/png"),
                ("/tree.png", "image/png"),
            ];
            if let Some((_, kind)) = kept.iter().find(|(name, _)| path.contains(name)) {
                let mut answer = ureq::get(format!("{}{path}", view.url)).call().unwrap();
                let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
                assert!(header("content-type").starts_with(kind), "{path}");
                assert!(header("content-disposition").starts_with("attachment"), "{path}");
                let content = answer.body_mut().read_to_vec().unwrap();
                let has_image = content.windows(4).any(|part| part == b"<img");
                assert!(kind.starts_with("text") || !has_image, "{path}");
                continue;
            }
            let page = view.page(&path);
            assert!(page.contains("&lt;img src=x"), "{path}: {page}");
            assert!(!page.contains("<img"), "{path}: {page}");
            for link in page.split("href=\"").skip(1) {
                let link = link.split(['"', '#']).next().unwrap().replace("&amp;", "&");
                let is_shown = link.starts_with("/explore/") || link.starts_with("/practice/");
                if is_shown && !paths.contains(&link) {
                    paths.push(link);
                }
            }
        }
        assert!(paths.len() > 4, "{paths:?}");
    }
}

#[test]
fn a_policy_stands_beside_the_journals() {
    let folder = tempfile::tempdir().unwrap();
    let line = "match challenge random greedy --games 1 --journal games.jsonl --records --json";
    let _: Value = object(folder.path(), &line.split(' ').collect::<Vec<_>>());
    let policy = repository("data/challenge/all-scores.policy");
    let view = View::start(folder.path(), &["games.jsonl", "--policy", policy.to_str().unwrap()]);
    let home = view.page("/");
    assert!(home.contains("games.jsonl") && home.contains("href=\"/explore\""));
    assert!(view.page("/journals/0/").contains("<a href=\"/\">Home</a>"));
    assert!(view.page("/explore/0").contains("<a href=\"/\">Home</a>"));
    // Without an argument it is the same, and a folder without journals shows the policy alone.
    let other = tempfile::tempdir().unwrap();
    let alone = View::start(other.path(), &["--policy", policy.to_str().unwrap()]);
    assert!(alone.page("/").contains("all-scores.policy"));
}
