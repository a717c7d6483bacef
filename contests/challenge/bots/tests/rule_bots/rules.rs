//! The rules, as data.

/// A rule by which a player plays.
pub struct Rule {
    /// The name.
    pub name: &'static str,
    /// True if nothing was chosen by what happens against it.
    pub set_aside: bool,
    /// When a challenge is offered: the first clause that holds decides, and none is "never".
    pub offer: &'static [Clause],
    /// When a challenge is accepted, likewise.
    pub accept: &'static [Clause],
    /// The card to lead.
    pub lead: Pick,
    /// The card to follow with.
    pub follow: Pick,
}

/// A probability, given that all conditions hold.
pub struct Clause {
    /// The conditions.
    pub when: &'static [When],
    /// The probability.
    pub chance: f64,
}

/// A condition on what the player sees.
#[derive(Clone, Copy, PartialEq)]
pub enum When {
    /// The other player has so many points.
    TheyHave(u8),
    /// The player has so many points.
    IHave(u8),
    /// Fewer points than the other.
    Behind,
    /// As many points.
    Level,
    /// More points.
    Ahead,
    /// In the trick of this number, from 1.
    Trick(u8),
    /// After this trick.
    TrickAfter(u8),
    /// Leads the trick.
    Leads,
    /// Follows in the trick.
    Follows,
    /// Led the first trick of the hand.
    LedHand,
    /// More tricks in this hand than the other.
    TricksAhead,
    /// As many tricks.
    TricksLevel,
    /// Fewer tricks.
    TricksBehind,
    /// The hand cannot be lost.
    Certain,
    /// The hand can be won.
    MayWin,
    /// At least this strength.
    Strength(f64),
    /// At most so many cards not seen since the shuffle beat the own highest card.
    HigherLeft(u8),
    /// At least so many cards of the two highest ranks were seen since the shuffle.
    TopsGone(u8),
}

/// A card.
#[derive(Clone, Copy)]
pub enum Pick {
    /// The highest.
    Highest,
    /// The lowest.
    Lowest,
    /// The one in the middle.
    Middle,
    /// The lowest that wins the trick, else the lowest.
    Winner,
    /// The highest that wins the trick, else the lowest.
    TopWinner,
}

use Pick::{Highest, Lowest, Middle, TopWinner, Winner};
use When::*;

const NEVER: &[Clause] = &[];
const ALWAYS: &[Clause] = &[on(&[])];
const CERTAIN: &[Clause] = &[on(&[Certain])];
const MAY_WIN: &[Clause] = &[on(&[MayWin])];
const STRONG: &[Clause] = &[on(&[Strength(0.62), MayWin])];

const fn on(when: &'static [When]) -> Clause {
    Clause { when, chance: 1.0 }
}

const fn rule(name: &'static str, offer: &'static [Clause], accept: &'static [Clause]) -> Rule {
    Rule { name, set_aside: false, offer, accept, lead: Highest, follow: Winner }
}

const fn aside(rule: Rule) -> Rule {
    Rule { set_aside: true, ..rule }
}

const fn cards(lead: Pick, follow: Pick, rule: Rule) -> Rule {
    Rule { lead, follow, ..rule }
}

/// All rules: every other one is set aside.
pub const RULES: &[Rule] = &[
    rule("offers all at their nine", &[on(&[TheyHave(9)]), on(&[Strength(0.75)])], STRONG),
    aside(rule("offers all at own nine", &[on(&[IHave(9)]), on(&[Strength(0.75)])], STRONG)),
    rule("accepts all in a level last trick", CERTAIN, &[on(&[Trick(5), TricksLevel]), on(&[Certain])]),
    aside(rule("accepts all in the first trick", CERTAIN, &[on(&[Trick(1)]), on(&[Certain])])),
    rule("offers always, accepts when certain", ALWAYS, CERTAIN),
    aside(rule("offers always, accepts always", ALWAYS, ALWAYS)),
    rule("offers when certain, accepts what may win", CERTAIN, MAY_WIN),
    aside(rule("offers when certain, accepts never", CERTAIN, NEVER)),
    rule("never offers, accepts when strong", NEVER, STRONG),
    aside(rule("never offers, accepts whatever happens", NEVER, ALWAYS)),
    rule("offers as leader of the last trick", &[on(&[Trick(5), Leads])], STRONG),
    aside(rule("offers as leader of the hand", &[on(&[Trick(1), Leads, Strength(0.5)])], STRONG)),
    cards(Lowest, Winner, rule("leads low, offers behind in points", &[on(&[Behind, MayWin])], STRONG)),
    aside(cards(Lowest, TopWinner, rule("leads low, offers behind in tricks", &[on(&[TricksBehind, MayWin])], STRONG))),
    rule("accepts all behind, nothing ahead", STRONG, &[on(&[Behind]), on(&[Level, Strength(0.6)])]),
    aside(rule("accepts all ahead, nothing behind", STRONG, &[on(&[Ahead]), on(&[Level, Strength(0.6)])])),
    rule("counts the higher cards", &[on(&[HigherLeft(4), MayWin, TrickAfter(2)])], &[on(&[HigherLeft(4), MayWin])]),
    aside(rule(
        "bold when the tops are gone",
        &[on(&[TopsGone(9), Strength(0.5)]), on(&[Strength(0.8)])],
        &[on(&[TopsGone(9), Strength(0.45)]), on(&[Strength(0.75)])],
    )),
    cards(Middle, TopWinner, rule("a third of the time", &[Clause { when: &[], chance: 0.3 }], STRONG)),
    aside(cards(
        Middle,
        Winner,
        rule("half of the time", &[Clause { when: &[MayWin], chance: 0.1 }], &[Clause { when: &[], chance: 0.5 }]),
    )),
    rule(
        "coin flip at nine all",
        &[on(&[IHave(9), TheyHave(9)]), on(&[Certain])],
        &[on(&[IHave(9), TheyHave(9)]), on(&[Strength(0.7)])],
    ),
    aside(rule(
        "folds at own nine",
        &[on(&[Strength(0.6)])],
        &[Clause { when: &[IHave(9)], chance: 0.0 }, on(&[Strength(0.4)])],
    )),
    rule("accepts as leader only", &[on(&[TricksAhead, Strength(0.5)])], &[on(&[LedHand, Strength(0.4)])]),
    aside(rule("offers ahead in tricks", &[on(&[TricksAhead])], &[on(&[TricksAhead]), on(&[Follows, Strength(0.6)])])),
];
