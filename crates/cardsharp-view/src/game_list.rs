//! The list of games: filters and page numbers.

use super::journal_index::{GameLine, JournalIndex};

/// The games on a page.
pub(super) const PAGE: usize = 100;

/// What is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GameFilter {
    /// Only games in which this agent played.
    pub(super) agent: String,
    /// Only games that this agent won.
    pub(super) winner: String,
    /// Only games whose moves are there.
    pub(super) recorded: bool,
    /// The page, from 1.
    pub(super) page: usize,
}

/// A page of games.
pub(super) struct GamePage<'a> {
    /// The number of each game in the journal, from 0, and the game.
    pub(super) games: Vec<(usize, &'a GameLine)>,
    /// The number of games that fit the filter.
    pub(super) found: usize,
    /// The page, from 1.
    pub(super) page: usize,
    /// The number of pages.
    pub(super) pages: usize,
}

impl GameFilter {
    /// The filter of the query of an address. What it does not know is left out.
    pub(super) fn of_query(query: &str) -> GameFilter {
        let mut filter = GameFilter { page: 1, ..GameFilter::default() };
        for (key, value) in form_urlencoded::parse(query.as_bytes()) {
            match key.as_ref() {
                "agent" => filter.agent = value.into_owned(),
                "winner" => filter.winner = value.into_owned(),
                "recorded" => filter.recorded = value == "1",
                "page" => filter.page = value.parse().unwrap_or(1).max(1),
                _ => {}
            }
        }
        filter
    }

    /// The query of another page with this filter.
    pub(super) fn query(&self, page: usize) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        for (key, value) in [("agent", &self.agent), ("winner", &self.winner)] {
            if !value.is_empty() {
                query.append_pair(key, value);
            }
        }
        if self.recorded {
            query.append_pair("recorded", "1");
        }
        query.append_pair("page", &page.to_string());
        query.finish()
    }

    /// The games of the page.
    pub(super) fn page_of<'a>(&self, journal: &'a JournalIndex) -> GamePage<'a> {
        // Which matches an agent plays in is the same for all their games.
        let plays: Vec<bool> = journal
            .matches
            .iter()
            .map(|(_, tally)| self.agent.is_empty() || tally.agents.contains(&self.agent))
            .collect();
        let fits = |game: &GameLine| {
            plays[game.of_match as usize]
                && (!self.recorded || game.recorded)
                && (self.winner.is_empty() || journal.winner_of(game) == Some(self.winner.as_str()))
        };
        let fitting = journal.games.iter().enumerate();
        let fitting = fitting.filter(|(_, game)| fits(game));
        let found = fitting.clone().count();
        let pages = found.div_ceil(PAGE).max(1);
        let page = self.page.min(pages);
        GamePage { games: fitting.skip((page - 1) * PAGE).take(PAGE).collect(), found, page, pages }
    }
}

#[cfg(test)]
#[path = "../tests/unit/game_list.rs"]
mod tests;
