//! A server of the contest, a relay before it, an admin and an opponent.

use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

use anyhow::{Context, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cardsharp_commands::check::Bench;
use cardsharp_commands::check::relay::{Exchange, Relay, Treatment};
use cardsharp_dead_mans_draw_bots::agents::Factory;
use cardsharp_dead_mans_draw_server::{PRACTICE_PLAYERS, RunningServer, ServerConfig};
use cardsharp_game::AgentSpec;
use cardsharp_net::http::client::{Ask, HttpClient};
use cardsharp_net::{Account, PlayOptions, ServerAddress};
use serde_json::Value;

use crate::client::{self, ClientOptions};

/// The bot's id.
pub(super) const BOT: &str = PRACTICE_PLAYERS[0].0;
/// The opponent's id.
pub(super) const OPPONENT: &str = PRACTICE_PLAYERS[1].0;
/// The password of both.
pub(super) const PASSWORD: &str = PRACTICE_PLAYERS[0].2;

/// The time for a match, in seconds. The slowest bots wait for a second after a fault.
pub(super) const MATCH: u64 = 100;

/// An arena, and the relay that the bot reaches it by.
pub(super) struct Arena {
    server: RunningServer,
    pub(super) relay: Relay,
    admin: HttpClient,
}

impl Arena {
    /// Starts an arena with these seconds of a long poll, and the bot.
    pub(super) fn open(
        bench: &Bench,
        long_poll: u64,
        treat: impl Fn(usize, &str) -> Treatment + Send + Sync + 'static,
    ) -> anyhow::Result<Arena> {
        let server = RunningServer::start(ServerConfig {
            throttle: false,
            seed: Some(1),
            long_poll: Duration::from_secs(long_poll),
            ..ServerConfig::on_free_port()
        })?;
        let admin = HttpClient::new(&format!("http://{}", server.address()))?;
        let relay = Relay::start(bench.start()?, server.address(), is_refused, treat)?;
        Ok(Arena { server, relay, admin })
    }

    /// Waits until the bot has played `what`, the match with this number.
    pub(super) fn play_out(&self, bench: &Bench, number: usize, what: &str) -> anyhow::Result<()> {
        let over = |_: &[Exchange]| self.server.matches_finished() >= number;
        self.relay.wait_until(bench, MATCH, &format!("played {what} to its end"), over)
    }

    /// Lets an agent play against the bot. It gives up once the server is gone.
    pub(super) fn oppose(&self, bench: &Bench) -> anyhow::Result<()> {
        let options = PlayOptions {
            account: Some(Account { user: OPPONENT.to_owned(), password_file: bench.password_file() }),
            max_attempts: NonZeroUsize::new(3),
            ..PlayOptions::at(ServerAddress::Url(self.admin.base().to_owned()))
        };
        let own = ClientOptions { repeat: true, ..ClientOptions::default() };
        let factory = Factory::load(&AgentSpec::named("one-card"))?;
        thread::spawn(move || client::play(&options, &own, factory).map(drop));
        Ok(())
    }

    /// Creates a match. Returns its id.
    pub(super) fn create(&self, body: Value) -> anyhow::Result<String> {
        let created: Value = serde_json::from_str(&self.administer("POST", "/api/matches", &body.to_string())?)?;
        Ok(created["id"].as_str().context("the match has no id")?.to_owned())
    }

    /// Sends a request of an admin. Returns the body of the answer.
    pub(super) fn administer(&self, method: &str, path: &str, body: &str) -> anyhow::Result<String> {
        let (user, _, password, _) = PRACTICE_PLAYERS[2];
        let login = format!("Basic {}", STANDARD.encode(format!("{user}:{password}")));
        let body = (!body.is_empty()).then_some(body.as_bytes());
        let (authorization, patience) = (Some(&*login), Duration::from_secs(10));
        let reply = self.admin.ask(Ask { method, path, authorization, range: None, body, patience })?;
        let text = String::from_utf8_lossy(&reply.body).into_owned();
        ensure!(reply.status == 200, "{method} {path}: status {}: {text}", reply.status);
        Ok(text)
    }
}

/// True for a request for the list of matches.
pub(super) fn is_list(line: &str) -> bool {
    line.split(['?', ' ']).nth(1).is_some_and(|path| path.trim_end_matches('/').ends_with("/matches"))
}

/// The number of actions that were made in this match; with an empty text, in all.
pub(super) fn actions(exchanges: &[Exchange], id: &str) -> usize {
    let is_action = |one: &&Exchange| one.line.starts_with("POST") && one.line.contains(id) && one.status == 200;
    exchanges.iter().filter(is_action).count()
}

/// True for a refused request, which a bot must not send. A first request without a login is usual.
fn is_refused(exchange: &Exchange) -> bool {
    match exchange.status {
        401 => exchange.has_login,
        // A bot that was started by hand may look for a match of the step before.
        404 => !exchange.line.contains("/api/matches/"),
        status => ![200, 409, 410].contains(&status),
    }
}
