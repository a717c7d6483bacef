//! The observation of a player, compared with a second record that is kept from the moves alone.

use std::time::Duration;

use cardsharp_challenge_game::observation::{Observation, TrickSeen};
use cardsharp_challenge_game::rules::{Cards, ChallengeState, Due, Game, Move, Params, Rank, Shoe};
use cardsharp_solvers::game::Player;
use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

const CLOCK: Duration = Duration::from_secs(2);

/// The notes of one player. They use only the part of the game that the player sees.
struct Notes {
    player: Player,
    led_hand: bool,
    leads: bool,
    own_table: Option<Rank>,
    their_table: Option<Rank>,
    tricks: Vec<TrickSeen>,
    accepted_at: Option<(u8, bool)>,
    /// Own cards dealt in this hand.
    dealt: Cards,
    /// Cards the opponent has played for good in this hand.
    finished: Cards,
    /// For each rank, the most of the opponent's cards that were finished or on the table at once.
    shown: Cards,
    gone: Cards,
}

impl Notes {
    fn new(player: Player, game: &Game) -> Notes {
        let leads = game.to_move() == Some(player);
        Notes {
            player,
            led_hand: leads,
            leads,
            own_table: None,
            their_table: None,
            tricks: Vec::new(),
            accepted_at: None,
            dealt: game.hand().cards(player),
            finished: Cards::EMPTY,
            shown: Cards::EMPTY,
            gone: Cards::EMPTY,
        }
    }

    fn next_hand(&mut self, game: &Game) {
        let mut gone = self.gone.union(self.dealt);
        for rank in Params::CONTEST.all_ranks() {
            for _ in 0..self.shown.count(rank) {
                gone = gone.with(rank);
            }
        }
        *self = Notes::new(self.player, game);
        // Ten hands to a shoe.
        if !(game.hand_id() - 1).is_multiple_of(10) {
            self.gone = gone;
        }
    }

    fn see_card(&mut self, mover: Player, rank: Rank) {
        if mover == self.player {
            self.own_table = Some(rank);
        } else {
            self.their_table = Some(rank);
            let now = self.finished.with(rank);
            if now.count(rank) > self.shown.count(rank) {
                self.shown = self.shown.with(rank);
            }
        }
    }

    fn trick_over(&mut self, winner: Option<Player>) {
        let (own, theirs) = (self.own_table.take(), self.their_table.take());
        let complete = own.is_some() && theirs.is_some();
        if let Some(theirs) = theirs.filter(|_| complete) {
            self.finished = self.finished.with(theirs);
        }
        self.tricks.push(TrickSeen {
            own: own.filter(|_| complete),
            theirs: theirs.filter(|_| complete),
            led: self.leads,
        });
        self.leads = winner.map_or(self.leads, |winner| winner == self.player);
    }
}

fn check(observation: &Observation, notes: &Notes, game: &Game) {
    let (player, hand) = (notes.player, game.hand());
    assert_eq!(observation.hand, hand.cards(player));
    assert_eq!(observation.table, notes.own_table.or(notes.their_table));
    assert_eq!(observation.led_hand, Some(notes.led_hand));
    assert_eq!(observation.tricks, notes.tricks);
    assert_eq!(usize::from(observation.tricks_over), notes.tricks.len());
    assert_eq!(observation.accepted_at, notes.accepted_at);
    assert_eq!(observation.gone, notes.gone, "hand {}", game.hand_id());
    assert_eq!(observation.tricks_left(), 5 - observation.tricks_over);
    assert_eq!(observation.own_card_on_table(), notes.own_table.is_some());
    assert_eq!(observation.in_challenge, notes.accepted_at.is_some());
    assert_eq!(observation.is_won(), hand.decided() == Some(player));
    assert_eq!(observation.is_lost(), hand.decided() == Some(player.opponent()));
    let offered = matches!(hand.challenge(), ChallengeState::Offered { .. });
    assert_eq!(observation.due == Due::Answer, offered);
    let legal: Vec<_> = hand.legal_moves().collect();
    assert_eq!(observation.legal_moves().collect::<Vec<_>>(), legal);
    let points = [player, player.opponent()].map(|player| game.points(player));
    assert_eq!([observation.own_points, observation.their_points], points);
}

#[test]
fn what_a_player_is_shown_is_what_there_was_to_see() {
    let (mut penalties_with_card, mut ties, mut reshuffles) = (0, 0, 0);
    for seed in 0..400 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut game = Game::new(Params::CONTEST, Shoe::new(Params::CONTEST, seed));
        let mut notes = [Player::ZERO, Player::ONE].map(|player| Notes::new(player, &game));
        while let Some(observation) = Observation::of(&game, CLOCK) {
            let mover = game.to_move().unwrap();
            check(&observation, &notes[mover.index()], &game);
            // Challenges are made rare, so that games are long enough for the shoe to run out.
            let cards = observation.legal_moves().filter(|chosen| *chosen != Move::Offer);
            let chosen = if rng.random_bool(0.03) && observation.can_challenge {
                Move::Offer
            } else {
                cards.choose(&mut rng).unwrap()
            };
            let answer = observation.due == Due::Answer;
            let step = if rng.random_bool(0.1) {
                penalties_with_card += u32::from(observation.table.is_some() && !answer);
                // A card alone on the table goes back: nobody has played it.
                game.penalize("a test").unwrap()
            } else {
                for notes in &mut notes {
                    match chosen {
                        Move::Play(rank) => notes.see_card(mover, rank),
                        Move::Accept => {
                            notes.accepted_at = Some((observation.tricks_over, observation.table.is_some()));
                        }
                        _ => {}
                    }
                }
                game.apply(chosen).unwrap()
            };
            for notes in &mut notes {
                if let Some(trick) = step.trick {
                    ties += u32::from(trick.winner.is_none());
                    notes.trick_over(trick.winner);
                }
                if step.hand.is_some() && step.winner.is_none() {
                    notes.next_hand(&game);
                }
            }
        }
        reshuffles += u32::from(game.hand_id() > 10);
    }
    assert!(penalties_with_card > 1000 && ties > 1000 && reshuffles > 100);
}
