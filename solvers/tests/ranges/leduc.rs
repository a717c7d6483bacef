//! Leduc poker for packs of any size: hands are cards, or ranks where suits look alike.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{DecisionLayout, RangeGame, RangeTurn};

use super::irregular::Named;

/// The amount of a raise, by round.
const RAISES: [f32; 2] = [2.0, 4.0];

/// Both ante 1; at most two raises a round; a card is laid open between the rounds.
#[derive(Debug)]
pub struct Leduc {
    /// The number of different cards, and the number of copies of each.
    kinds: usize,
    copies: usize,
    suits: usize,
    /// For each hand 1 divided by the number of actions, for 2 and for 3 actions.
    uniform: [Vec<f32>; 2],
}

/// The public state.
#[derive(Clone, Debug)]
pub struct Table {
    /// A letter for each bet of a round: fold, call or raise.
    rounds: [String; 2],
    open: Option<usize>,
}

/// A terminal state as a player sees it.
enum Ending {
    Fold(f32),
    Showdown { loss: f32, gain: f32, open: Option<usize> },
}

impl Table {
    fn round(&self) -> usize {
        usize::from(self.open.is_some())
    }

    fn bets(&self) -> &str {
        &self.rounds[self.round()]
    }

    fn is_closed(&self) -> bool {
        self.bets().len() > 1 && self.bets().ends_with('c')
    }

    /// The letters of the legal actions.
    fn choices(&self) -> &'static str {
        let raises = self.bets().matches('r').count();
        match (self.bets().ends_with('r'), raises) {
            (false, _) => "cr",
            (true, 1) => "fcr",
            (true, _) => "fc",
        }
    }

    /// The amount that each player has put in.
    fn paid(&self) -> [f32; 2] {
        let mut paid = [1.0; 2];
        for (bets, raise) in self.rounds.iter().zip(RAISES) {
            for (at, bet) in bets.chars().enumerate() {
                let other = paid[1 - at % 2];
                match bet {
                    'c' => paid[at % 2] = other,
                    'r' => paid[at % 2] = other + raise,
                    _ => {}
                }
            }
        }
        paid
    }
}

impl Leduc {
    /// A pack in which every card is different.
    pub fn of_cards(ranks: usize, suits: usize) -> Leduc {
        Leduc::new(ranks * suits, 1, suits)
    }

    /// The same pack where cards of a rank look alike.
    pub fn of_ranks(ranks: usize, suits: usize) -> Leduc {
        Leduc::new(ranks, suits, 1)
    }

    fn new(kinds: usize, copies: usize, suits: usize) -> Leduc {
        Leduc { kinds, copies, suits, uniform: [2, 3].map(|actions| vec![1.0 / actions as f32; kinds]) }
    }

    fn pack(&self) -> f32 {
        (self.kinds * self.copies) as f32
    }

    /// The loss and the gain of `player` at a terminal state, and the open card's rank at a showdown.
    fn ending(&self, table: &Table, player: Player) -> Ending {
        let paid = table.paid();
        let [own, other] = [player.index(), 1 - player.index()];
        let [loss, gain] = [-paid[own], paid[other]];
        if table.bets().ends_with('f') {
            let folded = (table.bets().len() - 1) % 2;
            return Ending::Fold(if folded == own { loss } else { gain });
        }
        let open = table.open.map(|card| card / self.suits);
        Ending::Showdown { loss, gain, open }
    }

    /// The utility with one card against another.
    fn utility(&self, ending: &Ending, cards: [usize; 2]) -> f32 {
        let (loss, gain, open) = match *ending {
            Ending::Fold(utility) => return utility,
            Ending::Showdown { loss, gain, open } => (loss, gain, open),
        };
        let strength = cards.map(|card| card / self.suits).map(|rank| (Some(rank) == open, rank));
        match strength[0].cmp(&strength[1]) {
            std::cmp::Ordering::Less => loss,
            std::cmp::Ordering::Equal => 0.0,
            std::cmp::Ordering::Greater => gain,
        }
    }

    fn name(&self, card: usize) -> String {
        let rank = ["J", "Q", "K"][card / self.suits];
        let suit = match (self.copies, card % 2) {
            (1, 0) => "s",
            (1, _) => "h",
            _ => "",
        };
        format!("{rank}{suit}")
    }
}

impl RangeGame for Leduc {
    type Public = Table;

    fn root(&self) -> Table {
        Table { rounds: [String::new(), String::new()], open: None }
    }

    fn prior(&self, player: Player, out: &mut [f32]) {
        out.fill(1.0 / (self.pack() - player.index() as f32));
    }

    fn hands(&self, _table: &Table, _player: Player) -> usize {
        self.kinds
    }

    fn turn(&self, table: &Table) -> RangeTurn {
        if table.bets().ends_with('f') || table.round() == 1 && table.is_closed() {
            return RangeTurn::Terminal;
        }
        if table.is_closed() {
            return RangeTurn::Chance { outcomes: self.kinds };
        }
        let player = Player::new((table.bets().len() % 2) as u8);
        RangeTurn::Decision { player }
    }

    fn layout(&self, table: &Table) -> DecisionLayout<'_> {
        let actions = table.choices().len();
        DecisionLayout { moved: &[], run: 1, kept: actions, uniform: &self.uniform[actions - 2] }
    }

    fn act(&self, table: &Table, action: usize) -> Table {
        let mut next = table.clone();
        if table.is_closed() {
            next.open = Some(action);
        } else {
            let bet = &table.choices()[action..=action];
            next.rounds[table.round()].push_str(bet);
        }
        next
    }

    /// The number of copies of the open card. The copies in the hands are counted at the end.
    fn weight(&self, table: &Table, _action: usize) -> f32 {
        if table.is_closed() { self.copies as f32 / (self.pack() - 2.0) } else { 1.0 }
    }

    fn evaluate(&self, table: &Table, player: Player, other: &[f32], out: &mut [f32], _scratch: &mut [f32]) {
        let ending = self.ending(table, player);
        for (own, out) in out.iter_mut().enumerate() {
            let theirs = other.iter().enumerate();
            let met = theirs.map(|(theirs, weight)| {
                let ways = self.together(table, own, theirs);
                weight * ways * self.utility(&ending, [own, theirs])
            });
            *out = met.sum();
        }
    }
}

impl Named for Leduc {
    fn infoset_name(&self, table: &Table, card: usize) -> String {
        let [first, second] = &table.rounds;
        let own = self.name(card);
        match table.open {
            None => format!("{own}:{first}"),
            Some(open) => format!("{own}:{first}:{}:{second}", self.name(open)),
        }
    }

    /// The number of ways to deal both cards, from a pack without the open card.
    fn together(&self, table: &Table, own: usize, other: usize) -> f32 {
        let left = |card| self.copies - usize::from(table.open == Some(card));
        (left(own) * left(other).saturating_sub(usize::from(own == other))) as f32
    }
}
