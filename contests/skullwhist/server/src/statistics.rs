//! Statistics of the games: per bot, per pair of bots, and round by round. Of running games they
//! show only the players and the round.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use maud::{Markup, html};
use tokio::time::Instant;

use super::game::Game;
use super::pages;
use super::records::{self, name, over};
use super::registry::Registry;
use super::service::Service;
use cardsharp_arena::columns::columns;
use cardsharp_net::http::html::plain_table;
use cardsharp_terminal::counted::counted;
use cardsharp_terminal::sanitize::sanitize;

/// The number of games on the page of a bot or of a pair.
const MAX_GAMES: usize = 50;

/// The page under `/stats/`, if there is one.
pub(super) async fn page(service: &Service, path: &[&str]) -> Option<Markup> {
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
        let Tally { games, won, drawn, forfeited, .. } = self;
        let dash = |figure: Option<String>| figure.unwrap_or_else(|| "-".to_owned());
        [
            dash(self.success().map(|share| format!("{:.1} %", 100.0 * share))),
            games.to_string(),
            won.to_string(),
            (games - won - drawn).to_string(),
            drawn.to_string(),
            forfeited.to_string(),
            dash(self.mean().map(|mean| format!("{mean:.2}"))),
        ]
    }

    fn cells(&self) -> Markup {
        html! { @for figure in self.figures() { td { (figure) } } }
    }
}

/// The heads of [`Tally::figures`].
const FIGURES: &[&str] = &["Success", "Games", "Won", "Lost", "Drawn", "Forfeited", "Mean score"];

/// `/stats/`: the bots by success, the running games, and the bots online.
fn overview(registry: &Registry, now: Instant) -> Markup {
    let inside = html! {
        p { a href="/stats/games/" { "All games" } " " a href="/stats/records/" { "Records" } }
        h2 { "Bots by success" }
        (bots_by_success(registry))
        h2 { "Running games" }
        (running(registry))
        h2 { "Online" }
        (online(registry, now))
    };
    pages::page("Statistics", inside)
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
    let header = ["bot", "success", "games", "won", "lost", "drawn", "forfeited", "mean score"];
    let mut table = columns(header, 1..);
    let ranking = ranking(registry);
    for (bot, tally) in &ranking {
        let name = registry.bots.get(*bot).map_or("?", |bot| &bot.name);
        // The name is untrusted: a client chose it.
        let name = format!("{} (bot {bot})", sanitize(name));
        table.add_row(std::iter::once(name).chain(tally.figures()));
    }
    if ranking.is_empty() { format!("{games}\n") } else { format!("{games}\n{table}\n") }
}

fn bots_by_success(registry: &Registry) -> Markup {
    let rows = html! {
        @for (rank, (bot, tally)) in (1..).zip(ranking(registry)) {
            tr { td { (rank) } td { (bot) } td { (name(registry, bot)) } (tally.cells()) }
        }
    };
    plain_table(&[&["Rank", "Bot", "Name"], FIGURES].concat(), rows)
}

fn running(registry: &Registry) -> Markup {
    let rows = html! {
        @for (id, game) in registry.running() {
            tr {
                td { (id) }
                @for bot in game.bots { td { (name(registry, bot)) } }
                td { (game.round()) }
                td { (game.started().0) }
            }
        }
    };
    plain_table(&["Game", "Led round 1", "Other", "Round", "Since (UTC)"], rows)
}

/// The bots with a valid session.
fn online(registry: &Registry, now: Instant) -> Markup {
    let bots = registry.bots.iter();
    let bots = bots.filter(|(_, bot)| bot.session_end().is_some_and(|end| end > now));
    let doing = |id, game: Option<u64>| match game {
        Some(game) => format!("plays game {game}"),
        None if registry.waits(id) => "waits for a game".to_owned(),
        None => "logged in".to_owned(),
    };
    let rows = html! {
        @for (id, bot) in bots { tr { td { (id) } td { (name(registry, id)) } td { (doing(id, bot.game)) } } }
    };
    plain_table(&["Bot", "Name", "Doing"], rows)
}

/// `/stats/games/PAGE/`: the games that are over, the newest first.
fn all_games(registry: &Registry, number: u64) -> Option<Markup> {
    let pages = (over(registry).count() as u64).div_ceil(MAX_GAMES as u64);
    if !(1..=pages.max(1)).contains(&number) {
        return None;
    }
    let before = usize::try_from(number - 1).ok()? * MAX_GAMES;
    let inside = html! {
        p {
            "Page " (number) " of " (pages.max(1))
            @for (to, what) in [(number - 1, "newer"), (number + 1, "older")] {
                @if (1..=pages).contains(&to) { ", " a href={ "/stats/games/" (to) "/" } { (what) } }
            }
        }
        (list(registry, over(registry).rev().skip(before)))
    };
    Some(pages::page("All games", inside))
}

/// `/stats/bot/ID/`: all games of a bot, by opponent, and its last games.
fn of_bot(registry: &Registry, bot: u64) -> Option<Markup> {
    let found = registry.bots.get(bot)?;
    let (mut whole, mut by_other) = (Tally::default(), BTreeMap::<u64, Tally>::new());
    let with = |(_, game): &(u64, &Game)| game.bots.contains(&bot);
    for (_, game) in over(registry).filter(with) {
        whole.add(game, bot);
        let other = game.opponent(bot);
        by_other.entry(other).or_default().add(game, bot);
    }
    let others = html! {
        @for (other, tally) in by_other {
            tr {
                td { (name(registry, other)) }
                (tally.cells())
                td { a href={ "/stats/versus/" (bot) "/" (other) "/" } { "games" } }
            }
        }
    };
    let inside = html! {
        (plain_table(FIGURES, html! { tr { (whole.cells()) } }))
        h2 { "Versus" }
        (plain_table(&[&["Other"], FIGURES, &[""]].concat(), others))
        (list(registry, over(registry).rev().filter(with)))
    };
    Some(pages::page(&format!("Bot {bot}, {}", found.name), inside))
}

/// `/stats/versus/ONE/OTHER/`: both sides of their games.
fn versus(registry: &Registry, one: u64, other: u64) -> Option<Markup> {
    let names = [&registry.bots.get(one)?.name, &registry.bots.get(other)?.name];
    let between = |(_, game): &(u64, &Game)| game.bots == [one, other] || game.bots == [other, one];
    let tally = |bot| {
        let mut tally = Tally::default();
        for (_, game) in over(registry).filter(between) {
            tally.add(game, bot);
        }
        tally
    };
    let sides = html! {
        @for bot in [one, other] { tr { td { (name(registry, bot)) } (tally(bot).cells()) } }
    };
    let inside = html! {
        (plain_table(&[&["Bot"], FIGURES].concat(), sides))
        (list(registry, over(registry).rev().filter(between)))
    };
    let title = format!("{} versus {}", names[0], names[1]);
    Some(pages::page(&title, inside))
}

fn list<'a>(registry: &Registry, games: impl Iterator<Item = (u64, &'a Game)>) -> Markup {
    let rows = html! {
        @for (id, game) in games.take(MAX_GAMES) {
            tr {
                td { a href={ "/stats/game/" (id) "/" } { (id) } }
                @for bot in game.bots { td { (name(registry, bot)) } }
                td {
                    @if let Some([one, other]) = game.scores() { (one) " : " (other) } @else { "forfeited" }
                }
                td { @if let Some(bot) = game.winner() { (name(registry, bot)) } @else { "-" } }
            }
        }
    };
    let heads = ["Game", "Led round 1", "Other", "Scores", "Winner"];
    html! { h2 { "Games, the last first" } (plain_table(&heads, rows)) }
}

/// `/stats/game/ID/`: the answer of `old-game`, and the rounds, which that answer lacks.
fn of_game(registry: &Registry, id: u64) -> Option<Markup> {
    let game = registry.game(id)?;
    let result = game.result()?;
    let dash = |number: Option<i64>| number.map_or_else(|| "-".to_owned(), |n| n.to_string());
    let sides = [
        (result.bot1, result.hand1, result.bid1, result.tricks1, result.score1),
        (result.bot2, result.hand2, result.bid2, result.tricks2, result.score2),
    ];
    let rows = html! {
        @for (bot, hand, bid, tricks, score) in sides {
            tr {
                td { (name(registry, bot)) }
                td { (hand.0) }
                td { (dash(bid.map(i64::from))) }
                td { (dash(tricks.map(i64::from))) }
                td { (dash(score.map(i64::from))) }
            }
        }
    };
    let rounds = html! {
        @for (round, trick) in (1..).zip(game.tricks()) {
            tr {
                td { (round) }
                td { (name(registry, game.bots[trick.leader.index()])) }
                td { (trick.led) }
                td { (trick.reply) }
                td { (name(registry, game.bots[trick.winner().index()])) }
            }
        }
    };
    let inside = html! {
        p { (result.started.0) " to " (result.finished.0) }
        (plain_table(&["Bot", "Hand", "Bid", "Tricks", "Score"], rows))
        @if let Some(loser) = game.forfeited_by { p { "Forfeited by " (name(registry, loser)) "." } }
        h2 { "Rounds" }
        (plain_table(&["Round", "Led by", "Card", "Answer", "Taken by"], rounds))
    };
    Some(pages::page(&format!("Game {id}"), inside))
}

#[cfg(test)]
#[path = "../tests/unit/statistics.rs"]
mod tests;
