//! The number of tricks of the leader: the null-window search.

use super::relative_ranks::{Bit, RelativeRanks};
use super::table::{Bounds, Table};

/// A search with its results up to now, which hold for every deal.
pub(super) struct TrickSearch {
    table: Table,
    nodes: u64,
}

impl TrickSearch {
    pub(super) fn new(log2: u32) -> TrickSearch {
        TrickSearch { table: Table::new(log2), nodes: 0 }
    }

    /// The number of positions between rounds searched since the search was made.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// True if the leader of a position of `rounds` rounds takes at least `wanted` tricks with best play of both.
    pub(super) fn at_least(&mut self, ranks: RelativeRanks, rounds: u8, wanted: u8) -> bool {
        if wanted == 0 {
            return true;
        }
        if wanted > rounds {
            return false;
        }
        self.nodes += 1;
        let [own, other] = ranks.sure_tricks();
        if own >= wanted {
            return true;
        }
        if rounds - other < wanted {
            return false;
        }
        let mut bounds = Bounds { least: own, most: rounds - other, lead: u8::MAX };
        if let Some(known) = self.table.look_up(ranks) {
            if known.least >= wanted {
                return true;
            }
            if known.most < wanted {
                return false;
            }
            bounds = known;
        }
        let found = self.lead_for(ranks, rounds, wanted, bounds.lead);
        match found {
            Some(lead) => {
                bounds.least = wanted;
                bounds.lead = lead as u8;
            }
            None => bounds.most = wanted - 1,
        }
        self.table.keep(ranks, rounds, bounds);
        found.is_some()
    }

    /// A lead with which the leader takes at least `wanted` tricks. `first` is tried first.
    fn lead_for(&mut self, ranks: RelativeRanks, rounds: u8, wanted: u8, first: u8) -> Option<Bit> {
        let mut left = ranks.leads();
        if first != u8::MAX {
            let first = Bit::from(first);
            if self.lead_gives(ranks, rounds, wanted, first) {
                return Some(first);
            }
            left &= !(1 << first);
        }
        while left != 0 {
            let lead = ranks.next_lead(left);
            left &= !(1 << lead);
            if self.lead_gives(ranks, rounds, wanted, lead) {
                return Some(lead);
            }
        }
        None
    }

    /// True if this lead gives the leader at least `wanted` tricks, whatever the other player plays.
    pub(super) fn lead_gives(&mut self, ranks: RelativeRanks, rounds: u8, wanted: u8, lead: Bit) -> bool {
        let mut left = ranks.replies(lead);
        while left != 0 {
            let reply = ranks.next_reply(left, lead);
            left &= !(1 << reply);
            if !self.round_gives(ranks, rounds, wanted, lead, reply) {
                return false;
            }
        }
        true
    }

    /// True if the leader takes at least `wanted` tricks after this round.
    pub(super) fn round_gives(&mut self, ranks: RelativeRanks, rounds: u8, wanted: u8, lead: Bit, reply: Bit) -> bool {
        if wanted == 0 {
            return true;
        }
        if wanted > rounds {
            return false;
        }
        let (rest, leader_won) = ranks.after(lead, reply);
        if leader_won {
            self.at_least(rest, rounds - 1, wanted - 1)
        } else {
            // The other player leads now, and must not take so many that too few are left.
            !self.at_least(rest, rounds - 1, rounds - wanted)
        }
    }
}
