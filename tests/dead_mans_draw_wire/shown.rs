//! A data folder as `cardsharp view FOLDER` shows it, or the journal of a client.

use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;

use cardsharp::arena::read_journal;
use cardsharp::contests::without_commands;
use cardsharp::view::{Library, RunningView};
use serde_json::Value;

/// The pages of a folder or of a file.
pub struct Shown(RunningView);

impl Shown {
    pub fn of(path: &Path) -> Shown {
        let library = Library::open(path, without_commands()).unwrap();
        let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
        Shown(RunningView::start(library, None, Vec::new(), local, 0).unwrap())
    }

    /// The status and the text of an answer.
    pub fn get(&self, path: &str) -> (u16, String) {
        let config = ureq::Agent::config_builder().http_status_as_error(false).build();
        let url = format!("http://{}{path}", self.0.address());
        let mut answer = config.new_agent().get(&url).call().unwrap();
        let text = answer.body_mut().read_to_string().unwrap();
        (answer.status().as_u16(), text)
    }

    pub fn page(&self, path: &str) -> String {
        let (status, text) = self.get(path);
        assert_eq!(status, 200, "{path}: {text}");
        text
    }

    /// The names of the players of a game, and the captions of its frames.
    pub fn replayed(&self, path: &str) -> (Vec<String>, Vec<String>) {
        let page = self.page(path);
        let begin = "<script id=\"data\" type=\"application/json\">";
        let data = page.split_once(begin).unwrap().1.split_once("</script>").unwrap().0;
        let data: Value = serde_json::from_str(data).unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let frames = data["frames"].as_array().unwrap();
        (
            data["agents"].as_array().unwrap().iter().map(text).collect(),
            frames.iter().map(|frame| text(&frame["caption"])).collect(),
        )
    }

    /// The seat of a game's winner, and the captions of its frames.
    pub fn game(&self, path: &str) -> (Option<usize>, Vec<String>) {
        let (names, captions) = self.replayed(path);
        let page = self.page(path);
        let won_by = |name: &String| page.contains(&format!("Won by <bdi class=\"agent\">{name}</bdi>"));
        (names.iter().position(won_by), captions)
    }
}

/// The games in the journal of a client whose report has `games`, of which it won `won`.
pub fn kept_games(path: &Path, games: u64, won: u64) -> Vec<(Option<usize>, Vec<String>)> {
    let contents = read_journal(path).unwrap();
    assert!(contents.damaged.is_empty(), "{:?}", contents.damaged);
    let counted: u64 = contents.matches.iter().map(|tally| tally.games()).sum();
    let of_agent = contents.matches.iter().map(|tally| tally.standings()[0].game_wins);
    assert_eq!((counted, of_agent.sum::<u64>()), (games, won));
    let shown = Shown::of(path);
    (0..games).map(|game| shown.game(&format!("/journals/0/games/{game}"))).collect()
}

/// The moves of the client in its journal.
pub fn kept_moves(path: &Path) -> u64 {
    let matches = read_journal(path).unwrap().matches;
    matches.iter().map(|tally| tally.standings()[0].moves).sum()
}
