//! Exact counts on small members: deals, histories, their ends and information sets, each counted by
//! walking the crate's rules and by the second implementation.

use std::collections::HashSet;

use cardsharp_skullwhist_game::rules::{Cards, Deal, Move, SkullWhist, State, Turn};

use crate::reference::{self, Card, Game};

/// Deals, histories (the root, the deals, every bid and every card is a step), those of them that end the game, and
/// information sets. An information set has the hand, the bid and the observations of the player to move.
type Count = [usize; 4];

#[derive(Default)]
struct Crate {
    histories: usize,
    ends: usize,
    infosets: HashSet<(usize, Cards, Vec<Move>)>,
}

impl Crate {
    fn walk(&mut self, deal: &Deal, state: &State, moves: &mut Vec<Move>) {
        self.histories += 1;
        let (player, seen) = match state.turn() {
            Turn::Over => {
                self.ends += 1;
                return;
            }
            // The opponent's bid is not shown before the player's own.
            Turn::Bid(player) => (player, Vec::new()),
            Turn::Play(player) => (player, moves.clone()),
        };
        self.infosets.insert((player.index(), deal.hands()[player.index()], seen));
        for chosen in state.legal_moves() {
            let mut next = *state;
            next.apply(chosen).unwrap();
            moves.push(chosen);
            self.walk(deal, &next, moves);
            moves.pop();
        }
    }
}

/// A player, the hand dealt, the bids and the cards played.
type Infoset = (usize, Vec<Card>, Vec<u8>, Vec<Card>);

#[derive(Default)]
struct Plain {
    histories: usize,
    ends: usize,
    infosets: HashSet<Infoset>,
}

impl Plain {
    fn walk(&mut self, dealt: &[Vec<Card>; 2], game: &Game, played: &mut Vec<Card>) {
        self.histories += 1;
        if game.over() {
            self.ends += 1;
            return;
        }
        let seen = (game.mover, dealt[game.mover].clone(), game.bids.to_vec(), played.clone());
        self.infosets.insert(seen);
        for card in game.choices() {
            played.push(card);
            self.walk(dealt, &game.after(card), played);
            played.pop();
        }
    }

    fn bid(&mut self, dealt: &[Vec<Card>; 2], most: u8) {
        self.histories += 1;
        for (player, hand) in dealt.iter().enumerate() {
            let seen = (player, hand.clone(), Vec::new(), Vec::new());
            self.infosets.insert(seen);
        }
        for zero in 1..=most {
            self.histories += 1;
            for one in 1..=most {
                let game = Game { hands: dealt.clone(), bids: [zero, one], tricks: [0; 2], mover: 0, table: None };
                self.walk(dealt, &game, &mut Vec::new());
            }
        }
    }
}

fn count(suits: u8, ranks: u8, hand_size: u8) -> Count {
    let game = SkullWhist::new(suits, ranks, hand_size).unwrap();
    let mut ours = Crate::default();
    let mut deals = HashSet::new();
    for deal in Deal::all(game) {
        assert!(deals.insert(deal), "{deal:?} comes twice");
        ours.walk(&deal, &State::new(&deal), &mut Vec::new());
    }
    let mut theirs = Plain::default();
    let mut their_deals = 0;
    let size = usize::from(hand_size);
    for (zero, left) in reference::hands(&reference::pack(usize::from(suits), ranks), size) {
        for (one, _) in reference::hands(&left, size) {
            their_deals += 1;
            theirs.bid(&[zero.clone(), one], hand_size);
        }
    }
    let ours = [deals.len(), 1 + ours.histories, ours.ends, ours.infosets.len()];
    let theirs = [their_deals, 1 + theirs.histories, theirs.ends, theirs.infosets.len()];
    assert_eq!(ours, theirs, "{game}");
    ours
}

#[test]
fn one_card_each_counted_by_hand() {
    // Two deals; root, deal, two bids of 1, two cards. Everybody knows everything: of each deal four information sets.
    assert_eq!(count(1, 2, 1), [2, 1 + 2 * 5, 2, 8]);
    // Of three cards one is out: 6 deals. The leader knows 3 hands, at the bid and at the lead; the
    // other knows 3 at the bid, and each with two leads.
    assert_eq!(count(1, 3, 1), [6, 1 + 6 * 5, 6, 3 + 3 + 3 + 3 * 2]);
}

#[test]
fn two_cards_of_one_suit_counted_by_hand() {
    // 6 deals; 2 bids, 4 pairs of bids; then 2 leads, 2 answers, 1 and 1.
    // Information sets: 6 hands bid at each seat. Below 4 pairs of bids and 6 hands: 1 first lead; 2
    // leads to answer; 4 ways that first round may go, after each of which both are to act once.
    let below = 1 + 2 + 4 + 4;
    assert_eq!(count(1, 4, 2), [6, 1 + 6 * (1 + 2 + 4 + 4 * (2 + 4 + 4 + 4)), 6 * 4 * 4, 2 * 6 + 4 * 6 * below]);
}

// From here on, the numbers are those on which both implementations agree.

#[test]
fn small_members() {
    let members = [(2, 2, 2), (2, 3, 2), (3, 2, 2), (4, 2, 2), (2, 3, 3)];
    let counted = members.map(|(suits, ranks, hand_size)| count(suits, ranks, hand_size));
    let known = [
        [6, 283, 64, 212],
        [90, 4375, 1008, 1746],
        [90, 4807, 1152, 1930],
        [420, 23581, 5760, 7896],
        [20, 11007, 2592, 8374],
    ];
    assert_eq!(counted, known);
}
