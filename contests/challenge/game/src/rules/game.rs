//! A game: hands until one player has ten points or wins an accepted challenge.

use cardsharp_player::Player;

use super::{Cards, Event, Hand, HandEnd, IllegalMove, Move, MoveRecord, Params, Penalty, Shoe, Step, TrickOver};

/// Points that win a game.
pub const POINTS_TO_WIN: u8 = 10;

/// The result of a move in the game, or of a failure to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameStep {
    /// The player who had to move.
    pub player: Player,
    /// The cards that an illegal move cost.
    pub penalty: Option<Penalty>,
    /// The trick that the move completed.
    pub trick: Option<TrickOver>,
    /// The hand that the move ended. The next hand is dealt already, unless the game is over.
    pub hand: Option<HandEnd>,
    /// The winner of the game, if the move ended it.
    pub winner: Option<Player>,
}

/// A game between player 0, who leads its first hand, and player 1.
///
/// The winner of a hand leads the next one. The contest does not say who leads after a tied hand;
/// here the lead stays where it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: Params,
    shoe: Shoe,
    points: [u8; 2],
    hand: Hand,
    hand_lead: Player,
    hand_id: u32,
    winner: Option<Player>,
    events: Vec<Event>,
}

impl Game {
    /// A new game with the cards of `shoe`. Its first hand is dealt.
    pub fn new(rules: Params, mut shoe: Shoe) -> Game {
        let hand_lead = Player::ZERO;
        let hand = Hand::new(rules, shoe.deal(), hand_lead);
        let mut game =
            Game { rules, shoe, points: [0; 2], hand, hand_lead, hand_id: 1, winner: None, events: Vec::new() };
        game.record_deal();
        game
    }

    /// The parameters of the game.
    pub fn rules(&self) -> Params {
        self.rules
    }

    /// The hand under way; after the game, the last one.
    pub fn hand(&self) -> &Hand {
        &self.hand
    }

    /// The number of the hand under way, from 1.
    pub fn hand_id(&self) -> u32 {
        self.hand_id
    }

    /// The player who led the first trick of the hand under way; after the game, of the last one.
    pub fn hand_lead(&self) -> Player {
        self.hand_lead
    }

    /// The number of hands dealt from the shoe since it was last shuffled, without the hand under
    /// way: 0 to 9 in the contest.
    pub fn hands_since_shuffle(&self) -> u32 {
        let per_shoe = self.rules.shoe_size() / (2 * usize::from(self.rules.hand_size()));
        (self.hand_id - 1) % per_shoe as u32
    }

    /// Points of `player`.
    pub fn points(&self, player: Player) -> u8 {
        self.points[player.index()]
    }

    /// The winner, once the game is over.
    pub fn winner(&self) -> Option<Player> {
        self.winner
    }

    /// The player to move; none once the game is over.
    pub fn to_move(&self) -> Option<Player> {
        match self.winner {
            Some(_) => None,
            None => self.hand.to_move(),
        }
    }

    /// The game with other cards in the hand that was dealt last, as if nothing had been played of it. The record has no
    /// earlier hand.
    pub fn redealt(&self, cards: [Cards; 2]) -> Game {
        let hand = Hand::new(self.rules, cards, self.hand_lead);
        let mut game = Game { hand, shoe: self.shoe.clone(), events: Vec::new(), ..*self };
        game.record_deal();
        game
    }

    /// The record up to now.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Makes the move of the player to move. An illegal move changes nothing; the caller penalises
    /// it with [`Game::penalize`].
    pub fn apply(&mut self, chosen: Move) -> Result<GameStep, IllegalMove> {
        let player = self.to_move().ok_or(IllegalMove::HandOver)?;
        let step = self.hand.apply(chosen)?;
        self.record_move(player, chosen.into());
        Ok(self.finish_step(player, None, step))
    }

    /// Penalises the player to move for `reason`: an illegal move, an unreadable answer, no answer
    /// in time, or a lost connection.
    pub fn penalize(&mut self, reason: &str) -> Result<GameStep, IllegalMove> {
        let player = self.to_move().ok_or(IllegalMove::HandOver)?;
        let outcome = self.hand.penalize()?;
        let reason = reason.to_owned();
        self.record_move(player, MoveRecord::IllegalMove { reason });
        if let Some(penalty) = outcome.penalty {
            self.events.push(Event::PenaltyResult {
                penalized_player: penalty.penalized,
                player0_removed_card: penalty.removed[0],
                player1_removed_card: penalty.removed[1],
            });
        }
        Ok(self.finish_step(player, outcome.penalty, outcome.step))
    }

    fn finish_step(&mut self, player: Player, penalty: Option<Penalty>, step: Step) -> GameStep {
        if let Some(trick) = step.trick {
            self.events.push(Event::TrickOver {
                won_by: trick.winner,
                player0_tricks: self.hand.tricks(Player::ZERO),
                player1_tricks: self.hand.tricks(Player::ONE),
            });
        }
        if let Some(end) = step.end {
            self.finish_hand(end);
        }
        GameStep { player, penalty, trick: step.trick, hand: step.end, winner: self.winner }
    }

    fn finish_hand(&mut self, end: HandEnd) {
        if let Some(winner) = end.winner() {
            self.points[winner.index()] += 1;
            if end.wins_game() || self.points(winner) >= POINTS_TO_WIN {
                self.winner = Some(winner);
            }
        }
        let [player0_score, player1_score] = self.points;
        // The viewer's example of a won challenge has only the final result.
        if !end.wins_game() {
            self.events.push(Event::NewHandScore { player0_score, player1_score });
        }
        match self.winner {
            Some(winner) => self.events.push(Event::FinalGameResult { winner, player0_score, player1_score }),
            None => self.deal(end.winner().unwrap_or(self.hand_lead)),
        }
    }

    fn deal(&mut self, lead: Player) {
        self.hand_lead = lead;
        self.hand = Hand::new(self.rules, self.shoe.deal(), self.hand_lead);
        self.hand_id += 1;
        self.record_deal();
    }

    fn record_deal(&mut self) {
        self.events.push(Event::NewHand {
            player0_hand: self.hand.cards(Player::ZERO),
            player1_hand: self.hand.cards(Player::ONE),
            next_player: self.hand_lead,
        });
    }

    fn record_move(&mut self, moving_player: Player, made: MoveRecord) {
        self.events.push(Event::PlayerMove { moving_player, r#move: made });
    }
}
