//! The records of random games: event for event those of a referee that shares no code with the
//! crate, and enough to play the game again.

use crate::random_play::{deal_of, dealt_last, list, styles};
use crate::reference::{Act, Challenged, Position};
use cardsharp_challenge_game::rules::{Cards, Event, Game, Move, MoveRecord, Rank, Shoe};
use cardsharp_solvers::game::Player;
use proptest::prelude::*;
use serde_json::{Value, json};

/// A game by the contest's document, which receives only the deals.
struct Referee {
    hand: Position,
    hand_leader: usize,
    points: [u32; 2],
    hands: u32,
    winner: Option<usize>,
    record: Vec<Value>,
}

impl Referee {
    fn start(deal: [Vec<u8>; 2]) -> Referee {
        let mut referee = Referee {
            hand: Position::dealt([vec![], vec![]], 0),
            hand_leader: 0,
            points: [0, 0],
            hands: 0,
            winner: None,
            record: Vec::new(),
        };
        referee.deal(deal);
        referee
    }

    fn deal(&mut self, deal: [Vec<u8>; 2]) {
        self.hands += 1;
        self.record.push(json!({"type": "new_hand", "player0_hand": deal[0],
            "player1_hand": deal[1], "next_player": self.hand_leader}));
        self.hand = Position::dealt(deal, self.hand_leader);
    }

    fn act(&mut self, act: Act) {
        let player = self.hand.asked().unwrap();
        let made = match act {
            Act::Card(card) => json!({"type": "play_card", "card": card}),
            Act::Offer => json!({"type": "offer_challenge"}),
            Act::Accept => json!({"type": "accept_challenge"}),
            Act::Reject => json!({"type": "reject_challenge"}),
            Act::Fail => json!({"type": "illegal_move", "reason": "asleep"}),
        };
        self.record.push(json!({"type": "player_move", "moving_player": player, "move": made}));
        self.hand = self.hand.after(act);
        if let Some([zero, one]) = self.hand.just_removed {
            self.record.push(json!({"type": "penalty_result", "penalized_player": player,
                "player0_removed_card": zero, "player1_removed_card": one}));
        }
        if let Some(winner) = self.hand.trick_just_over {
            let mut over = json!({"type": "trick_over", "player0_tricks": self.hand.tricks[0],
                "player1_tricks": self.hand.tricks[1]});
            if let Some(winner) = winner {
                over["won_by"] = json!(winner);
            }
            self.record.push(over);
        }
        if self.hand.ending.is_some() {
            self.score();
        }
    }

    fn score(&mut self) {
        let ending = self.hand.ending.unwrap();
        if let Some(winner) = ending.winner {
            self.points[winner] += 1;
            self.hand_leader = winner;
            if ending.takes_game || self.points[winner] == 10 {
                self.winner = Some(winner);
            }
        }
        let score = json!({"player0_score": self.points[0], "player1_score": self.points[1]});
        let mut push = |kind: &str| {
            let mut entry = score.clone();
            entry["type"] = json!(kind);
            self.record.push(entry);
        };
        if !ending.takes_game {
            push("new_hand_score");
        }
        if let Some(winner) = self.winner {
            push("final_game_result");
            self.record.last_mut().unwrap()["winner"] = json!(winner);
        }
    }
}

fn as_act(chosen: Option<Move>) -> Act {
    match chosen {
        Some(Move::Play(rank)) => Act::Card(rank.value()),
        Some(Move::Offer) => Act::Offer,
        Some(Move::Accept) => Act::Accept,
        Some(Move::Reject) => Act::Reject,
        None => Act::Fail,
    }
}

/// The game agrees with the referee in every respect.
fn agree(game: &Game, referee: &Referee) -> Result<(), TestCaseError> {
    prop_assert_eq!(game.winner().map(Player::index), referee.winner);
    prop_assert_eq!(game.hand_id(), referee.hands);
    let hand = &referee.hand;
    let asked = if referee.winner.is_none() { hand.asked() } else { None };
    prop_assert_eq!(game.to_move().map(Player::index), asked);
    let legal: Vec<Act> = game.hand().legal_moves().map(|m| as_act(Some(m))).collect();
    prop_assert_eq!(legal, hand.legal());
    prop_assert_eq!(game.hand().table().map(Rank::value), hand.field.first().copied());
    for player in [Player::ZERO, Player::ONE] {
        let mut held = hand.hands[player.index()].clone();
        held.sort();
        held.reverse();
        prop_assert_eq!(list(game.hand().cards(player)), held);
        let tricks = hand.tricks[player.index()];
        prop_assert_eq!(usize::from(game.hand().tricks(player)), tricks);
        prop_assert_eq!(u32::from(game.points(player)), referee.points[player.index()]);
    }
    if asked.is_some() {
        prop_assert_eq!(game.hand().lead().index(), hand.lead);
        prop_assert_eq!(game.hand_lead().index(), referee.hand_leader);
        let open = hand.challenge == Challenged::No;
        prop_assert_eq!(game.hand().can_challenge(), open);
    }
    Ok(())
}

/// Makes the moves of a record.
fn repeat(game: &mut Game, record: &[Event]) {
    for event in record {
        let Event::PlayerMove { r#move, .. } = event else {
            continue;
        };
        let step = match r#move {
            MoveRecord::PlayCard { card } => game.apply(Move::Play(*card)),
            MoveRecord::OfferChallenge => game.apply(Move::Offer),
            MoveRecord::AcceptChallenge => game.apply(Move::Accept),
            MoveRecord::RejectChallenge => game.apply(Move::Reject),
            MoveRecord::IllegalMove { reason } => game.penalize(reason),
        };
        step.unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn every_record_is_the_referees(style in styles()) {
        let mut referee = Referee::start(dealt_last(&style.start()).map(list));
        agree(&style.start(), &referee)?;
        let game = style.play(|_, chosen, _, after| {
            referee.act(as_act(chosen));
            if referee.hand.ending.is_some() && referee.winner.is_none() {
                referee.deal(dealt_last(after).map(list));
            }
            agree(after, &referee)
        })?;
        let record = serde_json::to_value(game.events()).unwrap();
        prop_assert_eq!(record, Value::Array(referee.record));
    }

    #[test]
    fn records_replay_to_the_same_game(style in styles()) {
        let game = style.play(|_, _, _, _| Ok(()))?;
        let written = serde_json::to_string(game.events()).unwrap();
        let record: Vec<Event> = serde_json::from_str(&written).unwrap();
        prop_assert_eq!(&record[..], game.events());
        let mut again = style.start();
        repeat(&mut again, &record);
        prop_assert_eq!(&again, &game);

        // From the deals alone, as far as the first shoe goes.
        let deals: Vec<[Cards; 2]> = record.iter().filter_map(deal_of).collect();
        let per_shoe = style.rules.shoe_size() / (2 * usize::from(style.rules.hand_size()));
        let first_shoe = &deals[..deals.len().min(per_shoe)];
        let shoe = Shoe::stacked(style.rules, first_shoe, 0).unwrap();
        let mut stacked = Game::new(style.rules, shoe);
        let shuffle = record
            .iter()
            .enumerate()
            .filter(|(_, event)| deal_of(event).is_some())
            .nth(per_shoe)
            .map_or(record.len(), |(index, _)| index);
        repeat(&mut stacked, &record[..shuffle]);
        prop_assert_eq!(&stacked.events()[..shuffle], &record[..shuffle]);
    }
}
