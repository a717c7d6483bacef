//! Records: the extremes of all games that are over.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::game::Game;
use super::pages;
use super::registry::Registry;
use cardsharp_net::http::html::plain_table;

/// The best of one kind: the bots that reached it, with the game in which each did it first.
#[derive(Debug)]
struct Record {
    what: &'static str,
    value: Option<i64>,
    holders: BTreeMap<u64, u64>,
}

impl Record {
    fn of(what: &'static str) -> Record {
        Record { what, value: None, holders: BTreeMap::new() }
    }

    /// Counts what a bot has reached in a game; the greatest is the record.
    fn offer(&mut self, value: i64, bot: u64, game: u64) {
        if self.value.is_none_or(|held| held < value) {
            self.value = Some(value);
            self.holders.clear();
        }
        if self.value == Some(value) {
            self.holders.entry(bot).or_insert(game);
        }
    }
}

/// The games that are over, by number.
pub(super) fn over(registry: &Registry) -> impl DoubleEndedIterator<Item = (u64, &Game)> {
    registry.games().filter(|(_, game)| game.is_over())
}

/// The name of a bot, as a link to its page.
pub(super) fn name(registry: &Registry, bot: u64) -> Markup {
    let found = registry.bots.get(bot);
    html! {
        a href={ "/stats/bot/" (bot) "/" } { (found.map_or("?", |bot| &bot.name)) }
        @if found.is_some_and(|bot| bot.removed) { " (removed)" }
    }
}

/// All records, in the order in which they are shown.
fn records(registry: &Registry) -> [Record; 6] {
    let mut highest = Record::of("Highest score");
    let mut lead = Record::of("Greatest lead");
    let mut bid = Record::of("Highest bid made exactly");
    let mut tricks = Record::of("Most tricks");
    let mut above = Record::of("Most tricks above the bid");
    let mut run = Record::of("Most wins in a row");
    let mut runs: BTreeMap<u64, i64> = BTreeMap::new();
    for (id, game) in over(registry) {
        for bot in game.bots {
            let wins = runs.entry(bot).or_default();
            *wins = if game.winner() == Some(bot) { *wins + 1 } else { 0 };
            if *wins > 0 {
                run.offer(*wins, bot, id);
            }
        }
        // A forfeited game has no scores, and its bids and tricks are those of a part of it.
        let Some(result) = game.result().filter(|_| game.scores().is_some()) else {
            continue;
        };
        let sides = [
            (result.bot1, result.score1, result.bid1, result.tricks1),
            (result.bot2, result.score2, result.bid2, result.tricks2),
        ];
        let other = [result.score2, result.score1];
        for ((bot, score, own_bid, taken), other) in sides.into_iter().zip(other) {
            if let (Some(score), Some(other)) = (score, other) {
                highest.offer(i64::from(score), bot, id);
                if score > other {
                    lead.offer(i64::from(score) - i64::from(other), bot, id);
                }
            }
            if let (Some(own_bid), Some(taken)) = (own_bid, taken) {
                tricks.offer(i64::from(taken), bot, id);
                match taken.checked_sub(own_bid) {
                    Some(0) => bid.offer(i64::from(own_bid), bot, id),
                    Some(more) => above.offer(i64::from(more), bot, id),
                    None => {}
                }
            }
        }
    }
    [highest, lead, bid, tricks, above, run]
}

/// `/stats/records/`: the records, and who holds them since which game.
pub(super) fn page(registry: &Registry) -> Markup {
    let begin = |record: &Record| {
        let value = record.value.map_or_else(|| "-".to_owned(), |value| value.to_string());
        html! { td { (record.what) } td { (value) } }
    };
    let rows = html! {
        @for record in records(registry) {
            @if record.holders.is_empty() { tr { (begin(&record)) td {} td {} } }
            @for (&bot, game) in &record.holders {
                tr {
                    (begin(&record))
                    td { (name(registry, bot)) }
                    td { a href={ "/stats/game/" (game) "/" } { (game) } }
                }
            }
        }
    };
    pages::page("Records", plain_table(&["Record", "Value", "Bot", "Game"], rows))
}
