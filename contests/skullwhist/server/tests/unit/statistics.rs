use crate::{RunningServer, ServerConfig};

/// Nobody registers with such a name, but the database of another server may have it.
#[test]
fn hostile_names_are_shown_and_do_nothing() {
    let names = ["<script>alert(1)</script>", "\"'&<img src=x onerror=alert(2)>"];
    let server = RunningServer::start(ServerConfig::on_free_port()).unwrap();
    server.service.with(|registry, now| {
        let bots = names.map(|name| registry.register(name.to_owned(), String::new()).id);
        // A login ends the bot's game, so that there are games that are over and one that runs.
        for _ in 0..3 {
            for bot in bots {
                let session = registry.log_in(bot, now).unwrap().session;
                registry.new_game(&session, now).unwrap();
            }
            assert!(registry.pair(now, 1));
        }
    });
    for path in ["", "records/", "games/", "bot/1/", "bot/2/", "versus/1/2/", "game/1/"] {
        let url = format!("http://{}/stats/{path}", server.address());
        let mut answer = ureq::get(&url).call().unwrap();
        let page = answer.body_mut().read_to_string().unwrap();
        assert!(page.contains("&lt;img src=x"), "{path}: {page}");
        assert!(!page.contains("<script") && !page.contains("<img"), "{path}: {page}");
    }
    server.shutdown().unwrap();
}
