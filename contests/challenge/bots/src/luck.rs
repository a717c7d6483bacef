//! The luck of recorded games of Challenge, for AIVAT.
//!
//! A hand is a part of the [race](Race) to ten points. The baseline of a position is the probability of each outcome of the
//! hand, with the cards of both players, if players whose probabilities are known go on as they play, and others follow a
//! policy. The expected baseline of a deal is an average over hands drawn from the shoe, which has no bias. Deals are drawn
//! in pairs, with the hands exchanged.

use std::error::Error;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use cardsharp_solvers::game::Player;
use rand::SeedableRng;
use rand::seq::index;
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::{FxHashMap, FxHasher};
use serde::Deserialize;
use thiserror::Error;

use super::ChallengeGame;
use super::agents::{Agent, Factory, PERSON, Trained};
use cardsharp_challenge_game::observation::Observation;
use cardsharp_challenge_game::rules::{
    Cards, Event, Game, HandEnd, IllegalMove, Move, MoveRecord, POINTS_TO_WIN, Params, Rank, Shoe,
};
use cardsharp_challenge_solver::infosets::{Ending, HandState, Stake};
use cardsharp_challenge_solver::policy::TrainedPolicy;
use cardsharp_challenge_solver::scores::{GameValues, Score, ValuesError};
use cardsharp_contest::ContestError;
use cardsharp_game::luck::{GameLuck, LuckFinder, Next, PartLuck, Race};
use cardsharp_game::{AgentError, AgentSpec, derive_seed};

/// The clock that agents see. They play without one.
const REMAINING: Duration = Duration::from_secs(1);
/// The pairs of deals that are drawn for the expected baseline of a deal.
const PAIRS: usize = 16;
/// The same where an agent weighs its decisions for a millisecond.
const PAIRS_OF_SLOW: usize = 4;
const SLOW: &str = "expert";
/// The hands that are drawn where the record hides cards.
const FILLINGS: usize = 8;
/// Actions with less probability are left out of a baseline. It is then another function, but still one.
const LEAST: f64 = 1e-3;
/// The seed of the agents that are asked for their probabilities. It must not be that with which they played.
const ASKED: u64 = 0x4149_5641_5421;

/// The outcomes of a hand: the point for agent 0 or 1, none, the game for agent 0 or 1.
const OUTCOMES: usize = 5;
const TIED: usize = 2;
const POINTS: usize = POINTS_TO_WIN as usize;

/// The probability of each outcome.
type Outlook = [f64; OUTCOMES];

/// The reason why a record has no luck that could be found.
#[derive(Debug, Error)]
pub enum BadRecord {
    /// A hand does not follow from those before.
    #[error("hand {0} does not follow from the hands before it: the record has gaps, or is of other rules")]
    Gap(u32),
    /// A hand has too many cards.
    #[error("a hand of the record has more cards than are dealt")]
    Large,
    /// A move is not legal.
    #[error("a move of the record is illegal: {0}")]
    Illegal(#[from] IllegalMove),
    /// A move comes before a hand.
    #[error("a move of the record comes before a hand")]
    NoHand,
}

/// Finds the luck in games of two agents.
pub struct PolicyLuck {
    policy: Arc<TrainedPolicy>,
    /// The agents, as far as they can be made from their names.
    agents: [Option<Factory>; 2],
    /// The pairs of deals that are drawn.
    pairs: usize,
    race: Race,
}

impl PolicyLuck {
    /// The finder with this policy as the baseline of players whose probabilities are not known. Agents without a
    /// specification, people, programs and what cannot be loaded are such players.
    ///
    /// # Errors
    ///
    /// The policy is of another game, or there are no values of scores.
    pub fn new(policy: TrainedPolicy, agents: &[Option<AgentSpec>]) -> Result<PolicyLuck, ContestError> {
        let (found, played) = (policy.game.rules(), Params::CONTEST);
        if found != played {
            return Err(ContestError::failed(AgentError::other_game("--aivat", &policy.header.game, played)));
        }
        let known = |agent: usize| {
            let spec = agents.get(agent)?.as_ref()?;
            if spec.implementation().is_some() || spec.name() == PERSON {
                return None;
            }
            Factory::load(spec).ok()
        };
        let slow = agents.iter().flatten().any(|agent| agent.name() == SLOW);
        Ok(PolicyLuck {
            policy: Arc::new(policy),
            agents: [known(0), known(1)],
            pairs: if slow { PAIRS_OF_SLOW } else { PAIRS },
            race: race().map_err(ContestError::failed)?,
        })
    }

    /// An agent for a seat, and true if it is the one that played.
    fn asked(&self, agent: usize) -> Box<dyn Agent<ChallengeGame>> {
        let seed = derive_seed(ASKED, agent as u64);
        let mut made = match &self.agents[agent] {
            Some(factory) => factory.agent(seed),
            None => Box::new(Trained::new(Arc::clone(&self.policy), seed)),
        };
        made.play_without_clock();
        made.start_game();
        made
    }
}

impl LuckFinder for PolicyLuck {
    fn race(&self) -> &Race {
        &self.race
    }

    fn luck(&self, record: &serde_json::Value, first: usize) -> Result<GameLuck, Box<dyn Error + Send + Sync>> {
        let mut events = Vec::<Event>::deserialize(record)?;
        let mut first = first;
        let lead = events.iter().find_map(|event| match event {
            Event::NewHand { next_player, .. } => Some(*next_player),
            _ => None,
        });
        // A client is player 0 of its record, also where the other one leads the first hand.
        if lead == Some(Player::ONE) {
            events = events.into_iter().map(exchanged).collect();
            first = 1 - first;
        }
        let large = |hand: &&Event| {
            matches!(hand, Event::NewHand { player0_hand, player1_hand, .. }
            if player0_hand.len().max(player1_hand.len()) > usize::from(Params::CONTEST.hand_size()))
        };
        if events.iter().any(|event| large(&event)) {
            return Err(BadRecord::Large.into());
        }
        Ok(Walk::new(self, &events, first).through(&events)?)
    }
}

/// An event with the players exchanged, as far as a walk reads it.
fn exchanged(event: Event) -> Event {
    match event {
        Event::NewHand { player0_hand, player1_hand, next_player } => Event::NewHand {
            player0_hand: player1_hand,
            player1_hand: player0_hand,
            next_player: next_player.opponent(),
        },
        Event::PlayerMove { moving_player, r#move } => {
            Event::PlayerMove { moving_player: moving_player.opponent(), r#move }
        }
        Event::NewHandScore { player0_score, player1_score } => {
            Event::NewHandScore { player0_score: player1_score, player1_score: player0_score }
        }
        other => other,
    }
}

/// The standing of a hand that agent 0 leads or not, with these points of agents 0 and 1.
fn standing(leads: bool, points: [u8; 2]) -> usize {
    (usize::from(leads) * POINTS + usize::from(points[0])) * POINTS + usize::from(points[1])
}

/// The race to ten points.
fn race() -> Result<Race, ValuesError> {
    let values = GameValues::contest()?;
    let mut race = Race { next: Vec::new(), pools: Vec::new(), prior: Vec::new() };
    for leads in [false, true] {
        for Score { leader: own, follower: theirs } in Score::all() {
            let point = |agent: usize| {
                let mut points = [own, theirs];
                points[agent] += 1;
                if points[agent] < POINTS_TO_WIN {
                    Next::Standing(standing(agent == 0, points))
                } else {
                    Next::Won(agent)
                }
            };
            let tied = Next::Standing(standing(leads, [own, theirs]));
            race.next.push(vec![point(0), point(1), tied, Next::Won(0), Next::Won(1)]);
            let last = |points: u8| usize::from(points + 1 == POINTS_TO_WIN);
            race.pools.push((usize::from(leads) * 2 + last(own)) * 2 + last(theirs));
            race.prior.push(if leads { values.at(own, theirs) } else { 1.0 - values.at(theirs, own) });
        }
    }
    Ok(race)
}

/// The full shoe.
fn full_shoe() -> Vec<Rank> {
    let rules = Params::CONTEST;
    rules.all_ranks().flat_map(|rank| std::iter::repeat_n(rank, usize::from(rules.copies()))).collect()
}

/// The cards `left` without those of `gone`, as far as they are among them.
fn without(left: &[Rank], gone: Cards) -> Vec<Rank> {
    let mut left = left.to_vec();
    for card in gone.descending() {
        if let Some(index) = left.iter().position(|&one| one == card) {
            left.swap_remove(index);
        }
    }
    left
}

/// The hand `known`, filled up with cards drawn from `left`.
fn filled(known: Cards, left: &[Rank], rng: &mut Xoshiro256PlusPlus) -> Cards {
    let missing = usize::from(Params::CONTEST.hand_size()).saturating_sub(known.len()).min(left.len());
    index::sample(rng, left.len(), missing).into_iter().map(|index| left[index]).fold(known, Cards::with)
}

/// A hand of the record.
struct HandWalk {
    /// The game just after its deal.
    dealt: Game,
    /// The hands of both players, as far as the record shows them.
    shown: [Cards; 2],
    moves: Vec<Move>,
    /// The position in the form of solvers; none once the tricks are decided, or after a penalty.
    state: Option<HandState>,
    luck: Outlook,
    /// The outlook of positions of this deal, by their public actions.
    found: FxHashMap<u64, Outlook>,
}

impl HandWalk {
    fn is_shown(&self, player: Player) -> bool {
        self.shown[player.index()].len() == usize::from(Params::CONTEST.hand_size())
    }
}

/// A game of the record that is played again.
struct Walk<'a> {
    finder: &'a PolicyLuck,
    /// The agent in the first seat.
    first: usize,
    game: Game,
    /// By seat.
    players: [Box<dyn Agent<ChallengeGame>>; 2],
    /// Stands in for players who do not know their probabilities.
    model: Trained,
    /// The cards in the shoe before the hand under way.
    shoe: Vec<Rank>,
    /// True if cards have left the shoe that the record hides.
    hidden: bool,
    /// The cards that each player has seen leave the shoe before the hand.
    gone: [Cards; 2],
    hand: Option<HandWalk>,
    parts: Vec<PartLuck>,
    rng: Xoshiro256PlusPlus,
}

impl<'a> Walk<'a> {
    fn new(finder: &'a PolicyLuck, events: &[Event], first: usize) -> Walk<'a> {
        let hands = events.iter().filter_map(|event| match event {
            Event::NewHand { player0_hand, player1_hand, .. } => Some([*player0_hand, *player1_hand]),
            _ => None,
        });
        let hands: Vec<[Cards; 2]> = hands.collect();
        // Draws must differ from game to game, or their errors would not average out.
        let mut key = FxHasher::default();
        hands.hash(&mut key);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(derive_seed(ASKED, key.finish()));
        let deals = hands.iter().map(|deal| {
            let rest = without(&without(&full_shoe(), deal[0]), deal[1]);
            deal.map(|hand| filled(hand, &rest, &mut rng))
        });
        let deals: Vec<[Cards; 2]> = deals.collect();
        Walk {
            finder,
            first,
            game: Game::new(Params::CONTEST, Shoe::of_deals(Params::CONTEST, &deals)),
            players: [0, 1].map(|seat| finder.asked((seat + first) % 2)),
            model: Trained::new(Arc::clone(&finder.policy), ASKED),
            shoe: Vec::new(),
            hidden: false,
            gone: [Cards::EMPTY; 2],
            hand: None,
            parts: Vec::new(),
            rng,
        }
    }

    fn through(mut self, events: &[Event]) -> Result<GameLuck, BadRecord> {
        for event in events {
            match event {
                Event::NewHand { player0_hand, player1_hand, next_player } => {
                    if *next_player != self.game.hand_lead() || self.game.winner().is_some() {
                        return Err(BadRecord::Gap(self.game.hand_id()));
                    }
                    self.deal([*player0_hand, *player1_hand]);
                }
                Event::PlayerMove { moving_player, r#move } => {
                    if self.game.to_move() != Some(*moving_player) {
                        return Err(BadRecord::Gap(self.game.hand_id()));
                    }
                    self.act(*moving_player, r#move)?;
                }
                Event::NewHandScore { player0_score, player1_score }
                    if Player::BOTH.map(|player| self.game.points(player)) != [*player0_score, *player1_score] =>
                {
                    return Err(BadRecord::Gap(self.game.hand_id()));
                }
                _ => {}
            }
        }
        self.end_hand(None);
        Ok(GameLuck { parts: self.parts })
    }

    /// The agent who leads the hand.
    fn leader(&self) -> usize {
        (self.game.hand_lead().index() + self.first) % 2
    }

    /// A hand was dealt: the luck of the deal, if nothing hidden has left the shoe.
    fn deal(&mut self, shown: [Cards; 2]) {
        if self.game.hands_since_shuffle() == 0 {
            self.shoe = full_shoe();
            self.hidden = false;
        }
        self.gone = Player::BOTH.map(|player| Observation::gone_for(&self.game, player));
        let dealt = self.game.redealt(Player::BOTH.map(|player| self.game.hand().cards(player)));
        let state = self.state_of(&dealt);
        let mut hand =
            HandWalk { dealt, shown, moves: Vec::new(), state, luck: [0.0; OUTCOMES], found: FxHashMap::default() };
        if !self.hidden {
            let fillings = self.fillings(&hand);
            let came = self.outlook(&mut hand, &fillings);
            let size = usize::from(Params::CONTEST.hand_size());
            let mut expected = [0.0; OUTCOMES];
            let pairs = self.finder.pairs;
            for _ in 0..pairs {
                let drawn = index::sample(&mut self.rng, self.shoe.len(), 2 * size).into_vec();
                let [one, other] = [&drawn[..size], &drawn[size..]]
                    .map(|half| half.iter().map(|&index| self.shoe[index]).collect::<Cards>());
                for cards in [[one, other], [other, one]] {
                    let game = hand.dealt.redealt(cards);
                    if let Some(state) = self.state_of(&game) {
                        self.spread((&state, &game), 0.5 / pairs as f64, &mut expected, &mut None);
                    }
                }
            }
            add(&mut hand.luck, came, 1.0);
            add(&mut hand.luck, expected, -1.0);
        }
        self.hand = Some(hand);
    }

    /// A move: the luck of a decision whose probabilities are known.
    fn act(&mut self, player: Player, made: &MoveRecord) -> Result<(), BadRecord> {
        let mut hand = self.hand.take().ok_or(BadRecord::NoHand)?;
        let step = match move_of(made) {
            Some(chosen) => {
                if let Some(state) = hand.state {
                    self.decide(&mut hand, player, chosen);
                    hand.moves.push(chosen);
                    hand.state = self.after(&state, &self.game, chosen).filter(|after| after.ending.is_none());
                }
                self.game.apply(chosen)?
            }
            None => {
                hand.state = None;
                self.game.penalize("as recorded")?
            }
        };
        self.hand = Some(hand);
        if let Some(end) = step.hand {
            self.end_hand(Some(end));
        }
        Ok(())
    }

    fn decide(&mut self, hand: &mut HandWalk, player: Player, chosen: Move) {
        let Some(shares) = hand.is_shown(player).then(|| self.known(player)).flatten() else {
            return;
        };
        if shares.iter().any(|&(other, share)| other == chosen && share >= 1.0) {
            return;
        }
        let fillings = self.fillings(hand);
        for (action, share) in shares.into_iter().chain([(chosen, -1.0)]) {
            hand.moves.push(action);
            let outlook = self.outlook(hand, &fillings);
            hand.moves.pop();
            add(&mut hand.luck, outlook, -share);
        }
    }

    /// The probabilities of the player to move in the game as it was played.
    fn known(&mut self, player: Player) -> Option<Vec<(Move, f64)>> {
        self.finder.agents[(player.index() + self.first) % 2].as_ref()?;
        let observation = Observation::of(&self.game, REMAINING)?;
        let shares = self.players[player.index()].probabilities(&observation)?;
        Some(shares.into_iter().filter(|&(_, share)| share > 0.0).collect())
    }

    fn end_hand(&mut self, end: Option<HandEnd>) {
        let Some(hand) = self.hand.take() else {
            return;
        };
        let score = Player::BOTH.map(|player| hand.dealt.points(player));
        let points = if self.first == 0 { score } else { [score[1], score[0]] };
        let lead = hand.dealt.hand_lead();
        let leader = (lead.index() + self.first) % 2;
        let outcome = end.map(|end| match end.winner() {
            Some(winner) => usize::from((winner.index() + self.first) % 2 == 1) + if end.wins_game() { 3 } else { 0 },
            None => TIED,
        });
        self.parts.push(PartLuck { standing: standing(leader == 0, points), outcome, luck: hand.luck.to_vec() });
        self.hidden |= Player::BOTH.iter().any(|&player| !hand.is_shown(player));
        for cards in hand.shown {
            self.shoe = without(&self.shoe, cards);
        }
    }

    /// The hands that both players may hold, as far as they are shown up to now: one pair of hands if the record shows all.
    fn fillings(&mut self, hand: &HandWalk) -> Vec<[Cards; 2]> {
        let full = Player::BOTH.map(|player| hand.is_shown(player));
        if full == [true; 2] {
            return vec![hand.shown];
        }
        // Cards that a player shows only later are not known yet.
        let now = Player::BOTH.map(|player| {
            if full[player.index()] {
                hand.shown[player.index()]
            } else {
                let held = hand.dealt.hand().cards(player);
                let left = self.game.hand().cards(player);
                held.less(left)
            }
        });
        let rest = without(&without(&self.shoe, now[0]), now[1]);
        let rng = &mut self.rng;
        (0..FILLINGS).map(|_| now.map(|cards| filled(cards, &rest, rng))).collect()
    }

    /// The outlook after the moves of the hand, on average over these hands.
    fn outlook(&mut self, hand: &mut HandWalk, fillings: &[[Cards; 2]]) -> Outlook {
        let mut sum = [0.0; OUTCOMES];
        let mut found = (fillings.len() == 1).then(|| std::mem::take(&mut hand.found));
        for &cards in fillings {
            let mut game = hand.dealt.redealt(cards);
            let mut state = self.state_of(&game);
            for &chosen in &hand.moves {
                state = state.and_then(|state| self.after(&state, &game, chosen));
                if state.is_some_and(|state| state.ending.is_none()) && game.apply(chosen).is_err() {
                    state = None;
                }
            }
            if let Some(state) = state {
                self.spread((&state, &game), 1.0 / fillings.len() as f64, &mut sum, &mut found);
            }
        }
        hand.found = found.unwrap_or_default();
        sum
    }

    /// The hand that was just dealt in `game`, in the form of solvers.
    fn state_of(&self, game: &Game) -> Option<HandState> {
        let (space, lead) = (self.finder.policy.game.space(), game.hand_lead());
        let [leader, follower] = [lead, lead.opponent()].map(|player| space.id(game.hand().cards(player)));
        Some(HandState::dealt([leader?, follower?], 0))
    }

    /// The state after a move.
    fn after(&self, state: &HandState, game: &Game, chosen: Move) -> Option<HandState> {
        let action = game.hand().legal_moves().position(|legal| legal == chosen)?;
        Some(self.finder.policy.game.act(state, action))
    }

    /// Adds the probabilities of the outcomes of the hand from a position on, times `weight`, to `sum`. Positions that are
    /// `found` are not walked again.
    fn spread(
        &mut self,
        (state, game): (&HandState, &Game),
        weight: f64,
        sum: &mut Outlook,
        found: &mut Option<FxHashMap<u64, Outlook>>,
    ) {
        if let Some(ending) = state.ending {
            sum[self.outcome(state.stake, ending)] += weight;
            return;
        }
        if let Some(known) = found.as_ref().and_then(|found| found.get(&state.history)) {
            return add(sum, *known, weight);
        }
        let mut own = [0.0; OUTCOMES];
        let shares = self.shares(game);
        let all: f64 = shares.iter().map(|(_, share)| share).sum();
        for (chosen, share) in shares {
            let Some(after) = self.after(state, game, chosen) else {
                continue;
            };
            let mut played = game.clone();
            // An ended hand is not played on: the game would deal the next one.
            if after.ending.is_some() || played.apply(chosen).is_ok() {
                self.spread((&after, &played), share / all, &mut own, found);
            }
        }
        if let Some(found) = found {
            found.insert(state.history, own);
        }
        add(sum, own, weight);
    }

    /// The likely moves of the player to move, with their probabilities.
    fn shares(&mut self, game: &Game) -> Vec<(Move, f64)> {
        let (Some(player), Some(mut observation)) = (game.to_move(), Observation::of(game, REMAINING)) else {
            return Vec::new();
        };
        observation.gone = self.gone[player.index()];
        let own = self.players[player.index()].probabilities(&observation);
        let mut shares = own.or_else(|| self.model.probabilities(&observation)).unwrap_or_default();
        shares.retain(|&(_, share)| share > LEAST);
        shares
    }

    /// The outcome of a hand of solvers, whose player 0 leads it.
    fn outcome(&self, stake: Stake, ending: Ending) -> usize {
        match ending {
            Ending::Tied => TIED,
            Ending::Won(winner) => {
                let agent = (winner.index() + self.leader()) % 2;
                agent + if stake == Stake::Accepted { 3 } else { 0 }
            }
        }
    }
}

fn add(sum: &mut Outlook, outlook: Outlook, weight: f64) {
    sum.iter_mut().zip(outlook).for_each(|(sum, share)| *sum += weight * share);
}

fn move_of(made: &MoveRecord) -> Option<Move> {
    match made {
        MoveRecord::PlayCard { card } => Some(Move::Play(*card)),
        MoveRecord::OfferChallenge => Some(Move::Offer),
        MoveRecord::AcceptChallenge => Some(Move::Accept),
        MoveRecord::RejectChallenge => Some(Move::Reject),
        MoveRecord::IllegalMove { .. } => None,
    }
}

#[cfg(test)]
#[path = "../tests/unit/luck.rs"]
mod tests;
