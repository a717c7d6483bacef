//! Observations have no hidden cards: games that differ in hidden cards alone show the same.

use std::time::Duration;

use cardsharp::contests::{challenge, dead_mans_draw, skullwhist, tricky_eights};
use cardsharp_solvers::game::Player;
use rand::seq::{IteratorRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;

fn random(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

fn json(seen: impl serde::Serialize) -> Value {
    serde_json::to_value(seen).unwrap()
}

/// Two games in which the opponent holds other cards show the player the same, as long as the opponent makes the same
/// moves in both.
#[test]
fn challenge_shows_no_card_of_the_opponent_or_the_shoe() {
    use challenge::observation::{Observation, Seen};
    use challenge::rules::{Cards, Due, Game, Move, Params, Shoe};

    let mut compared = 0;
    for seed in 0..400 {
        let mut rng = random(seed);
        let own = Player::new((seed % 2) as u8);
        let ranks = || Params::CONTEST.all_ranks();
        let mut hand = || -> Cards { (0..5).filter_map(|_| ranks().choose(&mut rng)).collect() };
        let (mine, one, other) = (hand(), hand(), hand());
        let games = [one, other].map(|theirs| {
            let deal = match own {
                Player::ZERO => [mine, theirs],
                _ => [theirs, mine],
            };
            // The cards below the first deal differ too.
            let below = u64::from(theirs == one);
            let shoe = Shoe::stacked(Params::CONTEST, &[deal], below).unwrap();
            Game::new(Params::CONTEST, shoe)
        });
        let mut games = games;
        loop {
            let seen = games.each_ref().map(|game| Observation::of(game, Duration::ZERO));
            let [Some(one), Some(other)] = seen else {
                break;
            };
            if games[0].hand_id() > 1 {
                break;
            }
            let chosen = if games[0].to_move() == Some(own) {
                assert_eq!(json(Seen::from(&one)), json(Seen::from(&other)));
                compared += 1;
                one.legal_moves().choose(&mut rng).unwrap()
            } else {
                // A move that the opponent can make with either hand.
                let both = one.legal_moves().filter(|&one| other.allows(one));
                match both.choose(&mut rng) {
                    Some(chosen) => chosen,
                    None => break,
                }
            };
            // An answer that ends the hand ends the comparison, since the next deal differs.
            if one.due == Due::Answer && chosen == Move::Reject {
                break;
            }
            games.iter_mut().for_each(|game| {
                game.apply(chosen).unwrap();
            });
        }
    }
    assert!(compared > 600, "{compared}");
}

#[test]
fn skullwhist_shows_no_card_of_the_opponent_and_no_bid_before_the_own() {
    use skullwhist::observation::{DueKind, Observation, Seen};
    use skullwhist::rules::{Cards, Deal, SkullWhist, State, Turn};

    let game = SkullWhist::CONTEST;
    let mut compared = 0;
    for seed in 0..200 {
        let mut rng = random(seed);
        let own = Player::new((seed % 2) as u8);
        let deal = Deal::random(game, &mut rng);
        let mine = deal.hands()[own.index()];
        let one = deal.hands()[own.opponent().index()];
        // Half of the opponent's cards are exchanged for cards that were not dealt.
        let kept: Cards = one.into_iter().choose_multiple(&mut rng, 7).into_iter().collect();
        let rest = game.pack().minus(mine).minus(one).into_iter();
        let other = kept.union(rest.choose_multiple(&mut rng, 6).into_iter().collect());
        let state = |theirs: Cards| {
            let hands = match own {
                Player::ZERO => [mine, theirs],
                _ => [theirs, mine],
            };
            State::new(&Deal::new(game, hands).unwrap())
        };
        let mut states = [state(one), state(other)];
        let mut rounds = [Vec::new(), Vec::new()];
        // The bids of the opponents differ, and are not shown before the own bid.
        states[0].bid(own.opponent(), 3).unwrap();
        states[1].bid(own.opponent(), 9).unwrap();
        let look = |states: &[State; 2], rounds: &[Vec<_>; 2], due| {
            let seen = [0, 1].map(|at| Observation::of(&states[at], own, &rounds[at]));
            json(Seen::of(&seen[0], due)) == json(Seen::of(&seen[1], due))
        };
        assert!(look(&states, &rounds, DueKind::Bid));
        let mut states = [state(one), state(other)];
        for state in &mut states {
            state.bid(own.opponent(), 4).unwrap();
            state.bid(own, 5).unwrap();
        }
        while let Turn::Play(player) = states[0].turn() {
            let cards = if player == own {
                assert!(look(&states, &rounds, DueKind::Card));
                compared += 1;
                states[0].playable()
            } else {
                states[0].playable().intersection(states[1].playable())
            };
            let Some(card) = cards.into_iter().choose(&mut rng) else {
                break;
            };
            for (state, rounds) in states.iter_mut().zip(&mut rounds) {
                rounds.extend(state.play(player, card).unwrap().trick);
            }
        }
    }
    assert!(compared > 400, "{compared}");
}

#[test]
fn tricky_eights_shows_no_card_of_the_other_hands() {
    use tricky_eights::observation::{Observation, Seen};
    use tricky_eights::rules::{CardSet, Deal, Params, Round};

    let mut compared = 0;
    for seed in 0..200 {
        let mut rng = random(seed);
        let own = Player::new((seed % 4) as u8);
        let deal = tricky_eights::deal_of(seed, 0);
        // The cards of the other three are dealt among them again.
        let others = deal.hands().iter().zip(0..).filter(|(_, seat)| *seat != own.index());
        let mut cards: Vec<_> = others.flat_map(|(hand, _)| hand.iter()).collect();
        cards.shuffle(&mut rng);
        let mut hands: Vec<CardSet> = cards.chunks(10).map(|ten| ten.iter().copied().collect()).collect();
        hands.insert(own.index(), deal.hands()[own.index()]);
        let again = Deal::new(Params::CONTEST, &hands, deal.pool()).unwrap();
        let dealer = Player::new(rng.random_range(0..4));
        let mut rounds = [&deal, &again].map(|deal| Round::new(deal, dealer));
        while let Some(seat) = rounds[0].to_act() {
            let cards = if seat == own {
                let seen = rounds.each_ref().map(|round| json(Seen::from(&Observation::of(round, own, &[1, 2, 3, 4]))));
                assert_eq!(seen[0], seen[1]);
                compared += 1;
                rounds[0].legal()
            } else {
                rounds[0].legal().intersection(rounds[1].legal())
            };
            let Some(card) = cards.iter().choose(&mut rng) else {
                break;
            };
            rounds.iter_mut().for_each(|round| drop(round.apply(card).unwrap()));
        }
    }
    assert!(compared > 600, "{compared}");
}

/// Chance decides the order of the pile when a card is drawn or shown, so that no order is there to be seen. A pile that
/// was laid out beforehand shows no card but the one that an oracle has shown.
#[test]
fn dead_mans_draw_shows_no_order_of_the_pile() {
    use dead_mans_draw::observation::Seen;
    use dead_mans_draw::rules::{Action, Dice, Pending, RecordedEvent, Rules, Setup, State};

    let (mut compared, mut shown) = (0, 0);
    for seed in 0..200 {
        let mut chance = Dice(random(seed));
        let mut events: Vec<RecordedEvent> = Vec::new();
        let setup = Setup { starter: Some(Player::ZERO), ..Setup::default() };
        let mut state = State::start(&Rules::ARENA, &setup, &mut chance, &mut events).unwrap();
        let mut rng = random(seed + 1000);
        while let Some(player) = state.to_move() {
            let seen = json(Seen::of(&state, player));
            match state.pending() {
                Some(Pending::Oracle { next, .. }) => {
                    assert_eq!(seen["next"], next.to_string());
                    shown += 1;
                }
                _ => assert!(seen["next"].is_null() || shown > 0),
            }
            // The pile is all that lies nowhere else.
            let pile = seen["pile"].as_array().unwrap();
            let place = |list: &Value| list.as_array().unwrap().len();
            let held = if seen["due"] == "map" { place(&seen["offer"]) } else { 0 };
            let elsewhere = place(&seen["own"]["bank"])
                + place(&seen["theirs"]["bank"])
                + place(&seen["area"])
                + place(&seen["discards"]);
            assert_eq!(pile.len() + elsewhere + held, 60);
            compared += 1;
            let actions = state.choices();
            let usual = actions.iter().find(|&&action| action == Action::Draw);
            let any = actions.iter().choose(&mut rng);
            let action = *usual.filter(|_| rng.random_bool(0.7)).or(any).unwrap();
            state.apply(action, &mut chance, &mut events).unwrap();
        }
    }
    assert!(compared > 5000 && shown > 100, "{compared} {shown}");
}
