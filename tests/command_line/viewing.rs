//! Journals in a browser: the pages, over a real socket, and the replays of all contests.

use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::time::{Duration, Instant};

use cardsharp::contest::{AgentSpec, Frame, FrameAdvice, Replay, Setup};
use cardsharp::contests;
use cardsharp::view::{Library, NamedAdvisor, NamedExplorer, RunningView};
use serde_json::{Value, json};

use crate::binary::{cardsharp, object, run, start};

struct Answer {
    status: u16,
    text: String,
    policy: String,
}

struct Pages(RunningView);

impl Pages {
    fn of(path: &Path) -> Pages {
        let library = Library::open(path, cardsharp::contests::without_commands()).unwrap();
        let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
        Pages(RunningView::start(library, None, Vec::new(), local, 0).unwrap())
    }

    fn get(&self, path: &str) -> Answer {
        let agent = ureq::Agent::config_builder().http_status_as_error(false).build().new_agent();
        let url = format!("http://{}{path}", self.0.address());
        let mut answer = agent.get(&url).call().unwrap();
        let policy = answer.headers().get("content-security-policy");
        Answer {
            status: answer.status().as_u16(),
            policy: policy.unwrap().to_str().unwrap().to_owned(),
            text: answer.body_mut().read_to_string().unwrap(),
        }
    }

    /// Waits until a page has this text: a journal is looked at every two seconds.
    fn wait_for(&self, path: &str, text: &str) {
        let began = Instant::now();
        while !self.page(path).contains(text) {
            assert!(began.elapsed() < Duration::from_secs(20), "{path}: {text}");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    fn page(&self, path: &str) -> String {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        answer.text
    }
}

/// The data that a page replays.
fn data_of(page: &str) -> Value {
    let (_, rest) = page.split_once("<script id=\"data\" type=\"application/json\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

fn played(folder: &Path, line: &str) -> Value {
    let words: Vec<&str> = line.split(' ').collect();
    object(folder, &[&words[..], &["--json"]].concat())
}

#[test]
fn a_tournament_is_shown_from_standings_to_moves() {
    let folder = tempfile::tempdir().unwrap();
    let line = "tournament challenge random greedy expert --rounds 2 --journal t.jsonl --records";
    let report = played(folder.path(), line);
    let pages = Pages::of(&folder.path().join("t.jsonl"));
    let standings = pages.page("/");
    for agent in report["agents"].as_array().unwrap() {
        let rating = agent["elo"]["rating"].as_f64().unwrap();
        assert!(standings.contains(&format!("{rating:.0} ±")), "{agent}");
    }
    assert!(standings.contains("It is over."));
    let all = report["games"].as_u64().unwrap();
    let games = pages.page("/journals/0/games");
    assert!(games.contains(&format!("{all} games")), "{games}");
    let won = report["agents"][0]["game_wins"].as_u64().unwrap();
    let winner = report["agents"][0]["agent"].as_str().unwrap();
    let games = pages.page(&format!("/journals/0/games?winner={winner}"));
    assert!(games.contains(&format!("{won} game")), "{games}");
    let page = pages.page("/journals/0/games/0");
    let data = data_of(&page);
    let frames = data["frames"].as_array().unwrap();
    let last = frames.last().unwrap()["caption"].as_str().unwrap();
    let seat = usize::from(last.starts_with("The second seat"));
    assert!(last.ends_with("wins the game"), "{last}");
    let winner = data["agents"][seat].as_str().unwrap();
    assert!(page.contains(&format!("Won by <bdi class=\"agent\">{winner}</bdi>")));
}

/// The numbers in the facts of a seat, by name.
fn fact(frame: &Frame, seat: usize, name: &str) -> f64 {
    let facts = &frame.seats[seat].facts;
    let (_, value) = facts.iter().find(|(fact, _)| fact == name).unwrap();
    value.split(' ').next().unwrap().parse().unwrap()
}

/// In all contests the last frame has the result of the game.
#[test]
fn replays_end_with_the_result_of_the_game() {
    for contest in contests::ALL {
        let agents = contest.agents().hand_written;
        let names = (0..contest.seats()).map(|seat| agents[seat % 3 % agents.len()].name);
        let specs: Vec<AgentSpec> = names.map(AgentSpec::named).collect();
        let table = contest.table(&specs).unwrap();
        for seed in 0..6 {
            let first = seed as usize % contest.seats();
            let game = table.play_game(Setup { seed, first, record: true });
            assert_eq!(game.first, first);
            let Replay { frames } = contest.replay(&game.record.clone().unwrap()).unwrap();
            assert!(frames.len() > 10, "{}", contest.name());
            let last = frames.last().unwrap();
            let points = (0..contest.seats()).map(|seat| game.points[(seat + first) % contest.seats()]);
            let points: Vec<f64> = points.collect();
            match contest.name() {
                "challenge" => {
                    let seat = usize::from(last.caption.starts_with("The second seat"));
                    assert_eq!(game.winner, Some((seat + first) % 2));
                }
                "skullwhist" => {
                    let said = format!("The game is over: {} to {}", points[0], points[1]);
                    assert_eq!(last.caption, said);
                }
                "dead-mans-draw" => {
                    let banks = [0, 1].map(|seat| fact(last, seat, "bank"));
                    assert_eq!(banks.to_vec(), points);
                }
                "tricky-eights" => {
                    let scores = (0..4).map(|seat| fact(last, seat, "score") + fact(last, seat, "this round"));
                    assert_eq!(scores.collect::<Vec<_>>(), points);
                }
                other => panic!("no result is known of {other}"),
            }
            assert!(contest.replay(&json!({ "no": "record" })).is_err());
        }
    }
}

/// By event of a game of Challenge: true if one player has so many tricks of the hand more than the other that those left
/// cannot change who has more.
fn decided_frames(record: &serde_json::Value) -> Vec<bool> {
    let (mut wins, mut led, mut over) = ([0_u64; 2], None, 0);
    let frames = record.as_array().unwrap().iter().map(|event| {
        if event["type"] == "new_hand" {
            (wins, led, over) = ([0; 2], None, 0);
        }
        if let (Some(card), Some(player)) = (event["move"]["card"].as_u64(), event["moving_player"].as_u64()) {
            led = match led {
                None => Some((player, card)),
                Some((leader, led)) => {
                    over += 1;
                    match card.cmp(&led) {
                        std::cmp::Ordering::Less => wins[leader as usize] += 1,
                        std::cmp::Ordering::Greater => wins[player as usize] += 1,
                        std::cmp::Ordering::Equal => {}
                    }
                    None
                }
            };
        }
        wins[0].abs_diff(wins[1]) > 5 - over
    });
    frames.collect()
}

/// Of its own games a policy says that it does what it did.
#[test]
fn a_policy_says_what_it_would_have_done() {
    let folder = tempfile::tempdir().unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/challenge/all-scores.policy");
    let name = path.to_str().unwrap();
    let line = format!("match challenge {name} {name} --games 6 --journal games.jsonl --records");
    played(folder.path(), &line);
    let library = Library::open(&folder.path().join("games.jsonl"), cardsharp::contests::without_commands()).unwrap();
    let contest = contests::all().find(|contest| contest.name() == "challenge").unwrap();
    let (mut moves, mut known) = (0, 0);
    let journal = library.journal(0).unwrap();
    for game in &journal.games {
        let record = journal.record(game).unwrap().unwrap();
        let advice = contest.policies().unwrap().advisor(&path).unwrap().advise(&record).unwrap();
        assert_eq!(advice.len(), contest.replay(&record).unwrap().frames.len());
        let decided = decided_frames(&record);
        let frames = advice.iter().zip(decided);
        let frames = frames.filter(|(frame, _)| !frame.actions.is_empty());
        for (FrameAdvice { actions, place }, is_decided) in frames {
            // The tree of a policy ends where the tricks left cannot change who has more.
            assert_eq!(place.is_none(), is_decided, "{actions:?}");
            let sum: f64 = actions.iter().map(|action| action.probability).sum();
            assert!((sum - 1.0).abs() < 1e-6, "{actions:?}");
            let taken: Vec<_> = actions.iter().filter(|action| action.taken).collect();
            assert_eq!(taken.len(), 1, "{actions:?}");
            assert!(taken[0].probability > 0.0, "{actions:?}");
            known += 1;
        }
        let events = record.as_array().unwrap().iter();
        moves += events.filter(|event| event["type"] == "player_move").count();
    }
    assert!(moves > 100 && known * 10 > moves * 9, "{known} of {moves}");

    let advisor = NamedAdvisor {
        contest: "challenge".to_owned(),
        name: "the policy".to_owned(),
        advisor: contest.policies().unwrap().advisor(&path).unwrap(),
        luck: Box::new(|_| Err(anyhow::anyhow!("no baseline"))),
    };
    let exploration = contest.policies().unwrap().explorer(&path).unwrap();
    let explorer = NamedExplorer::new("the policy".to_owned(), exploration);
    let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let view = RunningView::start(library, Some(advisor), vec![explorer], local, 0);
    let pages = Pages(view.unwrap());
    let data = data_of(&pages.page("/journals/0/games/0"));
    assert_eq!(data["advisor"], "the policy");
    // The page of the position says the same of the hand, and more.
    let frames = data["advice"].as_array().unwrap().iter();
    let told: Vec<_> = frames.filter(|frame| frame["more"].is_string()).collect();
    for frame in [told[0], told[told.len() / 2], told[told.len() - 1]] {
        let page = pages.page(frame["more"].as_str().unwrap());
        for action in frame["actions"].as_array().unwrap() {
            let share = 100.0 * action["probability"].as_f64().unwrap();
            assert!(page.contains(&format!("{share:.2} %")), "{frame}: {page}");
        }
    }
    let words = ["view", "games.jsonl", "--policy", "games.jsonl"];
    assert_eq!(run(folder.path(), &words).status.code(), Some(1));
}

/// Names come from outside: they are shown, and do nothing.
#[test]
fn hostile_names_are_harmless() {
    let folder = tempfile::tempdir().unwrap();
    let long = "x".repeat(10_000);
    let script = "</script><script>alert(1)</script>\"'<img src=x onerror=alert(2)>";
    let backwards = "\u{202e}evil\u{2066}";
    let agents = [format!("{script}{backwards}"), long];
    let event = json!({
        "type": "tournament", "contest": "challenge", "agents": agents, "seats": 2, "seed": 1, "unit": "games",
        "format": {"name": "round-robin"}, "count": 4, "records": true,
    });
    let begin = json!({
        "type": "match", "number": 0, "contest": "challenge", "agents": agents, "seed": 1, "unit": "games", "count": 4,
    });
    let deal = json!({
        "type": "new_hand", "player0_hand": [13, 12, 3, 2, 1], "player1_hand": [5, 5, 4, 4, 3], "next_player": 0,
    });
    let game = |winner: usize| {
        json!({
            "type": "game", "set": 0, "first": 0, "winner": winner, "ending": "completed", "points": [1, 0],
            "moves": [1, 1], "penalties": [0, 0], "record": [deal],
        })
    };
    let games = [0, 1, 1, 0].map(|winner| game(winner).to_string()).join("\n");
    let journals = [("<img src=x>&\"'1.jsonl", format!("{begin}\n")), ("2.jsonl", format!("{event}\n{begin}\n"))];
    for (name, head) in journals {
        fs::write(folder.path().join(name), format!("{head}{games}\n")).unwrap();
    }
    let pages = Pages::of(folder.path());
    let mut paths = vec!["/".to_owned()];
    for journal in [0, 1] {
        let below = ["", "games", "games?agent=%3Cimg+src%3Dx%3E", "games/0", "games/3"];
        paths.extend(below.map(|page| format!("/journals/{journal}/{page}")));
    }
    for path in paths {
        let answer = pages.get(&path);
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.text.contains("&lt;img src=x"), "{path}");
        assert!(!answer.text.contains("<script>alert"), "{path}");
        assert!(!answer.text.contains("<img src=x"), "{path}");
        assert!(answer.policy.contains("script-src 'self'"), "{}", answer.policy);
    }
    assert!(pages.page("/journals/1/").contains("id=\"ratings\""));
    let data = data_of(&pages.page("/journals/0/games/0"));
    assert_eq!(data["agents"][0], agents[0]);
}

/// Slow: the page looks for news once in some seconds.
#[test]
fn a_journal_that_grows_is_shown_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    played(folder.path(), "match challenge random greedy --games 4 --journal games.jsonl");
    let journal = folder.path().join("games.jsonl");
    let pages = Pages::of(&journal);
    assert!(pages.page("/journals/0/games").contains("4 games"));
    // What has no moves says so.
    let missing = pages.get("/journals/0/games/1");
    assert!(missing.status == 404 && missing.text.contains("--records"));
    played(folder.path(), "match challenge random greedy --games 3 --journal games.jsonl --records");
    pages.wait_for("/journals/0/games", "7 games");
    pages.page("/journals/0/games/4");
    // A torn line at the end may still be written. One that is whole and damaged is left out.
    let mut file = OpenOptions::new().append(true).open(&journal).unwrap();
    file.write_all(b"{\"type\":\"game\",\"set\":0").unwrap();
    std::thread::sleep(Duration::from_millis(2200));
    assert!(!pages.page("/journals/0/").contains("left out"));
    file.write_all(b"\n").unwrap();
    pages.wait_for("/journals/0/", "1 line of the journal left out");
    fs::remove_file(&journal).unwrap();
    assert!(pages.page("/journals/0/games").contains("7 games"));
    for nowhere in ["/journals/1/", "/journals/x/", "/journals/0/games/99", "/../etc/passwd", "/a"] {
        assert_eq!(pages.get(nowhere).status, 404, "{nowhere}");
    }
}

#[test]
fn a_journal_is_a_file_of_its_pages_whole_or_in_parts() {
    let folder = tempfile::tempdir().unwrap();
    played(folder.path(), "match challenge random greedy --games 2 --journal games.jsonl");
    let pages = Pages::of(&folder.path().join("games.jsonl"));
    let file = fs::read_to_string(folder.path().join("games.jsonl")).unwrap();
    assert_eq!(pages.page("/journals/0/file"), file);
    let url = format!("http://{}/journals/0/file", pages.0.address());
    let part = |range: &str| {
        let agent = ureq::Agent::config_builder().http_status_as_error(false).build().new_agent();
        let mut answer = agent.get(&url).header("Range", range).call().unwrap();
        let said = answer.headers().get("content-range").cloned();
        let said = said.map(|said| said.to_str().unwrap().to_owned());
        let text = answer.body_mut().read_to_string().unwrap();
        (answer.status().as_u16(), said, text)
    };
    let size = file.len();
    let expected = Some(format!("bytes 10-19/{size}"));
    assert_eq!(part("bytes=10-19"), (206, expected, file[10..20].to_owned()));
    let expected = Some(format!("bytes 100-{}/{size}", size - 1));
    assert_eq!(part("bytes=100-"), (206, expected, file[100..].to_owned()));
    for nothing in [format!("bytes={size}-"), "bytes=20-10".to_owned()] {
        let expected = Some(format!("bytes */{size}"));
        assert_eq!(part(&nothing), (416, expected, String::new()), "{nothing}");
    }
    for whole in ["bytes=-5", "lines=1-2", "bytes=x-y"] {
        assert_eq!(part(whole), (200, None, file.clone()), "{whole}");
    }
}

#[cfg(unix)]
#[test]
fn a_journal_elsewhere_is_followed() {
    let folder = tempfile::tempdir().unwrap();
    let play = |games: usize| {
        played(
            folder.path(),
            &format!("match challenge random greedy --games {games} --journal games.jsonl --records"),
        );
    };
    play(4);
    let there = Pages::of(&folder.path().join("games.jsonl"));
    let address = format!("http://{}/", there.0.address());
    let here = View::start(&address);
    assert!(here.page("journals/0/games").contains("4 games"));
    assert_eq!(data_of(&here.page("journals/0/games/2")), data_of(&there.page("/journals/0/games/2")));
    play(3);
    here.wait_for("journals/0/games", "7 games");
    // The copy is shown after its source is gone.
    drop(there);
    std::thread::sleep(Duration::from_millis(2500));
    assert!(here.page("journals/0/games").contains("7 games"));
    here.stop();
    for (bad, words) in [
        (address.as_str(), "is the server running"),
        ("http://me:secret@127.0.0.1/", "holds a login"),
        ("http://127.0.0.1:1/x.jsonl?a=b", "has a query"),
    ] {
        let output = run(folder.path(), &["view", bad]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(words), "{bad}: {said}");
        assert!(!output.status.success());
    }
}

/// `cardsharp view` as a process.
#[cfg(unix)]
struct View {
    process: std::process::Child,
    url: String,
}

#[cfg(unix)]
impl View {
    fn start(shown: &str) -> View {
        let folder = std::env::temp_dir();
        let mut command = cardsharp(&folder, &["view", shown, "--port", "0", "--quiet"]);
        command.stdout(std::process::Stdio::piped());
        let mut process = command.spawn().unwrap();
        let mut url = String::new();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        output.read_line(&mut url).unwrap();
        let url = url.trim().to_owned();
        View { process, url }
    }

    fn page(&self, path: &str) -> String {
        let url = format!("{}{path}", self.url);
        let mut answer = ureq::get(&url).call().unwrap();
        answer.body_mut().read_to_string().unwrap()
    }

    fn wait_for(&self, path: &str, text: &str) {
        let began = Instant::now();
        while !self.page(path).contains(text) {
            assert!(began.elapsed() < Duration::from_secs(30), "{path}: {text}");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    fn stop(mut self) {
        crate::binary::signal(&self.process, "-INT");
        assert!(self.process.wait().unwrap().success());
    }
}

#[test]
fn a_folder_shows_its_journals() {
    let folder = tempfile::tempdir().unwrap();
    played(folder.path(), "match challenge random greedy --games 1 --journal a.jsonl");
    played(folder.path(), "match dead-mans-draw expert threshold --games 2 --journal b.jsonl");
    fs::write(folder.path().join("c.jsonl"), "{\"type\":\"other\"}\n").unwrap();
    let pages = Pages::of(folder.path());
    let list = pages.page("/");
    assert!(list.contains("a.jsonl") && list.contains("b.jsonl") && !list.contains("c.jsonl"));
    assert!(pages.page("/journals/1/").contains("dead-mans-draw"));
}

#[cfg(unix)]
#[test]
fn the_database_of_a_server_is_named_with_the_command_that_writes_its_games() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("skullwhist.redb"), "").unwrap();
    let output = run(folder.path(), &["view", ".", "--port", "0"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("`cardsharp admin skullwhist --data . export"), "{said}");
}

#[test]
fn the_command_serves_until_it_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let empty = run(folder.path(), &["view"]);
    assert_eq!(empty.status.code(), Some(1));
    assert!(String::from_utf8(empty.stderr).unwrap().contains("no journal of matches"));
    fs::write(folder.path().join("policy.jsonl"), "{}").unwrap();
    let other = run(folder.path(), &["view", "policy.jsonl"]);
    assert!(String::from_utf8(other.stderr).unwrap().contains("is no journal of matches"));
    played(folder.path(), "match challenge random greedy --games 1 --journal a.jsonl");
    let view = View::start(folder.path().join("a.jsonl").to_str().unwrap());
    assert!(view.page("").contains("greedy"));
    view.stop();
}

/// The line of a log that begins with these words after the time and the level, from there on.
fn said(lines: &mut impl Iterator<Item = String>, words: &str) -> String {
    let line = lines.find(|line| line.contains(words)).unwrap();
    line.split_once(words).unwrap().1.to_owned()
}

/// The pages of a server of Challenge, while two teams play: standings, ratings, and a game by its number.
#[cfg(target_os = "linux")]
#[test]
fn a_server_shows_its_rounds_while_they_are_played() {
    let folder = tempfile::tempdir().unwrap();
    let line = "serve challenge --port 0 --test-port 0 --data games --pages 0";
    let words: Vec<&str> = line.split(' ').collect();
    let mut server = start(folder.path(), &words);
    let log = BufReader::new(server.stderr.take().unwrap());
    let mut lines = log.lines().map(Result::unwrap);
    let pages = said(&mut lines, "pages on ").trim().to_owned();
    let contest = said(&mut lines, "contest on 127.0.0.1:");
    let port = contest.split(',').next().unwrap().to_owned();
    std::thread::spawn(move || lines.for_each(drop));
    let get = |path: &str| {
        let url = format!("{}{path}", pages.trim_end_matches('/'));
        ureq::get(&url).call().unwrap().body_mut().read_to_string().unwrap()
    };
    assert!(get("/").contains("challenge"), "before the first game");

    let play = |from: &str, agent: &str| {
        let line = format!("play challenge --quiet --host 127.0.0.1 --port {port} --from {from} --agent {agent}");
        start(folder.path(), &line.split(' ').collect::<Vec<_>>())
    };
    let players = [play("127.0.0.2", "greedy-challenge"), play("127.0.0.3", "lowest")];
    let began = Instant::now();
    let page = loop {
        let page = get("/");
        if page.contains("id=\"ratings\"") {
            break page;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{page}");
        std::thread::sleep(Duration::from_millis(50));
    };
    // The better team stands above, and both are named.
    let [better, other] = ["127.0.0.2 (team 2)", "127.0.0.3 (team 3)"].map(|team| page.find(team).unwrap());
    assert!(better < other, "{page}");
    let games = get("/journals/0/games");
    assert!(games.contains(">game 1</a>"), "{games}");
    // The number that the clients know leads to the game.
    let game = get("/games/1");
    let frames = data_of(&game);
    assert!(frames["frames"].as_array().unwrap().len() > 10);
    let url = format!("{}/games/99999", pages.trim_end_matches('/'));
    assert!(matches!(ureq::get(&url).call(), Err(ureq::Error::StatusCode(404))));
    for mut player in players {
        player.kill().unwrap();
        player.wait().unwrap();
    }
    server.kill().unwrap();
    server.wait().unwrap();

    // `view` shows the same journal afterwards.
    let after = Pages::of(&folder.path().join("games"));
    assert_eq!(data_of(&after.page("/games/1")), frames);
    let output = run(folder.path(), &["serve", "challenge", "--pages", "0"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && said.contains("--data"), "{said}");
}
