//! A server of the contest, a relay before it, and an opponent.

use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

use cardsharp_commands::check::Bench;
use cardsharp_commands::check::relay::{Exchange, Relay, Treatment};
use cardsharp_game::AgentSpec;
use cardsharp_net::http::client::{Ask, HttpClient};
use cardsharp_net::{Account, PlayOptions, ServerAddress};
use cardsharp_skullwhist_bots::agents::Factory;
use cardsharp_skullwhist_server::{RunningServer, ServerConfig};
use serde_json::{Value, json};

use crate::client;

/// A server, and the relay that the bot reaches it by.
pub(super) struct Hall {
    pub(super) server: RunningServer,
    pub(super) relay: Relay,
}

impl Hall {
    /// Starts a server with these seconds of a clock and of the wait for a game, and the bot.
    pub(super) fn open(
        bench: &Bench,
        seconds: [u64; 2],
        treat: impl Fn(usize, &str) -> Treatment + Send + Sync + 'static,
    ) -> anyhow::Result<Hall> {
        let [clock, new_game_wait] = seconds.map(Duration::from_secs);
        let server = RunningServer::start(ServerConfig {
            match_every: Duration::from_millis(50)..=Duration::from_millis(150),
            seed: Some(1),
            clock,
            new_game_wait,
            ..ServerConfig::on_free_port()
        })?;
        let relay = Relay::start(bench.start()?, server.address(), is_refused, treat)?;
        Ok(Hall { server, relay })
    }

    fn url(&self) -> String {
        format!("http://{}", self.server.address())
    }

    /// Lets an agent play against the bot. It gives up once the server is gone.
    pub(super) fn oppose(&self, bench: &Bench) -> anyhow::Result<()> {
        let options = PlayOptions {
            account: Some(Account { user: "opponent".to_owned(), password_file: bench.password_file() }),
            max_attempts: NonZeroUsize::new(3),
            ..PlayOptions::at(ServerAddress::Url(self.url()))
        };
        let factory = Factory::load(&AgentSpec::named("random"))?;
        thread::spawn(move || client::play(&options, factory));
        Ok(())
    }

    /// A function that calls a method of the server, and returns its answer.
    pub(super) fn caller(&self) -> anyhow::Result<impl Fn(&str, &Value) -> Value + Send + 'static> {
        let http = HttpClient::new(&self.url())?;
        Ok(move |method: &str, keys: &Value| {
            let (path, body) = (format!("/api/{method}/"), keys.to_string());
            let (path, body, patience) = (&*path, Some(body.as_bytes()), Duration::from_secs(30));
            let reply = http.ask(Ask { method: "POST", path, authorization: None, range: None, body, patience });
            reply.map_or(Value::Null, |reply| serde_json::from_slice(&reply.body).unwrap_or_default())
        })
    }

    /// Lets somebody take a seat, who does nothing then.
    pub(super) fn leave_alone(&self) -> anyhow::Result<()> {
        let call = self.caller()?;
        thread::spawn(move || {
            let account = json!({"name": "absent", "password": "absent"});
            call("register", &account);
            let session = json!({"session": call("login", &account)["session"]});
            while call("new-game", &session)["result"] == "retry" {}
        });
        Ok(())
    }
}

/// True for a request of this method.
pub(super) fn is_of(line: &str, method: &str) -> bool {
    line.trim_end_matches('/').rsplit_once('/').is_some_and(|(_, last)| last == method)
}

/// The number of answers to a method with this result; with an empty text, of all its answers.
pub(super) fn count(exchanges: &[Exchange], method: &str, result: &str) -> usize {
    let has = |one: &&Exchange| is_of(&one.line, method) && (result.is_empty() || one.answer["result"] == result);
    exchanges.iter().filter(has).count()
}

/// True for a refused request, which a bot must not send.
fn is_refused(exchange: &Exchange) -> bool {
    // Other methods are refused to a bot that asks what it cannot know: that a name is new, or a session or a game
    // was of the step before.
    let is_move = ["bid", "play"].iter().any(|method| is_of(&exchange.line, method));
    let is_old = exchange.answer["reason"].as_str().is_some_and(|reason| reason.contains("no such session"));
    let counts = is_move && !is_old || !exchange.request.is_object();
    let is_path = exchange.line.ends_with('/') || exchange.line.starts_with("GET");
    exchange.status != 200 || !is_path || exchange.answer["result"] == "failure" && counts
}
