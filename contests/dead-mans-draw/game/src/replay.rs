//! A recorded match, event by event.

use cardsharp_player::Player;

use super::rules::{Card, CardSet, Change, Delta, State};
use super::wire::{Event, EventMessage};
use cardsharp_game::{Frame, Pile, Replay, SeatFrame, ShownCard};

/// The table while a record is read.
#[derive(Default)]
struct Shown {
    turn: usize,
    banks: [CardSet; 2],
    /// The banks at the beginning of the turn.
    before: [CardSet; 2],
    area: Vec<Card>,
}

/// The frames of a record.
pub fn replay(events: &[EventMessage]) -> Replay {
    frames(Shown::default(), events)
}

/// The frames of the events of a match that began in this position.
pub fn replay_from(start: &State, events: &[EventMessage]) -> Replay {
    let banks = Player::BOTH.map(|player| start.bank(player).cards());
    let shown = Shown { turn: 0, banks, before: banks, area: start.area().to_vec() };
    frames(shown, events)
}

fn frames(mut shown: Shown, events: &[EventMessage]) -> Replay {
    let mut frame = |EventMessage { event, player }: &EventMessage| {
        let caption = shown.apply(event, *player)?;
        let after = shown.frame(caption, *player);
        if matches!(event, Event::TurnEnded { .. }) {
            shown.area.clear();
        }
        Some(after)
    };
    Replay { frames: events.iter().filter_map(&mut frame).collect() }
}

impl Shown {
    /// Changes the table, and says what happened; `None` for an event that changes nothing.
    fn apply(&mut self, event: &Event, player: Option<Player>) -> Option<String> {
        let who = player.map_or("Nobody", seat);
        Some(match event {
            Event::MatchStarted { .. } => "The match begins".to_owned(),
            Event::TurnStarted { .. } => {
                self.turn += 1;
                format!("{who} begins a turn")
            }
            Event::Draw { card } => format!("{who} draws {card}"),
            Event::CardPlacedToPlayArea { card } => {
                self.area.push(*card);
                format!("{card} comes into the play area")
            }
            Event::CardPlayedEffect { effect } => {
                format!("Its effect: {}", effect.effect_type)
            }
            Event::ResponseToEffect { effect, card } => match card {
                Some(card) => format!("{who} chooses {card} for the {}", effect),
                None => format!("{who} only looks, by the {}", effect),
            },
            Event::CardRemovedFromBank { card, bank } => {
                let left = &mut self.banks[bank.index()];
                *left = left.without(*card);
                format!("{card} leaves the bank of {}", seat(*bank).to_lowercase())
            }
            Event::TurnEnded { successful, delta, .. } => {
                for (bank, Change { added, removed }) in self.before.iter_mut().zip(Delta::from(delta).banks) {
                    *bank = bank.union(added).minus(removed);
                }
                self.banks = self.before;
                if *successful {
                    format!("{who} banks the play area")
                } else {
                    format!("{who} busts: the play area is lost")
                }
            }
            Event::MatchEnded { scores: [one, other], winner, .. } => match winner {
                Some(winner) => format!("{} wins, {one} to {other}", seat(*winner)),
                None => format!("Nobody wins, {one} to {other}"),
            },
            Event::Comment { comment } => comment.clone(),
            Event::Unknown => return None,
        })
    }

    fn frame(&self, caption: String, actor: Option<Player>) -> Frame {
        let seats = Player::BOTH.map(|player| {
            let bank = self.banks[player.index()];
            SeatFrame {
                hand: bank.iter().map(ShownCard::plain).collect(),
                open: true,
                played: Vec::new(),
                facts: vec![("bank".to_owned(), format!("{} points", bank.score()))],
                acted: actor == Some(player),
            }
        });
        Frame {
            part: format!("turn {}", self.turn),
            caption,
            seats: seats.into(),
            piles: vec![Pile { name: "play area".to_owned(), cards: self.area.iter().map(ShownCard::plain).collect() }],
        }
    }
}

fn seat(player: Player) -> &'static str {
    ["The first seat", "The second seat"][player.index()]
}
