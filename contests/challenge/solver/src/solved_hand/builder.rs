//! The files of a solved hand, from a solver of this project.

use cardsharp_solvers::game::Player;
use cardsharp_solvers::range::{Number, RangeCfr, RangeGame, RangeTurn, Root, Spot};
use thiserror::Error;

use super::folder::{About, HandFolder};
use super::layout::FileLayout;
use super::places::Place;
use super::weights::{coarseness, weight};
use crate::infosets::{HandId, HandState, Payoffs, PublicPlays, Stake};
use crate::ranges::RangeHand;
use cardsharp_challenge_game::rules::{Params, Rank};

/// A strategy is not known of a hand that the player's own play brings with a lower probability.
const LEAST_REACH: f32 = 3e-4;
/// The difference of two neighbouring codes.
const STEP: f64 = 0.001;
/// The share of each player's own play that leads to public states whose worths are kept, for the other player.
const COVERED: f64 = 0.99999;
/// The most that rounding may add to a worth, times the weight of its public state: a fifth of what an import allows by
/// default, so that an import loses little by it.
const ROUNDING: f64 = 1e-7;
/// The sum of the bytes of a hand's actions.
const WHOLE: f32 = 255.0;
/// The cards in each hand where the tricks in files are over: as many as can be re-solved in play.
const CARDS_LEFT: u8 = 3;

/// A reason why a hand has no files.
#[derive(Clone, Copy, Debug, Error)]
pub enum BuilderError {
    /// The hand is too short.
    #[error("a hand of {0} cards has no tricks before the last three; choose four cards or more")]
    HandSize(u8),
    /// The files have no room for such payoffs.
    #[error("the files of a solved hand are for payoffs like 0.56,0.44,0.5, which are the same to both players, and not for {win},{lose},{tie}", win = .0.win, lose = .0.lose, tie = .0.tie)]
    Payoffs(Payoffs),
}

/// The content of the files, as far as a solver has brought it.
#[derive(Debug)]
pub struct FolderBuilder<'a> {
    layout: FileLayout<'a>,
    about: About,
    trunk: Vec<u8>,
    answers: Vec<u8>,
    /// By class, player, number and hand: see [`HandFolder`].
    codes: Vec<u16>,
    /// By class, player and number.
    own: Vec<f64>,
    unit: f32,
}

/// A public state where the stored plays are over.
#[derive(Debug)]
pub struct End {
    class: usize,
    number: usize,
    codes: [Vec<u16>; 2],
    own: [f64; 2],
}

impl<'a> FolderBuilder<'a> {
    /// The number of tricks that files have of a hand: all but the last three.
    ///
    /// # Errors
    ///
    /// [`BuilderError`] if there are none, or if the payoffs are not the same to both players.
    pub fn tricks(rules: Params, payoffs: Payoffs) -> Result<u8, BuilderError> {
        if payoffs.tie != 0.5 || (payoffs.win + payoffs.lose - 1.0).abs() > 1e-9 {
            return Err(BuilderError::Payoffs(payoffs));
        }
        let tricks = rules.hand_size().saturating_sub(CARDS_LEFT);
        if tricks == 0 { Err(BuilderError::HandSize(rules.hand_size())) } else { Ok(tricks) }
    }

    /// For the first `tricks` of a hand that is dealt from the full shoe of `rules`. The payoffs are the same to both
    /// players ([`FolderBuilder::tricks`]).
    pub fn new(hand: &'a RangeHand, rules: Params, tricks: u8, iterations: u64) -> FolderBuilder<'a> {
        let plays = 2 * tricks;
        let layout = FileLayout::new(hand, usize::from(plays));
        let rows = 2 * (layout.plays + 1) * layout.states(layout.plays);
        let Root { public, ranges } = Root::of(hand);
        let [dealt, _] = own_play(hand, &public, &ranges);
        let mut builder = FolderBuilder {
            about: About {
                ranks: rules.ranks(),
                cards: rules.hand_size(),
                copies: rules.copies(),
                game: 0.5,
                point: hand.game().payoffs()[0].win - 0.5,
                iterations,
                plays,
                hands_left: layout.hands_left(),
                trunk_bytes: layout.trunk_bytes,
                answer_bytes: layout.answer_bytes,
                step: STEP,
                own_scale: dealt.recip(),
            },
            trunk: vec![0; layout.trunk_bytes],
            answers: vec![0; layout.answer_bytes],
            codes: vec![0; rows * layout.hands_left()],
            own: vec![0.0; rows],
            unit: 1.0,
            layout,
        };
        if let Some((prior, held)) = ranges[0].iter().zip(hand.space().of_size(rules.hand_size().into())).next() {
            builder.unit = prior / builder.prior(&public, Player::ZERO, held);
        }
        builder
    }

    /// The prior weight of a hand whose cards are all different, times the number of orders in which they can be drawn.
    pub fn unit(&self) -> f32 {
        self.unit
    }

    /// The public states of all decisions, and those where the stored plays are over.
    pub fn public_states(&self) -> [Vec<HandState>; 2] {
        let (mut decisions, mut ends) = (Vec::new(), Vec::new());
        let hand = self.layout.hand;
        Place::root(hand).for_each(hand, self.layout.plays, &mut |place| {
            if place.plays == self.layout.plays {
                ends.push(place.public);
            } else {
                decisions.push(place.public);
                decisions.extend(place.offered(hand));
            }
        });
        [decisions, ends]
    }

    /// Keeps the average strategy of a decision. `sums` has its cells: the average probability that the player comes there
    /// by their own play and takes the action, times the prior weight ([`RangeGame::prior`]) of the hand that was dealt.
    pub fn decision(&mut self, public: &HandState, sums: &[f32]) {
        let place = self.place(public);
        let hand = self.layout.hand;
        let (cells, player) = (hand.layout(public), public.to_move());
        let is_answer = matches!(public.stake, Stake::Offered(_));
        let cards = match public.stake {
            Stake::Offered(_) => self.layout.answering(place.plays),
            _ => self.layout.moving(place.plays),
        };
        for (local, held) in hand.space().of_size(cards).enumerate() {
            let least = LEAST_REACH * self.prior(public, player, held);
            if is_answer {
                let [accepts, rejects] = [0, 1].map(|action| sums[cells.range(action).start + local]);
                if accepts + rejects >= least {
                    let byte = self.layout.answer(place.plays, place.number, local);
                    self.answers[byte] = (accepts / (accepts + rejects) * (WHOLE - 1.0)).round() as u8 + 1;
                }
                continue;
            }
            let row = self.layout.row(&cells, &place, held);
            let total: f32 = row.iter().map(|&[_, cell]| sums[cell]).sum();
            if total >= least {
                let shares: Vec<f32> = row.iter().map(|&[_, cell]| sums[cell] / total).collect();
                for ([byte, _], share) in row.iter().zip(bytes_of(&shares)) {
                    self.trunk[*byte] = share;
                }
            }
        }
    }

    /// The worths at a public state where the stored plays are over. `values` are those of each player's best response,
    /// less one half, in the units of [`RangeHand::masses`].
    pub fn end(&self, public: &HandState, ranges: [&[f32]; 2], values: [&[f32]; 2]) -> End {
        let place = self.place(public);
        let hand = self.layout.hand;
        let cards = self.layout.moving(self.layout.plays);
        let order = self.layout.order.places(cards);
        let ways = self.ways_to_play(public);
        let codes = Player::BOTH.map(|player| {
            let masses = hand.masses(public, player, ranges[player.opponent().index()]);
            let possible: Vec<f32> = hand.space().of_size(cards).map(|held| self.prior(public, player, held)).collect();
            let weight = ways * weight(&masses, ranges[player.index()], &possible);
            let step = STEP * f64::from(1_u32 << coarseness(ROUNDING, STEP, weight));
            let mut codes = vec![0; order.len()];
            for ((&at, &value), mass) in order.iter().zip(values[player.index()]).zip(masses) {
                if mass > 0.0 {
                    let response = (f64::from(value) / f64::from(mass)).clamp(-0.5, 0.5);
                    let rounded = (((response + 0.5) / step).round() * step).min(1.0);
                    codes[at] = (rounded / STEP).round() as u16 + 1;
                }
            }
            codes
        });
        End { class: place.class, number: place.number, codes, own: own_play(hand, public, &ranges) }
    }

    /// Keeps it.
    pub fn add(&mut self, end: &End) {
        let hands = self.layout.hands_left();
        for player in Player::BOTH {
            let row = self.row(end.class, player, end.number);
            self.own[row] = end.own[player.index()];
            self.codes[row * hands..(row + 1) * hands].copy_from_slice(&end.codes[player.index()]);
        }
    }

    /// Keeps all that a solver on the processor knows.
    pub fn add_all<N: Number>(&mut self, solver: &RangeCfr<'_, RangeHand, N>) {
        self.visit(solver, &solver.root());
    }

    fn visit<N: Number>(&mut self, solver: &RangeCfr<'_, RangeHand, N>, spot: &Spot<HandState>) {
        let public = &spot.public;
        let RangeTurn::Decision { player } = self.layout.hand.turn(public) else {
            return;
        };
        if self.place(public).plays == self.layout.plays {
            let values = Player::BOTH.map(|player| solver.values_at(spot, player, true));
            let end = self.end(public, spot.ranges.each_ref().map(Vec::as_slice), values.each_ref().map(Vec::as_slice));
            return self.add(&end);
        }
        let cells = self.layout.hand.layout(public);
        let mut sums = vec![0.0; cells.cells()];
        cells.split_reach(&solver.strategy_at(spot), &spot.ranges[player.index()], &mut sums);
        self.decision(public, &sums);
        for (_, next) in solver.after(spot) {
            self.visit(solver, &next);
        }
    }

    /// The files.
    pub fn finish(mut self) -> HandFolder {
        self.leave_out();
        let hands = self.layout.hands_left();
        let run = self.layout.states(self.layout.plays) * hands;
        let mut response = Vec::with_capacity(2 * self.codes.len());
        for codes in self.codes.chunks_exact(run) {
            let zigzag: Vec<u16> = codes.chunks_exact(hands).flat_map(differences).collect();
            response.extend(zigzag.iter().map(|&code| code as u8));
            response.extend(zigzag.iter().map(|&code| (code >> 8) as u8));
        }
        HandFolder {
            about: self.about,
            trunk: self.trunk,
            answers: self.answers,
            response,
            own: self.own.iter().flat_map(|&own| (own as f32).to_le_bytes()).collect(),
        }
    }

    /// Leaves out the worths of public states to which the other player's own play hardly leads.
    fn leave_out(&mut self) {
        let states = self.layout.states(self.layout.plays);
        for player in Player::BOTH {
            let classes = 0..=self.layout.plays;
            let rows = classes.flat_map(|class| (0..states).map(move |number| (class, number)));
            let mut rows: Vec<(f64, usize)> = rows
                .map(|(class, number)| {
                    let own = self.own[self.row(class, player.opponent(), number)];
                    (own, self.row(class, player, number))
                })
                .collect();
            rows.sort_by(|one, other| other.0.total_cmp(&one.0));
            let mut left: f64 = COVERED * rows.iter().map(|&(own, _)| own).sum::<f64>();
            let hands = self.layout.hands_left();
            for (own, row) in rows {
                if left <= 0.0 {
                    self.codes[row * hands..(row + 1) * hands].fill(0);
                }
                left -= own;
            }
        }
    }

    fn row(&self, class: usize, player: Player, number: usize) -> usize {
        (2 * class + player.index()) * self.layout.states(self.layout.plays) + number
    }

    fn place(&self, public: &HandState) -> Place {
        let plays = PublicPlays::of(public);
        Place {
            public: *public,
            class: plays.class().into(),
            plays: plays.plays.len(),
            number: plays.number(self.about.ranks) as usize,
        }
    }

    /// The prior weight of the hand that was dealt: all units over the number of orders in which its equal cards can be
    /// drawn.
    fn prior(&self, public: &HandState, player: Player, held: HandId) -> f32 {
        let space = self.layout.space();
        let mut dealt = space.cards(held).union(space.cards(public.played[player.index()]));
        if public.lead == player
            && let Some(table) = Rank::new(public.table)
        {
            dealt = dealt.with(table);
        }
        let orders = dealt.distinct().map(|rank| (1..=dealt.count(rank)).map(f32::from).product::<f32>());
        self.unit / orders.product::<f32>()
    }

    /// The number of ways to draw the cards that were played.
    fn ways_to_play(&self, public: &HandState) -> f64 {
        let space = self.layout.space();
        let [one, other] = public.played.map(|played| space.cards(played));
        let played = one.union(other);
        let ways = played.distinct().flat_map(|rank| (0..played.count(rank)).map(|before| self.about.copies - before));
        ways.map(f64::from).product()
    }
}

/// The part of each player's own play that leads to a public state, in the units of draws.
fn own_play<R: AsRef<[f32]>>(hand: &RangeHand, public: &HandState, ranges: &[R; 2]) -> [f64; 2] {
    let mut scratch = vec![0.0; hand.scratch()];
    Player::BOTH.map(|player| {
        let range = ranges[player.index()].as_ref();
        let mut draws = vec![0.0; range.len()];
        hand.write_draws(public, player, &mut draws, &mut scratch);
        let pairs = range.iter().zip(&draws);
        pairs.map(|(&reach, &draws)| f64::from(reach) * f64::from(draws)).sum()
    })
}

/// Shares as bytes with the sum 255: those with the largest remainders are rounded up.
fn bytes_of(shares: &[f32]) -> Vec<u8> {
    let mut bytes: Vec<u8> = shares.iter().map(|share| (share * WHOLE) as u8).collect();
    let remainder = |at: usize| shares[at] * WHOLE - (shares[at] * WHOLE).floor();
    let mut order: Vec<usize> = (0..shares.len()).collect();
    order.sort_by(|&one, &other| remainder(other).total_cmp(&remainder(one)));
    let given: u32 = bytes.iter().map(|&byte| u32::from(byte)).sum();
    for &at in order.iter().take((WHOLE as u32).saturating_sub(given) as usize) {
        bytes[at] += 1;
    }
    bytes
}

/// The differences of a state's codes, those below 0 between the others.
fn differences(codes: &[u16]) -> Vec<u16> {
    let mut before = 0;
    let each = codes.iter().map(|&code| {
        let difference = i32::from(code) - before;
        before = code.into();
        ((difference << 1) ^ (difference >> 31)) as u16
    });
    each.collect()
}
