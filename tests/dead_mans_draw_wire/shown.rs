//! A data folder as `cardsharp view FOLDER` shows it.

use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;

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
}
