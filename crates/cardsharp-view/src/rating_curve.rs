//! The ratings of a journal's agents over time, as a curve.

use maud::{Markup, html};

use super::explorer::tenths;
use super::journal_index::JournalIndex;
use cardsharp_arena::tournament::{TableResults, elo};
use cardsharp_arena::{Moments, Unit};

/// The number of moments at which ratings are computed.
const MOMENTS: usize = 40;
/// The number of agents that are drawn: the best ones.
const MAX_AGENTS: usize = 8;
/// The size of the picture, and the margins around its lines: above, right of, below and left of them.
const SIZE: [f64; 2] = [720.0, 320.0];
const MARGINS: [f64; 4] = [12.0, 190.0, 40.0, 52.0];
/// The most characters of a name that are written.
const NAME: usize = 22;

/// The ratings of all agents after some numbers of rounds or games.
struct Ratings {
    /// The numbers, and the rating of each agent.
    moments: Vec<(usize, Vec<f64>)>,
}

impl Ratings {
    fn of(names: &[&str], journal: &JournalIndex) -> Ratings {
        let index = |name: &String| names.iter().position(|other| other == name);
        let tables = journal.matches.iter().map(|(_, tally)| TableResults {
            agents: tally.agents.iter().filter_map(index).collect(),
            moments: Moments::none(tally.agents.len()),
        });
        let mut tables: Vec<TableResults> = tables.collect();
        let all = journal.results.len();
        let mut moments = Vec::new();
        for (done, result) in (1..).zip(&journal.results) {
            let table = &mut tables[result.of_match as usize].moments;
            let agents = journal.matches[result.of_match as usize].1.agents.len();
            let share = |index: usize| match result.winner {
                Some(winner) => f64::from(u8::from(usize::from(winner) == index)),
                None => 1.0 / agents as f64,
            };
            let scores: Vec<f64> = (0..agents).map(share).collect();
            table.add(&scores, 1);
            let is_moment = done * MOMENTS / all != (done - 1) * MOMENTS / all;
            if is_moment && let Some(ratings) = elo(names.len(), &tables) {
                let ratings = ratings.iter().map(|elo| elo.rating);
                moments.push((done, ratings.collect()));
            }
        }
        Ratings { moments }
    }

    /// The lowest and the highest rating, rounded to hundreds.
    fn range(&self) -> [f64; 2] {
        let all = self.moments.iter().flat_map(|(_, ratings)| ratings);
        let fold = |[low, high]: [f64; 2], &rating: &f64| [low.min(rating), high.max(rating)];
        let [low, high] = all.fold([1450.0, 1550.0], fold);
        [100.0 * (low / 100.0).floor(), 100.0 * (high / 100.0).ceil()]
    }
}

/// The curve as SVG, with a heading; empty if too little was played. The best of `names` are drawn.
pub(super) fn rating_curve(names: &[&str], journal: &JournalIndex) -> Markup {
    let ratings = Ratings::of(names, journal);
    let Some((all, last)) = ratings.moments.last() else {
        return Markup::default();
    };
    if ratings.moments.len() < 2 {
        return Markup::default();
    }
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&one, &two| last[two].total_cmp(&last[one]));
    order.truncate(MAX_AGENTS);
    let [low, high] = ratings.range();
    let [top, right, bottom, left] = MARGINS;
    let x = |done: usize| left + (SIZE[0] - left - right) * done as f64 / *all as f64;
    let y = |rating: f64| SIZE[1] - bottom - (SIZE[1] - top - bottom) * (rating - low) / (high - low);
    let unit = match journal.unit() {
        Unit::Rounds => "rounds",
        Unit::Games => "games",
    };
    let points = |agent: usize| {
        let points = ratings.moments.iter();
        let points = points.map(|(done, all)| format!("{:.1},{:.1}", x(*done), y(all[agent])));
        points.collect::<Vec<_>>().join(" ")
    };
    // Names do not cover each other.
    let heights = order.iter().scan(f64::NEG_INFINITY, |free, &agent| {
        *free = y(last[agent]).max(*free + 15.0);
        Some(*free)
    });
    let [width, height] = SIZE;
    html! {
        h2 { "Ratings over time" }
        div.wide {
            svg.plot #ratings role="img" aria-label={ "Elo ratings over the " (unit) " played" }
                viewBox={ "0 0 " (width) " " (height) } {
                (axes(*all, unit, [low, high], &x, &y))
                @for ((line, &agent), at) in order.iter().enumerate().zip(heights) {
                    @let rating = format!(" {:.0}", last[agent]);
                    g {
                        title { (names[agent]) ":" (rating) }
                        polyline class={ "line line" (line) } points=(points(agent)) {}
                        text class={ "line" (line) } x=(tenths(x(*all) + 8.0)) y=(tenths(at + 4.0)) font-size="12" {
                            (names[agent].chars().take(NAME).collect::<String>()) (rating)
                        }
                    }
                }
            }
        }
        p.note {
            "Elo by maximum likelihood of all " (unit) " up to each moment. The best " (order.len()) " are drawn."
        }
    }
}

/// The axes with their marks and titles.
fn axes(all: usize, unit: &str, [low, high]: [f64; 2], x: &impl Fn(usize) -> f64, y: &impl Fn(f64) -> f64) -> Markup {
    let step = 100.0 * ((high - low) / 600.0).ceil().max(1.0);
    let marks = std::iter::successors(Some(low), |mark| Some(mark + step));
    html! {
        @for mark in marks.take_while(|mark| *mark <= high) {
            @let at = tenths(y(mark));
            line.grid x1=(tenths(x(0))) x2=(tenths(x(all))) y1=(at) y2=(at) {}
            text x=(tenths(x(0) - 6.0)) y=(tenths(y(mark) + 4.0)) font-size="11" text-anchor="end" { (mark) }
        }
        @for done in (0..=4).map(|quarter| all * quarter / 4) {
            text x=(tenths(x(done))) y=(tenths(y(low) + 16.0)) font-size="11" text-anchor="middle" { (done) }
        }
        text x=(tenths(x(all / 2))) y=(tenths(y(low) + 34.0)) font-size="12" text-anchor="middle" { (unit) " played" }
    }
}
