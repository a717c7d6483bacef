//! A hand that is over, as one player saw it.

use cardsharp_player::Player;

use super::TrickSeen;
use super::memory::gone_before;
use crate::rules::{Cards, Event, Game, Move, MoveRecord, POINTS_TO_WIN, Rank};

/// A hand that is over, as one player saw it: the own cards, and all public actions. The opponent's
/// cards are known as far as they were played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandSeen {
    /// Own points before the hand.
    pub own_points: u8,
    /// The opponent's points before the hand.
    pub their_points: u8,
    /// True if this player led the first trick.
    pub led: bool,
    /// The own cards at the deal.
    pub dealt: Cards,
    /// Cards known to have left the shoe in earlier hands, as [`super::Observation::gone`].
    pub gone: Cards,
    /// The public actions, oldest first.
    pub actions: Vec<SeenAction>,
}

/// A public action of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenAction {
    /// True if this player made it.
    pub own: bool,
    /// The action.
    pub action: Move,
}

/// The challenge of a hand, if one was offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offered {
    /// The number of tricks over at the offer.
    pub tricks_over: u8,
    /// True if a card was on the table.
    pub card_on_table: bool,
    /// The answer.
    pub accepted: bool,
}

/// The plays of a hand by trick, from which its actions follow.
#[derive(Clone, Copy, Debug)]
pub struct Plays<'a> {
    /// True if this player led the first trick.
    pub led: bool,
    /// The tricks that are over.
    pub tricks: &'a [TrickSeen],
    /// The card of a trick that a rejection ended, and true if it was the own one.
    pub table: Option<(Rank, bool)>,
    /// The challenge, if there was one.
    pub offered: Option<Offered>,
}

impl Plays<'_> {
    /// The actions in order. `None` if a card is unknown, as after a penalty or a gap in memory.
    pub fn actions(&self) -> Option<Vec<SeenAction>> {
        let mut actions = Vec::new();
        let mut leads = self.led;
        for (over, trick) in self.tricks.iter().enumerate() {
            let (own, theirs) = (trick.own?, trick.theirs?);
            leads = trick.led;
            let cards = [(leads, if leads { own } else { theirs }), (!leads, if leads { theirs } else { own })];
            for (index, (by_own, card)) in cards.into_iter().enumerate() {
                self.challenge(over, index == 1, by_own, &mut actions);
                actions.push(SeenAction { own: by_own, action: Move::Play(card) });
            }
            leads = match own.cmp(&theirs) {
                std::cmp::Ordering::Equal => leads,
                order => order == std::cmp::Ordering::Greater,
            };
        }
        let over = self.tricks.len();
        self.challenge(over, false, leads, &mut actions);
        if let Some((card, own)) = self.table {
            actions.push(SeenAction { own, action: Move::Play(card) });
            self.challenge(over, true, !own, &mut actions);
        }
        Some(actions)
    }

    /// Adds the challenge if it was offered here. `by_own` is true if this player was to move.
    fn challenge(&self, over: usize, card_on_table: bool, by_own: bool, actions: &mut Vec<SeenAction>) {
        let here =
            |offered: &Offered| usize::from(offered.tricks_over) == over && offered.card_on_table == card_on_table;
        let Some(offered) = self.offered.filter(here) else {
            return;
        };
        let answer = if offered.accepted { Move::Accept } else { Move::Reject };
        actions.push(SeenAction { own: by_own, action: Move::Offer });
        actions.push(SeenAction { own: !by_own, action: answer });
    }
}

impl HandSeen {
    /// The hand of `game` that ended last, as `player` saw it. `None` if no hand is over, or if a
    /// penalty was taken in it: what was played is then not known to both.
    pub fn last_of(game: &Game, player: Player) -> Option<HandSeen> {
        let events = game.events();
        let is_deal = |event: &Event| matches!(event, Event::NewHand { .. });
        // While a game goes on, the deal of the next hand follows the end of the last one.
        let since_shuffle = game.hands_since_shuffle() as usize;
        let (before, hands) = match game.winner() {
            Some(_) => (events.len(), since_shuffle),
            None => {
                let rules = game.rules();
                let per_shoe = rules.shoe_size() / (2 * usize::from(rules.hand_size()));
                let earlier = since_shuffle.checked_sub(1).unwrap_or(per_shoe - 1);
                (events.iter().rposition(is_deal)?, earlier)
            }
        };
        let deal = events[..before].iter().rposition(is_deal)?;
        let Event::NewHand { player0_hand, player1_hand, next_player } = &events[deal] else {
            return None;
        };
        let mut actions = Vec::new();
        for event in &events[deal + 1..before] {
            if let Event::PlayerMove { moving_player, r#move } = event {
                actions.push(SeenAction { own: *moving_player == player, action: legal(r#move)? });
            }
        }
        let [own_points, their_points] = points_before(&events[..deal], player);
        Some(HandSeen {
            own_points,
            their_points,
            led: *next_player == player,
            dealt: [*player0_hand, *player1_hand][player.index()],
            gone: gone_before(game, deal, hands, player),
            actions,
        })
    }

    /// The result: 1 won, 0 tied, -1 lost.
    pub fn result(&self) -> i8 {
        let mut led: Option<(bool, Rank)> = None;
        let mut ahead: i8 = 0;
        for seen in &self.actions {
            match (seen.action, led) {
                (Move::Reject, _) => return if seen.own { -1 } else { 1 },
                (Move::Play(card), None) => led = Some((seen.own, card)),
                (Move::Play(card), Some((by_own, first))) => {
                    let (own, theirs) = if by_own { (first, card) } else { (card, first) };
                    ahead += i8::from(own > theirs) - i8::from(own < theirs);
                    led = None;
                }
                _ => {}
            }
        }
        ahead.signum()
    }

    /// The winner of the game, if the hand ended it: true for this player.
    pub fn game_won(&self) -> Option<bool> {
        let result = self.result();
        let points = if result > 0 { self.own_points } else { self.their_points };
        let over = self.is_staked() || points + 1 >= POINTS_TO_WIN;
        (over && result != 0).then_some(result > 0)
    }

    /// True if a challenge was accepted.
    pub fn is_staked(&self) -> bool {
        self.actions.iter().any(|seen| seen.action == Move::Accept)
    }
}

fn legal(made: &MoveRecord) -> Option<Move> {
    Some(match made {
        MoveRecord::PlayCard { card } => Move::Play(*card),
        MoveRecord::OfferChallenge => Move::Offer,
        MoveRecord::AcceptChallenge => Move::Accept,
        MoveRecord::RejectChallenge => Move::Reject,
        MoveRecord::IllegalMove { .. } => return None,
    })
}

fn points_before(events: &[Event], player: Player) -> [u8; 2] {
    let scores = events.iter().rev().find_map(|event| match event {
        Event::NewHandScore { player0_score, player1_score } => Some([*player0_score, *player1_score]),
        _ => None,
    });
    let [zero, one] = scores.unwrap_or_default();
    match player {
        Player::ZERO => [zero, one],
        _ => [one, zero],
    }
}
