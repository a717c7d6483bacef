//! A second implementation of the rules, plain and slow, that shares nothing with the first.

/// Suit letter and value.
pub type Card = (char, u8);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    pub hands: [Vec<Card>; 2],
    pub bids: [u8; 2],
    pub tricks: [u8; 2],
    pub mover: usize,
    pub table: Option<Card>,
}

pub fn pack(suits: usize, ranks: u8) -> Vec<Card> {
    let mut pack = Vec::new();
    for letter in &['C', 'D', 'H', 'S'][4 - suits..] {
        for value in 1..=ranks {
            pack.push((*letter, value));
        }
    }
    pack
}

/// Every way to take `size` of these cards, with the remaining cards.
pub fn hands(cards: &[Card], size: usize) -> Vec<(Vec<Card>, Vec<Card>)> {
    if size == 0 {
        return vec![(Vec::new(), cards.to_vec())];
    }
    let Some((first, rest)) = cards.split_first() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (mut hand, left) in hands(rest, size - 1) {
        hand.insert(0, *first);
        found.push((hand, left));
    }
    for (hand, mut left) in hands(rest, size) {
        left.insert(0, *first);
        found.push((hand, left));
    }
    found
}

pub fn score(bid: u8, tricks: u8) -> i32 {
    let (bid, tricks) = (i32::from(bid), i32::from(tricks));
    if tricks == bid {
        bid * 10
    } else if tricks < bid {
        bid * -10
    } else {
        bid * 10 + (tricks - bid)
    }
}

impl Game {
    pub fn over(&self) -> bool {
        self.hands[0].is_empty() && self.hands[1].is_empty()
    }

    pub fn choices(&self) -> Vec<Card> {
        let hand = &self.hands[self.mover];
        if let Some(led) = self.table {
            let same: Vec<Card> = hand.iter().copied().filter(|card| card.0 == led.0).collect();
            if !same.is_empty() {
                return same;
            }
        }
        hand.clone()
    }

    pub fn after(&self, card: Card) -> Game {
        let mut next = self.clone();
        next.hands[self.mover].retain(|&held| held != card);
        let other = 1 - self.mover;
        match next.table.take() {
            None => {
                next.table = Some(card);
                next.mover = other;
            }
            Some(led) => {
                let second_wins = if card.0 == led.0 { card.1 > led.1 } else { card.0 == 'S' };
                let winner = if second_wins { self.mover } else { other };
                next.tricks[winner] += 1;
                next.mover = winner;
            }
        }
        next
    }

    /// Score of player 0 less that of player 1, both playing for it with open hands.
    pub fn minimax(&self, utility: &impl Fn(&Game) -> i32) -> i32 {
        if self.over() {
            return utility(self);
        }
        let values = self.choices().into_iter().map(|card| self.after(card).minimax(utility));
        let best = if self.mover == 0 { values.max() } else { values.min() };
        best.unwrap()
    }

    pub fn difference(&self) -> i32 {
        score(self.bids[0], self.tricks[0]) - score(self.bids[1], self.tricks[1])
    }
}
