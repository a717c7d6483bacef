//! The rules a second time, in the plainest way: lists of letters, nothing remembered that can be looked up.

/// Suit and rank, as the protocol writes them.
pub type Card = (char, char);

const ORDER: &str = "23456789tjqka";

fn height(card: Card) -> usize {
    ORDER.find(card.1).unwrap()
}

/// A round as the list of all cards that were taken and played, in order.
#[derive(Clone, Debug)]
pub struct Record {
    pub dealer: usize,
    pub dealt: Vec<Vec<Card>>,
    pub pool: Vec<Card>,
    pub acts: Vec<Card>,
}

impl Record {
    fn players(&self) -> usize {
        self.dealt.len()
    }

    fn is_taking(&self) -> bool {
        self.acts.len() < self.pool.len()
    }

    /// The tricks so far, the last perhaps unfinished: leader, cards.
    fn tricks(&self) -> Vec<(usize, Vec<Card>)> {
        let mut tricks = Vec::new();
        let mut leader = self.dealer;
        for cards in self.acts[self.pool.len().min(self.acts.len())..].chunks(self.players()) {
            tricks.push((leader, cards.to_vec()));
            leader = self.winner(leader, cards);
        }
        tricks
    }

    fn winner(&self, leader: usize, cards: &[Card]) -> usize {
        let led = cards.iter().filter(|card| card.0 == cards[0].0);
        let highest = led.max_by_key(|card| height(**card)).unwrap();
        let index = cards.iter().position(|card| card == highest).unwrap();
        (leader + index) % self.players()
    }

    pub fn is_over(&self) -> bool {
        let cards: usize = self.dealt.iter().map(Vec::len).sum();
        self.acts.len() == cards + 2 * self.pool.len()
    }

    /// The player to move.
    pub fn mover(&self) -> usize {
        if self.is_taking() {
            return (self.dealer + self.acts.len()) % self.players();
        }
        match self.tricks().last() {
            Some((leader, cards)) if cards.len() < self.players() => (leader + cards.len()) % self.players(),
            Some((leader, cards)) => self.winner(*leader, cards),
            None => self.dealer,
        }
    }

    pub fn hand(&self, player: usize) -> Vec<Card> {
        let mut hand = self.dealt[player].clone();
        for (index, card) in self.acts.iter().take(self.pool.len()).enumerate() {
            if (self.dealer + index) % self.players() == player {
                hand.push(*card);
            }
        }
        let played: Vec<Card> = self.tricks().into_iter().flat_map(|(_, cards)| cards).collect();
        hand.retain(|card| !played.contains(card));
        hand.sort();
        hand
    }

    pub fn legal(&self) -> Vec<Card> {
        if self.is_taking() {
            let left = self.pool.iter().filter(|card| !self.acts.contains(card));
            let mut left: Vec<Card> = left.copied().collect();
            left.sort();
            return left;
        }
        let hand = self.hand(self.mover());
        let led = match self.tricks().last() {
            Some((_, cards)) if cards.len() < self.players() => cards[0].0,
            _ => return hand,
        };
        let following: Vec<Card> = hand.iter().copied().filter(|card| card.0 == led).collect();
        if following.is_empty() { hand } else { following }
    }

    /// Points of finished tricks.
    pub fn points(&self) -> Vec<u32> {
        let mut points = vec![0; self.players()];
        let in_all = self.dealt[0].len() + self.pool.len() / self.players();
        for (number, (leader, cards)) in self.tricks().iter().enumerate() {
            if cards.len() < self.players() {
                continue;
            }
            let eights = cards.iter().filter(|card| card.1 == '8').count() as u32;
            let value = if number == 0 || number + 1 == in_all { 3 } else { 1 };
            points[self.winner(*leader, cards)] += value + 2 * eights;
        }
        points
    }

    pub fn after(&self, card: Card) -> Record {
        let mut next = self.clone();
        next.acts.push(card);
        next
    }
}
