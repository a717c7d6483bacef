//! Recipes: the part of the tricks over that is kept, in a few words.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The precision with which the cards of one player are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grain {
    /// No card is kept.
    Nothing,
    /// The group of neighbouring ranks is kept, for this many groups.
    Groups(u8),
    /// The rank is kept.
    Exact,
}

impl Grain {
    /// The number of values of [`Grain::symbol`].
    pub(super) fn symbols(self, ranks: u8) -> u16 {
        match self {
            Grain::Nothing => 1,
            Grain::Groups(groups) => u16::from(groups.min(ranks)),
            Grain::Exact => u16::from(ranks),
        }
    }

    /// The kept part of a card.
    pub(super) fn symbol(self, rank: u8, ranks: u8) -> u16 {
        // Groups are of equal size, or differ by one.
        u16::from(rank - 1) * self.symbols(ranks) / u16::from(ranks)
    }

    /// True if this keeps at least as much as `other`.
    fn refines(self, other: Grain) -> bool {
        match (self, other) {
            (_, Grain::Nothing) | (Grain::Exact, _) => true,
            (Grain::Groups(fine), Grain::Groups(coarse)) => fine % coarse == 0,
            _ => false,
        }
    }
}

/// The kept part of the tricks that are over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Keeps {
    /// The opponent's cards.
    pub(super) theirs: Grain,
    /// One's own.
    pub(super) own: Grain,
    /// The result: one's own card was higher, lower or equal.
    pub(super) took: bool,
    /// Both cards of one trick are kept as a pair.
    pub(super) pairs: bool,
    /// The order of the tricks.
    pub(super) order: bool,
    /// The player who led the hand.
    pub(super) led: bool,
    /// The player who led each trick.
    pub(super) leads: bool,
    /// The player who challenged, and the trick, once a challenge is accepted.
    pub(super) stake: bool,
}

impl Keeps {
    const NOTHING: Keeps = Keeps {
        theirs: Grain::Nothing,
        own: Grain::Nothing,
        took: false,
        pairs: false,
        order: false,
        led: false,
        leads: false,
        stake: false,
    };

    const ALL: Keeps = Keeps {
        theirs: Grain::Exact,
        own: Grain::Exact,
        took: true,
        pairs: true,
        order: true,
        led: true,
        leads: true,
        stake: true,
    };

    /// This and the meaning of `word`; none if the word is unknown.
    fn with(mut self, word: &str) -> Option<Keeps> {
        let grain = |text: &str| match text {
            "" => Some(Grain::Exact),
            text => {
                let groups = text.parse().ok();
                groups.filter(|groups| *groups > 1).map(Grain::Groups)
            }
        };
        match word {
            "tricks" => {}
            "took" => self.took = true,
            "pairs" => self.pairs = true,
            "order" => self.order = true,
            "led" => self.led = true,
            "leads" => self.leads = true,
            "stake" => self.stake = true,
            "all" => self = Keeps::ALL,
            word => match (word.strip_prefix("seen"), word.strip_prefix("own")) {
                (Some(rest), _) => self.theirs = grain(rest)?,
                (_, Some(rest)) => self.own = grain(rest)?,
                _ => return None,
            },
        }
        Some(self)
    }

    /// The same in words for people.
    fn summary(self) -> String {
        let grain = |grain: Grain, whose: &str| match grain {
            Grain::Nothing => None,
            Grain::Groups(groups) => Some(format!("{whose} in {groups} groups of ranks")),
            Grain::Exact => Some(whose.to_owned()),
        };
        let named = |keeps: bool, what: &str| keeps.then(|| what.to_owned());
        let parts = [
            grain(self.theirs, "the cards the opponent has played"),
            grain(self.own, "one's own"),
            named(self.took, "whose was higher"),
            named(self.pairs, "what faced what"),
            named(self.order, "in which order"),
            named(self.led, "who led the hand"),
            named(self.leads, "who led each trick"),
            named(self.stake, "who challenged and when"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        match (self == Keeps::ALL, parts.is_empty()) {
            (true, _) => "everything".to_owned(),
            (_, true) => "nothing".to_owned(),
            _ => parts.join(", "),
        }
    }

    /// True if all that `later` keeps follows from this and from what comes after it.
    fn refines(self, later: Keeps) -> bool {
        let flags = |keeps: Keeps| {
            let Keeps { took, pairs, order, led, leads, stake, .. } = keeps;
            [took, pairs, order, led, leads, stake]
        };
        let known = flags(self).into_iter().zip(flags(later));
        self.own.refines(later.own)
            && self.theirs.refines(later.theirs)
            && known.into_iter().all(|(now, later)| now || !later)
    }
}

/// The kept part, by the number of tricks over. It is words joined by `+`. With commas, the first item is the part kept
/// of one trick, the next of two tricks, and so on; the last is for all that follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    name: String,
    by_tricks: Vec<Keeps>,
}

/// A reason why a name is no recipe.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecipeError {
    /// A word is unknown.
    #[error(
        "there are no information sets named \"{0}\": write tricks, seen or recall, or join with + what is \
         kept of the tricks that are over: seen (the opponent's cards; seen4: in 4 groups of ranks), own \
         (one's own; own4), took (whose was higher), pairs (what faced what), order, led (who led the hand), \
         leads (who led each trick), stake (who challenged, and when), all; with commas, what is kept of one \
         trick, of two, and so on"
    )]
    Unknown(String),
    /// A later part keeps something that an earlier part does not keep.
    #[error("\"{0}\": what is forgotten of some tricks cannot be kept of more")]
    Regained(String),
}

impl FromStr for Recipe {
    type Err = RecipeError;

    fn from_str(name: &str) -> Result<Recipe, RecipeError> {
        let unknown = || RecipeError::Unknown(name.to_owned());
        let keeps = |part: &str| {
            let mut words = part.split('+');
            words.try_fold(Keeps::NOTHING, |keeps, word| keeps.with(word))
        };
        let by_tricks: Option<Vec<Keeps>> = name.split(',').map(keeps).collect();
        let by_tricks = by_tricks.ok_or_else(unknown)?;
        if !by_tricks.is_sorted_by(|&now, &later| now.refines(later)) {
            return Err(RecipeError::Regained(name.to_owned()));
        }
        Ok(Recipe { name: name.to_owned(), by_tricks })
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Recipe {
    /// The name from which it was made.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The kept part, in a few words.
    pub fn summary(&self) -> String {
        match &self.by_tricks[..] {
            [Keeps::NOTHING] => "own hand, card on the table, trick counts, challenge".to_owned(),
            [keeps] => format!("what tricks keeps, and {}", keeps.summary()),
            several => {
                let parts = several.iter().zip(1..);
                let parts = parts.map(|(keeps, over)| format!("of {over}: {}", keeps.summary()));
                let parts: Vec<String> = parts.collect();
                format!("what tricks keeps, and of the tricks over, {}", parts.join("; "))
            }
        }
    }

    /// The part that is kept after `over` tricks.
    pub(super) fn keeps(&self, over: usize) -> Keeps {
        let last = self.by_tricks.len() - 1;
        self.by_tricks[over.saturating_sub(1).min(last)]
    }
}

#[cfg(test)]
#[path = "../../tests/unit/infosets/recipe.rs"]
mod tests;
