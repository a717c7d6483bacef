//! The shoe: its deals, its shuffles, and stacked shoes.

use cardsharp_challenge_game::rules::{BadStack, Cards, Params, Rank, Shoe};

fn rank(value: u8) -> Rank {
    Rank::new(value).unwrap()
}

fn cards(values: &[u8]) -> Cards {
    values.iter().copied().map(rank).collect()
}

fn list(cards: Cards) -> Vec<u8> {
    cards.descending().map(Rank::value).collect()
}

#[test]
fn shoes_deal_by_weight() {
    // Two ranks, two copies, one card each: 12 deals, 1-1 and 2-2 two ways each, 1-2 and 2-1 four.
    let rules = Params::new(2, 2, 1).unwrap();
    let mut seen = [[0_i32; 2]; 2];
    for seed in 0..12_000 {
        let [one, other] = Shoe::new(rules, seed).deal().map(|hand| hand.lowest().unwrap());
        seen[one.index()][other.index()] += 1;
    }
    for (one, row) in seen.iter().enumerate() {
        for (other, &count) in row.iter().enumerate() {
            let expected = if one == other { 2000 } else { 4000 };
            // Five standard deviations, sqrt(12000 * 1/3 * 2/3) = 52.
            assert!((count - expected).abs() < 260, "{one}-{other}: {count}");
        }
    }
}

#[test]
fn a_shoe_is_shuffled_after_ten_hands() {
    for seed in 0..20 {
        let mut shoe = Shoe::new(Params::CONTEST, seed);
        for _ in 0..3 {
            let mut counts = [0; 13];
            for _ in 0..10 {
                assert!(!shoe.must_shuffle() || counts == [0; 13]);
                for rank in shoe.deal().into_iter().flat_map(Cards::descending) {
                    counts[rank.index()] += 1;
                }
            }
            // "when 10 hands have been played, and 4 cards are remaining"
            assert!(shoe.must_shuffle());
            assert_eq!(counts.iter().sum::<i32>(), 100);
            assert!(counts.iter().all(|&count| count <= 8), "{counts:?}");
        }
    }
}

#[test]
fn all_cards_come_back_with_a_shuffle() {
    // Hands of two from one deck: 13 deals take all 52 cards, four of each rank, every time.
    let rules = Params::new(13, 4, 2).unwrap();
    let mut shoe = Shoe::new(rules, 1);
    let mut orders = Vec::new();
    for _ in 0..4 {
        let deals: Vec<[Cards; 2]> = (0..13).map(|_| shoe.deal()).collect();
        let all: Vec<u8> = deals.iter().flatten().flat_map(|&hand| list(hand)).collect();
        for rank in 1..=13 {
            assert_eq!(all.iter().filter(|&&card| card == rank).count(), 4);
        }
        assert!(shoe.must_shuffle());
        assert!(!orders.contains(&deals), "the same order again");
        orders.push(deals);
    }
}

#[test]
fn the_cards_left_over_are_shuffled_in() {
    // Three cards, two dealt: the third is left over, and each is so about a third of the time;
    // never dealing the left-over one next would leave it out twice running. 3000 shuffles, five
    // standard deviations of sqrt(3000 * 1/3 * 2/3) = 26.
    let mut shoe = Shoe::new(Params::new(3, 1, 1).unwrap(), 1);
    let left_out = |deal: [Cards; 2]| {
        let dealt: u8 = deal.into_iter().flat_map(list).sum();
        6 - dealt
    };
    let mut same_twice = 0;
    let mut last = 0;
    for _ in 0..3000 {
        let left = left_out(shoe.deal());
        same_twice += i32::from(left == last);
        last = left;
    }
    assert!((same_twice - 1000).abs() < 130, "{same_twice}");
}

#[test]
fn the_same_seed_deals_the_same_game_and_another_does_not() {
    let first = |seed| {
        let mut shoe = Shoe::new(Params::CONTEST, seed);
        (0..25).map(|_| shoe.deal()).collect::<Vec<_>>()
    };
    assert_eq!(first(5), first(5));
    assert_ne!(first(5), first(6));
}

#[test]
fn a_stacked_shoe_deals_what_it_was_given() {
    let deals = [
        [cards(&[12, 9, 8, 8, 1]), cards(&[6, 6, 4, 2, 1])],
        [cards(&[13, 13, 13, 13, 13]), cards(&[13, 13, 13, 1, 1])],
    ];
    let mut shoe = Shoe::stacked(Params::CONTEST, &deals, 7).unwrap();
    assert_eq!([shoe.deal(), shoe.deal()], deals);
    // All eight kings have gone: none turns up before the shuffle.
    for _ in 2..10 {
        assert!(!shoe.must_shuffle());
        assert!(shoe.deal().iter().all(|hand| !hand.contains(rank(13))));
    }
    assert!(shoe.must_shuffle());
}

#[test]
fn below_the_stack_lies_a_fair_shuffle() {
    // 1 and 2 taken from 1 1 2 2 3 3: a 3 comes next half of the time, a 1 and a 2 a quarter each.
    // 4000 shoes, five standard deviations of sqrt(4000 * 1/2 * 1/2) = 32.
    let rules = Params::new(3, 2, 1).unwrap();
    let top = [[cards(&[1]), cards(&[2])]];
    let mut next = [0_i32; 3];
    for seed in 0..4000 {
        let mut shoe = Shoe::stacked(rules, &top, seed).unwrap();
        shoe.deal();
        let [one, _] = shoe.deal();
        next[one.lowest().unwrap().index()] += 1;
    }
    for (count, expected) in next.into_iter().zip([1000, 1000, 2000]) {
        assert!((count - expected).abs() < 160, "{next:?}");
    }
}

#[test]
fn a_shoe_cannot_be_stacked_with_cards_it_does_not_hold() {
    let stack = |deals: &[[Cards; 2]]| Shoe::stacked(Params::CONTEST, deals, 7).map(|_| ());
    let kings = cards(&[13; 5]);
    let low = cards(&[1, 2, 3, 4, 5]);
    assert_eq!(stack(&[[kings, low]]), Ok(()));
    assert_eq!(stack(&[[kings, kings]]), Err(BadStack::NotInShoe(rank(13))));
    assert_eq!(stack(&[[kings, low], [low, kings]]), Err(BadStack::NotInShoe(rank(13))));
    let ace = cards(&[14, 1, 1, 1, 1]);
    assert_eq!(stack(&[[ace, low]]), Err(BadStack::NotInShoe(rank(14))));
    let four = BadStack::HandSize { cards: 4, hand_size: 5 };
    assert_eq!(stack(&[[cards(&[1; 4]), low]]), Err(four));
}
