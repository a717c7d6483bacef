//! Statistics of the games: per bot, per pair of bots, and round by round. Of running games they
//! show only the players and the round.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write;

use tokio::time::Instant;

use super::game::Game;
use super::pages;
use super::records::{self, name, over};
use super::registry::Registry;
use super::service::Service;
use cardsharp_arena::columns::columns;
use cardsharp_terminal::counted::counted;
use cardsharp_terminal::sanitize::sanitize;

/// The number of games on the page of a bot or of a pair.
const MAX_GAMES: usize = 50;

/// The page under `/stats/`, if there is one.
pub(super) async fn page(service: &Service, path: &[&str]) -> Option<String> {
    let numbers: Option<Vec<u64>> = path.iter().skip(1).map(|part| part.parse().ok()).collect();
    let numbers = numbers?;
    let page = service.read_durably(|registry, now| {
        Ok(match (path.first().copied(), &numbers[..]) {
            (None, []) => Some(overview(registry, now)),
            (Some("records"), []) => Some(records::page(registry)),
            (Some("games"), []) => all_games(registry, 1),
            (Some("games"), &[number]) => all_games(registry, number),
            (Some("bot"), &[bot]) => of_bot(registry, bot),
            (Some("versus"), &[one, other]) => versus(registry, one, other),
            (Some("game"), &[game]) => of_game(registry, game),
            _ => None,
        })
    });
    page.await.ok().flatten()
}

/// The results of a bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    games: u64,
    won: u64,
    drawn: u64,
    /// The number of games that this bot has forfeited.
    forfeited: u64,
    /// The number of games with scores, those without a forfeit.
    scored: u64,
    score: i64,
}

impl Tally {
    fn add(&mut self, game: &Game, bot: u64) {
        self.games += 1;
        match game.winner() {
            Some(winner) => self.won += u64::from(winner == bot),
            None => self.drawn += 1,
        }
        self.forfeited += u64::from(game.forfeited_by == Some(bot));
        if let Some(scores) = game.scores() {
            self.scored += 1;
            self.score += i64::from(scores[game.seat(bot).index()]);
        }
    }

    /// The share of the games that were won; a draw counts as half a win.
    fn success(&self) -> Option<f64> {
        let points = self.won as f64 + 0.5 * self.drawn as f64;
        (self.games > 0).then(|| points / self.games as f64)
    }

    /// The mean score of the games without a forfeit.
    fn mean(&self) -> Option<f64> {
        (self.scored > 0).then(|| self.score as f64 / self.scored as f64)
    }

    /// Success, games, won, lost, drawn, forfeited, and mean score.
    fn figures(&self) -> [String; 7] {
        let Tally {
            games,
            won,
            drawn,
            forfeited,
            ..
        } = self;
        let dash = |figure: Option<String>| figure.unwrap_or_else(|| "-".to_owned());
        [
            dash(
                self.success()
                    .map(|share| format!("{:.1} %", 100.0 * share)),
            ),
            games.to_string(),
            won.to_string(),
            (games - won - drawn).to_string(),
            drawn.to_string(),
            forfeited.to_string(),
            dash(self.mean().map(|mean| format!("{mean:.2}"))),
        ]
    }

    fn cells(&self) -> String {
        let cell = |figure| format!("<td>{figure}</td>");
        self.figures().map(cell).concat()
    }
}

const HEADS: &str = "<th>Success</th><th>Games</th><th>Won</th><th>Lost</th><th>Drawn</th><th>Forfeited</th>\
    <th>Mean score</th>";

/// `/stats/`: the bots by success, the running games, and the bots online.
fn overview(registry: &Registry, now: Instant) -> String {
    let mut inside = String::from(
        "<p><a href=\"/stats/games/\">All games</a> <a href=\"/stats/records/\">Records</a></p>",
    );
    bots_by_success(registry, &mut inside);
    running(registry, &mut inside);
    online(registry, now, &mut inside);
    pages::page("Statistics", &inside)
}

/// The bots by success: the share of their games that they have won; a draw counts as half a win.
/// The mean score decides between equals.
fn ranking(registry: &Registry) -> Vec<(u64, Tally)> {
    let mut tallies: BTreeMap<u64, Tally> = BTreeMap::new();
    for (_, game) in over(registry) {
        for bot in game.bots {
            tallies.entry(bot).or_default().add(game, bot);
        }
    }
    let tally = |bot| tallies.get(&bot).copied().unwrap_or_default();
    let bots = registry.bots.iter().filter(|(_, bot)| !bot.removed);
    let mut rows: Vec<(u64, Tally)> = bots.map(|(bot, _)| (bot, tally(bot))).collect();
    rows.sort_by(|(_, one), (_, other)| {
        let key = |tally: &Tally| (tally.success(), tally.mean());
        let by_success = key(other).partial_cmp(&key(one));
        by_success.unwrap_or(Ordering::Equal)
    });
    rows
}

/// The ranking of the bots as a table for people, and the number of its games.
pub(super) fn standings(registry: &Registry) -> String {
    let games = counted(over(registry).count() as u64, "game");
    let header = [
        "bot",
        "success",
        "games",
        "won",
        "lost",
        "drawn",
        "forfeited",
        "mean score",
    ];
    let mut table = columns(header, 1..);
    let ranking = ranking(registry);
    for (bot, tally) in &ranking {
        let name = registry.bots.get(*bot).map_or("?", |bot| &bot.name);
        // The name is untrusted: a client chose it.
        let name = format!("{} (bot {bot})", sanitize(name));
        table.add_row(std::iter::once(name).chain(tally.figures()));
    }
    if ranking.is_empty() {
        format!("{games}\n")
    } else {
        format!("{games}\n{table}\n")
    }
}

fn bots_by_success(registry: &Registry, inside: &mut String) {
    let _ = write!(
        inside,
        "<h2>Bots by success</h2><table><tr><th>Rank</th><th>Bot</th><th>Name</th>{HEADS}</tr>"
    );
    for (rank, (bot, tally)) in (1..).zip(ranking(registry)) {
        // Writing to a text cannot fail.
        let _ = write!(
            inside,
            "<tr><td>{rank}</td><td>{bot}</td><td>{}</td>{}</tr>",
            name(registry, bot),
            tally.cells()
        );
    }
    inside.push_str("</table>");
}

fn running(registry: &Registry, inside: &mut String) {
    inside.push_str(
        "<h2>Running games</h2><table><tr><th>Game</th><th>Led round 1</th><th>Other</th>\
         <th>Round</th><th>Since (UTC)</th></tr>",
    );
    for (id, game) in registry.running() {
        let [one, other] = game.bots.map(|bot| name(registry, bot));
        let (round, started) = (game.round(), game.started().0);
        let _ = write!(
            inside,
            "<tr><td>{id}</td><td>{one}</td><td>{other}</td><td>{round}</td><td>{started}</td></tr>"
        );
    }
    inside.push_str("</table>");
}

/// The bots with a valid session.
fn online(registry: &Registry, now: Instant, inside: &mut String) {
    inside.push_str("<h2>Online</h2><table><tr><th>Bot</th><th>Name</th><th>Doing</th></tr>");
    for (id, bot) in registry.bots.iter() {
        if bot.session_end().is_none_or(|end| end <= now) {
            continue;
        }
        let doing = match bot.game {
            Some(game) => format!("plays game {game}"),
            None if registry.waits(id) => "waits for a game".to_owned(),
            None => "logged in".to_owned(),
        };
        let _ = write!(
            inside,
            "<tr><td>{id}</td><td>{}</td><td>{doing}</td></tr>",
            name(registry, id)
        );
    }
    inside.push_str("</table>");
}

/// `/stats/games/PAGE/`: the games that are over, the newest first.
fn all_games(registry: &Registry, number: u64) -> Option<String> {
    let pages = (over(registry).count() as u64).div_ceil(MAX_GAMES as u64);
    if !(1..=pages.max(1)).contains(&number) {
        return None;
    }
    let before = usize::try_from(number - 1).ok()? * MAX_GAMES;
    let mut inside = format!("<p>Page {number} of {}", pages.max(1));
    for (to, what) in [(number - 1, "newer"), (number + 1, "older")] {
        if (1..=pages).contains(&to) {
            let _ = write!(inside, ", <a href=\"/stats/games/{to}/\">{what}</a>");
        }
    }
    inside.push_str("</p>");
    list(registry, &mut inside, over(registry).rev().skip(before));
    Some(pages::page("All games", &inside))
}

/// `/stats/bot/ID/`: all games of a bot, by opponent, and its last games.
fn of_bot(registry: &Registry, bot: u64) -> Option<String> {
    let found = registry.bots.get(bot)?;
    let (mut whole, mut by_other) = (Tally::default(), BTreeMap::<u64, Tally>::new());
    let with = |(_, game): &(u64, &Game)| game.bots.contains(&bot);
    for (_, game) in over(registry).filter(with) {
        whole.add(game, bot);
        let other = game.opponent(bot);
        by_other.entry(other).or_default().add(game, bot);
    }
    let mut inside = format!(
        "<table><tr>{HEADS}</tr><tr>{}</tr></table><h2>Versus</h2><table><tr><th>Other</th>{HEADS}\
         <th></th></tr>",
        whole.cells()
    );
    for (other, tally) in by_other {
        let _ = write!(
            inside,
            "<tr><td>{}</td>{}<td><a href=\"/stats/versus/{bot}/{other}/\">games</a></td></tr>",
            name(registry, other),
            tally.cells()
        );
    }
    inside.push_str("</table>");
    list(registry, &mut inside, over(registry).rev().filter(with));
    Some(pages::page(&format!("Bot {bot}, {}", found.name), &inside))
}

/// `/stats/versus/ONE/OTHER/`: both sides of their games.
fn versus(registry: &Registry, one: u64, other: u64) -> Option<String> {
    let names = [
        &registry.bots.get(one)?.name,
        &registry.bots.get(other)?.name,
    ];
    let between = |(_, game): &(u64, &Game)| game.bots == [one, other] || game.bots == [other, one];
    let mut tallies = [Tally::default(); 2];
    for (_, game) in over(registry).filter(between) {
        tallies[0].add(game, one);
        tallies[1].add(game, other);
    }
    let mut inside = format!("<table><tr><th>Bot</th>{HEADS}</tr>");
    for (bot, tally) in [one, other].into_iter().zip(tallies) {
        let _ = write!(
            inside,
            "<tr><td>{}</td>{}</tr>",
            name(registry, bot),
            tally.cells()
        );
    }
    inside.push_str("</table>");
    list(registry, &mut inside, over(registry).rev().filter(between));
    Some(pages::page(
        &format!("{} versus {}", names[0], names[1]),
        &inside,
    ))
}

fn list<'a>(
    registry: &Registry,
    inside: &mut String,
    games: impl Iterator<Item = (u64, &'a Game)>,
) {
    inside.push_str(
        "<h2>Games, the last first</h2><table><tr><th>Game</th><th>Led round 1</th><th>Other</th><th>Scores</th>\
         <th>Winner</th></tr>",
    );
    for (id, game) in games.take(MAX_GAMES) {
        let scores = match game.scores() {
            Some([one, other]) => format!("{one} : {other}"),
            None => "forfeited".to_owned(),
        };
        let winner = game.winner();
        let winner = winner.map_or_else(|| "-".to_owned(), |bot| name(registry, bot));
        let [one, other] = game.bots.map(|bot| name(registry, bot));
        let _ = write!(
            inside,
            "<tr><td><a href=\"/stats/game/{id}/\">{id}</a></td><td>{one}</td><td>{other}</td>\
             <td>{scores}</td><td>{winner}</td></tr>"
        );
    }
    inside.push_str("</table>");
}

/// `/stats/game/ID/`: the answer of `old-game`, and the rounds, which that answer lacks.
fn of_game(registry: &Registry, id: u64) -> Option<String> {
    let game = registry.game(id)?;
    let result = game.result()?;
    let dash = |number: Option<i64>| number.map_or_else(|| "-".to_owned(), |n| n.to_string());
    let mut inside = format!(
        "<p>{} to {}</p><table><tr><th>Bot</th><th>Hand</th><th>Bid</th><th>Tricks</th>\
         <th>Score</th></tr>",
        result.started.0, result.finished.0
    );
    let rows = [
        (
            result.bot1,
            result.hand1,
            result.bid1,
            result.tricks1,
            result.score1,
        ),
        (
            result.bot2,
            result.hand2,
            result.bid2,
            result.tricks2,
            result.score2,
        ),
    ];
    for (bot, hand, bid, tricks, score) in rows {
        let _ = write!(
            inside,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            name(registry, bot),
            hand.0,
            dash(bid.map(i64::from)),
            dash(tricks.map(i64::from)),
            dash(score.map(i64::from))
        );
    }
    inside.push_str("</table>");
    if let Some(loser) = game.forfeited_by {
        let _ = write!(inside, "<p>Forfeited by {}.</p>", name(registry, loser));
    }
    inside.push_str(
        "<h2>Rounds</h2><table><tr><th>Round</th><th>Led by</th><th>Card</th><th>Answer</th>\
         <th>Taken by</th></tr>",
    );
    for (round, trick) in (1..).zip(game.tricks()) {
        let _ = write!(
            inside,
            "<tr><td>{round}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            name(registry, game.bots[trick.leader.index()]),
            trick.led,
            trick.reply,
            name(registry, game.bots[trick.winner().index()])
        );
    }
    inside.push_str("</table>");
    Some(pages::page(&format!("Game {id}"), &inside))
}
