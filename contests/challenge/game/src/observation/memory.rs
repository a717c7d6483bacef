//! The memory of a player: the plays of this hand, and the cards of earlier hands.

use cardsharp_player::Player;
use serde::Serialize;

use crate::rules::{Cards, Event, Game, MoveRecord, Rank};

/// A trick that is over, as one player saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TrickSeen {
    /// Own card; none if a penalty ended the trick.
    pub own: Option<Rank>,
    /// The opponent's card; none if a penalty ended the trick.
    pub theirs: Option<Rank>,
    /// True if this player led it.
    pub led: bool,
}

/// The memory of a player of the hand under way.
pub(super) struct Memory {
    pub(super) tricks: Vec<TrickSeen>,
    pub(super) accepted_at: Option<(u8, bool)>,
}

impl Memory {
    /// The memory of `player` since the deal.
    pub(super) fn of(since_deal: &[Event], hand_lead: Player, player: Player) -> Memory {
        let mut memory = Memory { tricks: Vec::new(), accepted_at: None };
        let mut lead = hand_lead;
        let mut played: [Option<Rank>; 2] = [None; 2];
        for event in since_deal {
            match event {
                Event::PlayerMove { moving_player, r#move } => match r#move {
                    MoveRecord::PlayCard { card } => played[moving_player.index()] = Some(*card),
                    MoveRecord::AcceptChallenge => {
                        let on_table = played.iter().any(Option::is_some);
                        memory.accepted_at = Some((memory.tricks.len() as u8, on_table));
                    }
                    // A penalty takes a card off the table again.
                    MoveRecord::IllegalMove { .. } => played = [None; 2],
                    _ => {}
                },
                Event::TrickOver { won_by, .. } => {
                    memory.tricks.push(TrickSeen {
                        own: played[player.index()],
                        theirs: played[player.opponent().index()],
                        led: lead == player,
                    });
                    lead = won_by.unwrap_or(lead);
                    played = [None; 2];
                }
                _ => {}
            }
        }
        memory
    }
}

/// The cards that `player` has seen leave the shoe in the `hands` hands before event `deal`: all own
/// ones, and those the opponent showed.
pub(super) fn gone_before(game: &Game, deal: usize, hands: usize, player: Player) -> Cards {
    let earlier = &game.events()[..deal];
    let deals = earlier.iter().enumerate().rev().filter(|(_, event)| matches!(event, Event::NewHand { .. }));
    let Some((shuffled, _)) = deals.take(hands).last() else {
        return Cards::EMPTY;
    };
    let mut gone = Cards::EMPTY;
    let mut shown = Shown::default();
    for event in &earlier[shuffled..] {
        if let Event::NewHand { player0_hand, player1_hand, .. } = event {
            gone = gone.union([*player0_hand, *player1_hand][player.index()]);
            shown = Shown::default();
        }
        if let Some(card) = shown.take_in(event, player.opponent()) {
            gone = gone.with(card);
        }
    }
    gone
}

/// Counts each card that a player shows in a hand once. A card that was led and went back to the
/// hand by the other's penalty may be led once more. The card that the penalty then took is not
/// seen (no message names it). A later card of the same rank therefore counts as the same card.
#[derive(Default)]
struct Shown {
    on_table: Option<Rank>,
    returned: Cards,
}

impl Shown {
    /// The card that `player` shows for the first time with this event, if any.
    fn take_in(&mut self, event: &Event, player: Player) -> Option<Rank> {
        match event {
            Event::PlayerMove { moving_player, r#move: MoveRecord::PlayCard { card } } if *moving_player == player => {
                self.on_table = Some(*card);
                match self.returned.without(*card) {
                    Some(rest) => self.returned = rest,
                    None => return Some(*card),
                }
            }
            Event::PenaltyResult { .. } => {
                if let Some(card) = self.on_table.take() {
                    self.returned = self.returned.with(card);
                }
            }
            Event::TrickOver { .. } => self.on_table = None,
            _ => {}
        }
        None
    }
}
