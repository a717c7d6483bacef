//! The last two rounds.

use cardsharp_solvers::cfr::Preset;
use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{DecisionLayout, RangeCfr, RangeGame, RangeTurn, TooLarge};

use crate::contests::skullwhist::rules::{Card, Cards, Suit};

/// The largest memory of a solution, in bytes; some 60,000 numbers are needed.
const MAX_MEMORY: u64 = 64 << 20;

/// The last two rounds as a game of ranges. Player 0 leads the first of them. The first round
/// determines the result of the second.
///
/// Hands of two cards are numbered by the indices of their cards among all that are left. The last
/// number is an impossible hand, for cards that cannot be played since a player who holds the led
/// suit must play it. After the first card, a player's hand is the index of the second.
pub struct LastTwo {
    /// All unplayed cards, in order.
    cards: Vec<Card>,
    ranges: [Vec<f32>; 2],
    /// The value of the game for player 0, by the number of the two rounds that player 0 takes.
    worth: [f32; 3],
    leads: Choices,
    /// By the suit led.
    replies: [Choices; 4],
}

/// The plays of the first of the two rounds, as indices of cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    lead: Option<usize>,
    reply: Option<usize>,
}

/// The legal plays of all hands.
struct Choices {
    moved: Vec<u16>,
    uniform: Vec<f32>,
}

impl Choices {
    /// The legal plays if the suit `led` must be followed, or without a led suit.
    fn new(cards: &[Card], led: Option<Suit>) -> Choices {
        let count = cards.len();
        let nobody = pairs(count);
        let follows = |place: usize| led.is_none_or(|led| cards[place].suit() == led);
        let mut moved = Vec::with_capacity(count * count);
        let mut plays = vec![0_u8; nobody + 1];
        for card in 0..count {
            for left in 0..count {
                let may = card != left && (follows(card) || !follows(left));
                let hand = if may { pair(card, left) } else { nobody };
                plays[hand] = plays[hand].saturating_add(1);
                moved.push(hand as u16);
            }
        }
        let uniform = plays.iter().map(|&plays| 1.0 / f32::from(plays.max(1)));
        Choices {
            moved,
            uniform: uniform.collect(),
        }
    }

    fn layout(&self, run: usize) -> DecisionLayout<'_> {
        DecisionLayout {
            moved: &self.moved,
            run,
            kept: 0,
            uniform: &self.uniform,
        }
    }
}

/// The number of hands of two cards out of `count` cards.
fn pairs(count: usize) -> usize {
    count * count.saturating_sub(1) / 2
}

/// The number of the hand with these two indices.
fn pair(one: usize, other: usize) -> usize {
    let (low, high) = (one.min(other), one.max(other));
    pairs(high) + low
}

impl LastTwo {
    /// The two rounds with these cards left, of which each player holds two. `weight` is the
    /// likelihood of the plays of player 0 or 1 with a hand, whatever the other player holds.
    /// `worth` is the value for player 0, by the number of the two rounds that player 0 takes.
    pub fn new(left: Cards, weight: impl Fn(Player, Cards) -> f64, worth: [f32; 3]) -> LastTwo {
        let cards: Vec<Card> = left.into_iter().collect();
        let ranges = [Player::ZERO, Player::ONE].map(|player| {
            let mut range = vec![0.0; pairs(cards.len()) + 1];
            for high in 0..cards.len() {
                for low in 0..high {
                    let hand = Cards::EMPTY.with(cards[low]).with(cards[high]);
                    range[pair(low, high)] = weight(player, hand) as f32;
                }
            }
            let total: f32 = range.iter().sum();
            range
                .iter_mut()
                .for_each(|weight| *weight /= total.max(f32::MIN_POSITIVE));
            range
        });
        LastTwo {
            leads: Choices::new(&cards, None),
            replies: Suit::ALL.map(|suit| Choices::new(&cards, Some(suit))),
            cards,
            ranges,
            worth,
        }
    }

    /// A solver after `iterations` iterations.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if there are more cards than a pack has.
    pub fn solve(&self, iterations: u64) -> Result<RangeCfr<'_, LastTwo>, TooLarge> {
        let mut solver = RangeCfr::new(self, Preset::DCFR, iterations, MAX_MEMORY)?;
        solver.advance(iterations);
        Ok(solver)
    }

    /// The probability of each playable card of `hand` for the player to move, after `led` if a
    /// card was led.
    pub fn shares(
        &self,
        solver: &RangeCfr<'_, LastTwo>,
        led: Option<Card>,
        hand: Cards,
    ) -> Vec<(Card, f64)> {
        let asked = Played {
            lead: led.and_then(|led| self.place(led)),
            reply: None,
        };
        let mut shares = Vec::new();
        solver.for_each_decision(&mut |decision| {
            if *decision.public == asked {
                shares = self.of_hand(&decision.layout, decision.strategy, hand);
            }
            decision.public.lead.is_none() && asked.lead.is_some()
        });
        shares
    }

    fn of_hand(
        &self,
        layout: &DecisionLayout<'_>,
        strategy: &[f32],
        hand: Cards,
    ) -> Vec<(Card, f64)> {
        let share = |card: Card| {
            let [card_place, left] = [card, hand.without(card).first()?].map(|one| self.place(one));
            let (card_place, left) = (card_place?, left?);
            let cell = card_place * layout.run + left;
            let may = usize::from(layout.moved[cell]) == pair(card_place, left);
            may.then(|| (card, f64::from(strategy[cell])))
        };
        hand.into_iter().filter_map(share).collect()
    }

    fn place(&self, card: Card) -> Option<usize> {
        self.cards.iter().position(|&one| one == card)
    }

    /// The number of rounds that player 0 takes, if `lead` and `reply` are played first, and then
    /// these.
    fn rounds(&self, [lead, reply]: [usize; 2], [own, others]: [usize; 2]) -> usize {
        let [lead, reply, own, others] = [lead, reply, own, others].map(|place| self.cards[place]);
        let first = !reply.beats(lead);
        let second = match first {
            true => !others.beats(own),
            false => own.beats(others),
        };
        usize::from(first) + usize::from(second)
    }
}

impl RangeGame for LastTwo {
    type Public = Played;

    fn root(&self) -> Played {
        Played::default()
    }

    fn prior(&self, player: Player, out: &mut [f32]) {
        out.copy_from_slice(&self.ranges[player.index()]);
    }

    fn hands(&self, played: &Played, player: Player) -> usize {
        let has_played = match player {
            Player::ZERO => played.lead.is_some(),
            _ => played.reply.is_some(),
        };
        match has_played {
            true => self.cards.len(),
            false => pairs(self.cards.len()) + 1,
        }
    }

    fn turn(&self, played: &Played) -> RangeTurn {
        let player = match (played.lead, played.reply) {
            (None, _) => Player::ZERO,
            (Some(_), None) => Player::ONE,
            _ => return RangeTurn::Terminal,
        };
        RangeTurn::Decision { player }
    }

    fn layout(&self, played: &Played) -> DecisionLayout<'_> {
        let choices = match played.lead {
            None => &self.leads,
            Some(lead) => &self.replies[self.cards[lead].suit().index()],
        };
        choices.layout(self.cards.len())
    }

    fn act(&self, played: &Played, action: usize) -> Played {
        match played.lead {
            None => Played {
                lead: Some(action),
                reply: None,
            },
            lead => Played {
                lead,
                reply: Some(action),
            },
        }
    }

    /// A card cannot be played twice.
    fn weight(&self, played: &Played, action: usize) -> f32 {
        f32::from(u8::from(played.lead != Some(action)))
    }

    /// A card cannot be in two hands.
    fn evaluate(
        &self,
        played: &Played,
        player: Player,
        other: &[f32],
        out: &mut [f32],
        _scratch: &mut [f32],
    ) {
        let (Some(lead), Some(reply)) = (played.lead, played.reply) else {
            return out.fill(0.0);
        };
        let free = |place: usize| place != lead && place != reply;
        for (mine, out) in out.iter_mut().enumerate() {
            *out = 0.0;
            if !free(mine) {
                continue;
            }
            for (theirs, &weight) in other.iter().enumerate() {
                if weight == 0.0 || theirs == mine || !free(theirs) {
                    continue;
                }
                *out += weight
                    * match player {
                        Player::ZERO => self.worth[self.rounds([lead, reply], [mine, theirs])],
                        _ => -self.worth[self.rounds([lead, reply], [theirs, mine])],
                    };
            }
        }
    }
}
