//! The steps of the check of a bot of Dead Man's Draw: the contest's server behind a relay.

mod arena;

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use cardsharp_commands::check::relay::{Exchange, Treatment};
use cardsharp_commands::check::{Bench, ContestCheck, Step};
use cardsharp_net::Reach;
use serde_json::json;

use self::arena::{Arena, BOT, MATCH, OPPONENT, PASSWORD, actions, is_list};

/// The time for the first request of all, before which a bot may be compiled, in seconds.
const STARTING: u64 = 90;
/// The time for a move in a match with a limit, as in the contest's tournament.
const MOVE_SECONDS: u64 = 10;

/// The check.
pub(crate) static CHECK: ContestCheck = ContestCheck {
    reach: Reach::Web,
    example: "./run {url} {user} {password-file}",
    account: Some([BOT, PASSWORD]),
    texts: include_str!("../../check/steps.md"),
    steps: &[
        Step("login", 100, |bench| some_actions(bench, (1, STARTING), |_, _| Treatment::Whole)),
        Step("two matches", 2 * MATCH + 10, two_matches),
        Step("every effect", 2 * MATCH, every_effect),
        Step("answers in pieces", 40, |bench| some_actions(bench, (6, 35), |_, _| Treatment::Pieces)),
        Step("unknown keys", 40, |bench| some_actions(bench, (6, 35), |_, _| Treatment::Unknown)),
        Step("long wait for a turn", 50, |bench| {
            let late = Treatment::Late(Duration::from_secs(8));
            some_actions(bench, (1, 35), move |_, line| if is_list(line) { late } else { Treatment::Whole })
        }),
        Step("wait without a match", 2 * MATCH, waits),
        Step("lost answers", MATCH + 10, |bench| {
            let treat = |number, _: &str| match number {
                3 | 8 | 14 | 21 => Treatment::Lost,
                5 | 11 | 17 => Treatment::Cut,
                _ => Treatment::Whole,
            };
            whole_match(bench, None, treat).context("seven answers were lost or cut")
        }),
        Step("late move", MATCH + 10, |bench| {
            whole_match(bench, Some(2), |number, line| match number {
                4..8 if line.starts_with("POST") => Treatment::HeldBack(Duration::from_secs(3)),
                _ => Treatment::Whole,
            })
        }),
        Step("match at its end", MATCH, terminated),
    ],
};

/// A match of the bot against itself, until it has made a number of actions within some seconds.
fn some_actions(
    bench: &Bench,
    (wanted, seconds): (usize, u64),
    treat: impl Fn(usize, &str) -> Treatment + Send + Sync + 'static,
) -> anyhow::Result<()> {
    let arena = Arena::open(bench, 30, treat)?;
    arena.create(json!({"playerids": [BOT, BOT]}))?;
    let acted = |all: &[Exchange]| actions(all, "") >= wanted;
    arena.relay.wait_until(bench, seconds, &format!("made {wanted} actions in its match"), acted)
}

/// A match of the bot against itself, with a limit for each move.
fn whole_match(bench: &Bench, limit: Option<u64>, treat: fn(usize, &str) -> Treatment) -> anyhow::Result<()> {
    let arena = Arena::open(bench, 30, treat)?;
    arena.create(json!({"playerids": [BOT, BOT], "timeout": limit}))?;
    arena.play_out(bench, 1, "a match")
}

fn two_matches(bench: &Bench) -> anyhow::Result<()> {
    let arena = Arena::open(bench, 30, |_, _| Treatment::Whole)?;
    arena.oppose(bench)?;
    for (number, seats) in [(1, [BOT, OPPONENT]), (2, [OPPONENT, BOT])] {
        let id = arena.create(json!({"playerids": seats, "timeout": MOVE_SECONDS, "tags": ["check"]}))?;
        arena.play_out(bench, number, &format!("match {number}"))?;
        let shown = arena.administer("GET", &format!("/api/matches/{id}?showevents=true"), "")?;
        ensure!(!shown.contains("\"Comment\""), "a move took longer than the {MOVE_SECONDS} s of match {number}");
    }
    Ok(())
}

/// A short match for each effect, which its first card has.
fn every_effect(bench: &Bench) -> anyhow::Result<()> {
    let arena = Arena::open(bench, 30, |_, _| Treatment::Whole)?;
    for (effect, number) in ["Hook", "Cannon", "Sword", "Map", "Oracle", "Kraken"].into_iter().zip(1..) {
        arena.create(json!({
            "playerids": [BOT, BOT],
            "banks": [{"Mermaid": [5], "Chest": [3], "Key": [4]}, {"Mermaid": [6], "Anchor": [3], "Key": [5, 6]}],
            "drawPile": [{"suit": effect, "value": 5}, {"suit": "Mermaid", "value": 8}, {"suit": "Anchor", "value": 7}],
        }))?;
        arena.play_out(bench, number, &format!("a match that begins with the effect {effect}"))?;
    }
    Ok(())
}

fn waits(bench: &Bench) -> anyhow::Result<()> {
    let arena = Arena::open(bench, 1, |_, _| Treatment::Whole)?;
    let is_empty_list = |one: &&Exchange| is_list(&one.line) && one.status == 200;
    let again = |all: &[Exchange]| all.iter().filter(is_empty_list).count() >= 3;
    arena.relay.wait_until(bench, 40, "asked again after an empty list", again)?;
    arena.create(json!({"playerids": [BOT, OPPONENT]}))?;
    arena.relay.wait_until(bench, 30, "acted in its match", |all| actions(all, "") > 0)?;
    // Its own turn may go on for a moment.
    let begun = Instant::now() + Duration::from_secs(2);
    arena.relay.wait_until(bench, 30, "waited", |_| begun.elapsed() > Duration::from_secs(6))?;
    let busy = arena.relay.exchanges().iter().filter(|one| one.began > begun).count();
    ensure!(busy <= 20, "it has sent {busy} requests within 6 s, while the other player had the turn");
    arena.oppose(bench)?;
    arena.play_out(bench, 1, "a match after status 409")
}

fn terminated(bench: &Bench) -> anyhow::Result<()> {
    let arena = Arena::open(bench, 30, |_, _| Treatment::Whole)?;
    let first = arena.create(json!({"playerids": [BOT, BOT]}))?;
    arena.relay.wait_until(bench, 40, "made three actions", |all| actions(all, &first) >= 3)?;
    arena.administer("DELETE", &format!("/api/matches/{first}/terminate"), "{}")?;
    let second = arena.create(json!({"playerids": [BOT, BOT]}))?;
    let goes_on = |all: &[Exchange]| actions(all, &second) > 0;
    arena.relay.wait_until(bench, 40, "acted in the next match after one was ended", goes_on)
}
