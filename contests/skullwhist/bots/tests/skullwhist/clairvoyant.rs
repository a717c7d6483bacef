//! The possible gain against an agent whose choices follow from its observation. A clairvoyant player,
//! who sees both hands and knows the agent's choices, finds the play that takes most tricks. No
//! player can do better, and a player who sees only one hand cannot do as well.

use std::cmp::Ordering;
use std::collections::HashMap;

use cardsharp_game::{AgentSpec, derive_seed};
use cardsharp_skullwhist_bots::SkullWhistGame;
use cardsharp_skullwhist_bots::agents::{Agent, Factory};
use cardsharp_skullwhist_game::observation::Observation;
use cardsharp_skullwhist_game::rules::{Deal, MISSING_BID, Move, SkullWhist, State, Suit, Trick, score};
use cardsharp_solvers::game::Player;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The state that matters to the agent between two rounds: the hands, the leader, and the suits
/// that the clairvoyant has shown to be without.
type Key = ([u64; 2], Player, [bool; 4]);

/// The best play against an agent.
struct Clairvoyant<'a> {
    seat: Player,
    agent: &'a mut dyn Agent<SkullWhistGame>,
    /// The values that were computed, if they are stored.
    known: Option<HashMap<Key, u8>>,
}

impl Clairvoyant<'_> {
    /// The most tricks that can still be taken.
    fn most(&mut self, state: &State, rounds: &[Trick]) -> u8 {
        let Some(player) = state.to_play() else {
            return 0;
        };
        let key = self.key(state, player, rounds);
        let known = self.known.as_ref().zip(key.as_ref());
        if let Some(&tricks) = known.and_then(|(known, key)| known.get(key)) {
            return tricks;
        }
        let cards = if player == self.seat {
            state.playable().into_iter().collect()
        } else {
            let mut observation = Observation::of(state, player, rounds);
            // There are positions without bids here.
            observation.bids[0].get_or_insert(MISSING_BID);
            match self.agent.choose(&observation) {
                Move::Play(card) => vec![card],
                Move::Bid(bid) => panic!("a bid of {bid} instead of a card"),
            }
        };
        let mut most = 0;
        for card in cards {
            let mut next = *state;
            let trick = next.play(player, card).unwrap().trick;
            let taken = trick.is_some_and(|trick| trick.winner() == self.seat);
            let rounds: Vec<Trick> = rounds.iter().copied().chain(trick).collect();
            most = most.max(u8::from(taken) + self.most(&next, &rounds));
        }
        if let Some((known, key)) = self.known.as_mut().zip(key) {
            known.insert(key, most);
        }
        most
    }

    fn key(&self, state: &State, leader: Player, rounds: &[Trick]) -> Option<Key> {
        let shown = |suit: Suit| {
            let without = |trick: &Trick| trick.led.suit() == suit && trick.reply.suit() != suit;
            let mut others_leads = rounds.iter().filter(|trick| trick.leader != self.seat);
            others_leads.any(without)
        };
        let hands = [Player::ZERO, Player::ONE].map(|player| state.hand(player).bits());
        state.led().is_none().then(|| (hands, leader, Suit::ALL.map(shown)))
    }
}

/// The result of the clairvoyant in a deal, 1 for a win, with the best bid if the opponent's is known.
fn play(deal: &Deal, seat: Player, agent: &mut dyn Agent<SkullWhistGame>) -> f64 {
    let mut state = State::new(deal);
    let other = seat.opponent();
    agent.start_game();
    let Move::Bid(others_bid) = agent.choose(&Observation::of(&state, other, &[])) else {
        panic!("a card instead of a bid");
    };
    state.bid(other, others_bid).unwrap();
    state.bid(seat, 6).unwrap();
    let mut clairvoyant = Clairvoyant { seat, agent, known: Some(HashMap::new()) };
    let tricks = clairvoyant.most(&state, &[]);
    let others_score = score(others_bid, deal.game().hand_size() - tricks);
    let best_score = (1..=deal.game().hand_size()).map(|bid| score(bid, tricks)).max();
    match best_score.unwrap().cmp(&others_score) {
        Ordering::Greater => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Less => 0.0,
    }
}

/// The share of `games`, every deal played in both seats.
fn share(name: &str, games: u64) -> f64 {
    let factory = Factory::load(&AgentSpec::named(name)).unwrap();
    let mut agent = factory.agent(1);
    let won = (0..games).map(|number| {
        let mut rng = ChaCha8Rng::seed_from_u64(derive_seed(3, number / 2));
        let deal = Deal::random(SkullWhist::CONTEST, &mut rng);
        play(&deal, Player::new((number % 2) as u8), &mut *agent)
    });
    won.sum::<f64>() / games as f64
}

/// The key of a stored position leaves out nothing that the agent's choices depend on.
///
/// Slow: a hundred deals are searched twice.
#[test]
fn what_is_remembered_of_positions_is_what_matters() {
    let game = SkullWhist::new(4, 13, 9).unwrap();
    let mut agent = Factory::load(&AgentSpec::named("expert")).unwrap().agent(1);
    for seed in 0..100 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let state = State::new(&Deal::random(game, &mut rng));
        for seat in [Player::ZERO, Player::ONE] {
            let [found, asked_anew] = [Some(HashMap::new()), None].map(|known| {
                let mut clairvoyant = Clairvoyant { seat, agent: &mut *agent, known };
                clairvoyant.most(&state, &[])
            });
            assert_eq!(found, asked_anew, "seed {seed}");
        }
    }
}

#[test]
fn who_sees_both_hands_and_knows_the_other_does_not_win_every_deal() {
    let share = share("expert", 60);
    assert!((0.6..0.9).contains(&share), "{share}");
}

/// Prints the clairvoyant's results.
#[test]
#[ignore = "a measurement: cargo test --release -p cardsharp-skullwhist-bots --test skullwhist sees_both -- --ignored --nocapture"]
fn what_a_player_wins_who_sees_both_hands() {
    for name in ["high-cards", "expert"] {
        let games = 2000;
        let share = share(name, games);
        let half_width = 1.96 * (share * (1.0 - share) / games as f64).sqrt();
        println!("against {name}: {:.1} ± {:.1} % of {games} games", 100.0 * share, 100.0 * half_width);
    }
}
