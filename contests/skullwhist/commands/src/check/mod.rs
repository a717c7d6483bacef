//! The steps of the check of a bot of SkullWhist: the contest's server behind a relay.

mod hall;

use std::time::Duration;

use anyhow::{Context, ensure};
use cardsharp_commands::check::relay::{Exchange, Treatment};
use cardsharp_commands::check::{Bench, ContestCheck, Step};
use cardsharp_net::Reach;
use serde_json::json;

use self::hall::{Hall, count, is_of};

/// The time for the first login of all, before which a bot may be compiled, in seconds.
const STARTING: u64 = 90;
/// The time for a game, in seconds. A bot may think for two seconds about each card.
const GAME: u64 = 90;
/// The wait of `new-game` in the step for it. The document's is longer.
const LONG_WAIT: Duration = Duration::from_secs(8);

/// The name and the password of the bot.
const ACCOUNT: [&str; 2] = ["checked", "checked-password"];

/// The check.
pub(crate) static CHECK: ContestCheck = ContestCheck {
    reach: Reach::Web,
    example: "./run {url} {user} {password-file}",
    account: Some(ACCOUNT),
    texts: include_str!("../../check/steps.md"),
    steps: &[
        Step("login", 100, |bench| {
            let hall = Hall::open(bench, [120, 30], |_, _| Treatment::Whole)?;
            hall.relay.wait_until(bench, STARTING, "logged in", |all| count(all, "login", "success") > 0)
        }),
        Step("two games", 2 * GAME + 10, two_games),
        Step("answers in pieces", GAME, |bench| some_cards(bench, Treatment::Pieces)),
        Step("unknown keys", GAME, |bench| some_cards(bench, Treatment::Unknown)),
        Step("long wait for a game", GAME, |bench| {
            let late = Treatment::Late(LONG_WAIT);
            let treat = move |_, line: &str| {
                if is_of(line, "new-game") { late } else { Treatment::Whole }
            };
            let hall = Hall::open(bench, [120, 30], treat)?;
            hall.oppose(bench)?;
            bids(&hall, bench, "bid after a new-game that took 8 s")
        }),
        Step("no opponent", GAME, |bench| {
            let hall = Hall::open(bench, [120, 1], |_, _| Treatment::Whole)?;
            let again = |all: &[Exchange]| count(all, "new-game", "retry") > 1;
            hall.relay.wait_until(bench, 40, "called new-game again after retry", again)?;
            hall.oppose(bench)?;
            bids(&hall, bench, "bid after retry")
        }),
        Step("lost answers", GAME + 10, lost_answers),
        Step("session at its end", GAME, |bench| {
            let hall = Hall::open(bench, [120, 1], |_, _| Treatment::Whole)?;
            let logins = |all: &[Exchange], least: usize| count(all, "login", "success") >= least;
            hall.relay.wait_until(bench, 40, "logged in", |all| logins(all, 1))?;
            hall.caller()?("login", &json!({"name": ACCOUNT[0], "password": ACCOUNT[1]}));
            let what = "logged in again after the end of its session";
            hall.relay.wait_until(bench, 40, what, |all| logins(all, 2))?;
            hall.oppose(bench)?;
            bids(&hall, bench, "bid in its second session")
        }),
        Step("clock at its end", GAME, clock_at_its_end),
    ],
};

fn bids(hall: &Hall, bench: &Bench, what: &str) -> anyhow::Result<()> {
    hall.relay.wait_until(bench, 40, what, |all| count(all, "bid", "success") > 0)
}

fn two_games(bench: &Bench) -> anyhow::Result<()> {
    let hall = Hall::open(bench, [120, 30], |_, _| Treatment::Whole)?;
    hall.oppose(bench)?;
    for games in 1..=2 {
        let over = |_: &[Exchange]| hall.server.games_finished() >= games;
        hall.relay.wait_until(bench, GAME, &format!("played game {games} to its end"), over)?;
        let bids = count(&hall.relay.exchanges(), "bid", "success");
        ensure!(bids >= games, "it has played game {games} without a bid");
    }
    ensure!(hall.server.games_forfeited() == 0, "a game was forfeited: it logged in again, or let the clock run out");
    Ok(())
}

fn some_cards(bench: &Bench, treatment: Treatment) -> anyhow::Result<()> {
    let hall = Hall::open(bench, [120, 30], move |_, _| treatment)?;
    hall.oppose(bench)?;
    hall.relay.wait_until(bench, 60, "played four cards", |all| count(all, "play", "success") >= 4)
}

fn lost_answers(bench: &Bench) -> anyhow::Result<()> {
    let treat = |number, line: &str| match number {
        _ if !["status", "bid", "play"].iter().any(|method| is_of(line, method)) => Treatment::Whole,
        6 | 13 | 19 | 27 => Treatment::Lost,
        9 | 16 | 23 => Treatment::Cut,
        _ => Treatment::Whole,
    };
    let mut hall = Hall::open(bench, [120, 30], treat)?;
    // A card that is sent again is refused, and nothing is lost.
    hall.relay.is_fault = |_| false;
    hall.oppose(bench)?;
    let over = |_: &[Exchange]| hall.server.games_finished() > 0;
    let played = hall.relay.wait_until(bench, GAME, "played a game to its end", over);
    let logins = count(&hall.relay.exchanges(), "login", "success");
    ensure!(logins <= 1 && hall.server.games_forfeited() == 0, "it logged in again, which forfeits the running game");
    played.context("seven answers were lost or cut")
}

/// An opponent takes a seat and does nothing.
fn clock_at_its_end(bench: &Bench) -> anyhow::Result<()> {
    let hall = Hall::open(bench, [5, 1], |_, _| Treatment::Whole)?;
    hall.leave_alone()?;
    bids(&hall, bench, "bid")?;
    let before = count(&hall.relay.exchanges(), "new-game", "");
    let goes_on = |all: &[Exchange]| hall.server.games_forfeited() > 0 && count(all, "new-game", "") > before;
    hall.relay.wait_until(bench, 20, "asked for a new-game after the opponent's clock had run out", goes_on)
}
