//! What a player knows when asked for a move.

use std::time::Duration;

use cardsharp_solvers::game::Player;

use crate::contests::challenge::rules::{
    Cards, ChallengeState, Due, Event, Game, Move, MoveRecord, Rank,
};

/// Everything the player to move knows. The wire tells most of it with every request; what has been
/// played in earlier tricks and hands is memory, which the client keeps ([`TrickSeen`] may have
/// gaps after a lost connection) and which in-process games read off the record.
#[derive(Clone, Debug, PartialEq)]
pub struct Sight {
    /// What is asked for.
    pub due: Due,
    /// Own cards still in hand.
    pub hand: Cards,
    /// The card on the table. When an answer is due to a follower's challenge, it is one's own.
    pub table: Option<Rank>,
    /// Own tricks in this hand.
    pub own_tricks: u8,
    /// The opponent's tricks in this hand.
    pub their_tricks: u8,
    /// Tricks over in this hand, tied ones included.
    pub tricks_over: u8,
    /// Whether a challenge may be offered now.
    pub can_challenge: bool,
    /// Whether an accepted challenge is on.
    pub in_challenge: bool,
    /// Own points in this game.
    pub own_points: u8,
    /// The opponent's points in this game.
    pub their_points: u8,
    /// Number of the hand in the game, from 1.
    pub hand_id: u32,
    /// Whether this player led the first trick of the hand; unknown after a gap in memory.
    pub led_hand: Option<bool>,
    /// The tricks of this hand that are over, oldest first; shorter than `tricks_over` if memory
    /// has a gap.
    pub tricks: Vec<TrickSeen>,
    /// When in this hand the challenge was accepted, as tricks over then, and whether a card lay on
    /// the table; none if there was none or it is not known.
    pub accepted_at: Option<(u8, bool)>,
    /// Cards known to have left the shoe in the earlier hands since it was last shuffled.
    pub gone: Cards,
    /// Thinking time left in the game.
    pub remaining: Duration,
}

/// A trick that is over, as one player saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrickSeen {
    /// Own card; none if a penalty ended the trick.
    pub own: Option<Rank>,
    /// The opponent's card; none if a penalty ended the trick.
    pub theirs: Option<Rank>,
    /// Whether this player led it.
    pub led: bool,
}

impl Sight {
    /// What the player to move in `game` knows, read off the record; none once the game is over.
    pub fn of(game: &Game, remaining: Duration) -> Option<Sight> {
        let player = game.to_move()?;
        let hand = game.hand();
        let deal = game
            .events()
            .iter()
            .rposition(|event| matches!(event, Event::NewHand { .. }))?;
        let memory = Memory::of(&game.events()[deal + 1..], game.hand_lead(), player);
        Some(Sight {
            due: hand.due(),
            hand: hand.cards(player),
            table: hand.table(),
            own_tricks: hand.tricks(player),
            their_tricks: hand.tricks(player.opponent()),
            tricks_over: hand.tricks_over(),
            can_challenge: hand.can_challenge(),
            in_challenge: matches!(hand.challenge(), ChallengeState::Accepted { .. }),
            own_points: game.points(player),
            their_points: game.points(player.opponent()),
            hand_id: game.hand_id(),
            led_hand: Some(game.hand_lead() == player),
            tricks: memory.tricks,
            accepted_at: memory.accepted_at,
            gone: gone_before(game, deal, player),
            remaining,
        })
    }

    /// The legal moves: cards from lowest to highest, then the challenge; or accept, reject.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + use<> {
        let card_due = self.due == Due::Card;
        let cards = if card_due { self.hand } else { Cards::EMPTY };
        let answers: &'static [Move] = if card_due {
            &[]
        } else {
            &[Move::Accept, Move::Reject]
        };
        cards
            .distinct()
            .map(Move::Play)
            .chain((card_due && self.can_challenge).then_some(Move::Offer))
            .chain(answers.iter().copied())
    }

    /// Whether `chosen` is legal here.
    pub fn allows(&self, chosen: Move) -> bool {
        self.legal_moves().any(|legal| legal == chosen)
    }
}

struct Memory {
    tricks: Vec<TrickSeen>,
    accepted_at: Option<(u8, bool)>,
}

impl Memory {
    /// What `player` has seen since the deal.
    fn of(since_deal: &[Event], hand_lead: Player, player: Player) -> Memory {
        let mut memory = Memory {
            tricks: Vec::new(),
            accepted_at: None,
        };
        let mut lead = hand_lead;
        let mut played: [Option<Rank>; 2] = [None; 2];
        for event in since_deal {
            match event {
                Event::PlayerMove {
                    moving_player,
                    r#move,
                } => match r#move {
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

/// The cards `player` has seen leave the shoe in the hands before event `deal`, since the shuffle:
/// all own ones, and those the opponent showed.
fn gone_before(game: &Game, deal: usize, player: Player) -> Cards {
    let events = &game.events()[..deal];
    let mut deals_left = game.hands_since_shuffle();
    let begin = events.iter().rposition(|event| {
        deals_left -= u32::from(matches!(event, Event::NewHand { .. }) && deals_left > 0);
        deals_left == 0
    });
    if game.hands_since_shuffle() == 0 {
        return Cards::EMPTY;
    }
    let mut gone = Cards::EMPTY;
    let mut led: Option<Rank> = None;
    // Cards that a penalty put back into the opponent's hand: to see one again is no news.
    let mut put_back = Cards::EMPTY;
    for event in &events[begin.unwrap_or(0)..] {
        match event {
            Event::NewHand {
                player0_hand,
                player1_hand,
                ..
            } => {
                gone = gone.union([*player0_hand, *player1_hand][player.index()]);
                put_back = Cards::EMPTY;
                led = None;
            }
            Event::PlayerMove {
                moving_player,
                r#move: MoveRecord::PlayCard { card },
            } if *moving_player != player => {
                led = Some(*card);
                match put_back.without(*card) {
                    Some(fewer) => put_back = fewer,
                    None => gone = gone.with(*card),
                }
            }
            Event::PenaltyResult { .. } => {
                if let Some(card) = led.take() {
                    put_back = put_back.with(card);
                }
            }
            Event::TrickOver { .. } => led = None,
            _ => {}
        }
    }
    gone
}
