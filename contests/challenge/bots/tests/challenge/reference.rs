//! A second implementation of one hand of Challenge. It is written from the contest's document
//! alone and shares no code with the crate. It uses lists of numbers and makes every position anew,
//! so it is slow and simple. The crate's `Hand` and `Game` are compared with it.

/// An act of the player to move. `Fail` is any failure to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    Card(u8),
    Offer,
    Accept,
    Reject,
    Fail,
}

/// The state of the challenge in this hand: its player, and true if it was accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Challenged {
    No,
    Waiting(usize),
    On,
}

/// The end of the hand: the winner, and true if the game ended with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    pub winner: Option<usize>,
    pub takes_game: bool,
}

/// One hand in progress.
#[derive(Clone, Debug)]
pub struct Position {
    pub hands: [Vec<u8>; 2],
    pub lead: usize,
    /// Cards on the game field, in the order played: none or one.
    pub field: Vec<u8>,
    pub tricks: [usize; 2],
    pub challenge: Challenged,
    pub ending: Option<Ending>,
    /// Winner of the trick that the last act ended: `Some(None)` if that trick was tied.
    pub trick_just_over: Option<Option<usize>>,
    /// The cards that the last act, a failure, cost player 0 and player 1.
    pub just_removed: Option<[u8; 2]>,
}

impl Position {
    pub fn dealt(hands: [Vec<u8>; 2], lead: usize) -> Position {
        Position {
            hands,
            lead,
            field: Vec::new(),
            tricks: [0, 0],
            challenge: Challenged::No,
            ending: None,
            trick_just_over: None,
            just_removed: None,
        }
    }

    /// The player to move.
    pub fn asked(&self) -> Option<usize> {
        if self.ending.is_some() {
            None
        } else if let Challenged::Waiting(challenger) = self.challenge {
            Some(1 - challenger)
        } else if self.field.is_empty() {
            Some(self.lead)
        } else {
            Some(1 - self.lead)
        }
    }

    /// Every legal act, each once.
    pub fn legal(&self) -> Vec<Act> {
        let Some(player) = self.asked() else {
            return Vec::new();
        };
        if let Challenged::Waiting(_) = self.challenge {
            return vec![Act::Accept, Act::Reject];
        }
        let mut values = self.hands[player].clone();
        values.sort();
        values.dedup();
        let mut acts: Vec<Act> = values.into_iter().map(Act::Card).collect();
        if self.challenge == Challenged::No {
            acts.push(Act::Offer);
        }
        acts
    }

    /// The position after a legal act or a failure of the player asked.
    pub fn after(&self, act: Act) -> Position {
        let player = self.asked().expect("the hand is not over");
        let mut next = self.clone();
        next.trick_just_over = None;
        next.just_removed = None;
        match (self.challenge, act) {
            // "an illegal move is equivalent to rejecting the challenge"
            (Challenged::Waiting(by), Act::Reject | Act::Fail) => {
                next.ending = Some(Ending { winner: Some(by), takes_game: false });
            }
            (Challenged::Waiting(_), Act::Accept) => next.challenge = Challenged::On,
            (Challenged::No, Act::Offer) => next.challenge = Challenged::Waiting(player),
            (_, Act::Card(card)) => next.put_down(player, card),
            (_, Act::Fail) => next.fail(player),
            (challenge, act) => panic!("{act:?} is not legal with challenge {challenge:?}"),
        }
        next
    }

    fn put_down(&mut self, player: usize, card: u8) {
        remove(&mut self.hands[player], card);
        self.field.push(card);
        let &[led, answer] = self.field.as_slice() else {
            return;
        };
        // "the player who plays the highest card wins the trick, and the lead"; equal cards: "neither
        // player wins the trick, and the lead does not change".
        let winner = if led > answer {
            Some(self.lead)
        } else if led < answer {
            Some(1 - self.lead)
        } else {
            None
        };
        self.finish_trick(winner);
    }

    fn fail(&mut self, player: usize) {
        // The worked hand with errors: the card on the field is back in its hand before the lowest card is looked for.
        let other = 1 - player;
        if let Some(led) = self.field.pop() {
            self.hands[other].push(led);
        }
        let highest = *self.hands[player].iter().max().expect("a card is due");
        let lowest = *self.hands[other].iter().min().expect("as many cards");
        remove(&mut self.hands[player], highest);
        remove(&mut self.hands[other], lowest);
        let mut removed = [highest; 2];
        removed[other] = lowest;
        self.just_removed = Some(removed);
        self.finish_trick(Some(other));
    }

    fn finish_trick(&mut self, winner: Option<usize>) {
        self.field.clear();
        self.trick_just_over = Some(winner);
        if let Some(winner) = winner {
            self.tricks[winner] += 1;
            self.lead = winner;
        }
        if self.hands[0].is_empty() && self.hands[1].is_empty() {
            let winner = [(0, 1), (1, 0)]
                .into_iter()
                .find(|&(own, other)| self.tricks[own] > self.tricks[other])
                .map(|(own, _)| own);
            self.ending = Some(Ending { winner, takes_game: winner.is_some() && self.challenge == Challenged::On });
        }
    }
}

fn remove(hand: &mut Vec<u8>, card: u8) {
    let index = hand.iter().position(|&held| held == card);
    hand.remove(index.expect("the card is in the hand"));
}
