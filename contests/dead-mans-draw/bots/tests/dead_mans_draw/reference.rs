//! A second implementation of the arena's rules, as plain as can be: lists of (suit, value), and every
//! outcome of chance written out. It shares no code with the crate's.

/// A suit by its first letters, and a value.
pub type Card = (&'static str, u8);

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wait {
    Nothing,
    Hook,
    Sword,
    Cannon(u8),
    Map(Vec<Card>),
    Oracle(u8),
    Kraken(u8),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Act {
    Draw,
    End,
    Choose(Card),
}

/// All of a match; the lists are kept sorted but for the area.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Match {
    pub banks: [Vec<Card>; 2],
    pub area: Vec<Card>,
    pub pile: Vec<Card>,
    pub next: Option<Card>,
    pub discards: Vec<Card>,
    pub wait: Wait,
    pub mover: usize,
    pub over: bool,
}

fn has(cards: &[Card], suit: &str) -> bool {
    cards.iter().any(|card| card.0 == suit)
}

fn without(cards: &[Card], gone: &[Card]) -> Vec<Card> {
    let stays = |card: &&Card| !gone.contains(card);
    cards.iter().filter(stays).copied().collect()
}

fn joined(one: &[Card], other: &[Card]) -> Vec<Card> {
    let mut all = [one, other].concat();
    all.sort();
    all
}

fn tops(cards: &[Card]) -> Vec<Card> {
    let best = |card: &&Card| !cards.iter().any(|other| other.0 == card.0 && other.1 > card.1);
    cards.iter().filter(best).copied().collect()
}

/// Every set of `size` cards among these, in order.
fn subsets(cards: &[Card], size: usize) -> Vec<Vec<Card>> {
    let Some((first, rest)) = cards.split_first() else {
        return if size == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let mut sets = subsets(rest, size);
    if size > 0 {
        let with = subsets(rest, size - 1);
        sets.extend(with.into_iter().map(|set| joined(&[*first], &set)));
    }
    sets
}

impl Match {
    pub fn start(deck: &[Card], mover: usize) -> Match {
        let low = |card: &&Card| !deck.iter().any(|other| other.0 == card.0 && other.1 < card.1);
        let discards: Vec<Card> = deck.iter().filter(low).copied().collect();
        Match {
            banks: [Vec::new(), Vec::new()],
            area: Vec::new(),
            pile: joined(&without(deck, &discards), &[]),
            next: None,
            discards: joined(&discards, &[]),
            wait: Wait::Nothing,
            mover,
            over: false,
        }
    }

    pub fn scores(&self) -> [u32; 2] {
        [0, 1].map(|seat| tops(&self.banks[seat]).iter().map(|card| u32::from(card.1)).sum())
    }

    pub fn acts(&self) -> Vec<Act> {
        if self.over {
            return Vec::new();
        }
        let [own, other] = [&self.banks[self.mover], &self.banks[1 - self.mover]];
        let choices = match &self.wait {
            Wait::Kraken(_) => return vec![Act::Draw],
            Wait::Oracle(_) => return vec![Act::Draw, Act::End],
            Wait::Nothing if self.area.is_empty() => return vec![Act::Draw],
            Wait::Nothing => return vec![Act::Draw, Act::End],
            Wait::Hook => tops(own),
            Wait::Cannon(_) => tops(other),
            Wait::Sword => self.loot(),
            Wait::Map(offer) => offer.clone(),
        };
        choices.into_iter().map(Act::Choose).collect()
    }

    fn loot(&self) -> Vec<Card> {
        let mut loot = tops(&self.banks[1 - self.mover]);
        loot.retain(|card| !has(&self.banks[self.mover], card.0));
        loot
    }

    /// Every outcome of an act, with its weight; those of equal weight are not merged.
    pub fn after(&self, act: &Act) -> Vec<(f64, Match)> {
        let mut next = self.clone();
        let raw = match (act, &self.wait) {
            (Act::End, _) => self.ended(&self.area, &[]),
            (Act::Draw, wait) => {
                let due = match wait {
                    Wait::Kraken(due) | Wait::Oracle(due) => due.saturating_sub(1),
                    _ => 0,
                };
                let candidates = self.next.map_or(self.pile.clone(), |known| vec![known]);
                let share = 1.0 / candidates.len() as f64;
                let drawn = candidates.into_iter().flat_map(|card| {
                    let mut drawn = self.clone();
                    drawn.next = None;
                    drawn.pile = without(&self.pile, &[card]);
                    drawn.placed(card, due)
                });
                drawn.map(|(weight, after)| (weight * share, after)).collect()
            }
            (Act::Choose(card), Wait::Hook) => {
                next.banks[self.mover] = without(&self.banks[self.mover], &[*card]);
                next.placed(*card, 0)
            }
            (Act::Choose(card), Wait::Sword) => {
                next.banks[1 - self.mover] = without(&self.banks[1 - self.mover], &[*card]);
                next.placed(*card, 0)
            }
            (Act::Choose(card), Wait::Cannon(due)) => {
                next.banks[1 - self.mover] = without(&self.banks[1 - self.mover], &[*card]);
                next.discards = joined(&self.discards, &[*card]);
                next.wait = if *due > 0 { Wait::Kraken(*due) } else { Wait::Nothing };
                vec![(1.0, next)]
            }
            (Act::Choose(card), Wait::Map(offer)) => {
                next.discards = joined(&self.discards, &without(offer, &[*card]));
                next.placed(*card, 0)
            }
            (Act::Choose(_), _) => panic!("nothing to choose"),
        };
        let outcomes = raw.into_iter().flat_map(|(weight, after)| {
            let last = after.pile.is_empty() && after.wait == Wait::Nothing;
            let done = last && (after.mover != self.mover);
            let ends = if last && !done { after.ended(&after.area, &[]) } else { vec![(1.0, after)] };
            ends.into_iter().map(move |(share, mut after)| {
                after.over = last;
                (weight * share, after)
            })
        });
        outcomes.collect()
    }

    fn placed(mut self, card: Card, due: u8) -> Vec<(f64, Match)> {
        let (suit, _) = card;
        if has(&self.area, suit) {
            let anchor = self.area.iter().position(|card| card.0 == "anchor").unwrap_or(0);
            let (kept, lost) = self.area.split_at(anchor);
            return self.ended(kept, &[lost, &[card]].concat());
        }
        self.area.push(card);
        let own_empty = self.banks[self.mover].is_empty();
        let other_empty = self.banks[1 - self.mover].is_empty();
        let left = self.pile.len();
        self.wait = match suit {
            "hook" if !own_empty => Wait::Hook,
            "cannon" if !other_empty => Wait::Cannon(due),
            "sword" if !self.loot().is_empty() => Wait::Sword,
            "kraken" if left > 0 => Wait::Kraken(left.min(2) as u8),
            "oracle" if left > 0 => {
                let share = 1.0 / left as f64;
                let shown = |&next: &Card| {
                    let mut shown = self.clone();
                    shown.next = Some(next);
                    shown.wait = Wait::Oracle(due);
                    (share, shown)
                };
                return self.pile.iter().map(shown).collect();
            }
            "map" if !self.discards.is_empty() => {
                let sets = subsets(&self.discards, self.discards.len().min(3));
                let share = 1.0 / sets.len() as f64;
                let offered = |set: Vec<Card>| {
                    let mut offered = self.clone();
                    offered.discards = without(&self.discards, &set);
                    offered.wait = Wait::Map(set);
                    (share, offered)
                };
                return sets.into_iter().map(offered).collect();
            }
            _ if due > 0 => Wait::Kraken(due),
            _ => Wait::Nothing,
        };
        vec![(1.0, self)]
    }

    fn ended(&self, kept: &[Card], lost: &[Card]) -> Vec<(f64, Match)> {
        let mut next = self.clone();
        next.banks[self.mover] = joined(&self.banks[self.mover], kept);
        next.discards = joined(&self.discards, lost);
        next.area = Vec::new();
        next.wait = Wait::Nothing;
        next.mover = 1 - self.mover;
        if !has(kept, "chest") || !has(kept, "key") {
            return vec![(1.0, next)];
        }
        let sets = subsets(&next.discards, kept.len().min(next.discards.len()));
        let share = 1.0 / sets.len() as f64;
        let paid = |set: Vec<Card>| {
            let mut paid = next.clone();
            paid.banks[self.mover] = joined(&next.banks[self.mover], &set);
            paid.discards = without(&next.discards, &set);
            (share, paid)
        };
        sets.into_iter().map(paid).collect()
    }
}
