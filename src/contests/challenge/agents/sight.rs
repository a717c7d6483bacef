//! The information of the player to move.

use std::time::Duration;

use cardsharp_solvers::game::Player;

use crate::contests::challenge::rules::{
    Cards, ChallengeState, Due, Event, Game, Move, MoveRecord, Params, Rank,
};

/// All information of the player to move. Every request has most of it. Earlier tricks and hands
/// are memory: the client keeps them ([`TrickSeen`] may have gaps after a lost connection), and
/// games in this process read them from the record.
#[derive(Clone, Debug, PartialEq)]
pub struct Sight {
    /// The kind of move that is due.
    pub due: Due,
    /// Own cards still in hand.
    pub hand: Cards,
    /// The card on the table. If an answer to a follower's challenge is due, it is one's own.
    pub table: Option<Rank>,
    /// Own tricks in this hand.
    pub own_tricks: u8,
    /// The opponent's tricks in this hand.
    pub their_tricks: u8,
    /// Tricks over in this hand, tied ones included.
    pub tricks_over: u8,
    /// True if a challenge may be offered now.
    pub can_challenge: bool,
    /// True if a challenge was accepted in this hand.
    pub in_challenge: bool,
    /// Own points in this game.
    pub own_points: u8,
    /// The opponent's points in this game.
    pub their_points: u8,
    /// Number of the hand in the game, from 1.
    pub hand_id: u32,
    /// True if this player led the first trick of the hand; unknown after a gap in memory.
    pub led_hand: Option<bool>,
    /// The tricks of this hand that are over, oldest first; shorter than `tricks_over` if memory
    /// has a gap.
    pub tricks: Vec<TrickSeen>,
    /// The time in this hand at which the challenge was accepted: tricks over then, and true if a
    /// card was on the table. None if there was none or it is not known.
    pub accepted_at: Option<(u8, bool)>,
    /// Cards known to have left the shoe in the earlier hands since it was last shuffled: all own
    /// ones, and those the opponent showed. After a penalty of one's own, it may be one card short.
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
    /// True if this player led it.
    pub led: bool,
}

impl Sight {
    /// The information of the player to move in `game`, read from the record; none once the game is
    /// over.
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

    /// Tricks of this hand still to be finished, the one under way included. It counts the player's
    /// cards, with the one on the table if that is the player's own.
    pub fn tricks_left(&self) -> u8 {
        self.hand.len() as u8 + u8::from(self.own_card_on_table())
    }

    /// True if the card on the table is the player's own, which is so when an answer is due.
    pub fn own_card_on_table(&self) -> bool {
        self.due == Due::Answer && self.table.is_some()
    }

    /// True if the player is certain to take most tricks, whatever is played from now on.
    pub fn is_won(&self) -> bool {
        self.own_tricks > self.their_tricks + self.tricks_left()
    }

    /// True if the opponent is certain to take most tricks, whatever is played from now on.
    pub fn is_lost(&self) -> bool {
        self.their_tricks > self.own_tricks + self.tricks_left()
    }

    /// True if the player certainly takes fewer tricks than the opponent, whatever possible hand
    /// the opponent holds and however they play it. [`Sight::is_lost`] uses the tricks alone. This
    /// also uses the own cards and the card on the table, so that the follower knows it in the last
    /// trick.
    pub fn is_certain_loss(&self) -> bool {
        let own_on_table = self.own_card_on_table();
        let led = self.table.filter(|_| !own_on_table);
        let mut own: Vec<Rank> = self.hand.descending().collect();
        own.extend(self.table.filter(|_| own_on_table));
        let unseen = own.len() - usize::from(led.is_some());
        // The lowest possible hand is the best one to play against.
        let mut theirs: Vec<Rank> = self.lowest_unseen().take(unseen).collect();
        theirs.extend(led);
        let ahead = self.own_tricks as i8 - self.their_tricks as i8;
        ahead + best_margin(&mut own, &theirs) < 0
    }

    /// The cards that the opponent may still hold, lowest first. A position typed by a person may
    /// have impossible counts; they leave none of a rank.
    fn lowest_unseen(&self) -> impl Iterator<Item = Rank> {
        let rules = Params::CONTEST;
        let tricks = self.tricks.iter();
        let shown = tricks.flat_map(|trick| [trick.own, trick.theirs]).flatten();
        let shown: Vec<Rank> = shown.chain(self.table).collect();
        rules.all_ranks().flat_map(move |rank| {
            let shown = shown.iter().filter(|&&card| card == rank).count() as u8;
            let seen = shown + self.gone.count(rank) + self.hand.count(rank);
            std::iter::repeat_n(rank, usize::from(rules.copies().saturating_sub(seen)))
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

    /// True if `chosen` is legal here.
    pub fn allows(&self, chosen: Move) -> bool {
        self.legal_moves().any(|legal| legal == chosen)
    }
}

/// The largest lead in tricks that a player can reach with these cards against those, if the
/// opponent helps. Each card of one player is paired with one of the other.
fn best_margin(own: &mut Vec<Rank>, theirs: &[Rank]) -> i8 {
    let Some((&card, others)) = theirs.split_first() else {
        return 0;
    };
    let mut best = i8::MIN;
    for place in 0..own.len() {
        let set = own.remove(place);
        let won = (set > card) as i8 - (set < card) as i8;
        best = best.max(won + best_margin(own, others));
        own.insert(place, set);
    }
    best
}

struct Memory {
    tricks: Vec<TrickSeen>,
    accepted_at: Option<(u8, bool)>,
}

impl Memory {
    /// The memory of `player` since the deal.
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

/// The cards that `player` has seen leave the shoe in the hands before event `deal`, since the
/// shuffle: all own ones, and those the opponent showed.
fn gone_before(game: &Game, deal: usize, player: Player) -> Cards {
    let earlier = &game.events()[..deal];
    let hands = game.hands_since_shuffle() as usize;
    let deals = earlier
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, event)| matches!(event, Event::NewHand { .. }));
    let Some((shuffled, _)) = deals.take(hands).last() else {
        return Cards::EMPTY;
    };
    let mut gone = Cards::EMPTY;
    let mut shown = Shown::default();
    for event in &earlier[shuffled..] {
        if let Event::NewHand {
            player0_hand,
            player1_hand,
            ..
        } = event
        {
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
            Event::PlayerMove {
                moving_player,
                r#move: MoveRecord::PlayCard { card },
            } if *moving_player == player => {
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
