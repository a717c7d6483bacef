//! The names of memory classes: what a player remembers of the tricks over, in words.
//!
//! A name lists the kept fields of each trick: the card of the opponent (`seen`), one's own (`own`), its result
//! for oneself (`took`: `won`, `tied`, `lost`) and whether one led it (`led`: `yes`, `no`). A card that is kept
//! in groups is written as the lowest and the highest rank of its group. If the recipe keeps what faced what,
//! the fields of a trick are joined, as `seen5/own3/lost`. Otherwise each field has a list of its own, as
//! `seen=2-5 own=3-3`. Lists are sorted unless the recipe keeps the order of the tricks.

use std::cmp::Ordering;

use super::HandGame;
use super::memory_classes::{MemoryClasses, Trick};
use super::recipe::{Grain, Keeps, Recipe};

/// The names of the memory classes of `recipe`, by tricks over.
pub(super) fn memory_names(game: &HandGame, recipe: &Recipe) -> Vec<Vec<String>> {
    let ranks = game.rules().ranks();
    let mut names = vec![Vec::new(); usize::from(game.rules().hand_size())];
    let each = &mut |over: usize, tricks: &[Trick]| {
        names[over].push(name(recipe.keeps(over), tricks, ranks));
    };
    // The memory classes were found before, when the information sets were made.
    let _ = MemoryClasses::found(game, recipe, each);
    names
}

fn name(keeps: Keeps, tricks: &[Trick], ranks: u8) -> String {
    let Some(first) = tricks.first() else {
        return String::new();
    };
    let mut fields: Vec<Vec<(u8, String)>> =
        (0..4).map(|field| tricks.iter().filter_map(|trick| value(keeps, *trick, field, ranks)).collect()).collect();
    let mut words: Vec<String> = if keeps.pairs {
        let of = |index: usize| -> Vec<(usize, &(u8, String))> {
            let kept = fields.iter().enumerate();
            kept.filter_map(|(field, values)| Some((field, values.get(index)?))).collect()
        };
        let mut order: Vec<_> = (0..tricks.len()).map(of).collect();
        if !keeps.order {
            order.sort();
        }
        let trick = |trick: &Vec<(usize, &(u8, String))>| {
            let fields = trick.iter().map(|(field, (_, value))| format!("{}{value}", FIELDS[*field]));
            fields.collect::<Vec<_>>().join("/")
        };
        order.iter().map(trick).collect()
    } else {
        if !keeps.order {
            fields.iter_mut().for_each(|values| values.sort());
        }
        let named = FIELDS.iter().zip(&fields).filter(|(_, values)| !values.is_empty());
        let list = |values: &Vec<(u8, String)>| {
            let values = values.iter().map(|(_, value)| value.as_str());
            values.collect::<Vec<_>>().join("-")
        };
        named.map(|(name, values)| format!("{name}={}", list(values))).collect()
    };
    if keeps.led {
        words.push(format!("led-hand={}", yes_no(first.led)));
    }
    words.join(" ")
}

/// The names of the fields of a trick.
const FIELDS: [&str; 4] = ["seen", "own", "took:", "led:"];

/// A field of a trick, with a number that sorts it; none if it is not kept.
fn value(keeps: Keeps, trick: Trick, field: usize, ranks: u8) -> Option<(u8, String)> {
    match field {
        0 => card(keeps.theirs, trick.theirs, ranks),
        1 => card(keeps.own, trick.own, ranks),
        2 => keeps.took.then(|| match trick.own.cmp(&trick.theirs) {
            Ordering::Less => (1, "lost".to_owned()),
            Ordering::Equal => (2, "tied".to_owned()),
            Ordering::Greater => (3, "won".to_owned()),
        }),
        _ => keeps.leads.then(|| (u8::from(trick.led), yes_no(trick.led))),
    }
}

fn yes_no(yes: bool) -> String {
    if yes { "yes" } else { "no" }.to_owned()
}

/// A card as it is kept: its rank, or the ranks of its group.
fn card(grain: Grain, rank: u8, ranks: u8) -> Option<(u8, String)> {
    let symbol = grain.symbol(rank, ranks);
    let same = (1..=ranks).filter(|&other| grain.symbol(other, ranks) == symbol);
    let text = match (grain, same.clone().min(), same.max()) {
        (Grain::Nothing, _, _) => return None,
        (Grain::Groups(_), Some(low), Some(high)) if low < high => format!("{low}..{high}"),
        _ => rank.to_string(),
    };
    Some((symbol as u8, text))
}

#[cfg(test)]
#[path = "../../tests/unit/infosets/memory_names.rs"]
mod tests;
